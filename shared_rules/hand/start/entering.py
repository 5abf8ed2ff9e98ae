"""Asking for a hand: newcomers, missed blinds, changed seats, single blinds, ante games.

``request`` of the kind ``deal_in``, keyed between the hands or while the deck is shuffled:
``status`` says how the player comes (below), ``wants`` ``post`` (now) or ``wait`` (for the big
blind), ``missed`` lists ``sb`` and ``bb``, ``moved`` counts the active seats moved away from the
big blind (0 or less: closer to it), ``kills_next`` that a newcomer takes the next kill.
"""

from shared_rules.hand.cards import draw_cards
from shared_rules.hand.start import button_place

# status -> situation where an amount like the big blind makes the hand
POSTERS = {
    "new": "entry.new",
    "let_pass": "entry.let_pass",
    "playing_over": "entry.playing_over",
}
MISSED = {"missed": "entry.missed", "busted": "entry.busted"}


def on_request(hand, ev):
    """Rule on a request for a hand; who may have one is dealt in and owes what the ruling says."""
    if ev["kind"] != "deal_in" or hand.phase not in ("none", "setup") or hand.off_deck:
        return None
    key, live, dead = situation(hand, ev)
    amount = live + dead if live or dead else None
    if key == "entry.seat_change":
        amount = ev.get("moved", 0)
    # the books speak of antes in draw games only
    sure = "medium" if hand.game.button_blind else None
    irregular = refused(hand, key)
    r = hand.rule(key, seat=ev["seat"], amount=amount, irregular=irregular, confidence=sure)
    if r.get("ruling", "no_incident") == "no_incident" and key not in WAITS:
        _deal_in(hand, ev["seat"], live, dead)
    return True


WAITS = ("entry.waits", "entry.seat_change", "entry.single_failed")


def refused(hand, key):
    """True when the book does not simply grant it."""
    return hand.book.outcome(key).ruling != "no_incident"


def _to_be_killed(hand):
    from shared_rules.hand.showdown import kill  # where the setup names a kill only

    return kill.due(hand)[0] is not None


def situation(hand, ev):
    """(situation key, live chips, dead chips) of a request for a hand."""
    seat, status = ev["seat"], ev.get("status", "new")
    if not hand.bb or hand.game.button_blind:
        return _ante_game(hand, ev)
    killed = hand.setup.get("kill") and status in POSTERS and _to_be_killed(hand)
    if killed and not ev.get("kills_next"):
        return "entry.killed_pot", 0, 0
    if hand.setup.get("single_blind"):
        return _single(hand, seat, status)
    if seat == hand.bb_seat:
        return "entry.big_blind", 0, 0  # the blind itself is posted as such
    if between(hand, seat):
        return "entry.between", 0, 0
    if ev.get("wants") == "wait":
        return "entry.waits", 0, 0
    return _posts(hand, ev, seat, status)


def _posts(hand, ev, seat, status):
    lowball = hand.game.family == "draw" and draw_cards.lowball(hand)
    fresh = hand.setup.get("new_game")
    free = fresh is not None and seat not in fresh.get("drew", ())
    if free and status in ("new", "seat_change") and seat not in fresh.get("passed", ()):
        return "entry.new_game_seat" if status == "seat_change" else "entry.new_game", 0, 0
    drew = fresh is not None and seat in fresh.get("drew", ())
    if drew and ev.get("missed"):
        return ("entry.new_game_drew",) + missed(hand, ev["missed"])
    if status in MISSED:
        if lowball:
            return "entry.lowball_passed", 2 * hand.bb, 0
        return (MISSED[status],) + missed(hand, ev.get("missed", ("sb", "bb")))
    if status == "dealt_off":
        return "entry.dealt_off", 0, 0
    if status == "seat_change":
        return _moved(hand, ev, lowball)
    if lowball:
        return "entry.lowball_new", 2 * hand.bb, 0
    return POSTERS.get(status, "entry.new"), hand.bb, 0


def _moved(hand, ev, lowball):
    """A player who changed seats: as many hands to wait as seats moved away from the blind."""
    if ev.get("moved", 0) <= 0:
        return "entry.seat_change_near", 0, 0
    if ev.get("wants") != "post" or ev.get("missed"):
        return "entry.seat_change", 0, 0
    if lowball:
        return "entry.lowball_passed", 2 * hand.bb, 0
    return "entry.seat_change_post", hand.bb, 0


def missed(hand, kinds):
    """(live, dead) chips that make up missed blinds: live up to the least opening bet."""
    total = (hand.bb if "bb" in kinds else 0) + (hand.sb if "sb" in kinds else 0)
    least = hand.small_bet if hand.betting == "limit" else hand.bb
    return min(total, least), max(0, total - least)


def between(hand, seat):
    """True for a seat between the button and the big blind, where nobody comes in (S4-8)."""
    button = button_place.of(hand)
    if button is None or hand.bb_seat is None:
        return False
    for s in hand.after(button, button_place.all_seats(hand)):
        if s == hand.bb_seat:
            return False
        if s == seat:
            return True
    return False


def _single(hand, seat, status):
    """Games with one blind: less than half of it, half or more, a blind not taken (rrop-6:S11)."""
    if status in MISSED and seat != hand.bb_seat:
        return "entry.single_failed", 0, 0
    if seat == hand.bb_seat:
        short = hand.stack(seat) * 2 < hand.bb
        return "entry.single_short" if short else "entry.single_half", 0, 0
    return "entry.lowball_new", 2 * hand.bb, 0


def _ante_game(hand, ev):
    """Games with antes: the right to ante, unless others' money lies in the pot (S12-11)."""
    forfeited = hand.setup.get("forfeited_from")
    rows = hand.setup.get("antes_in_row", 1)
    if ev.get("status") == "seat_change" and (rows > 1 or forfeited is not None):
        return "entry.ante_seat_change", 0, 0
    if forfeited is not None and ev["seat"] not in forfeited:
        return "entry.forfeited", 0, 0
    return "entry.ante_right", 0, hand.ante * rows


def _deal_in(hand, seat, live, dead):
    for seats in (hand.seats, hand.dealt_in):
        if seat not in seats:
            seats.append(seat)
            seats.sort()
    if live or dead:
        hand.pending.setdefault("entry", {})[seat] = (live, dead)


HANDLERS = (("request", on_request),)
