"""``feltwire bench scan``: how soon what arrives at an antenna is read, beside what radio allows.

The firmware runs on its VM at a virtual table, each scene twice: with its own scan, and with a
naive one (every antenna in turn, 16 slots, plain INVENTORY). Beside them the walk: every reader
asks its antennas in turn without rest by the quickest method for the very tags that lie there, at
the air time of the standard and the table's field and switching times, and nothing else costs time.
The walk is the best a scan can do that asks for tags everywhere; looks at the load may beat it
(docs/scan.md). Column ``mean``: the ratio to a walk whose visits take the mean for so many tags.
"""

import json

from tools.bench import air_time
from tools.bench.rules import percentile
from tools.bench.scan_scenes import all_scenes
from tools.errors import CommandError
from tools.install import configfile
from tools.virtual.table import VirtualTable

TAIL_US = 300_000
GOALS = {"cards": 1.3, "chips": 1.2}

PROGRAM = """
import json, machine, time
import firmware.main as m
from firmware import config as cfg, start
from firmware.scan import known
config = cfg.load("config.json")
naive = config["bench_naive"]  # a built controller's configuration has no more than it asks for
watchdog = machine.WDT(timeout=8000)
tools = (m.jitter, m.complain)
controller = start.build(config, ".", None, None, watchdog.feed, tools)
scanner = controller.scanner
if naive:
    turns = [-1] * len(scanner.readers)
    schedule = scanner.schedule
    def choose(reader, now):
        mine = schedule._of[reader]
        schedule.due_us = 1000
        schedule.look = False
        for step in range(len(mine)):
            turn = (turns[reader] + 1 + step) % len(mine)
            if not schedule._blocked(mine[turn], now):
                turns[reader] = turn
                schedule._active[reader] = mine[turn].index
                return mine[turn].index
        return -1
    schedule.choose = choose
    schedule.want = lambda antenna, period_ms: None
    known.usable = lambda antenna: False
    for a in scanner.antennas:
        a.slots_from = 0
        a.with_block = False
    for inventory in scanner._inventories:
        inventory._look_again = lambda: False
        inventory._part_bits = lambda: 0
poll = scanner.poll
def reading(now):
    result = poll(now)
    d = result[0]
    if d:
        print(json.dumps([d.antenna, d.t_us, d.end_us, [u.hex() for u in d.uids[:d.n]]]))
    return result
scanner.poll = reading
tell = controller.table.sink
def told(event):
    print(json.dumps({"at": time.ticks_us(), "what": event["what"]}))
    tell(event)
controller.table.sink = told
m.run(controller, watchdog)
"""


def add_arguments(parser):
    """Command line of ``feltwire bench scan``."""
    parser.add_argument("--table", default="nine_max", help="table description")
    parser.add_argument("--arrivals", type=int, default=100, help="arrivals a scene")
    parser.add_argument("--scene", help="only scenes whose title has this in it")
    parser.add_argument("--noise", type=float, default=0.0, help="1: the design's noise")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="figures as JSON lines")


def run(args):
    """Measure and print; returns 0."""
    if args.arrivals < 2:
        raise CommandError("--arrivals is at least 2")
    for name in ("table", "seed", "noise"):
        configfile.check_option(name, getattr(args, name))
    if not args.json:
        print(f"seed {args.seed}, noise {args.noise:g}, {args.table}; milliseconds\n{HEAD}")
    for row in measure(args.table, args.seed, args.arrivals, args.scene, args.noise):
        print(json.dumps(row) if args.json else line(row), flush=True)
    return 0


def measure(table, seed, arrivals, only=None, noise=0.0):
    """Rows of figures, one for each scene and kind of tag, as they are ready."""
    from tools.hardware import description

    design = description.load_table(table)
    for scene in all_scenes(design["seats"], seed, arrivals):
        if only and only not in scene.title:
            continue
        ours = played(scene, table, False, noise)
        naive = played(scene, table, True, noise)
        walk = walked(scene, design)
        mean = walked(scene, design, True)
        for kind in ("cards", "chips"):
            if any(a.kind == kind for a in scene.arrivals):
                yield row_of(scene, kind, ours, naive, walk, mean)


def row_of(scene, kind, ours, naive, walk, mean=None):
    """The figures of one scene and kind: percentiles in ms and the ratios of the 99th."""
    row = {"scene": scene.title, "kind": kind, "goal": GOALS[kind]}
    for name, times in (("walk", walk), ("ours", ours), ("naive", naive)):
        got = [ms for k, ms in times["read"] if k == kind]
        found = sorted(ms for ms in got if ms is not None)
        row["count"] = len(got)
        row[name] = [percentile(found, p) for p in (50, 99)] if found else None
        row[name + "_missed"] = len(got) - len(found)
    emitted = sorted(ms for k, ms in ours["emitted"] if k == kind)
    row["emitted"] = [percentile(emitted, p) for p in (50, 99)] if emitted else None
    row["ratio"] = row["ours"][1] / row["walk"][1] if row["ours"] and row["walk"] else None
    row["ratio_mean"] = None
    if mean and row["ours"]:
        least = percentile(sorted(ms for k, ms in mean["read"] if k == kind), 99)
        row["ratio_mean"] = row["ours"][1] / least
    return row


# -- the firmware -------------------------------------------------------------------------------


