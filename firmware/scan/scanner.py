"""All readers of a table at work: the one object the table code asks for dwells."""

from firmware.scan.inventory import Inventory
from firmware.scan.reference import Reference
from firmware.scan.schedule import Schedule
from shared_rules.compat import const

_STARTING = const(0)  # the reader is being reset
_IDLE = const(1)
_READING = const(2)
_CHECKING = const(3)  # the reference tag is asked for

_LOOK_US = const(50000)  # an idle reader looks at the schedule at least this often
_FAULT_PAUSE_US = const(2000)
_CHECK_US = const(500000)  # the reference tag is asked for when no tag was heard for so long
_AGAIN_US = const(50000)  # and as often as this while it is lost


class Scanner:
    """``poll(now_us)`` -> (dwell or None, ticks before which it need not be called again).

    ``schedule.want(antenna, period_ms)`` says how often. One dwell at a time is handed out; it
    stays valid until the next poll. ``readers`` are the Reader objects (their counters and ``up``
    are for telemetry), ``dwells``, ``looks``, ``failed`` and ``blind`` count by reader.

    A dwell that lost tags is handed out only after the reader's reference tag was heard, and not at
    all while the load on its loop says that it is blind (``load.py``). ``deaf[reader]``: the
    reference tag is lost. ``references``: multiplexer channel of each reader's tag, -1 for none.
    """

    def __init__(
        self, antennas, readers, muxes, clock, tags, switch_us, limit_us=800000, references=None
    ):
        self.antennas = antennas
        self.readers = readers
        self.schedule = Schedule(antennas, len(readers), clock)
        self.dwells = [0] * len(readers)
        self.looks = [0] * len(readers)
        self.blind = [0] * len(readers)
        self.deaf = [False] * len(readers)
        self.failed = [0] * len(readers)
        self._clock = clock
        self._diff = clock.ticks_diff  # looked up once: a bound method is an object
        self._inventories = [
            Inventory(readers[i], muxes[i], clock, tags, switch_us, limit_us)
            for i in range(len(readers))
        ]
        self._references = []
        for i in range(len(readers)):
            own = references[i] if references and i < len(references) else -1
            blocks = [a for a in antennas if a.reader == i and a.with_block]
            block = tags["chip_block"] if blocks else None
            self._references.append(
                Reference(readers[i], muxes[i], clock, own, switch_us, block) if own >= 0 else None
            )
        self._states = [_STARTING] * len(readers)
        now = clock.ticks_us()
        self._due = [now] * len(readers)
        self._check = [now] * len(readers)  # when the reference tag is to be asked for
        self._result = [None, now]  # handed out again and again: a tuple would be garbage
        self._turn = 0
        for reader in readers:
            reader.start_reset()

    def keep_by(self, kept):
        """``kept(uid)``: the object by which the table knows a UID, or ``uid`` itself. What moves
        from antenna to antenna is then one object, however many have read it."""
        for inventory in self._inventories:
            inventory.kept = kept

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
        state = self._states[i]
        if state == _READING or state == _CHECKING:
            inventory = self._inventories[i]
            going = inventory if state == _READING else self._references[i]
            wait = going.poll(now)
            if not self.readers[i].up:
                self.schedule.release(i)  # being reset: its field is off
            if not wait:
                if state == _CHECKING:
                    return self._checked(i)
                if inventory.ok and inventory.lost and inventory.read and self._references[i]:
                    wait = self._start_check(i)
                elif self._finished(i, inventory.ok):
                    return True
                elif not inventory.ok or inventory.read:
                    return False
                else:
                    wait = self._start(i, self._clock.ticks_us())  # after a mere look
        elif state == _STARTING:
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
        check_us = _LOOK_US
        if self._references[i]:
            check_us = self._diff(self._check[i], now)
            if check_us <= 0:
                self._inventories[i].lost = 0  # no dwell waits for this check
                return self._start_check(i)
        antenna = schedule.choose(i, now)
        if antenna < 0:
            return min(schedule.due_us, check_us, _LOOK_US)
        self._states[i] = _READING
        inventory = self._inventories[i]
        inventory.start(self.antennas[antenna], now, schedule.look, schedule.waiting)
        return inventory.poll(self._clock.ticks_us())

    def _start_check(self, i):
        self._states[i] = _CHECKING
        self._references[i].start()
        return self._references[i].poll(self._clock.ticks_us())

    def _checked(self, i):
        """The reference tag was asked for; True when a dwell that waited for it is good."""
        reference = self._references[i]
        now = self._clock.ticks_us()
        if reference.ok:
            self.deaf[i] = not reference.seen
        again = _AGAIN_US if self.deaf[i] or not reference.ok else _CHECK_US
        self._check[i] = self._clock.ticks_add(now, again)
        if self._inventories[i].lost:
            return self._finished(i, reference.ok)
        self._states[i] = _IDLE
        self._due[i] = now if reference.ok else self._clock.ticks_add(now, _FAULT_PAUSE_US)
        return False

    def _finished(self, i, ok):
        """A visit has ended: free the antenna; True when it was a dwell and is believed."""
        now = self._clock.ticks_us()
        inventory = self._inventories[i]
        antenna = self.antennas[inventory.dwell.antenna]
        self._states[i] = _IDLE
        believed = ok and inventory.read
        if ok:
            if inventory.read and (antenna.blind or (inventory.lost and self.deaf[i])):
                self.blind[i] += 1
                believed = False
            if inventory.dwell.n and believed and not self.deaf[i]:
                self._check[i] = self._clock.ticks_add(now, _CHECK_US)  # it hears, as was heard
            self.schedule.visited(i, now, inventory.read)
            self._count(i, inventory, believed)
        else:
            self.schedule.release(i)
            self.failed[i] += 1
        self._due[i] = now
        for other in range(len(self._states)):
            if self.schedule.held[other] and self._states[other] == _IDLE:
                self._due[other] = now  # an antenna it waits for may be free
        if not ok:
            # The antenna stays overdue; a pause keeps a failing reader from filling the loop.
            self._due[i] = self._clock.ticks_add(now, _FAULT_PAUSE_US)
        return believed

    def _count(self, i, inventory, believed):
        if not inventory.read:
            self.looks[i] += 1
        elif believed:
            inventory.accept()
            self.dwells[i] += 1
            if inventory.changed:
                self.schedule.stir(i, self.antennas[inventory.dwell.antenna])

    def _wake(self, now):
        """Idle readers look at the schedule again: an antenna may be wanted now."""
        for i in range(len(self._states)):
            if self._states[i] == _IDLE:
                self._due[i] = now
