"""Showdown: who shows first, when all hands must lie open, what a hand must show to win.

Who shows first and what must be tabled are answers about ordinary play; a miscalled hand and cards
thrown away are irregular.
"""

from shared_rules import zones
from shared_rules.cards import rank_value
from shared_rules.compat import SMALL
from shared_rules.hand.betting import turn
from shared_rules.hand.cards import joker

SHOWDOWN = ("showdown", "award", "closed", "over")
SHORT = "wager.short_call_miscount"
# what a player may announce -> category of a high hand (ranking.py)
CATEGORY = {"two_pair": 2, "straight": 4, "flush": 5}


# -- the order --------------------------------------------------------------------------------


def on_showdown(hand, ev):
    """Betting is over: hands face up after an all-in, else who shows first."""
    hand.pending["at_showdown"] = sorted(ev["seats"])
    hand.pending["showdown_n"] = hand.n
    seats = [s for s in ev["seats"] if s in hand.live]
    if "high" in ev or "low" in ev or len(seats) < 2:
        return
    if [s for s in seats if s in hand.all_in]:
        if all_open(hand):
            return
        if _open_hands(hand):
            return
    first_to_show(hand, seats)
    short = hand.ruled(SHORT)
    if short is not None and hand.wagered(short["seat"]) < hand.bet(short["seat"]):
        # made right whatever is shown before that (rrop-6:S14-NL-9)
        hand.rule(SHORT, seat=short["seat"], amount=hand.bet(short["seat"]), irregular=False)


def first_to_show(hand, seats):
    """Rule who shows first: hands of a side pot before a hand all-in for the main pot only."""
    key, seat, among = _first(hand, seats)
    if seat is not None:
        hand.pending["show_order"] = hand.after(seat - 1, among)
        hand.rule(key, seat=seat, irregular=False)


def _first(hand, seats):
    """Situation, seat (None: not known) and those it shows before.

    Where no act of the last street is on record nobody knows who bet; in stud the boards then say
    who shows first.
    """
    acts = [a for a in hand.actions[hand.street_mark :] if a["act"] != "fold"]
    if not acts and hand.game.family != "stud":
        return None, None, seats
    free = [s for s in seats if s not in hand.all_in]
    side = len(free) >= 2 and len(free) < len(seats)
    among = free if side else seats
    key = "showdown.side_pot_first" if side else None
    seat = hand.aggressor if hand.aggressor in among else None
    if seat is not None:
        key = key or "showdown.first_last_aggressor"
    elif hand.game.family == "stud":
        seat = stud_first(hand, among)
        key = key or ("showdown.first_razz" if hand.game.low_opens else "showdown.first_stud")
    elif hand.book.value("showdown.first_checked") == "first_to_act":
        made = [a["seat"] for a in acts if a["seat"] in among]
        seat = made[0] if made else None
        key = key or "showdown.first_no_wager"
    else:
        seat = hand.after(hand.button, among)[0]
        key = key or "showdown.first_no_wager"
    return key, seat, among


def _order(hand):
    """Seats in the order they show, as far as it is known; worked out where nobody asked."""
    order = hand.pending.get("show_order")
    if order is None and hand.phase == "showdown" and hand.live and not hand.all_in:
        _, seat, among = _first(hand, hand.live)
        order = hand.pending["show_order"] = hand.after(seat - 1, among) if seat else ()
    return order or ()


def note_early(hand, seat):
    """A hand shown while others should have been shown before it: they are remembered."""
    order = _order(hand)
    if seat not in order:
        return
    gone = hand.pending.get("discarded", ())
    ahead = []
    for s in order:
        if s == seat:
            break
        if s not in hand.pending.get("tabled", {}) and s not in gone:
            ahead.append(s)
    if ahead:
        hand.pending.setdefault("showed_early", {}).setdefault(seat, ahead)


def stud_first(hand, seats):
    """Seat with the best board showing (razz: the lowest); who acted first when not known."""
    low = hand.game.low_opens
    best, best_key = None, None
    for seat in hand.after(hand.button, seats):
        cards = hand.upcards.get(seat)
        if not cards or [c for c in cards if not rank_value(c)]:
            for a in hand.actions[hand.street_mark :]:
                if a["seat"] in seats:
                    return a["seat"]
            return None
        key = turn.board_key(cards, low)
        if best is None or (key < best_key if low else key > best_key):
            best, best_key = seat, key
    return best


# -- all-in, betting over ---------------------------------------------------------------------


def all_open(hand):
    """True when every live hand has been tabled."""
    return not [s for s in hand.live if s not in hand.shown]


def betting_ended(hand):
    """True when somebody is all-in and nobody can bet against another."""
    if not hand.all_in or len(hand.live) < 2 or not [s for s in hand.live if s in hand.all_in]:
        return False
    able = [s for s in hand.live if s not in hand.all_in]
    return len(able) < 2 and hand.phase in ("closed", "showdown") and turn.betting_over(hand)


