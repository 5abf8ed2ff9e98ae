"""Further motions and words of an act: chips that complete it, string bets, raises left open.

Chips that follow words complete them; a second motion after silent chips is a string bet: what
the first motion was stands, the rest goes back.
"""

from shared_rules.hand.betting import chips, turn_order
from shared_rules.hand.betting.acts import accept, act_of, last_actor, revise, rule_reading, take
from shared_rules.hand.betting.chips import REGULAR, WORDS_REGULAR, Reading

# words and chips of one player this close together were given together, ms
TOGETHER_MS = 2000

# a chip of a motion that was told may be read so late, others having acted (the controller's own
# limit where it knows nothing of the load on the spot: firmware/table/late.py), ms
BELATED_MS = 1500
UNDERCALLS = ("wager.undercall_opening", "wager.undercall_raise_multiway")

# situations in which words came first and chips were to follow
WORDS_THEN_CHIPS = (
    "wager.raise_then_motions",
    "wager.amount_then_motions",
    "wager.oversized_raise_said",
)


def more(hand, act, ev):
    """Chips after an accepted act: they complete it, or they are too many."""
    seat = act["seat"]
    total = hand.wagered(seat)
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
        return string(hand, seat, act)
    if act["word"] in ("bet", "raise") and act.get("loose") and _motions(hand) == "many":
        revise(hand, act, total)
        hand.rule("wager.raise_then_motions", seat=seat, amount=total, irregular=False)
        return True
    if act.get("loose"):
        if known and len(act["motions"]) == 1 and _read_again(hand, act, total):
            return True
        return string(hand, seat, act)
    _overfull(hand, act, total)
    return True


def belated(hand, act, ev):
    """True for a chip of the same motion as a silent act that others have acted on since.

    The seat is not due to act: it would be out of turn, so soon and by the same motion's number.
    """
    if not act["done"] or act["word"] is not None or act["seat"] == hand.turn:
        return False
    motion = ev.get("motion")
    if motion is None or len(act["motions"]) != 1 or act["motions"][0][0] != motion:
        return False
    return hand.phase == "betting" and hand.t - act["t"] <= BELATED_MS


def _completed(hand, act, total):
    """Chips of a declared amount in several motions (tda-2011:37); the rest of an all-in."""
    if _rest_of_all_in(hand, act, total):
        hand.withdraw(act["key"], True)
        act["key"] = "wager.all_in"
    if hand.opened and total == act["to"] and _raise_made(hand, act, total):
        return
    words = act["word"] in ("bet", "raise", "none")
    if words and hand.betting == "limit" and _size_fixed(hand, act, total):
        return
    if words and hand.betting != "limit" and (total < act["to"] or act.get("short")):
        _less_than_said(hand, act, total)
    if words and len(act["motions"]) > 1 and total == act["to"] and act["code"] == "raise":
        hand.rule("wager.amount_then_motions", seat=act["seat"], amount=total, irregular=False)
    elif act["word"] == "call" and _wrong_count(hand, act, total):
        if chips.gross(hand, total, act["to"]):
            hand.rule("request.misheard_gross", seat=act["seat"])
        else:
            hand.rule("wager.call_wrong_count", seat=act["seat"], amount=act["to"])
    elif act["word"] == "call" and total < min(act["to"], act["spot"].front + act["spot"].stack):
        hand.rule("wager.short_call_miscount", seat=act["seat"], amount=act["to"], irregular=False)
    elif act["word"] == "call" and hand.phase == "showdown":
        hand.withdraw("wager.short_call_miscount")  # the rest has come: now the hands are shown


def _less_than_said(hand, act, total):
    """Fewer chips than an amount that was said: the word counts, till the rest has followed."""
    short = total < act["to"]
    if short and not act.get("short"):
        how = {"amount": act["to"], "ruling": act["code"], "irregular": False}
        hand.rule("wager.word_chips_differ", seat=act["seat"], **how)
    elif not short:
        hand.withdraw("wager.word_chips_differ")
    act["short"] = short


