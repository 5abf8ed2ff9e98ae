"""What can go wrong at a table, one thing in a hand, and by which names it counts as found.

Each class: where in the hand it happens, and what the program may call it: the beginnings of
situation keys (docs/situations.md) and the kinds of question (docs/architecture.md).
"""

from dataclasses import dataclass

from tests.detection.fourth import dealing


@dataclass(frozen=True)
class Slip:
    """A class of irregularity."""

    point: str
    found: tuple
    questions: tuple = ()


CLASSES = {
    "exposed_card": Slip("card", ("deal.exposed", "deal.first_two_exposed", "deal.flash")),
    "two_exposed_cards": Slip("card", ("deal.exposed", "deal.first_two_exposed", "deal.flash")),
    "boxed_card": Slip("card", ("deal.boxed", "deal.exposed_with_boxed"), ("boxed_card",)),
    "extra_card": Slip("dealt", ("deal.extra", "deal.long")),
    "last_card_missing": Slip("card", ("deal.last_card_missing", "deal.short"), ("card_unread",)),
    "card_nowhere": Slip(
        "card",
        ("deal.off_table", "deal.short", "deal.last_card_missing", "deck.card_missing"),
        ("card_unread",),
    ),
    "first_seat": Slip(
        "first seat", ("deal.wrong_first_seat", "deal.seat_left_out", "deal.out_of_sequence")
    ),
    "seat_skipped": Slip("card", ("deal.seat_left_out", "deal.out_of_sequence", "deal.short")),
    "empty_seat": Slip("card", ("deal.empty_seat", "deal.not_entitled", "deal.absent")),
    "button_late": Slip(
        "button", ("deal.wrong_button", "deal.button", "deal.wrong_first_seat",
                   "wager.wrong_blind", "frame.blind_wrong_seat")
    ),  # fmt: skip
    "short_ante": Slip("ante", ("wager.ante_wrong",), ("chips_unread",)),
    "short_blind": Slip("blind", ("wager.wrong_blind",), ("chips_unread",)),
    "premature_flop": Slip("turn", ("board.premature_flop",)),
    "premature_turn": Slip("turn", ("board.premature_turn",)),
    "two_card_flop": Slip("street", ("board.flop_short",), ("flop_unread",)),
    "four_card_flop": Slip("street", ("board.flop_four", "board.flop_many")),
    "no_burn": Slip(
        "street",
        ("board.flop_no_burn", "board.turn_no_burn", "board.river_no_burn"),
        ("burn_unread",),
    ),
    "second_burn": Slip(
        "street",
        ("board.flop_two_burns", "board.turn_two_burns", "board.river_two_burns",
         "board.two_burns"),
    ),  # fmt: skip
    "two_turn_cards": Slip("street", ("board.turn_two_known", "board.turn_two_unknown")),
    "fold_out_of_turn": Slip("turn", ("turn.oot", "turn.skipped")),
    "wager_out_of_turn": Slip("turn", ("turn.oot", "turn.skipped")),
    "fold_without_bet": Slip("turn", ("fold.no_bet",)),
    "fold_retrieved": Slip("fold", ("fold.retrieve", "fold.forward", "fold.past_line")),
    "fold_into_hand": Slip(
        "fold", ("fold.thrown_into_hand", "fold.fouled", "deal.mixed_hands", "deal.long")
    ),
    "undercall": Slip(
        "call", ("wager.undercall", "wager.short_call_miscount"), ("chips_unread",)
    ),
    "string_bet": Slip("call", ("wager.string_bet",)),
    "short_raise": Slip("call", ("wager.half_or_more", "wager.under_half", "wager.raise_said_low")),
    "bet_pulled_back": Slip("wagered", ("wager.bet_pulled_back",)),
    "tabled_winner_mucked": Slip("shown", ("fold.tabled_winner_mucked",)),
}  # fmt: skip


