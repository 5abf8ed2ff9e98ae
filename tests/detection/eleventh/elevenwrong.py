"""Slips of players with chips, words, turns and hands, each with what the table should say."""

from tests.detection.eleventh.elevenfelt import middle, scattered
from tests.detection.eleventh.elevenslip import Again, slip

OUT_OF_TURN = {
    "turn.oot_pending", "turn.oot_unchanged", "turn.oot_unchanged_check", "turn.oot_changed",
    "turn.oot_changed_call_back", "turn.oot_changed_check",
}  # fmt: skip
KILLED = {
    "fold.dealer_killed_unprotected", "fold.dealer_killed_protected", "fold.fouled_by_others",
    "fold.uncalled_back", "turn.oot_fold", "turn.oot_fold_changed", "fold.forward_no_action",
}  # fmt: skip


def put(hand, seat, amount, skip=0, second=0):
    """Chips worth ``amount`` go in by one silent movement; None where the stack has no such.
    ``second``: 1 where it is the second movement of an act."""
    chips = hand.stacks.pay(seat, amount, skip)
    if not chips:
        return None
    _, hand.t = hand.body.wager(seat, chips, hand.t)
    done, _, _, worth = hand.body.motions[-1]
    hand.body.motions[-1] = (done, seat, second, worth)
    hand.stacks.shift(chips, hand.stacks.behind[seat], hand.stacks.front[seat])
    return chips


def rich(hand, seat, amount):
    """Whether a seat could put in so much and have as much again."""
    return hand.stacks.worth(seat) > 2 * amount and seat not in hand.all_in


def blind(hand, seat):
    """Whether a seat has a blind or an earlier wager in front, which some books count apart."""
    return bool(hand.stacks.staked(seat))


def linger(hand, low=1.5, high=4.0):
    """Nothing happens for a while."""
    hand.t += hand.rng.uniform(low, high)


@slip("string-raise", "act")
def string_raise(hand, seat):
    """The call goes in without a word, the hand goes back, and more follows."""
    owed, more = hand.owed(seat), hand.least
    if not owed or blind(hand, seat) or not rich(hand, seat, owed + 2 * more):
        return
    if not hand.stacks.pay(seat, owed) or not put(hand, seat, owed):
        return
    hand.t += hand.rng.uniform(1.2, 2.4)
    if put(hand, seat, more * hand.rng.choice((1, 1, 2)), second=1):
        hand.wrong({"wager.string_bet"}, {seat})
    raise Again


@slip("string-open", "act", chance=0.4)
def string_open(hand, seat):
    """A bet in two silent movements with the hand going back to the stack in between."""
    size = 2 * hand.least
    if hand.high or not rich(hand, seat, 3 * size):
        return
    if put(hand, seat, size):
        hand.t += hand.rng.uniform(1.2, 2.4)
        if put(hand, seat, size, second=1):
            hand.wrong({"wager.string_bet"}, {seat})
        raise Again


def _short(hand, seat, share):
    """A silent raise of less than the least one, of chips none of which may stay behind."""
    owed = hand.owed(seat)
    more = int(hand.least * share / 25) * 25
    if not owed or not more or blind(hand, seat) or not rich(hand, seat, owed + more):
        return None
    chips = hand.stacks.pay(seat, owed + more, 1)
    if not chips or len(chips) < 2 or min(chip.value for chip in chips) > more:
        return None
    return owed + more


@slip("raise-short", "act", bb_min=100)
def raise_short(hand, seat):
    """Half of the least raise or more, but not all of it."""
    amount = _short(hand, seat, hand.rng.uniform(0.6, 0.9))
    if not amount:
        return
    said = hand.rng.random() < 0.5
    if said:
        hand.said(seat, "raise", sure=True)
    if put(hand, seat, amount, skip=1):
        names = {"wager.half_or_more", "wager.raise_said_low_chips"}
        hand.wrong(names | {"wager.raise_then_odd_first_motion"}, {seat})


@slip("raise-under-half", "act", bb_min=100)
def raise_under_half(hand, seat):
    """Less than half of the least raise over the call."""
    amount = _short(hand, seat, hand.rng.uniform(0.27, 0.45))
    if amount and put(hand, seat, amount, skip=1):
        hand.wrong({"wager.under_half"}, {seat})


@slip("undercall", "act", bb_min=100)
def undercall(hand, seat):
    """Fewer chips than the call, with more behind."""
    owed = hand.owed(seat)
    if owed < 2 * hand.bb or not rich(hand, seat, owed):
        return
    less = int(owed * hand.rng.uniform(0.4, 0.8) / 25) * 25
    if put(hand, seat, less):
        names = {"wager.undercall_opening", "wager.undercall_raise_multiway"}
        hand.wrong(names | {"wager.short_call_miscount"}, {seat})


