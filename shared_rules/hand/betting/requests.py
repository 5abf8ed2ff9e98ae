"""What players ask for: chips back, cards back, counts, change, running it twice."""

from shared_rules.hand.betting import acts, chips, folding, revising

UNAWARE_OF_KILL = ("kill.unaware_required", "kill.unaware")


def on_request(hand, ev):
    """Dispatch by the kind of request."""
    handler = KINDS.get(ev["kind"])
    if handler is None:
        return None
    return handler(hand, ev)


def _unaware(hand, ev):
    """The player did not notice a raise."""
    seat = ev["seat"]
    put = hand.wagered(seat)
    later = [a for a in _since(hand, seat) if a["seat"] != seat]
    act = acts.act_of(hand, seat)
    if act is not None and act["word"] in ("raise", "bet"):
        hand.rule("wager.raise_said_low_chips", seat=seat, amount=act["to"], decided_by="dealer")
        return True
    if act is not None and act["key"] in UNAWARE_OF_KILL:
        from shared_rules.hand import incidents

        incidents.raise_again(hand, act["key"], seat)  # the chips were ruled on for that
        return True
    key = "request.unaware_acted_behind" if later else "request.unaware_of_raise"
    if act is not None and act["word"] == "call":
        key = "request.unaware_call_said"
    elif act is not None and (act["spot"].heads_up or not act["spot"].raised):
        full = hand.book.value("request.unaware_heads_up_full") or not act["spot"].raised
        key = "request.unaware_opening" if full else key
    ruling = hand.book.outcome(key).ruling
    amount = None
    if ruling == "call":
        amount = hand.high
    elif ruling == "complete_or_fold_forfeit":
        amount = put
    hand.rule(key, seat=seat, amount=amount)
    if ruling == "may_withdraw_reconsider" and act is not None and act["done"]:
        if revising.undo(hand, seat):
            act["done"], act["to"] = False, None
            hand.turn = seat
    elif ruling == "call" and seat == hand.turn and hand.phase == "betting":
        if act is None:
            act = acts.begin(hand, seat, acts.spot(hand, seat), "call")
        acts.accept(hand, act, hand.high)
    return True


def _since(hand, seat):
    """Actions on this street after the last one of a seat."""
    out = []
    for a in reversed(hand.actions[hand.street_mark :]):
        if a["seat"] == seat:
            return out
        out.append(a)
    act = acts.act_of(hand, seat)
    return [] if act is None or not act["done"] else out


def _misheard(hand, ev):
    """The caller understood another amount; ``wager.gross_percent`` tells gross from small."""
    seat = ev["seat"]
    hand.pending.setdefault("misled", []).append(seat)
    owed = hand.high
    put = hand.wagered(seat)
    rule = hand.book.value("wager.gross_percent", 0)
    gross = not rule or chips.gross(hand, put, owed)
    key = "request.misheard_gross" if gross else "request.misheard_small"
    ruling = hand.book.outcome(key).ruling
    hand.rule(key, seat=seat, amount=owed if ruling == "call" else None)
    return True


def _cards_back(hand, ev):
    return folding.cards_back(hand, ev["seat"])


def _pot_count(hand, ev):
    pot_limit = hand.betting == "pot_limit"
    key = "request.pot_count_pot_limit" if pot_limit else "request.pot_count_no_limit"
    hand.rule(key, seat=ev["seat"], irregular=not pot_limit)
    return True


def _stack_count(hand, ev):
    """A count of chips not in the pot; of an all-in wager it is given to who faces it."""
    facing = ev["seat"] == hand.turn and ev.get("target") in hand.all_in
    key = "request.stack_count_all_in" if facing else "request.stack_count"
    hand.rule(key, seat=ev["seat"], irregular=not facing)
    return True


def _change(hand, ev):
    if hand.book.has("request.change"):
        hand.rule("request.change", seat=ev["seat"], irregular=False)
    return True


def _run_twice(hand, ev):
    key = "request.run_twice" if hand.all_in else "request.run_twice_chips_behind"
    if hand.betting == "limit":
        key = "request.run_twice_limit"
    if hand.format == "tournament":
        key = "request.run_twice_tournament"
    granted = hand.book.outcome(key).ruling == "no_incident"
    hand.rule(key, seat=ev["seat"], irregular=not granted)
    if granted:
        hand.pending["run_twice"] = [ev["seat"]]
    return True


def _agree(hand, ev):
    """A player agrees to what was asked last."""
    asked = hand.pending.get("run_twice")
    if asked is not None and ev["seat"] not in asked:
        asked.append(ev["seat"])
        return True
    return None


