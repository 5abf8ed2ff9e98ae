"""Writes a seed's recording as a file, with its truth beside it."""

import json
import random

from tests.detection.twelfth.airing import Air
from tests.detection.twelfth.plot import Plot
from tests.detection.twelfth.scene import BOOKS, PLAYERS, Scene
from tests.detection.twelfth.slips import SLIPS

CLEAN_SHARE = 0.55
TRIES_MAX = 60  # scenes drawn until the slip comes about in one


def kind_of(seed):
    """What goes wrong in a seed's hand; None: nothing."""
    rng = random.Random(f"twelfth kind {seed}")
    return None if rng.random() < CLEAN_SHARE else rng.choice(sorted(SLIPS))


def story(seed, kind="draw"):
    """``(scene, plot)`` of a seed, played to its end; ``kind``: a class, None: clean."""
    slip = SLIPS.get(kind_of(seed) if kind == "draw" else kind)
    error = "the slip does not come about"
    for attempt in range(TRIES_MAX):
        books, players = (slip.books, slip.players) if slip else (BOOKS, PLAYERS)
        scene = Scene(f"{seed}/{attempt}", books, players)
        plot = Plot(scene, slip)
        try:
            if plot.play():
                return scene, plot
        except AssertionError as reason:  # chips that cannot be paid, a split pot: another scene
            error = str(reason)
    raise AssertionError(error)


def truth_of(seed, scene, plot):
    """What really happened, as one object."""
    slip = plot.slip
    return {
        "seed": seed,
        "kind": slip.name if slip else "clean",
        "expect": sorted(slip.expect) if slip else None,
        "wide": sorted(slip.wide) if slip else [],
        "seat": plot.seat,
        "boxed": [scene.name[t] for t in scene.boxed],
        "book": scene.book,
        "n": scene.n,
        "acts": scene.truth,
        "stacks": {str(s): scene.state.stacks[s] for s in scene.seats},
        "board": [scene.name[t] for t in scene.board],
        "feats": scene.feats,
        "radio": [scene.radio.order, scene.radio.load, scene.radio.chips],
        "seconds": round(scene.t, 1),
    }


def lines(scene, air):
    """The recording: header, then dwells and keys in the order of their time."""
    keys = [{"t_us": round(t * 1e6), "key": key} for t, key in scene.stage.keys]
    rows = sorted([*air.dwells(), *keys], key=lambda row: row["t_us"])
    return [json.dumps(scene.header()), *(json.dumps(row) for row in rows)]


def write(seed, folder, kind="draw"):
    """``(path, truth)`` of a seed's recording, written into a folder."""
    scene, plot = story(seed, kind)
    air = Air(scene)
    path = folder / f"twelfth-{seed}.jsonl"
    path.write_text("\n".join(lines(scene, air)) + "\n")
    truth = truth_of(seed, scene, plot) | {"misses": air.misses, "flights": air.flights}
    path.with_suffix(".truth.json").write_text(json.dumps(truth))
    return path, truth
