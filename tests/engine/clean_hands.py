"""Clean random no-limit hands as table events, every card an opaque token, and slips put into them.

``clean(seed, book)`` plays a hand to its end by what the engine says is legal. A slip takes the
events and returns ``(events up to the slip, situation key)``, or None where the hand has no place
for it. Slips cut the hand off behind themselves: what a dealer does next is the book's affair.
"""

import hashlib
import random

from shared_rules import rulebooks
from shared_rules.hand.showdown import pots
from tools.playing.hand_setup import setup_of
from tools.playing.replay import RecordingTable, Replay

EMPTY_SEAT = 10


class CleanHand(Replay):
    """Random legal play: some folds, one raise a street, chips put forward silently or called."""

    def __init__(self, seed, book):
        rng = random.Random(f"clean/{seed}")
        n = rng.randint(4, 9)
        stacks = [rng.randint(60, 300) * 100 for _ in range(n)]
        record = {
            "variant": "NT",
            "antes": [0] * n,
            "blinds_or_straddles": [50, 100] + [0] * (n - 2),
            "starting_stacks": stacks,
            "min_bet": 100,
            "actions": [],
        }
        super().__init__(RecordingTable(book), f"clean/{seed}", record)
        self.rng = rng

    def token(self):
        """A fresh token, as a controller would name a card."""
        return hashlib.sha256(f"{self.label}/{self.nth}".encode()).hexdigest()[:16]

    def run(self):
        self._begin()
        while self.hand.phase in ("betting", "closed"):
            if self.hand.phase == "closed":
                self._street()
            else:
                self._next_act()
        self._end()
        return self.table.seen

    def _begin(self):
        self.send("setup", **setup_of(self.label, self.record))
        self.send("riffle")
        self._force()
        order = self.hand.after(self.hand.button, self.hand.dealt_in)
        for _ in range(2):
            for seat in order:
                self.move([self.token()], "stub", f"seat:{seat}")

    def _street(self):
        if sum(self.hand.front.values()):
            self.pull_in()
        self.move([self.token()], "stub", "burn")
        due = 3 if not self.hand.board else 1
        cards = []
        for i in range(due):
            cards.append(hashlib.sha256(f"{self.label}/{self.nth}/{i}".encode()).hexdigest()[:16])
        self.move(cards, "stub", "board", face="up")

    def _next_act(self):
        hand, seat = self.hand, self.hand.turn
        call, low, high = hand.bounds(seat)
        roll = self.rng.random()
        if call and roll < 0.2 and len(hand.live) > 3:
            self.move(list(hand.held(seat)), f"seat:{seat}", "muck", by="player")
        elif low is not None and roll > 0.8 and hand.wagers < 2 and 4 * low < high:
            to = low * self.rng.choice((1, 2)) // 50 * 50
            self.send("declare", seat=seat, word="raise" if hand.high else "bet",
                      wording="plain", amount=max(low, to))  # fmt: skip
            self.put(seat, max(low, to) - hand.front.get(seat, 0))
        elif call:
            self.put(seat, call)
        else:
            self.send("gesture", seat=seat, kind="tap")

    def _end(self):
        hand = self.hand
        self.pull_in()
        for seat in list(hand.live) if hand.phase == "showdown" else ():
            self.move(list(hand.held(seat)), f"seat:{seat}", f"seat:{seat}", "up", "player")
        for amount, seats in pots.build(hand):
            self._push({seats[0]: amount})


def clean(seed, book):
    """Events of the clean hand of a seed under a book; the same for the same seed and book."""
    return CleanHand(seed, book).run()


# -- places in a hand --------------------------------------------------------------------------


def deal(events):
    """Indices of the cards pitched to seats, in order."""
    return [i for i, e in enumerate(events) if _is_move(e, "stub") and e["to"][:5] == "seat:"]


def _is_move(event, frm):
    return event["what"] == "card_move" and event["from"] == frm


def board(events, number):
    """Index of the move that brings street ``number`` (0: the flop), None without one."""
    found = [i for i, e in enumerate(events) if _is_move(e, "stub") and e["to"] == "board"]
    return found[number] if number < len(found) else None


def silent_calls(events, start=None):
    """Indices of chips put over the line without a word, after an index or the deal's last card."""
    start = deal(events)[-1] if start is None else start
    return [
        i
        for i, e in enumerate(events)
        if i > start
        and e["what"] == "chips_move"
        and e["by"] == "player"
        and events[i - 1]["what"] != "declare"
    ]


