"""Who moves where: breaking and balancing tables, halts, redraws, wrong seats, the final table."""

from shared_rules.desk.decision import cites, decided, left_open
from shared_rules.desk.tables import after

# moves


def on_break(event, ev):
    """A table breaks: its players go where cards or draw send them."""
    for to in list(ev.get("seat_cards", ())) + list(ev.get("drawn", {}).values()):
        event.check_seat(to)  # before anybody stands up
    table = event.tables.pop(ev["table"], None)
    if table is None:
        return
    event.broken[ev["table"]] = table
    players = [table.seats[s] for s in table.occupied()] if table.seats is not None else []
    rules = [event.book.rule("break.drawn"), event.book.rule("newcomer.dealt")]
    drawn = ev.get("drawn")
    if drawn is None and ev.get("seat_cards") is not None:
        cards = event.book.rule("break.seat_cards")
        if cards.silent:
            event.open_move = [cards]
            return
        rules.insert(0, cards)
        drawn = {players[i]: to for i, to in enumerate(ev["seat_cards"]) if i < len(players)}
    if drawn is None:
        event.open_move = [event.book.rule("break.drawn")]
        return
    for player in [p for p in players if p in drawn] or sorted(drawn):
        _move(event, player, drawn[player], rules)


def _move(event, player, to, rules):
    event.seat(player, to)
    event.moves.append({"player": player, "to": to})
    event.move_rules += [r for r in rules if r not in event.move_rules]


def on_balance(event, ev):
    """One player must go to a table; who, is settled when the hand in progress is over."""
    event.table(ev["to"])
    event.calls.append(ev)


def balance(event, ev):
    """One player goes to a table: who, from where and to which seat, as the book says."""
    to = event.table(ev["to"])
    source, rules = _source(event, ev)
    event.source = None if source is None else source.number
    if source is None:
        event.open_move = rules
        return
    seat, where = _seat(event, to)
    player, who = _mover(event, source, seat)
    rules = where + [r for r in who + rules if r not in where]
    if player is None:
        event.open_move = who
        return
    event.movers.append(player)
    if seat is None:
        event.open_move = where
        return
    newcomer = event.book.rule("newcomer.dealt")
    _move(event, player, "%d:%d" % (to.number, seat), rules + [newcomer])


def _source(event, ev):
    """(table a player leaves, rules) of a call for balance; (None, rules) where it is open."""
    if "from" in ev:
        return event.table(ev["from"]), []
    number, rules = source_of(event, ev["to"])
    return (None if number is None else event.tables.get(number)), rules


def source_of(event, to):
    """(number of the table a player leaves for ``to``, rules); None where the book leaves it."""
    rule = event.book.rule("balance.source")
    others = [t for t in event.in_order() if t.number != to]
    if len(others) == 1 and not event.tables_elsewhere:
        return others[0].number, [rule]
    if rule.silent:
        return None, [rule]
    how, many = rule.value
    if how == "near_first_done":
        return _first_done(event, to), [rule]
    full = [t.number for t in others if t.count >= t.max]
    if event.tables_left > many:
        return after(to, sorted(full)), [rule]
    if event.tables_left == many:  # neither above nor below: the book names no order
        return None, [rule]
    for number in event.posted.get("breaking_order", ()):
        if number in full:
            return number, [rule]
    return None, [rule]


def _first_done(event, to):
    """Of the tables nearby that can spare a player, the one whose hand is over first."""
    short = event.table(to).count
    for number in event.near_done:
        table = event.tables.get(number)
        if table is not None and number != to and table.count >= short + 2:
            return number
    return None


def _mover(event, source, seat):
    """(player who leaves a table for ``seat``, rules); None where the book does not name him."""
    mixed = event.facts.get("game") == "mixed"
    if source.stud and not mixed:
        rule = event.book.rule("balance.stud")
        if event.picked or rule.silent or source.seats is None:
            return event.picked, [rule]
        return source.seats.get(seat), [rule]  # by position: who sits where the other table lacks
    rules = [event.book.rule("balance.button_games")]
    if source.stud:
        rule = event.book.rule("balance.mixed")
        if rule.silent:
            return None, [rule]
        rules.insert(0, rule)
    positions = source.upcoming() if source.seats is not None else None
    if positions is None:
        return None, rules
    return source.seats.get(positions.bb), rules


def _seat(event, table):
    """(seat a balanced player gets at a table, rules); None where the book names none."""
    if table.stud and event.facts.get("game") != "mixed":
        rule = event.book.rule("balance.stud")
        return (None if rule.silent else _opened_last(table)), [rule]
    rule = event.book.rule("balance.button_games")
    rules = [rule]
    seats = by_blind(table)
    if rule.value == "worst":
        seats = [s for s in seats if s != _small(table, s)]
        ante = event.book.rule("balance.button_ante")
        if _button_ante(event) and not ante.silent:
            rules.insert(0, ante)
            seats = _button_ante_order(event, table, seats, ante.value)
        seats = _dealt_first(event, table, seats)
    return (seats[0] if seats else None), rules


