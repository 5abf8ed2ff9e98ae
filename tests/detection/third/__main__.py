"""Replays recordings of this package, judges what comes out, and prints totals."""

import argparse
import json
from collections import Counter
from pathlib import Path

from shared_rules import rulebooks
from tests.detection.judge import Outcome, checked_best
from tests.detection.third.recording import Recording

# what the situations begin with that a ruling may give an irregularity: books name many differently
SITUATIONS = {
    "exposed-one": ("deal.exposed",),
    "boxed": ("deal.boxed",),
    "extra-card": ("deal.",),
    "missing-last": ("deal.",),
    "premature-flop": ("board.premature",),
    "no-burn": ("board.",),
    "two-burns": ("board.",),
    "two-card-flop": ("board.",),
    "four-card-flop": ("board.",),
    "out-of-turn": ("turn.",),
    "string-bet": ("wager.string",),
    "undercall": ("wager.undercall", "wager.short_call"),
    "underraise": ("wager.",),
    "fold-no-bet": ("fold.",),
    "winner-mucked": ("showdown.", "fold."),
    "wrong-ante": ("wager.", "blinds.", "ante"),
    "button-late": ("button", "blinds", "frame.blind", "deal.", "start"),
    "missing-blind": ("blind", "frame.blind", "start", "deal.", "wager"),
    "pulled-back": ("wager.",),
}
RIGHT = ("wager.oversized_facing_bet",)  # a ruling on what people may well do
# situations that the people of a clean hand bring about: they act the same under every book
MUCKED = "fold.all_in_mucked"  # a hand thrown away unseen against an all-in
LOW = ("wager.silent_bet_low", "wager.bet_low")  # less than the book's least bet
DOUBLED = ("ipr-2018",)  # books whose least bet after the flop is two big blinds


class Judged:
    """What a replay made of a recording.

    ``alerts``: situations of its irregular rulings in order; ``stacks_right``: None where the hand
    did not end; ``found``, ``first``: the irregularity was found, and nothing before it.
    """

    def __init__(self, recording):
        self.name, self.truth = recording.name, recording.truth
        outcome = Outcome(recording.lines)
        self.complaints = outcome.complaints
        self.questions = sum(event["what"] == "question" for event in outcome.events)
        self.alerts, ends = [], []
        for output in outcome.outputs:
            if output["k"] == "ruling" and output.get("irregular"):
                situation = output.get("situation") or output.get("incident")
                if situation not in RIGHT:
                    self.alerts.append(situation)
            elif output["k"] == "hand":
                ends.append({str(seat): n for seat, n in output["stacks_after"].items()})
        self.clean = recording.kind == "clean"
        # what follows from such a ruling is no other fault
        self.by_book = bool(self.alerts) and self._borne_out(self.alerts[0], recording)
        self.stacks_right = ends[0] == self.truth["stacks"] if ends else None
        wanted = SITUATIONS.get(recording.kind, ())
        hits = [
            str(alert).startswith(wanted)
            for alert in self.alerts
            if str(alert).startswith(wanted) or not self._borne_out(alert, recording)
        ]
        self.found = any(hits)
        self.first = bool(hits) and hits[0]
        if self.let_pass(recording):
            self.found = self.first = not self.alerts and bool(self.stacks_right)

    @staticmethod
    def let_pass(recording):
        """True for an irregularity that the hand's book lets pass: found when nothing was said and
        the hand came out right. After the word raise some take as many motions as the player makes.
        """
        said = (recording.truth["irregular"] or {}).get("said")
        if recording.kind != "underraise" or not said:
            return False
        book = rulebooks.get(recording.truth["book"])
        return book.value("wager.raise_motions_cash") == "many"

    def _borne_out(self, alert, recording):
        """True where the truth says that the people did what the book forbids."""
        if alert == MUCKED:
            return "mucked unseen" in self.truth["feats"]
        if checked_best(alert, self.truth["acts"]):
            return True
        if alert not in LOW or self.truth["book"] not in DOUBLED:
            return False
        least = 2 * json.loads(recording.lines[0])["bb"]
        return any(act == "bet" and to < least for act, _, to, _ in self.truth["acts"])

    def wrong(self):
        """What is wrong, as a list of short texts."""
        out = []
        if self.clean:
            if self.alerts:
                out.append(f"claimed {self.alerts}")
            if self.stacks_right is None:
                out.append("the hand did not end")
            elif not self.stacks_right:
                out.append("stacks")
        elif not self.first:
            out.append(f"at {self.truth['at_ms']} ms; said {self.alerts}")
        return out


def main(argv=None):
    """Judge ``n`` recordings."""
    parser = argparse.ArgumentParser(prog="python -m tests.detection.third", description=__doc__)
    parser.add_argument("--n", type=int, default=20, help="recordings")
    parser.add_argument("--seed", type=int, default=1, help="of the first")
    parser.add_argument("--write", type=Path, metavar="DIR", help="keep traces and truths there")
    parser.add_argument("-v", action="store_true", help="say what was wrong")
    args = parser.parse_args(argv)
    total = Counter()
    for seed in range(args.seed, args.seed + args.n):
        recording = Recording(seed)
        if args.write:
            write(recording, args.write)
        judged = Judged(recording)
        count(judged, total)
        if args.v and judged.wrong():
            for text in judged.wrong() + judged.complaints:
                print("   ", judged.name, judged.truth["book"], text, flush=True)
    print(
        f"clean {total['clean']}: with an alert {total['false']}, "
        f"of them by the book {total['by the book']}, "
        f"stacks right {total['stacks right']} of {total['ended']} that ended"
    )
    print(f"irregular {total['irregular']}: found {total['found']}, first {total['first']}")
    print(f"questions {total['questions']}")


def count(judged, total):
    """Add a judged recording to the totals."""
    total["questions"] += judged.questions
    if judged.clean:
        total["clean"] += 1
        total["false"] += bool(judged.alerts)
        total["by the book"] += judged.by_book
        total["ended"] += judged.stacks_right is not None
        total["stacks right"] += bool(judged.stacks_right)
    else:
        total["irregular"] += 1
        total["found"] += judged.found
        total["first"] += judged.first


def write(recording, folder):
    """Trace and truth as files."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{recording.name}.jsonl").write_text("\n".join(recording.lines) + "\n")
    (folder / f"{recording.name}.truth.json").write_text(json.dumps(recording.truth))


if __name__ == "__main__":
    main()
