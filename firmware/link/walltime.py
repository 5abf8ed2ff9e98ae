"""What day it is: kept for one purpose, whether a certificate is still (or already) valid.

The table's own time is milliseconds since boot and needs no calendar. A board without a battery
starts in its port's first year, in which no certificate is valid yet. So the clock is put forward
to the latest moment known to have passed: the one kept in flash, the day the program was built, or
the day the controller was provisioned. From there it runs, and the gateway says the time
(``down/time``) over the connection that TLS has proved to be the gateway's. So a certificate that
has run out is refused at the latest once the time has been said; one that was out by the last time
kept in flash is never taken.

A moment kept in flash cannot be taken back. So the time steps far ahead only when the gateway has
said it twice, a while apart, and never beyond the end of the controller's own certificate: a
controller that believed a later moment would be locked out for good.
"""

from firmware.link.slots import Slots

KEEP_S = 6 * 3600  # how old the time in flash may become
YEAR_2000 = 946684800  # seconds from 1970 to the epoch some ports count from
LATEST = 4102444800  # 2100: a time beyond is a mistake
STEP_S = 3600  # further ahead than this it has to be said again
CONFIRM_MS = 60000  # at least so much later; the gateway says it every ten minutes
AGREE_MS = 5000  # the two may differ by so much from what has passed between them


class WallTime:
    """``rtc``: ``machine.RTC()``; ``time``: the module; ``path``: of the two files that keep it.

    ``known``: a moment that has passed, ``until``: the end of the controller's own certificate,
    both in seconds since 1970; ``until`` 0: it has none.
    """

    def __init__(self, rtc, time, path, known=0, until=0):
        self.rtc = rtc
        self.time = time
        self._latest = until or LATEST
        self._said = None  # (unix, ms since boot) of a step that was said once
        self.offset = YEAR_2000 if time.gmtime(0)[0] == 2000 else 0
        self.slots = Slots(path, {"unix": 0})
        self.reported = False  # by the gateway, since boot
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

    def heard(self, unix, now_ms):
        """The gateway says the time, at ``now_ms`` since boot. None, or why it is not taken."""
        if not isinstance(unix, int) or not self.kept() <= unix < LATEST:
            return "not a time"
        if unix > self._latest:
            return "beyond the end of the controller's certificate"
        if unix - self.now() > STEP_S and not self._is_confirmed(unix, now_ms):
            return "a step ahead, to be said again"
        self._said = None
        self.reported = True
        self._set(unix)
        if unix - self.kept() >= KEEP_S:
            self.slots.value = {"unix": unix}
            self.slots.save()
        return None

    def _is_confirmed(self, unix, now_ms):
        if self._said is not None:
            passed_ms = now_ms - self._said[1]
            if abs(1000 * (unix - self._said[0]) - passed_ms) <= AGREE_MS:
                return passed_ms >= CONFIRM_MS
        self._said = (unix, now_ms)
        return False

    def _set(self, unix):
        t = self.time.gmtime(unix - self.offset)
        self.rtc.datetime((t[0], t[1], t[2], t[6], t[3], t[4], t[5], 0))
