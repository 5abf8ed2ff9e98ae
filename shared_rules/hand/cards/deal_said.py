"""What is said and counted of the initial deal; ``dealing.py`` keeps the record and rules on it."""

from shared_rules import zones
from shared_rules.hand.cards.deal_order import (
    BOXED,
    EXPOSED,
    GONE,
    NTH,
    SEAT,
    acts,
    entitled,
    no_hand,
    too_late,
)
from shared_rules.hand.cards.dealing import record

# what a keyed notice is about: kind -> group of faults it draws attention to
ABOUT = {
    "exposed_card": "seen",
    "cards_shown_by_player": "seen",
    "boxed_card": "boxed",
    "extra_card": "count",
    "wrong_card_count": "count",
    "out_of_sequence": "order",
    "wrong_first_seat": "order",
    "not_dealt_in": "order",
    "dealt_to_empty_seat": "places",
    "cards_mixed": "mixed",
    "wrong_button": "button",
}
# rulings on cards that got among others, which tell it already when somebody says that they did
RAN_TOGETHER = (
    "deck.stub_dropped",
    "fold.dealer_killed_protected",
    "fold.dealer_killed_unprotected",
    "fold.fouled_by_others",
    "fold.uncalled_back",
    "fold.thrown_into_hand",
    "fold.tabled_winner_mucked",
)
ENDS_DEAL = ("extra_card", "wrong_card_count", "not_dealt_in")


def on_notice(hand, ev):
    """Someone points at a fault of the deal; fixes when it was raised."""
    kind = ev["kind"]
    group = ABOUT.get(kind)
    if group is None or (kind == "cards_shown_by_player" and ev.get("intent") == "on_purpose"):
        return
    if kind == "wrong_button" and ("frame_open" in hand.pending or "button_back" in hand.pending):
        from shared_rules.hand.start import button_due  # where the last hand is known

        if button_due.put_right(hand):
            return
    if kind == "wrong_button" and hand.phase == "over" and "puck" in hand.pending:
        from shared_rules.hand.start import again  # the next hand's, before its riffle

        if hand.next_started is None and again.button_moved(hand):
            return
    if kind == "not_dealt_in" and _waits(hand, ev.get("about_seat", ev.get("seat"))):
        return
    d = record(hand)
    if kind == "cards_mixed" and not d["mixed"] and _seen_mixed(hand, ev):
        return
    seat = ev.get("about_seat", ev.get("seat"))
    if kind == "exposed_card" and _own_doing(d, seat):
        hand.rule("deal.flashed_by_player", seat=seat)
        return
    call = "late_call" if too_late(hand) else "called"
    d[call].setdefault(group, hand.n)
    d["pointed"] = group if kind != "cards_shown_by_player" else None
    if group == "count":
        d["acts_at_call"].setdefault(seat, len(acts(hand)))
    if call == "called":
        about = kind if group == "order" else group
        d["called_about"].setdefault(about, []).append(seat)
    if kind in ENDS_DEAL:
        d["over"] = True
    if kind == "not_dealt_in":
        d["missed"] = seat
    if not hand.from_start:
        _over_before(hand, d, kind, seat)
    if kind == "exposed_card":
        _said_exposed(hand, d, seat)
    elif kind == "cards_shown_by_player":
        if hand.game.index(hand.street) <= 0 and not acts(hand):
            d["flash"].append(seat)
        d["showed"].append(seat)
    elif group == "count":
        d["about"] = seat
    elif kind == "cards_mixed":
        d["mixed"] = True
        d["mixed_seats"] = [s for s in (ev.get("seat"), ev.get("about_seat")) if s is not None]
    hand.to_review["deal"] = True


def _over_before(hand, d, kind, seat):
    """The deal was over as we took it up: who holds a hand and who does not, the setup says."""
    owed = seat in hand.seats and seat not in no_hand(hand)
    if kind == "not_dealt_in" and owed and seat not in hand.dealt_in:
        d["passed_over"] = seat
    elif kind == "dealt_to_empty_seat" and seat in hand.dealt_in and not owed:
        d["stranger"] = (seat,)