def on_card_move(hand, ev):
    """Cards come although hands must lie open; a hand is tabled, in part or whole."""
    if ev["from"] == zones.STUB:
        if hand.all_in:
            _running_out(hand, ev)
        return
    if ev["from"] != ev["to"] or zones.kind(ev["to"]) != "seat" or ev["face"] != "up":
        return
    seat = zones.seat_of(ev["to"])
    if ev["by"] == "dealer" or hand.phase not in SHOWDOWN or hand.phase == "over":
        return
    ups = hand.upcards.get(seat, ())
    if ups and not [c for c in ev["cards"] if c not in ups]:
        return  # they lay open before: no part of the hand is tabled by that
    if seat not in hand.pending.get("tabled", {}):
        note_early(hand, seat)
    lying = hand.pending.setdefault("tabled", {}).setdefault(seat, [])
    for token in ev["cards"]:
        if token not in lying:
            lying.append(token)
    lies_open(hand)
    _complete(hand, seat)
    _check_claim(hand, seat)
    if not SMALL and hand.game.family == "flop" and hand.book.has("showdown.nuts_checked"):
        from shared_rules.hand.showdown import nuts

        nuts.look(hand, seat)


def lies_open(hand):
    """Nothing is to be shown any more once the last hand lies open."""
    if all_open(hand) and hand.withdraw("showdown.table_all"):
        _settled(hand, "showdown.table_all")


def _settled(hand, key):
    """What was to be shown lies open: it is what makes the showdown regular."""
    hand.rule(key, ruling="no_incident", steps=(), decided_by="automatic", irregular=False)
    if "odd_chip" in hand.pending:
        from shared_rules.hand.showdown import odd_chips

        odd_chips.still_due(hand)


def _running_out(hand, ev):
    if ev["to"] == zones.BOARD and betting_ended(hand) and not all_open(hand):
        _open_hands(hand)


def _open_hands(hand):
    """All hands face up now, in a book that wants it; True when it does.

    A book that has tournaments in a section of their own wants it there only (rrop-6:S15-34).
    """
    key = "showdown.table_all"
    if hand.set_apart():
        return False
    hand.withdraw(key)
    hand.rule(key, irregular=False)
    return True


def after_history(hand):
    """History that ends with nobody left to bet against: the hands lie open next."""
    if betting_ended(hand) and not all_open(hand) and not hand.incidents():
        _open_hands(hand)


def cards_due(hand, seat):
    """Cards a hand of the game has at the end."""
    held = len(hand.held(seat))
    return max(held, hand.game.hole_cards(hand.street))


def tabled_whole(hand, seat):
    """True when all cards of a hand were laid open."""
    lying = hand.pending.get("tabled", {}).get(seat, ())
    ups = [c for c in hand.upcards.get(seat, ()) if c not in lying]
    return len(lying) + len(ups) >= cards_due(hand, seat)


def contested(hand, seat):
    """True while another hand is still in the showdown."""
    gone = hand.pending.get("discarded", ())
    return bool([s for s in hand.live if s != seat and s not in gone])


def _complete(hand, seat):
    """A hand shown in part does not win a contested pot."""
    asked = hand.ruled("showdown.all_cards_to_win")
    if asked is not None and asked["seat"] is None:
        asked = None  # that hand lies open now
    if asked is not None and asked["seat"] != seat:
        return  # another hand was shown in part, and still is
    if asked is not None:
        hand.withdraw("showdown.all_cards_to_win")
    if not tabled_whole(hand, seat) and contested(hand, seat):
        hand.rule("showdown.all_cards_to_win", seat=seat, irregular=False)
    elif asked:
        _settled(hand, "showdown.all_cards_to_win")


# -- what is said about a hand ------------------------------------------------------------------


def on_hand_claim(hand, ev):
    """A holding is announced; the board is claimed."""
    seat = ev["seat"]
    board = ev["claim"] == "plays_board"
    # a hand that lies past the line may be taken back; of one in the muck nobody knows what it was
    gone = hand.pending.get("discarded" if board else "discarded_n", ())
    if seat in gone and seat not in hand.shown and (contested(hand, seat) or len(hand.live) > 1):
        hand.rule("showdown.thrown_away", seat=seat)
        return
    if board:
        _claims_board(hand, seat)
        return
    if ev["claim"] == "pair":
        hand.pending.setdefault("pairs_said", []).append(seat)
        return
    hand.pending.setdefault("claims", {})[seat] = [ev["claim"], ev.get("rank"), hand.n]
    _check_claim(hand, seat)


def _claims_board(hand, seat):
    hand.pending.setdefault("board_claimed", []).append(seat)
    if seat not in hand.shown and hand.phase in SHOWDOWN and contested(hand, seat):
        hand.rule("showdown.all_cards_to_win", seat=seat, irregular=False)


