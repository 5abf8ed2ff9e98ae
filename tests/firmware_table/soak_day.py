"""A virtual day of the whole firmware: ``python -m tests.firmware_table.soak_day``.

Hour by hour on the 32-bit VM: hands at the stated noise, keys of the keypad and of the panel, a
cable pulled, a gateway that commits nothing, connections dropped, and quiet (in which the loops are
looked at less often than at a real table, so that a day takes minutes). The last hand of each hour
is always the same, so that after it the same things lie on the table; then the free heap after a
collection is printed. It must not shrink, no key may be lost or told twice, and the controller may
not start anew. Exit code 1 otherwise.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from shared_rules.wire import decode
from tests.firmware_table.minibroker import MiniBroker
from tools.bench.random_hands import record_of
from tools.hardware import description
from tools.virtual import proxy
from tools.virtual.player import TablePlayer, provision, root_of
from tools.virtual.recorded_plan import plan_hand
from tools.virtual.table import VirtualTable

HOUR_S = 3600
MINUTE_US = 60_000_000
CLOSING = 1001  # seed of each hour's last hand
GROWTH_MAX = 4096  # bytes by which the free heap may shrink from the third hour to the last
TAG_BYTES = 220  # what a remembered tag takes (docs/benchmarks.md): their number differs
WARM_HOURS = 2  # tables of names and lists find their size
LAYOUT = "nine_max"
BOOK = "tda-2011"
KEYS = 3  # after each hand, at keypad and panel
KEY = {"what": "notice", "by": "dealer", "kind": "rack_play", "about_seat": 1}

SELDOM = 400  # times: what a quiet table does less often here than a real one, or a day takes hours
UNREAD_MS = 100_000  # an antenna is asked for its tags this often
BUSY_US, QUIET_US = 20_000, 1_000_000  # the network is looked after this often

PROGRAM = """
import gc
import firmware.controller as c
import firmware.main as m
import firmware.table.attention as a
chores, tick, hour = c.Controller._chores, a.Attention.tick, [1]
def reporting(self, now):
    chores(self, now)
    if now >= hour[0] * HOUR_MS:
        gc.collect()
        print("free", hour[0], gc.mem_free(), len(self.table.presence.tags))
        hour[0] += 1
def seldom(self, t):
    was = self.quiet
    tick(self, t)
    if self.quiet == was:
        return
    c.CHORES_MS = 64 if self.quiet else 8
    for ant in self.schedule._antennas if self.quiet else ():
        ant.look_us *= SELDOM
        self.schedule._plan(ant)
turn = c.Controller.turn
def lazy(self):
    until = turn(self)
    if c.CHORES_MS > 8 and self.scanner._states == [1] * len(self.scanner._states):
        return self.ticks.ticks_add(self.clock.us, 1000000)
    return until
c.Controller._chores, c.Controller.turn, a.Attention.tick = reporting, lazy, seldom
a.IDLE_MS = 5000
m.main()
""".replace("SELDOM", str(SELDOM))


def seldom_read():
    """A configuration's antennas and references for a table that is quiet most of the day."""
    config = description.table_config(LAYOUT, "esp32s3_w5500", "7")
    for row in config["antennas"]:
        row[4] = min(UNREAD_MS, SELDOM * row[4])
    references = config["references"]
    return {
        "antennas": config["antennas"],
        "references": [references[0]] + [-1] * (len(references) - 1),
    }


