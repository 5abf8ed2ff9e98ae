"""What is due at the desk now, each with its act and the rule it comes from, most urgent first.

``due(office)`` decides nothing for the director: it names what the book, the posted schedule or the
state of the tables asks for. A screen offers it, a simulated director does it.
"""

from gateway.event import last_hands, payouts
from shared_rules.desk import asks, bubble, seating
from shared_rules.desk.faults import BadHappening
from shared_rules.desk.tables import FINAL, PLAYING

APART = 1  # players by which tables may differ where the book names no bound


class Due:
    """One thing to do. ``act`` names a function of ``acts.py``, ``args`` its arguments.

    ``after``: the table whose hand has to be over first, None when it can be done at once.
    ``by``: who decides (``automatic``, ``floor``, ``td``).
    """

    def __init__(self, act, text, cite=(), by="td", after=None, **args):
        self.act = act
        self.text = text
        self.cite = tuple(dict.fromkeys(cite))  # two keys may rest on one rule
        self.by = by
        self.after = after
        self.args = args


def due(office):
    """List of Due, [] when nothing is."""
    out = []
    for look in (
        _registration, _prizes, _alternates, _clock, _button, _hand_for_hand, _final, _next_round,
        _redraw, _break, _balance, _color_up, _heads, _day,
    ):  # fmt: skip
        out += look(office)
    return out


def halted(office):
    """(numbers of tables that may not start a hand, rules); ([], rules) where the book has none."""
    decision = asks.answer(office.event, {"what": "halt"})
    return ([] if decision.open else decision.answer["tables"]), decision.cite


def sells(office):
    """True while entries are sold: nobody closed registration and its last level is not over."""
    event = office.event
    if event.closed:
        return False
    until = event.posted.get("registration_until")
    return not office.clock.begun or (until is not None and office.clock.level <= until)


def grows(office):
    """True while rebuys or add-ons still put money into the pool."""
    posted, clock = office.event.posted, office.clock
    if office.event.facts["format"] != "rebuy":
        return False
    if clock.level <= posted.get("rebuy_until", 0):
        return True
    return clock.on_break and clock.level - 1 == posted.get("add_on_after")


def _registration(office):
    if office.event.closed or sells(office):
        return []
    rule = office.event.book.rule("entry.until")
    return [Due("close_registration", "Close registration: its last level is over", rule.cite)]


def _prizes(office):
    event = office.event
    if not event.closed or event.facts.get("prizes") or grows(office):
        return []
    prizes = proposed_prizes(office)
    if not prizes:
        return []
    text = f"Post the prizes: {len(prizes)} places, {prizes[0]:,} to the winner"
    if len(prizes) == 1:
        text = f"Post the prize: {prizes[0]:,} to the winner"
    return [Due("post_prizes", text, prizes=prizes)]


def proposed_prizes(office):
    """Prizes for the entries there are; [] where there is nothing to pay."""
    event = office.event
    paid = event.facts.get("paid") or payouts.places(office.entries)
    buy_in = event.facts.get("buy_in", 0)
    unit = 10 ** max(0, len(str(buy_in)) - 2) if buy_in else 1
    least = buy_in * payouts.MIN_CASH_PERCENT // 100
    pool, paid = office.pool, min(paid, max(1, event.entered))
    while paid > 1 and pool < paid * max(unit, least):
        paid -= 1
    try:
        return payouts.table(pool, paid, unit, least if pool >= least else 0)
    except payouts.BadPayout:
        return []


def _alternates(office):
    waiting = office.event.lists.get("alternates", ())
    free = any(t.free() for t in office.event.in_order())
    if not waiting or not free:  # they paid in time: closing registration does not lose them
        return []
    rule = office.event.book.rule("entry.alternate")
    return [Due("seat_alternate", f"Seat {office.name(waiting[0])}, first of the alternates",
                rule.cite)]  # fmt: skip


