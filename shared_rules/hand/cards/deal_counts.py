"""Wrong numbers of cards in the hands: from the cards pitched and from tags counted."""

from shared_rules.hand.cards.deal_order import BOXED, EXPOSED, GONE, SEAT, acts, due_cards
from shared_rules.hand.start import button_place


def found(hand, d, w, is_late):
    """Faults ``(key, seat, options)`` about numbers of cards; none while the deal goes on.

    ``is_late(hand, d, group, seat)`` as in ``deal_faults.py``.
    """
    if hand.phase == "draw" or (hand.game.family == "draw" and hand.game.index(hand.street) > 0):
        # what a draw leaves behind is judged by draw_cards; what was found is put right by it
        return [(key, seat, {}) for key, seat in d["found"]]
    if hand.game.index(hand.street) > 0 or not hand.from_start:
        now = _by_count(hand, d, is_late(hand, d, "count"))
        seats = [f[1] for f in now] + list(d["counts"])
        return now + [(key, seat, {}) for key, seat in d["found"] if _stays(key, seat, seats)]
    if not (d["over"] or w.complete) or not w.order or not w.counts:
        return []
    longs, shorts = _surplus(hand, d, w), _missing(hand, d, w)
    if longs:
        return _long(hand, d, w, longs, is_late)
    if shorts:
        return _short(hand, d, w, shorts, is_late)
    return []


def _stays(key, seat, seats):
    """True for a fault of the first street's deal in a hand nobody has counted since: it is so."""
    return seat not in seats and bool([w for w in ("long", "short", "extra") if w in key])


def _surplus(hand, d, w):
    """[(seat, cards too many)]; a seen card not yet replaced and its replacement are one."""
    need = due_cards(hand)
    out = []
    for seat in w.order:
        have = d["counts"].get(seat, w.counts.get(seat, 0))
        seen = [c for c in d["cards"] if c[SEAT] == seat and c[EXPOSED] and not c[GONE]]
        more = have - need - (len(seen) if have > need else 0)
        if more > 0:
            out.append((seat, more))
    return out


def _missing(hand, d, w):
    """[(seat, cards missing)]; cards to be replaced (boxed, off the table, seen) do not count."""
    need = due_cards(hand)
    wait = hand.book.value("deal.two_to_button_allowed", False) and not d["over"]
    out = []
    for seat in w.order:
        have = d["counts"].get(seat, w.counts.get(seat, 0))
        due = w.lacking.count(seat) + w.waiting.count(seat)
        due += len([c for c in d["cards"] if c[SEAT] == seat and c[GONE] and c[EXPOSED]])
        less = need - have - max(0, due - max(0, _replaced(d, seat)))
        if less > 0 and have and not (wait and seat == w.order[-1]):
            out.append((seat, less))
    return out


def _replaced(d, seat):
    """Cards a seat got after one of its cards was taken away."""
    n = 0
    gone = False
    for c in d["cards"]:
        if c[SEAT] == seat:
            if c[GONE] or c[BOXED]:
                gone = True
            elif gone:
                n += 1
    return n if n > 1 else 0


def prefix(hand):
    """Family of flop games whose counts the books treat apart: '', 'omaha_', 'pineapple_'."""
    first = hand.game.streets[0].down
    if first == 4:
        return "omaha_"
    return "pineapple_" if first == 3 else ""


def _long(hand, d, w, longs, is_late):
    seat = longs[0][0]
    total = 0
    for _, more in longs:
        total += more
    if d["about"] is not None and d["about"] in [s for s, _ in longs]:
        seat = d["about"]
    late = is_late(hand, d, "count", seat)
    apart = seat in d["apart"] or (seat in w.extras and seat not in d["blended"])
    kind = prefix(hand) if hand.game.family == "flop" else ""
    any_game = hand.book.value("deal.extra_returned_any_game", True)
    single = total == 1 and apart and (not kind or any_game)
    if hand.game.family == "stud":
        key = "stud.long_after" if late else "stud.long_before"
    elif hand.game.family == "draw":
        key = "draw.long_after" if late else "draw.long_before"
    else:
        key = "deal.%slong_%s" % (kind, "after" if late else "before")
    before = 0 if late else _returned(hand, d)
    if total + before > 1 and not late:
        key = "deal.extra_many"
    elif single and not late:
        key = "deal.extra_one"
    elif single and not kind and hand.game.family == "flop":
        key = "deal.extra_one_late"
    return [(key, seat, {})]


