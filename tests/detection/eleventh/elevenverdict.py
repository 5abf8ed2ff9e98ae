"""What the table said of a recording, held against what is true of it."""

import random
from collections import Counter

from shared_rules import rulebooks
from tests.detection.eleventh import elevencardslips, elevenwrong  # noqa: F401
from tests.detection.eleventh.elevenanswers import Answers
from tests.detection.eleventh.elevenhand import Hand
from tests.detection.eleventh.elevenslip import CLASSES, Again
from tests.detection.judge import Outcome, checked_best
from tools.trace.reading import Pressed, Reader
from tools.trace.replay import Replay
from tools.trace.survey import Survey

ATTEMPTS = 60
CLEAN = 0.55
STANDS_MS = 1000  # what is withdrawn sooner has been on no screen long enough to be read


class Heard(Outcome):
    """An outcome that keeps when each output came."""

    def __init__(self, lines, answers):
        self.events, self.outputs, self.complaints, self.times = [], [], [], []
        self.answers, self.waiting = answers, []
        reader = Reader(self.complaints.append)
        header, entries = reader.read(lines)
        self.book = rulebooks.get(header.rulebook)
        survey = Survey.of(header, entries)
        fed, complain = self._answered(entries), self.complaints.append
        Replay(header, fed, self._emitted, self._hear, complain, survey=survey).run()

    def _emitted(self, event):
        self.events.append(event)
        if event["what"] == "question" and (given := self.answers.to(event)):
            seconds, value = given
            key = {"what": "answer", "id": event["id"], "value": value}
            self.waiting.append(Pressed(int(event["t"] * 1000 + seconds * 1e6), key))

    def _answered(self, entries):
        """The entries, with the dealer's answers among them as their time comes."""
        for entry in entries:
            due = [key for key in self.waiting if key.t_us <= entry.at_us]
            self.waiting = [key for key in self.waiting if key.t_us > entry.at_us]
            yield from due
            yield entry
        yield from self.waiting

    def _hear(self, output):
        self.outputs.append(output)
        self.times.append(self.events[-1].get("t", 0) if self.events else 0)

    def standing(self):
        """``[t, situation, seat, ruling]`` of the irregular rulings that stood."""
        out = []
        for place, (t, one) in enumerate(zip(self.times, self.outputs, strict=True)):
            if one["k"] != "ruling" or not one.get("irregular"):
                continue
            gone = next(
                (
                    later
                    for later, other in zip(self.times[place:], self.outputs[place:], strict=True)
                    if other["k"] == "withdraw"
                    and other["situation"] == one["situation"]
                    and other.get("seat") == one.get("seat")
                ),
                None,
            )
            if gone is None or gone - t > STANDS_MS:
                out.append([t, one["situation"], one.get("seat"), one["ruling"]])
        return out

    def doubted(self):
        """Seats of whose wagers the table asked, or said that it is not sure."""
        asked = {e.get("seat") for e in self.events if e["what"] in ("question", "correction")}
        unsure = {e.get("seat") for e in self.events if e.get("confidence") in ("medium", "low")}
        revised = {o.get("seat") for o in self.outputs if o["k"] in ("revise", "withdraw")}
        return asked | unsure | revised


def recorded(seed):
    """``(class or None, hand)`` of a seed: the first attempt that comes out."""
    rng = random.Random(f"eleventh world {seed}")
    name = None if rng.random() < CLEAN else rng.choice(sorted(CLASSES))
    for attempt in range(ATTEMPTS):
        try:
            hand = Hand(seed, CLASSES.get(name), attempt).play()
        except Again:
            continue
        if hand.done:
            return name, hand
    raise LookupError(f"seed {seed}: no hand with {name}")


def silent(hand, heard):
    """Wagers that the table has not as they were, without any doubt of that seat."""
    took = Counter((o["act"], o["seat"], o["to"]) for o in heard.outputs if o["k"] == "action")
    took.update((act, seat, to) for act, seat, to in heard.acts() if act in ("bet", "raise"))
    doubts = heard.doubted()
    missing = Counter(hand.wagers) - took
    return sum(count for (_, seat, _), count in missing.items() if seat not in doubts)


def judged(seed):
    """The verdict on a seed."""
    name, hand = recorded(seed)
    heard = Heard(hand.recording(), Answers(hand))
    said = heard.standing()
    if name is None:
        said = [row for row in said if not checked_best(row[1], hand.acts)]
    row = {"seed": seed, "class": name, "book": hand.book, "said": said, "quiet": not said}
    row |= {"silent": 0, "wagers": 0, "complaints": heard.complaints}
    if name is None:
        return row | {"silent": silent(hand, heard), "wagers": len(hand.wagers)}
    expect = hand.expect
    seats = expect["seats"]
    right = [
        one[1] in expect["said"] and (seats is None or one[2] is None or one[2] in seats)
        for one in said
    ]
    beside = [one for one, ok in zip(said, right, strict=True)
              if ok or one[1] not in expect["beside"]]  # fmt: skip
    row["found"] = any(right)
    row["first"] = row["found"] and beside[0] in [
        one for one, ok in zip(said, right, strict=True) if ok
    ]
    return row | {"expect": expect}
