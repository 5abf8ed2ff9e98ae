"""Set-up of a recorded hand: what its record says of game, stakes and stacks, for the engine.

``feltwire play`` and ``feltwire replay`` set their hands up with the same function. Seat N is
player pN; p1 sits left of the button, heads-up p2 has the button and the small blind, and the
record's lists of antes and blinds change places there (the notation's own reading).
"""

from shared_rules import games
from tools.playing.phh import BadHand

NOTATION = games.notation()  # code of the file -> (game, betting)
LIMIT_CAP = 4  # wagers a street in the recorded limit games, a blind not counted


def game_of(record):
    """(game, betting) of a record's variant. Raises BadHand for one Feltwire does not play."""
    variant = record.get("variant")
    found = NOTATION.get(variant) if isinstance(variant, str) else None
    if found is None:
        raise BadHand(f"variant {variant!r} is not one Feltwire plays")
    return found


def setup_of(label, record):
    """Setup event fields of a record whose amounts are whole (``phh.whole_units``)."""
    name, betting = game_of(record)
    game = games.get(name)
    stacks = record["starting_stacks"]
    n = len(stacks)
    setup = {
        "hand_id": label,
        "game": name,
        "betting": betting,
        "format": "cash" if record.get("currency") else "tournament",
        "seats": list(range(1, n + 1)),
        "stacks": {str(i + 1): stacks[i] for i in range(n)},
        "betting_line": True,
        "street": "none",
        "button": n,
        "ante": 0,
    }
    if record.get("bring_in") is not None:
        setup.update(bring_in=record["bring_in"], sb=0, bb=0)
    elif not game.blinds:
        setup.update(sb=0, bb=0, joker=bool(record.get("joker")))
    else:
        row = _row(record, "blinds_or_straddles", n)
        button = dict(row)[n] if game.button_blind else 0
        setup.update(_button_blind(row, n) if button > 0 else _blinds(row))
    setup.update(_antes(_row(record, "antes", n), record, setup))
    setup.update(_sizes(record, game, betting, setup["bb"]))
    return setup


def _row(record, key, n):
    """A list of the record as ``[(seat, chips)]`` in its own order, zeros where it is short."""
    row = list(record.get(key) or ())[:n]
    row += [0] * (n - len(row))
    return [(n - i if n == 2 else i + 1, row[i]) for i in range(n)]


def _antes(row, record, setup):
    """Who antes how much. Antes the record does not trim are dead: they all lie in the main pot."""
    paying = [seat for seat, chips in row if chips]
    amount = max(chips for _, chips in row)
    if not paying:
        return {}
    if paying == [setup.get("bb_seat")]:
        return {"ante": amount, "ante_type": "big_blind_ante"}
    if paying == [setup["button"]] and setup.get("bb_seat") is not None:
        return {"ante": amount, "ante_type": "button_ante"}
    equal = len(paying) == len(row) and len({chips for _, chips in row}) == 1
    if equal and record.get("ante_trimming_status", False):
        return {"ante": amount, "ante_type": "each"}
    uneven = {str(seat): chips for seat, chips in row if chips}
    return {"ante": amount, "ante_type": "each", "antes": uneven}


def _blinds(row):
    """Blinds and straddles. A blind alone is the big blind; a negative one was posted to come in.

    Such a post plays as a bet and does not change who acts first.
    """
    (first, small), (second, big) = row[:2]
    setup = {"sb": max(small, 0), "bb": max(big, 0), "sb_seat": None, "bb_seat": None}
    if big <= 0:
        setup.update(sb=0, bb=setup["sb"])
        setup["bb_seat"] = first if small > 0 else None
    else:
        setup["sb_seat"] = first if small > 0 else None
        setup["bb_seat"] = second
    return _with_others(setup, row, row[2:])


def _button_blind(row, button):
    """The blind of the button, and straddles; a negative amount was posted to come in."""
    setup = {"sb": 0, "sb_seat": None, "bb_seat": button, "bb": dict(row)[button]}
    return _with_others(setup, row, [(seat, chips) for seat, chips in row if seat != button])


def _with_others(setup, row, others):
    """The setup with the straddles among ``others`` and what was posted to come in."""
    straddles = {str(seat): chips for seat, chips in others if chips > 0}
    posts = {str(seat): -chips for seat, chips in row if chips < 0}
    if straddles:
        setup["straddles"] = straddles
    if posts:
        setup["posts"] = posts
    return setup


def _sizes(record, game, betting, bb):
    """Sizes of bets: the record's limits, or a least bet that is not the big blind."""
    if betting == "limit" and not game.openers:
        sizes = {"cap": LIMIT_CAP, "cap_counts_blind": False}
    else:
        sizes = {}
    for key in ("small_bet", "big_bet"):
        if record.get(key) is not None:
            sizes[key] = record[key]
    least = record.get("min_bet")
    own_sizes = betting == "limit" or "small_bet" in sizes
    if not own_sizes and least is not None and least != bb:
        sizes["small_bet"] = sizes["big_bet"] = least
    return sizes