def _clock(office):
    """The book stops the clock in hand for hand and while a deal is talked about."""
    event, clock = office.event, office.clock
    if not clock.begun or clock.on_break or not (event.hand_for_hand or office.stopped_by_rule):
        return []
    decision = asks.answer(event, {"what": "clock"})
    if decision.open or decision.answer["running"] == clock.running:
        return []
    if clock.running:
        return [Due("stop_clock", "Stop the clock", decision.cite, decision.decided_by)]
    if not office.stopped_by_rule:
        return []
    return [Due("start_clock", "Start the clock again", decision.cite, decision.decided_by)]


def _button(office):
    if not office.clock.begun:
        return []
    out = []
    for table in office.event.in_order():
        if table.seats is None or len(table.seats) < 2:
            continue
        if table.positions is None and table.first_button is None:
            final = table.number == FINAL
            rule = office.event.book.rule("button.final_table" if final else "button.first")
            out.append(Due("first_button", f"Draw for the button at table {table.number}",
                           rule.cite, rule.decided_by, table=table.number))  # fmt: skip
    return out


def _hand_for_hand(office):
    event = office.event
    paid = bubble.paid(event)
    if not event.closed or not paid or _by_itself(office):
        return []
    near = paid < event.left <= paid + 1
    rule = event.book.rule("hand_for_hand.play")
    if near and not event.hand_for_hand and len(event.tables) > 1:
        text = f"Play hand for hand: {event.left} left, {paid} paid"
        return [Due("hand_for_hand", text, rule.cite, on=True)]
    if event.hand_for_hand and event.left <= paid:
        return [Due("hand_for_hand", "End hand for hand: all who are left are paid", rule.cite,
                    on=False)]  # fmt: skip
    return []


def _settled(office):
    """True when no more entries come, so that tables may go."""
    return not sells(office) and not office.event.lists.get("alternates")


def _by_itself(office):
    """True while each table of a shootout plays its own round: nobody comes to it or leaves it."""
    event = office.event
    begun = office.hands or event.outs
    return seating.plays_down(event) and FINAL not in event.tables and bool(begun)


def _round_goes_on(office):
    return _by_itself(office) and any(t.count > 1 for t in office.event.in_order())


def _final(office):
    event = office.event
    if FINAL in event.tables or len(event.tables) < 2 or not _settled(office):
        return []
    size, rule = _final_size(event)
    if event.left > size or _round_goes_on(office):
        return []
    return [Due("final_table", f"Make the final table: {event.left} players draw seats",
                rule.cite, rule.decided_by, after=_busy(event))]  # fmt: skip


def _final_size(event):
    size, rule = seating.final_size(event)
    return size or event.facts.get("table_max", 9), rule


