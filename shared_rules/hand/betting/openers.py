"""Jacks or better: who opened, false openers, splitting, proving them (rrop-6:S12-JB).

The opener is the first to bet before the draw, or an all-in player who declares the pot open
(``request`` of the kind ``declare_open``). Cards are judged only where they lie open and known.
"""

from shared_rules import ranking, zones
from shared_rules.cards import is_known, rank_value
from shared_rules.hand.betting import turn
from shared_rules.hand.showdown import pots

ANTE_DEALS = 3  # deals in a row for which everybody antes, if the house says nothing else


def on(hand):
    """True in a game that needs openers."""
    return hand.game.openers


def record(hand):
    """What is known of the opening."""
    d = hand.pending.get("openers")
    if d is None:
        d = {"seat": None, "false": [], "split": [], "thrown": [], "reported": []}
        hand.pending["openers"] = d
    return d


def opener(hand):
    """Seat that opened the pot, None while nobody has."""
    d = record(hand)
    if d["seat"] is not None:
        return d["seat"]
    for a in hand.actions:
        if a["act"] in ("bet", "raise") and a["seat"] not in d["false"]:
            return a["seat"]
    return None


def opening_bet(hand, seat):
    """Chips of the first bet of a seat; 0 for an opener all-in for the antes."""
    for a in hand.actions:
        if a["seat"] == seat and a["act"] in ("bet", "raise"):
            return a["amt"]
    return 0


def has_openers(cards):
    """True when five known cards (a joker counts) hold a pair of jacks or better."""
    value = ranking.value("high_joker", cards)
    return value is not None and value >= (1, (11,))


def pot_plays(hand):
    """True when the pot plays whatever the opener holds (rrop-6:S12-JB-4)."""
    if hand.game.index(hand.street) > 0 or hand.phase != "betting":
        return True
    calls, raised, opened = [], False, False
    for a in hand.actions:
        if a["act"] in ("bet", "raise"):
            raised = raised or opened
            opened = True
        elif a["act"] == "call" and a["seat"] not in calls:
            calls.append(a["seat"])
    return raised or len(calls) >= 2


# -- before the draw --------------------------------------------------------------------------


def passed_out(hand):
    """Nobody opened: the antes stay, the button moves and everybody antes again."""
    amount = hand.pot_total()
    hand.rule("openers.passed_out", amount=amount, irregular=False)
    hand.pending["carry"] = amount
    pots.finish(hand)


def betting_closed(hand):
    """The betting before the draw is over: was the pot opened?

    A player all-in for the antes may still declare it open; then the dealer asks (rrop-6:S12-JB-5).
    """
    if opener(hand) is None and not [s for s in hand.live if s in hand.all_in]:
        passed_out(hand)


def follow(hand, setup):
    """What a hand leaves to the next: the pot nobody opened or won, antes, who is barred.

    Antes are put in for so many deals in a row (setup ``ante_limit``, three if not said). A player
    without chips stays in for the antes it has matched (rrop-6:S12-13).
    """
    carry = hand.pending.get("carry")
    full = hand.setup.get("full_ante", hand.ante)
    for key in ("pot", "antes_in_row", "full_ante", "forfeited_from", "dealt_in", "all_in"):
        setup.pop(key, None)
    setup["ante"] = full
    if not carry:
        setup.pop("barred", None)
        return
    row = hand.setup.get("antes_in_row", 1)
    setup["pot"], setup["antes_in_row"], setup["full_ante"] = carry, row + 1, full
    if row >= hand.setup.get("ante_limit", ANTE_DEALS):
        setup["ante"] = 0
    barred = sorted(list(hand.setup.get("barred", ())) + list(hand.pending.get("barred", ())))
    if hand.pending.get("carry_for"):
        setup["forfeited_from"] = list(hand.pending["carry_for"])
    broke = [s for s in hand.dealt_in if s in hand.seats and not hand.stacks.get(s, 0)]
    setup["seats"] = sorted(setup["seats"] + broke)
    for seat in broke:
        setup["stacks"][str(seat)] = 0
    setup["all_in"] = [s for s in broke if s not in barred]
    setup["barred"] = barred
    setup["dealt_in"] = [s for s in setup["seats"] if s not in barred]