def _size_fixed(hand, act, total):
    """Limit: chips after ``bet`` or ``raise`` that are less than the size the word fixed.

    Told as a correction until the rest follows (rrop-6:S3-BET-16); chips of the call alone are the
    first of two motions. True while it is one.
    """
    key, short = "wager.limit_size_wrong", act["spot"].call < total < act["to"]
    if not short and not act.get("short"):
        return False
    if act["key"] == key or act["seat"] in hand.all_in or not hand.book.has(key):
        return False
    if short:
        if not act.get("short"):
            act["short"] = True
            hand.rule(key, seat=act["seat"], amount=act["to"], ruling="wager_corrected")
    else:
        act["short"] = False
        hand.withdraw(key)
    return short


def _rest_of_all_in(hand, act, total):
    """True when the chips behind a silent undercall have followed it at once: it was all-in."""
    if act["word"] is not None or act["key"] not in UNDERCALLS or total != act["to"]:
        return False
    return act["seat"] in hand.all_in and hand.t - act["t"] <= TOGETHER_MS


def _raise_made(hand, act, total):
    """True when the chips make the raise that a ruling said was open."""
    for r in hand.open_incidents():
        if r["seat"] == act["seat"] and r["ruling"] == "raise_allowed" and r["amount"] == total:
            from shared_rules.hand import incidents

            incidents.close(hand, r)
            by, cite = r["decided_by"], r["cite"]  # the chips only complete what was ruled on
            hand.accepted("wager.declared_raise", act["seat"], total, "raise", by, cite)
            return True
    return False


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
    if act["key"] in WORDS_REGULAR + WORDS_THEN_CHIPS + REGULAR:
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
        hand.withdraw(act["key"], True)
        act["key"], act["code"] = reading.key, reading.ruling
        left = hand.betting_line and hand.event.get("crossed") == "partial"
        cite = hand.book.outcome("wager.left_behind_counts").cite if left else ()
        rule_reading(hand, act["seat"], reading, reading.key, not reading.regular(), cite)
        revise(hand, act, reading.to)
        _met_since(hand, act)
    return True


def _read_again(hand, act, total):
    """More chips of the one motion after ``bet`` or ``raise`` make the amount; False where all of
    them make less than the least wager."""
    s = act["spot"]
    if s.min_to is None or total < s.min_to:
        return False
    hand.withdraw(act["key"], True)
    act["code"] = "raise" if s.call else "bet"
    act["key"] = "wager.declared_raise" if s.call else "wager.declared_bet"
    revise(hand, act, min(total, s.max_to))
    _met_since(hand, act)
    return True


def _met_since(hand, act):
    """Silent chips of others that looked wrong beside a bet read in part, and match all of it."""
    acts = hand.pending["acts"]
    for seat in sorted(acts):
        other = acts[seat]
        if other["n"] <= act["n"] or other["word"] is not None or other["key"] in REGULAR:
            continue
        if other["done"] and hand.wagered(seat) == hand.bet(seat) == act["to"]:
            hand.withdraw(other["key"], True)
            other["key"], other["code"], other["to"] = "wager.silent_call", "call", act["to"]


def blind_matched(hand, seat, total):
    """Others put in what lies before a raiser, its blind included: then the blind plays with it.

    The blind was left out of the raise (``wager.blind_apart``), and nobody gave it back. ``total``
    lies over the highest of the street.
    """
    raiser = hand.aggressor
    if raiser == seat or total != hand.wagered(raiser):
        return
    act = act_of(hand, raiser)
    if act is None or not act["done"] or not act["spot"].blind or act["word"] is not None:
        return
    old = act["to"]
    if not old < total or len(act["motions"]) != 1:
        return
    called = [s for s in hand.live if s not in (raiser, seat) and hand.bet(s) == old]
    if [s for s in called if hand.wagered(s) < total]:
        return  # somebody has called the raise without the blind
    act["spot"].blind = 0
    reading = chips.read(act["spot"], act["motions"][0][1], hand.book)
    if reading.to != total:
        return
    hand.withdraw(act["key"], True)
    act["key"], act["code"] = reading.key, reading.ruling
    revise(hand, act, total)
    mine = act_of(hand, seat)
    if mine is not None and mine["spot"].call == old:
        mine["spot"].call = total  # the chips put in so far are read again with these
        if mine["word"] == "call" and mine["to"] == old:
            mine["to"] = total


