"""Acts out of turn and skipped players.

An act out of turn is kept until the turn reaches its seat. It binds when the action to that seat
has not changed by then, and is void when it has; what changes action, and what a void checker or
caller may still do, are values of the book (``turn.call_changes_action``, ``turn.oot_...``).
"""

from shared_rules import zones
from shared_rules.hand.betting import limits

AGGRESSIVE = ("bet", "raise", "complete")
# rulings that leave it open what becomes of chips short of the call
SHORT = (
    "complete_or_fold_forfeit", "floor_decides", "may_withdraw_reconsider", "call_retractable"
)  # fmt: skip
OF_ACT = ("wager", "request")


def kind_of(hand, seat, to):
    """Name of the act that a street total of ``to`` is."""
    if to <= hand.high:
        return "call" if hand.high > hand.bet(seat) else "check"
    if not hand.high:
        return "bet"
    stud_start = hand.game.family == "stud" and hand.game.index(hand.street) == 0
    if hand.betting == "limit" and stud_start and not hand.wagers:
        return "complete"
    return "raise"


def take(hand, seat, act, to=None):
    """Accept an act and settle the acts out of turn that the turn now reaches."""
    if "own_change" in hand.pending:
        _change_made(hand, seat)
    if hand.game.discards:
        count_from_now(hand, seat)
    record = hand.accept(seat, act, to)
    if "oot" in hand.pending:
        settle(hand)
    return record


def _change_made(hand, seat):
    """Another acts: who took back the big chip of a call has put smaller ones down, or has not."""
    caller = hand.pending["own_change"]
    if caller == seat:
        return
    del hand.pending["own_change"]
    called = hand.bet(caller)
    if hand.wagered(caller) < called:
        hand.rule("wager.bet_pulled_back", seat=caller, amount=called, ruling="call")


def waiting(hand, seat=None):
    """Acts out of turn of this street that wait for the turn; that of one seat, or None."""
    acts = hand.pending.setdefault("oot", [])
    if acts and (hand.phase != "betting" or acts[0]["street"] != hand.street):
        del acts[:]
    if seat is None:
        return acts
    for rec in acts:
        if rec["seat"] == seat:
            return rec
    return None


def out_of_turn(hand, seat, kind, reading):
    """Keep an act out of turn: ``kind`` check, call, bet or raise; ``reading`` None for a check.

    A later act of the same seat before its turn replaces nothing: the first one counts.
    """
    if waiting(hand, seat) is not None:
        return True
    if hand.opened and kind == "call" and reading.to == hand.high and _may_finish(hand, seat):
        _finish(hand, seat, kind)
        return True
    if kind == "call" and seat in hand.acted and reading.to == hand.high == hand.bet(seat):
        return True  # it has called already, or was ruled to have
    waiting(hand).append(
        {
            "seat": seat,
            "kind": kind,
            "reading": reading,
            "street": hand.street,
            "high": hand.high,
            "mark": len(hand.actions),
            "n": hand.n,
        }
    )
    amount = None if reading is None else reading.to
    if not _stopped(hand):
        hand.rule("turn.oot_pending", seat=seat, amount=amount)
    return True


def _may_finish(hand, seat):
    """True for who put in less than the call, and was passed by before saying what becomes of it:
    to complete it, or to fold, is no act out of turn."""
    if not hand.bet(seat) < hand.wagered(seat) <= hand.high:
        return False
    mine = [r for r in hand.open_incidents() if r["seat"] == seat]
    return bool(
        [r for r in mine if r["ruling"] in SHORT and r["situation"].split(".")[0] in OF_ACT]
    )


def _finish(hand, seat, act):
    """Accept what becomes of a call that was too short; the turn stays where it is."""
    turn = hand.turn
    hand.accept(seat, act)
    if hand.phase == "betting" and turn in hand.live:
        hand.turn = turn
    settle(hand)


