"""Instructions one call of the shims costs in QEMU: what no board pays, and its own drivers do.

Prints ``shims:`` with the instructions of ticks_us, a pin written, a pin read, ten bytes out and
ten in, each by itself, the loop taken off; then ``bytes:`` of the heap, and those of an empty call.
"""

import gc
import time

import machine
import world

COUNT = 200


def cost(call, *args):
    """Instructions of a call, of COUNT that follow one another; bytes of the loop taken off."""
    began = world.instructions()
    for _ in range(COUNT):
        call(*args)
    spent = world.instructions() - began
    began = world.instructions()
    for _ in range(COUNT):
        nothing(*args)
    return (spent - (world.instructions() - began)) // COUNT


def bytes_of(call, *args):
    """Bytes of the heap a call takes."""
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(COUNT):
        call(*args)
    taken = gc.mem_alloc() - before
    gc.enable()
    return taken // COUNT


def nothing(*args):
    """A call that does nothing."""


def main():
    """Measure; then wait for the world's end."""
    pin = machine.Pin(60, machine.Pin.OUT)
    spi = machine.SPI(1, baudrate=7000000)
    ten = bytearray(10)
    print(
        "shims:", cost(time.ticks_us), cost(pin.value, 1), cost(pin.value), cost(spi.write, ten),
        cost(spi.readinto, ten, 255),
    )  # fmt: skip
    print(
        "bytes:", bytes_of(time.ticks_us), bytes_of(pin.value, 1), bytes_of(pin.value),
        bytes_of(spi.write, ten), bytes_of(spi.readinto, ten, 255), bytes_of(nothing, 1),
    )  # fmt: skip
    while True:
        time.sleep_ms(100)