# Books that say nothing of a class: a table owes no ruling then, so they are not drawn for it.
SILENT = {
    "extra_card": ("tda-2011",),
    "short_ante": ("rrop-6", "tda-2011"),
    "short_blind": ("ipr-2018", "ipr-web", "stg-2011", "tda-2011"),
    "premature_flop": ("tda-2011",),
    "premature_turn": ("tda-2011",),
    "four_card_flop": ("ipr-web",),
    "no_burn": ("ipr-web", "tda-2011"),
    "second_burn": ("ipr-web", "tda-2011"),
    "two_turn_cards": ("ipr-web", "tda-2011"),
    "fold_into_hand": ("tda-2011",),
}


def at(hand, point, more):
    """Whether the hand's irregularity happens here; it may raise `dealing.Stopped`."""
    if CLASSES[hand.slip].point != point:
        return False
    act = ACTS.get(hand.slip)
    return act(hand, **more) if act else True


def stand_still():
    """Everybody waits for the floor."""
    raise dealing.Stopped


# the deal ---------------------------------------------------------------------------------


def expose(hand, k, seat, last, order):
    """A card after the first two comes off face up: the dealer keys it."""
    already = getattr(hand, "flashed", 0)
    many = hand.slip == "two_exposed_cards"
    if k < 3 or last or (not already and hand.rng.random() > 0.3):
        return False
    tag, rest = hand.pitch(seat)
    hand.hands[seat].append(tag)
    hand.flashed = already + 1
    hand.key(rest, {"what": "exposed", "seat": seat, "by": "dealer"}, sure=True)
    if not many or hand.flashed == 2:
        hand.irregular(rest, seat=seat)
        hand.stop_after = "deal"
    return True


def box(hand, k, seat, last, order):
    """A card lies face up in the deck: the dealer sees it at the mouth and puts it aside."""
    if last or hand.rng.random() > 0.2:
        return False
    tag, t = hand.draw("up", hold=hand.rng.uniform(0.5, 1.2))
    aside = hand.layout.at("muck", hand.rng, 15)
    if hand.rng.random() < 0.5:
        aside = (-30.0, -400.0, 0.5)  # before the dealer, on no loop
    rest = hand.felt.move(tag, t, 0.4, aside)
    hand.irregular(rest)
    hand.t = rest + 0.5
    hand.stop_after = "deal"
    return False


def skip_last(hand, k, seat, last, order):
    """The dealer stops one card short of the deal's end."""
    if not last:
        return False
    hand.irregular(hand.t + hand.people.deal_s, seat=seat)
    hand.stop_after = hand.rng.choice(("deal", None))
    return True


def off_table(hand, k, seat, last, order):
    """A pitched card flies over the rail: read at the mouth and nowhere else."""
    if k < 3 or last or hand.rng.random() > 0.2:
        return False
    x, y, _ = hand.layout.before(seat, -520, hand.rng.uniform(100, 200))
    tag, rest = hand.pitch(seat, (x, y, 0.5))
    hand.irregular(rest, seat=seat)
    hand.stop_after = hand.rng.choice(("deal", None))
    hand.emit("off the table", card=hand.deck[tag])
    return True


def skip_seat(hand, k, seat, last, order):
    """One player, neither the first nor the last, is left out of both rounds."""
    if len(order) < 3:
        raise dealing.Redo
    if not hasattr(hand, "skipped"):
        hand.skipped = hand.rng.choice(order[1:-1])
    if seat != hand.skipped:
        return False
    if k > len(order):
        hand.irregular(hand.t, hand.t + 2, seat=seat)
        hand.truth.irregular["t"] = round(hand.skipped_at, 3)
    else:
        hand.skipped_at = hand.t + hand.people.deal_s
    hand.stop_after = "deal"
    return True


