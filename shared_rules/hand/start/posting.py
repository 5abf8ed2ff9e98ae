"""Forced chips: antes, blinds, straddles and the bring-in, as they are put forward.

Size and seat are not certified here; what is wrong with a post is a ruling elsewhere.
"""

from shared_rules.hand.betting import acting

DEAD = ("bb_ante", "button_ante", "dead_blind")
ANTES = ("ante",) + DEAD
BLINDS = ("sb", "bb")


def dues(hand, seat):
    """What a seat still owes before the first card, in the order it is taken: [(kind, chips)]."""
    owed = []
    if hand.antes:
        if hand.antes.get(seat):
            owed.append(("ante", hand.antes[seat]))
    elif hand.ante:
        if hand.ante_type == "each":
            if seat in hand.dealt_in:
                owed.append(("ante", hand.ante))
        elif hand.ante_type == "big_blind_ante":
            if seat == hand.bb_seat:
                owed.append(("bb_ante", hand.ante))
        elif seat == hand.button:
            from shared_rules.hand.start import forced  # where the setup names a button ante only

            if forced.button_ante_due(hand) != 0:  # the book may have none in this hand
                owed.append(("button_ante", hand.ante))
    if hand.game.blinds:
        if seat == hand.sb_seat and hand.sb:
            owed.append(("sb", hand.sb))
        if seat == hand.bb_seat and hand.bb:
            owed.append(("bb", hand.bb))
        if hand.setup.get("kill"):
            from shared_rules.hand.showdown import kill  # where the setup names a kill only

            who, amount = kill.due(hand)
            if who == seat and amount:
                owed.append(("kill", amount))
        if hand.straddles.get(seat):
            owed.append(("straddle", hand.straddles[seat]))
        posts = hand.setup.get("posts")  # chips posted to come in, by seat
        if posts and posts.get(str(seat)):
            owed.append(("entry", posts[str(seat)]))
    entry = hand.pending.get("entry")
    if entry and seat in entry:
        live, dead = entry[seat]
        if dead:
            owed.append(("dead_blind", dead))
        if live:
            owed.append(("entry", live))
    paid = [p[0] for p in hand.posted.get(seat, ())]
    return [d for d in owed if d[0] not in paid]


def antes_alone(hand):
    """True for draw high with antes put out and no blind: it is played so (rrop-6, section 12).

    The betting then opens left of the button, with a check or a bet.
    """
    if hand.game.family != "draw" or not hand.game.high:
        return False
    kinds = [row[0] for seat in hand.posted for row in hand.posted[seat]]
    return bool(kinds) and not [kind for kind in kinds if kind not in ANTES]


def post(hand, seat, kind, amount, all_in=False):
    """Enter a forced bet of a seat. Emits ``action`` with ``post`` or ``ante``."""
    hand.posted.setdefault(seat, []).append((kind, amount))
    if kind == "bring_in":
        hand.start_betting()
        acting.accept(hand, seat, "bring_in", amount)
        return
    if kind == "kill":
        _raise_limits(hand, amount)
    ante = kind in ANTES
    if ante:
        _put_ante(hand, seat, kind, amount)
    else:
        acting.put(hand, seat, amount)
    if all_in and seat not in hand.all_in:
        hand.all_in.append(seat)
        hand.all_in.sort()
    act = {
        "k": "action",
        "act": "ante" if ante else "post",
        "seat": seat,
        "amt": amount,
        "to": None if ante else hand.bet(seat),
        "allin": seat in hand.all_in,
        "street": hand.game.streets[0].name,
        "post": kind,
    }
    record = dict(act)
    del record["k"]
    hand.actions.append(record)
    hand.emit(act)
    if kind in BLINDS and hand.off_deck:
        hand.accepted("frame.blind_late", seat, hand.bet(seat), None)
    if hand.phase == "betting" and not ante:
        hand.raise_level(amount if kind != "bb" else max(amount, hand.bb))


def _raise_limits(hand, amount):
    """A kill raises both limits in its proportion to the big blind (rrop-6, section 13)."""
    if hand.betting == "limit" and hand.bb and amount > hand.small_bet:
        hand.big_bet = hand.big_bet * amount // hand.bb
        hand.small_bet = hand.small_bet * amount // hand.bb


