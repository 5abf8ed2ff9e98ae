"""A trace that begins after the flop: what lies on the table stands for what happened before.

The header's ``street``, ``live``, ``board``, ``bets`` and ``pot`` (the case language's) say where
the hand is; what is not there is read off the first dwells. The cards are told with less
confidence; the engine takes the hand up on that street, it is told nothing of what came before.
"""

from firmware.table import events
from shared_rules.engine import Hand
from shared_rules.zones import BOARD, BURN, STUB, seat_zone

STREETS = {3: "flop", 4: "turn", 5: "river"}  # by cards on the board
HANDS = 2  # seats with cards that make it a hand


def on_a_street(setup, opening):
    """True when the trace begins with a board, by the header or by what lies there."""
    if setup.get("street", "none") in STREETS.values():
        return True
    return len(opening.board) in STREETS and len(opening.cards) >= HANDS


def take_up(replay, opening):
    """Bring the table code and the engine to the street the trace begins on."""
    setup = _setup(replay, opening)
    table, t = replay.table, replay.t
    replay.emit(dict(setup, t=t, what="setup"))
    table.phase.note(dict(setup, t=t, what="setup"))
    table.phase.begin()
    rows = _rows(replay, opening, setup, t)
    emitted = {}
    for row in rows:
        table.phase.note(row)
        replay.emit(row)
        for card in row["cards"]:
            emitted[card] = (row["to"], len(emitted) + 1, row["face"])
    table.cards.restore(emitted, len(emitted))
    table.cards.joined = True
    _money(table.phase, opening, setup)
    table.chips.restore({s: list(v.values()) for s, v in opening.chips.items()})
    rules = replay.rules
    rules.setup = setup
    rules.hand = Hand(setup, setup["game"], rules.book)
    rules.hands, rules.emitted = 1, None


def _setup(replay, opening):
    """The header's setup, completed by what lies on the table."""
    setup = dict(replay.header.setup)
    name = replay.names.token
    setup.setdefault("live", sorted(s for s in opening.cards if s in setup["seats"]))
    setup.setdefault("board", [name(uid) for uid in opening.board])
    if setup.get("street", "none") == "none":
        setup["street"] = STREETS[len(opening.board)]
    bets = {str(s): sum(opening.chips[s].values()) for s in sorted(opening.chips)}
    setup.setdefault("bets", {s: bets[s] for s in bets if int(s) in setup["seats"]})
    if opening.pot:
        setup.setdefault("pot", sum(opening.pot.values()))
    return setup


def _rows(replay, opening, setup, t):
    """Moves of the cards that lie on the table: hands, burns, board."""
    name = replay.names.token
    rows = []
    for seat in setup["live"]:
        cards = [name(uid) for uid in opening.cards.get(seat, ())]
        rows.append(events.card_move(t, cards, STUB, seat_zone(seat), "down", "dealer"))
    if opening.burned:
        burned = [name(uid) for uid in opening.burned]
        rows.append(events.card_move(t, burned, STUB, BURN, "down", "dealer"))
    rows.append(events.card_move(t, list(setup["board"]), STUB, BOARD, "up", "dealer"))
    for row in rows:
        row["confidence"] = "medium"
    return rows


def _money(phase, opening, setup):
    """What lies in front of the players and in the pot; who has not answered yet."""
    for seat in sorted(int(s) for s in setup["bets"]):
        chips = setup["bets"][str(seat)]
        if chips:
            phase.stacks[seat] = phase.worth(seat) + chips
            phase.front[seat] = chips
    high = phase.high()
    if high:
        phase.owing = [s for s in phase.live if phase.front.get(s, 0) < high]
        last = max((s for s in phase.front if phase.front[s] == high), key=int)
        phase.actor = phase.after(last)
    phase.pot = list(opening.pot.values())
    phase.pot_sum = sum(phase.pot)
