"""The cash list: buy-ins, whose seat it is, chips of players who are away."""

from shared_rules.desk.decision import decided, left_open

LIMIT_GAMES = ("limit_holdem", "stud7")


def full_buy_in(event):
    """(chips of a full buy-in or None, rule): only limit games have one in a book."""
    rule = event.book.rule("cash.buy_in")
    if rule.silent or not event.cash or event.cash["game"] not in LIMIT_GAMES:
        return None, rule
    return rule.value * event.cash["max_bet"], rule


def buy_in(event, ask):
    """Least chips a player has to buy in for."""
    player = ask.get("player")
    full, rule = full_buy_in(event)
    back = event.book.rule("cash.back")
    if not back.silent:
        removed = _taken_out(event, player, back.value)
        if removed is not None:
            return decided({"min": removed}, back)
    moved = event.book.rule("cash.moved")
    if not moved.silent and _from_broken_game(event, player):
        stack = event.stacks.get(player)
        if stack is not None:
            return decided({"min": stack if full is None else min(stack, full)}, moved, rule)
    if full is None:
        return left_open(rule)
    return decided({"min": full}, rule)


def _taken_out(event, player, within_ms):
    """Chips a player left with when he is back in time, None otherwise."""
    out = event.happened("cash_out", player)
    if not out:
        return None
    returned = [e for e in event.happened("returns", player) if e["t"] >= out[-1]["t"]]
    back = returned[-1]["t"] if returned else event.now
    return out[-1]["amount"] if back - out[-1]["t"] <= within_ms else None


def _from_broken_game(event, player):
    broken = [m for m in event.moves if m["player"] == player]
    return bool(broken) or bool(event.happened("moved", player))


def next_seat(event):
    """Who gets the seat that opened: a player of the game who asked for it, else the list."""
    opened = event.happened("seat_open")
    if not opened:
        return None
    order, waiting = event.book.rule("cash.seat_order"), event.book.rule("cash.list")
    if order.silent:
        return left_open(order)
    seat = opened[-1]["seat"]
    for row in _requests(event):
        if row["seat"] == seat and event.table_of(row["player"]) is not None:
            return decided({"player": row["player"]}, order)
    missed = [e["player"] for e in event.happened("list_call") if not e["answers"]]
    gone = [e["player"] for e in event.happened("buys_in")]
    for player in _list(event):
        if player not in missed and player not in gone and event.table_of(player) is None:
            return decided({"player": player}, waiting)
    return left_open(waiting)


def _requests(event):
    rows = list(event.lists.get("seat_change", ()))
    for ev in event.happened("asks"):
        if ev["for"] == "seat_change" and "seat" in ev:
            number, _, seat = ev["seat"].partition(":")
            rows.append({"player": ev["player"], "seat": int(seat or number)})
    return rows


def _list(event):
    """Waiting list in order, with those who have put their names on it since."""
    names = list(event.lists.get("waiting", ()))
    for ev in event.happened("asks"):
        if ev["for"] == "add_name" and ev.get("present") and ev["player"] not in names:
            names.append(ev["player"])
    return names


# acts that are asked for


def change_limit(event, ask, player):
    """Whether the limit of a game may be changed."""
    rule = event.book.rule("cash.limit")
    against = []
    for ev in event.happened("objects"):
        if ev["player"] not in against:
            against.append(ev["player"])
    if rule.silent or len(against) < rule.value:
        return left_open(rule, by="td")  # a higher one needs the management's word
    return decided({"allowed": False}, rule)


def add_name(event, ask, player):
    """Whether a name may go on the waiting list."""
    rule = event.book.rule("cash.present")
    if rule.silent:
        return left_open(rule)
    asked = [e for e in event.happened("asks", player) if e["for"] == "add_name"]
    return decided({"allowed": bool(asked and asked[-1].get("present"))}, rule)


def short_buy_in(event, ask, player):
    """Whether a player may buy in short once more."""
    rule = event.book.rule("cash.short_buy_in")
    if rule.silent:
        return left_open(rule)
    full, _ = full_buy_in(event)
    bought = event.happened("buys_in", player)
    short = [e for e in bought if full is None or e["amount"] < full]
    return decided({"allowed": bool(bought) and len(short) < rule.value}, rule)


def seat_change(event, ask, player):
    """Whether a player of the game may take a seat: it is free and nobody asked before him."""
    rule = event.book.rule("cash.seat_order")
    if rule.silent:
        return left_open(rule)
    if event.table_of(player) is None:
        return decided({"allowed": False}, rule)
    wanted = [r["seat"] for r in _requests(event) if r["player"] == player]
    if not wanted:
        return left_open(rule)
    for row in _requests(event):
        if row["seat"] == wanted[-1] and event.table_of(row["player"]) is not None:
            first = row["player"] == player
            free = [t for t in event.in_order() if wanted[-1] in t.free()]
            bought = [e for e in event.happened("buys_in") if not event.table_of(e["player"])]
            requested = [r for r in event.lists.get("seat_change", ()) if r["player"] == player]
            return decided(
                {"allowed": first and bool(free) and (not bought or bool(requested))}, rule
            )
    return decided({"allowed": True}, rule)


def second_seat(event, ask, player):
    """Whether a player may hold seats in two games."""
    rule = event.book.rule("cash.one_seat")
    if rule.silent:
        return left_open(rule)
    return decided({"allowed": False}, rule)


def pick_up_chips(event, ask, player):
    """Whether chips of somebody away, or his lock-up, may be taken from the table."""
    for ev in reversed(event.log):
        mine = player is None or ev.get("player") == player
        if ev["what"] == "returns" and mine:
            return decided({"allowed": False}, event.book.rule("cash.absence"), by="automatic")
        if ev["what"] == "lock_up" and mine:
            return _lock_up(event, event.now - ev["t"])
        if ev["what"] == "away" and mine:
            return _away(event, event.now - ev["t"], ev["noticed"])
    return left_open(event.book.rule("cash.absence"), by="floor")


def _lock_up(event, held_ms):
    rule = event.book.rule("cash.lock_up")
    if rule.silent:
        return left_open(rule)
    waiting = bool(_list(event))
    over = waiting and held_ms >= rule.value[0]
    # that the time is not over is the clock's word; chips are taken from a table by the floor
    return decided({"allowed": over}, rule, by="floor" if over else "automatic")


def _away(event, away_ms, noticed):
    rule = event.book.rule("cash.absence")
    if rule.silent:
        return left_open(rule)
    if away_ms <= rule.value:
        return decided({"allowed": False}, rule, by="automatic")
    if noticed:
        return left_open(rule, by="floor")
    return decided({"allowed": True}, rule, by="floor")
