"""How many burn cards a street should have: one, unless a remedy that is open says otherwise."""

from shared_rules.hand.cards.board import USUAL

# as USUAL: least, most, whether cards placed there from elsewhere count
ANY = (0, 99, True)
ONE_OR_NONE = (0, 1, True)
NO_NEW_BURN = (0, 0, False)

# steps about the street after the one ruled on; an exposed card may be the burn where it lies
NEXT = {
    "no_burn_next_street": NO_NEW_BURN,
    "burn_two_next_street": (2, 2, True),
    "one_burn_back_as_next_burn": NO_NEW_BURN,
    "exposed_card_is_next_burn": ONE_OR_NONE,
    "extra_card_to_stub_as_burn": USUAL,
    "fourth_card_is_exposed_burn": ONE_OR_NONE,
    "floor_picks_next_burn": ONE_OR_NONE,
    "other_card_is_river_burn": ONE_OR_NONE,
    "exposed_turn_is_river_burn": ONE_OR_NONE,
}
DEALS = {"flop": "deal_flop", "turn": "deal_turn", "river": "deal_river"}


def due(hand, d, street):
    """Burns due for a street whose first card comes now: least, most, which are counted."""
    for r in reversed(hand.open_incidents()):
        own = r["situation"][:6] == "board." or (street == "flop" and r["situation"][:5] == "deal.")
        if not own:
            continue
        if r["ruling"] == "floor_decides" and not r["situation"].endswith("unexposed"):
            return ANY
        found = _of_steps(d, r["remedy_steps"], street)
        if found == ONE_OR_NONE and _mucked(hand, r):
            found = USUAL
        if found is not None:
            return found
    return USUAL


def _mucked(hand, r):
    """True when the card of the deal that was to be burned went to the muck instead."""
    if r["situation"][:5] != "deal.":
        return False
    from shared_rules.hand.cards.deal_order import EXPOSED, TOKEN

    gone = hand.at.get("muck", ())
    dealt = (hand.pending.get("deal") or {}).get("cards", ())
    return bool([row for row in dealt if row[EXPOSED] and row[TOKEN] in gone])


def _of_steps(d, steps, street):
    """What the steps of one remedy say of the burns for a street; None when nothing."""
    if DEALS[street] in steps:
        return _before(steps, steps.index(DEALS[street]))
    if street == "river" and "river_is_the_set_aside_card" in steps:
        return ONE_OR_NONE
    if d["street"] == street:
        return None
    found = None
    for step in steps:
        if step in NEXT:
            found = NEXT[step]
    return found


def _before(steps, at):
    """What is said of the burn between a deal step and the one before it."""
    for i in range(at - 1, -1, -1):
        if steps[i] == "no_burn":
            return NO_NEW_BURN
        if steps[i] == "burn_one":
            return USUAL
        if steps[i][:5] == "deal_":
            break
    return ONE_OR_NONE
