"""Forced chips judged: blinds, antes by table size, straddles; all-in for the ante alone.

Seen before posting.py enters them, so that a void straddle is never entered.
"""

from shared_rules.hand.start import posting

# posts that, alone, can win antes only
ANTE_ONLY = {"bb_ante": "wager.bb_ante_all_in", "button_ante": "wager.button_ante_all_in"}


def on_post(hand, ev):
    """Judge a post of the case language; True keeps it from being entered."""
    kind = ev["kind"]
    if kind == "straddle":
        return _straddle(hand, ev)
    if kind == "button_ante":
        due = button_ante_due(hand)
        if due is not None and due != ev["amount"] and not ev.get("all_in"):
            hand.rule("wager.ante_wrong", seat=ev["seats"][0], amount=due)
        elif due is not None:
            hand.rule("wager.button_ante_due", seat=ev["seats"][0], amount=due, irregular=False)
    elif kind in ("bb_ante", "ante"):
        _ante(hand, ev)
    elif kind in ("sb", "bb"):
        _blind(hand, ev)
    return None


def _ante(hand, ev):
    """The ante of the setup is what is due (big blind ante: the big blind, ipr-web:W39.4)."""
    due = hand.ante
    if hand.ante_type == "big_blind_ante" and hand.book.value("wager.big_blind_ante"):
        due = hand.bb
    if due and ev["amount"] != due and not ev.get("all_in") and not hand.antes:
        hand.rule("wager.ante_wrong", seat=ev["seats"][0], amount=due)


def _blind(hand, ev):
    """A blind of the wrong size or seat, or one that a stack cannot pay in full."""
    due = hand.sb if ev["kind"] == "sb" else hand.bb
    if (hand.sb_seat if ev["kind"] == "sb" else hand.bb_seat) not in ev["seats"]:
        from shared_rules.hand.start import blind_seats

        blind_seats.check(hand, ev["seats"], ev["kind"])
    for seat in ev["seats"]:
        if ev["amount"] >= due:
            continue
        if ev.get("all_in") or hand.stack(seat) <= ev["amount"]:
            hand.rule("wager.short_blind", seat=seat, irregular=False)
        else:
            hand.rule("wager.wrong_blind", seat=seat, amount=due)


def _straddle(hand, ev):
    """A straddle nobody announced in the setup: allowed or not, seat and size."""
    seat = ev["seats"][0]
    if hand.straddles.get(seat) == ev["amount"]:
        return None
    key = "wager.straddle_ok"
    right = hand.after(hand.bb_seat, hand.dealt_in or hand.seats)
    if hand.betting == "limit":
        key = "wager.straddle_limit"
    elif hand.format == "tournament":
        key = "wager.straddle_tournament"
    elif not right or right[0] != seat or ev["amount"] != 2 * hand.bb:
        key = "wager.straddle_wrong"
    amount = ev["amount"] if key == "wager.straddle_ok" else None
    hand.rule(key, seat=seat, amount=amount, irregular=key != "wager.straddle_ok")
    if key == "wager.straddle_ok":
        hand.straddles[seat] = ev["amount"]
        posting.post(hand, seat, "straddle", ev["amount"], bool(ev.get("all_in")))
        _last_to_act(hand, seat)
        return True
    return hand.book.outcome(key).ruling == "straddle_not_allowed"


def _last_to_act(hand, seat):
    """The straddler acts last on the first street (rrop-6:S14-NL-14)."""
    if hand.phase == "betting" and not [a for a in hand.actions if a["act"] != "post"]:
        order = hand.after(seat, hand.live)
        hand.turn = order[0] if order else None


def button_ante_due(hand):
    """Ante the button owes: by full table and players left; None when the book has none.

    ``wager.button_ante_sizes``: rows (most seats at a full table, fewest players, unit), the
    first that fits counts (ipr-2018:41.3, ipr-web:W39.3).
    """
    rows = hand.book.value("wager.button_ante_sizes")
    if rows is None:
        return None
    players = len(hand.seats)
    if players <= 2 or hand.button not in hand.seats:
        return 0
    table = hand.setup.get("table_max", 9)
    for most, fewest, unit in rows:
        if table <= most and players >= fewest:
            return {"bb": hand.bb, "sb": hand.sb}[unit]
    return 0


def on_deal(hand, ev):
    """At the first card a button ante that is not due may rightly be missing."""
    if hand.ante_type != "button_ante" or "button_ante" not in hand.pending:
        return
    del hand.pending["button_ante"]
    posted = hand.posted.get(hand.button, ())
    if [p for p in posted if p[0] == "button_ante"]:
        return
    due = button_ante_due(hand)
    if due == 0:
        hand.rule("wager.button_ante_none", irregular=False)
    elif due:
        hand.rule("wager.ante_wrong", seat=hand.button, amount=due)


def on_card_move(hand, ev):
    """The same where every card is its own event."""
    if hand.dealt <= len(ev["cards"]):
        on_deal(hand, ev)


def on_first_card(hand, ev):
    """Judge the antes that were pulled into the pot before the first card, chips and not words.

    One player's that differs is wrong; where the sum is right change was given among them, and
    where several differ nobody can tell whose chips were whose.
    """
    del hand.pending["antes_in"]
    pulled = hand.pending["pot_in"]
    if hand.antes:
        return
    due = {}
    for seat in hand.dealt_in if hand.ante_type == "each" else ():
        due[seat] = min(hand.ante, hand.stacks_before.get(seat, hand.ante))
    for seat in hand.posted:
        for kind, amount in hand.posted[seat]:
            if kind in ("ante", "bb_ante", "button_ante"):
                due[seat] = amount
    wrong = [s for s in sorted(pulled) if s in due and pulled[s] != due[s]]
    if len(wrong) == 1 and sum([pulled[s] for s in pulled]) != sum([due[s] for s in due]):
        hand.rule("wager.ante_wrong", seat=wrong[0], amount=due[wrong[0]])


def on_showdown(hand, ev):
    """A winner who put in nothing but (part of) the big blind ante gets antes only."""
    for seat in ev.get("high") or ():
        posts = list(hand.posted.get(seat, ()))
        if len(posts) != 1 or hand.paid.get(seat) or seat not in hand.all_in:
            continue
        key = ANTE_ONLY.get(posts[0][0])
        if key is not None:
            hand.rule(key, seat=seat, amount=posts[0][1])


HANDLERS = (
    ("post", on_post),
    ("deal", on_deal),
    ("card_move", on_card_move, "stub>*", "button_ante"),
    ("card_move", on_first_card, "stub>*", "antes_in"),
    ("showdown", on_showdown),
)