def _waits(hand, seat):
    """True for who has to wait for a hand, in a deal that was over as we took it up: a newcomer by
    its place, a player who missed a blind and has posted nothing. Of a deal we watch, the order of
    the deal says so."""
    if hand.from_start or seat in hand.dealt_in:
        return False
    sure = None
    if seat in no_hand(hand):
        key = "frame.newcomer_no_hand"
    elif seat in hand.setup.get("owes_blind", ()) and not hand.bet(seat):
        key, sure = "entry.missed", "medium"
    else:
        return False
    if hand.book.has(key):
        hand.rule(key, seat=seat, irregular=False, confidence=sure)
    return hand.book.has(key)


def _seen_mixed(hand, ev):
    """True when the table saw the cards run together, and that was ruled on: it is the same fact.

    A hand taken by mistake, or one that others were thrown into, stays ruled on for its player; a
    stub that was rebuilt and dealt from is no matter any more.
    """
    from shared_rules.hand import incidents

    about = (None, ev.get("about_seat"), ev.get("seat"))
    for r in reversed(hand.rulings):
        if not r["irregular"] or r["situation"] not in RAN_TOGETHER:
            continue
        # who sees cards thrown into a hand may say so, whosever hand it is
        thrown = "thrown_in" in hand.pending and r["open"]
        if r["seat"] in about or (thrown and ev.get("about_seat") is None):
            if r["open"] or r["seat"] is not None:
                incidents.raise_again(hand, r["situation"], r["seat"])
            return True
    return False


def _own_doing(d, seat):
    """True where the player turned an own card up and the dealer none of that seat."""
    if seat not in d.get("turned", ()):
        return False
    return not [c for c in d["cards"] if c[SEAT] == seat and c[EXPOSED]]


def _said_exposed(hand, d, seat):
    """Without a card seen face up it is the last card dealt to that seat.

    Said again of the same seat it is a card that was dealt after it was said before; a boxed card
    that came for the seat was seen, and is the book's scrap.
    """
    rows = [c for c in d["cards"] if c[SEAT] == seat and not c[GONE]]
    off = [c for c in d["cards"] if c[SEAT] is None and c[EXPOSED]]  # off the table: its card
    # one that was replaced is meant, too, as long as nobody has spoken of it
    reported = [c for c in d["cards"] if c[SEAT] == seat and c[EXPOSED]] or off
    if seat is None:
        rows = [c for c in d["cards"] if not c[GONE]]
        reported = [c for c in rows if c[EXPOSED]]
    said = d["said_exposed"]
    fresh = [c for c in reported if c[NTH] not in said]
    if not fresh and reported:  # the table saw it face up, and it was pointed out before
        before = max([said.get(c[NTH], c[NTH]) for c in reported])
        rows = [c for c in rows if c[NTH] > before]
    if not fresh and rows and not _came_boxed(hand, d, seat):
        rows[-1][EXPOSED] = True
        fresh = rows[-1:]
    for row in fresh:
        said[row[NTH]] = d["cards"][-1][NTH]


def _came_boxed(hand, d, seat):
    """True when a card for the seat came off the deck face up: who says so says what was seen."""
    order = entitled(hand)
    last = None
    for row in d["cards"]:
        if not row[BOXED]:
            last = row[SEAT]
        elif seat is None or row[SEAT] == seat:
            return True
        elif row[SEAT] is None and order:
            due = order if last not in order else hand.after(last, order)
            if due[0] == seat:
                return True
    return False


def on_flag(hand, ev):
    """What the dealer knows about mixed cards."""
    if ev["flag"] != "mixed":
        return
    seats = ev.get("seats") or []
    if ev["value"] and "thrown_in" in hand.pending and _plays(hand) and _hits(hand, seats):
        return
    d = record(hand)
    if len(seats) > 1 or not seats:
        d["mixed"] = bool(ev["value"])
        d["mixed_seats"] = list(seats)
    elif ev["value"]:
        d["blended"].append(seats[0])
    else:
        d["apart"].append(seats[0])
    hand.to_review["deal"] = True


