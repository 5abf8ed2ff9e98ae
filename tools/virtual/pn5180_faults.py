"""What can be wrong with a PN5180, by injection: faults seen in the field, to be survived.

Faults of the air (a ghost collision, damaged answers) are counters of ``air.Air``; a dead antenna
and metal belong to the field.
"""

import math

NEVER = math.inf


class Faults:
    """Faults of one chip. Counts run down; times are microseconds. All are off at first.

    A fault that wants a reset is ended by a RESET_N pulse of ``reset_us`` at least; after a shorter
    one the chip boots, and the fault is still there.
    """

    def __init__(self):
        self.dead = False  # no command is executed: the chip is gone, MISO stays high
        self.reset_us = 0
        self._busy_from, self._busy_to = NEVER, 0
        self.holds_busy = False  # BUSY is, or will be, held
        self._rf_refusals = 0
        self._hangs = 0
        self._idle_frees = True
        self.hung = False

    def hold_busy(self, from_us, to_us=NEVER, reset_us=0):
        """BUSY stays high from a time on, until another or a reset (a card pulled away)."""
        self._busy_from, self._busy_to, self.reset_us = from_us, to_us, reset_us
        self.holds_busy = True

    def busy_stuck(self, t_us):
        """BUSY is held high now."""
        return self._busy_from <= t_us < self._busy_to

    def refuse_rf(self, times=1):
        """The next RF_ONs end in GENERAL_ERROR and leave the field off."""
        self._rf_refusals = times

    def refuses_rf(self):
        """This RF_ON is refused."""
        if self._rf_refusals:
            self._rf_refusals -= 1
            return True
        return False

    def hang_receiver(self, times=1, idle_frees=True, reset_us=0):
        """The next answers begin and never end: the transceiver stays in state 5, until it is set
        idle or, with ``idle_frees`` false, until a reset (a tag that left in mid-answer)."""
        self._hangs, self._idle_frees, self.reset_us = times, idle_frees, reset_us

    def hangs(self):
        """This answer does not end."""
        if self._hangs:
            self._hangs -= 1
            self.hung = True
        return self.hung

    def idle_frees(self):
        """An idle command ends a hanging reception. True when the transceiver is idle now."""
        if self.hung and not self._idle_frees:
            return False
        self.hung = False
        return True

    def reset(self, pulse_us):
        """A reset pulse: ends what a reset ends. True when the transceiver still hangs."""
        if pulse_us >= self.reset_us:
            self._busy_from, self._busy_to = NEVER, 0
            self.holds_busy = False
            self.hung = False
        return self.hung
