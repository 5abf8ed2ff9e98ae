"""The firmware's own loop with the processor's instructions counted, turn by turn.

Prints a line every ``EVERY`` dwells: ``meter:`` with turns, instructions, looks, dwells, those
of the turns that ended one, the greatest, events, turns that made some, their instructions, the
greatest, the emulated flash's share of the sum, the peaks (``world.peaks``) and the shims' share
(``world.shims``).
"""

import gc
import os
import time

import machine
import world

import firmware.main as m
import firmware.start as start

EVERY = 100  # dwells
m_run = m.run
flash = None  # cm_main's Flash, put here by it


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


class Meter:
    """Sums over turns; ``controller.turn`` is called in between two readings of the counter."""

    def __init__(self, controller):
        self.controller = controller
        self.turns = self.dwells = self.dwell_sum = self.dwell_most = 0
        self.events = self.event_sum = self.event_most = self.event_turns = self.event_flash = 0
        self.began = world.instructions()
        self.emitted = 0

    def turn(self):
        """One turn, counted."""
        scanner, journal = self.controller.scanner, self.controller.journal
        dwells, seq = sum(scanner.dwells), journal.next_seq
        before, writing = world.instructions(), flash.spent
        until = self.controller.turn()
        spent = world.instructions() - before
        self.turns += 1
        made = journal.next_seq - seq
        read = sum(scanner.dwells) - dwells
        self.dwells += read
        if made:
            self.events += made
            self.event_turns += 1
            self.event_sum += spent
            self.event_most = max(self.event_most, spent)
            self.event_flash += flash.spent - writing
        elif read:
            self.dwell_sum += spent
            self.dwell_most = max(self.dwell_most, spent)
        if self.dwells - self.emitted >= EVERY:
            self.emitted = self.dwells
            self.say()
        return until

    def say(self):
        """The line."""
        now = world.instructions() - self.began
        print(
            "meter:", self.turns, now, sum(self.controller.scanner.looks), self.dwells,
            self.dwell_sum, self.dwell_most, self.events, self.event_turns, self.event_sum,
            self.event_most, self.event_flash, *world.peaks(), *world.shims(),
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
