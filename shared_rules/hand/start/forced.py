"""Forced chips judged: blinds, antes by table size, straddles; all-in for the ante alone.

Seen before posting.py enters them, so that a void straddle is never entered.
"""

from shared_rules import zones
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
            cite = () if due else hand.book.outcome("wager.button_ante_none").cite
            hand.rule("wager.ante_wrong", seat=ev["seats"][0], amount=due, cite=cite)
        elif due is not None:
            hand.rule("wager.button_ante_due", seat=ev["seats"][0], amount=due, irregular=False)
    elif kind in ("bb_ante", "ante"):
        return _ante(hand, ev)
    elif kind in ("sb", "bb"):
        return _blind(hand, ev)
    return None


def _ante(hand, ev):
    """The ante of the setup is what is due (big blind ante: the big blind, ipr-web:W39.4)."""
    due, seat = hand.ante, ev["seats"][0]
    if _ante_first(hand):
        due = hand.bb
        short = _short_of_both(hand, ev, due)
        if short is not None:
            hand.rule("wager.ante_wrong", seat=seat, amount=due - short[1], cite=_priority(hand))
            _blind_to_ante(hand, seat, short[0])
            posting.post(hand, seat, "bb_ante", due - short[1], True)
            return True
    if seat in hand.stacks and len(ev["seats"]) == 1:
        due = min(due, hand.stacks[seat])
    if due and ev["amount"] != due and not ev.get("all_in") and not hand.antes:
        hand.rule("wager.ante_wrong", seat=seat, amount=due)
    return None


def _ante_first(hand):
    """True where the big blind ante goes before the blind if a stack is too short for both."""
    return hand.ante_type == "big_blind_ante" and hand.book.value("wager.big_blind_ante")


def _priority(hand):
    return hand.book.outcome("wager.short_blind").cite


def _put_out(hand, seat, kind):
    return sum([amount for k, amount in hand.posted.get(seat, ()) if k == kind])


def _short_of_both(hand, ev, due):
    """(chips of the blind that are ante, chips missing of the ante) where the blind was put out
    first and what is left does not make the ante; None where it does, or where no blind lies."""
    seat = ev["seats"][0]
    blind = _put_out(hand, seat, "bb")
    if seat in hand.stacks:
        left = hand.stacks[seat]
    elif ev.get("all_in"):
        left = ev["amount"]
    else:
        return None
    if not blind or left >= due:
        return None
    return min(blind, due - left), max(0, due - left - blind)


def _blind_to_ante(hand, seat, chips):
    """Chips put out as the blind are none of it: the ante that follows is made of them."""
    posts = []
    for kind, amount in hand.posted[seat]:
        amount -= chips if kind == "bb" else 0
        if amount:
            posts.append((kind, amount))
    hand.posted[seat] = posts
    for record in hand.actions:
        if record["seat"] == seat and record.get("post") == "bb":
            record["amt"] -= chips
            record["to"] -= chips
    for kept in (hand.bets, hand.paid, hand.front):
        kept[seat] = kept.get(seat, 0) - chips
    if seat in hand.stacks:
        hand.stacks[seat] += chips


def _whole_stack(hand, ev):
    """True when the blind takes the whole stack of a seat that owes the ante before it."""
    seat = hand.bb_seat
    if ev["kind"] != "bb" or ev["seats"] != [seat] or not _ante_first(hand):
        return False
    owes = not hand.antes and hand.ante and not _put_out(hand, seat, "bb_ante")
    return bool(owes) and seat in hand.stacks and hand.stacks[seat] <= ev["amount"]


