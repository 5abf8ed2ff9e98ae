"""Wagers judged: chips put forward, and the act they belong to.

An act is begun by silent chips or by words, in turn. Chips that follow words complete them; a
second motion after silent chips is a string bet: what the first motion was stands, the rest goes
back. Acts are remembered (plain dicts, so that a hand can be copied) until the street is over.
"""

from shared_rules import zones
from shared_rules.hand import acting, chips, revising, turn_order
from shared_rules.hand.chips import REGULAR, Reading

# words and chips of one player this close together were given together, ms
TOGETHER_MS = 2000

UNDERCALLS = ("wager.undercall_opening", "wager.undercall_raise_multiway")

WORD_REGULAR = (
    "wager.declared_bet",
    "wager.declared_call",
    "wager.declared_raise",
    "wager.raise_said",
    "wager.bet_said",
    "wager.number_only_opening",
    "wager.pot_said_pot_limit",
    "wager.raise_then_motions",
    "wager.amount_then_motions",
    "wager.oversized_raise_said",
)


# -- the acts of the street ---------------------------------------------------------------------


def spot(hand, seat, front=None):
    """Spot of a seat, with what a void act out of turn took from it."""
    s = chips.spot_of(hand, seat, front)
    bar = turn_order.restriction(hand, seat)
    if bar is not None:
        s.min_to = s.max_to = None
        s.closed = bar
    return s


def act_of(hand, seat):
    """The act of a seat on this street, or None."""
    act = hand.pending.setdefault("acts", {}).get(seat)
    return act if act is not None and act["street"] == hand.street else None


