"""One world, one hand: played, read and written down, with what really happened beside it.

``python -m tools.worlds.record --family F --seed S [--slip C] OUT.jsonl`` writes the trace and
``OUT.truth.json``.
"""

import argparse
import json
import random
import sys

from tools.worlds import families, hand_plans, people, slips
from tools.worlds.dwells import Dwells
from tools.worlds.felt import felt
from tools.worlds.oracle import Oracle, moment_s
from tools.worlds.radio import Air
from tools.worlds.scan import Scan

SPARE_CHIPS = (0, 40)  # chips enrolled and not played


class Recording:
    """A trace in memory: ``header``, ``truth``, the ``play``; ``rows``: its lines as dicts.

    ``dwells``: ``(s, loop index, uids, collision, crc, gain, cut short, took s)``; ``ends``: does
    the trace say when the table got each?
    """

    def __init__(self, header, dwells, ends, truth, play):
        self.header = header
        self.dwells = dwells
        self.ends = ends
        self.truth = truth
        self.play = play
        self._rows = None

    @property
    def rows(self):
        """Dwells and keys as dict lines, made when first asked for."""
        if self._rows is None:
            self._rows = _rows(self)
        return self._rows

    def dicts(self):
        """All lines as dicts, the header first."""
        yield self.header
        yield from self.rows

    def lines(self):
        """All lines as text."""
        for row in self.dicts():
            yield json.dumps(row, separators=(",", ":"))


def record(family, seed, slip=None, table="nine_max"):
    """The recording of one draw. ``slip``: name of a class of ``slips``, None for a clean hand."""
    world = families.draw(family, seed)
    name = f"{world['family']} {seed} {slip or ''}"
    play = _played(name, world, slip, table)
    rng = random.Random(f"radio {name}")
    scene, end = play.scene, play.t
    air = Air(play.felt, world, rng)
    air.rest(scene, end)
    scan = Scan(play.felt, world, air, end, rng)
    dwells = Dwells(play.felt, world, air, scan, scene, end, rng)
    header, ends = _header(play, rng), rng.random() < 0.5
    truth = _truth(play, world, scan, dwells)
    return Recording(header, dwells.rows, ends, truth, play)


TRIES = 600


def _played(name, world, slip, table):
    """The hand as people play it; with a slip, one in which the rules engine rules on it."""
    for n in range(TRIES):
        rng = random.Random(f"hand {name} {n}")
        real = 0.0 if slip else 0.3
        plan = hand_plans.draw(rng, real, 9, world["players"] and rng.choice((8, 9)))
        fault = slips.make(slip, plan, rng) if slip else None
        if slip and fault is None:
            continue
        play = people.play(plan, world, felt(table), f"{world['seed']} {slip or ''} {n}", fault)
        if fault is None or _ruled(play, fault):
            return play
    raise ValueError(f"no hand found in which {slip} can happen")


def _ruled(play, fault):
    """True when what really happened is what the class says, by the rules engine."""
    truth = Oracle(play, setup_keys(play))
    if not fault.situations:
        return not truth.alerts
    for (_, situation, seat), cause in zip(truth.alerts, truth.causes, strict=True):
        if situation in fault.situations:
            fault.heard = None if seat is None else [seat]
            play.slip_at = play.slip_at or moment_s(play.scene, cause)
            return True
        if situation not in fault.wide:
            return False
    return False


def setup_keys(play):
    """What the header says of the hand, its tags left out."""
    plan = play.plan
    keys = {
        "rulebook": plan.book,
        "stacks": {str(s): plan.stacks[s] for s in sorted(plan.stacks)},
        "button": plan.button,
        "sb": plan.sb,
        "bb": plan.bb,
    }
    if plan.ante:
        keys["ante"] = plan.ante
        keys["ante_type"] = plan.ante_type
    if play.slip:
        keys.update(play.slip.header(plan))
    return keys


