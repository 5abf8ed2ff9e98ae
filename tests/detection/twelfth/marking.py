"""Replays a recording, answers the table's questions as a dealer does, and marks what it said.

``python -m tests.detection.twelfth.marking 1:30 [KIND]`` prints a line a seed.
"""

import random
import sys

from tests.detection.__main__ import written
from tests.detection.judge import checked_best
from tests.detection.twelfth import writing
from tools.trace.reading import Reader
from tools.trace.replay import Replay

STEP_MS = 100
STANDS_MS = 1000  # a ruling withdrawn sooner than this did not stand
WAGERS = ("bet", "raise", "call")


class Table:
    """A replayed recording with a dealer who answers questions from the truth."""

    def __init__(self, path, truth):
        self.rng = random.Random(f"twelfth dealer {truth['seed']}")
        self.truth = truth
        self.outputs, self.events, self.complaints = [], [], []
        self.questions = []  # [question, moment of the answer or None]
        self.asked = []
        reader = Reader(self.complaints.append)
        header, entries = reader.read(path.read_text().splitlines())
        self.replay = Replay(header, entries, self._event, self._output, self.complaints.append)
        self._run()

    def _event(self, event):
        self.events.append(event)
        if event["what"] == "question":
            self.asked.append(event)
            boxed = event["kind"] == "boxed_card"  # a dealer sees that one, sooner or later
            answered = self.rng.random() < 0.75 or boxed
            self.questions.append([event, self.replay.t + self.rng.uniform(700, 5000)
                                   if answered else None])  # fmt: skip

    def _output(self, output):
        self.outputs.append((self.replay.t, output))

    def _run(self):
        if not self.replay.begin():
            return
        t = self.replay.t
        while self.replay.play(t):
            t += STEP_MS
            for pair in self.questions:
                if pair[1] is not None and pair[1] <= t:
                    pair[1] = None
                    self._answer(pair[0], t)
        self.replay.finish()

    def _answer(self, question, t):
        value = self._true(question)
        if value is not None:
            self.replay.table.key(
                {"what": "answer", "id": question["id"], "value": value, "by": "dealer"}, t
            )

    def _true(self, question):
        """What a dealer who saw it all would answer; None: leaves it to the table."""
        t = question["t"] / 1000
        acts = [a for a in self.truth["acts"] if a["seat"] == question.get("seat")]
        if question["kind"] == "check_unkeyed":
            return _word(any(a["act"] == "check" and t - 45 < a["t"] <= t for a in acts))
        if question["kind"] == "boxed_card":
            return _word(set(question.get("cards") or ()) & set(self.truth["boxed"]))
        if question["kind"] == "chips_unread":
            made = [a["to"] for a in acts if a["act"] in WAGERS and a["t"] <= t + 1]
            return _word(bool(made) and question.get("amount") == made[-1])
        return None

    def rulings(self):
        """``[(t_ms, situation, seat)]`` of irregular rulings that stood."""
        out = []
        for i, (t, output) in enumerate(self.outputs):
            if output["k"] != "ruling" or not output.get("irregular"):
                continue
            name, seat = output.get("situation"), output.get("seat")
            gone = any(
                o["k"] == "withdraw" and o["situation"] == name and o["seat"] == seat
                and later - t < STANDS_MS
                for later, o in self.outputs[i:]
            )  # fmt: skip
            if not gone:
                out.append((t, name, seat))
        return out


def _word(value):
    return "yes" if value else "no"


def silent(table, truth):
    """Wagers whose amount the table has not, and was not unsure of."""
    rows = [o["action"] if o["k"] == "revise" else o for _, o in table.outputs
            if o["k"] in ("action", "revise")]  # fmt: skip
    taken = [o for o in rows if o and o["act"] in WAGERS]
    unsure = {e.get("seat") for e in table.asked}
    wrong = []
    for act in truth["acts"]:
        if act["act"] not in WAGERS:
            continue
        same = [o for o in taken if o["seat"] == act["seat"] and o["street"] == act["street"]]
        if any(o["to"] == act["to"] for o in same):
            continue
        if act["seat"] in unsure or any(o.get("confidence", "high") != "high" for o in same):
            continue
        wrong.append(act)
    return wrong


def judge(path, truth):
    """The row of a recording."""
    table = Table(path, truth)
    clean = truth["kind"] == "clean"
    alerts = table.rulings()
    if clean and truth["acts"]:
        acts = [(a["act"], a["seat"], a["to"]) for a in truth["acts"]]
        alerts = [a for a in alerts if not checked_best(a[1], acts)]
    row = {
        "seed": truth["seed"],
        "kind": truth["kind"],
        "book": truth["book"],
        "alerts": [[round(t / 1000, 2), name] for t, name, _ in alerts],
        "complaints": table.complaints,
        "silent": 0,
        "wagers": 0,
        "found": False,
        "first": False,
    }
    if clean:
        wrong = silent(table, truth)
        row |= {"silent": len(wrong), "silently": wrong}
        row["wagers"] = sum(a["act"] in WAGERS for a in truth["acts"])
    else:
        right = [name for _, name, seat in alerts if _right(truth, name, seat)]
        row["found"] = bool(right)
        row["first"] = bool(alerts) and _right(truth, *alerts[0][1:])
    return row


def _right(truth, name, seat):
    """True when a ruling is the one the book names, at the seat where that is clear."""
    if name not in (*truth["expect"], *truth["wide"]):
        return False
    return truth["seat"] is None or seat is None or seat == truth["seat"]


def judged(seed):
    """A seed's row as ``tests.detection`` wants it."""
    return written(seed, writing.__name__, judge)


def main(argv):
    """Prints a line a seed of ``FIRST:LAST``."""
    first, _, last = argv[0].partition(":")
    for seed in range(int(first), int(last or first) + 1):
        row = judged(seed)
        del row["said"]
        print(row, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
