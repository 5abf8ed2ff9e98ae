"""Draw games: what can go wrong on the draw (rrop-6:S11, S12).

Faults of the first deal are in ``deal_faults`` and ``deal_counts``.
"""

from shared_rules import zones


def record(hand):
    """Who asked for how many cards on the draw that is on, and what was dealt."""
    d = hand.pending.get("drawing")
    if d is None or d["street"] != hand.street:
        d = {"street": hand.street, "asked": [], "dealt": {}, "five": [], "found": []}
        d["burned"] = 0  # how many had asked when a card was burned for them
        hand.pending["drawing"] = d
    return d


def lowball(hand):
    """'lowball_' for games without a high half, '' for draw high: the books treat them apart."""
    return "" if hand.game.high else "lowball_"


def drawing(hand):
    """True while cards may be changed."""
    if hand.game.family != "draw":
        return False
    street = hand.game.after(hand.street)
    return hand.phase in ("draw", "closed") and street is not None and street.draw


def on_draw(hand, ev):
    """A seat asks for cards; a second time it wants another number."""
    if hand.game.family != "draw":
        return
    if hand.pending.get("opened"):
        return  # the answer that ended this draw
    d = record(hand)
    seat = ev["seat"]
    mine = [a for a in d["asked"] if a[0] == seat]
    if mine and drawing(hand):
        others = d["asked"].index(mine[-1]) < len(d["asked"]) - 1
        late = others or d["dealt"].get(seat) or d["asked"].index(mine[-1]) < d["burned"]
        key = "draw.change_too_late" if late else "draw.change_allowed"
        hand.rule(key, seat=seat, irregular=bool(late))
        if not late:
            mine[-1][1] = ev["count"]
        return
    d["asked"].append([seat, ev["count"]])
    if ev["count"] >= 5:
        d["five"].append(seat)


def on_card_move(hand, ev):
    """Cards given on the draw: seen ones, and the fifth of five."""
    if hand.game.family != "draw":
        return
    if ev["to"] == zones.BURN:
        if drawing(hand):
            d = record(hand)
            d["burned"] = len(d["asked"])  # dealt in response, too (rrop-6:S12-6)
        return
    seat = zones.seat_of(ev["to"])
    if ev["from"] != zones.STUB or hand.phase in ("none", "setup", "deal"):
        return
    if ev.get("boxed"):
        hand.rule("deal.boxed_one", seat=seat)
        return
    if seat is None:
        return
    d = hand.pending.get("drawing")
    if hand.pending.get("opened") and d:  # the last card of the draw, which opened the betting
        d["dealt"].setdefault(seat, 0)
    elif not d or not _replaces(hand, d, seat):
        d = record(hand)
    if not d["asked"] or (hand.phase == "betting" and seat not in d["dealt"]):
        return
    d["dealt"][seat] = d["dealt"].get(seat, 0) + len(ev["cards"])
    if ev["face"] == "up":
        key = "draw.%sexposed_on_draw" % lowball(hand)
        if hand.ruled(key) is None or hand.ruled(key)["seat"] != seat:
            hand.rule(key, seat=seat)
    if seat in d["five"]:
        _five(hand, d, seat, len(ev["cards"]))


def _replaces(hand, d, seat):
    """True for a card in another's place that comes when the last of the draw has been served."""
    opened = hand.phase == "betting" and len(hand.actions) == hand.street_mark
    return opened and d["street"] != hand.street and seat in d["dealt"]


def _five(hand, d, seat, now):
    """Four cards at once, the fifth when the others have drawn (rrop-6:S12-5)."""
    most = hand.book.value("draw.max_at_once", 0)
    if not most:
        return
    if now > most or (d["dealt"][seat] > most and _others_wait(hand, d, seat)):
        hand.rule("draw.five_new_at_once", seat=seat)
    elif d["dealt"][seat] > most:
        hand.rule("draw.%sfive_new_cards" % lowball(hand), seat=seat, irregular=False)


def _others_wait(hand, d, seat):
    for other in hand.live:
        if other == seat:
            continue
        mine = [a for a in d["asked"] if a[0] == other]
        if not mine or d["dealt"].get(other, 0) < min(mine[-1][1], 4):
            return True
    return False


def on_rfid_count(hand, ev):
    """Tags in a hand during or after the draw: more or fewer than there should be."""
    zone = ev.get("zone")
    if hand.game.family != "draw" or not zone or zones.kind(zone) != "seat":
        return
    if hand.phase == "draw" or drawing(hand) or hand.game.index(hand.street) > 0:
        _judge(hand, record(hand), zones.seat_of(zone), ev["cards"])


def _judge(hand, d, seat, have):
    due = hand.game.streets[0].down
    if have == due or seat in d["found"]:
        return
    asked = [a for a in d["asked"] if a[0] == seat]
    between = hand.phase in ("draw", "closed") and have < due
    if between and not (asked and d["dealt"].get(seat, 0) >= asked[-1][1]):
        return  # its new cards are still to come
    d["found"].append(seat)
    hand.rule("draw.%swrong_after_draw" % lowball(hand), seat=seat)


def on_gesture(hand, ev):
    """A rap on the draw: a pat hand, a draw of no card. It is no check."""
    seat = ev["seat"]
    if not drawing(hand) or hand.phase != "draw" or seat not in hand.live:
        return None
    if seat in hand.pending.get("draws", {}):
        return None  # it has said what it draws: the rap is about the betting to come
    hand.rule("draw.rap_is_pat", seat=seat, irregular=False)
    hand.dispatch({"t": ev["t"], "what": "draw", "seat": seat, "count": 0})
    return True


def on_request(hand, ev):
    """How many cards somebody drew: told until there is action after the draw (rrop-6:S12-7)."""
    if ev["kind"] != "draw_count" or hand.pending.get("drawing") is None:
        return None
    acted = [a for a in hand.actions[hand.street_mark :] if a["street"] == hand.street]
    late = hand.phase != "draw" and hand.game.index(hand.street) > 0 and acted
    key = "draw.count_asked_late" if late else "draw.count_asked"
    hand.rule(key, seat=ev["seat"], irregular=bool(late))
    return True


FAMILIES = ("draw",)
HANDLERS = (
    ("draw", on_draw),
    ("card_move", on_card_move, "stub>seat stub>burn stub>mouth"),
    ("rfid_count", on_rfid_count),
    ("gesture", on_gesture),
    ("request", on_request),
)
