"""Structures: levels, breaks and chips of an event, from templates or fitted to players and hours.

Blinds climb a ladder of amounts that chips can be counted out for. An event is over about when the
big blinds left in play for all are ``END_BLINDS``: then the last two or three have ten each, and
nearly every hand goes all-in. So chips in play and hours fix how steeply the blinds must rise.
"""

CHIPS = (5, 25, 100, 500, 1000, 5000, 25_000, 100_000, 500_000, 1_000_000, 5_000_000)
LOW = (10, 20, 30, 40, 50, 60, 80)  # big blinds below a hundred
HUNDREDS = (100, 150, 200, 300, 400, 500, 600, 800)
# from a thousand on, so that half of each is a multiple of a hundred
THOUSANDS = (1000, 1200, 1600, 2000, 3000, 4000, 5000, 6000, 8000)
END_BLINDS = 25  # big blinds in play when an event ends; simulated events end between 15 and 40
BREAK_EVERY_MINUTES = 120  # players are at the table no longer than that
BREAK_MINUTES = 15
ANTE_FROM = 4  # level from which an ante is posted
LEVELS_MAX = 60
SPARE = 8  # levels beyond the planned end
DEEP = 100  # big blinds of a starting stack at the first level, unless asked otherwise


class BadStructure(ValueError):
    """A structure that cannot be; the text says what does not fit."""


# name -> level minutes, big blinds of the starting stack, big-blind ante, what it is for
TEMPLATES = {
    "turbo": (12, 75, True),  # an evening of three to five hours
    "regular": (20, 100, True),  # a day of six to eight hours
    "deep": (30, 150, True),  # a long day of ten hours or more
    "classic": (20, 100, False),  # small antes of every player, as before 2015
}


