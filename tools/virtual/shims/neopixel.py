"""``neopixel`` on the VM: what is written is shown by the world."""

import virtual_board as _b


class NeoPixel:
    """A chain of pixels, GRB."""

    ORDER = (1, 0, 2, 3)

    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin = pin
        self.n = n
        self.bpp = bpp
        self.buf = bytearray(n * bpp)

    def __len__(self):
        return self.n

    def __setitem__(self, i, v):
        for c in range(self.bpp):
            self.buf[i * self.bpp + self.ORDER[c]] = v[c]

    def __getitem__(self, i):
        return tuple([self.buf[i * self.bpp + self.ORDER[c]] for c in range(self.bpp)])

    def fill(self, v):
        """All pixels the same."""
        for i in range(self.n):
            self[i] = v

    def write(self):
        """Show the colours."""
        _b.post_bytes(_b.PIXELS, self.pin.id, self.buf)
