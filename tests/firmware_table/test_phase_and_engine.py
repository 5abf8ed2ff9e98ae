"""The table's own follower of the hand and the rules engine, side by side on recorded hands.

``phase.py`` works where no rules are loaded, and says what scan and motions need; the engine
rules. Where both speak of one thing they must agree (docs/adr/0016).
"""

import random

from firmware.table import phase as ph
from shared_rules.table import Table
from tests.play import direct

HANDS = 60  # of 2,507, which all agreed at 089ad5d (30 s)
SEED = 16
CHIPS_TO_COME = ("bet", "raise", "all_in")  # the engine takes the word, the follower the chips


def side_by_side(label, record):
    """``(event, Phase, the engine's view)`` after each event of a hand."""
    _hand, script, _plan = direct.play(label, record)
    table, phase = Table("tda-2011"), ph.Phase(9)
    for event in script.mirror.events:
        table.apply(event)
        phase.note(event)
        yield event, phase, table.view()


def due(phase):
    """The live player with chips behind whose turn it is."""
    able = [s for s in sorted(phase.live) if phase.front.get(s, 0) < phase.worth(s)]
    return next((s for s in able if s >= phase.actor), able[0])


def fronts(rows):
    return {seat: chips for seat, chips in rows if chips}


def disagreements(label, record):
    """What the two say differently while the engine waits for a player."""
    for event, phase, view in side_by_side(label, record):
        turn = view.get("to_act")
        if turn is None or event.get("word") in CHIPS_TO_COME:
            continue
        live = [s["seat"] for s in view["seats"] if s["state"] in ("live", "all_in")]
        engine = {
            "part": ph.BETTING, "turn": turn["seat"], "live": sorted(live),
            "board": len(view["board"]), "call": turn["call"],
            "front": fronts((s["seat"], s["front"]) for s in view["seats"]),
        }  # fmt: skip
        owed = phase.high(turn["seat"]) - phase.front.get(turn["seat"], 0)
        own = {
            "part": phase.now, "turn": due(phase), "live": sorted(phase.live), "board": phase.board,
            "call": min(owed, phase.worth(turn["seat"]) - phase.front.get(turn["seat"], 0)),
            "front": fronts((seat, phase.lying(seat)) for seat in phase.front),
        }  # fmt: skip
        if own != engine or turn["seat"] not in phase.owing:
            yield event, engine, own, phase.owing


def test_both_say_the_same_of_turn_street_players_board_and_bets():
    hands = direct.recorded()
    chosen = random.Random(SEED).sample(hands, HANDS)
    found = [(label, one) for label, record, _ in chosen for one in disagreements(label, record)]
    assert found[:1] == [], f"{len(found)} differences, seed {SEED}"
