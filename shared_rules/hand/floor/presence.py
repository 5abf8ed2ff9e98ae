"""Players away from their seats: by when a player has to be there, and leaving with a live hand.

That an absent player is dealt in and the hand is killed is routine; it is ruled on only when the
player turns up to play the hand, or the dealer reports the seat when the action has reached it.
"""

from shared_rules.hand.betting import turn, turn_order
from shared_rules.hand.cards.deal_order import acts

DEAD = ("hand_dead", "forced_fold")
# steps by which a fault of the deal is put right: nobody is to act before
BEFORE_ACTING = (
    "replace_from_top_of_stub",
    "replace_with_next_card",
    "extra_card_to_stub_as_burn",
    "deal_top_card_to_seat",
    "reshuffle_deck",
    "redeal",
)


def record(hand):
    """What was seen of the seats; made on first use. Who asks may change it: it is looked at."""
    d = hand.pending.get("presence")
    hand.to_review["presence"] = True
    if d is None:
        d = {
            "first": None,  # seat -> state at the first card
            "last": None,  # the same when all had their hands
            "first_t": hand.first_card_t or 0,  # when the first card came off the deck
            "last_t": hand.full_hands_t or 0,  # when the last one had come
            "absent_turn": [],  # seats the action reached while they were away
            "left": [],  # seats that went away with a live hand
            "late": [],  # seats that came back or acted after the first card
            "ruled": [],
            "dying": [],  # seats ruled dead at the last card whose hand is not folded yet
        }
        hand.pending["presence"] = d
        # nobody was away until now: so it was when those cards came
        if hand.first_card_t is not None:
            d["first"] = dict(hand.presence)
        if hand.full_hands_t is not None:
            d["last"] = dict(hand.presence)
    return d


def take_up(hand):
    """Somebody is away as we begin to look: with the deal just over, so it was when all had their
    hands. Where an act, a fold or a street is behind us, nobody can tell."""
    d = record(hand)
    dealt = hand.phase == "betting" and hand.game.index(hand.street) == 0
    if dealt and not acts(hand) and hand.live == hand.dealt_in:
        d["first"], d["last"] = dict(hand.presence), dict(hand.presence)
        d["first_t"] = d["last_t"] = -1  # before the first event, whose time is 0 at least


def state(hand, seat):
    """``in_seat``, ``at_seat`` or ``away`` now."""
    return hand.presence.get(seat, "in_seat")


def deadline(hand):
    """``first_card``, ``full_hands`` or ``own_turn``."""
    value = hand.book.value("presence.deadline")
    if hand.format == "cash":
        value = hand.book.value("presence.deadline_cash", value)
    return value


def on_first_card(hand, ev):
    """The first card off the deck: who is there is noted once."""
    d = hand.pending.get("presence")
    if d is not None and d["first"] is not None and ev["what"] == "card_move":
        return
    d = record(hand)
    if d["first"] is None and hand.from_start:
        d["first"] = dict(hand.presence)
        d["first_t"] = ev["t"]
    if ev["what"] == "deal":
        d["last_t"] = ev["until"]
    return


def on_presence(hand, ev):
    """A player sits down, stands up, comes or goes."""
    seat, before = ev["seat"], state(hand, ev["seat"])
    d = record(hand)
    hand.presence[seat] = ev["state"]
    hand.pending["absence"] = True
    _during_deal(hand, seat, ev, d)
    if ev["state"] == "away":
        if before != "away" and hand.phase in ("betting", "closed", "draw"):
            _leaves(hand, seat, d)
        return
    if seat not in hand.seats or before == ev["state"]:
        return
    if before == "in_seat" and seat not in hand.live:
        return  # it only stands up, and has no hand to lose
    if seat not in d["late"]:
        d["late"].append(seat)
    _judge(hand, seat, d)
    return


def _during_deal(hand, seat, ev, d):
    """Dealing written down as one event lasts until its last card: put the coming in its place."""
    if d["first"] is not None and ev["t"] <= d["first_t"]:
        d["first"][seat] = ev["state"]
    if d["last"] is not None and ev["t"] <= d["last_t"]:
        d["last"][seat] = ev["state"]
        if seat in d["dying"] and fault(hand, seat, d) is None:
            d["dying"].remove(seat)
            d["ruled"].remove(seat)
            hand.withdraw("presence.absent_at_last_card")


