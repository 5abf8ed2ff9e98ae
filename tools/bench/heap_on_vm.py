"""Runs on the 32-bit VM: plays the events of one hand through the engine out of a mapped ROM.

    micropython -X heapsize=96k heap_on_vm.py SHIMS ROM EVENTS.jsonl BOOK

Prints ``over`` when the hand has come to its end; a heap too small ends in a MemoryError.
"""

import sys

sys.path.insert(0, sys.argv[1])

import gc  # noqa: E402

import romfile  # noqa: E402

gc.threshold(4096)  # as the controller does: holes stay small, and the figure does not jump

romfile.mount(sys.argv[2], "/rom")

from json import loads  # noqa: E402

from shared_rules.table import Table  # noqa: E402


def play(path, book):
    """Phase of the table after all events of the file."""
    table = Table(book)
    with open(path) as events:
        for line in events:
            table.apply(loads(line))
    return table.hand.phase


print(play(sys.argv[3], sys.argv[4]))