def string(hand, seat, act, said=False):
    """A further motion, or the word raise after the chips (``said``): the first stands."""
    code, to = None, None
    for a in reversed(hand.actions[hand.street_mark :]):
        if a["seat"] == seat and a["act"] not in ("post", "ante"):
            to, code = a["to"], a["act"]
            break
    if act is not None and act["code"] in ("min_raise", "min_bet"):
        code = act["code"]
    if code == "complete":
        code = "raise"
    if code == "check":  # also that of a blind, whose total is not 0: the check was the act
        _check_stands(hand, seat)
        return True
    if act is not None and act["key"] == "wager.raise_then_odd_first_motion":
        hand.rule(act["key"], seat=seat, amount=to)
        return True
    if "bound" in hand.pending and turn_order.change_of_mind(hand, seat, "raise"):
        return True
    evidence = [hand.n] if act is None else [act["n"], hand.n]
    how = {}
    if code in ("min_bet", "min_raise"):
        how["cite"] = hand.book.outcome(act["key"]).cite  # what the first motion came to
    if said and act is not None and act["key"]:
        alone = hand.book.outcome(act["key"])  # what the act came to by itself
        how.update({"cite": alone.cite, "steps": alone.steps, "decided_by": "automatic"})
        if act["word"] is not None:  # two acts said, one after the other
            how["decided_by"] = hand.book.outcome("wager.compound").decided_by
    hand.rule("wager.string_bet", seat=seat, amount=to, ruling=code, evidence=evidence, **how)
    return True


def _check_stands(hand, seat):
    """Chips after a check of this street: no wager, they go back. One out of turn that binds is
    its reason."""
    how = {"binding": False, "steps": ("return_chips",)}  # the chips commit to nothing
    how["cite"] = hand.book.outcome("turn.tap").cite
    bound = hand.pending.get("bound", {}).get(seat)  # turn_order._decide
    if bound is not None and bound[1] == hand.street:
        o = hand.book.outcome("turn.oot_unchanged_check")
        how.update({"cite": o.cite, "decided_by": "dealer"})
    hand.rule("turn.changed_mind", seat=seat, ruling="not_a_bet", **how)


def _motions(hand):
    """How many motions the book allows after the word raise: many, call_and_one, one."""
    kind = "cash" if hand.format == "cash" else "tournament"
    return hand.book.value("wager.raise_motions_" + kind, "call_and_one")


def go_on(hand, act, ev):
    """Chips for an act that is not complete."""
    motion = ev.get("motion")
    if act["motions"] and act["motions"][-1][0] == motion and motion is not None:
        act["motions"][-1][1].extend(ev["chips"])
    else:
        act["motions"].append([motion, list(ev["chips"])])
    total = hand.wagered(act["seat"])
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
    if act["word"] is None and total == s.front + s.stack and total <= s.call:
        hand.withdraw(act["key"])
        take(hand, act, Reading("wager.all_in", "call", total), False)
        return
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
    if s.min_to is None:  # announced out of turn; by now no raise is open to the seat
        take(hand, act, Reading(s.closed, "raise_not_allowed", s.call), True)
        return
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
        # chips below the call show that the raise was missed: the book names who settles that
        by = "automatic" if total >= s.call else None
        _minimum(hand, act, "wager.raise_said_low_chips", by)


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


def _minimum(hand, act, key, by=None):
    """The word raise binds to the least raise; ``by``: who decides, None: whom the book names."""
    s = act["spot"]
    to = min(s.min_to, s.front + s.stack)
    if not s.call:
        key, code = "wager.bet_low", "min_bet"
    else:
        code = "min_raise"
    reading = Reading(key, code, to)
    reading.decided_by = by
    take(hand, act, reading, True)


def bind(hand, act):
    """The least wager that an announced bet or raise comes to, whatever chips have come."""
    s = act["spot"]
    if s.min_to is None:
        take(hand, act, Reading(s.closed, "raise_not_allowed", s.call), True)
    else:
        _minimum(hand, act, "wager.raise_said_low_chips", "automatic")


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


