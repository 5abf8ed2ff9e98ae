"""The initial deal: exposed, boxed, extra, missing and misplaced cards.

This module keeps the record of the deal (what came off the deck, where it went, what was said
about it). After each event ``review`` compares what ``deal_faults`` finds in the record with what
has been ruled, and takes back or adds rulings. The record is plain data in
``hand.pending["deal"]``.
"""

from shared_rules import zones
from shared_rules.cards import is_foreign
from shared_rules.hand.cards.deal_order import (
    BOXED,
    EXPOSED,
    GONE,
    OFF,
    SEAT,
    TOKEN,
    acts,
    due_cards,
    entitled,
)
from shared_rules.hand.start import button_place

JOKER = "JK"


def record(hand):
    """The record of the deal; made on first use."""
    d = hand.pending.get("deal")
    if d is None:
        d = {
            "cards": [],  # pitched cards, see deal_order
            "over": False,  # the deal is taken to be done
            "called": {},  # group -> attention was called before the deadline
            "called_about": {},  # group (of the order: kind of notice) -> seats it was about
            "said_exposed": {},  # nth of a card -> nth of the last one dealt when it was said
            "late_call": {},  # group -> attention was called after it
            "flash": [],  # seats whose player showed an own card
            "showed": [],  # the same, also after somebody has acted
            "filled": [],  # events that gave a short hand its card by a remedy
            "dropped": [],  # seats that dropped an own card
            "mixed": None,  # True, False or None (not known), with the seats
            "mixed_seats": [],
            "apart": [],  # seats whose surplus card is known to lie apart
            "blended": [],  # seats whose surplus card lies among its own
            "acts_at_call": {},  # seat -> acts there had been when its number of cards was told
            "acts_ahead": 0,  # acts there had been when a card of the deal still came
            "declared": False,  # the floor declared a misdeal
            "counts": {},  # seat -> tags counted in its hand
            "about": None,  # seat of the last notice about counts
            "pointed": None,  # group of faults that the event in hand draws attention to
            "keep": False,
            "found": [],  # [key, seat] ruled now
            "settling": False,  # a card was taken back since the last review
            "settled": [],  # keys of faults that were put right: their rulings stay
            "due": _due_at_first(hand),  # a faultless deal so far: (button, seats in order, cards)
            "remedied": False,  # the dealer has just taken a faulty card back
            "closed": False,
        }
        hand.pending["deal"] = d
        hand.pending["deal_open"] = True  # an act ends the deal, or comes too late for a fault
    return d


# -- what happened ----------------------------------------------------------------------------


def on_card_move(hand, ev):
    """Cards off the deck while hands are dealt, and cards that come back from the seats."""
    frm = ev["from"]
    off_deck = frm == zones.STUB or frm == zones.MOUTH
    if off_deck:
        if hand.board or not hand.from_start:
            return
        d = hand.pending.get("deal")
        if d is not None and d["due"] and frm == zones.STUB and _next(hand, d, ev):
            return
    first = hand.from_start and hand.game.index(hand.street) <= 0
    if not off_deck:
        _from_seat(hand, ev, first)
    elif first:
        to = zones.kind(ev["to"])
        if to in ("seat", zones.OFF, zones.MOUTH) or ev.get("boxed"):
            _pitched(hand, ev)
        elif to in (zones.BURN, zones.BOARD):
            _over(hand)


def _next(hand, d, ev):
    """True for the card that a faultless deal goes on with: it is noted, and nothing looked for.

    What ``_pitched`` finds out of such a card, in the order of what most of them are.
    """
    place, order, most = d["due"]
    cards = d["cards"]
    n = len(cards)
    if n >= most or ev["face"] == "up" or hand.opened:
        return False
    seat = order[n % len(order)]
    if ev["to"] != zones.seat_zone(seat):
        return False
    token = ev["cards"][0] if len(ev["cards"]) == 1 else JOKER
    if token == JOKER or hand.presence or d["counts"]:
        return False
    # the last of them has opened the betting by now
    if hand.phase != "deal" and (hand.phase != "betting" or hand.game.family != "flop"):
        return False
    if "boxed" in ev or "puck" in hand.pending or hand.button != place:
        return False
    nth = ev.get("nth")
    cards.append([seat, token, n + 1 if nth is None else nth, hand.n, False, False, False, False])
    return True


