"""The firmware with its processor's instructions counted, turn by turn.

Prints a line every ``EVERY`` dwells: ``meter:`` with turns, instructions, looks, dwells; events,
turns that made some, their instructions, the greatest; turns that folded an event of the rules,
their instructions, the greatest; the greatest of all other turns; blocks of flash erased, bytes
programmed, most blocks erased in a turn; the peaks (``world.peaks``) and the shims' share
(``world.shims``).
"""

import gc
import os
import time

import flash
import machine
import world

import firmware.main as m
import firmware.start as start

EVERY = 100  # dwells
m_run = m.run


def apart(call):
    """A function of the shims whose instructions are counted apart."""
    enter, leave = world.enter, world.leave

    def counted(*args):
        enter()
        try:
            return call(*args)
        finally:
            leave()

    return counted


def count_shims():
    """Put ``apart`` around what stands for a board's pins, buses and clock."""
    time.ticks_us = apart(time.ticks_us)
    time.ticks_ms = apart(time.ticks_ms)
    time.sleep_us = apart(time.sleep_us)
    machine.SPI.write = apart(machine.SPI.write)
    machine.SPI.readinto = apart(machine.SPI.readinto)
    machine.Pin.value = machine.Pin.__call__ = apart(machine.Pin.value)


class Sum:
    """Turns of one kind: how many, their instructions, the greatest."""

    def __init__(self):
        self.row = [0, 0, 0]

    def take(self, spent):
        """One more."""
        row = self.row
        row[0] += 1
        row[1] += spent
        row[2] = max(row[2], spent)


class Meter:
    """Sums over turns; ``controller.turn`` is called in between two readings of the counter."""

    def __init__(self, controller):
        self.controller = controller
        self.turns = self.events = self.emitted = self.erased_most = 0
        self.making, self.folding, self.others = Sum(), Sum(), Sum()
        self.folded = False
        rules = controller.rules
        if rules is not None:
            fold = rules._fold

            def folded(event):
                self.folded = True
                return fold(event)

            rules._fold = folded
        self.began = world.instructions()

    def turn(self):
        """One turn, counted."""
        journal = self.controller.journal
        seq, (erased, _) = journal.next_seq, flash.counts()
        self.folded = False
        before = world.instructions()
        until = self.controller.turn()
        spent = world.instructions() - before
        self.turns += 1
        made = journal.next_seq - seq
        self.events += made
        self.erased_most = max(self.erased_most, flash.counts()[0] - erased)
        kind = self.making if made else self.folding if self.folded else self.others
        kind.take(spent)
        dwells = sum(self.controller.scanner.dwells)
        if dwells - self.emitted >= EVERY:
            self.emitted = dwells
            self.say(dwells)
        return until

    def say(self, dwells):
        """The line."""
        now = world.instructions() - self.began
        print(
            "meter:", self.turns, now, sum(self.controller.scanner.looks), dwells, self.events,
            *self.making.row, *self.folding.row, self.others.row[2], *flash.counts(),
            self.erased_most, *world.peaks(), *world.shims(),
        )  # fmt: skip


def run(controller, watchdog):
    """As firmware.main.run, with the meter's turns."""
    meter = Meter(controller)
    controller_turn = meter.turn

    class Counted:
        """What the loop uses of a controller."""

        turn = staticmethod(controller_turn)
        clock = controller.clock
        health = controller.health

    m_run(Counted, watchdog)


def main():
    """The firmware's main with the loop replaced."""
    if os.getenv("CM_APART"):
        count_shims()
    m.run = run
    start.connect_network = lambda config: None  # QEMU has no Ethernet
    gc.collect()
    m.main()