def _stopped(hand):
    """True while the action is to go back to a skipped player who has stopped it."""
    return bool([r for r in hand.open_incidents() if r["ruling"] == "action_backs_up"])


def fold_out_of_turn(hand, seat):
    """A fold out of turn counts at once where the book says so, else it waits for the turn."""
    rec = waiting(hand, seat)
    if rec is not None:
        waiting(hand).remove(rec)
    elif hand.opened and _may_finish(hand, seat):
        _finish(hand, seat, "fold")
        return True
    hand.rule("turn.oot_fold", seat=seat)
    if hand.book.value("turn.oot_fold_always", True):
        turn = hand.turn
        hand.accept(seat, "fold")
        if hand.phase == "betting" and turn in hand.live:
            hand.turn = turn  # the turn does not pass the players who were skipped
        hand.pending.setdefault("oot_folds", []).append(
            (seat, hand.street, hand.high, turn, hand.n)
        )
    else:
        waiting(hand).append(
            {
                "seat": seat,
                "kind": "fold",
                "reading": None,
                "street": hand.street,
                "high": hand.high,
                "mark": len(hand.actions),
                "n": hand.n,
            }
        )
    return True


def settle(hand):
    """Decide the acts out of turn: of the seat the turn has reached, and those now void."""
    if "oot" not in hand.pending or not hand.pending["oot"]:
        return
    _void_changed(hand)
    while hand.turn is not None and hand.pending.get("oot"):
        rec = waiting(hand, hand.turn)
        if rec is None:
            return
        waiting(hand).remove(rec)
        if not _decide(hand, rec):
            return


def _void_changed(hand):
    """Acts that the action ahead of them has changed are void before their turn comes."""
    for rec in list(waiting(hand)):
        if rec["seat"] != hand.turn and rec["kind"] != "fold" and action_changed(hand, rec):
            waiting(hand).remove(rec)
            _void(hand, rec, (rec["n"], hand.n))


def _decide(hand, rec):
    """Bind or void one act. True when it was accepted and the turn moved on."""
    seat = rec["seat"]
    evidence = (rec["n"], hand.n)
    if action_changed(hand, rec):
        return _void(hand, rec, evidence)
    amount = None if rec["reading"] is None else rec["reading"].to
    if rec["kind"] == "fold":
        hand.accept(seat, "fold")
        return True
    key = "turn.oot_unchanged_check" if rec["kind"] == "check" else "turn.oot_unchanged"
    mine = _of_event(hand)
    hand.rule(key, seat=seat, amount=amount, evidence=evidence)
    _newest(hand, mine)
    hand.pending.setdefault("bound", {})[seat] = (rec["kind"], hand.street, amount)
    if rec["kind"] == "check":
        hand.accept(seat, "check")
    elif amount is not None and not rec["reading"].open:
        amount = min(amount, limits.all_in_to(hand, seat))
        hand.accept(seat, kind_of(hand, seat, amount), amount)
    else:
        # a raise without an amount: the chips that come now say how much
        hand.pending.setdefault("promised", {})[seat] = hand.street
        return False
    return True


def promised(hand, seat):
    """True once when the seat is bound to a raise it announced out of turn without an amount."""
    street = hand.pending.get("promised", {}).pop(seat, None)
    return street == hand.street


def _void(hand, rec, evidence):
    keys = {
        "check": "turn.oot_changed_check",
        "call": "turn.oot_changed_call_back",
        "fold": "turn.oot_fold_changed",
    }
    key = keys.get(rec["kind"], "turn.oot_changed")
    mine = _of_event(hand)
    r = hand.rule(key, seat=rec["seat"], evidence=evidence)
    _newest(hand, mine)
    if r["ruling"] == "fold_binding":
        hand.accept(rec["seat"], "fold")
        return True
    hand.pending.setdefault("voided", {})[rec["seat"]] = (rec["kind"], hand.street)
    return False


