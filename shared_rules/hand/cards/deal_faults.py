"""Which faults the record of a deal shows, and under which situation key the book has them.

Each function takes the hand, the record ``d`` (see ``dealing.py``) and the walk ``w`` (see
``deal_order.py``) and returns faults ``(key, seat, options)``; options go to ``hand.rule``.
"""

from shared_rules.hand.cards import deal_counts
from shared_rules.hand.cards.deal_order import (
    BOXED,
    EVENT,
    EXPOSED,
    GONE,
    NTH,
    OFF,
    SEAT,
    TOKEN,
    due_cards,
    entitled,
    too_late,
)
from shared_rules.hand.cards.deal_walk import Walk, optional, unattended, walk
from shared_rules.hand.places import first_deal_done
from shared_rules.hand.start import button_place


def found(hand, d):
    """All faults of the deal as things stand, in the order in which they are ruled."""
    w = walk(hand, d["cards"], d["filled"]) if hand.from_start else Walk()
    out = []
    out.extend(boxed(hand, d, w))
    out.extend(seen(hand, d))
    out.extend(own_cards(hand, d))
    out.extend(deal_counts.found(hand, d, w, is_late))
    out.extend(order(hand, d, w))
    out.extend(places(hand, d, w))
    out.extend(mixed(hand, d))
    out.extend(misplaced_button(hand, d))
    if d["declared"] and not out:
        out.append(("deal.misdeal_declared", None, {}))
    return out


# words of a situation key -> the group of faults a notice draws attention to; the first that fits
GROUPS = (
    ("boxed", "boxed"),
    ("exposed off_table flash dropped", "seen"),
    ("wrong_first left_out sequence two_to", "order"),
    ("empty_seat not_entitled", "places"),
    ("mixed", "mixed"),
    ("button_moved button_not wrong_button button_wrong", "button"),
    ("long short extra missing not_discarded", "count"),
)


def group_of(key):
    """Group of faults a situation key belongs to, as notices name them; None for others."""
    for words, group in GROUPS:
        if [w for w in words.split() if w in key]:
            return group
    return None


def rule(hand, fault):
    """Give the ruling on a fault."""
    key, seat, options = fault
    hand.rule(key, seat=seat, **options)


def is_late(hand, d, group, seat=None):
    """True when nobody drew attention to the group in time and the deal can't be voided now.

    ``seat``: whose hand it is; a report about another hand does not keep the time for this one.
    """
    if not too_late(hand):
        return False
    about = d["called_about"].get(group)
    if seat is not None and about and seat not in about and None not in about:
        return True
    return group not in d["called"]


def _order_late(hand, d, kinds, seat=None):
    """``is_late`` for a fault of the order: words on another one do not keep the time for it.

    ``kinds`` of notices that speak of it; ``seat``: who was left out, if that is it.
    """
    if is_late(hand, d, "order"):
        return True
    if d["declared"] or not too_late(hand):
        return False
    about = d["called_about"]
    said = [kind for kind in kinds.split() if kind in about]
    seats = about.get("not_dealt_in", ())
    return not said and seat not in seats and None not in seats


def _evidence(hand, rows):
    out = []
    for row in rows:
        if row[EVENT] not in out:
            out.append(row[EVENT])
    if hand.n not in out:
        out.append(hand.n)
    return {"evidence": tuple(out)}


# -- cards that were seen ---------------------------------------------------------------------


def exposed_rows(d):
    """Cards the dealer exposed, those off the table among them."""
    return [c for c in d["cards"] if c[EXPOSED] and not c[BOXED]]


def boxed_rows(d):
    """Boxed cards that came off the deck (jokers are the deck's business)."""
    return [c for c in d["cards"] if c[BOXED] and c[TOKEN] != "JK"]


