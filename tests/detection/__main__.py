"""Scores generators side by side: ``python -m tests.detection third:70000:70079 ninth:1:80``.

Each argument is a generator with its first and last seed. A row a generator and one of all are
printed as ``docs/detection-scores.md`` has them; ``--out FILE`` keeps a JSON line a seed.
"""

import argparse
import json
import tempfile
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path

from tests.detection.totals import sums

JUDGES = {
    "sixth": "sixth.tally",
    "seventh": "seventh.scorecard",
    "eighth": "eighth.verdict",
    "ninth": "ninth.nineverdict",
    "tenth": "tenth.tenverdict",
    "eleventh": "eleventh.elevenverdict",
    "twelfth": "twelfth.marking",
}
KEPT = ("seed", "class", "quiet", "silent", "wagers", "found", "first", "said", "complaints")


def third(seed):
    """A seed of the third generator, which does not count wagers."""
    from tests.detection.third.__main__ import Judged
    from tests.detection.third.recording import Recording

    recording = Recording(seed)
    out = Judged(recording)
    said = [[None, alert, None, ""] for alert in out.alerts]
    row = {"seed": seed, "class": None if out.clean else recording.kind, "said": said}
    if out.clean:
        # a ruling the book asks for on what the people did is no false alert
        return row | {"quiet": not out.alerts or out.by_book}
    return row | {"found": out.found, "first": out.first}


def written(seed, module, judge):
    """A seed of a generator that writes its recording as a file and replays that."""
    with tempfile.TemporaryDirectory() as scratch:
        path, story = import_module(module).write(seed, Path(scratch))
        verdict = judge(path, story)
    verdict["class"] = None if verdict["kind"] == "clean" else verdict["kind"]
    verdict["said"] = [[t, name, None, ""] for t, name in verdict["alerts"]]
    verdict["quiet"] = not verdict["alerts"]
    return verdict


def fourth(seed):
    """A seed of the fourth generator."""
    from tests.detection.fourth import scoring

    return written(seed, "tests.detection.fourth.writing", scoring.judge)


def fifth(seed):
    """A seed of the fifth generator, which does not count wagers."""
    from tests.detection.fifth import score

    return written(
        seed, score.__name__, lambda path, story: score.judge(*score.replay(path), story)
    )


def judged(task):
    """One seed of one generator as a row of plain values."""
    name, seed = task
    own = {"third": third, "fourth": fourth, "fifth": fifth}.get(name)
    judge = own or import_module(f"tests.detection.{JUDGES[name]}").judged
    try:
        row = judge(seed)
    except AssertionError as error:  # a generator's own: it has no recording of this seed
        return {"generator": name, "seed": seed, "none": str(error)}
    return {"generator": name} | {key: row[key] for key in KEPT if key in row}


def tasks(texts):
    """``(generator, seed)`` of each argument ``GENERATOR:FIRST:LAST``."""
    out = []
    for text in texts:
        name, first, last = text.split(":")
        out += [(name, seed) for seed in range(int(first), int(last) + 1)]
    return out


def score(rows, name):
    """A row of the page's table."""
    of = sums(rows)
    silent = "" if of.wagers is None else f"{of.silent} of {of.wagers:,}"
    quiet, found = f"{of.quiet} of {of.clean}", f"{of.found}, {of.first} of {of.irregular}"
    return f"| {name} | {quiet} | {silent} | {found} |"


def main(argv=None):
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.detection", description=__doc__)
    parser.add_argument("seeds", nargs="+", metavar="GENERATOR:FIRST:LAST")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--out", type=Path, help="file for a JSON line a seed")
    args = parser.parse_args(argv)
    asked = tasks(args.seeds)
    with ProcessPoolExecutor(args.jobs) as pool:
        rows = list(pool.map(judged, asked, chunksize=4))
    for row in rows:
        if "none" in row:
            print(f"{row['generator']} {row['seed']}: no recording: {row['none']}")
    rows = [row for row in rows if "none" not in row]
    if args.out:
        args.out.write_text("".join(json.dumps(row) + "\n" for row in rows))
    for name in dict.fromkeys(name for name, _ in asked):
        print(score([row for row in rows if row["generator"] == name], name))
    print(score(rows, "all"))


if __name__ == "__main__":
    main()
