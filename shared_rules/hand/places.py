"""Where the cards lie, and how streets follow each other. Only facts; faults are ruled elsewhere.

Runs before every other module, so that they see the state with the move already made; what the
move did is left in ``hand.pending["opened"]`` (name of a street that this move opened).
"""

from shared_rules import zones
from shared_rules.cards import UNREAD

TAG = 16  # hexadecimal digits of a token that stands for one tag
NO_SEAT = (zones.MOUTH, zones.BOARD, zones.BURN)  # where a boxed card may come to light


def on_card_move(hand, ev):
    """Carry the tokens to their new zone; hole cards, burns and board cards move the hand on."""
    pending = hand.pending
    pending["opened"] = None
    frm, to, cards = ev["from"], ev["to"], ev["cards"]
    if "scrap" in pending and frm in NO_SEAT and _all_scrap(pending["scrap"], cards):
        return True  # a boxed card is put away: it was no card before either
    if frm == to:
        _in_place(hand, to, cards)
        if ev["face"] == "up" and zones.kind(to) == "seat":
            _turned_up(hand, zones.seat_of(to), ev)
        return None
    at = hand.at
    there = at.get(to)
    if there is None:
        there = at[to] = []
    elif there and cards and len(cards[0]) == TAG and _all_lie(cards, there):
        # Tags that lie there already: the same move, told twice or late. Only a tag's own token
        # says so (``cards.py``); a card's name may be on two cards.
        return True
    if frm in at and at[frm]:
        _leave(at[frm], frm, cards)
    if hand.upcards and zones.kind(frm) == "seat":
        _upcards_leave(hand, zones.seat_of(frm), cards)
    if "boxed" in ev and ev["boxed"] and to in NO_SEAT:
        pending.setdefault("scrap", []).extend(cards)
        hand.off_deck += len(cards)
        return None
    there.extend(cards)
    if to == zones.BOARD:
        _to_board(hand)
    if frm == zones.STUB:
        if hand.first_card_t is None and hand.from_start:
            hand.first_card_t = ev["t"]
        hand.off_deck += len(cards)
        if zones.kind(to) == "seat":
            _to_seat(hand, zones.seat_of(to), ev)
        elif to == zones.BURN:
            hand.burned = (hand.burned or 0) + (len(cards) or 1)  # none: not read, but said
    return None


def _all_scrap(scrap, cards):
    return bool(scrap) and not [t for t in cards if t not in scrap]


def _all_lie(cards, there):
    return not [t for t in cards if len(t) != TAG or t not in there]


def on_zone_merge(hand, ev):
    """All tags of one place are among those of another now."""
    frm, into = ev["from"], ev["into"]
    if frm == into or zones.kind(frm) == "seat":
        return  # a seat's cards: who holds a hand is judged by the modules that follow
    gone = hand.at.get(frm)
    if gone:
        hand.at.setdefault(into, []).extend(gone)
        del gone[:]


def _leave(source, frm, cards):
    """Take the tokens away; one that was not seen to lie there stands for the last that was."""
    for token in cards:
        if token in source:
            source.remove(token)
        elif source and frm != zones.STUB:
            source.pop()


def _upcards_leave(hand, seat, cards):
    """Upcards that are taken from a seat no longer show there; a hand given up keeps its row."""
    up = hand.upcards.get(seat)
    if up and len(cards) < len(up):
        for token in cards:
            if token in up:
                up.remove(token)


def _in_place(hand, zone, cards):
    """Cards turned over where they lie: a tag whose identity was not known may be read now."""
    lying = hand.at.setdefault(zone, [])
    for token in cards:
        if token not in lying:
            unread = [t for t in lying if t[:1] == UNREAD]
            if unread:
                lying.remove(unread[0])  # keep the count right
            lying.append(token)


def _to_seat(hand, seat, ev):
    """A hole card: it makes a seat live while the first street is dealt."""
    phase = hand.phase
    if "boxed" in ev and ev["boxed"] and phase in ("closed", "draw", "betting"):
        return  # scrap, until another card comes in its place
    hand.dealt += len(ev["cards"])
    if ev["face"] == "up":
        hand.upcards.setdefault(seat, []).extend(ev["cards"])
    if phase == "setup" or phase == "none":
        hand.set_phase("deal", hand.game.streets[0].name)
        phase = "deal"
    if phase == "deal":
        live = hand.live
        if seat not in live and seat in hand.seats:
            live.append(seat)
            live.sort()
        if first_deal_done(hand):
            hand.start_betting()
    elif phase in ("closed", "draw") and hand.game.family != "flop":
        _later_hole_card(hand, seat)


def first_deal_done(hand):
    """True when every live seat holds the cards of the first street."""
    street = hand.game.streets[0]
    need = street.down + street.up
    last, at = hand.button, hand.at  # served last: while it waits nobody else need be looked at
    served = last in hand.dealt_in and last in hand.seats
    if served and len(at.get(zones.seat_zone(last), ())) < need:
        return False
    somebody = False
    for seat in hand.dealt_in:
        if seat in hand.seats:
            if len(hand.held(seat)) < need:
                return False
            somebody = True
    return somebody


