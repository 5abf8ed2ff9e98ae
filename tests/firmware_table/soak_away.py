"""A controller without its broker: ``python -m tests.firmware_table.soak_away --hours 8``.

The real firmware on the real VM, a key every few seconds, the cable out; then it is put back, and
every key must arrive once, in order. Prints what was measured; exit code 1 when one is missing.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from shared_rules.wire import decode
from tests.firmware_table.minibroker import MiniBroker
from tools.virtual.table import VirtualTable

TAP = {"what": "gesture", "seat": 1, "kind": "tap"}
KEY_US = 4_000_000


def run(hours, folder):
    """``(keys pressed, seqs that arrived, lost events, wall seconds)``."""
    broker = MiniBroker()
    table = VirtualTable("six_max", broker=broker.address, table_id="7", flash_dir=folder)
    table.proxy.patience_s = 0.2
    pressed = 0
    begin = time.monotonic()
    with table:
        table.run_for(3_000_000)
        table.proxy.cut()
        end = table.world.now + int(hours * 3_600_000_000)
        while table.world.now < end:
            table.world.keypad.press({"key": TAP})
            pressed += 1
            table.run_for(KEY_US)
        table.proxy.mend()
        limit = table.world.now + 600_000_000
        while table.world.now < limit:
            rows = [(s, decode(row)) for _, s, row in broker.events()]
            taps = sorted({s for s, e in rows if e["what"] == "gesture"})
            lost = [e["count"] for _, e in rows if e["what"] == "lost"]
            if len(taps) + sum(lost) >= pressed:
                break
            table.run_for(200_000)
            time.sleep(0.002)
        resets = len(table.resets)
    broker.close()
    return pressed, taps, lost, resets, time.monotonic() - begin


def main(argv=None):
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Hours without a broker, on the VM.")
    parser.add_argument("--hours", type=float, default=8.0)
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="feltwire-away-") as folder:
        pressed, taps, lost, resets, took_s = run(args.hours, Path(folder) / "flash")
    good = taps == list(range(1, pressed + 1)) and not lost and not resets
    print(
        f"broker away {args.hours:g} h: {pressed} keys, {len(taps)} arrived, {sum(lost)} told as "
        f"lost, {resets} restarts; {took_s / 60:.1f} min"
    )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
