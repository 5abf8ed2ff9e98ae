"""Which pot of a finished hand went to whom, worked out from what players put in and got back.

A record names no pots: it has the acts, and the stacks before and after. Both together mostly leave
one answer. Where they leave several, or none (halves of high and low, a rake), nothing is said.
"""

from dataclasses import dataclass
from itertools import combinations


@dataclass
class Pot:
    """``amount``: its chips; ``seats``: who could win it; ``won``: seat -> chips it paid him."""

    amount: int
    seats: list
    won: dict


def put_in(record):
    """Seat -> chips it put into the pots; a bet that nobody called is its owner's again."""
    put = {int(seat): 0 for seat in record["start"]["stacks"]}
    street, last = None, {}
    for action in record["actions"]:
        seat, amount = action["seat"], action.get("amt") or 0
        if seat not in put:
            continue
        put[seat] += amount
        if action["street"] != street:
            street, last = action["street"], dict.fromkeys(put, 0)
        if action["act"] != "ante":
            last[seat] += amount
    most, *others = sorted(last.values(), reverse=True) or [0]
    if others and most > others[0]:
        put[max(last, key=last.get)] -= most - others[0]
    return put


def got(record, put):
    """Seat -> chips of the pots it was paid, for those that were paid any."""
    before, after = record["start"]["stacks"], record["stacks_after"]
    out = {}
    for seat in put:
        stack = after.get(seat, after.get(str(seat), 0))  # a fresh record has numbers
        out[seat] = stack - before[str(seat)] + put[seat]
    return {seat: chips for seat, chips in out.items() if chips}


def takers(record):
    """Seat -> seats that won the last pot it could win, its own perhaps; {} where that is open."""
    return {seat: sorted(pot.won) for pot in pots(record) for seat in pot.seats}


def pots(record):
    """Pots of a record's hand, the main pot first, each with whom it paid.

    [] where what was put in and paid leaves it open. The winners of a pot that can win the next one
    win that too: nobody beats the best hand there (no game split by high and low fits for long).
    """
    if not (record.get("start") and record.get("actions")) or record.get("cut"):
        return []
    put = put_in(record)
    paid = got(record, put)
    built = _built(record, put)
    if min(paid.values(), default=0) < 0 or sum(paid.values()) != sum(p.amount for p in built):
        return []
    chip = record["start"].get("smallest_chip") or 1
    fits = [p for w in _ways(built, chip, paid, None) if (p := _parts(built, w, paid, chip))]
    if len(fits) != 1:
        return []
    for pot, won in zip(built, fits[0], strict=True):
        pot.won = won
    return built


def _built(record, put):
    """The pots, not paid yet: a layer for every level of those who were in to the end.

    An ante for the table and what folded players put in beyond are part of the main pot. Who put in
    no more than such an ante has no layer of his own.
    """
    gone = {a["seat"] for a in record["actions"] if a["act"] == "fold"}
    live = {seat: chips for seat, chips in put.items() if chips and seat not in gone}
    dead, put = 0, dict(put)
    if (record["start"].get("ante_type") or "each") != "each":
        for action in record["actions"]:
            if action["act"] == "ante" and action["seat"] in put:
                put[action["seat"]] -= action["amt"]
                dead += action["amt"]
    made, below = [], 0
    for level in sorted({put[seat] for seat in live}):
        seats = [seat for seat in sorted(live) if put[seat] >= level]
        amount = sum(min(chips, level) - min(chips, below) for chips in put.values())
        if amount:
            made.append(Pot(amount, seats, {}))
        below = level
    dead += sum(chips - min(chips, below) for chips in put.values())
    if made:
        made[0].amount += dead
    return made


def _ways(built, chip, left, best):
    """Every choice of winners, pot by pot, that pays nobody more than is ``left`` to him.

    ``best``: the winners of the pot before, None for the main pot.
    """
    if not built:
        yield ()
        return
    pot = built[0]
    held = tuple(seat for seat in pot.seats if best and seat in best)
    able = [seat for seat in pot.seats if left.get(seat)]
    some = [seats for k in range(1, len(able) + 1) for seats in combinations(able, k)]
    for seats in [held] if held else some:
        each = pot.amount // len(seats) // chip * chip
        rest = {seat: n - each if seat in seats else n for seat, n in left.items()}
        if all(rest.get(seat, -1) >= 0 for seat in seats):
            yield from ((seats, *more) for more in _ways(built[1:], chip, rest, seats))


def _parts(built, way, paid, chip):
    """For each pot seat -> chips, as ``way`` has its winners; None where that is not ``paid``.

    Equal parts, and of the odd chips no more than one to each who is still short.
    """
    short = dict(paid)
    parts = []
    for pot, seats in zip(built, way, strict=True):
        each = pot.amount // len(seats) // chip * chip
        parts.append(dict.fromkeys(seats, each))
        for seat in seats:
            short[seat] -= each
    for pot, won in zip(built, parts, strict=True):
        odd = pot.amount - sum(won.values())
        for seat in won:
            more = min(odd, short[seat], chip)
            won[seat] += more
            short[seat] -= more
            odd -= more
        if odd:
            return None
    return None if any(short.values()) else parts
