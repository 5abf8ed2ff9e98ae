"""The deal after this one in the same view: the redeal of a void hand, or the next hand.

A live table makes a new hand for each riffle (``table.py``). A happening of the case language may
run on: then the facts start anew with the first chips or cards after the riffle, and what is still
open goes along. Until then reports about the hand before are about the hand before.
"""

from shared_rules import zones
from shared_rules.hand import incidents
from shared_rules.hand.showdown import hidden_chips, pots
from shared_rules.hand.start import button_due, button_place, frame
from shared_rules.hand.state import State

# what a setup says of a hand under way
OF_ONE_HAND = (
    "live",
    "all_in",
    "capped",
    "bets",
    "pot",
    "pots",
    "board",
    "burned",
    "upcards",
    "hands",
    "street_closed",
    "straddles",
    "antes",
    "hand_id",
    "button_drawn",
)


def look(hand, ev):
    """After a riffle that ended a hand: the first post or card begins the next."""
    what = ev["what"]
    if what == "card_move":
        if ev["from"] != zones.STUB or zones.kind(ev["to"]) not in ("seat", zones.MOUTH):
            return
    elif what == "chips_move":
        if zones.kind(ev["to"]) != "line" or ev["from"] == zones.OFF:
            return
    elif what not in ("post", "deal"):
        return
    begin(hand)


def begin(hand):
    """Start the facts anew; rulings of the deal before become its record."""
    void = hand.void()
    started, moved = hand.next_started, hand.pending.get("puck")
    presence = dict(hand.presence)
    incidents.hand_ends(hand)
    if void:
        setup = _replayed(hand)
    else:
        if hand.phase != "over":
            pots.finish(hand)
        setup = _following(hand, moved)
    kept = (hand.n, hand.t, hand.event)
    lost_all = []
    if hand.awarded:
        lost_all = [s for s in hand.live if hidden_chips.wager(hand, s) is not None]
        lost_all = [s for s in lost_all if not hand.awarded.get(s)]
    level, to_come = _levels(hand, setup, void)
    announced_next = hand.pending.get("announced_next")
    absent = _absent(hand) if void else []
    late = (hand.pending.get("presence") or {}).get("late") if void else None
    repair = 0 if void else _repair_left(hand)
    back = None if void else _one_back(hand)
    hand.past = hand.past + [r for r in hand.rulings if r["irregular"]]
    State.__init__(hand, setup, hand.game, hand.book)
    hand.n, hand.t, hand.event = kept
    hand.start_anew()
    hand.presence = presence
    if presence:
        hand.pending["absence"] = True
    if late:
        from shared_rules.hand.floor import presence as floor_presence

        floor_presence.record(hand)["late"] = late  # who may be in time for the deal that counts
    if moved is not None:
        hand.pending["puck"] = moved
    elif not void:
        hand.pending["puck_unseen"] = True
    if announced_next is not None:
        hand.pending["announced"] = announced_next[1]  # the level after this hand's
    hand.pending["repair"] = repair
    if back is not None:
        hand.pending["button_back"] = back
    if absent:
        hand.pending["absent_original"] = absent
    hand.pending["lost_all"] = lost_all  # of the hand before: what is found of theirs is late
    if to_come is not None:
        hand.pending["announced"] = to_come
    elif level is not None:
        hand.pending["old_level"], hand.pending["new_level"] = level, "frame.new_level"
    if void and not setup.get("previous"):
        hand.pending["right_button"] = hand.button  # the replay has the button of the first deal
    event = hand.event
    hand.dispatch({"t": started, "what": "riffle"})
    hand.t, hand.event = kept[1], event
    if announced_next is not None:  # why this hand keeps the old one
        hand.rule(announced_next[0], amount=hand.bb, irregular=False)


def _levels(hand, setup, void):
    """Level before this deal's, where it went up, and the one still to come; None for neither.

    A redeal has a first riffle of its own: a level announced before it is put into its ``setup``,
    unless the book has a void deal replayed as it was (ipr-2018:TDA#34C in 77).
    """
    announced = hand.pending.get("announced")
    if not announced:
        return (hand.pending.get("old_level") if void else None), None
    if void and hand.book.value("deal.redeal_is_replay", False):
        return None, announced
    if void:
        setup["sb"], setup["bb"] = announced
    return (hand.sb, hand.bb), None


