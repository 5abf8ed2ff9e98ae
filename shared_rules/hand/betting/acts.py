"""Acts: what a seat did on this street, and how a reading of it becomes a ruling and an action.

Acts are plain dicts, so that a hand can be copied; they are remembered until the street is over.
"""

from shared_rules.hand.betting import limits, revising, spots, turn_order

# wagers of the most a pot-limit bet may be
LARGEST = ("wager.pot_said_pot_limit", "wager.pot_over_max")
# how large the raise may be that follows a short all-in: a book that does not say asks the floor
ASKED = ("wager.limit_allin_half", "wager.limit_allin_under_half")


def spot(hand, seat, front=None):
    """Spot of a seat, with what a void act out of turn took from it."""
    s = spots.spot_of(hand, seat, front)
    bar = turn_order.restriction(hand, seat)
    if bar is not None:
        s.min_to = s.max_to = None
        s.closed = bar
    return s


def act_of(hand, seat):
    """The act of a seat on this street, or None."""
    pending = hand.pending
    if "acts" not in pending or seat not in pending["acts"]:
        return None
    act = pending["acts"][seat]
    return act if act["street"] == hand.street else None


def begin(hand, seat, where, word):
    """Begin an act; ``word`` None for silent chips."""
    acts = hand.pending.setdefault("acts", {})
    old = acts.get(seat)
    if old is not None and not old["done"] and old["street"] == hand.street:
        before = old["before"]
    else:
        before = hand.bets.get(seat, 0)
    acts[seat] = act = {
        "seat": seat,
        "street": hand.street,
        "word": word,
        "before": before,
        "spot": where,
        "to": None,
        "code": None,
        "key": None,
        "done": False,
        "motions": [],
        "t": hand.t,
        "n": hand.n,
    }
    return act


def last_actor(hand):
    """Seat whose act on this street was the last one, or None."""
    actions = hand.actions
    for i in range(len(actions) - 1, hand.street_mark - 1, -1):
        a = actions[i]
        if a["street"] == hand.street and a["act"] not in ("post", "ante"):
            return a["seat"]
    return None


def take(hand, act, reading, irregular, key=None, cite=()):
    """Rule on a reading and accept it, unless it leaves the act open."""
    seat = act["seat"]
    key = key or reading.key
    act["key"], act["code"] = key, reading.ruling
    if hand.game.discards:
        turn_order.before_discard(hand, seat, reading.to)
    if reading.open:
        _rule_open(hand, act, reading, irregular, cite)
        return
    rule_reading(hand, seat, reading, key, irregular, cite)
    accept(hand, act, reading.to)


def _rule_open(hand, act, reading, irregular, cite):
    """An act that is not complete: raise said without an amount, an undercall, no raise open."""
    act["to"] = None
    if reading.ruling == "raise_not_allowed":
        act["word"] = "barred"
    if reading.key == "wager.lost_track_all_in":
        return
    rule_reading(hand, act["seat"], reading, reading.key, irregular, cite)


def _by_the_game(hand, seat, reading, key):
    """Citations of a rule that is about this game or event, before the general one's."""
    if (
        reading.ruling == "call"
        and key != "wager.all_in"
        and limits.all_in_to(hand, seat) <= reading.to
    ):
        return hand.book.outcome("wager.all_in").cite  # with all it has, for less or just enough
    raises = reading.ruling in ("raise", "raise_allowed")
    if "owes_blind" in hand.setup and seat in hand.setup["owes_blind"] and hand.posted.get(seat):
        return hand.book.outcome("entry.missed").cite
    if raises and turn_order.checked(hand, seat):
        return _check_raise(hand)
    if hand.betting == "pot_limit" and key in LARGEST:
        return _largest(hand)
    stud_start = hand.game.family == "stud" and hand.game.index(hand.street) == 0
    if stud_start and not hand.high and reading.ruling == "bet":
        return hand.book.value_cite("wager.low_card_opens_full")
    if key == "wager.no_cap_heads_up" and hand.format == "tournament":
        return hand.book.value_cite("wager.cap_heads_up_tournament")
    if raises and hand.betting == "limit":
        return _over_all_in(hand)
    if key == "wager.declared_raise_low" and _half_said(hand, seat):
        return hand.book.value_cite("wager.half_percent")
    if key == "wager.limit_size_wrong":
        if hand.game.family == "stud" and hand.game.index(hand.street) == 1:
            upper = hand.book.outcome("wager.open_pair_bet")
            if not upper.silent:
                return upper.cite
        return _over_all_in(hand)
    return ()


def _half_said(hand, seat):
    """True when a raise is announced that is short of a full one, and half of it or more."""
    event = hand.event
    said = event.get("amount") if event["what"] == "declare" and event["seat"] == seat else None
    half = limits.raise_size(hand) * hand.book.value("wager.half_percent", 50)
    return said is not None and (said - hand.high) * 100 >= half


def _over_all_in(hand):
    """Limit: the rule on all-ins, where one that was a bet or raise lies on this street."""
    for a in hand.actions[hand.street_mark :]:
        if a["allin"] and a["act"] in turn_order.AGGRESSIVE:
            return hand.book.outcome("wager.limit_allin_half").cite
    return ()