def _opened_last(table):
    """The seat that opened last; None when two opened at once or nobody saw it open."""
    free = table.free()
    if len(free) == 1:
        return free[0]
    opened = [o for o in table.opened if o[1] in free]
    if not opened:
        return None
    latest = max([o[0] for o in opened])
    seats = [o[1] for o in opened if o[0] == latest]
    return seats[0] if len(seats) == 1 else None


def by_blind(table):
    """Free seats by how soon they owe the big blind; () when nothing says where it lies."""
    if table.seats is None or table.positions is None:
        return []
    free = table.free()
    last = table.positions.bb
    return [s for s in free if s > last] + [s for s in free if s <= last]


def _with(table, seat):
    return table.upcoming(table.occupied() + [seat])


def _small(table, seat):
    """Seat of the small blind if a newcomer took ``seat``."""
    positions = _with(table, seat)
    return positions.sb if positions and positions.bb != seat else None


def _dealt_first(event, table, seats):
    """A seat that gets no hand comes after all that get one."""
    waiting = []
    for seat in seats:
        positions = _with(table, seat)
        if positions and not event.always_dealt and _between(positions, seat):
            waiting.append(seat)
    return [s for s in seats if s not in waiting] + waiting


def _between(positions, seat):
    if positions.button == positions.sb:
        return False
    a, b = positions.button, positions.sb
    return a < seat < b if a < b else seat > a or seat < b


def _button_ante(event):
    row = event.row_of(event.level_in_force())
    return bool(row) and row.get("ante_type") == "button_ante"


def _button_ante_order(event, table, seats, orders):
    """Order of open seats with a button ante: the button before the seats next to it."""
    places = None
    for seats_max, many in orders:
        if seats_max == table.max:
            places = many
    if places is None:
        return seats
    ranked = []
    for seat in seats:
        positions = _with(table, seat)
        players = sorted(table.occupied() + [seat])
        steps, at = 0, positions.bb
        while at != seat:
            at = after(at, players)
            steps += 1
        late = 1 if seat == positions.button else 2 if steps > places else 0
        ranked.append((late, steps, seat))
    return [seat for _, _, seat in sorted(ranked)]


def moves(event, ask):
    """Moves the desk proposes, in order, each with its duty in the next hand."""
    if event.open_move:
        return left_open(*event.open_move)
    if event.moves:
        out = []
        for move in event.moves:
            duty = _duty(event, move["player"])
            out.append({"player": move["player"], "to": move["to"], "duty": duty})
        return decided({"moves": out}, *event.move_rules)
    return _within(event)


def _duty(event, player):
    table = event.table_of(player)
    return None if table is None else table.duty(player, event.always_dealt)


def bound(event):
    """(players by which tables may differ or None where the book names no bound, rule)."""
    rule = event.book.rule("balance.within")
    most = event.posted.get("balance_within")
    if most is None and not rule.silent:
        for tables, players in rule.value:
            if most is None and (tables is None or event.tables_left <= tables):
                most = players
    return most, rule


def uneven(event):
    """([fullest tables], [shortest tables], players by which they differ), by number."""
    counts = [(t.count, t.number) for t in event.in_order()]
    if not counts:
        return [], [], 0
    most, least = max([c for c, _ in counts]), min([c for c, _ in counts])
    return [n for c, n in counts if c == most], [n for c, n in counts if c == least], most - least


def _within(event):
    """No call for a move: one is due only when tables differ by more than the bound."""
    largest, shortest, apart = uneven(event)
    most, rule = bound(event)
    if apart <= 1 or (most is not None and apart <= most):
        return decided({"moves": []}, rule, by="automatic")
    if most is None:
        return left_open(rule)
    if len(largest) != 1 or len(shortest) != 1:
        return left_open(rule, event.book.rule("balance.source"))
    then = event.again()
    call = {"t": event.now, "what": "balance", "to": shortest[0], "from": largest[0]}
    then.apply(call)
    then.settle()
    decision = moves(then, {})
    decision.cite = cites([rule]) + decision.cite
    return decision


def next_to_move(event):
    """The player a call for balance takes; None without such a call."""
    if not event.movers and not event.happened("balance"):
        return None
    if not event.movers:
        return left_open(*event.open_move)
    rules = [event.book.rule("balance.button_games")]
    if event.facts.get("game") == "stud":
        rules = [event.book.rule("balance.stud")]
    elif event.facts.get("game") == "mixed":
        rules.append(event.book.rule("balance.mixed"))
    return decided({"player": event.movers[-1]}, *rules)


def duties(event, ask):
    """What each of some players does in the next hand at his table."""
    out, rules = {}, [event.book.rule("newcomer.dealt"), event.book.rule("break.drawn")]
    rules.append(event.book.rule("button.dead"))
    for player in ask["players"]:
        duty = _duty(event, player)
        if duty is None:
            return left_open(*(event.open_move or rules))
        table = event.table_of(player)
        if table.stud and event.facts.get("game") == "mixed":
            rules.append(event.book.rule("balance.mixed"))
        if len(table.occupied()) == 2:
            rules.append(event.book.rule("button.heads_up"))
        out[player] = duty
    return decided({"duties": out}, *rules, by="automatic")