def changed(event, **fields):
    """A copy of an event with other fields."""
    return dict(event, **fields)


# -- slips -------------------------------------------------------------------------------------


def first_exposed(events, book, rng):
    """The very first card is seen."""
    at = deal(events)[0]
    return [*events[:at], changed(events[at], face="up")], "deal.first_two_exposed"


def one_exposed(events, book, rng):
    """One card behind the first two is seen."""
    at = rng.choice(deal(events)[2:])
    return [*events[:at], changed(events[at], face="up")], "deal.exposed_one"


def two_exposed(events, book, rng):
    """Two cards behind the first two are seen."""
    one, two = sorted(rng.sample(deal(events)[2:], 2))
    out = [*events[: two + 1]]
    out[one], out[two] = changed(out[one], face="up"), changed(out[two], face="up")
    assert rulebooks.get(book).value("deal.exposed_limit", 2) == 2
    return out, "deal.exposed_many"


def boxed(events, book, rng):
    """A card lies face up in the deck and is laid aside."""
    at = rng.choice(deal(events)[2:])
    return [*events[:at], changed(events[at], to="muck", face="up", boxed=True)], "deal.boxed_one"


def empty_seat(events, book, rng):
    """A card goes to a seat where nobody sits."""
    at = rng.choice(deal(events)[1:])
    return [*events[:at], changed(events[at], to=f"seat:{EMPTY_SEAT}")], "deal.empty_seat"


def wrong_first(events, book, rng):
    """The deal starts one seat too far."""
    first, second = deal(events)[:2]
    return [*events[:first], changed(events[first], to=events[second]["to"])], (
        "deal.wrong_first_seat"
    )


def extra_card(events, book, rng):
    """A seat gets a card more once everybody has two."""
    last = deal(events)[-1]
    more = changed(events[last], to=events[deal(events)[0]]["to"], cards=["e" * 16])
    more.update(nth=events[last]["nth"] + 1, t=events[last]["t"] + 10)
    return [*events[: last + 1], more], "deal.extra_one"


def foreign(events, book, rng):
    """A tag of another deck among the hole cards."""
    at = rng.choice(deal(events))
    return [*events[:at], changed(events[at], cards=["x" + "f" * 16])], "deck.foreign_in_hand"


def four_card_flop(events, book, rng):
    """A fourth card with the flop."""
    at = board(events, 0)
    if at is None:
        return None
    cards = [*events[at]["cards"], "d" * 16]
    return [*events[:at], changed(events[at], cards=cards)], "board.flop_four_unknown"


def two_turn_cards(events, book, rng):
    """Two cards for the turn."""
    at = board(events, 1)
    if at is None:
        return None
    cards = [*events[at]["cards"], "d" * 16]
    return [*events[:at], changed(events[at], cards=cards)], "board.turn_two_unknown"


def no_burn(number, key):
    """The street comes without a burn."""

    def slip(events, book, rng):
        at = board(events, number)
        return None if at is None else ([*events[: at - 1], events[at]], key)

    return slip


def two_burns(number, key):
    """Two cards are burned in one move, then the street comes."""

    def slip(events, book, rng):
        at = board(events, number)
        if at is None:
            return None
        burn = changed(events[at - 1], cards=[*events[at - 1]["cards"], "b" * 16])
        return [*events[: at - 1], burn], key

    return slip


def burn_exposed(events, book, rng):
    """The burn of the flop is seen."""
    at = board(events, 0)
    if at is None:
        return None
    return [*events[: at - 1], changed(events[at - 1], face="up")], "board.burn_exposed"


def premature_flop(events, book, rng):
    """Burn and flop come while somebody still has to act."""
    at = board(events, 0)
    first = deal(events)[-1] + 1
    if at is None:
        return None
    t = events[first]["t"]
    early = [changed(events[at - 1], t=t), changed(events[at], t=t + 5)]
    return [*events[: first + 1], *early], "board.premature_flop"


def string_bet(events, book, rng):
    """After the chips of a call a second motion follows."""
    calls = silent_calls(events)
    if not calls:
        return None
    at = rng.choice(calls)
    seat, motion = events[at]["seat"], events[at]["motion"] + 1
    more = changed(events[at], motion=motion, chips=[500], t=events[at]["t"] + 5, seat=seat)
    return [*events[: at + 1], more], "wager.string_bet"


