"""Recordings of a seed, what the program makes of them, and the score."""

import gzip
import json
import random
import subprocess
import sys
from collections import Counter

from tests.conftest import ROOT
from tests.detection.fifth.hand import Hand
from tests.detection.fifth.poker import Again
from tests.detection.fifth.radio import Radio
from tests.detection.fifth.slips import CLASSES
from tests.detection.fifth.world import World
from tests.detection.judge import checked_best

CLEAN = 0.5  # share of hands in which nothing goes wrong
TRIES_MAX = 2000
EARLY_S = 6.0  # an alert may carry the moment its motion began
REPLAY_MAX_S = 600


def kind_of(seed):
    """The irregularity of a seed, or None."""
    rng = random.Random(f"fifth kind {seed}")
    return None if rng.random() < CLEAN else rng.choice(sorted(CLASSES))


def hand(seed, slip="drawn"):
    """The hand of a seed, drawn again until it can be paid and its irregularity has a place."""
    slip = kind_of(seed) if slip == "drawn" else slip
    world = World(random.Random(f"fifth world {seed}"))
    for attempt in range(TRIES_MAX):
        try:
            return Hand(random.Random(f"fifth hand {seed} {attempt}"), world, slip).play()
        except Again:
            continue
    raise RuntimeError(f"seed {seed}: no hand with {slip}")


def recording(seed, played=None):
    """(rows, truth) of a seed."""
    played = played or hand(seed)
    rng, until = random.Random(f"fifth radio {seed}"), played.t
    radio = Radio(rng, played.world, played.tracks, set(played.deck), until)
    radio.hands, radio.busy = played.hands, played.busy
    rows = radio.dwells()
    rows += [{"t_us": int(t * 1e6), "key": key} for t, key in played.keys if t < until]
    rows.sort(key=lambda row: row["t_us"])
    return [header(played), *rows], truth(seed, played, radio)


def header(played):
    """What the table knew before."""
    head = {
        "table": played.world.table, "deck": played.deck, "chips": played.chips,
        "rulebook": played.book, "stacks": {str(s): n for s, n in played.start.items()},
        "button": played.button, "sb": played.sb, "bb": played.bb,
    }  # fmt: skip
    if played.ante:
        head |= {"ante": played.ante, "ante_type": played.ante_kind}
    return head


def truth(seed, played, radio):
    """What happened."""
    world = played.world
    return {
        "seed": seed, "kind": played.slip or "clean", "irregular": played.irregular,
        "regular": sorted(played.regular), "book": played.book, "acts": played.acts,
        "stacks": {str(seat): played.stack(seat) for seat in played.seats},
        "feats": sorted(set(played.feats)), "n": len(played.seats), "seconds": round(played.t, 1),
        "sched": world.program, "calm": world.calm, "chip_tags": world.chip_tags,
        "load": world.load, "slow": world.slow, "away": world.away,
        **radio.summary(played.pitched),
    }  # fmt: skip


def pack(rows):
    """The bytes of a recording."""
    text = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    return gzip.compress(text.encode(), 6, mtime=0)


def write(seed, folder):
    """Recording and truth as files: (path, truth)."""
    folder.mkdir(parents=True, exist_ok=True)
    rows, story = recording(seed)
    path = folder / f"{seed}-{story['kind']}.jsonl.gz"
    path.write_bytes(pack(rows))
    (folder / f"{seed}-{story['kind']}.truth.json").write_text(json.dumps(story) + "\n")
    return path, story


def replay(path):
    """(lines, crashed) of this tree's `trace replay --rule` on a recording."""
    ran = subprocess.run(
        [sys.executable, "-m", "tools.cli", "trace", "replay", "--quiet", "--rule", path],
        capture_output=True, text=True, timeout=REPLAY_MAX_S, cwd=ROOT,
    )  # fmt: skip
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    return lines, ran.stderr.strip().splitlines()[-1] if "Traceback" in ran.stderr else ""


def judge(lines, crashed, story):
    """The verdict on one recording."""
    due = tuple(story["regular"])
    alerts = [(x["t"] / 1000, x["situation"] or "") for x in lines
              if x.get("k") == "ruling" and x.get("irregular")]  # fmt: skip
    alerts = [(t, name) for t, name in alerts if not (due and name.startswith(due))]
    alerts = [(t, name) for t, name in alerts if not checked_best(name, story["acts"])]
    asked = [(x["t"] / 1000, x["kind"]) for x in lines if x.get("what") == "question"]
    out = {"seed": story["seed"], "kind": story["kind"], "alerts": alerts, "questions": asked}
    out["crashed"] = crashed
    if story["irregular"]:
        names, t = CLASSES[story["kind"]], story["irregular"]["t"]
        hits = [at for at, name in alerts if name.startswith(names.found)]
        hits += [at for at, kind in asked if kind in names.questions]
        hits = [at for at in hits if at >= t - EARLY_S]
        strange = [at for at, name in alerts if not name.startswith(names.found)]
        out["found"] = bool(hits)
        out["first"] = bool(hits) and not any(at < min(hits) for at in strange)
    else:
        ends = [x["stacks_after"] for x in lines if x.get("k") == "hand"]
        out["stacks"] = bool(ends) and {str(k): v for k, v in ends[0].items()} == story["stacks"]
    return out


def report(verdicts):
    """The score in lines of text."""
    total = {kind: Counter() for kind in sorted({v["kind"] for v in verdicts})}
    for v in verdicts:
        total[v["kind"]] += Counter(
            hands=1,
            false=v["kind"] == "clean" and bool(v["alerts"]),
            found=v.get("found", 0),
            first=v.get("first", 0),
            stacks=v.get("stacks", 0),
            asked=bool(v["questions"]),
            crashed=bool(v["crashed"]),
        )
    columns = ("hands", "false", "found", "first", "stacks", "asked", "crashed")
    out = [f"{'class':<14}" + "".join(f"{name:>9}" for name in columns)]
    for kind, n in total.items():
        out.append(f"{kind:<14}" + "".join(f"{n[name]:>9}" for name in columns))
    wrong = [v for v in verdicts if v["kind"] != "clean"]
    found, first = sum(v["found"] for v in wrong), sum(v["first"] for v in wrong)
    return [*out, f"irregular {len(wrong)}: found {found}, first {first}"]
