"""Chips played behind: announced rebuys and chips bought that have not come yet.

Announced in time they play, and must be paid; a wager that needs them waits until they lie there.
"""

from shared_rules import zones


def on_notice(hand, ev):
    """A rebuy is announced, or chips were bought: ``amount``; ``announced``: said to the table."""
    kind = ev["kind"]
    if kind not in ("rebuy_announced", "chips_bought"):
        return None
    seat, amount = ev.get("about_seat", ev.get("seat")), ev.get("amount") or 0
    if seat is None:
        return None
    early = hand.phase in ("none", "setup") and not hand.off_deck
    if kind == "rebuy_announced":
        key = "chips.rebuy_announced" if early else "chips.rebuy_late"
    elif not early:
        key = "chips.rebuy_late"
    else:
        key = "chips.behind_announced"
        least = hand.setup.get("min_buy_in", 0)
        if not ev.get("announced", True) and amount > least:
            key, amount = "chips.behind_unannounced", least
    if not hand.book.has(key):
        hand.rule(key, seat=seat)
        return True
    if key == "chips.rebuy_late":
        hand.rule(key, seat=seat, amount=hand.stacks.get(seat, 0) + hand.bet(seat))
        return True
    hand.rule(key, seat=seat, amount=amount)
    _behind(hand, seat, amount)
    return True


def _behind(hand, seat, amount):
    """The chips play: behind the seat, as if they lay there."""
    owed = hand.pending.setdefault("behind", {})
    owed[seat] = owed.get(seat, 0) + amount
    if seat not in hand.seats:
        hand.seats.append(seat)
        hand.seats.sort()
        hand.dealt_in.append(seat)
        hand.dealt_in.sort()
        hand.stacks[seat] = 0
    if seat in hand.stacks:
        hand.stacks[seat] += amount
        hand.stacks_before[seat] = hand.stacks_before.get(seat, 0) + amount


def on_chips_move(hand, ev):
    """The chips come: what was announced is paid. Any other chips are looked at elsewhere."""
    owed = hand.pending.get("behind")
    if not owed or ev["from"] != zones.OFF or zones.kind(ev["to"]) != "seat":
        return None
    seat = zones.seat_of(ev["to"])
    if not owed.get(seat):
        return None
    owed[seat] = max(0, owed[seat] - sum(ev["chips"]))
    return True


def review(hand):
    """A wager that reaches into chips not yet paid for: they must be shown before it counts."""
    owed = hand.pending.get("behind")
    if not owed:
        return
    reported = hand.pending.setdefault("behind_reported", [])
    for seat in sorted(owed):
        if owed[seat] and seat not in reported and hand.stacks.get(seat, 0) < owed[seat]:
            reported.append(seat)
            hand.rule("chips.rebuy_owed", seat=seat, amount=hand.bet(seat))


HANDLERS = (("notice", on_notice), ("chips_move", on_chips_move))
