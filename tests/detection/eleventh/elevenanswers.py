"""The dealer's answers to the table's questions: truthful, a little late, now and then none."""

import math
import random

from tests.detection.eleventh.elevenfelt import middle
from tests.detection.eleventh.elevenradio import at_rest

REACH_MM = 110  # of what lies in front of a player
FRESH_S = 40.0  # a check is one of this street if it is no older


class Answers:
    """What a dealer who saw the hand answers."""

    def __init__(self, hand):
        self.hand = hand
        self.rng = random.Random(f"eleventh answers {hand.seed}")
        self.mute = self.rng.uniform(0.0, 0.3)

    def to(self, question):
        """``(seconds, value)`` of an answer, or None where the dealer does not get to it."""
        if self.rng.random() < self.mute:
            return None
        find = getattr(self, f"_{question['kind']}", None)
        value = find(question, question["t"] / 1000) if find else None
        return None if value is None else (self.rng.uniform(0.5, 3.0), value)

    def in_front(self, seat, t):
        """Chips that lie in front of a seat."""
        spot, total = middle(f"line:{seat}"), 0
        for chip in self.hand.stacks.all:
            place = at_rest(chip, t)
            if place and math.dist(place, spot) < REACH_MM:
                total += chip.value
        return total

    def _chips_unread(self, question, t):
        counted = self.in_front(question["seat"], t)
        return "yes" if counted == question["amount"] else counted

    def _second_motion(self, question, t):
        parts = [row for row in self.hand.body.motions if row[1] == question["seat"] and row[0] < t]
        later = [worth for _, _, nth, worth in parts[-4:] if nth]
        return "yes" if question["amount"] in later else "no"

    def _boxed_card(self, question, t):
        boxed = self.hand.boxed
        return "yes" if boxed and set(question["cards"]) <= boxed else "no"

    def _check_unkeyed(self, question, t):
        seat = question["seat"]
        fresh = [at for at, who in self.hand.checks if who == seat and t - FRESH_S < at < t]
        return "yes" if fresh else "no"

    def _burn_unread(self, question, t):
        laid = [at for at, _ in self.hand.laid if at < t]
        before = laid[-2] if len(laid) > 1 else 0.0
        return "yes" if any(before < at < laid[-1] for at in self.hand.burned) else "no"

    def _card_unread(self, question, t):
        mine = self.hand.dealt_at.get(question["seat"], [])
        if question.get("before"):
            theirs = self.hand.dealt_at.get(question["before"], [])
            last = min(len(mine), len(theirs)) - 1
            return "yes" if last >= 0 and mine[last] < theirs[last] else "no"
        return "yes" if len(mine) > 1 else "no"

    def _flop_unread(self, question, t):
        return "yes" if len(self.hand.board) > 2 else "no"

    def _pot_unread(self, question, t):
        return "yes" if question["seat"] in self.hand.paid else "no"
