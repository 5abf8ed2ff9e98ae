"""Chips of another house in a wager: no loop reads them, so what is read of it is too little.

Loaded when the dealer keys some, or a bet is less than a player may make.
"""

from firmware.table import phase as ph
from firmware.table.values import ASK_MS, SHADOW_MS


def count_keyed(chips, event):
    """Chips of another house, which the dealer has keyed, are in the wager that waits to be told:
    what is read of it lacks them, as no chip of theirs is known, so the sum is with them."""
    spot = chips.spots.get(event.get("about_seat"))
    item = spot.arrival if spot is not None else None
    amount = event.get("amount")
    if item is None:
        return
    waits = item in chips.order.items and item.t <= event["t"] and item.total is None
    if chips.phase.now == ph.BETTING and waits and item.tags and isinstance(amount, int):
        item.total = item.total_of() + amount
        item.counted = max(1, event["t"] - ASK_MS)  # nobody need ask any more


def may_be_keyed(chips, item, now):
    """True while a bet less than any player may make waits for the dealer to key chips of another
    house in it: nothing that is read tells it from one that is short. A short one that is brought
    up, or that others act on, waits for nothing more, nor does one that has been counted or said.
    """
    if item.counted or item.gone or item.total is not None or chips.as_said(item):
        return False
    for other in chips.order.items:
        if other is not item and other.acts() is not None:
            return False
    until = item.last + chips.gap_of(item.spot.antenna) + SHADOW_MS  # as where no load tells
    waits = item.waits(now, until, "foreign", item.spot.seat)
    item.kept = item.kept or waits
    return waits
