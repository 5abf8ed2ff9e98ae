"""What goes wrong at a table: one thing in a hand, and by which names it counts as found."""

import math
from dataclasses import dataclass

from tests.detection.fifth import poker
from tests.detection.fifth.felt import Felt
from tests.detection.fifth.world import BOOKS


class Stop(Exception):
    """The recording ends here."""


@dataclass(frozen=True)
class Slip:
    """Beginnings of the situations that name it, questions that ask for it, silent books."""

    found: tuple
    questions: tuple = ()
    silent: tuple = ()


TDA, WEB = ("tda-2011",), ("ipr-web", "tda-2011")
CLASSES = {
    "boxed": Slip(("deal.boxed", "deal.exposed_with_boxed"), ("boxed_card",)),
    "exposed": Slip(("deal.exposed", "deal.first_two_exposed")),
    "last_card": Slip(("deal.last_card_missing", "deal.short"), ("card_unread",), TDA),
    "nowhere": Slip(
        ("deal.off_table", "deal.short", "deal.last_card_missing", "deck.card_missing"),
        ("card_unread",),
    ),
    "extra_card": Slip(("deal.extra", "deal.long"), (), TDA),
    "ante": Slip(("wager.ante_wrong",), ("chips_unread",), ("rrop-6", "tda-2011")),
    "blind": Slip(
        ("wager.wrong_blind",), ("chips_unread",), ("ipr-2018", "ipr-web", "stg-2011", "tda-2011")
    ),
    "button": Slip(
        ("deal.wrong_button", "deal.button", "deal.wrong_first_seat", "deal.out_of_sequence",
         "wager.wrong_blind", "frame.blind_wrong_seat", "frame.button"),
    ),
    "premature": Slip(("board.premature",), (), TDA),
    "flop_two": Slip(("board.flop_short",), ("flop_unread",)),
    "flop_four": Slip(("board.flop_four", "board.flop_many"), (), ("ipr-web",)),
    "no_burn": Slip(
        ("board.flop_no_burn", "board.turn_no_burn", "board.river_no_burn"), ("burn_unread",), WEB
    ),
    "two_burns": Slip(
        ("board.flop_two_burns", "board.turn_two_burns", "board.river_two_burns",
         "board.two_burns"), (), WEB,
    ),
    "oot_bet": Slip(("turn.oot", "turn.skipped")),
    "oot_fold": Slip(("turn.oot", "turn.skipped")),
    "oot_check": Slip(("turn.oot", "turn.skipped")),
    "string_bet": Slip(("wager.string_bet",)),
    "undercall": Slip(("wager.undercall", "wager.short_call"), ("chips_unread",)),
    "underraise": Slip(("wager.half_or_more", "wager.under_half")),
    "pulled_back": Slip(("wager.bet_pulled_back",)),
    "fold_free": Slip(("fold.no_bet",)),
    "retrieve": Slip(("fold.retrieve", "fold.forward", "fold.past_line")),
    "mixed": Slip(("fold.thrown_into_hand", "fold.fouled", "deal.mixed_hands", "deal.long"),
                  (), TDA),
    "winner_mucked": Slip(("fold.tabled_winner_mucked",)),
}  # fmt: skip


