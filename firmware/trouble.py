"""What cannot be read, told as table events: a reader down or deaf, an antenna that is blind.

A ``flag`` event tells the beginning (true) and the end (false) of each: ``reader_down:cards``,
``reader_deaf:cards`` (its reference tag is lost: jamming, or a broken receiver) and
``antenna_blind:seat:3`` (metal on the loop, or an open cable). Nothing is told as moved meanwhile.
"""

DOWN_MS = 1000  # a reset or two are no trouble yet
DEAF_MS = 700  # nor is a reference tag missed a few times; misses come in runs of some tenths


class Trouble:
    """Follows the scanner. ``press(key)``: takes a key, which waits for its turn among the events;
    ``complain(text)``: one line for people."""

    def __init__(self, scanner, names, press, complain):
        """``names``: of the readers."""
        self._scanner = scanner
        self._press = press
        self._complain = complain
        self._down = Lasting("reader_down:", names, DOWN_MS)
        self._deaf = Lasting("reader_deaf:", names, DEAF_MS)
        self._blind = [False] * len(scanner.antennas)

    def poll(self, now):
        """Tell what has begun or ended. ``now``: ms of the table's clock."""
        scanner = self._scanner
        for i in range(len(scanner.readers)):
            up = scanner.readers[i].up
            self._follow(self._down, i, not up, now)
            self._follow(self._deaf, i, up and scanner.deaf[i], now)
        blind = self._blind
        for a in scanner.antennas:
            if a.blind != blind[a.index]:
                blind[a.index] = a.blind
                self._say("antenna_blind:" + a.zone, a.blind)

    def _follow(self, lasting, i, wrong, now):
        if lasting.changed(i, wrong, now):
            self._say(lasting.kind + lasting.names[i], wrong)

    def _say(self, flag, value):
        self._complain("%s %s" % (flag, "begins" if value else "is over"))
        self._press({"what": "flag", "flag": flag, "value": value})


class Lasting:
    """A condition of several readers that counts once it has lasted ``ms``, and ends at once."""

    def __init__(self, kind, names, ms):
        self.kind = kind
        self.names = names
        self._ms = ms
        self._since = [None] * len(names)
        self._reported = [False] * len(names)

    def changed(self, i, wrong, now):
        """True when it has just begun to count, or to count no more."""
        if not wrong:
            self._since[i] = None
        elif self._since[i] is None:
            self._since[i] = now
        counts = wrong and now - self._since[i] >= self._ms
        if counts == self._reported[i]:
            return False
        self._reported[i] = counts
        return True
