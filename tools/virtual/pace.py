"""Pace: virtual time held back to wall time times a speed."""

import time


class Pace:
    """``speed``: virtual seconds per wall second; None or 0: as fast as it goes.

    ``clock`` and ``sleep`` are passed in by tests.
    """

    def __init__(self, speed=None, clock=time.monotonic, sleep=time.sleep):
        self.speed = speed
        self._clock = clock
        self._sleep = sleep
        self._begin = None

    def hold(self, now_us, network=None):
        """Wait until wall time has caught up; the network goes on meanwhile.

        A table that fell behind by more than a second does not race to make up for it.
        """
        if not self.speed:
            return
        wall = self._clock()
        if self._begin is None:
            self._begin = wall - now_us / 1e6 / self.speed
        ahead = self._begin + now_us / 1e6 / self.speed - wall
        if ahead < -1.0:
            self._begin = wall - now_us / 1e6 / self.speed
            return
        if ahead < 0.001:
            return
        if network is not None:
            network.idle(ahead)
        else:
            self._sleep(ahead)