def _next_round(office):
    """A shootout has a winner of each table, and they are too many for one table."""
    event = office.event
    if not _by_itself(office) or not _settled(office) or _round_goes_on(office):
        return []
    if event.left <= _final_size(event)[0]:
        return []  # they make the final table
    tables = -(-event.left // min(t.max for t in event.in_order()))
    text = f"Next round: the {event.left} winners draw seats at {tables} tables"
    return [Due("next_round", text, after=_busy(event), tables=tables)]


def _busy(event, tables=None):
    """A table that is in a hand, of some tables or of all; None when none is."""
    rows = event.in_order() if tables is None else [event.tables[n] for n in tables]
    playing = [t.number for t in rows if t.state == PLAYING]
    return playing[0] if playing else None


def _redraw(office):
    event = office.event
    if office.last_shift not in ("break", "day_end") or FINAL in event.tables:
        return []  # the field has not shrunk since its last draw
    if not _settled(office) or _by_itself(office):
        return []
    try:
        decision = asks.answer(event, {"what": "redraw"})
    except BadHappening:
        return []
    if decision.open or not decision.answer["redraw"] or len(event.tables) < 2:
        return []
    return [Due("redraw", f"Draw new seats at all {len(event.tables)} tables", decision.cite,
                decision.decided_by, after=_busy(event))]  # fmt: skip


def _break(office):
    event = office.event
    if len(event.tables) <= 2 or not _settled(office) or _by_itself(office):
        return []  # two tables make the final one
    size = min(t.max for t in event.in_order())
    if -(-event.left // size) >= len(event.tables):
        return []
    number = next_to_break(event)
    rule = event.book.rule("break.drawn")
    count = event.tables[number].count
    text = f"Break table {number}: its {count} players draw seats"
    if count == 1:
        text = f"Break table {number}: its one player draws a seat"
    return [Due("break_table", text, rule.cite, "td", after=_busy(event, [number]), table=number)]


def next_to_break(event):
    """Table that breaks next: by the order posted, else the one with the highest number."""
    for number in event.posted.get("breaking_order", ()):
        if number in event.tables:
            return number
    return max(n for n in event.tables if n != FINAL)


def _balance(office):
    event = office.event
    if len(event.tables) < 2 or (sells(office) and not office.clock.begun) or _by_itself(office):
        return []
    largest, shortest, apart = seating.uneven(event)
    bound, rule = seating.bound(event)
    bound = APART if bound is None else bound
    if apart <= max(1, bound):
        return []
    to = shortest[0]
    source = _source(event, to, largest)
    text = f"Balance: one player of table {source} goes to table {to}"
    rules = rule.cite + event.book.rule("balance.button_games").cite
    return [Due("balance", text, rules, "automatic" if not rule.silent else "td",
                after=_busy(event, [source]), to=to, source=source)]  # fmt: skip


def _source(event, to, largest):
    """The table a player leaves: the book's if that helps, else the fullest between hands."""
    number, _ = seating.source_of(event, to)
    if number in event.tables and event.tables[number].count >= event.tables[to].count + 2:
        return number
    idle = [n for n in largest if event.tables[n].state != PLAYING]
    return (idle or largest)[0]


def _color_up(office):
    """Between levels: nothing from the level to come on needs the lowest chip."""
    event = office.event
    if not office.clock.on_break:
        return []
    decision = asks.answer(event, {"what": "color_up_due"})
    if decision.open:
        old_new = _not_needed(event)
    else:
        answer = decision.answer
        fits = answer["before_level"] <= office.clock.level
        old_new = (answer["old"], answer["new"]) if fits else None
    if old_new is None:
        return []
    old, new = old_new
    return [Due("color_up", f"Color up: race off the {old} chips for {new}", decision.cite,
                decision.decided_by, after=_busy(event), old=old, new=new)]  # fmt: skip


def _day(office):
    """The day ends once every table has dealt its last hands; then the next one begins."""
    if last_hands.at_night(office):
        day = office.day + 1
        return [Due("begin_day", f"Begin day {day}: the clock runs again")]
    left = last_hands.left(office)
    if left is None or any(left.values()) or _busy(office.event) is not None:
        return []
    rule = office.event.book.rule("hands.drawn")
    return [Due("end_day", "End the day: every table has dealt its last hands", rule.cite)]


def _heads(office):
    """All is over: who is left keeps the money on his own head."""
    event = office.event
    if office.deal is None and not (event.closed and event.left == 1):
        return []
    left = sum(office.people[p].head for p in office.seated())
    if not left:
        return []
    return [Due("keep_heads", f"Whoever is left keeps his own bounty: {left:,}")]


def _not_needed(event):
    """(lowest chip, the next) where the book says nothing and all levels to come do without it."""
    gone = [e["old"] for e in event.happened("color_up")]
    chips = sorted(d for d in event.facts.get("denominations", ()) if d not in gone)
    rows = [r for r in event.facts.get("levels", ()) if r["level"] >= (event.level or 0)]
    if len(chips) < 2 or not rows:
        return None
    amounts = [a for r in rows for a in (r["sb"], r["bb"], r["ante"])]
    return None if any(a % chips[1] for a in amounts) else (chips[0], chips[1])
