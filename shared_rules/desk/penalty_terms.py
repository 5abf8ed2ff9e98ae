"""Penalties: whether one is due, how long a given one still lasts, and where it ends."""

from shared_rules.desk.decision import decided, left_open
from shared_rules.desk.tables import after


def penalty(event, ask):
    """What a player has to expect: a penalty due, and what is left of one that was given."""
    player = ask["player"]
    given = event.happened("penalty", player)
    out = given and given[-1]["kind"] == "disqualification"
    new = _done(event, player, given[-1] if given else None)
    if given and (out or not new):
        return _given(event, player, given)
    if "pressure" in new:
        rule = event.book.rule("deal.pressure")
        return left_open(rule) if rule.silent else decided({"due": True}, rule)
    if "offence" in new:
        return _offence(event, event.happened("offence", player))
    if "delays_move" in new:
        return _delayed(event, player, event.happened("delays_move", player)[-1])
    if "chips_found" in new:
        return left_open(event.book.rule("chips.hidden"))  # it may cost him more than the chips
    return decided({"due": False}, event.book.rule("penalty.given"), by="floor")


def _done(event, player, given):
    """What a player did that may be punished, since the penalty ``given`` to him last (or None)."""
    kinds = ("pressure", "offence", "delays_move", "chips_found")
    log = _since(event, given) if given else event.log
    return [
        e["what"] for e in log if e["what"] in kinds and player in (e.get("player"), e.get("by"))
    ]


def _offence(event, offences):
    kind = offences[-1]["kind"]
    repeated = len([e for e in offences if e["kind"] == kind]) > 1
    key = "offence." + kind + ("_again" if kind == "stalling" and repeated else "")
    rule = event.book.rule(key)
    if rule.silent:
        return left_open(rule)
    answer = {"due": True}
    if rule.value:
        answer["kind"] = rule.value
    return decided(answer, rule)


def _delayed(event, player, delay):
    rule = event.book.rule("move.dodging")
    if rule.silent:
        return left_open(rule)
    if not delay["on_purpose"]:
        unmeant = event.book.rule("move.delayed")
        return decided({"due": not unmeant.silent}, rule if unmeant.silent else unmeant, by="floor")
    if rule.value == "any":
        return decided({"due": True}, rule)
    broken = [e for e in event.log if e["what"] == "break"]
    moved = [m for m in event.moves if m["player"] == player and player not in event.movers]
    if not broken or not moved:
        return left_open(rule)
    return decided({"due": _owed_blind(event, player)}, rule)


def _owed_blind(event, player):
    """True when the seat a player is sent to posts a blind in its next or its present hand."""
    table = event.table_of(player)
    if table is None:
        return False
    seat = table.seat_of(player)
    upcoming, now = table.upcoming(), table.positions
    blinds = [p.sb for p in (upcoming, now) if p] + [p.bb for p in (upcoming, now) if p]
    return not blinds or seat in blinds


def _given(event, player, given):
    last = given[-1]
    if last["kind"] == "disqualification":
        answer = {"due": True, "kind": "disqualification"}
        return decided(answer, event.book.rule("penalty.disqualified"))
    if last["kind"] == "warning":
        return _warned(event, given)
    if last["kind"] == "hands":
        return _hands(event, player, last)
    rule = event.book.rule("penalty.rounds")
    moved = _moved_since(event, player, last)
    if rule.silent:
        return left_open(rule)
    if moved:
        rule = event.book.rule("penalty.moved")
        if rule.silent:
            return left_open(rule)
        return _counted(event, player, last, rule)
    if rule.value == "hands":
        return _counted(event, player, last, rule)
    return _by_button(event, player, last, rule)


def _warned(event, given):
    warnings = [e for e in given if e["kind"] == "warning"]
    if len(warnings) > 1:
        rule = event.book.rule("penalty.warned_again")
        return left_open(rule) if rule.silent else decided({"due": True}, rule)
    rule = event.book.rule("penalty.given")
    return decided({"due": True, "kind": "warning"}, rule)


def _hands(event, player, given):
    rule = event.book.rule("penalty.hands")
    if rule.silent:
        return left_open(rule)
    left = max(0, given.get("count", 1) - _missed(event, player, given))
    return decided({"due": left > 0, "kind": "hands", "hands": left}, rule)


def _since(event, given):
    return event.log[event.log.index(given) + 1 :]


def missed(event, player):
    """Hands a player has missed of the penalty given last; 0 without one."""
    given = event.happened("penalty", player)
    return _missed(event, player, given[-1]) if given else 0


def _missed(event, player, given):
    """Hands a player has missed of a penalty so far: the last count of them."""
    counts = [
        e["count"]
        for e in _since(event, given)
        if e["what"] == "hands_missed" and e["player"] == player
    ]
    return counts[-1] if counts else 0


def _moved_since(event, player, given):
    for ev in _since(event, given):
        if ev["what"] == "moved" and ev["player"] == player:
            return True
        if ev["what"] == "break" and player in [m["player"] for m in event.moves]:
            return True
    return False


def _at_the_time(event, player, given):
    """(players at the offender's table when the penalty was given, its button seat or None)."""
    then = event.again(event.log.index(given))
    table = then.table_of(player)
    if table is None:
        return 0, None
    return table.count, table.positions.button if table.positions else None


def _counted(event, player, given, rule):
    """Hands: one for every player at the table when it was given, times the rounds."""
    players, _ = _at_the_time(event, player, given)
    if not players:
        return left_open(rule)
    hands = max(0, players * given.get("count", 1) - _missed(event, player, given))
    return decided({"due": hands > 0, "kind": "rounds", "hands": hands}, rule)


def _by_button(event, player, given, rule):
    """Until the button has gone round and is at the seat after the one it was given at."""
    _, button = _at_the_time(event, player, given)
    table = event.table_of(player)
    answer = {"due": True, "kind": "rounds"}
    if button is None or table is None:
        return decided(answer, rule)
    answer["button_at"] = after(button, table.occupied())
    return decided(answer, rule)