def on_notice(hand, ev):
    """False openers, splitting, or that nobody else can open."""
    kind = ev["kind"]
    if not on(hand) or kind not in ("false_openers", "splits_openers", "nobody_opens"):
        return None
    seat = ev.get("about_seat", ev.get("seat"))
    if kind == "false_openers":
        false(hand, opener(hand) if seat is None else seat)
    elif kind == "splits_openers":
        record(hand)["split"].append(seat)
        hand.rule("openers.split", seat=seat, irregular=False)
    elif record(hand)["false"]:
        _nobody(hand)
    elif opener(hand) is None and hand.phase == "draw":
        passed_out(hand)
    return True


def false(hand, seat):
    """The opener shows or declares a hand without openers (rrop-6:S12-JB-2, JB-4, JB-5)."""
    d = record(hand)
    if seat is None or seat in d["false"] or opener(hand) != seat:
        return
    if pot_plays(hand) and not (seat in hand.all_in and not opening_bet(hand, seat)):
        hand.rule("openers.pot_plays", seat=seat)
        return
    d["false"].append(seat)
    d["seat"] = None
    if seat in hand.all_in and not opening_bet(hand, seat):
        hand.pending.setdefault("barred", []).append(seat)
        hand.rule("openers.all_in_false", seat=seat)
    else:
        hand.rule("openers.false", seat=seat, amount=opening_bet(hand, seat))
    if seat in hand.live:
        hand.live.remove(seat)


def _nobody(hand):
    """No other player opens: all but the false opening bet goes back, the hand is over."""
    bad = record(hand)["false"][-1]
    kept = opening_bet(hand, bad)
    hand.rule("openers.nobody", seat=bad, amount=kept)
    for s in sorted(hand.bets):
        back = hand.bets[s] - (min(kept, hand.bets[s]) if s == bad else 0)
        hand.bets[s] -= back
        hand.paid[s] = hand.paid.get(s, 0) - back
        if s in hand.stacks:
            hand.stacks[s] += back
    hand.pending["carry"] = hand.pot_total()
    hand.pending["carry_for"] = list(hand.dealt_in)
    pots.finish(hand)


def passed(hand, seat):
    """True when a seat checked before the pot was opened."""
    for a in hand.actions:
        if a["act"] in ("bet", "raise"):
            return False
        if a["seat"] == seat and a["act"] == "check":
            return True
    return False


def on_request(hand, ev):
    """Declaring the pot open, keeping the opening hand, wanting a bet or a hand back."""
    handler = REQUESTS.get(ev["kind"])
    if handler is None or not on(hand):
        return None
    return handler(hand, ev["seat"])


def _declare_open(hand, seat):
    """After false openers, or all-in for the antes: the seat says that it has openers."""
    d = record(hand)
    if hand.phase not in ("betting", "draw") or hand.game.index(hand.street) != 0:
        return None
    if seat not in hand.live:
        return None
    if d["false"]:
        key = "openers.may_not_open" if passed(hand, seat) else "openers.opened_after"
        hand.rule(key, seat=seat)
        if key == "openers.opened_after":
            d["seat"] = seat
        return True
    if seat not in hand.all_in or opener(hand) is not None:
        return None
    d["seat"] = seat
    hand.rule("openers.all_in", seat=seat, amount=hand.small_bet)
    _open_at(hand, seat)
    return True


def _open_at(hand, seat):
    """The pot is open though nothing was bet: all who come in owe the full bet (rrop-6:S12-12)."""
    hand.phase = "betting"
    hand.high = hand.base = hand.step = hand.small_bet
    hand.wagers = 1
    hand.turn = turn.next_after(hand, seat)
    if hand.turn is None:
        hand.phase = "draw"
    hand.phase_output()


def _keep(hand, seat):
    """The opening hand is kept and shown afterwards (rrop-6:S12-JB-8)."""
    if opener(hand) is None:
        return None
    hand.rule("openers.keep", seat=opener(hand), irregular=False)
    return True