class Day:
    """Hours of ``hour_s`` on a table with a broker; ``hands``: in an hour, at least 1."""

    def __init__(self, folder, vm, heap, hands, noise, seed, hour_s=HOUR_S):
        self.broker = MiniBroker(root=root_of(seed, "7"))
        self.table = VirtualTable(
            LAYOUT, seed=seed, noise=noise, broker=self.broker.address, table_id="7",
            flash_dir=folder, vm=vm, heap=heap, extra=seldom_read(),
            program=PROGRAM.replace("HOUR_MS", str(1000 * hour_s)),
        )  # fmt: skip
        self.table.proxy.patience_s = 0.2
        provision(self.table.flash, root_of(seed, "7"))
        self.hands = hands
        self.noise = noise
        self.hour_us = hour_s * 1_000_000
        self.seed = seed
        self.pressed = 0

    def run(self, hours):
        """Rows ``(hour, bytes free, tags)``, printed as they come."""
        rows = []
        with self.table as table:
            player = TablePlayer(table, BOOK, self.seed)
            for hour in range(hours):
                proxy.POLL_US = BUSY_US
                table.world.field.noise.factor = self.noise
                self._hour(hour, player)
                proxy.POLL_US = QUIET_US
                table.world.field.noise.factor = 0  # where nobody plays: misses ask for looks
                table.run_until((hour + 1) * self.hour_us + 2_000_000)
                row = [x for x in self._printed() if x[0] == hour + 1][-1]
                print("hour {}: {} bytes free, {} tags".format(*row), flush=True)
                rows.append(row)
            table.run_for(2 * MINUTE_US)
        self.broker.close()
        return rows

    def _printed(self):
        lines = self.table.vm.log_path.read_text().splitlines()
        return [tuple(map(int, x.split()[1:])) for x in lines if x.startswith("free ")]

    def _hour(self, hour, player):
        """Hands with a fault of the network in each but the last, which is the same each hour."""
        table, seats = self.table, self.table.world.table["seats"]
        for n in range(self.hands):
            seed = CLOSING if n == self.hands - 1 else 1000 * (hour + 1) + n
            if n < self.hands - 1:
                self._harm(hour + n)
            player.play(plan_hand(f"{hour}/{n}", record_of(seed), seed, seats))
            self._mend()
            for _ in range(KEYS):
                self._press()
                table.run_for(5_000_000)

    def _harm(self, which):
        """What goes wrong during the next hand."""
        if which % 3 == 0:
            self.table.proxy.cut()
        elif which % 3 == 1:
            self.broker.gateway = False
        else:
            self.broker.drop()

    def _mend(self):
        if self.table.proxy._listener is None:
            self.table.proxy.mend()
        self.broker.gateway = True
        self.table.run_for(MINUTE_US)

    def _press(self):
        """One key at the keypad, one at the panel."""
        self.pressed += 1
        self.table.world.keypad.press({"key": KEY})
        ident = f"p{self.pressed}"
        for _ in range(2):  # a repeated message is one key
            self.broker.say("feltwire/7/down/key", {"id": ident, "key": {**KEY, "about_seat": 2}})
        time.sleep(0.02)  # the broker's thread and the proxy are in wall time

    def arrived(self):
        """``(keys of the keypad, keys of the panel, events lost, holes)`` at the broker."""
        rows = {}
        for boot, seq, row in self.broker.events():
            rows[boot, seq] = decode(row)
        taps = [e for e in rows.values() if e == {**e, **KEY}]
        panel = [e for e in rows.values() if e == {**e, **KEY, "about_seat": 2}]
        lost = [e for e in rows.values() if e["what"] == "lost"]
        top = max(s for _, s in rows)
        return len(taps), len(panel), len(lost), top - len(rows)


def shrunk(rows):
    """Bytes of free heap lost between the first hour that counts and the least after it."""
    free = [row[1] + TAG_BYTES * row[2] for row in rows]
    free = free[WARM_HOURS:] or free
    return free[0] - min(free)


def main(argv=None):
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hours", type=int, default=24)
    parser.add_argument("--hands", type=int, default=2, help="in an hour")
    parser.add_argument("--hour-s", type=int, default=HOUR_S, help="how long an hour is here")
    parser.add_argument("--vm", default="i386", help="i386 (32 bits, as the boards) or wheel")
    parser.add_argument("--heap", default="1M")
    parser.add_argument("--noise", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    start, cpu = time.monotonic(), time.process_time()
    with tempfile.TemporaryDirectory(prefix="feltwire-day-") as folder:
        day = Day(
            Path(folder) / "flash",
            args.vm,
            args.heap,
            args.hands,
            args.noise,
            args.seed,
            args.hour_s,
        )
        rows = day.run(args.hours)
        keypad, panel, lost, holes = day.arrived()
    print(
        f"virtual {args.hours} h on {args.vm}, {args.hours * args.hands} hands: {shrunk(rows)} "
        f"bytes less free heap; {day.pressed} keys each: keypad {keypad}, panel {panel} arrived; "
        f"{lost} lost, {holes} holes, {len(day.table.resets)} restarts; "
        f"{(time.monotonic() - start) / 60:.1f} min, {(time.process_time() - cpu) / 60:.1f} CPU "
        "min here, about as many in the VM"
    )
    good = keypad == panel == day.pressed and not lost and not holes and not day.table.resets
    return 0 if good and shrunk(rows) <= GROWTH_MAX else 1


if __name__ == "__main__":
    sys.exit(main())