def oversized_chip(events, book, rng):
    """One chip worth more than the call, without a word."""
    calls = silent_calls(events)
    if not calls:
        return None
    at = rng.choice(calls)
    big = next(c for c in (500, 1000, 5000, 10000) if c > sum(events[at]["chips"]))
    return [*events[:at], changed(events[at], chips=[big])], "wager.oversized_facing_bet"


def check_out_of_turn(events, book, rng):
    """A player raps although it is another's turn and nothing is bet."""
    taps = [i for i, e in enumerate(events) if e["what"] == "gesture"]
    pairs = [i for i in taps if i + 1 in taps and events[i]["seat"] != events[i + 1]["seat"]]
    if not pairs:
        return None
    at = rng.choice(pairs)
    return [*events[:at], changed(events[at + 1], t=events[at]["t"])], "turn.oot_pending"


def call_out_of_turn(events, book, rng):
    """The second to call puts its chips forward first."""
    calls = [i for i in silent_calls(events) if i + 1 in silent_calls(events)]
    if not calls:
        return None
    at = rng.choice(calls)
    return [*events[:at], changed(events[at + 1], t=events[at]["t"])], "turn.oot_pending"


def fold_out_of_turn(events, book, rng):
    """A hand goes into the muck before its turn."""
    first = deal(events)[-1] + 1
    later = [i for i in deal(events) if events[i]["to"] != f"seat:{events[first].get('seat')}"]
    if events[first]["what"] != "chips_move" or events[first + 1]["what"] == "declare":
        return None
    seat = events[first + 1].get("seat")
    mine = [i for i in later if events[i]["to"] == f"seat:{seat}"]
    if len(mine) != 2:
        return None
    cards = [events[i]["cards"][0] for i in mine]
    fold = {"t": events[first]["t"], "what": "card_move", "cards": cards, "by": "player"}
    fold.update({"from": f"seat:{seat}", "to": "muck", "face": "down"})
    return [*events[:first], fold], "turn.oot_fold"


SLIPS = {
    "first card exposed": first_exposed,
    "one card exposed": one_exposed,
    "two cards exposed": two_exposed,
    "boxed card": boxed,
    "card to an empty seat": empty_seat,
    "first card to the wrong seat": wrong_first,
    "extra card": extra_card,
    "foreign card": foreign,
    "four-card flop": four_card_flop,
    "two turn cards": two_turn_cards,
    "flop without burn": no_burn(0, "board.flop_no_burn_unknown"),
    "turn without burn": no_burn(1, "board.turn_no_burn"),
    "river without burn": no_burn(2, "board.river_no_burn"),
    "two burns before the flop": two_burns(0, "board.two_burns_unexposed"),
    "two burns before the turn": two_burns(1, "board.turn_two_burns_unexposed"),
    "burn exposed": burn_exposed,
    "premature flop": premature_flop,
    "string bet": string_bet,
    "oversized chip": oversized_chip,
    "check out of turn": check_out_of_turn,
    "call out of turn": call_out_of_turn,
    "fold out of turn": fold_out_of_turn,
}
# what goes on as if nothing had happened, so that something else may go wrong later
FIRST = ("one card exposed", "foreign card", "string bet")
LATER = ("four-card flop", "two turn cards", "burn exposed", "check out of turn")


def in_place(name, events, rng):
    """The whole hand with the first of two slips in it: what follows is not changed."""
    if name == "one card exposed":
        at = rng.choice(deal(events)[2:])
        return [*events[:at], changed(events[at], face="up"), *events[at + 1 :]]
    if name == "foreign card":
        (old,) = events[rng.choice(deal(events))]["cards"]
        return [_renamed(e, old, "x" + "f" * 16) for e in events]
    calls = silent_calls(events)
    if not calls:
        return None
    at = calls[0]
    seat = events[at]["seat"]
    more = changed(events[at], motion=events[at]["motion"] + 1, chips=[500])
    back = changed(more, **{"from": f"line:{seat}", "to": f"seat:{seat}", "by": "player"})
    return [*events[: at + 1], more, back, *events[at + 1 :]]


def _renamed(event, old, new):
    if old not in event.get("cards", ()):
        return event
    return changed(event, cards=[new if c == old else c for c in event["cards"]])