def deal_to_empty(hand, k, seat, last, order):
    """A seat without a player gets a card in passing."""
    if k != 2:
        return False
    empty = [s for s in range(1, hand.layout.seats + 1) if s not in hand.seats]
    chair = hand.rng.choice(empty)
    _, rest = hand.pitch(chair)
    hand.irregular(rest, seat=chair)
    hand.stop_after = "deal"
    return False


def third_card(hand):
    """One more card goes to somebody after the deal."""
    seat = hand.rng.choice(hand.order)
    tag, rest = hand.pitch(seat)
    hand.hands[seat].append(tag)
    hand.irregular(rest, seat=seat)
    return stand_still()


def wait_after_deal(hand, **_):
    """The dealer deals on; then all wait."""
    hand.stop_after = "deal"
    return True


def wrong_first(hand):
    """The first card goes to the second seat."""
    if len(hand.order) < 3:
        raise dealing.Redo
    return wait_after_deal(hand)


def short_ante(hand, seat):
    """One of the antes lacks a chip."""
    if seat != hand.order[-1] and hand.rng.random() > 0.3:
        return False
    return wait_after_deal(hand)


# board ------------------------------------------------------------------------------------


def premature(hand, street, seat, owed, queue):
    """The dealer takes the betting for over: the next street comes before a player's act."""
    due = "preflop" if hand.slip == "premature_flop" else "flop"
    if street != due or not owed or hand.rng.random() > 0.3:
        return False
    hand.t = max(hand.t, hand.swept_until) + hand.rng.uniform(0.8, 1.5)
    hand.burn()
    hand.turn_up(3 if due == "preflop" else 1)
    hand.irregular(seat=seat)
    return stand_still()


def wrong_street(hand, street, number):
    """Burns or board cards, one too many or too few."""
    flop_only = hand.slip in ("two_card_flop", "four_card_flop")
    if flop_only and street != "flop" or hand.slip == "two_turn_cards" and street != "turn":
        return False
    if street != "river" and not flop_only and hand.rng.random() > 0.6:
        return False
    if hand.slip != "no_burn":
        hand.burn()
    if hand.slip == "second_burn":
        hand.burn()
    more = {"two_card_flop": -1, "four_card_flop": 1, "two_turn_cards": 1}.get(hand.slip, 0)
    hand.turn_up(number + more)
    hand.irregular(street=street)
    return stand_still()


# players ----------------------------------------------------------------------------------


def out_of_turn(hand, street, seat, owed, queue):
    """The player after the one who faces a bet folds or calls first."""
    if not owed or not queue or hand.rng.random() > 0.4:
        return False
    other = queue[0]
    due = hand.level - hand.street[other]
    hand.t += hand.rng.uniform(0.8, 2.5)
    if hand.slip == "fold_out_of_turn":
        if not due:
            return False
        rest = hand.fold(other, hand.t)
    else:
        paid = hand.racks[other].take(due, hand.rng) if due > 0 else None
        if not paid:
            return False
        rest = hand.put_in(other, paid, hand.t)
    hand.t = rest
    hand.irregular(rest, seat=other)
    return stand_still()


def fold_free(hand, street, seat, owed, queue):
    """A player folds with no bet to face, and play goes on."""
    if owed or street == "preflop" or hand.rng.random() > 0.4:
        return False
    hand.t += hand.rng.uniform(0.8, 2.5)
    hand.t = hand.fold(seat, hand.t)
    hand.truth.acts.append(["fold", seat, 0, 0])
    hand.irregular(seat=seat)
    return True


def take_back_cards(hand, seat):
    """A folded hand is taken back before the dealer has it."""
    rng = hand.rng
    rest = hand.throw(seat, hand.t)
    back = rest + rng.uniform(1.0, 3.5)
    for tag in hand.hands[seat]:
        place = hand.layout.at(f"seat:{seat}", rng, 10)
        hand.t = hand.felt.move(tag, back, rng.uniform(0.3, 0.5), place, 0.03)
    hand.irregular(seat=seat)
    return stand_still()


