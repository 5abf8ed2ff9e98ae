"""What the lights at the table say: the dealer's light, and at each seat that its cards are read.

The dealer's light shows what the gateway asks for (``down/light``). A seat's light is ``ok`` while
its whole hand is read and ``ask`` when cards dealt there have not been read for a while: cards
beside the spot are the commonest fault of a broadcast.
"""

UNREAD_MS = 1500  # a hand may be picked up for a look


class Indicators:
    """``lights``: ``drivers.lights.Lights`` or None; ``count``: pixels; ``table``: table.Table."""

    def __init__(self, lights, count, table):
        self.lights = lights
        self.count = count
        self.table = table
        self.level = "ok"
        self.seat = None
        self._read_at = [0] * (count + 1)

    def say(self, level, seat):
        """``down/light``: what the gateway wants shown; an unknown level shows as ``alert``."""
        self.level = level if level in ("ok", "ask", "alert") else "alert"
        self.seat = seat if isinstance(seat, int) and 0 < seat < self.count else None

    def poll(self, now, now_us, linked):
        """Bring the lights up to date; call it a few times a second."""
        lights = self.lights
        if lights is None:
            return
        for i in range(self.count):
            lights.show(self._level(i, now, linked), i)
        lights.poll(now_us)

    def _level(self, i, now, linked):
        if i == 0:
            if self.level != "ok":
                return self.level
            return "ok" if linked else "ask"
        if i == self.seat and self.level != "ok":
            return self.level
        phase = self.table.phase
        if not phase.is_live(i):
            return "off"
        if self.table.read_at(i) >= phase.counts.get(i, 0):
            self._read_at[i] = now
            return "ok"
        return "ok" if now - self._read_at[i] < UNREAD_MS else "ask"
