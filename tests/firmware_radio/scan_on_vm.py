"""Runs the scan on a MicroPython VM in the virtual world and hands its dwells to a test."""

import json

from tools.virtual.table import VirtualTable

PROGRAM = """
import json, machine, time
from firmware.scan.build import build_scanner
config = json.load(open("config.json"))
scanner = build_scanner(config, machine, time)
for zone, period in config["test_want"].items():
    for a in scanner.antennas:
        if a.zone == zone:
            scanner.schedule.want(a.index, period)
if config.get("test_only"):
    for a in scanner.antennas:
        if a.zone not in config["test_want"]:
            a.want_us = a.bound_us = 500000000
            a.last_us = time.ticks_us()
states = [None] * len(scanner.readers)
while True:
    dwell, due = scanner.poll(time.ticks_us())
    if dwell:
        a = scanner.antennas[dwell.antenna]
        print(json.dumps([a.zone, dwell.t_us, dwell.end_us,
            [u.hex() for u in dwell.uids[:dwell.n]], dwell.denominations[:dwell.n],
            dwell.collision, dwell.crc_error, dwell.partial, dwell.agc, dwell.requests]))
    for i in range(len(scanner.readers)):
        r = scanner.readers[i]
        state = [i, r.up, list(r.faults), r.resets, scanner.failed[i]]
        if state != states[i]:
            states[i] = state
            print(json.dumps({"t": time.ticks_us(), "reader": state}))
    wait = time.ticks_diff(due, time.ticks_us())
    if wait > 0:
        time.sleep_us(wait)
"""


class Read:
    """A dwell as the VM printed it."""

    def __init__(self, row):
        (self.zone, self.t_us, self.end_us, uids, self.denominations) = row[:5]
        (self.collision, self.crc_error, self.partial, self.agc, self.requests) = row[5:]
        self.uids = [bytes.fromhex(u) for u in uids]
        self.ms = (self.end_us - self.t_us) / 1000


class ReaderState:
    """What the VM printed of a reader when it changed."""

    def __init__(self, row):
        self.t_us = row["t"]
        self.index, self.up, self.faults, self.resets, self.failed = row["reader"]


def scan(
    place, until_us=1_000_000, want=None, only=True, program=PROGRAM, extra_config=None, **options
):
    """Run the scan on a virtual table after ``place(table)`` and return (dwells, table).

    ``want``: zone -> period in ms; ``only``: read no other antenna. ``table.states`` lists the
    readers' states as they changed.
    """
    extra = {"test_want": want or {}, "test_only": only, **(extra_config or {})}
    table = VirtualTable(extra=extra, program=program, **options)
    with table:
        place(table)
        table.run_until(until_us)
        log = table.vm.log_path.read_text()
    dwells = []
    table.states = []
    for line in log.splitlines():
        if line.startswith("["):
            dwells.append(Read(json.loads(line)))
        elif line.startswith("{"):
            table.states.append(ReaderState(json.loads(line)))
        else:
            raise AssertionError(log[-1500:])
    return dwells, table