def _put_ante(hand, seat, kind, amount):
    if seat in hand.stacks:
        hand.stacks[seat] = max(0, hand.stacks[seat] - amount)
        if not hand.stacks[seat] and seat not in hand.all_in:
            hand.all_in.append(seat)
            hand.all_in.sort()
    if kind in DEAD or hand.antes:
        hand.dead += amount
    else:
        hand.paid[seat] = hand.paid.get(seat, 0) + amount


def on_post(hand, ev):
    """The macro ``post``: forced chips put forward by (or for) each of the seats."""
    for seat in ev["seats"]:
        amount = ev["amount"]
        if "owes_blind" in hand.setup and ev["kind"] in BLINDS:
            amount -= _not_live(hand, seat, amount)
            if not amount:
                continue
        if ev["kind"] not in ANTES:
            hand.front[seat] = hand.front.get(seat, 0) + amount
        post(hand, seat, ev["kind"], amount, bool(ev.get("all_in")))


def _not_live(hand, seat, amount):
    """Chips of a blind made up that go into the middle: what lies before the seat plays up to the
    least opening bet (rrop-6:S4-10)."""
    owes = seat in hand.setup["owes_blind"] and seat not in (hand.sb_seat, hand.bb_seat)
    if not owes or not hand.book.has("entry.missed"):
        return 0
    dead = max(0, hand.bet(seat) + amount - hand.bb)
    if dead:
        post(hand, seat, "dead_blind", dead)
    return dead


def on_chips_move(hand, ev):
    """Chips onto the line before the betting: they pay what the seat owes, or a part of it that
    more chips will make whole."""
    if hand.phase not in ("setup", "deal"):
        return None
    seat = ev["seat"]
    if settle(hand, seat) or dues(hand, seat) or _again(hand, seat):
        return True
    if ev["by"] == "dealer" or not hand.blinds:
        return None
    from shared_rules.hand.start import blind_seats  # chips of a seat that owes nothing

    return blind_seats.by_chips(hand, seat)


def missing(hand):
    """True when, as the betting opens, a seat that was dealt in has not put out its blind.

    Where nobody put out anything the blinds were not told at all.
    """
    if not hand.posted and hand.sb_seat is not None:
        return False
    for kind, seat, due in (("sb", hand.sb_seat, hand.sb), ("bb", hand.bb_seat, hand.bb)):
        kinds = [p[0] for p in hand.posted.get(seat, ())]
        if due and seat in hand.live and kind not in kinds:
            return True
    return False


def loose(hand, seat):
    """Chips in front of a seat that are neither an ante nor a bet yet."""
    antes = hand.pending.get("ante_front", {})
    return hand.front.get(seat, 0) - hand.bet(seat) - antes.get(seat, 0)


def _again(hand, seat):
    """True for chips of an ante that was taken back and is put out again: it counts already."""
    antes = hand.pending.get("ante_front")
    if not antes or seat not in antes:
        return False
    due = sum([amount for kind, amount in hand.posted[seat] if kind in ANTES])
    lacks = due - antes[seat] - hand.pending.get("pot_in", {}).get(seat, 0)
    antes[seat] += max(0, min(lacks, loose(hand, seat)))
    return loose(hand, seat) <= 0


def settle(hand, seat):
    """Post what the chips in front of a seat cover. True when something was posted."""
    done = False
    owed = dues(hand, seat)
    both = owed[0][1] + owed[1][1] if len(owed) > 1 and owed[0][0] in ANTES else 0
    # Once antes are pulled in, chips for more than the ante and less than both are the blind's: the
    # ante was not seen. A stack no larger pays its ante first.
    there = loose(hand, seat)
    if both and "pot_in" in hand.pending and owed[0][1] < there < min(both, hand.stack(seat)):
        del owed[0]
    for kind, amount in owed:
        there = loose(hand, seat)
        have = min(amount, hand.stack(seat))
        if there <= 0 or there < have:
            break
        post(hand, seat, kind, have)
        if kind in ANTES:
            antes = hand.pending.setdefault("ante_front", {})
            antes[seat] = antes.get(seat, 0) + have
        done = True
    return done


HANDLERS = (("post", on_post), ("chips_move", on_chips_move, "*>line", "no_betting_yet"))
