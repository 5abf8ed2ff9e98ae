"""Wagers judged: chips a player puts over the line, takes back from it or adds to the stack.

An act is begun by silent chips or by words, in turn; ``motions.py`` holds what may follow.
"""

from shared_rules import zones
from shared_rules.hand import places
from shared_rules.hand.betting import acting, chips, motions, turn_order
from shared_rules.hand.betting.acts import act_of, begin, last_actor, over_stack, spot, take
from shared_rules.hand.betting.chips import Reading
from shared_rules.hand.betting.motions import close_open_act
from shared_rules.hand.showdown import showdown

PHASES = ("betting", "closed", "showdown", "draw")  # in which chips in front may be a wager


def on_added(hand, ev):
    """Chips brought onto the table; in the middle of a hand they do not play in it."""
    seat, amount = ev["seat"], sum(ev["chips"])
    if hand.phase == "none" or (hand.phase == "setup" and not _after_start(hand, seat)):
        for stacks in (hand.stacks, hand.stacks_before):
            if seat in stacks:
                stacks[seat] += amount
    elif hand.phase == "over":
        if seat in hand.stacks:
            hand.stacks[seat] += amount
    else:
        added = hand.pending.setdefault("added", {})
        added[seat] = added.get(seat, 0) + amount
    return True


def _after_start(hand, seat):
    """True where chips added to a stack while the deck is shuffled wait for the next deal.

    A deal starts with the first riffle, and what lies there then may play (rrop-6:S2-PROC-6,
    S2-DEC-5). Tournaments have their own rule on rebuys (S15-33); who has no chips buys in.
    """
    cash = hand.format == "cash" and hand.book.has("wager.chips_added_in_hand")
    return cash and bool(hand.stacks.get(seat))


def on_forward(hand, ev):
    """Chips of a player onto the line."""
    if ev["by"] == "dealer" or hand.phase not in PHASES or not ev["chips"]:
        return None
    seat = zones.seat_of(ev["to"])
    if seat not in hand.live:
        return _after_fold(hand, seat)
    total = hand.wagered(seat)
    if ev.get("released") is False and places.carried(hand, ev):
        return _carried(hand, seat, ev)
    if hand.high < total and hand.aggressor is not None:
        motions.blind_matched(hand, seat, total)
    act = act_of(hand, seat)
    if act is not None:
        if not act["done"]:
            if seat == hand.turn and hand.phase == "betting":
                return motions.go_on(hand, act, ev)
        elif total <= act["to"] or last_actor(hand) == seat:
            return motions.more(hand, act, ev)
    if total <= hand.bet(seat):
        return True
    if act is not None and motions.belated(hand, act, ev):
        return motions.more(hand, act, ev)
    waits = hand.phase == "betting" and hand.turn is not None  # for an act, whosever it is
    if not waits and hand.phase != "showdown" and last_actor(hand) != seat:
        acting.ready(hand, seat)
    if hand.phase != "betting":
        return motions.string(hand, seat, None) if last_actor(hand) == seat else None
    if hand.bring_in and not hand.high and hand.game.index(hand.street) == 0:
        return None  # the forced bring-in, or its completion: no judgement needed
    close_open_act(hand, seat)
    if seat == hand.turn:
        if "promised" in hand.pending and turn_order.promised(hand, seat):
            return motions.go_on(hand, begin(hand, seat, spot(hand, seat), "raise"), ev)
        return silent(hand, seat, ev)
    if turn_order.waiting(hand, seat) is not None:
        return True
    if last_actor(hand) == seat:
        return motions.string(hand, seat, None)
    if hand.phase != "betting":
        return True
    where = spot(hand, seat, total - sum(ev["chips"]))
    reading = chips.read(where, ev["chips"], hand.book)
    return turn_order.out_of_turn(hand, seat, reading.ruling, reading)


def _after_fold(hand, seat):
    """Chips of a player who has said fold to a bet on this street: the word binds, they go back."""
    if hand.phase != "betting" or seat not in hand.pending.get("fold_said", ()):
        return None
    mine = [a for a in hand.actions[hand.street_mark :] if a["seat"] == seat]
    if not mine or mine[-1]["act"] != "fold" or hand.wagered(seat) <= hand.bet(seat):
        return None
    before = hand.ruled("fold.said_facing_bet")
    if hand.high > hand.bet(seat) and (before is None or before["seat"] != seat):
        hand.rule("fold.said_facing_bet", seat=seat, decided_by="dealer", steps=("return_chips",))
    return True


def silent(hand, seat, ev):
    """Chips without a word in turn: one motion is read as a whole."""
    total, put, bet = hand.wagered(seat), sum(ev["chips"]), hand.bets.get(seat, 0)
    if total - put > bet and bet + put == hand.high:
        total = bet + put  # just what is due of it: the change of its big chip is no part of that
    where = spot(hand, seat, total - put)
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
    if irregular and reading.key in motions.UNDERCALLS:
        reading = _excused(hand, act, reading)
    if "handful" in hand.pending and _still_held(hand, seat):
        key, irregular = "wager.part_of_handful", True  # the rest of it is still in the hand
        hand.pending["handful"][seat] = True
    elif ev.get("crossed") == "partial" and hand.betting_line:
        cite = hand.book.outcome("wager.left_behind_counts").cite
    elif ev.get("released") is False:
        cite = hand.book.value_cite("wager.touch_binds")
    elif act["spot"].blind and len(act["motions"][0][1]) > 1:
        cite = hand.book.value_cite("wager.blind_apart")
        whole = reading.ruling == "min_raise" and hand.wagered(seat) == reading.to
        irregular = irregular and not whole  # with the blind it lies there: nothing is to be added
    take(hand, act, reading, irregular, key, cite)


