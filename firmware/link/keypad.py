"""The dealer's keypad on a UART: one JSON line ``{"key": {...}}`` for each key press."""

from firmware.link.incoming import json_object

LINE_MAX = 2048


class Keypad:
    """``uart``: ``any()`` and ``readinto(buf)``, as ``machine.UART``; None without a keypad.

    ``press(key)`` gets the object of each key; ``complain(text)`` one clear line for what is none.
    """

    def __init__(self, uart, press, complain):
        self.uart = uart
        self.press = press
        self.complain = complain
        self.bad = 0
        self._chunk = bytearray(128)
        self._line = bytearray()
        self._overlong = False

    def poll(self):
        """Take in what has come; bounded work a call."""
        if self.uart is None:
            return
        for _ in range(16):
            if not self.uart.any():
                return
            n = self.uart.readinto(self._chunk)
            if not n:
                return
            self._take(n)

    def _take(self, n):
        chunk = self._chunk
        for i in range(n):
            c = chunk[i]
            if c == 10:
                self._end()
            elif len(self._line) < LINE_MAX:
                self._line.append(c)
            else:
                self._overlong = True

    def _end(self):
        line = bytes(self._line).strip()
        self._line = bytearray()
        if self._overlong:
            self._overlong = False
            self._refuse("a line of more than %d bytes" % LINE_MAX)
        elif line:
            key = parse(line)
            if key is None:
                self._refuse('not a key: a line must be {"key": {...}}')
            else:
                self.press(key)

    def _refuse(self, why):
        self.bad += 1
        self.complain("keypad: " + why)


def parse(data):
    """The key of ``{"key": {...}}`` as bytes; None for anything else."""
    return key_of(json_object(data))


def key_of(message):
    """The key of a message (a dict, or None); None when there is none in it."""
    if message is None:
        return None
    # a bare event is a key as well: {"what": ...}
    key = message.get("key") if "key" in message else message
    return key if isinstance(key, dict) and "what" in key else None
