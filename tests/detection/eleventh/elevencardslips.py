"""Slips with cards: the deal, the deck, burns and board, each with what the table should say."""

from tests.detection.eleventh.elevenslip import slip

MISCOUNTED = {
    "deal.short_before", "deal.out_of_sequence", "deal.seat_left_out", "deal.last_card_missing",
    "deal.absent_left_out",
}  # fmt: skip
SPEAK = ("ipr-2018", "ipr-web", "rrop-6", "stg-2011")  # all that speak of such faults
BOARD_SPEAK = ("ipr-2018", "rrop-6", "stg-2011")


def fault(plan, place, what):
    """The card of that place of the deal has a fault."""
    plan[place].fault = what


@slip("exposed-one", "deal", chance=1.0)
def exposed_one(hand, plan):
    """One later card is turned over by the dealer."""
    place = hand.rng.randrange(2, len(plan))
    fault(plan, place, "exposed")
    hand.wrong({"deal.exposed_one"}, {plan[place].seat}, stop=False)
    return plan


@slip("exposed-two", "deal", chance=1.0)
def exposed_two(hand, plan):
    """Two later cards are turned over, of two players."""
    one, two = sorted(hand.rng.sample(range(2, len(plan)), 2))
    if plan[one].seat == plan[two].seat:
        return None
    fault(plan, one, "exposed")
    fault(plan, two, "exposed")
    seats = {plan[one].seat, plan[two].seat}
    hand.wrong({"deal.exposed_many"}, seats, {"deal.exposed_one"}, stop=False)
    return plan


@slip("exposed-first", "deal", chance=1.0)
def exposed_first(hand, plan):
    """The first or the second card off the deck is turned over."""
    place = hand.rng.randrange(2)
    fault(plan, place, "exposed")
    hand.wrong({"deal.first_two_exposed"}, {plan[place].seat}, stop=False)
    return plan


def _box(hand, plan, place):
    plan.insert(place, type(plan[0])(plan[place].seat, "boxed"))


@slip("boxed-one", "deal", chance=1.0)
def boxed_one(hand, plan):
    """A card lies face up in the deck; the dealer lays it aside and goes on."""
    _box(hand, plan, hand.rng.randrange(1, len(plan) - 1))
    hand.wrong({"deal.boxed_one", "deal.boxed_one_next_gone"}, stop=False)
    return plan


@slip("boxed-two", "deal", chance=1.0)
def boxed_two(hand, plan):
    """Two cards lie face up in the deck."""
    one, two = sorted(hand.rng.sample(range(1, len(plan) - 1), 2))
    _box(hand, plan, two)
    _box(hand, plan, one)
    names = {"deal.boxed_many", "deal.boxed_two_below_limit", "deal.boxed_over_limit"}
    hand.wrong(names, None, {"deal.boxed_one", "deal.boxed_one_next_gone"}, stop=False)
    return plan


@slip("out-of-sequence", "deal", chance=1.0, books=SPEAK, seats_min=4)
def out_of_sequence(hand, plan):
    """A seat is passed over and gets its card after the next one."""
    place = hand.rng.randrange(1, len(hand.order) - 2)
    plan[place], plan[place + 1] = plan[place + 1], plan[place]
    seats = {plan[place].seat, plan[place + 1].seat}
    hand.wrong({"deal.out_of_sequence"}, seats, {"deal.seat_left_out"}, stop=False)
    return plan


@slip("first-seat", "deal", chance=1.0, seats_min=4)
def first_seat(hand, plan):
    """The deal begins one seat too late, and goes round from there."""
    order = hand.order[1:] + hand.order[:1]
    hand.wrong({"deal.wrong_first_seat"}, None, {"deal.wrong_button"}, stop=False)
    return [type(plan[0])(seat) for _ in range(2) for seat in order]


@slip("left-out", "deal", chance=1.0, seats_min=4)
def left_out(hand, plan):
    """A player gets no card at all."""
    victim = hand.rng.choice(hand.order[1:])
    beside = MISCOUNTED - {"deal.seat_left_out"}
    hand.live.discard(victim)
    hand.wrong({"deal.seat_left_out"}, {victim}, beside, stop=False)
    return [step for step in plan if step.seat != victim]


@slip("empty-seat", "deal", chance=1.0, seats_max=8)
def empty_seat(hand, plan):
    """A seat with nobody and no chips is dealt cards in its turn."""
    free = [seat for seat in range(1, 10) if seat not in hand.seats]
    empty = hand.rng.choice(free)
    around = sorted(hand.seats + [empty])
    start = around.index(hand.order[0])
    if around[start - 1] == empty:  # it would be the first or the last: another fault
        return None
    order = around[start:] + around[:start]
    hand.wrong({"deal.empty_seat", "deal.not_entitled_seat"}, {empty}, stop=False)
    return [type(plan[0])(seat) for _ in range(2) for seat in order]


@slip("third-card", "deal", chance=1.0, books=SPEAK)
def third_card(hand, plan):
    """After the deal one player gets another card on top."""
    victim = hand.rng.choice(hand.order)
    names = {"deal.extra_one", "deal.long_before", "deal.out_of_sequence"}
    hand.wrong(names, {victim}, stop=False)
    return [*plan, type(plan[0])(victim)]


