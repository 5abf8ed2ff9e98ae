"""Small stand-ins for a clock, pins and a bus; they run on both interpreters."""


class Clock:
    """Ticks that move only when told, and a little with each look."""

    def __init__(self, now=0):
        self.now = now

    def ticks_us(self):
        self.now = (self.now + 1) & 0x3FFFFFFF
        return self.now

    def ticks_diff(self, a, b):
        return ((a - b + 0x20000000) & 0x3FFFFFFF) - 0x20000000

    def ticks_add(self, a, b):
        return (a + b) & 0x3FFFFFFF

    def sleep_us(self, us):
        self.now = (self.now + us) & 0x3FFFFFFF


class Bus:
    """SPI bus, NSS, BUSY and RST of one chip: records frames, answers from a table of replies.

    ``replies``: first byte of a command -> bytes of the next read (FFh beyond them).
    """

    def __init__(self, clock):
        self.clock = clock
        self.frames = []
        self.sent_at = {}  # first byte of a command -> when it was sent last
        self.replies = {}
        self.selected = False
        self.taken = False
        self.reply = b""
        self.busy_stuck = False
        self.resets = []
        self.errors = []

    def nss(self, level):
        if level:
            self.selected = False
        else:
            if self.selected:
                self.errors.append("selected twice")
            if self.busy_stuck:
                self.errors.append("selected while BUSY is high")
            self.selected = True
        self.taken = False

    def busy(self):
        self.clock.now += 2
        return 1 if self.busy_stuck or (self.selected and self.taken) else 0

    def rst(self, level):
        self.resets.append((self.clock.now, level))

    def write(self, data):
        if not self.selected:
            self.errors.append("bytes without NSS")
        self.taken = True
        self.frames.append(bytes(data))
        self.sent_at[data[0]] = self.clock.now
        reply = self.replies.get(data[0], b"")
        self.reply = reply() if callable(reply) else reply
        self.clock.now += 15 + len(data)

    def readinto(self, buf, fill=0):
        if fill != 0xFF:
            self.errors.append("a read must clock out FFh")
        self.taken = True
        for i in range(len(buf)):
            buf[i] = self.reply[i] if i < len(self.reply) else 0xFF
        self.clock.now += 15 + len(buf)