class Slips(Felt):
    """Points of a hand at which its irregularity may have its place."""

    def __init__(self, rng, world):
        super().__init__(rng, world)
        self.beaten = []
        self.eager = rng.uniform(0.25, 0.9)

    def books(self):
        """The books that say something of this hand's irregularity."""
        return [book for book in BOOKS if book not in CLASSES[self.slip].silent]

    def mark(self, t):
        """It happened."""
        self.irregular = {"class": self.slip, "t": round(t, 3)}

    def stand(self, low=8.0, high=13.0):
        """The dealer has the last folds in, people talk about it, the recording ends."""
        self.collect(1e9)
        self.wait(low, high)
        raise Stop

    def due(self, *slips):
        """True where this hand's irregularity is one of these, and its moment is now."""
        return self.slip in slips and not self.irregular and self.rng.random() < self.eager

    # before and in the deal

    def wrong_button(self):
        """The puck still lies where it lay: blinds and deal follow it."""
        return self.seats[self.seats.index(self.button) - 1]

    def odd_ante(self, payers):
        """Who puts in another ante than is due: {seat: amount}."""
        if self.slip != "ante":
            return {}
        self.mark(self.t + 2)
        return {self.rng.choice(payers): self.rng.choice((1, 3)) * self.small}

    def odd_blind(self, seat, amount):
        """A big blind that lacks a chip."""
        if self.slip != "blind":
            return amount
        self.mark(self.t + 0.5)
        return amount - self.small

    def slip_in_deal(self, k, seat, beat):
        """True where this card went another way than into the player's spot."""
        rng, last = self.rng, 2 * len(self.first) - 1
        if self.slip == "button" and k == 0:
            self.mark(self.t)
        if self.slip == "last_card" and k == last:
            self.mark(self.t)
            return True
        late = k in (last, last - 1)
        if self.slip not in ("boxed", "exposed", "nowhere") or self.irregular:
            return False
        if not (late or (k > 1 and rng.random() < 0.2)):
            return False
        if self.slip == "boxed":
            self.mark(self.t)
            self._set_aside()
            return False
        if self.slip == "nowhere":
            self._lose(seat, beat)
            return True
        _, rest = self.deal_to(seat, beat * 0.6)
        self.mark(rest)
        self.key(rest, what="exposed", seat=seat, by="dealer")
        self.t = rest + rng.uniform(0.3, 1.5)
        return True

    def _set_aside(self):
        """A card lies face up on the deck: the dealer stops, looks, lays it with the muck."""
        tag = self.take(self.t, self.rng.uniform(0.9, 1.8), up=True)
        track = self.tracks[tag]
        track.go(track.end, track.end + 0.6, *self.around(self.spot("muck"), 25), 5)
        track.put(track.end, *track.here[:2])
        self.mucked.append(tag)
        self.t = track.end + self.rng.uniform(0.4, 1.0)

    def _lose(self, seat, beat):
        """A card slides past the player's spot to the rail, where nothing reads it."""
        tag = self.take(self.t, beat * 0.6)
        x, y = self.spot(f"seat:{seat}")
        out = math.hypot(x, y)
        self.pitch(tag, self.t + beat * 0.6, (x * (1 + 230 / out), y * (1 + 230 / out)))
        self.hole.setdefault(seat, []).append(tag)
        self.mark(self.tracks[tag].end)
        self.t += beat

    def after_deal(self):
        """Faults that end the recording when the deal is over."""
        if self.slip == "extra_card":
            seat = self.rng.choice(self.seats)
            _, rest = self.deal_to(seat, self.world.pace * 0.6)
            self.mark(rest)
        early = (
            "boxed",
            "exposed",
            "nowhere",
            "last_card",
            "extra_card",
            "ante",
            "blind",
            "button",
        )
        if self.slip in early:
            self.stand()

    # on the board

    def slip_on_street(self, street, n):
        """True where burn and board came otherwise than they should."""
        if self.slip in ("flop_two", "flop_four") and street == "flop":
            self.burn()
            self.turn_up(2 if self.slip == "flop_two" else 4)
            self.mark(self.t)
            self.stand()
        if self.due("no_burn"):
            self.turn_up(n)
            self.mark(self.t)
            self.stand()
        if self.due("two_burns"):
            self.burn()
            self.burn()
            self.mark(self.t)
            self.turn_up(n)
            self.stand()
        return False

    # in a round of betting

    def slip_in_turn(self, street, seat, owed, queue):
        """The player at `seat` is to act: what may go wrong now."""
        if not self.slip or self.irregular:
            return
        rich = self.stack(seat) > 3 * owed
        after = queue[0] if queue else None
        if owed and not queue and street != "river" and len(self.can_act()) > 1:
            if self.due("premature"):
                self._premature(street)
        elif owed and after and self.level > self.bets[after] and self.due("oot_bet", "oot_fold"):
            self._out_of_turn(seat, after)
        elif not owed and after and street != "preflop" and self.due("oot_check"):
            self._check_out_of_turn(seat, after)
        if owed and rich and self.due("string_bet", "undercall", "underraise"):
            self._wrong_chips(seat, owed)
        if owed and self.due("retrieve", "mixed"):
            self._wrong_fold(seat)
        if not owed and street != "preflop" and self.due("fold_free"):
            self.fold(seat)
            self.mark(self.t)
            self.stand()
        if not owed and street != "preflop" and self.due("pulled_back"):
            self._pull_back(seat)

    def _premature(self, street):
        self.collect(1e9)
        self.t = max([self.t, *(self.tracks[tag].end for tag in self.mucked)])
        if self.rng.random() < 0.5:
            self.pull_in()
        self.burn()
        self.turn_up(3 if street == "preflop" else 1)
        self.mark(self.t)
        self.stand()

    def _out_of_turn(self, seat, after):
        if self.slip == "oot_fold":
            self.fold(after)
        else:
            owed = self.level - self.bets[after]
            if self.stack(after) <= owed:
                return
            self.t = self.pay(after, owed, self.t)
            self.acts.append(["call", after, owed, self.bets[after]])
        self.mark(self.t)
        self.wait(3, 6)
        self.fold(seat)
        self.stand()

    def _check_out_of_turn(self, seat, after):
        self.key(self.t, what="gesture", seat=after, kind="tap")
        self.acts.append(["check", after, 0, 0])
        self.mark(self.t)
        self.wait(2, 5)
        bet = 2 * self.bb
        self.t = self.pay(seat, bet, self.t)
        self.acts.append(["bet", seat, bet, bet])
        self.stand()

    def _wrong_chips(self, seat, owed):
        rng, rack = self.rng, self.racks[seat]
        if self.slip == "undercall":
            due = [self.small * i for i in range(1, owed // self.small)]
            due = [n for n in due if 0.4 * owed <= n <= 0.9 * owed and poker.exact(rack, n)]
            if not due:
                return
            self._silent(seat, poker.exact(rack, rng.choice(due)))
            self.mark(self.t)
            self.stand()
        first = poker.exact(rack, owed)
        if not first:
            return
        left = [chip for chip in rack if chip[0] not in first]
        if self.slip == "underraise":
            parts = [self.small * i for i in range(1, self.least // self.small)]
            parts = [n for n in parts if 0.25 * self.least <= n <= 0.9 * self.least]
            parts = [n for n in parts if poker.exact(left, n)]
            if not parts:
                return
            self._silent(seat, first + poker.exact(left, rng.choice(parts)))
        else:
            more = poker.exact(left, self.least * rng.randint(1, 2))
            if not more:
                return
            self._silent(seat, first)
            self.wait(1.2, 2.5)
            self._silent(seat, more)
        self.mark(self.t)
        self.stand()

    def _silent(self, seat, tags):
        """Chips without a word."""
        amount = sum(self.chips[tag] for tag in tags)
        self.t = self.pay(seat, amount, self.t, tags)
        self.acts.append(["chips", seat, amount, self.bets[seat]])

    def _pull_back(self, seat):
        tags = poker.exact(self.racks[seat], 2 * self.bb)
        if not tags:
            return
        self._silent(seat, tags)
        self.wait(1.5, 3)
        self.t = self.take_back(seat, list(tags), self.t)
        self.mark(self.t)
        self.stand()

    def _wrong_fold(self, seat):
        """Cards thrown on the own bet spot and taken back, or thrown into another hand."""
        others = [s for s in self.live() if s != seat]
        into = self.rng.choice(others)
        zone = f"line:{seat}" if self.slip == "retrieve" else f"seat:{into}"
        goal = self.around(self.spot(zone), 12)
        for tag in self.hole[seat]:
            track = self.tracks[tag]
            track.go(self.t, self.t + 0.5, *self.around(goal, 10), 4)
            track.put(self.t + 0.5, *track.here[:2])
        self.t += 0.5
        if self.slip == "retrieve":
            self.wait(1.5, 3)
            home = self.around(self.spot(f"seat:{seat}"), 8)
            for tag in self.hole[seat]:
                self.tracks[tag].go(self.t, self.t + 0.6, *self.around(home, 6), 30)
                self.tracks[tag].put(self.t + 0.6, *self.tracks[tag].here[:2])
            self.t += 0.6
        self.mark(self.t)
        self.stand()

    # at the showdown

    def slip_at_showdown(self):
        """The dealer mucks the best hand that was tabled."""
        if self.slip != "winner_mucked":
            return
        won = self.results()
        seat = max(self.shown, key=lambda s: won[s])
        self.loose.append((seat, self.t))
        self.collect(1e9)
        self.t = max(self.tracks[tag].end for tag in self.hole[seat])
        self.mark(self.t)
        self.stand()