def button_moved(hand):
    """The button was moved since the hand ended: it may lie wrong for the next one.

    True when that was ruled.
    """
    moved = hand.pending["puck"]
    if moved == button_place.of_hand(hand) or hand.void():
        return False
    probe = State(_following(hand, moved), hand.game, hand.book)
    due = button_due.positions(probe)
    if due is None or due[0] == moved:
        return False
    button_due.adjust(hand, due, seats=probe.seats)
    return True


def _absent(hand):
    """Who was away when the void deal began: dead in its replay too, where the book replays."""
    first = (hand.pending.get("presence") or {}).get("first")
    if not first or not hand.book.value("deal.redeal_is_replay", False):
        return []
    return [s for s in sorted(first) if first[s] == "away"]


def _bare(setup):
    """A setup without what it says of one hand."""
    out = dict(setup)
    for key in OF_ONE_HAND:
        out.pop(key, None)
    out["street"] = "none"
    return out


def _replayed(hand):
    """The setup of a redeal: everybody has back what was put in (ipr-2018:77.2)."""
    setup = _bare(hand.setup)
    stacks = {}
    for seat in hand.stacks_before:
        stacks[str(seat)] = hand.stacks_before[seat]
        if not hand.from_start:
            stacks[str(seat)] += hand.setup.get("bets", {}).get(str(seat), 0)
    if stacks:
        setup["stacks"] = stacks
    return setup


def _following(hand, moved):
    """The setup of the next hand: button and blinds are checked against the one before."""
    place = hand.button if moved is None else moved
    last = {"button": button_place.of_hand(hand), "sb": hand.sb_seat, "bb": hand.bb_seat}
    setup = _bare(frame.following(hand))
    setup["dealt_in"] = [s for s in setup["seats"] if s not in hand.setup.get("barred", ())]
    if "hand_number" in setup:
        setup["hand_number"] += 1
    level = hand.pending.get("announced")
    if level is not None:
        setup["sb"], setup["bb"] = level
    setup.pop("previous", None)
    if not (hand.game.blinds and hand.seats) or None in (hand.button, hand.bb_seat):
        return setup
    for key in ("sb_seat", "bb_seat"):
        setup.pop(key, None)
    if _repair_left(hand):
        setup["button"] = place  # put right for this hand: how, the book says
        return setup
    setup["table_max"] = button_place.all_seats(hand)[-1]
    setup["previous"] = last
    setup["button"] = place if moved is not None else _right(hand, setup)
    return setup


# A wrong button can take two hands to put right: one seat back, then two on (ipr-2018:40.1).
REPAIR_HANDS = 2


def _repair_left(hand):
    """Hands for which the button still moves as a ruling said, and not as it usually does."""
    for r in hand.rulings:
        if not r["irregular"] or "button" not in r["situation"]:
            continue
        at_once = "moved" in r and not r["open"] or r["evidence"][-1] > hand.acted_n[0] > 0
        if r["t"] != hand.next_started and not (at_once and r["situation"][:6] == "frame."):
            return REPAIR_HANDS  # one given after the last act is about the hand that begins now
    return max(0, hand.pending.get("repair", 0) - 1)


def _one_back(hand):
    """Seat the button goes back to for the next hand, where that was ruled (ipr-2018:40.1)."""
    ruled = [r for r in hand.rulings if "button_back_one" in r.get("remedy_steps", ())]
    if not ruled or ruled[-1]["t"] == hand.next_started or len(hand.seats) < 3:
        return None
    return hand.after(hand.button, hand.seats)[-2] if hand.button in hand.seats else None


def _right(hand, setup):
    """Seat of the button by the last hand: a puck nobody saw moving is taken to lie there."""
    probe = State(setup, hand.game, hand.book)
    due = button_due.positions(probe)
    return setup["button"] if due is None else due[0]
