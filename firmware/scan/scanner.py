"""All readers of a table at work: the one object the table code asks for dwells."""

from firmware.scan.inventory import Inventory
from firmware.scan.schedule import Schedule
from shared_rules.compat import const

_STARTING = const(0)  # the reader is being reset
_IDLE = const(1)
_READING = const(2)

_LOOK_US = const(50000)  # an idle reader looks at the schedule at least this often
_FAULT_PAUSE_US = const(2000)


class Scanner:
    """``poll(now_us)`` -> (dwell or None, ticks before which it need not be called again).

    ``schedule.want(antenna, period_ms)`` says how often. One dwell at a time is handed out; it
    stays valid until the next poll. ``readers`` are the Reader objects (their counters and ``up``
    are for telemetry), ``dwells``, ``looks`` and ``failed`` count by reader.
    """

    def __init__(self, antennas, readers, muxes, clock, tags, switch_us, limit_us=800000):
        self.antennas = antennas
        self.readers = readers
        self.schedule = Schedule(antennas, len(readers), clock)
        self.dwells = [0] * len(readers)
        self.looks = [0] * len(readers)
        self.failed = [0] * len(readers)
        self._clock = clock
        self._diff = clock.ticks_diff  # looked up once: a bound method is an object
        self._inventories = [
            Inventory(readers[i], muxes[i], clock, tags, switch_us, limit_us)
            for i in range(len(readers))
        ]
        self._states = [_STARTING] * len(readers)
        now = clock.ticks_us()
        self._due = [now] * len(readers)
        self._result = [None, now]  # handed out again and again: a tuple would be garbage
        self._turn = 0
        for reader in readers:
            reader.start_reset()

    def poll(self, now):
        """Let every reader that is due go on. Returns the pair (dwell or None, next ticks)."""
        diff = self._diff
        n = len(self.readers)
        result = self._result
        result[0] = None
        if self.schedule.changed:
            self.schedule.changed = False
            self._wake(now)
        for _ in range(n):
            i = self._turn
            self._turn = i + 1 if i + 1 < n else 0
            if diff(self._due[i], now) > 0:
                continue
            if self._step(i, now):
                result[0] = self._inventories[i].dwell
                break
        now = self._clock.ticks_us()
        soonest = _LOOK_US
        for due in self._due:
            wait = diff(due, now)
            if wait < soonest:
                soonest = wait if wait > 0 else 0
        result[1] = self._clock.ticks_add(now, soonest)
        return result

    def _step(self, i, now):
        """One reader goes on; True when a good dwell of it is ready."""
        if self._states[i] == _READING:
            wait = self._inventories[i].poll(now)
            if not self.readers[i].up:
                self.schedule.release(i)  # being reset: its field is off
            if not wait:
                if self._finished(i):
                    return True
                if not self._inventories[i].ok:
                    return False
                now = self._clock.ticks_us()
                wait = self._start(i, now)  # after a mere look
        elif self._states[i] == _STARTING:
            wait = self.readers[i].poll(now)
            if not wait:
                self._states[i] = _IDLE
                self.schedule.revive(i, self._clock.ticks_us())
        else:
            wait = self._start(i, now)
        self._due[i] = self._clock.ticks_add(self._clock.ticks_us(), wait)
        return False

    def _start(self, i, now):
        """Begin a visit where one is due; us until the reader wants to go on."""
        schedule = self.schedule
        antenna = schedule.choose(i, now)
        if antenna < 0:
            return min(schedule.due_us, _LOOK_US)
        self._states[i] = _READING
        inventory = self._inventories[i]
        inventory.start(self.antennas[antenna], now, schedule.look)
        return inventory.poll(self._clock.ticks_us())

    def _finished(self, i):
        """A visit has ended: free the antenna; True when it was a dwell and is good."""
        now = self._clock.ticks_us()
        inventory = self._inventories[i]
        self._states[i] = _IDLE
        if inventory.ok:
            self.schedule.visited(i, now, inventory.read)
            if inventory.read:
                self.dwells[i] += 1
                if inventory.changed:
                    self.schedule.stir(i, self.antennas[inventory.dwell.antenna])
            else:
                self.looks[i] += 1
        else:
            self.schedule.release(i)
            self.failed[i] += 1
        self._due[i] = now
        for other in range(len(self._states)):
            if self.schedule.held[other] and self._states[other] == _IDLE:
                self._due[other] = now  # an antenna it waits for may be free
        if not inventory.ok:
            # The antenna stays overdue; a pause keeps a failing reader from filling the loop.
            self._due[i] = self._clock.ticks_add(now, _FAULT_PAUSE_US)
        return inventory.ok and inventory.read

    def _wake(self, now):
        """Idle readers look at the schedule again: an antenna may be wanted now."""
        for i in range(len(self._states)):
            if self._states[i] == _IDLE:
                self._due[i] = now