def _pitched(hand, ev):
    forced_in = hand.phase == "closed" and not acts(hand)  # all-in by forced bets, so no betting
    if forced_in and hand.game.family == "stud":
        forced_in = not _all_pitched(hand)
    if hand.phase not in ("none", "setup", "deal", "betting") and not forced_in:
        return
    seat = zones.seat_of(ev["to"])
    later = hand.phase == "betting" and acts(hand) and hand.game.family != "flop"
    filled = _still_due(hand, seat)
    d = hand.pending.get("deal") or record(hand)
    if later and not filled:
        # cards given later are no pitching of the deal, but it was not complete before them
        d["acts_ahead"] = len(acts(hand))
        return
    if filled:
        d["filled"].append(hand.n)
    if seat in d["counts"]:
        d["counts"][seat] += len(ev["cards"])
    to, boxed = ev["to"], bool(ev.get("boxed"))
    shown = ev["face"] == "up" and ev["by"] != "player" and not boxed
    if shown and seat is not None and not _down_is_due(hand, d, seat):
        shown = False
    nth = ev.get("nth")
    off = seat is None and to in (zones.OFF, zones.MUCK, zones.BURN)
    for token in ev["cards"]:
        if nth is None:
            nth = len(d["cards"]) + 1
        if ev["from"] == zones.MOUTH and _known_at_mouth(d, token, seat):
            continue
        if to == zones.MOUTH and not boxed and not shown and token != JOKER:
            continue  # on its way
        if seat is None and is_foreign(token):
            continue  # no card of the deck: the next one comes in its place
        exposed = shown or to == zones.OFF
        row = [seat, token, nth, hand.n, exposed, off, False, boxed]
        if boxed and seat is None:
            row[OFF] = True
        if token == JOKER and not hand.setup.get("joker"):
            row[BOXED], row[EXPOSED], row[OFF] = True, False, seat is None
        d["cards"].append(row)
        nth += 1
        if not _as_due(hand, d, row):
            d["due"] = None
    if d["due"] is None:
        hand.to_review["deal"] = True


def _still_due(hand, seat):
    """True when a short hand is given the card that a remedy orders for it."""
    if seat is None or not hand.opened:
        return False
    from shared_rules.hand import incidents

    return incidents.orders(hand, ("deal_top_card_to_seat",), seat)


def _due_at_first(hand):
    """How a faultless deal begins; None when the button may be the fault, or nothing says."""
    if hand.presence or not hand.from_start or hand.dealt > 1 or hand.setup.get("previous"):
        return None
    order = entitled(hand)
    return (button_place.of(hand), order, len(order) * due_cards(hand)) if order else None


def _as_due(hand, d, row):
    """True when a faultless deal goes on with a plain card to the seat whose turn it is.

    Nothing can be wrong with it, so nothing is looked for.
    """
    due = d["due"]
    if due is None or d["counts"] or hand.presence or not _plain(row):
        return False
    place, order, most = due
    cards = len(d["cards"])
    if row[SEAT] != order[(cards - 1) % len(order)] or cards > most:
        return False
    return button_place.of(hand) == place


def _whole(hand, d):
    """True when a faultless deal is complete: every seat has its cards, in order."""
    if d["due"] is None or d["counts"] or hand.presence:
        return False
    place, _order, most = d["due"]
    return len(d["cards"]) == most and button_place.of(hand) == place


def _plain(row):
    return not (row[EXPOSED] or row[OFF] or row[GONE] or row[BOXED])


def _note_due(hand, d):
    """After a review that found nothing: remember how a faultless deal goes on from here."""
    d["due"] = None
    if d["over"] or d["settled"] or hand.presence or not hand.from_start:
        return
    order = entitled(hand)
    if not order:
        return
    for i in range(len(d["cards"])):
        row = d["cards"][i]
        if not _plain(row) or row[SEAT] != order[i % len(order)]:
            return
    d["due"] = (button_place.of(hand), order, len(order) * due_cards(hand))


def _all_pitched(hand):
    """True when as many cards came as the first deal has: what follows is another street's."""
    d = hand.pending.get("deal")
    seats = entitled(hand) or hand.dealt_in
    return d is not None and len(d["cards"]) >= len(seats) * due_cards(hand)


def _known_at_mouth(d, token, seat):
    """A card seen at the mouth goes on to its seat: the same card, not another one."""
    for row in d["cards"]:
        if row[TOKEN] == token and row[SEAT] is None and not row[BOXED]:
            row[SEAT], row[OFF] = seat, False
            return True
    return False


def _down_is_due(hand, d, seat):
    """False when the next card of the seat belongs face up (the door card in stud).

    An upcard at a seat that is not dealt in is that fault, and not an exposed card besides.
    """
    street = hand.game.streets[0]
    if street.up and seat not in hand.dealt_in:
        return False
    have = len([c for c in d["cards"] if c[SEAT] == seat and not c[GONE] and not c[BOXED]])
    return not (street.up and have >= street.down)


def _from_seat(hand, ev, first):
    d = hand.pending.get("deal")
    seat = zones.seat_of(ev["from"])
    if ev["from"] == ev["to"]:
        if hand.phase == "showdown" and len(hand.held(seat)) > hand.game.hole_cards(hand.street):
            from shared_rules.hand.cards import deal_said  # too many cards are laid open

            deal_said.laid_open(hand, seat)
        if first and d and ev["face"] == "up" and ev["by"] == "dealer":
            _mark_exposed(hand, d, seat, ev["cards"])
        elif first and d and ev["face"] == "up" and ev["by"] == "player":
            d.setdefault("turned", []).append(seat)  # says nothing until somebody asks about it
        return
    if ev["to"] == zones.OFF and ev["by"] == "player" and seat in hand.live:
        record(hand)["dropped"].append(seat)
        hand.to_review["deal"] = True
        return
    if d is None or not first or (ev["by"] == "player" and JOKER not in ev["cards"]):
        return
    for token in ev["cards"]:
        for row in _returned(d, seat, token):
            row[GONE] = True
            d["settling"] = hand.to_review["deal"] = True