def ladder(first, last):
    """Big blinds from ``first`` to the first step that reaches ``last``, ascending."""
    out = []
    for amount in _amounts():
        if amount < first or (first >= 50 and amount // 2 % 25):
            continue  # a structure that begins with chips of 25 has no smaller ones
        out.append(amount)
        if amount >= last:
            return out
    raise BadStructure(f"no ladder of blinds reaches {last}")


def _amounts():
    yield from LOW
    yield from HUNDREDS
    for decade in range(10):
        for amount in THOUSANDS:
            yield amount * 10**decade


def smallest_chip(big):
    """The smallest chip a level needs, by its big blind: its small blind is a multiple of it."""
    for below, chip in ((50, 5), (1000, 25), (10_000, 100), (100_000, 1000)):
        if big < below:
            return chip
    return 5000


def levels(stack, chips, hours, level_minutes, big_blind_ante=True, deep=DEEP):
    """Rows of the desk language that bring ``chips`` in play to an end in ``hours``.

    ``stack``: starting stack, ``chips``: all that will be in play (re-entries and add-ons too),
    ``deep``: big blinds of the starting stack at the first level. Raises BadStructure when the
    hours do not hold two levels, or ask for more than ``LEVELS_MAX``.
    """
    many = _levels_in(hours, level_minutes)
    first = _nearest(stack // deep)
    steps = ladder(first, max(first * 2, chips // END_BLINDS))
    picked = [steps[round(i * (len(steps) - 1) / (many - 1))] for i in range(many)]
    bigs = sorted(set(picked))
    bigs += ladder(bigs[-1] + 1, bigs[-1] * 16)[:SPARE]  # an event may take longer than planned
    rows = [_row(big, big_blind_ante, level_minutes) for big in bigs]
    return _numbered(rows, level_minutes)


def _levels_in(hours, level_minutes):
    per = BREAK_EVERY_MINUTES // level_minutes or 1  # levels between breaks
    block = per * level_minutes + BREAK_MINUTES
    whole, rest = divmod(round(hours * 60), block)
    many = whole * per + min(per, rest // level_minutes)
    if not 2 <= many <= LEVELS_MAX:
        raise BadStructure(
            f"{hours} hours hold {many} levels of {level_minutes} minutes; from 2 to {LEVELS_MAX}"
            " can be laid out: change the hours or the minutes"
        )
    return many


def _nearest(big):
    """The step of the ladder that is nearest to a big blind, at least ten."""
    steps = [s for s in ladder(10, max(big, 10) * 2) if s < 50 or s // 2 % 25 == 0]
    return min(steps, key=lambda s: (abs(s - big), s))


def _row(big, big_blind_ante, minutes):
    return {"level": 0, "sb": big // 2, "bb": big, "ante": 0, "minutes": minutes,
            "ante_type": "big_blind_ante" if big_blind_ante else "each"}  # fmt: skip


def _numbered(rows, level_minutes):
    per = BREAK_EVERY_MINUTES // level_minutes or 1
    for number, row in enumerate(rows, 1):
        row["level"] = number
        chip = smallest_chip(row["bb"])
        if number < ANTE_FROM:
            row["ante_type"] = "each"
        elif row["ante_type"] == "big_blind_ante":
            row["ante"] = row["bb"]
        else:
            row["ante"] = max(chip, row["bb"] // 8 // chip * chip)
        if number % per == 0 and number < len(rows):
            row["break_after"] = BREAK_MINUTES
    return rows


def denominations(stack, rows, chips):
    """Chips the event needs, ascending: from the smallest blind to what a stack is counted in."""
    least = smallest_chip(rows[0]["bb"])
    most = max(stack, chips // 20)
    return [c for c in CHIPS if c == least or least < c <= most]


def starting_chips(stack, kinds):
    """Denomination -> chips of a starting stack, enough small ones to play the first levels.

    ``kinds``: denominations, ascending. Raises BadStructure when they do not make up the stack.
    """
    usable = [c for c in sorted(kinds) if c <= stack]
    if not usable or stack % usable[0]:
        raise BadStructure(f"chips of {usable[:1] or kinds} do not make up a stack of {stack}")
    out, rest = {}, stack
    for small, big in zip(usable, usable[1:], strict=False):
        # so many that two of the next could be changed, and the rest divides by it
        many = (rest % big) // small
        while many < 8 and rest - (many + big // small) * small >= 2 * big:
            many += big // small
        out[small], rest = many, rest - many * small
        if rest < 4 * big:
            break
    top = [c for c in usable if c not in out]
    for chip in reversed(top):
        many = rest // chip
        if many:
            out[chip], rest = many, rest - many * chip
    if rest:
        small = usable[0]
        out[small] = out.get(small, 0) + rest // small
    return {c: out[c] for c in sorted(out) if out[c]}


def plan(players, stack, hours, template="regular", entries_each=1.0, name="", **more):
    """An event's setup for the log: structure, chips and tables that fit players and hours.

    ``entries_each``: entries a player is expected to buy on the average, for the chips in play.
    ``more``: keys of the desk language's ``setup.event`` (``format``, ``buy_in``, ``posted`` ...);
    ``table_max`` seats a table has, 9 unless given. Raises BadStructure for what cannot be.
    """
    if template not in TEMPLATES:
        raise BadStructure(f"no template {template!r}: there are {', '.join(TEMPLATES)}")
    if players < 2:
        raise BadStructure("an event needs two players")
    minutes, deep, ante = TEMPLATES[template]
    minutes = more.pop("level_minutes", minutes)
    chips = round(players * entries_each * stack)
    rows = levels(stack, chips, hours, minutes, ante, deep)
    size = more.setdefault("table_max", 9)
    tables = -(-players // size)
    facts = {"format": "freezeout", "game": "flop", "level": 1, "level_minutes": minutes,
             "levels": rows, "starting_stack": stack, "entries": 0,
             "denominations": denominations(stack, rows, chips), **more}  # fmt: skip
    if name:
        facts["name"] = name
    starting_chips(stack, facts["denominations"])
    return {
        "event": facts,
        "tables": [{"table": n + 1, "max": size, "seats": {}} for n in range(tables)],
    }
