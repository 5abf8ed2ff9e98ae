"""Traces made elsewhere: ``python -m tests.detection.elsewhere [names] --n 40``, by setting.

Each setting fixes one thing and leaves the rest to the seed. Prints, per setting, how many clean
hands came out exactly and how many slips got their ruling, with the seeds of those that did not.
"""

import argparse
import random
from dataclasses import replace

from tests.detection.elsewhere_hands import SLIPS, Elsewhere, Manners
from tests.detection.elsewhere_radio import Air, record
from tests.detection.judge import Outcome

VALUES = ((5000, 1000, 500, 100, 50), (5000, 1000, 500, 100, 25), (10000, 2500, 500, 100, 50))


def drawn(rng):
    """Manners and a radio of one seed: nothing extreme, everything different."""
    manners = Manners(
        players=rng.choice((2, 3, 4, 5, 6, 6, 7, 8, 9)),
        ante=rng.choice((0, 0, 0, 50, 100)),
        straddle=rng.choice((0, 0, 0, 0, 200)),
        stacks=rng.choice(((60, 200), (60, 200), (20, 60), (5, 40))),
        values=rng.choice(VALUES),
        mouth=rng.choice((100, 150, 250)),
        pitch=rng.choice((280, 400, 600)),
        act=rng.choice((900, 1400, 2500)),
        says=rng.choice(("all", "some", "some", "checks")),
        folds=rng.choice(("muck", "muck", "gone", "line")),
        motion=rng.choice(("one", "drop")),
        pulls=rng.choice(("pot", "pot", "pot", "gone")),
        shows=rng.choice(("keyed", "keyed", "nothing")),
        check=rng.choice(("tap", "word")),
        collects=rng.choice(("muck", "gone")),
        gap=rng.choice((0, 60, 60, 300)),
        uncalled=rng.choice(("pot", "back")),
        at_once=rng.random() < 0.3,
    )
    air = Air(
        timing=rng.choice(("readers", "readers", "together")),
        dwell=rng.choice((5, 8, 12)),
        tag=rng.choice((0, 1, 4)),
        miss=rng.choice((0.0, 0.02, 0.03, 0.05)),
        how=rng.choice(("alone", "burst", "loop")),
        capture=rng.choice((0.0, 0.0, 0.1)),
        flags=rng.choice(("many", "lost", "never")),
        ghost=rng.choice((0.0, 0.0, 0.001)),
        crc=rng.choice((0.0, 0.005, 0.01)),
        cross=rng.choice((0.0, 0.0, 0.2)),
        agc=rng.choice(("zero", "missing", "fixed", "falls")),
        muck=rng.choice((0.0, 0.3, 0.6)),
    )
    if air.timing == "together":
        air = replace(air, dwell=rng.choice((20, 30, 50)))
    return manners, air


# name: (what is fixed of the manners, of the radio)
SETTINGS = {
    "any": ({}, {}),
    "no miss": ({}, {"miss": 0.0, "capture": 0.0, "cross": 0.0, "ghost": 0.0, "crc": 0.0}),
    "no mouth": ({}, {"without": ("mouth",)}),
    "no muck": ({}, {"without": ("muck",)}),
    "no burn": ({}, {"without": ("burn",)}),
    "no pot": ({}, {"without": ("pot",)}),
    "seats, spots, board": ({}, {"without": ("mouth", "muck", "burn", "pot")}),
    "all each 5 ms": ({}, {"timing": "together", "dwell": 5}),
    "all each 100 ms": ({}, {"timing": "together", "dwell": 100}),
    "all each 200 ms": ({"mouth": 450, "pitch": 900}, {"timing": "together", "dwell": 200}),
    "all each 300 ms": ({"mouth": 650, "pitch": 1200}, {"timing": "together", "dwell": 300}),
    "one reader": ({"mouth": 500, "pitch": 900}, {"timing": "one", "dwell": 8, "tag": 1}),
    "2 % alone": ({}, {"miss": 0.02, "how": "alone"}),
    "10 % alone": ({}, {"miss": 0.1, "how": "alone"}),
    "10 % in bursts": ({}, {"miss": 0.1, "how": "burst"}),
    "10 % by loop": ({}, {"miss": 0.1, "how": "loop"}),
    "by pile": ({}, {"how": "pile", "miss": 0.01}),
    "antennas by chance": ({}, {"timing": "chance"}),
    "seldom, by chance": ({"pitch": 600}, {"timing": "chance", "dwell": 25, "tag": 2}),
    "quick play": ({"act": 450, "pitch": 220, "mouth": 90, "gap": 60}, {}),
    "slow play": ({"act": 9000}, {"timing": "together", "dwell": 60}),
    "no way between": ({"gap": 0}, {}),
    "long way between": ({"gap": 400, "pitch": 700}, {}),
    "taken back": ({"uncalled": "back"}, {}),
    "pulled at once": ({"at_once": True, "pulls": "pot"}, {}),
    "six_max": ({"seats": 6, "players": 5}, {}),
    "clock of the day": ({"epoch": 1_750_000_000_000_000}, {}),
    "capture": ({}, {"capture": 0.3, "flags": "never"}),
    "ghost UIDs": ({}, {"ghost": 0.004}),
    "spoilt answers": ({}, {"crc": 0.03}),
    "cross-talk 40 %": ({}, {"cross": 0.4}),
    "load falls": ({}, {"agc": "falls"}),
    "load rises": ({}, {"agc": "rises"}),
    "bare lines": ({}, {"bare": True}),
    "heads-up": ({"players": 2}, {}),
    "nine-handed": ({"players": 9}, {}),
    "ten-handed": ({"players": 10, "seats": 10}, {}),
    "short stacks": ({"stacks": (3, 30)}, {}),
    "straddle, ante": ({"straddle": 200, "ante": 50, "players": 6}, {}),
    "one by one": ({"motion": "count"}, {}),
    "two motions": ({"twice": 1.0, "says": "some"}, {}),
    "checks only keyed": ({"says": "checks"}, {}),
    "all keyed": ({"says": "all"}, {}),
    "folds read nowhere": ({"folds": "gone"}, {}),
    "folds over the line": ({"folds": "line"}, {}),
    "bets just go": ({"pulls": "gone"}, {}),
    "award keyed": ({"ends": "keyed"}, {}),
    "pot just goes": ({"ends": "lift"}, {}),
    "nothing shown": ({"shows": "nothing"}, {}),
    "from the flop": ({"stacks": (60, 200), "pulls": "pot"}, {}),
    "from the flop, told": ({"stacks": (60, 200), "pulls": "pot"}, {}),
    "three hands": ({"hands": 3, "straddle": 0, "begins": "key"}, {}),
    "three hands, riffled": (
        {"hands": 3, "straddle": 0, "begins": "riffle", "collects": "muck"},
        {},
    ),
}