@slip("one-short", "deal", chance=1.0, books=SPEAK, seats_min=4)
def one_short(hand, plan):
    """A seat is passed over in the second round."""
    place = len(hand.order) + hand.rng.randrange(1, len(hand.order) - 1)
    victim = plan[place].seat
    hand.wrong(MISCOUNTED, {victim, plan[place + 1].seat}, stop=False)
    return plan[:place] + plan[place + 1 :]


@slip("button-wrong", "deal", chance=1.0, books=SPEAK, seats_min=5,
      setup=lambda hand: {
          "sb_seat": hand.sb_seat, "bb_seat": hand.bb_seat, "previous": {
              "button": hand.button, "sb": hand.sb_seat, "bb": hand.bb_seat}})  # fmt: skip
def button_wrong(hand, plan):
    """The button has not been moved; somebody says so when the cards are out."""
    seat = hand.rng.choice(hand.order)
    last = hand.t + 1.8 + len(plan) * hand.dealer.pace
    hand.scene.key(last + 2.5, "notice", by="player", seat=seat, kind="wrong_button")
    names = {"deal.wrong_button", "frame.button_adjust_dead", "frame.button_adjust_moving"}
    hand.wrong(names | {"deal.button_not_moved"}, stop=False)
    return plan


@slip("foreign-card", "deck", chance=1.0, books=SPEAK)
def foreign_card(hand):
    """A card of another deck is among those dealt: its tag is in no list."""
    place = hand.rng.randrange(2 * len(hand.order))
    del hand.printed[hand.deck[place].uid]
    hand.wrong({"deck.foreign_in_hand"}, stop=False)


@slip("duplicate-card", "deck", chance=1.0, books=SPEAK)
def duplicate_card(hand):
    """The deck was packed with one card twice, and both are dealt."""
    one, two = hand.rng.sample(range(2 * len(hand.order)), 2)
    hand.deck[two].name = hand.printed[hand.deck[two].uid] = hand.deck[one].name
    hand.wrong({"deck.duplicate", "deck.too_many"}, stop=False)


@slip("no-burn", "board", books=BOARD_SPEAK)
def no_burn(hand, street):
    """The street comes without a burn; now and then somebody has acted before it is seen."""
    hand.lay({"flop": (1, 2, 3), "turn": (4,), "river": (5,)}[street])
    names = {
        "flop": {"board.flop_no_burn_known", "board.flop_no_burn_unknown"},
        "turn": {"board.turn_no_burn"},
        "river": {"board.river_no_burn"},
    }[street]
    late = {f"board.{street}_no_burn_after"}
    _act_on(hand)
    hand.wrong(names | late)


@slip("two-burns", "board", books=BOARD_SPEAK)
def two_burns(hand, street):
    """Two cards are burned, and the street comes."""
    hand.burn()
    hand.burn()
    hand.lay({"flop": (1, 2, 3), "turn": (4,), "river": (5,)}[street])
    stem = f"board.{street}_two_burns"
    names = {stem, stem + "_after", stem + "_unknown", stem + "_unexposed"}
    _act_on(hand)
    hand.wrong(names | {"board.two_burns_unexposed"})


def _act_on(hand):
    """Sometimes a player or two check on the street before anybody speaks up."""
    able = hand.live - hand.all_in
    if hand.rng.random() < 0.5 or len(able) < 2:
        return
    seats = [seat for seat in hand.order if seat in able]
    for seat in seats[: hand.rng.choice((1, 2))]:
        hand.t += hand.players[seat].think(False)
        hand.check(seat)


@slip("premature", "act", books=SPEAK, chance=0.8)
def premature(hand, seat):
    """The dealer takes the round for over and deals, though the last player faces a bet."""
    if not hand.owed(seat) or len(hand.live) < 2 or hand.next_due(seat) not in (None, seat):
        return
    if any(hand.due(other) for other in hand.live - {seat}):
        return
    street = {"preflop": "flop", "flop": "turn", "turn": "river"}.get(hand.street)
    if street is None:
        return
    hand.t += 0.5
    hand.collect()
    hand.burn()
    hand.lay({"flop": (1, 2, 3), "turn": (4,), "river": (5,)}[street])
    hand.wrong({f"board.premature_{street}"})


@slip("flop-four", "board", books=("ipr-2018", "rrop-6", "tda-2011", "stg-2011"), chance=1.0)
def flop_four(hand, street):
    """Four cards come as the flop."""
    if street != "flop":
        return
    hand.burn()
    hand.lay((1, 2, 3, 4))
    names = {"board.flop_four_known", "board.flop_four_unknown", "board.flop_many"}
    hand.wrong(names)


@slip("turn-two", "board", books=BOARD_SPEAK, chance=1.0)
def turn_two(hand, street):
    """Two cards come off together as the turn or the river."""
    if street == "flop" or not hand.live - hand.all_in:
        return
    hand.burn()
    hand.lay((4, 5) if street == "turn" else (5, 6))
    stem = f"board.{street}_two"
    names = {stem + "_known", stem + "_unknown", f"board.{street}_many_after_action"}
    if street == "turn":
        names.add("board.premature_river")
    hand.wrong(names)