@slip("oversized-chip", "act")
def oversized_chip(hand, seat):
    """One chip much larger than the call, without a word: every book has a rule for it."""
    large = hand.stacks.over(seat, hand.owed(seat), hand.rng)
    if not hand.owed(seat) or blind(hand, seat) or not large:
        return
    _, hand.t = hand.body.wager(seat, [large], hand.t)
    hand.stacks.shift([large], hand.stacks.behind[seat], hand.stacks.front[seat])
    hand.wrong({"wager.oversized_facing_bet"}, {seat})


@slip("bet-low", "act", bb_min=100)
def bet_low(hand, seat):
    """An opening bet below the least one, said or not."""
    if hand.high or not rich(hand, seat, hand.bb):
        return
    amount = max(25, int(hand.bb * hand.rng.uniform(0.3, 0.75) / 25) * 25)
    if hand.rng.random() < 0.4:
        hand.said(seat, "bet", sure=True, amount=amount)
    if put(hand, seat, amount):
        hand.wrong({"wager.silent_bet_low", "wager.bet_low"}, {seat})


@slip("raise-declared-low", "act", bb_min=100)
def raise_declared_low(hand, seat):
    """A raise said to less than the least total."""
    owed = hand.owed(seat)
    more = int(hand.least * hand.rng.uniform(0.3, 0.9) / 25) * 25
    if not owed or not more or not rich(hand, seat, owed + more):
        return
    if not hand.stacks.pay(seat, owed + more):
        return
    hand.said(seat, "raise", sure=True, amount=hand.high + more)
    if put(hand, seat, owed + more):
        names = {"wager.declared_raise_low", "wager.raise_said_low_chips"}
        hand.wrong(names, {seat})


@slip("bet-pulled-back", "act", chance=0.4)
def bet_pulled_back(hand, seat):
    """A wager lies there, is thought better of, and is taken back."""
    amount = hand.owed(seat) or 2 * hand.least
    if blind(hand, seat) or not rich(hand, seat, amount):
        return
    chips = put(hand, seat, amount)
    if chips:
        linger(hand, 1.6, 3.2)
        hand.t = hand.body.take_back(seat, chips, hand.t)
        hand.wrong({"wager.bet_pulled_back"}, {seat})


@slip("turn-chips", "act", seats_min=4)
def turn_chips(hand, seat):
    """The player behind calls or raises before the one who faces the bet has acted."""
    behind = hand.next_due(seat)
    if not hand.owed(seat) or behind in (None, seat) or blind(hand, behind):
        return
    owed = hand.owed(behind)
    total = owed if hand.rng.random() < 0.7 else owed + 2 * hand.least
    if not owed or not rich(hand, behind, total):
        return
    if hand.rng.random() < 0.4:
        hand.said(behind, "call" if total == owed else "raise", sure=True)
    if put(hand, behind, total, skip=1):
        hand.wrong(OUT_OF_TURN, {behind})


@slip("turn-fold", "act", seats_min=4)
def turn_fold(hand, seat):
    """The player behind folds before the one who faces the bet has acted."""
    behind = hand.next_due(seat)
    if not hand.owed(seat) or behind in (None, seat) or not hand.owed(behind):
        return
    hand.t = hand.body.fold(hand.hole[behind], behind, hand.t, hand.rng.choice(("spot", "past")))
    hand.wrong({"turn.oot_fold", "turn.oot_fold_changed"}, {behind})


@slip("turn-check", "act", seats_min=4)
def turn_check(hand, seat):
    """The player behind raps before the one in turn, who then bets."""
    behind = hand.next_due(seat)
    if hand.high or behind in (None, seat) or not rich(hand, seat, 3 * hand.least):
        return
    if not hand.stacks.pay(seat, 2 * hand.least):
        return
    hand.body.key(hand.t, "gesture", seat=behind, kind="tap")
    linger(hand, 2.0, 3.0)
    hand.said(seat, "bet", sure=True, amount=2 * hand.least)
    put(hand, seat, 2 * hand.least)
    hand.wrong(OUT_OF_TURN, {behind})


@slip("fold-no-bet", "act")
def fold_no_bet(hand, seat):
    """A fold in turn where a check is free."""
    if hand.owed(seat) or len(hand.live) < 3:
        return
    hand.t = hand.body.fold(hand.hole[seat], seat, hand.t, "past")
    hand.wrong({"fold.no_bet"}, {seat})


