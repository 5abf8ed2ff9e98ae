"""The table's lights: NeoPixel 0 is the dealer's, pixel N is seat N's.

Levels: ``ok`` (all is well), ``ask`` (the dealer is asked something), ``alert`` (an irregularity).
An alert blinks for a while and then stays lit, so that a light never has to be watched for.
"""

from shared_rules.compat import const

_BLINK_US = const(250000)
_BLINKS = const(13)  # writes of an alert, lit first, before it stays lit
_IDLE_US = const(1000000)

# Dim colours (red, green, blue): a table is looked at in the dark, for hours.
LEVELS = {"off": (0, 0, 0), "ok": (0, 12, 0), "ask": (40, 24, 0), "alert": (64, 0, 0)}


class Lights:
    """``pixels``: a neopixel.NeoPixel (item assignment and write), ``count`` of them."""

    def __init__(self, pixels, count, clock):
        self._pixels = pixels
        self._count = count
        self._clock = clock
        self._levels = ["off"] * count
        self._blinks = 0
        self._due = clock.ticks_us()
        self._changed = True

    def show(self, level, seat=None):
        """Set the dealer's light, or a seat's. An unknown level or seat is ignored: False."""
        light = seat or 0
        if level not in LEVELS or not 0 <= light < self._count:
            return False
        if self._levels[light] != level:
            self._levels[light] = level
            self._changed = True
            if level == "alert":
                self._blinks = _BLINKS
            self._due = self._clock.ticks_us()
        return True

    def clear(self):
        """All lights off."""
        for i in range(self._count):
            self.show("off", i)

    def poll(self, now):
        """Blink where it is time to; us until the next poll is due."""
        wait = self._clock.ticks_diff(self._due, now)
        if wait > 0 and not self._changed:
            return wait
        if self._blinks:
            self._blinks -= 1
            self._changed = True
            wait = _BLINK_US
        else:
            wait = _IDLE_US
        if self._changed:
            self._changed = False
            self._write()
        self._due = self._clock.ticks_add(now, wait)
        return wait

    def _write(self):
        dark = self._blinks & 1
        for i in range(self._count):
            level = self._levels[i]
            self._pixels[i] = LEVELS["off" if dark and level == "alert" else level]
        self._pixels.write()