def _still_held(hand, seat):
    """True for a handful carried over the line of which some chips have not been let go."""
    return seat in hand.pending["handful"] and bool(hand.pending.get("carried", {}).get(seat))


def _excused(hand, act, reading):
    """An undercall with a known cause: a wrong count, a blind posted short, a kill not seen."""
    put = hand.wagered(act["seat"])
    call = act["spot"].call
    said = hand.pending.get("count_said", {})
    for seat in sorted(said):
        if seat in hand.all_in and said[seat] == put:
            if chips.gross(hand, put, call):
                return Reading("request.misheard_gross", "call_retractable", put, True)
            return Reading("wager.call_wrong_count", "call", act["spot"].owed())
    blind = hand.bb_seat
    short = hand.blinds and act["spot"].preflop and blind in hand.all_in
    if short and put == hand.bet(blind) and hand.book.has("wager.entry_over_short_blind"):
        return Reading("wager.entry_over_short_blind", "call", call)
    if hand.setup.get("kill") and act["spot"].preflop:
        from shared_rules.hand.showdown import killed_pots

        return killed_pots.unaware(hand, put, call) or reading
    return reading


def _carried(hand, seat, ev):
    """Chips carried over the line in the hand: nothing yet, unless some are let go."""
    hand.pending.setdefault("handful", {})[seat] = False
    if seat == hand.turn and hand.phase == "betting":
        _rule_not_released(hand, seat, False)
    return True


def _rule_not_released(hand, seat, irregular):
    key, cite = "wager.chips_not_released", ()
    if hand.betting == "limit":
        cite = hand.book.value_cite("wager.forward_motion_limit")
        if _acted_since(hand, seat):
            key = "wager.chips_not_released_limit"
    hand.rule(key, seat=seat, irregular=irregular, cite=cite)


def _acted_since(hand, seat):
    """True when somebody acted behind a seat that only made a motion with its chips."""
    if [r for r in turn_order.waiting(hand) if r["seat"] != seat]:
        return True
    for other, street, _high, turn, _n in hand.pending.get("oot_folds", ()):
        if turn == seat and street == hand.street and other != seat:
            return True  # a fold behind is an act as well
    return False


def on_taken_back(hand, ev):
    """Chips go back from the line: excess, a pumped handful, or a wager withdrawn."""
    if ev["by"] == "dealer" or hand.phase not in PHASES:
        return None
    seat = zones.seat_of(ev["from"])
    handful = hand.pending.get("handful", ())
    if seat in handful:
        if not handful[seat] and hand.phase == "betting":
            _rule_not_released(hand, seat, True)
        del handful[seat]
        return True
    left = hand.wagered(seat)
    act = act_of(hand, seat)
    if act is not None and not act["done"] and left <= act["before"]:
        act["motions"] = []
    if ev["by"] != "player" or left >= hand.bet(seat) or seat not in hand.live:
        return True
    if "chopped" in hand.pending:
        return True  # the blinds take their money back by agreement
    if seat == hand.turn and hand.phase == "betting":
        if hand.high > hand.bet(seat):
            hand.pending.setdefault("pulled", {})[seat] = hand.street
            hand.rule("wager.blind_pulled_back", seat=seat, amount=hand.high, irregular=False)
        return True
    if last_actor(hand) == seat and act is not None and act["done"] and hand.phase == "betting":
        if act["key"] == "wager.oversized_facing_bet":
            hand.pending["own_change"] = seat  # changed for smaller chips by the player
            return True
        code = act["code"] if act["code"] in ("bet", "call", "raise") else None
        hand.rule("wager.bet_pulled_back", seat=seat, amount=act["to"], ruling=code)
    elif not left and hand.phase == "betting":
        _all_pulled(hand, seat)
    return True


def _all_pulled(hand, seat):
    """A whole wager that was accepted, others having acted since, goes back: it stays bound."""
    mine = [a for a in hand.actions[hand.street_mark :] if a["seat"] == seat and a["amt"]]
    if not mine or mine[-1]["act"] not in ("bet", "call", "raise"):
        return
    if hand.answer()["ruling"] in ("may_withdraw_reconsider", "call_retractable", "not_a_bet"):
        return  # it was told that it may
    code = mine[-1]["act"]
    hand.rule("wager.bet_pulled_back", seat=seat, amount=hand.bet(seat), ruling=code)


def on_action(hand, ev):
    """The macro: accepted history. An open act ahead of it is closed first."""
    close_open_act(hand, ev["seat"])
    acting.on_action(hand, ev)
    if hand.game.discards:
        turn_order.count_from_now(hand, ev["seat"])
    turn_order.settle(hand)
    showdown.after_history(hand)
    return True


HANDLERS = (
    ("action", on_action),
    ("chips_move", on_added, "off>seat"),
    ("chips_move", on_forward, "*>line"),
    ("chips_move", on_taken_back, "line>seat"),
)
