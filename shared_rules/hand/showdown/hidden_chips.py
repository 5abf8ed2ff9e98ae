"""Chips found after an all-in that nobody saw when it was called.

They count if the all-in hand loses, as far as the caller covers them, and are not paid when it
wins (ipr-2018:57.6). Found after the next hand has begun they leave play where a book says so.
"""

from shared_rules.hand.start import hand_start

RULED = ("pots.hidden_chips_won", "pots.hidden_chips_lost")


def on_notice(hand, ev):
    """Somebody found chips at a seat."""
    if ev["kind"] != "hidden_chips_found":
        return None
    seat = ev.get("about_seat")
    found = sum(ev.get("chips", ()))
    if hand_start.next_began(hand) or seat in hand.pending.get("lost_all", ()):
        hand.rule("pots.hidden_chips_late", seat=seat, amount=found)
        return True
    if wager(hand, seat) is None and hand.format == "tournament":
        # no all-in they could belong to: chips kept out of view (ipr-2018:34.2, tda-2011:48)
        hand.rule("frame.chips_off_table", seat=seat, amount=found)
        return True
    hidden = hand.pending.setdefault("hidden", {})
    hidden[seat] = hidden.get(seat, 0) + found
    if hand.winners is not None and hand.winners[0] is not None:
        _judge(hand, seat, hand.winners)
    elif hand.pending.get("awards"):
        _judge(hand, seat, (hand.pending["awards"][-1][0], None))  # nobody read who won
    elif hand.phase == "showdown":
        _by_the_cards(hand, seat)
    return True


def _by_the_cards(hand, seat):
    """Judge as soon as all hands lie open: the cards on the table say who won."""
    from shared_rules.hand.showdown import disputes

    open_hands = disputes.tabled(hand)
    if not [s for s in hand.live if s not in open_hands]:
        _judge(hand, seat, ([seat] if disputes.wins(hand, seat) else [], None))


def on_card_move(hand, ev):
    """The last hand is laid open after the chips were found."""
    if ev["from"] == ev["to"] and hand.phase == "showdown":
        for seat in _unjudged(hand):
            _by_the_cards(hand, seat)


def on_award(hand, ev):
    """The pot goes out after the chips were found, nobody having read the hands."""
    for seat in _unjudged(hand):
        _judge(hand, seat, (ev["seats"], None))


def _unjudged(hand):
    """Seats with chips found that nothing has been ruled on yet."""
    ruled = [r["seat"] for r in hand.rulings if r["situation"] in RULED]
    return [s for s in sorted(hand.pending["hidden"]) if s not in ruled]


def on_showdown(hand, ev):
    """Who won decides what the chips are worth."""
    if not ev.get("high") and not ev.get("low"):
        return
    for seat in sorted(hand.pending.get("hidden", {})):
        _judge(hand, seat, (ev.get("high"), ev.get("low")))


def _judge(hand, seat, winners):
    made = wager(hand, seat)
    if made is None:
        return
    if seat in (winners[0] or ()) or seat in (winners[1] or ()):
        hand.rule("pots.hidden_chips_won", seat=seat, amount=made or None)
        return
    hidden = hand.pending["hidden"][seat]
    amount = min(made + hidden, max(made, covered(hand, seat, made)))
    key = "pots.hidden_chips_lost"
    known = hand.book.has(key)
    hand.rule(key, seat=seat, amount=amount if known and made else None)


def wager(hand, seat):
    """Total for its street of the last wager of a seat, None when it made none.

    All-in before the hand was taken up: its part of the pots, 0 when they were not named.
    """
    for a in reversed(hand.actions):
        if a["seat"] == seat and a["amt"]:
            return a["to"]
    if seat not in hand.setup.get("all_in", ()):
        return None
    return sum([p["amount"] // len(p["seats"]) for p in _pots(hand) if seat in p["seats"]])


def _pots(hand):
    """Pots as they were named when the hand was taken up."""
    return hand.setup.get("pots") or ()


def covered(hand, seat, made):
    """Total of that street the opponents in the hand could have matched, chips behind included."""
    before = hand.paid.get(seat, 0) - made
    if hand.uncalled is not None and hand.uncalled[0] == seat:
        before += hand.uncalled[1]
    best = 0
    for s in hand.live:
        if s != seat:
            best = max(best, hand.paid.get(s, 0) + hand.stack(s) - before)
    return best


HANDLERS = (
    ("notice", on_notice),
    ("showdown", on_showdown),
    ("card_move", on_card_move, "seat>seat", "hidden"),
    ("pot_awarded", on_award, None, "hidden"),
)
