"""The controller's buzzer: short patterns for the dealer, played by ``poll``."""

# Steps of (Hz, ms); 0 Hz is a pause. Kept short: a table has players.
PATTERNS = {
    "key": ((2400, 20),),
    "ask": ((1800, 80), (0, 60), (1800, 80)),
    "alert": ((2600, 150), (0, 80), (2600, 150), (0, 80), (2600, 300)),
}
_DUTY = 32768


class Sounder:
    """``pwm``: a machine.PWM on the buzzer's pin (freq, duty_u16)."""

    def __init__(self, pwm, clock):
        self._pwm = pwm
        self._clock = clock
        self._steps = ()
        self._at = 0
        self._due = clock.ticks_us()
        pwm.duty_u16(0)

    def play(self, name):
        """Start a pattern, in place of the one that plays; an unknown name: False."""
        steps = PATTERNS.get(name)
        if steps is None:
            return False
        self._steps = steps
        self._at = 0
        self._due = self._clock.ticks_us()
        return True

    def poll(self, now):
        """Play on; us until the next poll is due, -1 when silent."""
        if not self._steps:
            return -1
        wait = self._clock.ticks_diff(self._due, now)
        if wait > 0:
            return wait
        if self._at == len(self._steps):
            self._steps = ()
            self._pwm.duty_u16(0)
            return -1
        hz, ms = self._steps[self._at]
        self._at += 1
        if hz:
            self._pwm.freq(hz)
        self._pwm.duty_u16(_DUTY if hz else 0)
        self._due = self._clock.ticks_add(now, ms * 1000)
        return ms * 1000
