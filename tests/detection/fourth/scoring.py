"""What the program makes of a recording, run as a user runs it, held against the truth."""

import json
import os
import subprocess
import sys
from collections import Counter

from shared_rules import rulebooks
from tests.conftest import ROOT
from tests.detection.fourth.irregularities import CLASSES
from tests.detection.judge import checked_best, in_front

# an alert carries the moment its motion began, the truth has its end: four cards of a flop, turned
# up one by one and spread, take 3.3 s, a call in several motions longer
EARLY_S = 6.0
REPLAY_MAX_S = 300


def replay(path):
    """The lines `feltwire trace replay --rule` prints for a recording, and what it complains of."""
    # of this tree: the installed program may be another's
    command = [
        sys.executable,
        "-m",
        "tools.cli",
        "trace",
        "replay",
        "--rule",
        os.path.abspath(path),
    ]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=REPLAY_MAX_S, cwd=ROOT)
    if ran.returncode:
        raise RuntimeError(f"{path}: replay ended with {ran.returncode}: {ran.stderr[-500:]}")
    return [json.loads(line) for line in ran.stdout.splitlines()], ran.stderr


def alerts(lines):
    """(seconds, situation) of each irregular ruling, in the order given."""
    return [
        (line["t"] / 1000, line["situation"])
        for line in lines
        if line.get("k") == "ruling" and line.get("irregular")
    ]


def questions(lines):
    """(seconds, kind, seat) of each question to the dealer."""
    return [
        (line["t"] / 1000, line["kind"], line.get("seat"))
        for line in lines
        if line.get("what") == "question"
    ]


def finished(lines):
    """The record of the recorded hand, or None where the program never ended it."""
    return next((line for line in lines if line.get("k") == "hand"), None)


def wrong_wagers(lines, truth):
    """(wagers, seats of those told otherwise, or not, or that nobody made): by street total, with
    the blind that a book leaves out of a raise made beside it."""
    made = Counter((seat, to) for act, seat, added, to in truth["acts"] if added and act != "ante")
    ended = finished(lines)
    acts = ended["actions"] if ended else [x for x in lines if x.get("k") == "action"]
    put = [a for a in acts if a["amt"] and a["act"] != "ante"]
    book = rulebooks.get(truth["book"])
    emitted = Counter((a["seat"], in_front(a, book, lines, lines)) for a in put)
    wrong = []
    for seat in {seat for seat, _ in made | emitted}:
        missing = sum(n for (s, _), n in (made - emitted).items() if s == seat)
        extra = sum(n for (s, _), n in (emitted - made).items() if s == seat)
        wrong += [seat] * max(missing, extra)
    return sum(made.values()), wrong


def judge(path, truth):
    """One recording's verdict: a dict of plain values."""
    lines, complaints = replay(str(path))
    asked, slip = questions(lines), truth["irregular"]
    due = tuple(truth["regular"])  # a big chip's call, an all-in for less: ruled on, and rightly
    raised = [alert for alert in alerts(lines) if not alert[1].startswith(due)]
    raised = [alert for alert in raised if not checked_best(alert[1], truth["acts"])]
    verdict = {
        "seed": truth["seed"],
        "kind": truth["kind"],
        "alerts": raised,
        "questions": asked,
        "complaints": complaints.strip()[:200],
    }
    if slip is None:
        wagers, wrong = wrong_wagers(lines, truth)
        asked_of = {seat for _, _, seat in asked}
        ended = finished(lines)
        verdict["wagers"] = wagers
        verdict["silent"] = 0 if raised else sum(seat not in asked_of for seat in wrong)
        verdict["wrong"] = len(wrong)
        verdict["stacks"] = bool(ended) and ended["stacks_after"] == truth["stacks"]
        return verdict
    names = CLASSES[truth["kind"]]
    window = (slip["t"] - EARLY_S, slip["until"])
    fits = [t for t, situation in raised if situation.startswith(names.found)]
    fits += [t for t, kind, _ in asked if kind in names.questions]
    fits = [t for t in fits if window[0] <= t <= window[1]]
    strange = [t for t, situation in raised if not situation.startswith(names.found)]
    verdict["found"] = bool(fits)
    verdict["first"] = bool(fits) and not any(t < min(fits) for t in strange)
    return verdict


def report(verdicts):
    """The score as lines of text."""
    clean = [v for v in verdicts if v["kind"] == "clean"]
    wrong = [v for v in verdicts if v["kind"] != "clean"]
    lines = [
        f"clean hands                {len(clean)}",
        f"  with a false alert       {sum(bool(v['alerts']) for v in clean)}",
        f"  with a question          {sum(bool(v['questions']) for v in clean)}"
        f" ({sum(len(v['questions']) for v in clean)} questions)",
        f"  wagers                   {sum(v['wagers'] for v in clean)}",
        f"  wagers wrong             {sum(v['wrong'] for v in clean)}",
        f"  wagers silently wrong    {sum(v['silent'] for v in clean)}",
        f"  stacks right             {sum(v['stacks'] for v in clean)}",
        f"irregular hands            {len(wrong)}",
        f"  found                    {sum(v['found'] for v in wrong)}",
        f"  found first              {sum(v['first'] for v in wrong)}",
    ]
    for kind in sorted({v["kind"] for v in wrong}):
        of = [v for v in wrong if v["kind"] == kind]
        found, first = sum(v["found"] for v in of), sum(v["first"] for v in of)
        lines.append(f"    {kind:<22} {len(of):>3} found {found:>3} first {first:>3}")
    return lines


def faults(verdict):
    """One line on a hand that was not got right, or None."""
    right = not verdict["alerts"] and not verdict["wrong"] and verdict["stacks"] \
        if verdict["kind"] == "clean" else verdict["first"]  # fmt: skip
    return None if right else json.dumps(verdict)