def throw_into(hand, seat):
    """A fold lands on a neighbour's cards."""
    rng, seats = hand.rng, hand.layout.seats
    near = [s for s in hand.live() if (s - seat) % seats in (1, seats - 1)]
    if not near:
        return False
    other = rng.choice(near)
    for tag in hand.hands[seat]:
        place = hand.layout.at(f"seat:{other}", rng, 14)
        hand.t = max(hand.t, hand.felt.move(tag, hand.t, rng.uniform(0.3, 0.6), place, 0.3, 20))
    hand.irregular(seat=seat)
    return stand_still()


def wrong_call(hand, seat, owed):
    """A call that is no call: too little, a second motion that raises, or too small a raise."""
    rng, rack, level = hand.rng, hand.racks[seat], hand.level
    if owed >= rack.total or rng.random() > 0.6:
        return False
    first, more = owed, 0
    if hand.slip == "undercall":
        first = int(owed * rng.uniform(0.4, 0.9)) // hand.unit * hand.unit
    elif hand.slip == "string_bet":
        more = hand.least
    else:
        first = owed + max(1, int(hand.least * rng.uniform(0.3, 0.8)) // hand.unit) * hand.unit
    raised = hand.slip == "short_raise"
    if first <= 0 or rack.total <= first + more or raised and first >= owed + hand.least:
        return False
    paid = rack.take(first, rng)
    if paid is None or raised and not hand.raises_alone(paid, owed):
        return False
    hand.t = hand.put_in(seat, paid, hand.t)
    if more:
        extra = rack.take(more, rng)
        if extra is None:
            raise dealing.Redo
        hand.t = hand.put_in(seat, extra, hand.t + rng.uniform(0.8, 2.0))
    hand.irregular(seat=seat, first=first, more=more, level=level)
    return stand_still()


def pull_back(hand, seat, paid):
    """A wager that was let go is taken back, in part or whole."""
    rng = hand.rng
    if rng.random() > 0.6:
        return False
    gone = paid if len(paid) == 1 or rng.random() < 0.4 else rng.sample(paid, len(paid) // 2)
    hand.line[seat] = [chip for chip in hand.line[seat] if chip not in gone]
    hand.t = hand.back(seat, gone, hand.t + rng.uniform(1.2, 3.0))
    hand.paid[seat] -= sum(value for _, value in gone)
    hand.irregular(seat=seat)
    return stand_still()


def muck_winner(hand, won):
    """The dealer takes the winning hand, which lies open, into the muck."""
    seat = hand.rng.choice(won)
    if not hand.hands[seat] or seat not in hand.shown:
        raise dealing.Redo
    hand.t = hand.muck(hand.hands[seat], hand.t + hand.rng.uniform(1.0, 2.0))
    hand.irregular(seat=seat)
    return stand_still()


ACTS = {
    "exposed_card": expose,
    "two_exposed_cards": expose,
    "boxed_card": box,
    "extra_card": third_card,
    "last_card_missing": skip_last,
    "card_nowhere": off_table,
    "first_seat": wrong_first,
    "seat_skipped": skip_seat,
    "empty_seat": deal_to_empty,
    "button_late": wait_after_deal,
    "short_ante": short_ante,
    "short_blind": wait_after_deal,
    "premature_flop": premature,
    "premature_turn": premature,
    "two_card_flop": wrong_street,
    "four_card_flop": wrong_street,
    "no_burn": wrong_street,
    "second_burn": wrong_street,
    "two_turn_cards": wrong_street,
    "fold_out_of_turn": out_of_turn,
    "wager_out_of_turn": out_of_turn,
    "fold_without_bet": fold_free,
    "fold_retrieved": take_back_cards,
    "fold_into_hand": throw_into,
    "undercall": wrong_call,
    "string_bet": wrong_call,
    "short_raise": wrong_call,
    "bet_pulled_back": pull_back,
    "tabled_winner_mucked": muck_winner,
}
