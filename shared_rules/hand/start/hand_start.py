"""When a hand begins by the book, and which level it is played at.

The engine opens a hand at the first riffle (or the cut of a machine's deck), because then blinds
fall due. A book may say that it began earlier: when the shuffler's button was pressed, or when a
new dealer sat down. ``frame.hand_starts`` names the events that count.
"""


def on_start(hand, ev):
    """One of the events that may begin a hand."""
    what = ev["what"]
    d = hand.pending.setdefault("start", {"began": None, "next": None, "pushed": False})
    if what == "dealer_push":
        d["pushed"] = True
    elif what == "riffle" and "level_asked" in hand.pending:
        from shared_rules.hand.start import level_asked

        level_asked.on_riffle(hand)
    elif what != "riffle" and hand.phase in ("none", "setup"):
        d["machine"] = True  # a deck from the shuffler: what that begins not every book says
    if what not in hand.book.value("frame.hand_starts", ("riffle",)) and what != "riffle":
        return
    if hand.from_start and d["began"] is None:
        d["began"] = ev["t"]
    elif (hand.awarded or not hand.from_start or hand.phase == "over") and d["next"] is None:
        d["next"] = ev["t"]


def began(hand):
    """True when the hand in view has begun: it was under way, or one of its signs was seen, of
    which cards on the table are the last."""
    if not hand.from_start or hand.first_card_t is not None:
        return True
    return hand.pending.get("start", {}).get("began") is not None


def next_began(hand):
    """True when the hand after the one in view has begun."""
    return hand.pending.get("start", {}).get("next") is not None


def on_level(hand, ev):
    """The level clock reached zero and the new level was announced."""
    level = (ev["sb"], ev["bb"])
    if hand.phase in ("over", "award"):
        _between_hands(hand, level)
        return
    hand.pending["announced"] = level  # for the hand after this one
    if not hand.from_start:
        hand.rule("frame.new_level_next", amount=hand.bb, irregular=False)
        return
    key = "frame.new_level"
    if began(hand):
        key = "frame.hand_started"
    pushed = hand.pending.get("start", {}).get("pushed")
    if pushed and hand.started is None:
        key = "frame.level_dealer_push"
    if hand.book.outcome(key).ruling != "new_level_applies":
        hand.rule(key, amount=hand.bb, irregular=False)
        return
    if key == "frame.new_level" and hand.pending.get("start", {}).get("machine"):
        from shared_rules.hand.start import level_asked

        level_asked.ask(hand, level)
        return
    play_at(hand, key, level)


def play_at(hand, key, level):
    """The hand in view is played at a level that was announced; ``key``: why."""
    hand.pending["old_level"] = (hand.sb, hand.bb)
    hand.pending["new_level"] = key
    hand.pending.pop("announced", None)  # this hand is played at it already
    hand.sb, hand.bb = level
    hand.rule(key, amount=hand.bb, irregular=False)


def _between_hands(hand, level):
    """The level goes up after a hand: the next one is played at it, unless that has begun."""
    if not next_began(hand):
        hand.pending["announced"] = level
        hand.rule("frame.new_level", amount=level[1], irregular=False)
        return
    pushed = hand.pending["start"]["pushed"] and hand.next_started is None
    key = "frame.level_dealer_push" if pushed else "frame.hand_started"
    hand.pending["announced_next"] = (key, level)
    hand.rule(key, amount=hand.bb, irregular=False)


def on_post(hand, ev):
    """Blinds of the old level are put out although the new one applies."""
    if not ev["seats"]:
        return True  # nobody posts: there is nothing for the others to see
    if "level_asked" in hand.pending:
        from shared_rules.hand.start import level_asked

        level_asked.on_post(hand, ev)
    old = hand.pending.get("old_level")
    if old is None or ev["kind"] not in ("sb", "bb"):
        return None
    was = old[0] if ev["kind"] == "sb" else old[1]
    due = hand.sb if ev["kind"] == "sb" else hand.bb
    if ev["amount"] == was and was != due and not ev.get("all_in"):
        hand.pending["old_posted"] = hand.to_review["old_posted"] = True
    elif ev["amount"] == due:
        # the level was announced: these blinds are right by it
        key, seat = hand.pending["new_level"], ev["seats"][0]
        said = hand.ruled(key)
        if said is None or not said["irregular"]:
            hand.withdraw(key)
            hand.accepted(key, seat, hand.bb, "no_incident", "automatic")
    return None


def review(hand):
    """A short blind of the old level is a question of the level, not of the blind."""
    del hand.to_review["old_posted"]
    while hand.withdraw("wager.wrong_blind"):
        pass
    hand.withdraw(hand.pending["new_level"])
    hand.rule(hand.pending["new_level"], amount=hand.bb)


HANDLERS = (
    ("riffle", on_start),
    ("machine_deck_cut", on_start),
    ("shuffler_button", on_start),
    ("dealer_push", on_start),
    ("level", on_level),
    ("post", on_post),
)
AFTER = review
RECORD = "old_posted"
