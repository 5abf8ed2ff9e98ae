"""Stud: burn faults, early cards, a stub that runs short, the last card face up.

Faults of the first deal (a down card exposed, wrong numbers) are in ``deal_faults`` and
``deal_counts``.
"""

from shared_rules import zones
from shared_rules.hand.betting import acting, turn
from shared_rules.hand.cards.deal_order import acts

AGGRESSIVE = acting.AGGRESSIVE


def record(hand):
    """What the table saw of the stud street that is being dealt."""
    d = hand.pending.get("stud")
    if d is None:
        d = {
            "street": None,  # name of the street whose cards come
            "burns": 0,  # burn cards since the last street
            "dealt": [],  # seats that got their card of it
            "mark": 0,  # accepted actions when its first card came
            "found": None,
            "burn_fault": None,  # key of the burn fault of this street, ruled at once
            "premature": False,
            "lifted": [],  # seats that took up their last card
            "stub": None,  # cards counted in the stub
            "dirty": False,
        }
        hand.pending["stud"] = d
        hand.to_review["stud"] = True  # from then on after every event
    return d


def on_card_move(hand, ev):
    """Burns and street cards; a last card taken into the hand."""
    if hand.game.family != "stud" or hand.phase in ("none", "setup", "deal", "over", "award"):
        return
    frm, to = ev["from"], ev["to"]
    if frm == zones.STUB and ev.get("boxed"):
        hand.rule("deal.boxed_one", seat=zones.seat_of(to))
    elif frm == zones.STUB and to == zones.BURN:
        d = record(hand)
        d["burns"] += len(ev["cards"])
        if d["stub"] is not None:
            d["stub"] = max(0, d["stub"] - len(ev["cards"]))
    elif frm == zones.STUB and zones.kind(to) == "seat":
        _street_card(hand, zones.seat_of(to), ev)
    elif frm == to and ev.get("lifted") and zones.kind(frm) == "seat":
        record(hand)["lifted"].append(zones.seat_of(frm))
    elif zones.BURN in (frm, to):
        record(hand)["burns"] = 0 if frm == zones.BURN else 1


def _street_card(hand, seat, ev):
    d = record(hand)
    if hand.pending.get("opened") == hand.game.streets[0].name:
        return  # the last card of the initial deal
    if hand.phase == "betting" and hand.pending.get("opened") is None:
        if _of_the_deal(hand, d) or _last_of_street(hand, d, seat):
            return
        if not d["premature"]:
            d["premature"] = True
            _premature(hand, d, seat, ev)
        return
    street = hand.game.after(hand.street) if hand.phase == "closed" else None
    name = street.name if street is not None else hand.street
    name = hand.pending.get("opened") or name  # its last card, with betting over already
    if d["street"] != name:
        d["street"], d["dealt"], d["lifted"] = name, [], []
        d["mark"] = len(hand.actions)
        _burns(hand, d)
    d["dealt"].append(seat)
    _served(hand, seat)
    last = hand.game.street(name)
    if last is not None and not last.up and ev["face"] == "up" and seat in hand.live:
        _last_card_up(hand, d, seat)


def _of_the_deal(hand, d):
    """A card too many of the first street: nobody has acted, and no burn was made for another."""
    first = hand.from_start and hand.game.index(hand.street) == 0
    return first and not d["burns"] and not acts(hand)


def _last_of_street(hand, d, seat):
    """True for the card of a street that goes last to a seat that folded with no bet to face; the
    betting of the street is open by then, nobody has acted."""
    due = d["street"] == hand.street and seat not in d["dealt"]
    if not due or len(hand.actions) > d["mark"] or not _served(hand, seat):
        return False
    d["dealt"].append(seat)
    return True


def _served(hand, seat):
    """A card comes to a seat: True, and ruled regular, when it folded with no bet to face."""
    free = seat not in hand.live and _folded_free(hand, seat)
    if free:
        hand.rule("stud.folded_seat_dealt", seat=seat, irregular=False)
    return free


def _folded_free(hand, seat):
    """True for a seat that folded with no bet to face: it goes on getting cards (rrop-6:S8-9)."""
    free = [r["seat"] for r in hand.rulings if r["situation"] == "fold.no_bet_stud"]
    return seat in free or _reported_free(hand, seat)


def _reported_free(hand, seat):
    """The same of a fold told as history: no wager on its street before it, and none since."""
    street, bet, free = None, False, False
    for a in hand.actions:
        if a["street"] != street:
            street, bet = a["street"], False
        if a["act"] == "fold" and a["seat"] == seat:
            free = not bet and hand.game.index(street) > 0
        elif a["act"] in AGGRESSIVE:
            bet, free = True, False
    return free


def _premature(hand, d, seat, ev):
    coming = hand.game.after(hand.street)
    final = coming is not None and not coming.up
    if final and ev["face"] == "up":
        final = False
    d["found"] = "stud.premature_card"
    d["premature_seat"] = seat if final else None
    hand.rule("stud.premature_card", seat=seat)


# -- burns ------------------------------------------------------------------------------------


