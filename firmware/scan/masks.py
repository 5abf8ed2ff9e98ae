"""The masks an inventory has still to ask for: a stack of fixed size."""

from shared_rules.compat import const

DEPTH = const(64)
_ZERO = bytes(8)

ASK = const(0)  # ask; split at the collision's position
SAFE = const(1)  # ask; split at the mask's own end, whatever position the reader says
SLOTS = const(3)  # ask with 16 slots: a crowd is expected
CHECK = const(2)  # do not ask: look whether the mask has brought two tags


def _copy(to, at, value, start):
    for i in range(8):  # a slice would be allocated
        to[at + i] = value[start + i]


class Masks:
    """Masks (air order) with their length in bits and what to do with them; last in, first out."""

    def __init__(self):
        self._values = bytearray(8 * DEPTH)  # in one piece: an object each takes four times as much
        self._bits = bytearray(DEPTH)
        self._kinds = bytearray(DEPTH)
        self._n = 0
        self.value = bytearray(8)  # the mask taken last
        self.bits = 0
        self.kind = ASK

    def clear(self):
        """Forget all of them."""
        self._n = 0

    def push(self, value, bits, kind):
        """Put a mask on; False when the stack is full."""
        n = self._n
        if n == DEPTH:
            return False
        _copy(self._values, 8 * n, value, 0)
        self._bits[n] = bits
        self._kinds[n] = kind
        self._n = n + 1
        return True

    def push_halves(self, value, bits):
        """Put on the two masks one bit longer; False when they do not fit."""
        if self._n + 2 > DEPTH:
            return False
        for bit in (1, 0):
            self.push(value, bits + 1, ASK)
            at = 8 * (self._n - 1) + (bits >> 3)
            if bit:
                self._values[at] |= 1 << (bits & 7)
            else:
                self._values[at] &= ~(1 << (bits & 7)) & 0xFF
        return True

    def push_parts(self, bits, first):
        """Put on all masks of so many bits (4 at most), each to be asked with 16 slots, to be
        popped from number ``first`` on, round; 0 bits: the one that everybody answers."""
        if not bits:
            return self.push(_ZERO, 0, ASK)
        last = (1 << bits) - 1
        for i in range(last + 1):
            if not self.push(_ZERO, bits, SLOTS):
                return False
            self._values[8 * (self._n - 1)] = (first + last - i) & last
        return True

    def pop(self):
        """Take the last one into ``value``, ``bits``, ``kind``; False when empty."""
        if not self._n:
            return False
        n = self._n - 1
        self._n = n
        _copy(self.value, 0, self._values, 8 * n)
        self.bits = self._bits[n]
        self.kind = self._kinds[n]
        return True