def seen(hand, d):
    """Exposed cards and cards off the table."""
    rows = exposed_rows(d)
    if not rows:
        if d["flash"]:
            return [("deal.flashed_by_player", d["flash"][-1], {})]
        return []
    if hand.game.family == "stud":
        key = _seen_stud(hand, rows)
    elif hand.game.family == "draw":
        key = _seen_draw(hand, rows)
    else:
        key = _seen_flop(hand, d, rows)
    voids = hand.book.outcome(key).misdeal
    said_late = "seen" in d["late_call"] and "seen" not in d["called"]
    if (voids and is_late(hand, d, "seen")) or (said_late and not rows[-1][GONE]):
        key = "deal.exposed_late"
    options = _evidence(hand, rows)
    steps = hand.book.outcome(key).steps
    last = rows[-1] is d["cards"][-1] and first_deal_done(hand)
    if last and "finish_deal" in steps:  # nothing was left to deal
        options["steps"] = [s for s in steps if s != "finish_deal"]
    out = []
    if d["flash"] and not [c for c in rows if not c[GONE]]:
        out.append(("deal.flashed_by_player", d["flash"][-1], {}))  # the dealer's is taken back
    if key[:5] == "draw." and voids and hand.game.high:
        # rrop-6:S12-3 keeps any card seen before the draw, S3-MIS-1 voids the deal
        options["confidence"] = "medium"
        options["cite"] = hand.book.outcome("draw.exposed_kept_high").cite
    if key == "stud.both_down_exposed_cash" and hand.book.outcome(key).ruling == "hand_dead":
        options["amount"] = hand.ante
    return [(key, rows[-1][SEAT], options)] + out


def _first_two(rows):
    return [c for c in rows if c[NTH] <= 2]


def _seen_flop(hand, d, rows):
    off = [c for c in rows if c[OFF]]
    first = _first_two(rows)
    if first:
        return "deal.off_table_first_two" if first[0][OFF] else "deal.first_two_exposed"
    if len(rows) >= hand.book.value("deal.exposed_limit", 2):
        return "deal.off_table_many" if off else "deal.exposed_many"
    if boxed_rows(d):
        return "deal.exposed_with_boxed"
    if off:
        return "deal.off_table_one"
    if d["keep"]:
        return "deal.keep_exposed_asked"
    beside = d["flash"] and [c for c in rows if not c[GONE]]
    return "deal.flash_beside_exposure" if beside else "deal.exposed_one"


def _seen_stud(hand, rows):
    seats = []
    for c in rows:
        if c[SEAT] not in seats:
            seats.append(c[SEAT])
    if len(seats) > 1 and len(rows) >= hand.book.value("deal.exposed_limit", 2):
        return "stud.exposed_many_" + hand.format
    which = "both_down" if len(rows) > 1 else "down_card"
    return "stud.%s_exposed_%s" % (which, hand.format)


def _seen_draw(hand, rows):
    if hand.game.high and not _first_two(rows) and len(rows) == 1:
        return "draw.exposed_kept_high"
    if _first_two(rows):
        return "draw.first_two_exposed"
    if len(rows) > 1:
        return "draw.exposed_many"
    low = {"ace_five": "a5", "deuce_seven": "27"}.get(hand.game.low)
    rank = rows[0][TOKEN][:1] if len(rows[0][TOKEN]) == 2 else ""
    if low is None or rank in ("", "#"):
        return "draw.exposed_rank_unknown"
    big = "" if hand.betting == "limit" else "_big_bet"
    kept = hand.book.value("draw.%s_kept%s" % (low, big), "")
    return "draw.exposed_%s_%s%s" % ("kept" if rank in kept else "replaced", low, big)


def boxed(hand, d, w):
    """Boxed cards, as far as they are not counted together with an exposed one."""
    rows = boxed_rows(d)
    if not rows:
        return []
    suffix = "_lowball" if hand.game.family == "draw" else ""
    limit = hand.book.value("deal.boxed_limit" + suffix, 0)
    options = _evidence(hand, rows)
    if limit and len(rows) >= limit:
        if is_late(hand, d, "boxed"):
            return [("deal.boxed_many_late", None, options)]
        over = len(rows) > limit
        return [("deal.boxed_over_limit" if over else "deal.boxed_many", None, options)]
    if hand.game.family == "flop" and len(exposed_rows(d)) == 1 and not _first_two(exposed_rows(d)):
        return []
    if len(rows) > 1:
        return [("deal.boxed_two_below_limit", None, options)]
    key = "deal.boxed_one_next_gone" if w.next_gone else "deal.boxed_one"
    return [(key, rows[0][SEAT], options)]


def own_cards(hand, d):
    """A player dropped an own card."""
    if d["dropped"]:
        return [("deal.dropped_by_player", d["dropped"][-1], {})]
    return []