# what the rulings of a slip begin with; no other ruling may come before it
SITUATIONS = {
    "string": "wager.string",
    "oversized": "wager.oversized",
    "premature": "board.",
    "four_flop": "board.",
    "exposed": "deal.",
    "out_of_turn": "turn.oot",
    "undercall": "wager.undercall",
    "short_raise": "wager.",
    "boxed": "deal.",
    "foreign": "deck.",
    "no_burn": "board.",
}


def made(name, seed, slip=None):
    """``(scene, lines)`` of a setting."""
    rng = random.Random(f"elsewhere/{name}/{seed}/{slip}")
    manners, air = drawn(rng)
    habits, radio = SETTINGS[name]
    manners, air = replace(manners, **habits), replace(air, **radio)
    if slip:
        manners = replace(manners, slip=slip, players=max(4, manners.players), straddle=0)
        manners = replace(manners, stacks=(100, 200), says="some")
        if slip in ("boxed", "foreign", "premature"):
            air = replace(air, without=())
    game = Elsewhere(f"{name}/{seed}/{slip}", manners, rng)
    if name == "six_max":
        game.scene.header["table"] = name
    scene = game.play()
    assert manners.hands == 1 or all(game.stacks.values()), "the button moves as the book has it"
    from_us = 0
    if name.startswith("from the flop"):
        assert game.flop, "no flop"
        from_us = game.from_the_flop(name.endswith("emitted"))
    lines = record(scene, air, f"{name}/{seed}", manners.seats, from_us)
    return scene, lines, manners, air


def judged(name, seed, slip=None):
    """What is wrong with a seed's outcome; None for a hand that cannot be."""
    try:
        scene, lines, manners, _ = made(name, seed, slip)
    except (AssertionError, ValueError):
        return None  # no flop, nobody left to play, or a pot these chips cannot share out
    if slip and scene.ruling is None:
        return None
    raised = [to for act, _, to in scene.acts if act == "raise"]
    if manners.straddle and raised and raised[0] < 2 * manners.straddle:
        return None  # less than the books' least raise over a straddle
    found = Outcome(lines)
    if slip:
        given = [o["situation"] for o in found.outputs if o["k"] == "ruling"]
        hit = [s for s in given if s.startswith(SITUATIONS[slip])]
        return [] if hit and hit == given[: len(hit)] else [f"said {given}"]
    return found.wrong(scene)


def main(argv=None):
    """Run settings and print their scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="settings or slips; all settings when none")
    parser.add_argument("--n", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("-v", action="store_true", help="say what was wrong")
    args = parser.parse_args(argv)
    for name in args.names or SETTINGS:
        slip = name if name in SLIPS else None
        bad, played, seed = [], 0, args.seed
        while played < args.n and seed < args.seed + 12 * args.n:
            wrong = judged("any" if slip else name, seed, slip)
            if wrong is not None:
                played += 1
                if wrong:
                    bad.append(seed)
                    if args.v:
                        print("   ", seed, wrong, flush=True)
            seed += 1
        print(f"{name:24s} {played - len(bad)} of {played}  {bad}", flush=True)


if __name__ == "__main__":
    main()