def _of_event(hand):
    """The ruling on the event in hand itself, None without one."""
    mine = hand.rulings[-1] if hand.rulings else None
    return mine if mine is not None and mine["irregular"] and mine["n"] == hand.n else None


def _newest(hand, r):
    """What happened is the newer matter than the act out of turn that it settles."""
    if r is not None:
        hand.rulings.remove(r)
        hand.rulings.append(r)


def action_changed(hand, rec):
    """True when the action to the seat changed since it acted out of turn."""
    if hand.high > rec["high"]:
        return True
    if not hand.book.value("turn.call_changes_action", False):
        return False
    for a in hand.actions[rec["mark"] :]:
        if a["act"] in ("call",) and a["seat"] != rec["seat"]:
            return True
    return False


def change_of_mind(hand, seat, word):
    """A player whose act out of turn was bound announces another. True when that was ruled on.

    The act stands; who called (checked) out of turn may not raise (bet) where the book says so.
    """
    kind, street, amount = hand.pending.get("bound", {}).get(seat, (None, None, None))
    if street != hand.street or word == kind or word in ("none", "all_in"):
        return False
    key = None
    if word in AGGRESSIVE + ("pot",):
        key = _barred(hand, kind)
    if key is None:
        key = "turn.oot_unchanged_check" if kind == "check" else "turn.oot_unchanged"
    hand.rule(key, seat=seat, amount=amount)
    return True


def voided(hand, seat):
    """Kind of the act out of turn of a seat that was voided on this street, or None."""
    void = hand.pending.get("voided")
    if not void:
        return None
    kind, street = void.get(seat, (None, None))
    return kind if street == hand.street else None


def restriction(hand, seat):
    """Situation that bars a seat from betting or raising after a void act, or None.

    rrop-6:S3-BET-10: who checked out of turn may not bet or raise, who called may not raise.
    """
    pending = hand.pending
    if "voided" in pending:
        key = _barred(hand, voided(hand, seat))
        if key is not None:
            return key
    if "turned_up" in pending and seat in pending["turned_up"]:
        return "turn.shown_may_not_bet"  # stg-2011:A11
    if "all_seven" in pending and pending["all_seven"].get(seat) == hand.street:
        return "stud.seven_cards_no_raise"
    if hand.betting == "limit" and hand.high:
        barred = hand.book.value("turn.check_raise_barred", ())
        if hand.game.name in barred and checked(hand, seat):
            return "turn.check_raise_not_allowed"
    return None


def _barred(hand, kind):
    """Situation that bars a bet or raise after an act of that kind out of turn, or None."""
    if kind == "call" and hand.book.value("turn.oot_call_may_not_raise"):
        return "turn.oot_caller_may_not_raise"
    if kind == "check" and hand.book.value("turn.oot_check_may_not_bet"):
        return "turn.oot_checker_may_not_bet"
    return None


def checked(hand, seat):
    """True when the seat checked earlier on this street."""
    for a in hand.actions[hand.street_mark :]:
        if a["seat"] == seat and a["act"] == "check" and a["street"] == hand.street:
            return True
    return False


# -- skipped players ---------------------------------------------------------------------------


def on_notice(hand, ev):
    """A player says that it has not acted yet."""
    if ev["kind"] != "not_acted" or hand.phase != "betting":
        return None
    seat = ev.get("seat")
    acts = _behind(hand, seat)
    if not acts:
        return None
    chips = len([n for n, kind in acts if kind in ("call",) + AGGRESSIVE])
    lost = lost_right(hand, len(acts), chips)
    if not lost and _board_missed(hand, seat):
        return None  # the remedy of the early board lets the player act
    before = hand.ruled("turn.skipped_in_time")
    if before is not None and before["seat"] == seat and before["open"]:
        return True  # the action was stopped in time, whoever acted after that
    if ev.get("waiting_for") is not None or seat != hand.turn:
        hand.rule("turn.skipped_waiting", seat=seat)
        return True
    if not lost:
        hand.rule("turn.skipped_in_time", seat=seat)
        return True
    facing = hand.high > hand.bet(seat)
    key = "turn.skipped_lost_facing_bet" if facing else "turn.skipped_lost_no_bet"
    hand.rule(key, seat=seat, evidence=sorted([n for n, _ in acts]) + [hand.n])
    return True


