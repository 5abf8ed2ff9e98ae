"""Slips put into clean hands of any game (``clean_games.py``), each with the situation it is.

A slip takes the events, the setup, a random generator and the book, and returns ``(events up to
the slip, situation key)``, or None where the hand has no place for it. The hand is cut off there:
what a dealer does next is the book's affair. ``GOES_ON`` are slips after which the hand goes on as
if nothing had happened, so that another may follow.
"""

from shared_rules.hand.betting import limits
from shared_rules.table import Table
from tests.engine.clean_hands import _renamed, changed, deal, silent_calls

EMPTY_SEAT = 10
FOREIGN = "x" + "f" * 16


def moves(events, frm, to):
    """Indices of card moves between kinds of zones."""
    return [
        i
        for i, e in enumerate(events)
        if e["what"] == "card_move" and e["from"].startswith(frm) and e["to"].startswith(to)
    ]


def first_deal(events):
    """Indices of the cards of the first street, in order."""
    acts = [i for i, e in enumerate(events) if _is_act(events, i)]
    return [i for i in deal(events) if i < acts[0]]


def _is_act(events, i):
    """True for the words or silent chips of a player after the first card."""
    e = events[i]
    if e["what"] in ("declare", "gesture"):
        return True
    return e["what"] == "chips_move" and e["by"] == "player" and i > deal(events)[0]


def silent_chips(events, setup):
    """Indices of calls made with chips and no word; a bring-in is none."""
    start = first_deal(events)[-1] + (1 if setup.get("bring_in") else 0)
    return silent_calls(events, start)


def raises(events):
    """Indices of raises said with their amount."""
    return [i for i, e in enumerate(events) if e["what"] == "declare"]


# -- chips and words --------------------------------------------------------------------------


def string_bet(events, setup, rng, book):
    """After the chips of a call a second motion follows."""
    calls = silent_chips(events, setup)
    if not calls:
        return None
    at = rng.choice(calls)
    return [*events[: at + 1], _second_motion(events[at])], "wager.string_bet"


def _second_motion(event):
    return changed(event, motion=event["motion"] + 1, chips=[500], t=event["t"] + 5)


def oversized_chip(events, setup, rng, book):
    """One chip worth more than the call, without a word."""
    calls = silent_chips(events, setup)
    if not calls:
        return None
    at = rng.choice(calls)
    big = next(c for c in (500, 1000, 5000, 10000, 50000) if c > sum(events[at]["chips"]))
    return [*events[:at], changed(events[at], chips=[big])], "wager.oversized_facing_bet"


def call_out_of_turn(events, setup, rng, book):
    """The second to call puts its chips forward first."""
    calls = silent_chips(events, setup)
    pairs = [i for i in calls if i + 1 in calls and events[i]["seat"] != events[i + 1]["seat"]]
    if not pairs:
        return None
    at = rng.choice(pairs)
    return [*events[:at], changed(events[at + 1], t=events[at]["t"])], "turn.oot_pending"


def check_out_of_turn(events, setup, rng, book):
    """A player raps although it is another's turn and nothing is bet."""
    taps = [i for i, e in enumerate(events) if e["what"] == "gesture"]
    pairs = [i for i in taps if i + 1 in taps and events[i]["seat"] != events[i + 1]["seat"]]
    if not pairs:
        return None
    at = rng.choice(pairs)
    return [*events[:at], changed(events[at + 1], t=events[at]["t"])], "turn.oot_pending"


def mind_changed(events, setup, rng, book):
    """A player checks, and then bets."""
    taps = [i for i, e in enumerate(events[:-1]) if e["what"] == "gesture"]
    taps = [
        i for i in taps if _is_act(events, i + 1) and events[i + 1]["seat"] != events[i]["seat"]
    ]
    if not taps:
        return None
    at = rng.choice(taps)
    word = {"t": events[at]["t"] + 5, "what": "declare", "seat": events[at]["seat"]}
    word.update(word="bet", wording="plain", amount=4 * setup["bb"] or 400)
    return [*events[: at + 1], word], "turn.changed_mind"


def raise_too_small(events, setup, rng, book):
    """A raise or bet is said to a total below the least."""
    said = raises(events)
    if not said:
        return None
    at = rng.choice(said)
    key = "wager.limit_size_wrong"
    if setup["betting"] != "limit":
        key = "wager.declared_raise_low" if events[at]["word"] == "raise" else "wager.bet_low"
    hand = _hand(events[:at], book)
    seat = events[at]["seat"]
    low = hand.bounds(seat)[1]
    if low is None or low >= limits.all_in_to(hand, seat):
        return None
    return [*events[:at], changed(events[at], amount=low - 1)], key