def played(scene, table_name, naive, noise=0.0):
    """Play a scene on the VM: ``read``: (kind, ms or None) of every antenna something came to,
    until all of it was in one dwell; ``emitted``: (kind, ms) until the first event after it."""
    table = VirtualTable(
        table_name, seed=scene.seed, noise=noise, program=PROGRAM, extra={"bench_naive": naive}
    )
    with table:
        scene.play(table.world)
        table.run_until(scene.end_us + TAIL_US)
        log = table.vm.log_path.read_text().splitlines()
    zones = [row["zone"] for row in table.world.table["antennas"]]
    dwells, events = [], []
    for text in log:
        if text.startswith("["):
            antenna, t_us, end_us, uids = json.loads(text)
            dwells.append((zones[antenna], t_us, end_us, frozenset(uids)))
        elif text.startswith("{"):
            events.append(json.loads(text))
    return latencies(scene, dwells, events)


def latencies(scene, dwells, events):
    """Times from arrivals to complete dwells and to table events; see ``played``."""
    read, emitted = [], []
    for a in scene.arrivals:
        for zone, uids in wanted(a).items():
            ends = [
                end
                for where, _, end, seen in dwells
                if where == zone and a.t_us <= end < a.leave_us and uids <= seen
            ]
            read.append((a.kind, (min(ends) - a.t_us) / 1000 if ends else None))
        what = "card_move" if a.kind == "cards" else "chips_move"
        at = [e["at"] for e in events if e["what"] == what and a.t_us <= e["at"] < a.leave_us]
        if at:
            emitted.append((a.kind, (min(at) - a.t_us) / 1000))
    return {"read": read, "emitted": emitted}


def wanted(arrival):
    """Zone -> UIDs (hex) that have come there."""
    out = {}
    for zone, thing in zip(arrival.zones, arrival.things, strict=True):
        out.setdefault(zone, set()).add(thing.uid.hex())
    return out


# -- the walk -----------------------------------------------------------------------------------


def walked(scene, table, mean=False):
    """The same arrivals under the walk; see the module's text. ``mean``: each visit takes what so
    many tags take on the mean, not what these do."""
    fixed_ms = (table["radio"]["switch_us"] + table["radio"]["field_us"]) / 1000
    read = []
    for reader in table["readers"]:
        rows = [r for r in table["antennas"] if r["reader"] == reader]
        zones = [r["zone"] for r in rows]
        chips = {r["zone"]: r["reads"] != "cards" for r in rows}
        there = {z: {_number(g.uid.hex()) for g in scene.lying.get(z, ())} for z in zones}
        changes = sorted(_changes(scene, zones), key=lambda c: c[:2])
        waiting = []
        read_at = {}
        t = START = 0.0
        i = 0
        while t < START + scene.end_us / 1000:
            zone = zones[i % len(zones)]
            i += 1
            asked = t + fixed_ms
            while changes and changes[0][0] <= asked:
                at, come, where, uids, kind = changes.pop(0)
                numbers = {_number(u) for u in uids}
                there[where] = there[where] | numbers if come else there[where] - numbers
                if kind is not None:
                    waiting.append((where, at, kind))
            tags = frozenset(there[zone])
            known = tags <= read_at.get(zone, tags)  # only who was read can be asked by name
            read_at[zone] = tags
            if mean:
                t = asked + air_time.least(len(tags), chips[zone], known)[0]
            else:
                t = asked + air_time.least_of(tags, chips[zone], known)
            for item in [w for w in waiting if w[0] == zone]:
                waiting.remove(item)
                read.append((item[2], t - item[1]))
    return {"read": read, "emitted": []}


def _changes(scene, zones):
    """(ms, 0 when they go and 1 when they come, zone, UIDs, kind when it is an arrival)."""
    for a in scene.arrivals:
        for zone, uids in wanted(a).items():
            if zone in zones:
                yield a.t_us / 1000, 1, zone, uids, a.kind
                yield a.leave_us / 1000, 0, zone, uids, None
    for t_us, until_us, zone, thing in scene.visits:
        if zone in zones:
            yield t_us / 1000, 1, zone, {thing.uid.hex()}, None
            yield until_us / 1000, 0, zone, {thing.uid.hex()}, None


def _number(uid):
    """A UID as written (E0h first) as the number whose lowest bit is the first on air."""
    return int(uid, 16)


# -- the report ---------------------------------------------------------------------------------

HEAD = (
    f"{'scene':<24}{'tags':<7}{'n':>5}{'walk p50':>10}{'p99':>7}{'ours p50':>10}{'p99':>7}"
    f"{'ratio':>7}{'mean':>6}{'goal':>6}{'naive p50':>11}{'p99':>7}{'emitted p50':>10}{'p99':>7}"
    f"{'missed':>8}"
)


def line(row):
    """One row as text."""

    def pair(name, width):
        got = row[name]
        return f"{got[0]:>{width}.1f}{got[1]:>7.1f}" if got else f"{'-':>{width}}{'-':>7}"

    ratio = f"{row['ratio']:>7.2f}" if row["ratio"] else f"{'-':>7}"
    ratio += f"{row['ratio_mean']:>6.2f}" if row["ratio_mean"] else f"{'-':>6}"
    return (
        f"{row['scene']:<24}{row['kind']:<7}{row['count']:>5}{pair('walk', 10)}{pair('ours', 10)}"
        f"{ratio}{row['goal']:>6.1f}{pair('naive', 11)}{pair('emitted', 10)}"
        f"{row['ours_missed']:>4}/{row['naive_missed']}"
    )
