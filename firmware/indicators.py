"""What the lights and the buzzer at the table say.

The dealer's light shows the worse of what the gateway asks for (``down/light``) and what the rules
at the table have found since. When the gateway has committed all of it and says nothing, it finds
nothing wrong: what the rules here have found goes out. A seat's light is ``ok`` while its whole
hand is read and ``ask`` when cards dealt there have not been read for a while: cards beside the
spot are the commonest fault of a broadcast. The buzzer sounds when the dealer's light gets worse.
"""

UNREAD_MS = 1500  # a hand may be picked up for a look
AGREE_MS = 3000  # the gateway has the events: so long until its word is known
ORDER = ("ok", "ask", "alert")


class Indicators:
    """``lights``: ``drivers.lights.Lights`` or None; ``count``: pixels; ``table``: table.Table;
    ``sounder``: ``drivers.sounder.Sounder`` or None."""

    def __init__(self, lights, count, table, sounder=None):
        self.lights = lights
        self.count = count
        self.table = table
        self.sounder = sounder
        self._gateway = self._rules = self._shown = (0, None)  # (place in ORDER, seat)
        self._read_at = [0] * (count + 1)
        self._committed = None  # when the gateway had all that the rules here have judged

    def say(self, level, seat):
        """``down/light``: what the gateway wants shown; it knows more than the rules here."""
        self._gateway = self._worded(level, seat)
        self._overrule()

    def found(self, level, seat):
        """What the rules at the table have found; ``ok`` when their hand is over."""
        self._rules = self._worded(level, seat)
        self._committed = None
        self._settle()

    def committed(self, now):
        """Every event told so far is committed at the gateway."""
        if self._rules[0] and self._committed is None:
            self._committed = now

    def _overrule(self):
        self._rules = (0, None)
        self._committed = None
        self._settle()

    def _worded(self, level, seat):
        place = ORDER.index(level) if level in ORDER else ORDER.index("alert")
        return place, seat if isinstance(seat, int) and 0 < seat < self.count else None

    def _settle(self):
        was = self._shown[0]
        self._shown = self._rules if self._rules[0] > self._gateway[0] else self._gateway
        if self.sounder is not None and self._shown[0] > was:
            self.sounder.play(ORDER[self._shown[0]])

    def sound(self, now_us):
        """Play the buzzer on; call it every few milliseconds."""
        if self.sounder is not None:
            self.sounder.poll(now_us)

    def poll(self, now, now_us, linked):
        """Bring the lights up to date; call it a few times a second."""
        if self._committed is not None and now - self._committed >= AGREE_MS:
            self._overrule()
        lights = self.lights
        if lights is None:
            return
        for i in range(self.count):
            lights.show(self._level(i, now, linked), i)
        lights.poll(now_us)

    def _level(self, i, now, linked):
        level = ORDER[self._shown[0]]
        if i == 0:
            return level if level != "ok" or linked else "ask"
        if i == self._shown[1] and level != "ok":
            return level
        phase = self.table.phase
        if not phase.is_live(i):
            return "off"
        if self.table.read_at(i) >= phase.counts.get(i, 0):
            self._read_at[i] = now
            return "ok"
        return "ok" if now - self._read_at[i] < UNREAD_MS else "ask"