def source_table(event, ask):
    """The table a player is taken from."""
    calls = event.happened("balance")
    if not calls:
        return left_open(event.book.rule("balance.source"))
    rules = [event.book.rule("balance.source")]
    if event.source is None:
        by_floor = rules[0].value is not None and rules[0].value[0] == "near_first_done"
        return left_open(*rules, by="floor" if by_floor else None)  # who is near is the floor's
    return decided({"table": event.source}, *rules, by="automatic")


# halts and redraws


def plays_down(event):
    """True in a shootout: each table plays by itself until one player has all its chips."""
    return event.facts["format"] == "shootout"


def halt(event, ask):
    """Tables that may not start a hand because they are too short."""
    rule = event.book.rule("halt.short")
    if rule.silent or plays_down(event):
        return left_open(rule)
    missing, of = rule.value
    counts = {t.number: t.count for t in event.in_order()}
    most = max([counts[n] for n in counts] or [0])
    balanced = most - min([counts[n] for n in counts] or [0]) <= 1
    rules, out = [rule], []
    for table in event.in_order():
        full = most if of == "fullest" else event.facts.get("table_max", table.max)
        if of == "maximum" and (balanced or _nobody_dealt_in(event, table)):
            continue
        if full - table.count >= missing:
            out.append(table.number)
    close = event.book.rule("halt.within_one")
    if event.posted.get("balance_within") == 1 and not close.silent:
        rules.append(close)
        out += [n for n in counts if counts[n] < most - 1 and n not in out]
    return decided({"tables": sorted(out)}, *rules)


def _nobody_dealt_in(event, table):
    """True when a player who came now would get no hand: the halt would help nobody."""
    if table.seats is None or table.positions is None:
        return False
    seat, _ = _seat(event, table)
    if seat is None:
        return False
    positions = _with(table, seat)
    return bool(positions) and not event.always_dealt and _between(positions, seat)


def redraw(event, ask):
    """Whether the whole field draws new seats now."""
    night = event.book.rule("redraw.overnight")
    if event.happened("day_end") and not night.silent:
        return decided({"redraw": event.facts.get("days", 1) > 1}, night)
    rule = event.book.rule("redraw.at")
    if rule.silent:
        return left_open(rule)
    began = event.facts.get("tables_started", event.tables_at_start)
    for tables, least in rule.value:
        if not _reached(event, tables, began):
            continue
        if began < least:
            return left_open(rule, by="td")
        return decided({"redraw": True}, rule)
    return decided({"redraw": False}, rule)


def _reached(event, tables, began):
    """True when so many tables are left, or a bust has made so many enough."""
    if began <= tables:
        return False
    if event.tables_left == tables:
        return True
    size = event.facts.get("table_max")
    if not size or event.tables_left < tables:
        return False
    return event.left <= tables * size < event.entered


def wrong_seat(event, ask):
    """Where a player belongs, and with which stack."""
    player = ask["player"]
    wrong = event.happened("sat_wrong", player)
    if wrong:
        return _sat_wrong(event, wrong[-1])
    for move in reversed(event.moves):
        if move["player"] == player:
            answer = {"to": move["to"], "stack": event.stacks.get(player, 0)}
            return decided(answer, *event.move_rules)
    if event.open_move:
        return left_open(*event.open_move)
    table = event.table_of(player)
    if table is None:
        return left_open(event.book.rule("seat.wrong_start"))
    to = "%s:%d" % (table.number, table.seat_of(player))
    answer = {"to": to, "stack": event.stacks.get(player, 0)}
    return decided(answer, event.book.rule("seat.wrong_start"), by="automatic")


def _sat_wrong(event, wrong):
    shootout = event.book.rule("seat.wrong_shootout")
    if event.facts["format"] == "shootout" and not shootout.silent:
        return left_open(shootout)  # each case by itself
    rule = event.book.rule("seat.wrong_start")
    if rule.silent:
        return left_open(rule)
    if not wrong["right_stack"]:
        return left_open(rule, by="td")
    return decided({"to": wrong["assigned"], "stack": wrong["stack"]}, rule)


# the final table


def final_size(event):
    """(players of the final table or None, rule)."""
    rule = event.book.rule("final_table.size")
    if rule.silent:
        return None, rule
    game, seats = event.facts.get("game", "flop"), event.facts.get("table_max")
    for of, size in rule.value:
        if of in (seats, game):
            return (seats if size is None else size), rule
    return None, rule


def final_table(event, ask):
    """How many the final table seats, and whether it is to be made now."""
    size, rule = final_size(event)
    if size is None:
        return left_open(rule, by="td")
    made = bool(event.happened("final_table"))
    return decided({"size": size, "form": event.left <= size and not made}, rule)
