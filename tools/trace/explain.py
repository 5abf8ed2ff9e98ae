"""Why the table thought what it thought at a moment of a recording.

The trace is replayed up to that moment through the controller's own table code; what its view
(``firmware/table/view.py``) says then is put into words, with the events that came of it.
"""

from collections import deque

from firmware.table.view import View
from tools.errors import CommandError
from tools.trace import narrate
from tools.trace.replay import Replay

DECIDED_MAX = 1000  # decisions within the time around, remembered


class Numbers:
    """Tags by the order in which a trace has them: what cards are called in place of their names.

    Stands in for ``replay.Names``. ``uids``: in that order.
    """

    def __init__(self, uids):
        self.hand = 0
        self.uids = list(uids)
        self._numbers = {uid: number for number, uid in enumerate(self.uids, 1)}

    def next_hand(self):
        """Count a hand."""
        self.hand += 1
        return self.hand

    def number(self, uid):
        """Number of a tag, from 1; 0 for one the trace does not have."""
        return self._numbers.get(uid, 0)

    def token(self, uid):
        """Name of a card."""
        return f"card {self.number(uid)}"

    def call(self, tag):
        """What a row of a tag is called."""
        number = self.number(tag["uid"])
        return f"chip {number} ({tag['value']})" if tag["value"] else f"card {number}"

    @staticmethod
    def of_token(token):
        """What a token of an event is called; a name the header gave is kept back."""
        kind, _, number = token.partition(" ") if isinstance(token, str) else ("", "", "")
        return token if kind == "card" and number.isdigit() else "a card"


class Decided:
    """Something that left the queue, as it was just before."""

    def __init__(self, row, t, stale):
        self.row = row
        self.t = t
        self.stale = stale
        self.events = []


