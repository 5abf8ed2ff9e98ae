"""Button, blinds and the ante of the next hand at a table."""

from shared_rules.desk.decision import decided, left_open
from shared_rules.desk.tables import FINAL


def button(event, ask):
    """Seats of button and blinds of the next hand, and the seats that get no cards."""
    table = event.table(ask["table"])
    rules = [event.book.rule("button.dead")]
    if table.stud and event.facts.get("game") == "mixed":
        mixed = event.book.rule("balance.mixed")
        if mixed.silent:
            return left_open(mixed)
        positions = table.upcoming()
        if positions is None:
            return left_open(mixed)
        answer = {"button": positions.button, "sb": None, "bb": None, "not_dealt": []}
        return decided(answer, mixed)
    positions = table.upcoming() if table.seats is not None else None
    if positions is None:
        return left_open(_first_rule(event, table))
    if table.positions is None:
        rules = [_first_rule(event, table)]
    elif len(table.occupied()) == 2:
        rules.insert(0, event.book.rule("button.heads_up"))
    if event.moves or table.newcomers:
        rules += [event.book.rule("newcomer.dealt"), event.book.rule("break.drawn")]
    if event.facts.get("game") == "mixed":
        rules.append(event.book.rule("balance.mixed"))
    waiting = table.passed_over(positions, event.always_dealt)
    answer = {
        "button": positions.button,
        "sb": positions.sb if positions.sb in table.seats else None,
        "bb": positions.bb,
        "not_dealt": waiting,
    }
    return decided(answer, *rules)


def _first_rule(event, table):
    final = table.number == FINAL
    return event.book.rule("button.final_table" if final else "button.first")


def ante(event, ask):
    """What one player posts for all in the next hand, and from which seat."""
    table = event.table(ask["table"])
    row = event.row_of(event.level_in_force()) or {}
    kind = row.get("ante_type", "each")
    if kind == "each":
        return _nobody(event.book.rule("ante.each"))
    positions = table.upcoming() if table.seats is not None else None
    if kind == "big_blind_ante":
        rule = event.book.rule("ante.big_blind")
        if rule.silent or positions is None:
            return left_open(rule)
        return decided({"amount": row["bb"], "seat": positions.bb}, rule)
    rule = event.book.rule("ante.button")
    if rule.silent:
        return left_open(rule)
    if table.count == 2:
        return _nobody(rule)
    if positions is None:
        return left_open(rule)
    if positions.button not in table.seats:  # a dead button posts nothing
        return _nobody(rule)
    return _button_ante(event, table, row, positions, rule)


def _nobody(rule):
    return decided({"amount": 0, "seat": None}, rule, by="automatic")


def _button_ante(event, table, row, positions, rule):
    dealt = table.count - len(table.passed_over(positions, event.always_dealt))
    full = _full_size(event, table, dealt, rule)
    if full is None:
        return left_open(rule)
    rules = [rule]
    together = event.book.rule("ante.together")
    counts = [t.count for t in event.in_order()]
    if full and not together.silent and max(counts) - min(counts) <= 1:
        others = [_full_size(event, t, t.count, rule) for t in event.in_order()]
        if False in others:
            full = False
            rules.append(together)
    amount = row["bb"] if full else row["sb"]
    return decided({"amount": amount, "seat": positions.button}, *rules)


def _full_size(event, table, players, rule):
    """True when the button ante is a big blind, False a small one, None where no size is given."""
    seats = event.facts.get("table_max", table.max)
    for of, least in rule.value:
        if of == seats:
            return bool(least) and players >= least
    return None
