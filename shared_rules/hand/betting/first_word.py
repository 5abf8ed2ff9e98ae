"""Two words of one player, one after the other: the first is the act.

Loaded where a wager was announced whose chips are still to come.
"""

from shared_rules.hand.betting import acts, motions, turn_order


def holds(hand, seat, word, said):
    """True when ``call`` or ``check`` comes too late: the wager announced before it is ruled on.

    ``said``: the open act of the seat on this street, None for what it announced out of turn.
    """
    if word not in ("call", "check"):
        return False
    if "promised" in hand.pending and turn_order.promised(hand, seat):
        said = acts.begin(hand, seat, acts.spot(hand, seat), "raise")  # said out of turn
    if said is None or said["done"]:
        return False
    if said["word"] == "all_in":
        hand.rule("turn.changed_mind", seat=seat)  # how much it is the chips will say
        return True
    if said["word"] not in turn_order.AGGRESSIVE:
        return False
    motions.bind(hand, said)
    return True