def _returned(d, seat, token):
    """Row of a card the dealer takes from a seat because of a fault of the deal."""
    rows = [c for c in d["cards"] if c[SEAT] == seat and not c[GONE]]
    marked = [c for c in rows if c[TOKEN] == token] or [c for c in rows if c[EXPOSED] or c[BOXED]]
    faulty = token == JOKER  # dealt face down it was no joker yet
    for key, about in d["found"]:
        faulty = faulty or about == seat or key.startswith("deal.extra")
    if any(c[EXPOSED] or c[BOXED] for c in rows) or faulty:
        return marked[-1:] or rows[-1:]
    return []


def _mark_exposed(hand, d, seat, tokens):
    rows = [c for c in d["cards"] if c[SEAT] == seat and not c[GONE]]
    for token in tokens:
        same = [c for c in rows if c[TOKEN] == token] or rows[-1:]
        for row in same[-1:]:
            row[EXPOSED] = True
            hand.to_review["deal"] = True


def _over(hand):
    d = hand.pending.get("deal")
    if d is not None and not d["over"]:
        d["over"] = True
        if not _whole(hand, d):
            hand.to_review["deal"] = True


def on_act(hand, ev):
    """An act on the first street: the deal is done; what it holds may come too late now."""
    d = hand.pending["deal"]
    if (d["over"] and not d["found"]) or hand.game.index(hand.street) > 0:
        del hand.pending["deal_open"]
        return
    if what_acts(hand, ev):
        _over(hand)
        if d["found"]:
            hand.to_review["deal"] = True


def what_acts(hand, ev):
    """True for an event by which a player acts (blinds and antes put out are no act)."""
    if ev["what"] == "chips_move":
        return zones.kind(ev["to"]) == "line" and hand.phase == "betting"
    return True


# -- what was said ----------------------------------------------------------------------------


def on_riffle(hand, ev):
    """A riffle after a void deal is its redeal (ipr-2018:TDA#34C in 77)."""
    d = hand.pending.get("deal")
    if d is None or hand.next_started is None or d["closed"]:
        return
    d["closed"] = True
    if hand.void() and hand.book.value("deal.redeal_is_replay", False):
        hand.rule("deal.redeal", amount=hand.setup.get("bb"))


# -- comparing with what was ruled ------------------------------------------------------------


def review(hand):
    """After each event: rule on what the record shows now, take back what it no longer shows."""
    del hand.to_review["deal"]
    d = hand.pending["deal"]
    if d["closed"]:
        return
    from shared_rules.hand.cards import deal_faults  # a faultless deal does without

    now = deal_faults.found(hand, d)
    keys = [f[0] for f in now]
    for old in d["found"]:
        if old[0] not in keys and old[0] not in d["settled"]:
            if d["settling"] or _carried_out(hand, d, old[0], keys):
                d["settled"].append(old[0])
            else:
                hand.withdraw(old[0])
    d["settling"] = False
    now = [f for f in now if f[0] not in d["settled"]]
    before = [[f[0], f[1]] for f in d["found"]]
    pointed, d["pointed"] = d["pointed"], None
    for fault in now:
        if [fault[0], fault[1]] not in before:
            deal_faults.rule(hand, fault)
        elif pointed is not None and deal_faults.group_of(fault[0]) == pointed:
            from shared_rules.hand import incidents

            incidents.raise_again(hand, fault[0])
    d["found"] = [[f[0], f[1]] for f in now]
    if now:
        hand.pending["deal_open"] = True
    d["due"] = None
    if not now:
        _note_due(hand, d)


def _carried_out(hand, d, key, now):
    """True when the event in hand puts a fault right: by a step, or as the floor has decided.

    A fault that was pointed out and left to the floor was one, whatever was done about it, unless
    it is a greater one of its kind ``now``.
    """
    if not hand.opened:
        return False
    from shared_rules.hand import incidents
    from shared_rules.hand.cards import deal_faults

    if incidents.moved(hand, key):
        return True
    r, group = hand.ruled(key), deal_faults.group_of(key)
    if group not in d["called"] and group not in d["late_call"]:
        return False
    if [k for k in now if deal_faults.group_of(k) == group]:
        return False
    return r is not None and r["open"] and r["ruling"] == "floor_decides"


HANDLERS = (
    ("card_move", on_card_move, "stub>* mouth>* seat>*"),
    ("action", on_act, None, "deal_open"),
    ("declare", on_act, None, "deal_open"),
    ("gesture", on_act, None, "deal_open"),
    ("chips_move", on_act, "*>line", "deal_open"),
    ("riffle", on_riffle),
    ("machine_deck_cut", on_riffle),
)
AFTER = review
RECORD = "deal"