def raise_too_big(events, setup, rng, book):
    """A raise or bet is said to a total above the greatest (the stack covers it)."""
    said = raises(events)
    if not said or setup["betting"] == "no_limit":
        return None
    at = rng.choice(said)
    hand = _hand(events[:at], book)
    seat = events[at]["seat"]
    most = hand.bounds(seat)[2]
    if most is None or 2 * most >= limits.all_in_to(hand, seat):
        return None
    key = "wager.limit_size_wrong" if setup["betting"] == "limit" else "wager.pot_over_max"
    if limits.showing_pair(hand) and not limits.open_pair(hand):
        key = "wager.open_pair_not_allowed"
    # twice as much: what may count towards the pot (rrop-6:S14-PL-5) does not cover that
    return [*events[:at], changed(events[at], amount=2 * most)], key


def raise_out_of_turn(events, setup, rng, book):
    """A raise is said before the player ahead has called with chips."""
    said = [i for i in raises(events) if i - 1 in silent_chips(events, setup)]
    said = [i for i in said if events[i - 1]["seat"] != events[i]["seat"]]
    if not said:
        return None
    at = rng.choice(said)
    return [*events[: at - 1], changed(events[at], t=events[at - 1]["t"])], "turn.oot_pending"


def _hand(events, book):
    """The engine's hand after the events."""
    table = Table(book)
    for event in events:
        table.apply(event)
    return table.hand


# -- cards ------------------------------------------------------------------------------------


def foreign_card(events, setup, rng, book):
    """A tag of another deck among the hole cards."""
    at = rng.choice(first_deal(events))
    return [*events[:at], changed(events[at], cards=[FOREIGN])], "deck.foreign_in_hand"


def empty_seat(events, setup, rng, book):
    """A card of the first deal goes to a seat where nobody sits."""
    at = rng.choice(first_deal(events)[1:])
    return [*events[:at], changed(events[at], to=f"seat:{EMPTY_SEAT}")], "deal.empty_seat"


def boxed_card(events, setup, rng, book):
    """A card of the first deal lies face up in the deck and is laid aside."""
    at = rng.choice(first_deal(events)[2:])
    return [*events[:at], changed(events[at], to="muck", face="up", boxed=True)], "deal.boxed_one"


def no_burn_before_flop(events, setup, rng, book):
    """The flop comes without a burn."""
    flop = moves(events, "stub", "board")
    if not flop:
        return None
    return [*events[: flop[0] - 1], events[flop[0]]], "board.flop_no_burn_unknown"


def four_card_flop(events, setup, rng, book):
    """A fourth card with the flop."""
    flop = moves(events, "stub", "board")
    if not flop:
        return None
    cards = [*events[flop[0]]["cards"], "d" * 16]
    return [*events[: flop[0]], changed(events[flop[0]], cards=cards)], "board.flop_four_unknown"


SLIPS = {
    "string bet": string_bet,
    "oversized chip": oversized_chip,
    "call out of turn": call_out_of_turn,
    "check out of turn": check_out_of_turn,
    "raise out of turn": raise_out_of_turn,
    "mind changed": mind_changed,
    "raise too small": raise_too_small,
    "raise too big": raise_too_big,
    "foreign card": foreign_card,
    "card to an empty seat": empty_seat,
    "boxed card": boxed_card,
    "flop without burn": no_burn_before_flop,
    "four-card flop": four_card_flop,
}


# -- slips after which the hand goes on ---------------------------------------------------------


def foreign_stays(events, setup, rng, book):
    """A tag of another deck is in a hand from the deal on (an upcard would hide who is first)."""
    down = [i for i in first_deal(events) if events[i]["face"] == "down"]
    (old,) = events[rng.choice(down)]["cards"]
    return [_renamed(e, old, FOREIGN) for e in events], "deck.foreign_in_hand"


def string_taken_back(events, setup, rng, book):
    """A second motion after the first call, taken back at once."""
    calls = silent_chips(events, setup)
    if not calls:
        return None
    at = calls[0]
    seat = events[at]["seat"]
    more = changed(_second_motion(events[at]), t=events[at]["t"])
    back = changed(more, **{"from": f"line:{seat}", "to": f"seat:{seat}"})
    return [*events[: at + 1], more, back, *events[at + 1 :]], "wager.string_bet"


GOES_ON = {"foreign card": foreign_stays, "string bet": string_taken_back}
LATER = ("check out of turn", "raise too small", "raise too big", "four-card flop")