def _later_hole_card(hand, seat):
    """A card of a stud street, or a replacement on the draw: the last one opens the betting.

    Of a hand taken up midway the cards before may not be known: then one card each is a street.
    """
    street = hand.game.after(hand.street)
    if street is None:
        return
    if street.draw:
        draw_done(hand, street)
        return
    coming = hand.pending.setdefault("coming", [])
    if not hand.from_start and seat not in coming:
        coming.append(seat)
    for seat in hand.live:
        if len(hand.held(seat)) < hand.game.hole_cards(street.name) and seat not in coming:
            return
    hand.pending["coming"] = []
    hand.open_street(street)


def draw_done(hand, street):
    """Open the street after a draw once every live seat has said what it draws and has it."""
    draws = hand.pending.get("draws", {})
    for seat in hand.live:
        if seat not in draws or len(hand.held(seat)) != hand.game.hole_cards(street.name):
            return
    hand.open_street(street)


def _to_board(hand):
    """Board cards complete a street: it opens when betting on the last one is over."""
    street = hand.game.after(hand.street)
    if street is None or not street.board:
        return
    if hand.phase == "closed" and len(hand.board) >= board_due(hand, street):
        hand.open_street(street)


def board_due(hand, street):
    """Cards on the board once the street has been dealt."""
    n = 0
    for s in hand.game.streets:
        n += s.board
        if s is street:
            break
    return n


def _turned_up(hand, seat, ev):
    late = hand.phase in ("showdown", "award", "closed")
    if late and ev["by"] == "player" and seat not in hand.shown:
        hand.shown.append(seat)


def on_deal(hand, ev):
    """The macro ``deal``: clean pitching, one event a card."""
    total = ev["cards_each"] * len(ev["seats"])
    steps = max(1, total - 1)  # the first card comes at ``t``, the last at ``until``
    n = 0
    for _ in range(ev["cards_each"]):
        for seat in ev["seats"]:
            nth = ev["from_nth"] + n
            hand.dispatch(
                {
                    "t": ev["t"] + n * (ev["until"] - ev["t"]) // steps,
                    "what": "card_move",
                    "cards": ["#%d" % nth],
                    "from": zones.STUB,
                    "to": zones.seat_zone(seat),
                    "face": "down",
                    "by": "dealer",
                    "nth": nth,
                }
            )
            n += 1
    return True


def on_draw(hand, ev):
    """A seat asks for cards on the draw (keyed)."""
    hand.pending["opened"] = None
    hand.pending.setdefault("draws", {})[ev["seat"]] = ev["count"]
    street = hand.game.after(hand.street)
    if hand.phase == "draw" and street is not None and not ev["count"]:
        draw_done(hand, street)


def carried(hand, ev):
    """True for chips that are over the line but still in the hand.

    Where touching down past the line binds (ipr-2018:47.4) such chips count as put in.
    """
    if ev.get("released") is not False:
        return False
    touched = ev.get("crossed") == "full" and hand.betting_line
    return not (touched and hand.book.value("wager.touch_binds"))


def on_chips_forward(hand, ev):
    """Chips in front of a seat. Chips only carried over the line are not in front."""
    amount = sum(ev["chips"])
    seat = zones.seat_of(ev["to"])
    if "released" in ev and ev["released"] is False and carried(hand, ev):
        held = hand.pending.setdefault("carried", {})
        held[seat] = held.get(seat, 0) + amount
    else:
        hand.front[seat] = hand.front.get(seat, 0) + amount
        if "carried" in hand.pending:
            held = hand.pending["carried"]  # some of that handful has been put down
            held[seat] = max(0, held.get(seat, 0) - amount)


def on_chips_back(hand, ev):
    """Chips go from the front of a seat."""
    if zones.kind(ev["to"]) == "line":
        return  # from one line to another: they lie in front, whosever they were
    amount = sum(ev["chips"])
    seat = zones.seat_of(ev["from"])
    pending = hand.pending
    if "carried" in pending and seat in pending["carried"]:
        back = min(amount, pending["carried"][seat])
        pending["carried"][seat] -= back
        amount -= back
    there = hand.front.get(seat, 0)
    hand.front[seat] = max(0, there - amount)
    if "ante_front" in pending and seat in pending["ante_front"]:
        antes = pending["ante_front"]
        if zones.kind(ev["to"]) == "seat":  # what is neither ante nor bet goes back first
            amount -= min(amount, max(0, there - hand.bet(seat) - antes[seat]))
        antes[seat] = max(0, antes[seat] - amount)


HANDLERS = (
    ("card_move", on_card_move),
    ("chips_move", on_chips_forward, "*>line"),
    ("chips_move", on_chips_back, "line>*"),
    ("deal", on_deal),
    ("draw", on_draw),
    ("zone_merge", on_zone_merge),
)