def _leaves(hand, seat, d):
    """A live hand is left at the table."""
    if seat not in hand.live:
        return
    if seat not in d["left"]:
        d["left"].append(seat)
    if seat in hand.all_in or (hand.phase == "closed" and turn.betting_over(hand)):
        return
    if hand.book.has("presence.absent_on_turn"):
        return  # these books look at the seat when the action reaches it
    if hand.phase == "betting" and turn.owes_act(hand, seat):
        _rule(hand, seat, d, "presence.left_pending")
    elif hand.book.has("presence.left_after_acting"):
        key = "presence.left_after_acting"
        hand.rule(key, seat=seat, irregular=hand.book.outcome(key).ruling != "no_incident")


def fault(hand, seat, d):
    """Situation key of a player who was not there in time; None when he was (or may yet be)."""
    if seat in hand.setup.get("penalty_seats", ()):
        return "frame.penalty_seat_acts"
    key = _missed(hand, seat, d)
    if key is None and seat in hand.pending.get("absent_original", ()):
        return "presence.absent_original_deal"  # in time for this deal, which replays that one
    return key


def _missed(hand, seat, d):
    """Situation key of the moment of this deal, or of its betting, that a player missed."""
    by = deadline(hand)
    if by == "full_hands" and d["last"] is not None and d["last"].get(seat) == "away":
        return "presence.absent_at_full_hands"
    if seat in d["absent_turn"] and (by == "own_turn" or hand.book.has("presence.absent_on_turn")):
        return "presence.absent_on_turn"
    if by == "first_card":
        if d["first"] is not None and d["first"].get(seat) == "away":
            return "presence.absent_at_first_card"
        want = hand.book.value("presence.state", "at_seat")
        was = (d["last"] or {}).get(seat, "in_seat")
        if d["last"] is not None and (was == "away" or (want == "in_seat" and was != "in_seat")):
            return "presence.absent_at_last_card"
    return None


def _judge(hand, seat, d):
    """A player is there now: was it in time?"""
    if hand.phase not in ("setup", "deal", "betting", "none"):
        return None
    if seat not in hand.live and (hand.phase == "betting" or seat not in hand.dealt_in):
        return None  # it has no hand, or none any more
    if d["first"] is None and hand.from_start:
        return None
    key = fault(hand, seat, d)
    if key is None:
        near = seat in d["late"] or state(hand, seat) == "at_seat"
        if near and seat not in d["ruled"]:
            how = hand.book.outcome("presence.left_after_acting")
            cite = how.cite if seat in hand.acted and not how.silent else ()
            hand.rule("presence.live_in_time", seat=seat, irregular=False, cite=cite)
        return None
    if key == "frame.penalty_seat_acts" and hand.phase in ("setup", "none"):
        return None
    if hand.phase == "deal" and key != "presence.absent_at_first_card":
        return None
    return _rule(hand, seat, d, key)


def _rule(hand, seat, d, key):
    """Rule once for a seat; a dead hand is folded when the action reaches it."""
    if seat in d["ruled"]:
        if hand.event["what"] == "notice" and hand.book.outcome(key).ruling == "floor_decides":
            from shared_rules.hand import incidents

            incidents.raise_again(hand, key, seat)  # that is what the floor is asked now
        return None
    d["ruled"].append(seat)
    hand.pending["absence"] = True
    hand.withdraw("presence.live_in_time")
    of = hand.book.value("presence.own_turn_family", hand.game.family)
    other = key == "presence.absent_on_turn" and of != hand.game.family  # said of other games
    code = hand.rule(key, seat=seat, confidence="medium" if other else None)["ruling"]
    if code in DEAD:
        if hand.from_start and hand.t <= d["last_t"]:
            d["dying"].append(seat)
        else:
            _kill(hand, seat)
    return code


def _kill(hand, seat):
    """A hand is dead: folded on its turn, else taken out of the deal."""
    if hand.phase != "betting" or seat not in hand.live:
        return
    if hand.turn == seat:
        turn_order.take(hand, seat, "fold")
    else:
        hand.live.remove(seat)