@slip("dealer-kills", "act", seats_min=4)
def dealer_kills(hand, seat):
    """The dealer takes in a live hand whose player is not even in turn."""
    behind = hand.next_due(seat)
    if not hand.owed(seat) or behind in (None, seat):
        return
    hand.t = hand.body.muck(hand.hole[behind], hand.t, 0.7, 6)
    hand.wrong(KILLED, {behind})


@slip("thrown-into-hand", "act", seats_min=4)
def thrown_into_hand(hand, seat):
    """A folded hand is tossed and comes to rest among another player's cards."""
    others = sorted(hand.live - {seat})
    if not hand.owed(seat):
        return
    other = min(others, key=lambda one: abs(hand.order.index(one) - hand.order.index(seat)))
    for card in hand.hole[seat]:
        point = scattered(hand.rng, middle(f"seat:{other}"), 14)
        done = card.go(hand.t, 0.45, point, 35)
    hand.t = done
    names = {"fold.thrown_into_hand", "fold.fouled_by_others", "deal.mixed_hands"}
    hand.wrong(names | {"deal.mixed_hands_late"}, {seat, other})


@slip("shown-pending", "act")
def shown_pending(hand, seat):
    """A player turns the own cards up, or one of them, while others have still to act."""
    if not hand.owed(seat):
        return
    if hand.rng.random() < 0.5:
        shown = {"cards": [hand.hole[seat][0].name], "intent": "on_purpose"}
        shown |= {"seen_by": [one for one in hand.order if one != seat], "about_seat": seat}
        hand.body.key(hand.t, "notice", by="dealer", kind="cards_shown_by_player", **shown)
    else:
        hand.t = hand.body.table_hand(hand.hole[seat], seat, hand.t)
    names = {"showdown.own_cards_shown_pending", "deal.flashed_by_player", "showdown.hand_told"}
    hand.wrong(names, {seat})


@slip("blind-short", "blinds", books=("rrop-6",), chance=1.0, bb_min=100)
def blind_short(hand):
    """The big blind puts in too little."""
    hand.post(hand.sb_seat, hand.sb)
    less = hand.sb if hand.rng.random() < 0.6 else hand.bb - 25
    hand.post(hand.bb_seat, less)
    hand.wrong({"wager.wrong_blind"}, {hand.bb_seat}, stop=False)
    return True


@slip("blind-seat", "blinds", chance=1.0, seats_min=4,
      books=("ipr-2018", "ipr-web", "rrop-6", "stg-2011"))  # fmt: skip
def blind_seat(hand):
    """The next player puts out the big blind, and the one who owes it does not."""
    other = hand.after(hand.bb_seat)
    hand.post(hand.sb_seat, hand.sb)
    hand.post(other, hand.bb)
    names = {"frame.blind_wrong_seat", "frame.blind_wrong_seat_late", "wager.wrong_blind"}
    hand.wrong(names, {other, hand.bb_seat}, stop=False)
    return True


@slip("ante-short", "antes", books=("ipr-2018", "ipr-web", "stg-2011"), chance=1.0,
      format="tournament", bb_min=100)  # fmt: skip
def ante_short(hand, payers):
    """One ante is of the wrong size."""
    victim = hand.rng.choice(payers)
    for seat in payers:
        amount = hand.ante
        if seat == victim:
            amount = amount // 50 * 25 if amount > 25 else 2 * amount
        hand.post(seat, amount, 0.5)
    hand.wrong({"wager.ante_wrong"}, {victim}, stop=False)
    return True


@slip("all-in-mucked", "all-in shown", chance=1.0, format="tournament")
def all_in_mucked(hand, seat):
    """A player who is all-in and called throws the hand away instead of turning it up."""
    if seat not in hand.all_in:
        return
    hand.t = hand.body.fold(hand.hole[seat], seat, hand.t + 1.0, "muck")
    hand.wrong({"fold.all_in_mucked"}, {seat})


@slip("rabbit", "awarded", chance=1.0)
def rabbit(hand):
    """After the pot has been pushed the next card of the board is turned for a look."""
    places = {0: "board:1", 3: "board:4", 4: "board:5"}
    if len(hand.live) > 1 or len(hand.board) not in places:
        return
    if hand.rng.random() < 0.5:
        hand.burn()
    card = hand.deck.pop(0)
    hand.t = hand.body.place(card, hand.t + 1.0, places[len(hand.board)])
    hand.wrong({"board.rabbit_card"})
