"""One run of the simulation: tables, broker, gateway, screens; faults from a seed; what must hold.

world = World(seed, folder); world.run()     raises Broken with what was not kept
"""

import functools
import json
from pathlib import Path

import apsw

from gateway.tables import projections
from gateway.tables.live import GAP_ALERT, LiveTable, Results
from gateway.vault.local import LocalVault
from shared_rules import wire
from shared_rules.table import Table
from tests.sim.clockwork import Clockwork
from tests.sim.controller_link import Controller
from tests.sim.flash import Flash
from tests.sim.net import Broker
from tests.sim.sim_gateway import Broken, House
from tools.virtual import paper

HANDS = Path(__file__).resolve().parents[2] / "tools" / "playing" / "hands"
FILES = ("dwan-ivey-2009.phh", "moneymaker-farha-2003.phh", "dwan-greenstein-2009.phh")
FAULTS_MS = 15_000  # faults happen for so long; then all is healed
HEAL_MS = 240_000  # by then everything must have arrived
AFTER_MS = 11_000  # by then every controller has reported its health once more
WALL_JUMPS_MS = (1000, 3_600_000, 86_400_000, 315_360_000_000)  # up to ten years


@functools.cache
def hands_of(table):
    """Events of a table's hand, each without its time."""
    file = HANDS / FILES[int(table) % len(FILES)]
    return [{k: v for k, v in e.items() if k != "t"} for e in paper.play([file], table)]


class World:
    """``seed`` decides everything; ``folder`` is an empty one in memory."""

    def __init__(self, seed, folder, tables=None, keep_lines=False):
        self.seed = seed
        self.clock = Clockwork(seed, keep_lines)
        self.broker = Broker(self.clock)
        self.house = House(self.clock, self.broker, Path(folder))
        self.controllers = [
            Controller(self.clock, self.broker, Flash(), str(n), hands_of(str(n)))
            for n in range(1, 1 + (tables or 2 + seed % 3 // 2))
        ]
        self.program = {}  # a program following all tables: table -> last event
        self.healed = False

    def run(self):
        """Faults, healing, then the reckoning. Raises Broken; returns self."""
        rng = self.clock.rng
        self.house.start()
        for controller in self.controllers:
            self.clock.after(rng.randrange(500), controller.start)
        self.broker.disorder = rng.choice((0, 0, 0.05, 0.3))
        for _ in range(rng.randrange(2, 9)):
            self.clock.after(rng.randrange(FAULTS_MS), rng.choice(FAULTS), self)
        self.clock.after(FAULTS_MS, self._heal)
        self._screens()
        if not self.clock.run(FAULTS_MS + HEAL_MS, self._settled):
            late = [c.table for c in self.controllers if not c.finished()]
            raise Broken(f"tables {late} have not got everything through in {HEAL_MS} ms")
        self.clock.run(self.clock.now_ms + AFTER_MS)
        self._reckon()
        return self

    def _settled(self):
        return (
            self.healed and self.house.rig is not None and self.house.line.connected
            and not self.house.inbox and all(c.finished() for c in self.controllers)
        )  # fmt: skip

    def _heal(self):
        self.clock.note("healed")
        self.healed = True
        self.broker.disorder = 0
        self.house.disk_fails = self.house.dies_in = None
        for line in self.broker.lines.values():
            line.cut = False

    def _screens(self):
        """Screens and programs look every now and then, some of them slow."""
        rng = self.clock.rng
        for controller in self.controllers:
            if rng.random() < 0.7:
                self.house.look(controller.table, self.program)
        if not self._settled():
            self.clock.after(rng.choice((50, 300, 2000)), self._screens)

    # -- what must hold in the end

    def _reckon(self):
        self.house.look_all(self.controllers, self.program)
        log = self.house.rig.log
        for controller in self.controllers:
            table = controller.table
            entries = list(log.read(table))
            identities = [(e.boot, e.seq) for e in entries]
            if identities != sorted(set(identities)):
                raise Broken(f"table {table}: events twice or out of order")
            if log.gaps(table):
                raise Broken(f"table {table}: gaps given up: {log.gaps(table)}")
            stored = {(e.boot, e.seq): json.loads(e.row) for e in entries}
            if stored != controller.kept:
                missing = sorted(set(controller.kept) - set(stored))
                extra = sorted(set(stored) - set(controller.kept))
                raise Broken(f"table {table}: missing {missing}, unexpected {extra}")
            if [e.t for e in entries] != sorted(e.t for e in entries):
                raise Broken(f"table {table}: table time ran backwards")
            self._check_state(table, entries)
        again = [k for k, count in self.house.records.items() if count > 1]
        if again:
            raise Broken(f"hands announced more than once: {again}")

    def _check_state(self, table, entries):
        """What the gateway shows is what the same events give in order, without any fault."""
        engine = Table("tda-2011")
        for entry in entries:
            engine.apply(dict(wire.decode(json.loads(entry.row)), t=entry.t))
        live = self.house.rig.tables.get(table)
        undisturbed = LiveTable(table, Table, LocalVault(self.house.folder / "vault"), "tda-2011")
        for entry in entries:
            undisturbed.apply(entry, Results())
        if _raised(live) != _raised(undisturbed):
            raise Broken(f"table {table}: its alerts are not those of an undisturbed gateway")
        if live.trouble:
            raise Broken(f"table {table}: {live.trouble}")
        got, want = (json.dumps(e.view(), sort_keys=True) for e in (live._engine, engine))
        if got != want:
            raise Broken(f"table {table}: the state differs from the in-order one")
        if live.online is False:
            raise Broken(f"table {table} is shown as gone, by a stale will")

    # -- faults

    def _gateway_dies(self):
        rng = self.clock.rng
        self.house.crash(rng.randrange(50, 5000), power=rng.random() < 0.5)

    def _gateway_dies_in_a_write(self):
        self.house.dies_in = self.clock.rng.randrange(1, 60)

    def _broker_dies(self):
        self.broker.kill(self.clock.rng.randrange(10, 4000))

    def _controller_dies(self):
        rng = self.clock.rng
        rng.choice(self.controllers).crash(rng.randrange(100, 4000))

    def _partition(self):
        rng = self.clock.rng
        line = rng.choice(list(self.broker.lines.values()))
        line.cut = True
        line.drop()
        self.clock.note("line of", line.name, "cut")
        self.clock.after(rng.randrange(100, 10_000), setattr, line, "cut", False)

    def _disk_fails(self):
        rng = self.clock.rng
        self.house.disk_fails = rng.choice((apsw.IOError, apsw.FullError))
        self.clock.note("disk fails", self.house.disk_fails.__name__)
        self.clock.after(rng.randrange(100, 6000), setattr, self.house, "disk_fails", None)

    def _clock_jumps(self):
        rng = self.clock.rng
        self.house.wall_shift += rng.choice(WALL_JUMPS_MS) * rng.choice((-1, 1))
        self.clock.note("wall clock jumps to", self.house.wall_shift)


def _raised(live):
    """Alerts that events raised, as the pages show them; others depend on what was down when."""
    lists = projections.alert_lists(live)
    return json.dumps(
        {name: [a for a in found if a["k"] < GAP_ALERT] for name, found in lists.items()}
    )


FAULTS = (
    World._gateway_dies,
    World._gateway_dies_in_a_write,
    World._broker_dies,
    World._controller_dies,
    World._partition,
    World._disk_fails,
    World._clock_jumps,
)