def on_act(hand, ev):
    """A player who was not there in time acts; True when the hand is dead."""
    if ev["what"] == "chips_move" and (ev["by"] != "player" or hand.phase != "betting"):
        return None
    seat, d = ev["seat"], record(hand)
    if seat in d["ruled"]:
        return True if seat not in hand.live else None
    if hand.phase != "betting":
        return None
    key = fault(hand, seat, d)
    if key is None or seat not in hand.live:
        return None
    if state(hand, seat) == "away" and seat not in d["late"]:
        return None  # nobody is there to act: somebody else's doing
    return True if _rule(hand, seat, d, key) in DEAD else None


def _phone(hand, seat):
    """A phone in use: with a live hand, or by anybody at the table where the book says so."""
    if seat in hand.live or hand.book.value("presence.phone_any_time"):
        hand.rule("presence.phone", seat=seat)
        return True
    if seat in hand.dealt_in and hand.book.has("presence.phone"):
        how = {"ruling": "no_incident", "decided_by": "automatic", "confidence": "high"}
        hand.rule("presence.phone", seat=seat, steps=[], irregular=False, **how)
        return True
    return None


def on_notice(hand, ev):
    """The dealer reports: nobody in the seat on its turn; a phone in use."""
    kind = ev["kind"]
    seat = ev.get("about_seat", ev.get("seat"))
    if kind == "phone_use":
        return _phone(hand, seat)
    if kind != "seat_absent_on_turn":
        return None
    d = record(hand)
    if hand.phase == "betting" and hand.turn not in (None, seat) and seat not in hand.acted:
        return True  # it is not its turn yet: nobody need be there
    if hand.book.has("presence.absent_on_turn"):
        key = "presence.absent_on_turn"
    else:
        key = fault(hand, seat, d) or "presence.left_pending"
        if hand.from_start and deadline(hand) == "first_card" and seat not in d["left"]:
            key = "presence.absent_at_first_card"
    _rule(hand, seat, d, key)
    return True


def review(hand):
    """After each event: all hands complete, the action at an empty seat."""
    d = hand.pending["presence"]
    if d["last"] is None and hand.from_start and hand.phase == "betting":
        d["last"] = dict(hand.presence)
        d["last_t"] = max(d["last_t"], hand.t)
        for seat in sorted(hand.presence):
            here = state(hand, seat)
            if here == "away" and seat in hand.live and hand.stacks.get(seat, 1):
                _dealt_in(hand, seat)
            if here == "at_seat" or (here == "in_seat" and seat in d["late"]):
                _judge(hand, seat, d)
    if d["dying"] and hand.t > d["last_t"]:
        for seat in d["dying"]:
            _kill(hand, seat)
        d["dying"] = []
    if not hand.presence:
        if not d["dying"]:
            del hand.to_review["presence"]  # nobody was ever away: nothing else to wait for
        return
    seat = hand.turn
    if seat is None or hand.phase != "betting" or state(hand, seat) != "away":
        return
    if hand.opened and _held_up(hand):
        d["absent_turn"] = []
    elif seat not in d["absent_turn"]:
        d["absent_turn"].append(seat)
        if seat in d["left"] and hand.book.has("presence.absent_on_turn"):
            _rule(hand, seat, d, "presence.absent_on_turn")


def _dealt_in(hand, seat):
    """The hand of a seat with nobody there: the book has it dealt, on a penalty by its rule too."""
    penal = seat in hand.setup.get("penalty_seats", ())
    cite = hand.book.value_cite("frame.absent_posts") if penal else ()
    hand.rule("deal.absent_dealt_in", seat=seat, irregular=False, cite=cite)


def _held_up(hand):
    """True while the deal has to be put right before anybody may act: no turn has come yet."""
    if hand.acted:
        return False
    from shared_rules.hand import incidents

    return incidents.orders(hand, BEFORE_ACTING)


HANDLERS = (
    ("card_move", on_first_card, "stub>*", "absence"),
    ("deal", on_first_card),
    ("presence", on_presence),
    ("declare", on_act, None, "absence"),
    ("gesture", on_act, None, "absence"),
    ("chips_move", on_act, "*>line", "absence"),
    ("notice", on_notice),
)
AFTER = review
RECORD = "presence"