def on_discard(hand, ev):
    """Cards thrown away at the showdown: by who claimed the board, or leaving one live hand."""
    if ev["by"] == "dealer" or zones.kind(ev["from"]) != "seat" or hand.phase not in SHOWDOWN:
        return
    if ev["to"] != zones.MUCK and zones.kind(ev["to"]) != "line":
        return
    seat = zones.seat_of(ev["from"])
    if seat not in hand.live or seat in hand.shown:
        return
    left = [s for s in hand.live if s != seat and s not in hand.pending.get("discarded", ())]
    if seat in hand.pending.get("board_claimed", ()):
        if hand.game.high == "omaha":  # nobody can play the board: two cards of the hand must
            hand.rule("showdown.thrown_away", seat=seat)
        else:
            hand.rule("showdown.board_claimed_thrown", seat=seat)
    elif len(left) == 1 and not tabled_whole(hand, left[0]) and not hand.all_in:
        hand.withdraw("showdown.all_cards_to_win")
        hand.rule("showdown.last_live_hand", seat=left[0], irregular=False)


def _check_claim(hand, seat):
    """Compare what was announced with the cards, once they lie open."""
    claim = hand.pending.get("claims", {}).get(seat)
    if claim is None or not tabled_whole(hand, seat):
        return
    cards = list(hand.pending.get("tabled", {}).get(seat, ()))
    cards += [c for c in hand.upcards.get(seat, ()) if c not in cards]
    if [c for c in cards if not rank_value(c)]:
        return
    better = compare(hand, claim, cards)
    if not better:
        return
    del hand.pending["claims"][seat]
    harmed = better > 0 and _mucked_since(hand, seat, claim[2])
    cite = ()
    if better > 0 and claim[0] == "low" and hand.game.family == "draw":
        many = len(hand.pending.get("at_showdown", hand.live)) > 2
        if (harmed or many) and hand.book.has("showdown.lowball_overclaim"):
            hand.rule("showdown.lowball_overclaim", seat=seat)
            return
        if hand.book.has("showdown.lowball_overclaim"):
            cite = hand.book.outcome("showdown.lowball_overclaim").cite
    key = "showdown.miscall_harmed" if harmed else "showdown.cards_speak"
    hand.rule(key, seat=seat, cite=cite)


def compare(hand, claim, cards):
    """Positive: claimed better than the cards are; negative: worse; 0: as they are."""
    kind, rank = claim[0], claim[1]
    if kind == "low":
        return _compare_low(hand, rank, cards)
    name = hand.game.high or "high"
    from shared_rules import ranking  # only a hand that is announced is ranked

    value = ranking.value(joker.ranking_of(hand, name), cards, hand.board)
    if value is None or kind not in CATEGORY:
        return 0
    return ranking.place(name, CATEGORY[kind]) - value[0]


def _compare_low(hand, rank, cards):
    """The high card of the low decides; no low at all is a claim too good."""
    name = hand.game.low
    if name is None:
        return 0
    from shared_rules import ranking  # only a hand that is announced is ranked

    value = ranking.value(joker.ranking_of(hand, name), cards, hand.board)
    if value is None:
        return 1
    top = low_top(name, value)
    if top is None:
        return 1
    claimed = rank if isinstance(rank, int) else rank_value(str(rank) + "s") if rank else 0
    return top - (1 if claimed == 14 and name != "deuce_seven" else claimed) if claimed else 0


def low_top(name, value):
    """Highest rank of a low hand without pairs, straights or flushes that count; else None."""
    if name == "ace_five":
        return None if value[0][0] != -1 else -value[1][0]
    if name == "deuce_seven":
        return None if value[0] else -value[1][0]
    if name == "badugi":
        return -value[1][0]
    return -value[0]


def _mucked_since(hand, seat, n):
    """True when another hand was given up after the announcement."""
    for other, when in hand.pending.get("discarded_n", {}).items():
        if other != seat and when > n:
            return True
    return False


def note_discard(hand, ev):
    """Remember when hands were given up at the showdown (``on_discard`` judges)."""
    if ev["to"] != zones.MUCK or zones.kind(ev["from"]) != "seat" or ev["by"] == "dealer":
        return
    if hand.phase in SHOWDOWN:
        hand.pending.setdefault("discarded_n", {})[zones.seat_of(ev["from"])] = hand.n
        if hand.game.family == "draw" and not hand.game.high:
            _silent_pair(hand, zones.seat_of(ev["from"]))


def _silent_pair(hand, loser):
    """Lowball: a hand with a pair was spread without saying so, and another was thrown away on it.

    Two other hands still there: the best of them wins (rrop-6:S11-16).
    """
    for seat in hand.live:
        cards = hand.pending.get("tabled", {}).get(seat, ())
        if seat == loser or not cards or seat in hand.pending.get("pairs_said", ()):
            continue
        ranks = [rank_value(c) for c in cards if rank_value(c)]
        paired = len(ranks) == len(cards) and len(set(ranks)) < len(ranks)
        if paired and hand.book.has("showdown.lowball_pair"):
            hand.rule("showdown.lowball_pair", seat=seat)


HANDLERS = (
    ("showdown", on_showdown),
    ("card_move", note_discard, "seat>muck"),
    ("card_move", on_discard, "seat>muck seat>line"),
    ("card_move", on_card_move, "stub>board stub>burn seat>seat"),
    ("hand_claim", on_hand_claim),
)
