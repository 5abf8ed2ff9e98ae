"""Puts one controller's events in order: drops duplicates, parks what came early, asks for gaps.

Identity of an event: (table, device, boot epoch, seq). Within a boot, ``seq`` counts from 1. Boots
follow each other; what a controller still held from an earlier boot it sends first. Pure: no clock,
no I/O; time is passed in.
"""

FIRST_SEQ = 1


class Sequence:
    """Order of one (table, device).

    ``position`` is ``(boot, seq)`` of the last event handed out, None before the first. ``known``
    maps earlier boots to their last seq, so that their repeats are recognised.
    """

    def __init__(self, position=None, known=None, parked_max=4096, first_ms=200, tries_max=5):
        self.boot, self.seq = position if position else (None, 0)
        self.known = dict(known or {})
        self.parked = {}  # (boot, seq) -> row
        self.parked_max = parked_max
        self.first_ms = first_ms
        self.tries_max = tries_max
        self.duplicates = 0
        self.refused = 0  # parked no more for want of room
        self._asked = None  # the (boot, seq) asked for
        self._tries = 0
        self._ask_at = None
        self._heard = False  # the device has sent something since it was last asked

    def position(self):
        """``(boot, seq)`` up to which everything was handed out, None before the first event."""
        return None if self.boot is None else (self.boot, self.seq)

    def stand_at(self, boot, seq):
        """Another gateway has handed out ``(boot, seq)``; nothing is parked here."""
        self._advance((boot, seq))

    def offer(self, boot, seq, rows, now_ms):
        """Take a batch; return ``(ready, stale)``.

        ``ready``: ``[(boot, seq, row)]`` now in order. ``stale``: the same of a boot that is over
        and had more to say than was known (kept apart: their place in the order is gone).
        """
        stale = []
        self._heard = True
        for i, row in enumerate(rows):
            key = (boot, seq + i)
            if self._is_old(key):
                if key[0] != self.boot and key[1] > self.known.get(key[0], 0):
                    stale.append((key[0], key[1], row))
                    self.known[key[0]] = key[1]
                else:
                    self.duplicates += 1
            elif key in self.parked:
                self.duplicates += 1
            elif len(self.parked) < self.parked_max or self._follows(key):
                self.parked[key] = row
            else:
                self.refused += 1
        ready = self._drain()
        self._plan(now_ms)
        return ready, stale

    def _is_old(self, key):
        return self.boot is not None and (
            key[0] < self.boot or (key[0] == self.boot and key[1] <= self.seq)
        )

    def _follows(self, key):
        """True when ``key`` is the event after the last one handed out."""
        boot, seq = key
        if self.boot == boot:
            return seq == self.seq + 1
        return seq <= FIRST_SEQ and not any(b < boot for b, _ in self.parked)

    def _drain(self):
        ready = []
        while self.parked:
            key = self._next_key()
            if key is None or not self._follows(key):
                break
            ready.append((key[0], key[1], self.parked.pop(key)))
            self._advance(key)
        return ready

    def _next_key(self):
        """The parked event that could come next, None when only later ones are parked."""
        if (self.boot, self.seq + 1) in self.parked:
            return (self.boot, self.seq + 1)
        key = min(self.parked)
        return key if key[0] != self.boot else None

    def _advance(self, key):
        if self.boot is not None and key[0] != self.boot:
            self.known[self.boot] = self.seq
        self.boot, self.seq = key

    def missing(self):
        """``(boot, seq)`` of the first event wanting before the parked ones, None without a gap."""
        if not self.parked:
            return None
        boot, _ = min(self.parked)
        return (boot, self.seq + 1) if boot == self.boot else (boot, FIRST_SEQ)

    def _plan(self, now_ms):
        gap = self.missing()
        if gap is None:
            self._asked = self._ask_at = None
        elif gap != self._asked:
            self._asked, self._tries = gap, 0
            self._ask_at = now_ms + self.first_ms

    def due(self, now_ms):
        """What to ask the controller for now: ``(boot, seq)`` or None. Waits double each time.

        A request counts only when the device was heard after the one before: while a line is down
        nobody hears us, and what it still holds must not be given up.
        """
        if self._ask_at is None or now_ms < self._ask_at:
            return None
        if not self._tries or self._heard:
            if self._tries >= self.tries_max:
                return None
            self._tries += 1
            self._heard = False
        self._ask_at = now_ms + (self.first_ms << self._tries)
        return self._asked

    def give_up(self, now_ms):
        """After the last request: ``(boot, first, last, ready)`` of a gap to record, or None."""
        if self._ask_at is None or self._tries < self.tries_max or now_ms < self._ask_at:
            return None
        return self.skip(now_ms) if self._heard else None

    def skip(self, now_ms):
        """Go on behind the gap at once (its events are known to be lost); as ``give_up``."""
        gap = self.missing()
        if gap is None:
            return None
        key = min(self.parked)
        row = self.parked.pop(key)
        self._advance(key)
        ready = [(key[0], key[1], row)] + self._drain()
        self._plan(now_ms)
        return gap[0], gap[1], key[1] - 1, ready

    def next_at(self):
        """When ``due`` or ``give_up`` may next say something (ms), None when nothing is wanting."""
        return self._ask_at
