"""What day it is: kept for one purpose, whether a certificate is still (or already) valid.

The table's own time is milliseconds since boot and needs no calendar. A board without a battery
starts in its port's first year, in which no certificate is valid yet. So the clock is put forward
to the latest moment known to have passed: the one kept in flash, the day the program was built, or
the day the controller was provisioned. From there it runs, and the gateway says the time
(``down/time``) over the connection that TLS has proved to be the gateway's. So a certificate that
has run out is refused at the latest once the time has been said; one that was out by the last time
kept in flash is never taken.
"""

from firmware.link.slots import Slots

KEEP_S = 6 * 3600  # how old the time in flash may become
YEAR_2000 = 946684800  # seconds from 1970 to the epoch some ports count from
LATEST = 4102444800  # 2100: a time beyond is a mistake


class WallTime:
    """``rtc``: ``machine.RTC()``; ``time``: the module; ``path``: of the two files that keep it."""

    def __init__(self, rtc, time, path, known=0):
        self.rtc = rtc
        self.time = time
        self.offset = YEAR_2000 if time.gmtime(0)[0] == 2000 else 0
        self.slots = Slots(path, {"unix": 0})
        self.told = False  # by the gateway, since boot
        latest = max(self.kept(), known)
        if latest > self.now():
            self._set(latest)

    def kept(self):
        """The time in flash, seconds since 1970; 0 when there is none."""
        unix = self.slots.value.get("unix")
        return unix if isinstance(unix, int) and 0 <= unix < LATEST else 0

    def now(self):
        """Seconds since 1970, as far as this board knows."""
        return self.time.time() + self.offset

    def heard(self, unix):
        """The gateway says the time. False for one that cannot be."""
        if not isinstance(unix, int) or not self.kept() <= unix < LATEST:
            return False
        self.told = True
        self._set(unix)
        if unix - self.kept() >= KEEP_S:
            self.slots.value = {"unix": unix}
            self.slots.save()
        return True

    def _set(self, unix):
        t = self.time.gmtime(unix - self.offset)
        self.rtc.datetime((t[0], t[1], t[2], t[6], t[3], t[4], t[5], 0))
