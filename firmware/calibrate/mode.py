"""The calibrating mode: the scanner and the link of play, and no table.

    down/calibrate  {"do": "count", "id": 3, "dwells": 40, "of": ["seat:1"]}   count anew, until
                    each zone of "of" has so many; "zones": read these and no others
    up/calibrate    {"state": "counting", "id": 3, "zones": {...}}    once a second: counts.report
                    {"state": "counted", ...}                         and when it is done
    down/calibrate  {"do": "keep", "leave": {"seat": 4}}   thresholds into the configuration; and
                    "cross": {"pot": {"line:1": 25}}, thousandths of dwells that hear beside them
    down/calibrate  {"do": "end"}                          play again

It ends by the order, ten minutes after the last one, after three hours whatever is ordered, by any
fault, and by a power cycle: the mark that led here was taken away before it began. No count is kept
over its end.
"""

import time

from firmware.calibrate.counts import DWELLS_MAX, TEST_AFI, Counts
from firmware.calibrate.keep import keep
from firmware.link.apart import CHORES_MS, Apart
from firmware.link.incoming import json_object
from firmware.link.slots import of_board
from firmware.scan.build import build_scanner
from shared_rules import topics

SAFE = "it is being calibrated"  # what people are told in place of a table
# Somebody who tunes a loop between two spots, or fetches a tag, is back by then; a table that was
# left like this plays again before a break of a tournament is over.
LEFT_MS = 600000
# 38 zones of a nine_max, five spots each, 20 s to lay a tag and count are 64 minutes: thrice that.
WHOLE_MS = 3 * 3600000
LINGER_MS = 500  # for the last words to leave
REPORT_MS = 1000
READY_MS = 5000  # while nothing is counted
WANT_MS = 50  # each zone is wanted this often: what the readers manage in turn
NEVER_US = 500000000  # zones that are left out


class Mode(Apart):
    """``path``: of the configuration; ``parts``: (the ``machine`` module, ``time``, a function that
    opens a connection, Lights or None); ``feed()`` feeds the watchdog; ``jitter(n)``: a random
    number below n; ``say(text)``: one line for people. ValueError: it cannot be done here."""

    def __init__(self, config, path, flash, parts, feed, jitter, say):
        machine, ticks = parts[:2]
        tags = config["tags"]
        if TEST_AFI in (tags["card_afi"], tags.get("chip_afi")):
            raise ValueError("tags: the application family of test tags is in use")
        self.path = path
        slots = of_board(flash, {})
        if slots.fresh:
            raise ValueError("it has no root yet")
        names = (topics.DOWN_CALIBRATE,)
        Apart.__init__(self, config, slots, parts[1:], (feed, jitter, say), SAFE, names)
        self.scanner = build_scanner(
            dict(config, tags=dict(tags, card_afi=TEST_AFI)), machine, ticks
        )
        self._bounds = [a.bound_us for a in self.scanner.antennas]
        for antenna in self.scanner.antennas:
            antenna.cards_only = True  # chips' loops ask everybody, as they must in play
        self.counts = Counts([a.zone for a in self.scanner.antennas])
        self.over = None  # when it ends
        self._id = None  # of the count under way
        self._of, self._dwells = [], 0
        self._done = False  # all is counted, and has been told
        self._ordered = self._reported = self._next = 0

    def run(self):
        """Until it is over."""
        self.say("table %s, boot %d: it is calibrated, nothing is played" % (self.name, self.boot))
        ticks = self.ticks
        while self.over is None or self.clock.ms < self.over:
            wait = ticks.ticks_diff(self.turn(), ticks.ticks_us())
            if wait > 0:
                time.sleep_us(wait)
        self.client.close()

    def turn(self):
        """One turn of the loop; ticks (us) before which nothing needs doing."""
        clock = self.clock
        found, next_us = self.scanner.poll(clock.tick())
        if found is not None and self._is_counting():
            self.counts.add(found)
        now = clock.ms
        if now >= self._next:
            self._chores(now)
        wait = self.ticks.ticks_diff(next_us, clock.us)
        mine = 1000 * (self._next - now)
        return self.ticks.ticks_add(clock.us, min(wait, mine))

    # -- inside

    def _chores(self, now):
        self._next = now + CHORES_MS
        self.tend(now)
        if self.over is None and (now - self._ordered >= LEFT_MS or now >= WHOLE_MS):
            self._end(now, "nothing was ordered for long" if now < WHOLE_MS else "it took too long")
        elif self._is_whole() or now - self._reported >= self._pause_ms():
            self._report(now)

    def _pause_ms(self):
        return REPORT_MS if self._is_counting() else READY_MS

    def _is_counting(self):
        return self._id is not None and not self._done

    def _is_whole(self):
        return self._is_counting() and self.counts.fewest(self._of) >= self._dwells

    def _report(self, now):
        self._reported = now
        if self._id is None:
            self._send({"state": "ready"})
            return
        whole = self._done or self._is_whole()
        message = {"state": "counted" if whole else "counting", "id": self._id}
        message["zones"] = self.counts.report()
        if self._send(message) and whole:
            self._done = True

    def heard(self, name, payload):
        """An order."""
        message = json_object(payload) or {}
        now = self.clock.ms
        what = message.get("do")
        self._ordered = now
        if what == "start":
            self._send({"state": "ready"})
        elif what == "count":
            self._count(message, now)
        elif what == "keep":
            why = keep(self.path, message.get("leave"), message.get("cross"))
            self._send({"state": "refused", "why": why} if why else {"state": "kept"})
        elif what == "end":
            self._end(now, "as ordered")
        else:
            self._send({"state": "refused", "why": "no such order"})

    def _count(self, message, now):
        ident, dwells = message.get("id"), message.get("dwells")
        known = self.counts.zones
        zones = message.get("zones", known)
        of = message.get("of", zones)
        good = isinstance(ident, int) and isinstance(dwells, int) and 0 < dwells <= DWELLS_MAX
        if not (good and _are_some(zones, known) and _are_some(of, zones)):
            self._send({"state": "refused", "why": "a count names id, dwells and zones of ours"})
            return
        if ident != self._id:  # the same once more: go on, the answer was lost
            self._id, self._dwells = ident, dwells
            self._of = [i for i in range(len(known)) if known[i] in of]
            self._aim(zones)
            self.counts.begin()
        self._done = False
        self._reported = now

    def _aim(self, zones):
        """Read these zones, and no others."""
        for antenna in self.scanner.antennas:
            wanted = antenna.zone in zones
            antenna.bound_us = self._bounds[antenna.index] if wanted else NEVER_US
            self.scanner.schedule.want(antenna.index, WANT_MS if wanted else NEVER_US // 1000)

    def _end(self, now, why):
        self.say("calibration ends: " + why)
        self._send({"state": "ended", "why": why})
        self.over = now + LINGER_MS

    def _send(self, message):
        message["dev"], message["boot"] = self.dev, self.boot
        return self.send(topics.UP_CALIBRATE, message)

    def greet(self, now):
        """What goes on is said anew."""
        self._report(now)


def _are_some(zones, known):
    """True for a list of zones that are all known, one at least."""
    return isinstance(zones, list) and bool(zones) and not [z for z in zones if z not in known]