def _hits(hand, seats):
    """True when one of the seats (none: any) has cards thrown into its hand: they run together."""
    from shared_rules.hand.betting import folding

    for seat in seats or hand.live:
        zone = zones.seat_zone(seat)
        if seat not in hand.live:
            continue
        lying = hand.at.get(zone, ())
        if [c for c in hand.pending["thrown_in"] if c == zone or c in lying]:
            return folding.fouled(hand, seat)
    return None


def _plays(hand):
    """True when a deal of two hands that ran together is played: it is too late, or no misdeal."""
    return too_late(hand) or not hand.book.outcome("deal.mixed_hands").misdeal


def on_rfid_count(hand, ev):
    """Number of tags counted in a hand."""
    zone = ev.get("zone")
    if zone and zones.kind(zone) == "seat" and isinstance(ev["cards"], int):
        d = record(hand)
        d["counts"][zones.seat_of(zone)] = ev["cards"]
        d["over"] = hand.to_review["deal"] = True


def laid_open(hand, seat):
    """A hand at the showdown, with more cards than it should have: nobody need count them."""
    d = record(hand)
    if seat in hand.live and hand.event["by"] == "player" and seat not in d.get("tabled", ()):
        d.setdefault("tabled", []).append(seat)
        hand.to_review["deal"] = True


def on_finding(hand, ev):
    """The floor declares a misdeal: attention was called in time, whatever comes after."""
    if ev["kind"] == "misdeal_declared":
        d = record(hand)
        d["declared"] = True
        if hand.void():
            return  # what was wrong is known; what was not dealt any more is no further fault
        d["over"] = hand.to_review["deal"] = True
        for group in ("seen", "boxed", "count", "order", "places", "mixed", "button"):
            d["called"].setdefault(group, hand.n)
        d["called_about"] = {}  # of whatever hand


def on_request(hand, ev):
    """A player wants another card for one that was seen, or to keep an exposed one."""
    if ev["kind"] in ("replacement_card", "keep_exposed_card"):
        d = record(hand)
        after_acts = ev["seat"] in d["showed"] and ev["seat"] not in d["flash"]
        if after_acts or _own_doing(d, ev["seat"]):
            hand.rule("deal.flashed_by_player", seat=ev["seat"])
            return
        if ev["kind"] == "replacement_card" and _looked_first(hand, d, ev["seat"]):
            hand.rule("deal.flashed_by_player", seat=ev["seat"], confidence="medium")
            return
        d["keep"] = d["keep"] or ev["kind"] == "keep_exposed_card"
        hand.to_review["deal"] = True


def _looked_first(hand, d, seat):
    """True when a card nobody saw come up is claimed by who has looked at the hand already: the
    card plays in a book that wants it said before (rrop-6:S3-IRR-12, stg-2011:D-X4)."""
    if seat not in hand.pending.get("looked", ()) or d["found"] or hand.opened:
        return False
    return hand.book.value("deal.flash_told_first", False)


def on_zone_merge(hand, ev):
    """Cards of two hands run together while they are dealt, or a player throws one onto another."""
    if zones.kind(ev["from"]) != "seat" or zones.kind(ev["into"]) != "seat":
        return
    seat = zones.seat_of(ev["from"])
    if ev["by"] != "player":
        d = record(hand)
        d["mixed"] = True
        d["mixed_seats"] = [seat, zones.seat_of(ev["into"])]
        hand.to_review["deal"] = True
    elif seat in hand.live and _plays(hand):
        from shared_rules.hand.betting import folding

        # which cards they are nobody saw: the place stands for them
        folding.into_hand(hand, seat, {"by": "player", "to": ev["into"], "cards": [ev["into"]]})


HANDLERS = (
    ("notice", on_notice),
    ("flag", on_flag),
    ("finding", on_finding),
    ("request", on_request),
    ("rfid_count", on_rfid_count),
    ("zone_merge", on_zone_merge),
)