def _returned(hand, d):
    """Extra cards of this deal that went back before: dealt is dealt (rrop-6:S5-2)."""
    if d["declared"] or hand.void():
        return 0
    return len([c for c in d["cards"] if c[GONE] and not c[EXPOSED] and not c[BOXED]])


def _short(hand, d, w, shorts, is_late):
    seat, less = shorts[0]
    if d["about"] is not None:
        for s, n in shorts:
            if s == d["about"]:
                seat, less = s, n
    late = is_late(hand, d, "count", seat)
    last = len(shorts) == 1 and less == 1 and seat == w.order[-1] and seat not in w.skipped
    family = hand.game.family
    if family == "draw":
        return [(_short_draw(hand, d, seat, less), seat, {})]
    if family == "stud":
        return [("stud.short_after" if late else "stud.short_before", seat, {})]
    kind = prefix(hand)
    if last and late and kind == "pineapple_" and not _has_acted(hand, seat):
        # the card is given until the seat itself acts; beside it stands that a short hand plays
        return [("deal.pineapple_last_card_missing", seat, {"confidence": "medium"})]
    if last and not (late and kind == "pineapple_"):
        return [("deal.%slast_card_missing%s" % (kind, "_late" if late else ""), seat, {})]
    return [("deal.%sshort_%s" % (kind, "after" if late else "before"), seat, {})]


def _has_acted(hand, seat):
    return bool([a for a in acts(hand) if a["seat"] == seat])


def _short_draw(hand, d, seat, less):
    """Draw games count any act as action (rrop-6:S12-4, S11-11)."""
    kind = "" if hand.game.high else "lowball_"
    if less == 1 and seat == button_place.of(hand):
        return "draw.%sbutton_short" % kind
    at_call = d["acts_at_call"]
    acted = at_call.get(seat, at_call.get(None, len(acts(hand))))
    if not hand.game.high:
        acted -= d["acts_ahead"]  # before the deal was complete: no action (rrop-6:S11-11)
    return "draw.%sshort_%s" % (kind, "after" if acted > 0 else "before")


def _by_count(hand, d, late):
    """A hand under way: tags counted against what the street's hands hold."""
    due = hand.game.hole_cards(hand.street)
    street = hand.game.street(hand.street)
    counts = _counted(hand, d, due)
    for seat in sorted(counts):
        have = counts[seat]
        if have == due:
            continue
        if hand.game.family == "stud":
            return _at_its_place(hand, _stud_key(hand, have, due, late), seat)
        if hand.game.family == "draw":
            kind = "long" if have > due else "short"
            if kind == "short":
                return [(_short_draw(hand, d, seat, due - have), seat, {})]
            return _at_its_place(hand, "draw.long_after" if late else "draw.long_before", seat)
        kind = prefix(hand)
        if kind == "pineapple_" and _discarding(hand, street, have, due):
            if have == 3 and hand.game.index(hand.street) > 1:
                return [("deal.pineapple_not_discarded", seat, {})]
            continue
        which = "long" if have > due else "short"
        key = "deal.%s%s_%s" % (kind, which, "after" if late else "before")
        return _at_its_place(hand, key, seat)
    return []


def _counted(hand, d, due):
    """Seat -> cards in its hand: the tags counted, else what lies before whom somebody speaks of.

    Of a hand taken up on its way, and of one that is laid open, only cards too many are known.
    """
    counts = dict(d["counts"])
    said = d["acts_at_call"]  # about whom numbers of cards were spoken of; None: nobody was named
    for seat in hand.live:
        have = len(hand.held(seat))
        asked = seat in said or None in said
        short = asked and hand.from_start and 0 < have < due
        if seat not in counts and (short or have > due and (asked or seat in d.get("tabled", ()))):
            counts[seat] = have
    return counts


def _at_its_place(hand, key, seat):
    """The fault; found in the showdown nothing is left to be played out or given back."""
    if hand.phase != "showdown" or hand.book.outcome(key).silent:
        return [(key, seat, {})]
    steps = hand.book.outcome(key).steps
    return [(key, seat, {"steps": [s for s in steps if s not in ("no_refund", "play_out_hand")]})]


def _discarding(hand, street, have, due):
    """Pineapple: on the flop two or three cards are right, later a third was not given up."""
    if street is not None and street.discard:
        return have in (due, due - street.discard)
    return have == 3 and due == 2


def _stud_key(hand, have, due, late):
    final = hand.game.after(hand.street) is None
    if have > 7:
        return "stud.more_than_seven"
    if have > due:
        return "stud.long_after" if late else "stud.long_before"
    if final:
        return "stud.seventh_missing" if have == due - 1 else "stud.less_than_seven"
    return "stud.short_after" if late else "stud.short_before"