def _burns(hand, d):
    """The first card of a street: how was it burned for?"""
    burns, d["burns"] = d["burns"], 0
    d["burn_fault"] = None
    if d["premature"]:
        d["premature"] = False
        return
    if burns == 1:
        return
    d["burn_fault"] = "stud.burn_fault_at_once" if burns else "stud.no_burn_at_once"
    hand.rule(d["burn_fault"])


def on_act(hand, ev):
    """Action on the street: a burn fault nobody mentioned can't be put right any more."""
    d = hand.pending.get("stud")
    if d is not None and d["burn_fault"] and not d.get("called"):
        d["dirty"] = True


def on_notice(hand, ev):
    """A burn fault is raised, or the stub is short."""
    if hand.game.family != "stud":
        return
    d = record(hand)
    if ev["kind"] in ("extra_burn", "missing_burn"):
        if d["burn_fault"] and len(hand.actions) == d["mark"]:
            d["called"] = True
            _raise_again(hand, d["burn_fault"])
        if d["street"] is not None and not hand.game.street(d["street"]).up and d["lifted"]:
            hand.rule("stud.burn_fault_last_down_seen", seat=d["lifted"][-1])
    elif ev["kind"] == "stub_short":
        _stub_short(hand, d)


def _raise_again(hand, key):
    """A fault the book leaves to the floor is pointed out: that is what is asked."""
    if hand.book.outcome(key).ruling == "floor_decides":
        from shared_rules.hand import incidents

        incidents.raise_again(hand, key)


def review(hand):
    """After each event: too late for the burn; a last card dealt early and looked at."""
    d = hand.pending["stud"]
    if d["dirty"]:
        d["dirty"] = False
        if len(hand.actions) > d["mark"] and hand.ruled(d["burn_fault"]):
            hand.withdraw(d["burn_fault"])
            hand.rule("stud.burn_fault_late")
            d["burn_fault"] = None
    seat = d.get("premature_seat")
    if seat is not None and seat in d["lifted"]:
        d["premature_seat"] = None
        hand.withdraw("stud.premature_card")
        hand.rule("stud.premature_last_card_seen", seat=seat)
        if hand.book.has("stud.seven_cards_no_raise"):
            # it holds all its cards: no bet and no raise on the street that is on (rrop-6:S8-14)
            hand.pending.setdefault("all_seven", {})[seat] = hand.street


# -- the end of the stub ----------------------------------------------------------------------


def on_rfid_count(hand, ev):
    """Cards left in the stub."""
    if hand.game.family == "stud" and ev.get("zone") == zones.STUB:
        record(hand)["stub"] = ev["cards"]


def _stub_short(hand, d):
    """rrop-6:S8-15: deal all but the last card, mix it with the burns, burn if they go round."""
    left = d["stub"]
    if left is None:
        hand.rule("stud.stub_short_burns")
        return
    waiting = len([s for s in hand.live if s not in d["dealt"]])
    dealt = max(0, min(left - 1, waiting))
    still = waiting - dealt
    pool = (hand.burned or 0) + (left - dealt)
    if pool >= still + 1:
        hand.rule("stud.stub_short_burns")
    elif pool >= still:
        hand.rule("stud.stub_short_no_burn")
    else:
        hand.rule("stud.stub_short_common")


def _last_card_up(hand, d, seat):
    if seat in hand.all_in:
        hand.rule("stud.last_card_up_all_in", seat=seat)
    elif len(hand.live) > 2:
        hand.rule("stud.last_card_up_many", seat=seat)
    elif len(d["dealt"]) == 1:
        hand.rule("stud.last_card_up_two", seat=seat)
    elif hand.ruled("stud.last_card_up_two") is None:
        hand.rule("stud.last_card_up_second_of_two", seat=seat)


def on_declare(hand, ev):
    """Who holds its last card face up may declare itself all-in before the betting starts.

    It plays for the pot as it is and wagers nothing (rrop-6:S8-17).
    """
    seat = ev["seat"]
    if ev["word"] != "all_in" or len(hand.actions) > hand.street_mark or hand.phase != "betting":
        return None
    for key in ("stud.last_card_up_many", "stud.last_card_up_second_of_two"):
        r = hand.ruled(key)
        if r is not None and r["seat"] == seat and r["ruling"] == "may_declare_all_in":
            from shared_rules.hand import incidents

            incidents.settle(hand, key, seat)
            hand.all_in.append(seat)
            if hand.turn == seat:
                hand.turn = turn.next_after(hand, seat)
            if hand.turn is None and turn.betting_over(hand):
                acting.close_street(hand)
            hand.rule(
                key, seat=seat, steps=(), ruling="no_incident", decided_by="automatic",
                irregular=False,
            )  # fmt: skip
            return True
    return None


FAMILIES = ("stud",)
HANDLERS = (
    ("card_move", on_card_move, "stub>seat stub>mouth seat>seat *>burn burn>*"),
    ("notice", on_notice),
    ("declare", on_declare, None, "stud"),
    ("rfid_count", on_rfid_count),
    ("action", on_act, None, "stud"),
    ("declare", on_act, None, "stud"),
    ("gesture", on_act, None, "stud"),
    ("chips_move", on_act, None, "stud"),
)
AFTER = review
RECORD = "stud"
