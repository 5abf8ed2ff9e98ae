"""The questions the desk answers: ``answer(event, ask)`` gives a Decision for each of them."""

from shared_rules.desk import (
    bubble,
    button,
    cash,
    color_up,
    deals,
    entries,
    level_clock,
    penalty_terms,
    seating,
)
from shared_rules.desk.decision import left_open
from shared_rules.desk.faults import BadHappening


def next_up(event, ask):
    """Who gets the seat or the entry, or who has to move."""
    for found in (seating.next_to_move, cash.next_seat, entries.next_alternate):
        decision = found(event)
        if decision is not None:
            return decision
    key = "cash.list" if event.facts["format"] == "cash" else "entry.alternate"
    return left_open(event.book.rule(key))


def allowed(event, ask):
    """Whether somebody may do what he asks for."""
    act, player = ask["act"], ask.get("player")
    if player is None:
        asked = [e for e in event.happened("asks") if e["for"] == act]
        player = asked[-1]["player"] if asked and act != "pick_up_chips" else None
    if act == "seat_change" and event.facts["format"] == "cash":
        return cash.seat_change(event, ask, player)
    if act == "pick_up_chips" and event.facts["format"] != "cash":
        return _chips_of_absent(event, player)
    return ACTS[act](event, ask, player)


def _chips_of_absent(event, player):
    """In an event an absent player's chips follow the rules for his stack."""
    absent = event.happened("absent", player)
    if not absent:
        return cash.pick_up_chips(event, {}, player)
    status = entries.stack_status(event, {"player": absent[-1]["player"]})
    if not status.open:
        status.answer = {"allowed": status.answer["may_remove"]}
    return status


ACTS = {
    "re_enter": entries.re_enter,
    "rebuy": entries.rebuy,
    "add_on": entries.add_on,
    "cancel_rebuy": entries.cancel_rebuy,
    "unregister": entries.unregister,
    "refund": entries.refund,
    "transfer_entry": entries.transfer,
    "seat_change": entries.seat_change,
    "payout": entries.payout,
    "family_split": entries.family_split,
    "change_limit": cash.change_limit,
    "add_name": cash.add_name,
    "second_short_buy_in": cash.short_buy_in,
    "pick_up_chips": cash.pick_up_chips,
    "second_seat": cash.second_seat,
}

ASKS = {
    "moves": seating.moves,
    "duties": seating.duties,
    "source_table": seating.source_table,
    "halt": seating.halt,
    "redraw": seating.redraw,
    "seat": seating.wrong_seat,
    "level_of_hand": level_clock.level_of_hand,
    "clock": level_clock.clock,
    "hands_left": level_clock.hands_left,
    "button": button.button,
    "ante": button.ante,
    "color_up_due": color_up.color_up_due,
    "color_up": color_up.color_up,
    "chips_removed": color_up.chips_removed,
    "hand_for_hand": bubble.hand_for_hand,
    "places": bubble.places,
    "prizes": bubble.prizes,
    "deal": deals.deal,
    "icm": deals.icm,
    "entry": entries.entry,
    "allowed": allowed,
    "next": next_up,
    "stack_status": entries.stack_status,
    "penalty": penalty_terms.penalty,
    "final_table": seating.final_table,
    "buy_in": cash.buy_in,
}


def answer(event, ask):
    """Decision on one question. Raises BadHappening for a question nobody knows."""
    if ask["what"] not in ASKS:
        raise BadHappening("the desk knows no question %r" % ask["what"])
    if event.calls:  # a question changes nothing: who moves is settled in a copy
        event = event.again()
        event.settle()
    return ASKS[ask["what"]](event, ask)
