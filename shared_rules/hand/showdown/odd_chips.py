"""Shares of a pot that does not divide: odd chips, halves of high and low, identical hands.

Works on the winners the dealer reads at the showdown; where suits decide (games without a button)
it needs to know the cards. These are answers about ordinary play, never incidents.
"""

from shared_rules.hand.showdown import pots, shares

OTHER = ("pots.odd_chips_many",)
BOTH_WAYS = "pots.identical_both_ways"  # the same hands for high and low: the books say how it goes


def on_showdown(hand, ev):
    """Winners are read: who gets what does not divide."""
    if not ev.get("high") and not ev.get("low"):
        return
    split = list_pots(hand)
    even = []  # pots that divide, as (situation, share): an odd chip in any pot comes before them
    for amount, seats in split:
        if _pot(hand, amount, seats, ev.get("high") or (), ev.get("low") or (), even):
            _expect(hand, split, ev.get("high") or (), ev.get("low") or ())
            return
    if even:
        cite = hand.book.outcome("pots.side_pots_apart").cite if len(split) > 1 else ()
        _no_odd_chip(hand, even[0][0], even[0][1], cite)


def pushed(hand, ev, amount):
    """A pot is pushed to several at once: a chip of it that does not divide may be left lying.

    Without a rest its share is what can be said where the dealer did not read the hands out.
    """
    if hand.setup.get("kill"):
        return  # what becomes of the kill is what can be said
    seats = ev["seats"]
    if _left_lying(hand, ev, amount) or hand.winners is not None or hand.opened:
        return
    if amount // shares.chip_of(hand) % len(seats) or not shares.identical(hand, seats):
        return
    both = hand.game.high and hand.game.low
    key = "pots.odd_chip_high_low" if both else key_of(hand, shares.low_game(hand))
    _no_odd_chip(hand, key, amount // len(seats), ())


def _left_lying(hand, ev, amount):
    """Rule on what even shares of a pot have left of it; True when there was such a rest.

    Not of two halves, unless the winners were read: whose the high hand is would have to be known.
    """
    seats = ev["seats"]
    if hand.game.high and hand.game.low or not shares.identical(hand, seats):
        return False
    chip, whole = shares.chip_of(hand), _size(hand, ev.get("pot"))
    even = amount == shares.each_of(hand, whole, seats) * len(seats)
    if not even or whole - amount < chip:
        return False
    units, low = whole // chip, shares.low_game(hand)
    if "odd_chip" not in hand.pending and _among(hand, seats, units, chip, low):
        _expect(hand, [(whole, seats)], seats, ())
    if "odd_chip" in hand.pending:
        hand.pending["odd_chip"]["lies"] = hand.n
    return True


def _size(hand, name):
    """Chips of the pot of that name, or of the one pot there is; 0 when not known."""
    if name is None:
        built = list_pots(hand)
        return built[0][0] if len(built) == 1 else 0
    named = [p for p in hand.setup.get("pots") or () if p["name"] == name]
    return named[0]["amount"] if len(named) == 1 and not hand.paid else 0


def list_pots(hand):
    """Pots to be split, each apart: those of the setup (with the new bets) or as built."""
    given = hand.setup.get("pots")
    if given and not hand.paid:
        return [(p["amount"], list(p["seats"])) for p in given]
    return pots.build(hand)


def _pot(hand, amount, seats, high, low, even):
    """Split one pot; True when an odd chip was ruled on. A pot that divides joins ``even``."""
    high = [s for s in high if s in seats]
    low = [s for s in low if s in seats]
    chip = shares.chip_of(hand)
    units = amount // chip
    if not units or not (high or low):
        return False
    if high and low:
        if len(high) > 1 and sorted(high) == sorted(low) and shares.identical(hand, high):
            return _even(hand, high, amount, chip, even)
        upper = (units + 1) // 2
        if len(high) > 1 and upper % len(high):
            return _among(hand, high, upper, chip, False, True)
        if len(low) > 1 and (units - upper) % len(low):
            return _among(hand, low, units - upper, chip, True, True)
        if units % 2:
            seat = high[0]
            if len(high) > 1:
                seat = shares.in_order(hand, high, False)[0]
                lower = (units - upper) * chip
                hand.pending["halves"] = (sorted(low), lower, upper // len(high) * chip)
            _to_one(hand, "pots.odd_chip_high_low", seat)
            return True
        winners = len(high) + len(low)
        share = upper * chip if winners == 2 else None
        even.append(("pots.odd_chip_high_low", share))
        return False
    winners = high or low
    if len(winners) < 2:
        return False
    if units % len(winners):
        return _among(hand, winners, units, chip, not high or shares.low_game(hand))
    even.append((key_of(hand, shares.low_game(hand)), units // len(winners) * chip))
    return False


def _expect(hand, split, high, low):
    """Remember what the seats that get an odd chip are due of all pots."""
    due = {}
    for amount, seats in split:
        part = [[s for s in won if s in seats] for won in (high, low)]
        shared = shares.split(hand, amount, part[0], part[1] or None)
        for s in shared:
            due[s] = due.get(s, 0) + shared[s]
    _, how = _note(hand)
    steps = how[4] or ("chip_to_seat_%d" % how[0],)
    named = [int(step[step.rfind("_") + 1 :]) for step in steps]
    hand.pending["odd_chip"] = {"due": {s: due.get(s) for s in named}, "paid": False}


def _note(hand):
    """Place of the last note on an odd chip, and what it says (``Hand.rule``)."""
    rulings = hand.rulings
    for i in range(len(rulings) - 1, -1, -1):
        if rulings[i]["situation"][:14] == "pots.odd_chip_" or rulings[i]["situation"] in OTHER:
            return i, rulings[i].get("how")
    return None, None


def still_due(hand):
    """Whose the odd chip is stays the newest matter when the hands lie open; it is to be pushed."""
    at, how = _note(hand)
    if at is not None and how is not None and "odd_chip" in hand.pending:
        hand.rulings.append(hand.rulings.pop(at))


def on_paid(hand, _ev):
    """The odd chip went where it was due, and the rest of the pot follows."""
    d = hand.pending["odd_chip"]
    if d["paid"]:
        del hand.pending["odd_chip"]
        at, how = _note(hand)
        if how is not None:
            key = hand.rulings[at]["situation"]
            how = {"ruling": "no_incident", "decided_by": "automatic", "cite": how[7]}
            hand.rule(key, steps=(), irregular=False, **how)
    elif not [s for s in d["due"] if hand.awarded.get(s) != d["due"][s]]:
        d["paid"] = True


def on_low_paid(hand, ev):
    """The low half is pushed: the high one, with the odd chip in it, divides between its hands."""
    low, amount, share = hand.pending["halves"]
    if sorted(ev["seats"]) == low and ev.get("amount") == amount:
        del hand.pending["halves"]
        hand.rule("pots.odd_chip_high_low", amount=share, ruling="split_even", irregular=False)


def _no_odd_chip(hand, key, share, cite):
    """The pot divides: nothing to rule on, the share is what can be said."""
    if key == BOTH_WAYS:
        hand.rule(key, amount=share, irregular=False)
        return
    hand.rule(
        key, amount=share, ruling="no_incident", decided_by="automatic", confidence="high",
        irregular=False, cite=cite,
    )  # fmt: skip


def _even(hand, seats, amount, chip, even):
    """Identical hands both ways: halved as evenly as chips allow."""
    each = amount // len(seats) // chip * chip
    if amount - each * len(seats) >= chip:
        return _among(hand, seats, amount // chip, chip, False, True)
    even.append((BOTH_WAYS, each))
    return False


def _among(hand, seats, units, chip, low, half=False):
    """Odd chips between hands of the same kind; ``half``: of what is theirs of a split pot."""
    rest = units % len(seats)
    cite = hand.book.outcome("pots.odd_chip_high_low").cite if half else ()
    order = shares.in_order(hand, seats, low)
    if order is None:
        return False
    if rest == 1:
        _to_one(hand, key_of(hand, low), order[0], cite)
        return True
    steps = ["one_chip_to_seat_%d" % s for s in order[:rest]]
    hand.rule("pots.odd_chips_many", steps=steps, cite=cite, irregular=False)
    return True


def _to_one(hand, key, seat, cite=()):
    """The odd chip goes to one seat, which the book says."""
    known = hand.book.outcome(key).ruling == "odd_chip_to"
    steps = ["chip_to_seat_%d" % seat] if known else None
    hand.rule(key, seat=seat, steps=steps, cite=cite, irregular=False)


def key_of(hand, low):
    """Situation of an odd chip between hands of one kind."""
    if shares.by_place(hand):
        return "pots.odd_chip_flop"
    if not low:
        return "pots.odd_chip_stud_high"
    return "pots.odd_chip_razz" if shares.low_game(hand) else "pots.odd_chip_low"


def on_notice(hand, ev):
    """The dealer asks how the pots are made up."""
    if ev["kind"] != "build_pots":
        return None
    amounts = [p[0] for p in built(hand)]
    if not amounts:
        return None
    steps = ["return_uncalled_bet"] if hand.uncalled is not None else []
    steps += ["main_%d" % amounts[0]] + ["side_%d" % a for a in amounts[1:]]
    key = "pots.side_pots" if len(amounts) > 1 else "pots.side_pots_apart"
    hand.rule(key, amount=amounts[0], steps=steps, irregular=False)
    return True


def built(hand):
    """Pots of the whole hand: chips of this street join the pots of earlier ones.

    What is new goes to the last pot whose seats it is played for by the same seats; seats that
    were all-in before cannot win it.
    """
    given = hand.setup.get("pots")
    if not given:
        return pots.build(hand)
    out = [[p["amount"], sorted(p["seats"])] for p in given]
    base, hand.pot = hand.pot, 0
    fresh = pots.build(hand)
    hand.pot = base
    for amount, seats in fresh:
        last = out[-1]
        still = sorted([s for s in last[1] if s in hand.live])
        new = sorted([s for s in seats if hand.paid.get(s)]) or still
        if new == still:
            last[0] += amount
        else:
            out.append([amount, new])
    return [(p[0], p[1]) for p in out]


HANDLERS = (
    ("showdown", on_showdown),
    ("pot_awarded", on_low_paid, None, "halves"),
    ("pot_awarded", on_paid, None, "odd_chip"),
    ("notice", on_notice),
)