def word_after_act(hand, ev):
    """Words of the player who acted last: they may name its chips, not change its act.

    True when the words are dealt with; None when they begin something else.
    """
    seat = ev["seat"]
    if seat == hand.turn:
        return None
    if _raise_of_corrected(hand, seat, ev["word"]):
        return True
    if last_actor(hand) != seat:
        return None
    if hand.phase == "showdown" and ev["word"] == "fold":
        return True  # a hand given up unshown; its cards say so
    if turn_order.change_of_mind(hand, seat, ev["word"]):
        return True
    act = act_of(hand, seat)
    last = hand.actions[-1]
    amount = ev.get("amount")
    word = ev["word"]
    raised = word in WORDS and last["act"] == "call"
    if amount is not None and act is not None and act["word"] is None and act["done"]:
        if raised and act["key"] == "wager.oversized_facing_bet" and hand.t > act["t"]:
            return string(hand, seat, act, True)  # a chip without the word before it has called
        return _named_after(hand, act, amount)
    if last["act"] == "fold":
        if word != "fold" and folded_by_ruling(hand, seat) is None:
            from shared_rules.hand.betting import folding

            if not folding.said_before(hand, seat):
                hand.rule("fold.said_facing_bet", seat=seat)
        return True
    same = word == last["act"] or (word == "raise" and last["act"] == "bet")
    if same or word in ("all_in", "none") or (word == "bet" and last["act"] == "raise"):
        return True
    if raised:
        return string(hand, seat, act, True)
    silent = word == "call" and act is not None and act["done"] and act["word"] is None
    first = hand.book.value("wager.word_or_chips")
    if silent and first == "word" and act["to"] > act["spot"].call > 0:
        return _named_after(hand, act, act["spot"].call)
    if _bound(hand, seat):
        return True
    if silent and first == "first":
        code = act["code"] if act["code"] in ("bet", "raise") else None
        hand.rule("wager.chips_word_differ", seat=seat, amount=act["to"], ruling=code)
        return True
    hand.rule("turn.changed_mind", seat=seat, amount=last["to"] or None)
    return True


WORDS = ("raise", "bet", "complete")
SIZES = ("wager_corrected", "min_bet", "min_raise")


def _raise_of_corrected(hand, seat, word):
    """A caller, whoever acted since, wants to raise a wager that was brought to its proper size."""
    if word not in WORDS or hand.phase not in ("betting", "closed"):
        return False
    if not hand.book.has("wager.raise_after_correction"):
        return False
    mine = [a for a in hand.actions[hand.street_mark :] if a["seat"] == seat]
    if not mine or mine[-1]["act"] != "call" or seat not in hand.live:
        return False
    sized = [r for r in hand.rulings if r["irregular"] and r["ruling"] in SIZES and r["amount"]]
    if not [r for r in sized if hand.bet(r["seat"]) >= r["amount"]]:
        return False  # not on this street
    hand.rule("wager.raise_after_correction", seat=seat, amount=mine[-1]["to"])
    return True


def _bound(hand, seat):
    """True while a ruling on the act of the seat is open: words after it change nothing."""
    for r in hand.open_incidents():
        if r["seat"] == seat and r["situation"].split(".")[0] in ("wager", "request"):
            return True
    return False


def folded_by_ruling(hand, seat):
    """The open ruling that took the hand of a seat; words that come after it change nothing."""
    for r in reversed(hand.open_incidents()):
        if r["seat"] == seat and r["ruling"] in ("hand_dead", "forced_fold"):
            return r
    return None


def _named_after(hand, act, amount):
    """An amount said with or just after silent chips that come to something else."""
    if amount == act["to"] or hand.t - act["t"] > TOGETHER_MS:
        return True
    word = hand.book.value("wager.word_or_chips") == "word"
    if hand.t == act["t"] and hand.book.value("wager.word_when_together"):
        word = True
    if word and amount >= act["spot"].call:
        act["word"] = "none"
        code = "call" if amount == act["spot"].call else ("raise" if act["spot"].call else "bet")
        act["code"] = code
        hand.rule("wager.chips_word_differ", seat=act["seat"], amount=amount, ruling=code)
        revise(hand, act, amount)
        return True
    code = act["code"] if act["code"] in ("bet", "call", "raise") else None
    hand.rule("wager.chips_word_differ", seat=act["seat"], amount=act["to"], ruling=code)
    return True
