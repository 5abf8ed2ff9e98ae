"""Whether a live hand can be played with a setup; loaded when one is keyed."""

from shared_rules import games, rulebooks

NEEDED = ("game", "betting", "seats", "button", "stacks")
# amounts that may not be negative, and those that something is divided by
AMOUNTS = ("sb", "bb", "ante", "bring_in", "small_bet", "big_bet", "pot", "min_buy_in", "bet_chip")
DIVISORS = ("smallest_chip",)


def fault(setup):
    """What is wrong with a setup whose values are of their types, None when it can be played."""
    for key in NEEDED:
        if key not in setup or (setup[key] is None and key != "button"):
            return "%r is missing" % key
    try:
        games.get(setup["game"])
        if setup.get("rulebook"):
            rulebooks.get(setup["rulebook"])
    except ValueError as error:
        return str(error)
    if setup["betting"] not in ("no_limit", "pot_limit", "limit"):
        return "unknown betting %r" % (setup["betting"],)
    seats = setup["seats"]
    if not 2 <= len(set(seats)) == len(seats):
        return "two seats are needed, each named once"
    for seat in seats:
        if setup["stacks"].get(str(seat), -1) < 0:
            return "no stack for seat %s" % seat
    for key in AMOUNTS + DIVISORS:
        if key in setup and setup[key] is not None and setup[key] < (key in DIVISORS):
            return "%s cannot be %s" % (key, setup[key])
    return None
