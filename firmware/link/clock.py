"""The table's clock: milliseconds since boot that never run backwards, from ticks that wrap.

``ticks_us`` wraps (2**30 us, 18 minutes, on the ports that matter); ``tick`` must be called
once in half of that at least. Milliseconds since boot stay a small integer for twelve days.
"""


class Clock:
    """``ticks``: an object with ``ticks_us()`` and ``ticks_diff(a, b)``, such as ``time``."""

    def __init__(self, ticks):
        self.ticks = ticks
        self.us = ticks.ticks_us()
        self.ms = 0
        self._rest_us = 0

    def tick(self):
        """Read the ticks once; returns them (us, wrapping) and brings ``ms`` up to date."""
        us = self.ticks.ticks_us()
        step = self.ticks.ticks_diff(us, self.us)
        if step > 0:
            self.us = us
            rest = self._rest_us + step
            self.ms += rest // 1000
            self._rest_us = rest % 1000
        return us

    def ms_at(self, us):
        """Milliseconds since boot of ticks in the recent past."""
        back = self.ticks.ticks_diff(self.us, us) - self._rest_us
        return self.ms if back <= 0 else self.ms - (back + 999) // 1000