def _blind(hand, ev):
    """A blind of the wrong size or seat, or one that a stack cannot pay in full."""
    if _whole_stack(hand, ev):
        seat = hand.bb_seat
        ante = min(hand.bb, hand.stacks[seat])
        hand.rule("wager.ante_wrong", seat=seat, amount=ante, cite=_priority(hand))
        posting.post(hand, seat, "bb_ante", ante, ante == hand.stacks[seat])
        if hand.stacks[seat]:
            rest = hand.stacks[seat]
            hand.front[seat] = hand.front.get(seat, 0) + rest
            posting.post(hand, seat, "bb", rest, True)
        return True
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
    return None


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
        hand.front[seat] = hand.front.get(seat, 0) + ev["amount"]
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
    """At the first card a button ante that is not due may rightly be missing; chips that lie there
    with the blind are a wrong one."""
    if hand.ante_type != "button_ante" or "button_ante" not in hand.pending:
        return
    del hand.pending["button_ante"]
    posted = hand.posted.get(hand.button, ())
    if [p for p in posted if p[0] == "button_ante"]:
        return
    due = button_ante_due(hand)
    if due == 0 and posting.loose(hand, hand.button) > 0:
        cite = hand.book.outcome("wager.button_ante_none").cite
        hand.rule("wager.ante_wrong", seat=hand.button, amount=0, cite=cite)
    elif due == 0:
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
    _left_lying(hand, pulled)
    due = {}
    for seat in hand.dealt_in if hand.ante_type == "each" else ():
        due[seat] = min(hand.ante, hand.stacks_before.get(seat, hand.ante))
    for seat in hand.posted:
        for kind, amount in hand.posted[seat]:
            if kind in ("ante", "bb_ante", "button_ante"):
                due[seat] = amount
    wrong = [s for s in sorted(pulled) if s in due and pulled[s] != due[s]]
    if len(wrong) == 1 and sum([pulled[s] for s in pulled]) != sum([due[s] for s in due]):
        before = hand.ruled("wager.ante_wrong")
        if before is None or before["seat"] != wrong[0]:
            hand.rule("wager.ante_wrong", seat=wrong[0], amount=due[wrong[0]])


def _left_lying(hand, pulled):
    """An ante that was not pulled in with the others', where all that lies there is just the blind
    of its seat, is the blind: the ante was not seen."""
    lie = hand.pending.get("ante_front", {})
    for seat in sorted(lie):
        owed = posting.dues(hand, seat)
        blind = owed[0][1] if lie[seat] and owed and owed[0][0] in posting.BLINDS else 0
        if seat not in pulled and blind and hand.front.get(seat) == blind < hand.stack(seat):
            from shared_rules.hand.start import blind_seats

            blind_seats.unpost(hand, seat, "ante")
            posting.settle(hand, seat)


def on_chips(hand, ev):
    """An ante made whole when others have put out theirs was short till then."""
    if not hand.ante or hand.antes or ev["by"] == "dealer":
        return
    seat = ev["seat"]
    if seat == hand.bb_seat and hand.ante_type == "big_blind_ante":
        hand.pending["ante_over"] = sum(ev["chips"]) if len(ev["chips"]) == 1 else 0
    dues = [due for kind, due in posting.dues(hand, seat) if kind == "ante"]
    if not dues:
        return
    due = min(dues[0], hand.stack(seat))
    loose = posting.loose(hand, seat)
    part = hand.pending.get("ante_part", {}).pop(seat, None)
    if 0 < loose < due:
        parts = hand.pending.setdefault("ante_part", {})
        parts[seat] = len(hand.posted) if part is None else part
    elif part is not None and loose == due and len(hand.posted) > part:
        hand.rule("wager.ante_wrong", seat=seat, amount=due)


def on_over(hand, ev):
    """More than blind and ante lies before the big blind as the first card comes: the ante is too
    large, no chips can be a wager yet. A single big chip put there last is one to be changed, but
    for one without which both would lie there."""
    lone, seat = hand.pending.pop("ante_over"), hand.bb_seat
    over = 0 if posting.dues(hand, seat) else posting.loose(hand, seat)
    if over > 0 and over >= lone:
        hand.rule("wager.ante_wrong", seat=seat, amount=hand.ante)


def on_back(hand, ev):
    """An ante taken back before the deal was wrong where it was more than is due; a single big chip
    is one to be changed."""
    seat = zones.seat_of(ev["from"])
    due = sum([amount for kind, amount in hand.posted.get(seat, ()) if kind == "ante"])
    if hand.off_deck or hand.antes or not due or len(ev["chips"]) < 2:
        return
    if sum(ev["chips"]) > due and not hand.front.get(seat, 0):
        hand.rule("wager.ante_wrong", seat=seat, amount=due)


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
    ("card_move", on_over, "stub>*", "ante_over"),
    ("chips_move", on_chips, "*>line", "no_betting_yet"),
    ("chips_move", on_back, "line>seat", "ante_front"),
    ("showdown", on_showdown),
)