# -- order, places, button --------------------------------------------------------------------


def order(hand, d, w):
    """Wrong first seat, a seat left out, a card out of sequence, two in a row to the button."""
    missed = d.get("missed")  # who says that no card came, where another got the first one
    due = entitled(hand) or (None,)
    if missed is not None and missed in optional(hand) and not w.counts.get(missed):
        return [("deal.absent_left_out", missed, {"irregular": False})]
    if w.wrong_first is not None and (missed != due[0] or w.counts.get(missed)):
        late = _order_late(hand, d, "wrong_first_seat out_of_sequence", due[0])
        return [("deal.wrong_first_seat" + ("_late" if late else ""), w.wrong_first, {})]
    passed_over = d.get("passed_over")  # before the hand was taken up
    if w.wrong_first is not None:
        passed_over = missed
    for seat in _left_out(hand, d, w) if passed_over is None else (passed_over,):
        late = _order_late(hand, d, "out_of_sequence", seat)
        if unattended(hand, seat) and not late:
            return [("deal.absent_left_out", seat, {})]
        return [("deal.seat_left_out" + ("_late" if late else ""), seat, {})]
    late = is_late(hand, d, "order")
    tail = "_late" if late else ""
    out_of_place = w.late or [s for s in w.certain if w.counts.get(s, 0) >= due_cards(hand)]
    if out_of_place:
        return [("deal.out_of_sequence" + tail, out_of_place[-1], {})]
    twice = _two_in_a_row(hand, d, w)
    if twice and twice[-1] != w.order[-1]:
        return [("deal.out_of_sequence" + tail, twice[-1], {})]
    if w.button_pair or twice:
        allowed = hand.book.value("deal.two_to_button_allowed", False)
        if not allowed and late:
            return [("deal.out_of_sequence_late", w.order[-1], {})]
        return [("deal.two_to_button", w.order[-1], {"irregular": not allowed})]
    return []


def _two_in_a_row(hand, d, w):
    """Seats served twice running, once that is no extra card: all is dealt, or it was said."""
    due = due_cards(hand)
    said = "order" in d["called"] or "order" in d["late_call"]
    full = not [s for s in w.order if w.counts.get(s, 0) != due]
    return [s for s in w.doubles if w.counts.get(s, 0) <= due and (said or full)]


def _left_out(hand, d, w):
    """Seats passed over that hold nothing; the last seat may still get two cards in a row."""
    wait = hand.book.value("deal.two_to_button_allowed", False) and not d["over"]
    out = []
    for seat in w.certain:
        if not w.counts.get(seat) and not (wait and seat == w.order[-1]):
            out.append(seat)
    if d["over"] and not out and w.counts:
        for seat in w.order:
            lacks = seat in w.lacking or seat in w.waiting
            returned = [c for c in d["cards"] if c[SEAT] == seat]
            if not w.counts.get(seat) and not lacks and not returned:
                out.append(seat)
    return out


def places(hand, d, w):
    """Cards to an empty seat or to a player without a right to a hand."""
    strangers = w.strangers or d.get("stranger", ())  # or before the hand was taken up
    if not strangers:
        return []
    seat = strangers[0]
    key = "deal.not_entitled_seat" if seat in hand.seats else "deal.empty_seat"
    return [(key + ("_late" if is_late(hand, d, "places") else ""), seat, {})]


def mixed(hand, d):
    """Initial cards of two seats can no longer be told apart."""
    if not d["mixed"]:
        return []
    seat = d["mixed_seats"][0] if d["mixed_seats"] else None
    return [("deal.mixed_hands" + ("_late" if is_late(hand, d, "mixed") else ""), seat, {})]


def misplaced_button(hand, d):
    """The button lies wrong by the last hand, and cards were dealt from it."""
    fault = button_place.fault(hand)
    if fault is None or not (d["cards"] or "button" in d["called"] or "button" in d["late_call"]):
        return []
    if not is_late(hand, d, "button"):
        return [("deal.wrong_button", None, {})]
    keys = {"moved_twice": "deal.button_moved_twice", "not_moved": "deal.button_not_moved"}
    return [(keys.get(fault, "deal.button_wrong_late"), None, {})]