def _bet_back(hand, seat):
    """A bet wanted back: the opener's once betting is done, a caller's who cannot beat openers."""
    if seat == opener(hand):
        if hand.phase == "betting" and hand.game.index(hand.street) == 0:
            return None
        hand.rule("openers.bet_stays", seat=seat)
    elif opener(hand) is not None and hand.game.index(hand.street) > 0:
        hand.rule("openers.caller_refund", seat=seat)
    else:
        return None
    return True


def _cards_back(hand, seat):
    """The opener wants a discarded hand back to prove openers (rrop-6:S12-JB-7)."""
    if seat != opener(hand) or seat not in record(hand)["thrown"]:
        return None
    hand.rule("openers.retrieve", seat=seat)
    return True


REQUESTS = {
    "declare_open": _declare_open,
    "keep_openers": _keep,
    "bet_back": _bet_back,
    "cards_back": _cards_back,
}


# -- proving them -----------------------------------------------------------------------------


def on_card_move(hand, ev):
    """The opener's hand is laid open, or thrown away."""
    if not on(hand) or ev["by"] != "player":
        return
    seat = zones.seat_of(ev["from"])
    if seat is None or seat != opener(hand):
        return
    if ev["to"] == zones.MUCK and seat not in hand.shown:
        record(hand)["thrown"].append(seat)
    if ev["from"] == ev["to"] and ev["face"] == "up":
        cards = known(hand.held(seat))
        if cards and hand.game.index(hand.street) == 0 and not has_openers(cards):
            false(hand, seat)


def known(cards):
    """The cards when all five of them are named, else None."""
    if len(cards) != 5 or [c for c in cards if not is_known(c)]:
        return None
    return cards


def on_finding(hand, ev):
    """The discards of a split pair of openers are turned up: ``cards`` (rrop-6:S12-JB-9).

    With the final hand they must leave room for openers among the first five cards.
    """
    if not on(hand) or ev["kind"] != "split_checked":
        return None
    seat = ev.get("seat", opener(hand))
    final, thrown = known(hand.held(seat)), list(ev.get("cards", ()))
    if final is None or seat not in record(hand)["split"]:
        return True
    for kept in ranking.choose(final, 5 - len(thrown)):
        if has_openers(kept + thrown):
            _reported(hand, "openers.split_proved", seat, False)
            return True
    _reported(hand, "openers.split_false", seat, True)
    return True


def _reported(hand, key, seat, irregular):
    d = record(hand)
    if key not in d["reported"]:
        d["reported"].append(key)
        hand.rule(key, seat=seat, irregular=irregular)


def on_award(hand, ev):
    """The opener is to get the pot: openers must have been proved (rrop-6:S12-JB-3)."""
    if not on(hand):
        return
    if ev["what"] == "chips_move":
        if ev["from"] != zones.POT or ev["by"] != "dealer":
            return
        seats = [zones.seat_of(ev["to"])]
    else:
        seats = ev["seats"]
    seat = opener(hand)
    if seat not in seats or seat in record(hand)["split"]:
        return
    cards = known(hand.held(seat)) if seat in hand.shown else None
    if cards is None and seat in hand.shown:
        return  # laid open, its cards not read: the dealer has seen them
    if cards is None or not (has_openers(cards) or _was_shown(hand)):
        _reported(hand, "showdown.openers_not_proved", seat, True)
    elif cards is not None and [c for c in cards if rank_value(c)]:
        _reported(hand, "openers.proved", seat, False)


def _was_shown(hand):
    return hand.pending.get("openers_shown", False)


def on_flag(hand, ev):
    """The dealer has seen the openers (``flag`` ``openers_shown``)."""
    if on(hand) and ev["flag"] == "openers_shown":
        hand.pending["openers_shown"] = bool(ev["value"])
        if ev["value"] and hand.withdraw("showdown.openers_not_proved"):
            record(hand)["reported"].remove("showdown.openers_not_proved")


HANDLERS = (
    ("notice", on_notice),
    ("request", on_request),
    ("card_move", on_card_move),
    ("finding", on_finding),
    ("pot_awarded", on_award),
    ("chips_move", on_award),
    ("flag", on_flag),
)