def _behind(hand, seat):
    """Acts behind a player who has not acted, as pairs (number of the event, kind of act)."""
    acts = [(rec["n"], rec["kind"]) for rec in waiting(hand) if rec["seat"] != seat]
    for _, street, _, turn, n in hand.pending.get("oot_folds", ()):
        if turn == seat and street == hand.street:
            acts.append((n, "fold"))
    return acts


def _board_missed(hand, seat):
    """True while a board card lies there that came before the seat had acted."""
    d = hand.pending.get("board")
    return d is not None and d["premature"] and bool(d["cards"]) and seat in d["missed"]


def lost_right(hand, behind, chips):
    """True when the acts behind a silent player end its right to act.

    ``turn.skipped_after``: 0 never, "substantial" (two acts, one with chips, or any three), or a
    number of acts.
    """
    after = hand.book.value("turn.skipped_after", 0)
    if after == "substantial":
        return behind >= 3 or (behind == 2 and chips >= 1)
    return after > 0 and behind >= after


# -- pineapple: a seat is in turn when the one before has also discarded ------------------------


def on_rfid_count(hand, ev):
    """Number of cards a seat holds, as the table reads it."""
    if ev.get("zone") and zones.kind(ev["zone"]) == "seat":
        counts = hand.pending.setdefault("counts", {})
        counts[zones.seat_of(ev["zone"])] = ev["cards"] if isinstance(ev["cards"], int) else None


def discard_owed(hand):
    """Seat whose act was the last of this street and whose discard is still to come, or None."""
    street = hand.game.street(hand.street)
    if street is None or not street.discard or not hand.actions:
        return None
    last = hand.actions[-1]
    seat = last["seat"]
    if last["street"] != hand.street or last["act"] == "fold" or seat not in hand.live:
        return None
    due = hand.game.hole_cards(hand.street)
    held = hand.pending.get("counts", {}).get(seat)
    if held is None:
        held = len(hand.held(seat))
    return seat if held > due - street.discard else None


def count_from_now(hand, seat):
    """A seat of a hand taken up midway acts: it holds all its cards, its discard will be seen."""
    street = hand.game.street(hand.street)
    if hand.from_start or seat not in hand.live:
        return
    if street is not None and street.discard and not hand.held(seat):
        counts = hand.pending.setdefault("counts", {})
        counts.setdefault(seat, hand.game.hole_cards(hand.street))


def before_discard(hand, seat, amount):
    """Rule on an act made before the player ahead discarded its surplus card."""
    owed = discard_owed(hand)
    if owed is not None and owed != seat:
        hand.rule("turn.before_discard", seat=seat, amount=amount)


def discarded_late(hand, seat):
    """The next seat has acted already when the discard comes: it acted before its turn."""
    acts = hand.actions[hand.street_mark :]
    if len(acts) < 2 or acts[-2]["seat"] != seat or acts[-1]["act"] == "fold":
        return
    other = acts[-1]["seat"]
    if other not in hand.pending.get("acts", ()) or hand.ruled("turn.before_discard"):
        return  # told as history, or ruled on when it acted
    hand.rule("turn.before_discard", seat=other, amount=acts[-1]["amt"] or None)


def on_card_move(hand, ev):
    """A discard lowers the number of cards the table knows a seat to hold."""
    if ev["to"] == ev["from"]:
        return
    counts = hand.pending["counts"]
    seat = zones.seat_of(ev["from"])
    if counts.get(seat):
        counts[seat] -= len(ev["cards"])


HANDLERS = (
    ("notice", on_notice),
    ("rfid_count", on_rfid_count),
    ("card_move", on_card_move, "seat>*", "counts"),
)