def _header(play, rng):
    """What a table knows before the hand: names of its tags, stacks, blinds, button, book."""
    chips = {c.uid: c.value for c in play.chips}
    for _ in range(rng.randint(*SPARE_CHIPS)):
        chips[f"E0040150{rng.getrandbits(32):08X}"] = rng.choice((25, 100, 500, 1000))
    rows = list(chips.items())
    rng.shuffle(rows)
    deck = {play.cards[name].uid: name for name in hand_plans.DECK}
    deck.update(play.extra_deck)
    names = {"table": play.felt.name, "deck": deck, "chips": dict(rows)}
    return dict(names, **setup_keys(play))


def _rows(made):
    """Dwells and keys in the order of their time, as dict lines."""
    zones = [loop.zone for loop in made.play.felt.loops]
    keys = [(t, key) for t, _, key in made.play.scene.keys]
    out = []
    k = 0
    for t, index, uids, collision, broken, agc, torn, took in made.dwells:
        while k < len(keys) and keys[k][0] <= t:
            out.append({"t_us": int(keys[k][0] * 1e6), "key": keys[k][1]})
            k += 1
        row = {
            "t_us": int(t * 1e6), "antenna": zones[index], "uids": uids, "collision": collision,
            "crc_error": broken, "agc": agc,
        }  # fmt: skip
        if torn:
            row["partial"] = True
        if made.ends:
            row["end_us"] = int((t + took) * 1e6)
        out.append(row)
    for t, key in keys[k:]:
        out.append({"t_us": int(t * 1e6), "key": key})
    return out


def _truth(play, world, scan, dwells):
    """What really happened."""
    plan, slip = play.plan, play.slip
    flights = {}
    for _, _, uid, goal in dwells.flights:
        if goal == "pitch":
            flights[uid] = flights.get(uid, 0) + 1
    return {
        "kind": slip.name if slip else "clean",
        "expect": list(slip.situations) if slip else None,
        "wide": list(slip.wide) if slip else [],
        "seats": slip.seats() if slip else None,
        "readings": _readings(play, dwells),
        "ruled": [] if slip else [a[1:] for a in Oracle(play, setup_keys(play)).alerts],
        "at_ms": int(play.slip_at * 1000) if play.slip_at is not None else None,
        "family": world["family"],
        "seed": world["seed"],
        "book": plan.book,
        "source": plan.source,
        "n": len(plan.seats),
        "acts": [a[:4] for a in play.truth_acts],
        "acts_ms": [a[4] for a in play.truth_acts],
        "stacks": {str(s): v for s, v in plan.stacks_after.items()},
        "feats": play.feats,
        "sched": world["program"],
        "revisit": round(scan.revisit_s(), 3),
        "agc": world["load"],
        "seconds": round(play.t, 1),
        "dwells": len(dwells.rows),
        "misses": [dwells.due, dwells.missed],
        "pitched": sum(1 for m in play.scene.motions if m.goal == "pitch"),
        "flights": sorted(flights.values()),
        "keys": len(play.scene.keys),
    }


def _readings(play, dwells):
    """Fewest readings of a tag the slip rests on; None where it does not rest on a brief one."""
    counts = []
    for uid, zone, t0, t1 in play.evidence:
        n = 0
        for t, index, uids, *_ in dwells.rows:
            if t0 <= t <= t1 and uid in uids and play.felt.loops[index].zone.startswith(zone):
                n += 1
        counts.append(n)
    return min(counts) if counts else None


def main(argv=None):
    """Write one trace and its truth."""
    parser = argparse.ArgumentParser(prog="python -m tools.worlds.record", description=__doc__)
    parser.add_argument("--family", default="calm", help="family of worlds")
    parser.add_argument("--seed", default="1", help="seed of the draw")
    parser.add_argument("--slip", help="a class of irregularity; none: a clean hand")
    parser.add_argument("out", help="the trace; the truth goes beside it")
    args = parser.parse_args(argv)
    if args.family not in families.BY_NAME:
        parser.error(f"--family: {args.family!r} is none of {', '.join(families.BY_NAME)}")
    made = record(args.family, args.seed, args.slip)
    with open(args.out, "w", encoding="utf-8") as file:
        for line in made.lines():
            file.write(line + "\n")
    truth = args.out.removesuffix(".jsonl") + ".truth.json"
    with open(truth, "w", encoding="utf-8") as file:
        json.dump(made.truth, file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
