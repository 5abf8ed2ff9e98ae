"""Levels: which one a hand is played at, whether the clock runs, how many hands are left."""

from shared_rules.desk.decision import decided, left_open

MINUTE_MS = 60000


def level_of_hand(event, ask):
    """Level of the last hand begun at a table: by the first sign the book takes for its start."""
    table = event.table(ask["table"])
    rules = [event.book.rule("level.applies"), event.book.rule("hand.begins")]
    level = event.fact("level")
    if not table.signs:
        return decided({"level": level}, *rules)
    known = [lv for by, lv in table.signs if by in rules[1].value]
    levels = known[:1] or [lv for _, lv in table.signs]
    if min(levels) != max(levels):  # no sign the book knows, and they disagree
        return left_open(*rules, by="floor")
    return decided({"level": levels[0]}, *rules)


def clock(event, ask):
    """Whether the clock runs, and the level it shows."""
    level = max(event.fact("level"), event.level_in_force(), event.level)
    if _drawn(event):
        rule = event.book.rule("clock.last_hands")
        return _stopped(rule, level)
    if _talking(event):
        return _stopped(event.book.rule("clock.deal_talk"), level)
    rule = event.book.rule("clock.hand_for_hand")
    if event.hand_for_hand and event.left > _paid(event):
        if rule.silent:
            return left_open(rule)
        running = event.zeros_hand_for_hand < _whole_levels(event)
        return decided({"running": running, "level": level}, rule)
    rules = [event.book.rule("level.applies")]
    if event.happened("hand_for_hand") and not rule.silent:
        rules.insert(0, rule)
    return decided({"running": True, "level": level}, *rules)


def _stopped(rule, level):
    if rule.silent:
        return left_open(rule)
    return decided({"running": bool(rule.value), "level": level}, rule)


def _talking(event):
    """True while a deal is talked about: the talk is the last thing that concerns the hands."""
    for ev in reversed(event.log):
        if ev["what"] == "deal_talk":
            return True
        if ev["what"] in ("hand_start", "deal_answer"):
            return False
    return False


def _whole_levels(event):
    """Ends of levels until one whole level has been played hand for hand.

    The level it began in counts only when it began with that level.
    """
    for ev in reversed(event.log):
        if ev["what"] == "hand_for_hand" and ev["on"]:
            began = ev["t"]
            break
    else:
        began = 0
    zeros = [e["t"] for e in event.log if e["what"] == "clock_zero"]
    whole = event.facts.get("level_minutes")
    left = event.facts.get("minutes_left")
    fresh = began in zeros or (
        whole is not None and whole == left and (not zeros or began < zeros[0]) and began == 0
    )
    return 1 if fresh else 2


def _paid(event):
    return event.facts.get("paid", len(event.facts.get("prizes", ())))


def _drawn(event):
    """The card drawn for the last hands of the present day, None without one."""
    drawn, begun = event.happened("card_drawn"), event.happened("day_begins")
    if not drawn or begun and event.log.index(begun[-1]) > event.log.index(drawn[-1]):
        return None
    return drawn[-1]


def hands_left(event, ask):
    """Hands still to be played on the day after the card for them was drawn."""
    rule = event.book.rule("hands.drawn")
    if rule.silent:
        return left_open(rule)
    drawn = _drawn(event)
    low, high = rule.value
    if not drawn or not low <= drawn["value"] <= high:
        return left_open(rule, by="td")
    begun = {}
    after = event.log[event.log.index(drawn) + 1 :]
    over = {}
    for ev in after:
        if ev["what"] == "hand_start" and not begun.get(ev["table"], (0, False))[1]:
            begun[ev["table"]] = (begun.get(ev["table"], (0, False))[0] + 1, True)
        elif ev["what"] == "hand_over" and begun.get(ev["table"], (0, False))[1]:
            begun[ev["table"]] = (begun[ev["table"]][0], False)
            over[ev["table"]] = over.get(ev["table"], 0) + 1
    played = max([over[t] for t in over] or [0])
    return decided({"hands": max(0, drawn["value"] - played)}, rule)