def _check_raise(hand):
    """Rules that allow a check and then a raise: the game's, then the book's own."""
    cite = ()
    if hand.game.family == "draw":
        big = hand.betting != "limit" and hand.game.high is None
        cite = hand.book.value_cite("turn.check_raise_" + ("big_bet" if big else hand.game.name))
    outcome = hand.book.outcome("turn.check_raise")
    return cite if outcome.silent else cite + outcome.cite


def _largest(hand):
    """What the greatest bet rests on: a unit it is rounded to, before the flop what blinds count.

    The unit only where it changed the amount.
    """
    cite = ()
    unit = hand.setup.get("round_to", 0)
    if unit and (limits.pot_now(hand) + hand.high - hand.bet(hand.turn)) % unit:
        cite = hand.book.value_cite("wager.pot_rounding")
    if not hand.blinds or hand.game.index(hand.street) > 0:
        return cite
    if limits.short_blind(hand, hand.turn):
        return cite + hand.book.value_cite("wager.pot_short_blind_ignored")
    kind = "cash" if hand.format == "cash" else "tournament"
    return cite + hand.book.value_cite("wager.pot_small_blind_up_" + kind)


def rule_reading(hand, seat, reading, key, irregular, cite=()):
    """The ruling on a reading: the book's outcome with the reading's code and amount.

    In ordinary play a silent book has nothing to say: the wager is accepted, and that is all.
    """
    outcome = hand.book.outcome(key)
    cite = cite + _by_the_game(hand, seat, reading, key)
    if not irregular and reading.ruling == "raise" and turn_order.voided(hand, seat):
        hand.rule("turn.oot_void_raise_open", seat=seat, amount=reading.to)
        return
    if outcome.ruling == "floor_decides":
        if irregular or (outcome.silent and key in ASKED):
            hand.rule(key, seat=seat, cite=cite)
        else:
            forget_ordinary(hand)
            hand.accepted("frame.no_incident", seat, reading.to, "no_incident", "automatic")
        return
    ruling = reading.ruling
    if outcome.ruling == "not_a_bet" and ruling == "raise_not_allowed":
        hand.rule(key, seat=seat, cite=cite)  # of a hand that was shown: no wager at all
        return
    if "turned_up" in hand.pending and ruling == "call" and seat in hand.pending["turned_up"]:
        hand.rule(
            "turn.shown_may_not_bet", seat, ruling="floor_decides", steps=(), decided_by="floor"
        )
        return
    if outcome.ruling == "no_incident" and ruling in ("bet", "call", "raise"):
        ruling = None
    if hand.game.family == "stud":
        from shared_rules.hand.start import bring_in

        cite = cite + bring_in.reasons(hand)
        if not irregular and ruling in ("call", None) and bring_in.entry_open(hand, seat, reading):
            hand.rule("frame.low_card_all_in", seat=seat)  # what it costs to enter, no rule says
            return
    if irregular:
        how = {"decided_by": reading.decided_by, "confidence": reading.confidence}
        if ruling == "min_bet" and hand.straddles:
            how["confidence"] = "medium"  # whether the bring-in it set holds on later rounds
        hand.rule(key, seat=seat, amount=reading.to, ruling=ruling, cite=cite, **how)
        return
    forget_ordinary(hand)
    if reading.confidence:
        sure = reading.confidence
        hand.rule(key, seat, reading.to, ruling=ruling, cite=cite, confidence=sure, irregular=False)
        return
    hand.accepted(key, seat, reading.to, ruling, cite=cite)


def forget_ordinary(hand):
    """Ordinary wagers need no memory: only the last one is the answer when nothing happened."""
    kept = []
    for r in hand.rulings:
        if r["irregular"] or r["situation"][:6] != "wager.":
            kept.append(r)
    hand.rulings = kept


def accept(hand, act, to):
    """Accept an act at a street total."""
    seat = act["seat"]
    to = min(to, limits.all_in_to(hand, seat))
    act["to"], act["done"] = to, True
    turn_order.take(hand, seat, turn_order.kind_of(hand, seat, to), to)


def revise(hand, act, to):
    """Replace the accepted total of an act."""
    seat = act["seat"]
    act["to"] = to
    level = act["spot"].call  # what there was to match when it acted
    kind = "call" if to <= level else ("raise" if level else "bet")
    revising.revise(hand, seat, kind, to)


def over_stack(hand, act, reading):
    """More chips than the hand began with: those added since do not count, nor those that lie
    there although nobody saw them come."""
    seat = act["seat"]
    silent = act["word"] is None
    most = act["spot"].front + act["spot"].stack
    if reading.to is None or silent and hand.wagered(seat) <= most:
        return False
    if "added" in hand.pending and hand.pending["added"].get(seat):
        if reading.to < most:
            return False
    elif not silent or not hand.book.has("wager.chips_added_in_hand"):
        return False
    hand.rule("wager.chips_added_in_hand", seat=seat, amount=most)
    act["key"], act["code"] = "wager.chips_added_in_hand", "chips_not_in_play"
    accept(hand, act, most)
    return True