class Explain:
    """The explanation of one moment. ``trace``: a ``source.Trace``; ``around_ms``: how far back and
    on decisions and events are shown; ``complain(text)``: one line for people.
    """

    def __init__(self, trace, at_ms, around_ms, complain):
        self.at_ms = at_ms
        self.around_ms = around_ms
        self.names = Numbers(trace.survey.uids)
        self._survey = trace.survey
        self._events = []  # (when emitted, event, Decided or None), within the time around
        self._decided = deque(maxlen=DECIDED_MAX)
        self._open = None
        self.replay = Replay(
            trace.header, trace, self._emit, None, _kept_back(complain), None, trace.survey,
            self.names, self._watch,
        )  # fmt: skip
        self.view = View(self.replay.table)

    def lines(self, number=None, zone=None):
        """The explanation, line by line. ``number``: of the one tag asked for; ``zone``: the one
        place. Raises CommandError where the trace has no such moment, tag or place."""
        self._check_moment()
        if number is not None and not 1 <= number <= len(self.names.uids):
            raise CommandError(f"--tag: a number from 1 to {len(self.names.uids)}, not {number}")
        if zone is not None and not self.view.loops(zone):
            raise CommandError(f"--zone: {zone!r} is no zone of this trace: try seat:3, pot")
        self.replay.begin()
        going_on = self.replay.play(self.at_ms)
        uid = None if number is None else self.names.uids[number - 1]
        chosen = Chosen(uid, zone)
        now = self._now(chosen)
        if not (going_on and self.replay.play(self.at_ms + self.around_ms)):
            self.replay.finish()
        return self._report(now, chosen)

    # -- inside

    def _check_moment(self):
        if self._survey.begin_us is None:
            raise CommandError("the trace has no dwells: nothing to explain")
        first, last = self._survey.begin_us // 1000, self._survey.end_us // 1000
        if not first <= self.at_ms <= last:
            raise CommandError(f"--at: the trace is from {first} to {last} ms, not {self.at_ms}")

    def _near(self):
        return abs(self.replay.t - self.at_ms) <= self.around_ms

    def _watch(self, item, now, stale):
        """An item is about to leave the queue, or (None) its events have been emitted."""
        self._open = None
        if item is not None and self._near():
            self._open = Decided(self.view.thing(item), now, stale)
            self._decided.append(self._open)

    def _emit(self, event):
        if self._near():
            self._events.append((self.replay.t, event, self._open))
            if self._open is not None:
                self._open.events.append(event)

    def _now(self, chosen):
        """Everything that can only be asked at the moment itself."""
        view = self.view
        return {
            "t": self.replay.t,
            "hand": view.hand(),
            "things": [row for row in view.things() if chosen.has(row)],
            "tags": chosen.tags(view),
            "loops": chosen.loops(view),
        }

    def _report(self, now, chosen):
        last = f"last line before it: {now['t']} ms"
        yield f"At {self.at_ms} ms ({last}): {narrate.hand(now['hand'])}."
        yield from self._under_way(now["things"])
        if now["loops"]:
            yield ""
            yield "Loops:"
            for row in now["loops"]:
                yield "  " + narrate.loop(row)
        if now["tags"]:
            yield ""
            yield chosen.heading
            yield from ("  " + line for line in narrate.tags_lines(now["tags"], self.names))
        yield from self._lately(chosen)
        yield ""
        yield f"Table events within {self.around_ms} ms:"
        yield from self._emitted()

    def _under_way(self, rows):
        yield ""
        yield "Under way:" if rows else "Nothing is under way."
        for number, row in enumerate(rows, 1):
            lines = narrate.thing(row, self.names)
            yield f"{number}. {lines[0]}"
            waits = narrate.waits(row)
            if waits:
                yield "     " + waits
            yield from ("   " + line for line in lines[1:])
            yield from self._came_of(row)

    def _came_of(self, row):
        """Events after the moment that come of a thing under way."""
        uids = {tag["uid"] for tag in row["tags"]}
        tokens = {self.names.token(tag["uid"]) for tag in row["tags"] if not tag["value"]}
        found = []
        for _, event, decided in self._events:
            mine = decided is not None and (
                decided.row["item"] is row["item"]
                or not uids.isdisjoint(tag["uid"] for tag in decided.row["tags"])
            )
            mine = mine and decided.t > self.at_ms
            cards = event.get("cards") or ()
            if mine or (event["t"] >= row["t"] and not tokens.isdisjoint(cards)):
                found.append(narrate.event(event, self.names))
        for text in found:
            yield "     came of it: " + text
        if not found:
            yield f"     nothing came of it within {self.around_ms} ms"

    def _lately(self, chosen):
        """What was decided not long before, with what spoke for it then."""
        rows = [d for d in self._decided if d.t <= self.at_ms and chosen.has(d.row)]
        yield ""
        yield "Lately decided:" if rows else "Nothing was decided lately."
        for decided in rows:
            lines = narrate.thing(decided.row, self.names)
            how = ", its time being over" if decided.stale else ""
            yield f"- at {decided.t} ms{how}: {lines[0]}"
            waited = narrate.waits(decided.row)
            if waited:
                yield "     before that it " + waited.replace("waits for", "waited for", 1)
            yield from ("   " + line for line in lines[1:])
            for event in decided.events:
                yield "     came of it: " + narrate.event(event, self.names)

    def _emitted(self):
        """All events around, in the order they were emitted."""
        after = False
        for emitted_ms, event, decided in self._events:
            if emitted_ms > self.at_ms and not after:
                after = True
                yield "  -- the moment --"
            late = emitted_ms - event["t"]
            text = narrate.event(event, self.names)
            if late > 0:
                text += f" (emitted {late} ms later)"
            yield f"  {text}" + ("" if decided is not None else ", not by the queue")
        if not self._events:
            yield "  none"


class Chosen:
    """What was asked for: one tag, one place, or all of it."""

    def __init__(self, uid, zone):
        self.uid = uid
        self.zone = zone
        self.heading = "Read by several loops, or not where they are taken to be:"
        if uid is not None:
            self.heading = "The tag asked for:"
        elif zone is not None:
            self.heading = "Tags read there or taken to be there:"

    def has(self, row):
        """True for a thing that concerns the tag or the place."""
        if self.uid is not None:
            return self.uid in [tag["uid"] for tag in row["tags"]]
        if self.zone is None:
            return True
        zones = [row["from"], row["to"]]
        for tag in row["tags"]:
            zones += [tag["held"], tag["home"]]
            zones += [place["place"] for place in tag["places"] if place["hits"]]
        if row["upon"] is not None:
            zones += [f"seat:{row['upon']}", f"line:{row['upon']}"]
        return self.zone in zones

    def tags(self, view):
        """Rows of the tags asked for; of those in doubt where none was."""
        if self.uid is not None:
            row = view.of(self.uid)
            return [] if row is None else [row]
        return view.contested() if self.zone is None else view.tags_at(self.zone)

    def loops(self, view):
        """Rows of the loops asked for."""
        return [] if self.zone is None else view.loops(self.zone)


def _kept_back(complain):
    """Complaints without what a key holds: that may name a card."""

    def say(text):
        before, refused, _ = text.partition("key refused")
        complain(f"{before}{refused}: see feltwire trace replay" if refused else text)

    return say