def _chop_blinds(hand, ev):
    key = "request.chop_blinds_tournament"
    if hand.format == "cash":
        key = "request.chop_blinds_cash" if _blinds_alone(hand) else "request.chop_blinds_contested"
    granted = hand.book.outcome(key).ruling == "no_incident"
    hand.rule(key, seat=ev["seat"], irregular=not granted)
    if granted:
        hand.pending["chopped"] = True
    return True


def _blinds_alone(hand):
    """True before the flop when everybody but the two blinds has folded."""
    if hand.game.index(hand.street) > 0 or [s for s in hand.live if s not in _blinds(hand)]:
        return False
    made = [a for a in hand.actions if a["act"] not in ("post", "ante", "fold")]
    return not made


def _blinds(hand):
    return (hand.sb_seat, hand.bb_seat)


def _bet_back(hand, ev):
    """Stud: a caller who turns out to be beaten by upcards wants the call back (rrop-6:S8-19)."""
    mine = [a["act"] for a in hand.actions if a["seat"] == ev["seat"]]
    if hand.game.family != "stud" or mine[-1:] != ["call"]:
        return None
    hand.rule("stud.beaten_by_board", seat=ev["seat"])
    return True


def _split_pot(hand, ev):
    """Players want to divide a pot by agreement."""
    hand.rule("pots.chop", seat=ev["seat"])
    return True


KINDS = {
    "split_pot": _split_pot,
    "bet_back": _bet_back,
    "unaware_of_raise": _unaware,
    "misheard_bet": _misheard,
    "cards_back": _cards_back,
    "pot_count": _pot_count,
    "stack_count": _stack_count,
    "change": _change,
    "run_twice": _run_twice,
    "agree": _agree,
    "chop_blinds": _chop_blinds,
}


def on_notice(hand, ev):
    """Somebody points out that a wager is larger than the pot allows."""
    if ev["kind"] != "wager_over_pot":
        return None
    act = _oversize(hand)
    if act is None:
        return None
    size = act["over"]
    seat = act["seat"]
    answered = [a for a in _since(hand, seat) if a["seat"] != seat]
    if answered and _decided_late(hand, act, answered[-1].get("t", hand.t)):
        hand.rule("wager.pot_over_considered", seat=seat, amount=size)
        stand(hand, size)
    elif hand.phase != "betting":
        hand.rule("wager.pot_over_all_acted", seat=seat, amount=size)
        stand(hand, size)
    else:
        most = act["to"]
        if hand.pot is None and not hand.from_start and ev.get("amount") is not None:
            most = min(most, ev["amount"])  # a pot nobody counted is what it is said to be
        hand.rule("wager.pot_over_max", seat=seat, amount=most)
    return True


def _oversize(hand):
    """The last wager of the street that was cut back to the pot, or None."""
    found = None
    for seat in sorted(hand.pending.get("acts", {})):
        act = acts.act_of(hand, seat)
        if act is None or act["code"] != "wager_reduced_to_max":
            continue
        act["over"] = max(hand.wagered(seat), act["to"])
        if found is None or act["n"] > found["n"]:
            found = act
    return found


def _decided_late(hand, act, answered):
    """True when the player behind took long over it; ``answered``: time of its act, ms."""
    long_ms = hand.book.value("wager.considered_ms")
    if not long_ms:
        return False
    for seat in sorted(hand.pending.get("acts", {})):
        other = acts.act_of(hand, seat)
        if other is not None and other["n"] > act["n"]:
            return other["t"] - act["t"] >= long_ms
    return answered - act["t"] >= long_ms


def stand(hand, size):
    """The wager stands as it was made: its maker and its callers owe its full size."""
    for seat in sorted(hand.bets):
        have = hand.bets[seat]
        if have == hand.high and have < size and seat in hand.live:
            more = min(size - have, hand.stack(seat))
            hand.bets[seat] += more
            hand.paid[seat] = hand.paid.get(seat, 0) + more
            if seat in hand.stacks:
                hand.stacks[seat] -= more
    hand.high = max(hand.high, size)


def on_announce(hand, ev):
    """A count said aloud: a caller who puts in that much accepts the true amount."""
    if ev["kind"] == "stack_count" and ev.get("amount") is not None:
        seat = ev["seat"]
        hand.pending.setdefault("count_said", {})[seat] = ev["amount"]
        if seat in hand.all_in and ev["amount"] != hand.bet(seat):
            hand.pending["wrong_count"] = hand.street


HANDLERS = (("request", on_request), ("notice", on_notice), ("announce", on_announce))
