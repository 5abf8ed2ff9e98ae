"""Chips that do not play: another player's, too small ones, cash and chips of another game."""

from shared_rules import zones


def on_chips_move(hand, ev):
    """Chips onto a line: whose they are, and whether they are large enough to be wagered."""
    if ev["by"] != "player" or zones.kind(ev["to"]) != "line":
        return None
    seat, giver = zones.seat_of(ev["to"]), zones.seat_of(ev["from"])
    if giver is not None and giver != seat and zones.kind(ev["from"]) == "seat":
        return _of_another(hand, ev, seat, giver)
    if hand.phase != "betting" or hand.format != "cash" or ev.get("released") is False:
        return None
    if "smallest_chip" not in hand.setup and "bet_chip" not in hand.setup:
        return None
    return _small(hand, ev, seat)


def _of_another(hand, ev, seat, giver):
    """One player's chips put forward for another (rrop-6:S2-PROC-10, S2-PROC-14)."""
    early = hand.phase in ("none", "setup", "deal")
    key = "chips.posted_for_another" if early else "chips.of_another"
    if not hand.book.has(key):
        return None
    if ev.get("released") is not False:
        hand.front[seat] = max(0, hand.front.get(seat, 0) - sum(ev["chips"]))
    hand.rule(key, seat=giver)
    return True


def _small(hand, ev, seat):
    """Chips below the smallest that may be wagered do not count (rrop-6:S3-BET-7).

    Where the house wants wagers in the chip of the bring-in (``bet_chip``), smaller ones count by
    the full chip only (rrop-6:S14-NL-13).
    """
    key, least = "chips.too_small", hand.setup.get("smallest_chip", 0)
    void = sum([c for c in ev["chips"] if c < least])
    if not void and hand.setup.get("bet_chip") and hand.betting != "limit":
        key, unit = "chips.below_unit", hand.setup["bet_chip"]
        if min(ev["chips"]) < unit:
            void = hand.front.get(seat, 0) % unit
    if not void or not hand.book.has(key):
        return None
    hand.front[seat] = max(0, hand.front.get(seat, 0) - sum(ev["chips"]))
    counts = hand.front[seat] + sum(ev["chips"]) - void
    if key == "chips.too_small":
        left = [c for c in ev["chips"] if c >= least]
    else:
        left = _without(ev["chips"], void)
    if left:
        hand.dispatch(dict(ev, chips=left))  # the rest is read as any other wager
    hand.rule(key, seat=seat, amount=counts)
    return True


def _without(chips, void):
    """Chips less small ones worth ``void``, as far as whole chips can be taken away."""
    out = sorted(chips)
    for chip in sorted(chips):
        if chip <= void:
            out.remove(chip)
            void -= chip
    if void:  # a chip is broken: what is left of it counts
        out[0] -= void
    return [c for c in out if c]


def on_notice(hand, ev):
    """Cash, or chips of another house or event, lie among a player's chips.

    ``amount``: their value in the wager; ``objected``: a player in the pot objects. What the table
    points at is noticed as well, and the table has not counted it in the wager.
    """
    kind, seat = ev["kind"], ev.get("about_seat", ev.get("seat"))
    if kind == "foreign_chips" and hand.format == "tournament":
        key = "view.foreign_chips"
    elif kind in ("cash_in_play", "foreign_chips"):
        noticed = ev.get("objected") or ev["by"] == "table"
        key = "chips.cash_objected" if noticed else "chips.cash_unnoticed"
    else:
        return None
    amount = None
    if hand.book.outcome(key).ruling == "chips_not_in_play":
        amount = max(0, hand.bet(seat) - ev.get("amount", 0))
    hand.rule(key, seat=seat, amount=amount)
    return True


HANDLERS = (("chips_move", on_chips_move), ("notice", on_notice))
