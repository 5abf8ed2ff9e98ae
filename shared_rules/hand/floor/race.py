"""Chips that change hands outside the betting: color-up and race, old chips, chips in transit."""

from shared_rules.cards import rank_value, suit_value


def on_color_up(hand, ev):
    """A stage of the color-up: the odd chips of each seat before the race, or its end."""
    d = hand.pending.setdefault("race", {"odd": {}, "finished": False})
    if ev["stage"] == "race":
        odd = ev["odd_chips"]
        d["odd"] = {int(s): odd[s] for s in odd if odd[s]}
    elif ev["stage"] == "finished":
        d["finished"] = True


def new_chips(hand, odd):
    """Larger chips the race awards for the odd chips of the table."""
    color = hand.setup.get("color")
    total = sum([odd[s] for s in odd]) * color["old"]
    chips, rest = total // color["new"], total % color["new"]
    if hand.book.value("frame.race_rounding") == "half":
        return chips + (1 if 2 * rest >= color["new"] else 0)
    return chips + (1 if rest else 0)


def _even(hand, odd):
    """True when the odd chips come to a whole number of the new ones."""
    color = hand.setup["color"]
    return sum([odd[s] for s in odd]) * color["old"] % color["new"] == 0


def on_race_cards(hand, ev):
    """The cards are out: who gets the new chips."""
    d = hand.pending.get("race")
    if d is None or not d["odd"] or not hand.setup.get("color"):
        return
    best = []
    for key in ev["cards"]:
        for card in ev["cards"][key]:
            if rank_value(card):
                best.append(((rank_value(card), suit_value(card)), int(key)))
    best.sort()
    best.reverse()
    count = new_chips(hand, d["odd"])
    winners = _winners(hand, best, count)
    survivors = [s for s in sorted(d["odd"]) if s not in winners and _out_of_chips(hand, s, d)]
    steps = []
    amount = len(winners)
    if survivors and hand.book.value("frame.race_survivor_first"):
        # the survivors' chips come out of those there are
        winners = _winners(hand, best, max(0, count - len(survivors)))
        survivors = [s for s in sorted(d["odd"]) if s not in winners and _out_of_chips(hand, s, d)]
        amount = len(winners) + len(survivors)
        steps = ["survivor_chip_to_seat_%d" % s for s in survivors]
        steps += ["chip_to_seat_%d" % s for s in winners]
    else:
        amount += len(survivors)
        steps = ["chip_to_seat_%d" % s for s in winners]
        steps += ["survivor_chip_to_seat_%d" % s for s in survivors]
    key = "frame.race_survivor" if survivors else "frame.race"
    rounded = not _even(hand, d["odd"]) and hand.book.value("frame.race_rounding") is None
    if rounded or list(ev.get("order") or ()) != sorted(ev.get("order") or ()):
        # how the odd total is rounded is the house's, and so are cards not dealt from seat 1 on
        hand.rule(key, ruling="floor_decides", decided_by="floor", steps=(), confidence="medium")
        return
    hand.rule(key, amount=amount, steps=steps, irregular=False)


def _winners(hand, best, count):
    """Seats in the order they win a chip: by their single best card, at most one each.

    No book but the one that is silent about it gives two chips to a seat; there the next best
    card counts whosesoever it is.
    """
    one_each = hand.book.value("frame.race_one_each", True)
    out = []
    for _, seat in best:
        if len(out) >= count:
            break
        if one_each and seat in out:
            continue
        out.append(seat)
    return out


def _out_of_chips(hand, seat, d):
    """True when the odd chips were all a player had."""
    if seat not in hand.stacks:
        return False
    return hand.stacks[seat] <= d["odd"][seat] * hand.setup["color"]["old"]


def on_old_chips(hand, ev):
    """Old chips after the race."""
    color = hand.setup.get("color")
    if ev["by"] == "player" and hand.pending["race"]["finished"] and color:
        old = sum([c for c in ev["chips"] if c == color["old"]])
        if old:
            hand.rule("frame.old_chips_found", seat=ev["seat"], amount=_gone(hand, old))
            return True
    return None


def on_chip_exchange(hand, ev):
    """Old chips changed for their worth in new ones: the color-up goes on."""
    done = hand.pending["race"]["finished"]
    if "color" in hand.setup and not done and sum(ev["gives"]) == sum(ev["gets"]):
        hand.rule("frame.race", ruling="no_incident", decided_by="automatic", irregular=False)


TRANSIT = "frame.chips_in_transit"
OFF_TABLE = "frame.chips_off_table"


def on_chips_off(hand, ev):
    """Chips carried off the table."""
    if ev["by"] == "player" and hand.format == "tournament":
        hand.rule(TRANSIT, seat=ev["seat"], amount=sum(ev["chips"]))
        return True
    return None


def on_chips_again(hand, ev):
    """Chips that were carried off come back: in this hand or a later one they are what they were.

    True for such chips: they add nothing to the stack. Chips that a player of the event had out of
    view before anything was seen of them lie there until the floor takes them.
    """
    seat, amount = ev["seat"], sum(ev["chips"])
    mine = [r for r in hand.past + hand.rulings if r["situation"] == TRANSIT and r["seat"] == seat]
    if ev["by"] != "player":
        return None
    if not mine and _out_of_view(hand, seat):
        # where rebuys are known the floor may still find that these are one
        sure = None if hand.book.outcome("chips.rebuy_announced").silent else "medium"
        hand.rule(OFF_TABLE, seat=seat, amount=amount, confidence=sure)
    if not mine or amount > mine[-1]["amount"]:
        return None
    if not mine[-1]["open"]:
        hand.rule(TRANSIT, seat=seat, amount=amount)
    return True


def _out_of_view(hand, seat):
    """True when chips a seat brings, in a hand or between two, can only have been out of view in
    the event.

    Not so for who came from another table or has no chips left to play (a rebuy), for a rebuy that
    was announced, and while a break or a color-up brings chips to the table.
    """
    if hand.format != "tournament":
        return False
    if seat not in hand.seats or hand.stacks.get(seat) == 0:
        return False
    if seat in [m["seat"] for m in hand.setup.get("moved_in", ())]:
        return False
    return not ("break" in hand.pending or "race" in hand.pending or "behind" in hand.pending)


def _gone(hand, amount):
    known = hand.book.outcome("frame.old_chips_found").ruling == "chips_forfeited"
    return amount if known else None


HANDLERS = (
    ("color_up", on_color_up),
    ("race_cards", on_race_cards),
    ("chip_exchange", on_chip_exchange, None, "race"),
    ("chips_move", on_old_chips, "*>seat *>line", "race"),
    ("chips_move", on_chips_off, "seat>off line>off"),
    ("chips_move", on_chips_again, "off>seat"),
)