def begin(hand, seat, where, word):
    """Begin an act; ``word`` None for silent chips."""
    old = act_of(hand, seat)
    before = hand.bet(seat)
    if old is not None and not old["done"]:
        before = old["before"]
    act = {
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
    hand.pending.setdefault("acts", {})[seat] = act
    return act


def last_actor(hand):
    """Seat whose act on this street was the last one, or None."""
    for a in reversed(hand.actions[hand.street_mark :]):
        if a["street"] == hand.street and a["act"] not in ("post", "ante"):
            return a["seat"]
    return None


def take(hand, act, reading, irregular, key=None, cite=()):
    """Rule on a reading and accept it, unless it leaves the act open."""
    seat = act["seat"]
    key = key or reading.key
    act["key"], act["code"] = key, reading.ruling
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


def rule_reading(hand, seat, reading, key, irregular, cite=()):
    """The ruling on a reading: the book's outcome with the reading's code and amount.

    In ordinary play a silent book has nothing to say, and nothing is said.
    """
    outcome = hand.book.outcome(key)
    if not irregular and turn_order.voided(hand, seat) and reading.ruling == "raise":
        hand.rule("turn.oot_void_raise_open", seat=seat, amount=reading.to)
        return
    if outcome.ruling == "floor_decides":
        if irregular:
            hand.rule(key, seat=seat, cite=cite)
        return
    ruling = reading.ruling
    if outcome.ruling == "no_incident" and ruling in ("bet", "call", "raise"):
        ruling = None
    if not irregular:
        forget_ordinary(hand)
    hand.rule(key, seat=seat, amount=reading.to, ruling=ruling, cite=cite, irregular=irregular)


def forget_ordinary(hand):
    """Ordinary wagers need no memory: only the last one is the answer when nothing happened."""
    kept = [r for r in hand.rulings if r["irregular"] or r["situation"][:6] != "wager."]
    if len(kept) < len(hand.rulings):
        hand.rulings[:] = kept


def accept(hand, act, to):
    """Accept an act at a street total."""
    act["to"], act["done"] = to, True
    turn_order.take(hand, act["seat"], turn_order.kind_of(hand, act["seat"], to), to)


def revise(hand, act, to):
    """Replace the accepted total of an act."""
    seat = act["seat"]
    act["to"] = to
    level = 0
    for s in hand.bets:
        if s != seat:
            level = max(level, hand.bets[s])
    if hand.game.blinds and hand.game.index(hand.street) == 0:
        level = max(level, hand.bb)
    kind = "call" if to <= level else ("raise" if level else "bet")
    revising.revise(hand, seat, kind, to)


# -- chips over the line ------------------------------------------------------------------------


def on_chips_move(hand, ev):
    """Chips by a player: onto the line, back from it, or onto the table."""
    if ev["from"] == zones.OFF and zones.kind(ev["to"]) == "seat":
        return _added(hand, ev)
    if hand.phase not in ("betting", "closed", "showdown", "draw"):
        return None
    if ev["by"] == "dealer":
        return None
    if zones.kind(ev["to"]) == "line":
        return _forward(hand, ev)
    if zones.kind(ev["from"]) == "line" and zones.kind(ev["to"]) == "seat":
        return taken_back(hand, ev)
    return None


def _added(hand, ev):
    """Chips brought onto the table; in the middle of a hand they do not play in it."""
    if hand.phase in ("betting", "closed", "draw", "deal") and ev["seat"] in hand.live:
        added = hand.pending.setdefault("added", {})
        added[ev["seat"]] = added.get(ev["seat"], 0) + sum(ev["chips"])
    return True


def _forward(hand, ev):
    seat = zones.seat_of(ev["to"])
    if seat not in hand.live:
        return None
    total = hand.front.get(seat, 0)
    if ev.get("released") is False:
        return _carried(hand, seat, ev)
    act = act_of(hand, seat)
    if act is not None and not act["done"] and seat == hand.turn and hand.phase == "betting":
        return _continue(hand, act, ev)
    if act is not None and act["done"] and (last_actor(hand) == seat or total <= act["to"]):
        return _more(hand, act, ev)
    if total <= hand.bet(seat):
        return True
    if hand.phase in ("betting", "closed", "draw") and last_actor(hand) != seat:
        acting.ready(hand, seat)
    if hand.phase != "betting":
        return _string(hand, seat, None) if last_actor(hand) == seat else None
    if hand.bring_in and not hand.high and hand.game.index(hand.street) == 0:
        return None  # the forced bring-in, or its completion: no judgement needed
    close_open_act(hand, seat)
    if seat == hand.turn:
        return silent(hand, seat, ev)
    if turn_order.waiting(hand, seat) is not None:
        return True
    if last_actor(hand) == seat:
        return _string(hand, seat, None)
    if hand.phase != "betting":
        return True
    where = spot(hand, seat, total - sum(ev["chips"]))
    reading = chips.read(where, ev["chips"], hand.book)
    return turn_order.out_of_turn(hand, seat, reading.ruling, reading)


def silent(hand, seat, ev):
    """Chips without a word in turn: one motion is read as a whole."""
    total = hand.front.get(seat, 0)
    where = spot(hand, seat, total - sum(ev["chips"]))
    act = begin(hand, seat, where, None)
    act["before"] = where.front
    act["motions"].append([ev.get("motion"), list(ev["chips"])])
    _judge_motion(hand, act, ev)
    return True


def _judge_motion(hand, act, ev):
    """Read the first motion of a silent act."""
    reading = chips.read(act["spot"], act["motions"][0][1], hand.book)
    seat = act["seat"]
    key, cite, irregular = None, (), not reading.regular()
    if over_stack(hand, act, reading):
        return
    if reading.key in UNDERCALLS:
        reading = _excused(hand, act, reading)
    if ev["from"] == ev["to"] and hand.pending.get("handful", {}).get(seat) is not None:
        key, irregular = "wager.part_of_handful", True
        hand.pending["handful"][seat] = True
    elif ev.get("crossed") == "partial" and hand.betting_line:
        cite = hand.book.outcome("wager.left_behind_counts").cite
    take(hand, act, reading, irregular, key, cite)


def _excused(hand, act, reading):
    """An undercall with a known cause: a wrong count said aloud, or a blind posted short."""
    put = hand.front.get(act["seat"], 0)
    call = act["spot"].call
    said = hand.pending.get("count_said", {})
    for seat in sorted(said):
        if seat in hand.all_in and said[seat] == put:
            percent = hand.book.value("wager.gross_percent", 0)
            if percent and put * 100 < call * percent:
                return Reading("request.misheard_gross", "call_retractable", put, 0, True)
            return Reading("wager.call_wrong_count", "call", call)
    blind = hand.bb_seat
    short = hand.game.blinds and act["spot"].preflop and blind in hand.all_in
    if short and put == hand.bet(blind) and hand.book.has("wager.entry_over_short_blind"):
        return Reading("wager.entry_over_short_blind", "call", call)
    return reading


def over_stack(hand, act, reading):
    """More chips than the hand began with: those added since do not count."""
    seat = act["seat"]
    if not hand.pending.get("added", {}).get(seat) or reading.to is None:
        return False
    most = act["spot"].front + act["spot"].stack
    if reading.to < most or (act["word"] is None and hand.front.get(seat, 0) <= most):
        return False
    hand.rule("wager.chips_added_in_hand", seat=seat, amount=most)
    act["key"], act["code"] = "wager.chips_added_in_hand", "chips_not_in_play"
    accept(hand, act, most)
    return True


def _carried(hand, seat, ev):
    """Chips carried over the line in the hand: nothing yet, unless some are let go."""
    hand.pending.setdefault("handful", {})[seat] = False
    if seat == hand.turn and hand.phase == "betting":
        _rule_not_released(hand, seat, False)
    return True


def _rule_not_released(hand, seat, irregular):
    key = "wager.chips_not_released"
    if hand.betting == "limit" and _acted_since(hand, seat):
        key = "wager.chips_not_released_limit"
    hand.rule(key, seat=seat, irregular=irregular)


def _acted_since(hand, seat):
    """True when somebody acted behind a seat that only made a motion with its chips."""
    return bool([r for r in turn_order.waiting(hand) if r["seat"] != seat])


def taken_back(hand, ev):
    """Chips go back from the line: excess, a pumped handful, or a wager withdrawn."""
    seat = zones.seat_of(ev["from"])
    handful = hand.pending.get("handful", {})
    if handful.get(seat) is not None:
        if not handful[seat] and hand.phase == "betting":
            _rule_not_released(hand, seat, True)
        del handful[seat]
        return True
    left = hand.front.get(seat, 0)
    act = act_of(hand, seat)
    if act is not None and not act["done"] and left <= act["before"]:
        act["motions"] = []
    if ev["by"] != "player" or left >= hand.bet(seat) or seat not in hand.live:
        return True
    if seat == hand.turn and hand.phase == "betting":
        if hand.high > hand.bet(seat):
            hand.pending.setdefault("pulled", {})[seat] = hand.street
            hand.rule("wager.blind_pulled_back", seat=seat, amount=hand.high, irregular=False)
        return True
    if last_actor(hand) == seat and act is not None and act["done"] and hand.phase == "betting":
        code = act["code"] if act["code"] in ("bet", "call", "raise") else None
        hand.rule("wager.bet_pulled_back", seat=seat, amount=act["to"], ruling=code)
    return True


# -- further motions ----------------------------------------------------------------------------


def _more(hand, act, ev):
    """Chips after an accepted act: they complete it, or they are too many."""
    seat = act["seat"]
    total = hand.front.get(seat, 0)
    motion = ev.get("motion")
    known = act["motions"] and act["motions"][-1][0] == motion and motion is not None
    if known:
        act["motions"][-1][1].extend(ev["chips"])
    else:
        act["motions"].append([motion, list(ev["chips"])])
    if total <= act["to"]:
        _completed(hand, act, total)
        return True
    if act["key"] == "wager.chips_added_in_hand":
        return True
    if act["word"] is None:
        if known and len(act["motions"]) == 1:
            return _same_motion(hand, act)
        return _string(hand, seat, act)
    if act["word"] in ("bet", "raise") and act.get("loose") and _motions(hand) == "many":
        revise(hand, act, total)
        hand.rule("wager.raise_then_motions", seat=seat, amount=total, irregular=False)
        return True
    if act.get("loose"):
        return _string(hand, seat, act)
    _overfull(hand, act, total)
    return True


def _completed(hand, act, total):
    """Chips of a declared amount in several motions (tda-2011:37)."""
    words = act["word"] in ("bet", "raise", "none")
    if words and len(act["motions"]) > 1 and total == act["to"] and act["code"] == "raise":
        hand.rule("wager.amount_then_motions", seat=act["seat"], amount=total, irregular=False)
    elif act["word"] == "call" and _wrong_count(hand, act, total):
        hand.rule("wager.call_wrong_count", seat=act["seat"], amount=act["to"])
    elif act["word"] == "call" and total < min(act["to"], act["spot"].front + act["spot"].stack):
        hand.rule("wager.short_call_miscount", seat=act["seat"], amount=act["to"], irregular=False)


def _wrong_count(hand, act, total):
    """True when the chips of a call match a count said aloud that was too low."""
    said = hand.pending.get("count_said", {})
    return total < act["to"] and bool([s for s in said if said[s] == total and s in hand.all_in])


def _overfull(hand, act, total):
    """More chips than the words named. Change due from a larger chip is no discrepancy."""
    over = total - act["to"]
    smallest = min([min(m[1]) for m in act["motions"]])
    if over < smallest or over == act["before"]:
        return
    code = act["code"] if act["code"] in ("bet", "call", "raise") else None
    if over >= smallest and act["key"] in ("wager.all_in",):
        return
    aggressive = act["word"] != "call" and code is not None
    if act["key"] in WORD_REGULAR or act["key"] in REGULAR:
        hand.rule(
            "wager.word_chips_differ",
            seat=act["seat"],
            amount=act["to"],
            ruling=code,
            irregular=aggressive,
        )


def _same_motion(hand, act):
    """More chips of the same motion: it is read again as a whole."""
    reading = chips.read(act["spot"], act["motions"][0][1], hand.book)
    if reading.open or reading.to is None:
        return True
    if reading.to != act["to"]:
        hand.withdraw(act["key"])
        act["key"], act["code"] = reading.key, reading.ruling
        rule_reading(hand, act["seat"], reading, reading.key, not reading.regular())
        revise(hand, act, reading.to)
    return True


def _string(hand, seat, act):
    """A further motion: the first stands, the rest goes back."""
    code, to = None, None
    for a in reversed(hand.actions[hand.street_mark :]):
        if a["seat"] == seat and a["act"] not in ("post", "ante"):
            to = a["to"]
            code = "call" if a["act"] == "check" else a["act"]
            break
    if act is not None and act["code"] in ("min_raise", "min_bet"):
        code = act["code"]
    if code == "complete":
        code = "raise"
    evidence = [hand.n] if act is None else [act["n"], hand.n]
    hand.rule("wager.string_bet", seat=seat, amount=to, ruling=code, evidence=evidence)
    return True


# -- acts that are still open -------------------------------------------------------------------


def _motions(hand):
    """How many motions the book allows after the word raise: many, call_and_one, one."""
    kind = "cash" if hand.format == "cash" else "tournament"
    return hand.book.value("wager.raise_motions_" + kind, "call_and_one")


def _continue(hand, act, ev):
    """Chips for an act that is not complete."""
    motion = ev.get("motion")
    if act["motions"] and act["motions"][-1][0] == motion and motion is not None:
        act["motions"][-1][1].extend(ev["chips"])
    else:
        act["motions"].append([motion, list(ev["chips"])])
    total = hand.front.get(act["seat"], 0)
    if act["word"] in ("raise", "bet", "complete"):
        _raise_chips(hand, act, total)
    elif act["word"] == "all_in":
        _all_in_chips(hand, act, total)
    else:
        _after_undercall(hand, act, total)
    return True


def _all_in_chips(hand, act, total):
    """All-in said with a stack the table does not know: the chips say how much."""
    s = act["spot"]
    if total > s.call and s.min_to is None:
        reading = Reading(s.closed, "raise_not_allowed", s.call)
        take(hand, act, reading, True)
        return
    code = "call" if total <= s.call else ("raise" if s.call else "bet")
    hand.stacks[act["seat"]] = total - hand.bet(act["seat"])
    take(hand, act, Reading("wager.all_in", code, total), False)


def _after_undercall(hand, act, total):
    """Chips added to an undercall, or put in where no raise was open."""
    s = act["spot"]
    if total < s.call:
        return
    if act["word"] is None and total == s.call:
        hand.withdraw(act["key"])
        take(hand, act, Reading("wager.silent_call", "call", s.call), False)
        return
    if act["word"] == "barred":
        accept(hand, act, s.call)
        return
    act["code"] = "call"
    accept(hand, act, s.call)
    hand.rule("wager.string_bet", seat=act["seat"], amount=s.call, ruling="call")


def _raise_chips(hand, act, total):
    """Chips after ``raise`` (or ``bet``) without an amount (tda-2011:37, rrop-6:S14-NL-6)."""
    s = act["spot"]
    how = _motions(hand)
    act["loose"] = True
    first = len(act["motions"]) == 1
    one_chip = first and len(act["motions"][0][1]) == 1
    at_call = s.call and total == s.call
    if total >= s.front + s.stack:
        code = "call" if total <= s.call else "raise"
        take(hand, act, Reading("wager.all_in", code, total), False)
    elif first and at_call and how != "one":
        return  # the amount of the call: one more motion makes the raise
    elif not first and how == "one":
        _minimum(hand, act, "wager.raise_then_motions_string")
    elif total >= s.min_to:
        _raise_to(hand, act, total, first, one_chip)
    elif how == "many" and first and total != s.call and not one_chip:
        return  # more motions may follow
    elif s.call and not one_chip and first and total > s.call:
        _minimum(hand, act, "wager.raise_then_odd_first_motion")
    elif first and at_call:
        return  # a second motion decides whether it was a string
    else:
        _minimum(hand, act, "wager.raise_said_low_chips")


def _raise_to(hand, act, total, first, one_chip):
    s = act["spot"]
    code = "raise" if s.call else "bet"
    to = min(total, s.max_to)
    if to < total:
        key = "wager.oversized_pot_limit" if one_chip else "wager.pot_over_max"
        take(hand, act, Reading(key, "wager_reduced_to_max", to), True)
        return
    key = "wager.declared_raise" if s.call else "wager.declared_bet"
    if one_chip:
        key = "wager.oversized_raise_said" if s.call else "wager.oversized_no_bet"
    elif not first:
        key = "wager.raise_then_motions"
    take(hand, act, Reading(key, code, to), False)


def _minimum(hand, act, key):
    """The word raise binds to the least raise."""
    s = act["spot"]
    to = min(s.min_to, s.front + s.stack)
    if not s.call:
        key, code = "wager.bet_low", "min_bet"
    else:
        code = "min_raise"
    take(hand, act, Reading(key, code, to), True)


def close_open_act(hand, seat):
    """Before another seat acts: a raise said and only called with chips is the least raise."""
    turn = hand.turn
    if turn is None or turn == seat or hand.phase != "betting":
        return
    act = act_of(hand, turn)
    if act is None or act["done"] or not act["motions"]:
        return
    if act["word"] in ("raise", "bet", "complete"):
        _minimum(hand, act, "wager.raise_said_low_chips")


# -- words after an act -------------------------------------------------------------------------


def word_after_act(hand, ev):
    """Words of the player who acted last: they may name its chips, not change its act.

    True when the words are dealt with; None when they begin something else.
    """
    seat = ev["seat"]
    if last_actor(hand) != seat or seat == hand.turn:
        return None
    act = act_of(hand, seat)
    last = hand.actions[-1]
    amount = ev.get("amount")
    word = ev["word"]
    if amount is not None and act is not None and act["word"] is None and act["done"]:
        return _named_after(hand, act, amount)
    if last["act"] == "fold":
        if word != "fold":
            hand.rule("fold.said_facing_bet", seat=seat)
        return True
    same = word == last["act"] or (word == "raise" and last["act"] == "bet")
    if same or word in ("all_in", "none") or (word == "bet" and last["act"] == "raise"):
        return True
    if word in ("raise", "bet", "complete") and last["act"] == "call":
        return _string(hand, seat, act)
    hand.rule("turn.changed_mind", seat=seat, amount=last["to"] or None)
    return True


def _named_after(hand, act, amount):
    """An amount said with or just after silent chips that come to something else."""
    if amount == act["to"] or hand.t - act["t"] > TOGETHER_MS:
        return True
    if hand.book.value("wager.word_or_chips") == "word" and amount >= act["spot"].call:
        act["word"] = "none"
        code = "call" if amount == act["spot"].call else ("raise" if act["spot"].call else "bet")
        act["code"] = code
        hand.rule("wager.chips_word_differ", seat=act["seat"], amount=amount, ruling=code)
        revise(hand, act, amount)
        return True
    code = act["code"] if act["code"] in ("bet", "call", "raise") else None
    hand.rule("wager.chips_word_differ", seat=act["seat"], amount=act["to"], ruling=code)
    return True


def on_action(hand, ev):
    """The macro: accepted history. An open act ahead of it is closed first."""
    close_open_act(hand, ev["seat"])
    acting.on_action(hand, ev)
    turn_order.settle(hand)
    return True


HANDLERS = (("action", on_action), ("chips_move", on_chips_move))
