"""The clock delays are measured by: how long a vault has been up, over all its starts.

Wall time can be stepped and is not asked. Time in which no vault runs does not count, so a restart
makes a delay longer, never shorter; neither does time the machine sleeps (CLOCK_MONOTONIC).
"""

import time


class VaultClock:
    """``base_ms``: what was kept when the last vault ended; ``monotonic_ms()`` for tests."""

    def __init__(self, base_ms=0, monotonic_ms=None):
        self._monotonic_ms = monotonic_ms or (lambda: time.monotonic_ns() // 1_000_000)
        self._base_ms = base_ms
        self._last_ms = self._monotonic_ms()
        self._up_ms = 0

    def now_ms(self):
        """Milliseconds of service. A clock that runs backwards adds nothing."""
        at = self._monotonic_ms()
        self._up_ms += max(0, at - self._last_ms)
        self._last_ms = at
        return self._base_ms + self._up_ms
