"""Hands of virtual players on the rules engine: what a table of a simulated event plays.

The events of a hand are those an ideal table reports (``tools/playing/replay.py``); nobody is told
how it ends. The engine says who is to act, what is legal and where the chips go.
"""

import random

from shared_rules.hand.betting import limits
from shared_rules.table import Table
from shared_rules.zones import seat_zone
from tools.playing.replay import Replay
from tools.virtual.recorded_plan import DECK

RANKS = {rank: value for value, rank in enumerate("23456789TJQKA", 2)}
STREETS = (3, 1, 1)  # cards of flop, turn and river
PUSH_BLINDS = 10  # a stack of fewer big blinds goes in whole or not at all
ACT_MS = (4000, 12_000)  # how long a player thinks; dealing and shuffling come on top
SHUFFLE_MS = 30_000
STREET_MS = 8000


class Unfinished(RuntimeError):
    """A hand the engine did not bring to its end; the text says which and where it stands."""


class VirtualHand(Replay):
    """One hand of no-limit hold'em. ``setup``: its setup event; ``idle``: seats that only fold."""

    def __init__(self, setup, book, chance, idle=()):
        super().__init__(Table(book), setup["hand_id"], {"actions": []})
        self.setup = setup
        self.chance = chance
        self.idle = idle
        self.deck = list(DECK)
        chance.shuffle(self.deck)
        self.took_ms = SHUFFLE_MS
        self.acts = 0

    def play(self):
        """The engine's ``hand`` output. Raises Unfinished."""
        self.send("setup", **self.setup)
        self.send("riffle")
        self._force()
        for _ in range(2):
            for seat in self.hand.after(self.hand.button, self.hand.dealt_in):
                card = self.deck.pop()
                self.hole.setdefault(seat, []).append(card)
                self._one(seat, card, "down")
        for count in (0, *STREETS):
            if count:
                self._street(count)
            self._bet()
            if len(self.hand.live) == 1:
                break
        self._end()
        for out in reversed(self.outputs):
            if out["k"] == "hand":
                return out
        raise Unfinished(f"{self.label}: {self.why_not()}")

    def _street(self, count):
        if self.hand.front:
            self.pull_in()
        self.took_ms += STREET_MS
        self.move([self._unknown()], "stub", "burn")
        self.move([self.deck.pop() for _ in range(count)], "stub", "board", face="up")

    def _bet(self):
        while self.hand.turn is not None:
            seat = self.hand.turn
            self.acts += 1
            self.took_ms += self.chance.randint(*ACT_MS)
            self._choose(seat)
            if self.acts > 500:
                raise Unfinished(f"{self.label}: seat {seat} is still to act after 500 acts")

    def _choose(self, seat):
        call, low, high = self.hand.bounds(seat)
        if seat in self.idle:
            return self._fold(seat) if call else self._check_or_call(seat)
        strength = self._strength(seat)
        pot = self.hand.pot_total()
        price = call / (pot + call) if call else 0
        luck = self.chance.random()
        raised = low is not None and high is not None and high > call
        if raised and strength + 0.25 * luck > 0.92:
            return self._raise(seat, low, high, pot)
        if not call:
            return self._check_or_call(seat)
        if strength + 0.15 * luck > 0.38 + 0.55 * price:
            short = self.hand.stack(seat) <= PUSH_BLINDS * self.hand.bb
            if short and raised and strength > 0.55:
                return self._wager(seat, high)
            return self._check_or_call(seat)
        return self._fold(seat)

    def _raise(self, seat, low, high, pot):
        short = self.hand.stack(seat) <= PUSH_BLINDS * self.hand.bb
        want = low + int(pot * self.chance.choice((0.0, 0.3, 0.6)))
        want -= want % max(1, self.hand.bb // 2)
        to = high if short or self.chance.random() < 0.12 else min(high, max(low, want))
        if limits.all_in_to(self.hand, seat) - to < self.hand.bb:
            to = high
        return self._wager(seat, to)

    def _fold(self, seat):
        self.move(list(self.hand.held(seat)), seat_zone(seat), "muck", by="player")

    def _strength(self, seat):
        """How good a hand looks, from 0 to 1: cards alone before the flop, pairs after it."""
        a, b = sorted((RANKS[c[0]] for c in self.hole[seat]), reverse=True)
        if not self.hand.board:
            pair = 0.45 if a == b else 0.0
            suited = 0.06 if self.hole[seat][0][1] == self.hole[seat][1][1] else 0.0
            near = 0.05 if 0 < a - b < 3 else 0.0
            return min(1.0, (a + b) / 45 + pair + suited + near)
        board = sorted((RANKS[c[0]] for c in self.hand.board), reverse=True)
        suits = [c[1] for c in self.hand.board + self.hole[seat]]
        if max(suits.count(s) for s in "shdc") >= 5:
            return 0.95
        met = (a in board) + (b in board)
        if a == b:
            return 0.95 if a in board else 0.7 if a > board[0] else 0.45
        if met == 2:
            return 0.92
        if met:
            return 0.78 if max(r for r in (a, b) if r in board) >= board[0] else 0.55
        return 0.3 if a > board[0] else 0.15


def play(setup, book, seed, idle=()):
    """``(the engine's ``hand`` output, how long it took in ms)``."""
    hand = VirtualHand(setup, book, random.Random(seed), idle)
    return hand.play(), hand.took_ms
