"""Changes of a case that change its answer in a known way, or not at all.

A change takes a case and returns ``(case, answer_changed)``: the changed case and a function that
makes the answer due from the answer of the case as it was; None where the change does not apply.
``python -m tests.engine.case_changes CASES.jsonl`` makes every change of every case.
"""

import json
import random
import sys

from tools.cases.adjudicate import answer_of, play, read_case

# seats of the place where a case counts them: lists of seats, maps keyed by seats, one seat
LISTS = ("seats", "live", "dealt_in", "all_in", "capped", "penalty_seats", "owes_blind", "seen_by",
         "high", "low", "order")  # fmt: skip
MAPS = ("presence", "time_cards", "bets", "stacks", "upcards", "hands", "odd_chips", "antes")
ONE = ("seat", "button", "sb_seat", "bb_seat", "first_dealt_seat", "about_seat", "target",
       "by_seat", "on_seat", "waiting_for", "button_with")  # fmt: skip
ZONES = ("from", "to", "zone", "into")
CHIPS = ("sb", "bb", "ante", "bring_in", "small_bet", "big_bet", "smallest_chip", "round_to", "pot",
         "upper_limit", "old", "new", "amount", "each", "readings", "gives", "gets", "bets",
         "stacks", "chips")  # fmt: skip
# rulings whose amount is no chips, and steps that name a seat or an amount
NOT_CHIPS = ("penalty_hands", "time_bank_auto_used", "race_result")
SEAT_STEPS = ("button_to_seat_", "big_blind_seat_", "return_wager_to_seat_", "chip_to_seat_",
              "one_chip_to_seat_", "survivor_chip_to_seat_")  # fmt: skip


def answer(case):
    """Answer of a case, as the command prints it."""
    case = read_case(json.dumps(case))
    return answer_of(case, play(case)[0])


def same(found):
    """The answer does not change."""
    return found


# -- the seats turned round the table --------------------------------------------------------------


def turned(case, rng):
    """Every seat moves on by the same number of places; an answer names the moved seats."""
    setup = case["setup"]
    if "color" in setup or "button_drawn" in setup:
        return None  # these rules name seat 1
    places = setup.get("table_max", 10)
    by = rng.randint(1, places - 1)

    def moved(seat):
        return None if seat is None else (seat - 1 + by) % places + 1

    def due(found):
        found = dict(found)
        if "seat" in found:
            found["seat"] = moved(found["seat"])
        found["remedy_steps"] = [_step(step, moved) for step in found["remedy_steps"]]
        return found

    out = dict(case, setup=_turn(setup, moved))
    out["happening"] = [_turn(event, moved) for event in case["happening"]]
    return out, due


def _turn(facts, moved):
    out = {}
    for key, value in facts.items():
        if key in LISTS and isinstance(value, list):
            value = [moved(seat) for seat in value]
            if key not in ("order",) and "what" not in facts:
                value.sort()
        elif isinstance(value, dict) and key in (*MAPS, "cards"):
            value = {str(moved(int(seat))): value[seat] for seat in value}
        elif key in ONE:
            value = moved(value)
        elif key in ZONES and isinstance(value, str) and ":" in value:
            place, number = value.split(":")
            value = f"{place}:{moved(int(number))}" if place in ("seat", "line") else value
        elif key == "previous":
            value = {k: moved(v) for k, v in value.items()}
        elif key in ("moved_in", "pots"):
            value = [_turn(row, moved) for row in value]
        elif key in ("kill", "condition"):
            value = _turn(value, moved)
        out[key] = value
    return out


def _step(step, moved):
    for start in SEAT_STEPS:
        if step.startswith(start):
            return start + str(moved(int(step[len(start) :])))
    if step.startswith("seat_") and step.endswith("_brings_in"):
        return f"seat_{moved(int(step.split('_')[1]))}_brings_in"
    return step


# -- other chips -----------------------------------------------------------------------------------


def scaled(case, rng):
    """All chips are worth so many times as much; so is the amount of the answer."""
    by = rng.choice((2, 5, 10))
    out = dict(case, setup=_scale(case["setup"], by))
    out["setup"].setdefault("smallest_chip", by)
    out["happening"] = [_scale(event, by) for event in case["happening"]]

    def due(found):
        found = dict(found)
        if "amount" in found and found["ruling"] not in NOT_CHIPS:
            found["amount"] *= by
        steps = []
        for step in found["remedy_steps"]:
            name, _, amount = step.rpartition("_")
            steps.append(f"{name}_{int(amount) * by}" if name in ("main", "side") else step)
        found["remedy_steps"] = steps
        return found

    return out, due


def _scale(facts, by):
    out = {}
    for key, value in facts.items():
        if key in CHIPS or (key == "to" and isinstance(value, int)):
            value = _times(value, by)
        elif key in ("kill", "color"):
            value = _scale(value, by)
        elif key in ("pots",):
            value = [_scale(row, by) for row in value]
        elif key == "then":
            value = _scale(value, by)
        out[key] = value
    return out


def _times(value, by):
    if isinstance(value, dict):
        return {k: v * by for k, v in value.items()}
    return [v * by for v in value] if isinstance(value, list) else value * by


# -- what says nothing -----------------------------------------------------------------------------


def later(case, rng):
    """Everything happens later, all by the same time."""
    ms = rng.randint(1, 10**7)
    happening = []
    for event in case["happening"]:
        event = dict(event, t=event["t"] + ms)
        if "until" in event:
            event["until"] += ms
        happening.append(event)
    return dict(case, happening=happening), same


def disordered(case, rng):
    """The keys of every object come in another order."""
    return _disorder(case, rng), same


def _disorder(value, rng):
    if isinstance(value, dict):
        keys = list(value)
        rng.shuffle(keys)
        return {key: _disorder(value[key], rng) for key in keys}
    return [_disorder(v, rng) for v in value] if isinstance(value, list) else value


def unnamed(case, rng):
    """What is for people only says nothing: family, source, text, the name of the scenario."""
    out = {k: v for k, v in case.items() if k not in ("about", "family", "source", "expected")}
    return dict(out, id=f"case-{rng.randint(1, 999)}@{case['rulebook']}"), same


def reported_twice(case, rng):
    """A count, a reading or a sign of life is told again by the reader."""
    at = [
        i
        for i, e in enumerate(case["happening"])
        if e["what"] in ("rfid_count", "tag_read", "presence", "puck_move")
    ]
    if not at:
        return None
    i = rng.choice(at)
    events = case["happening"]
    return dict(case, happening=[*events[: i + 1], dict(events[i]), *events[i + 1 :]]), same


def card_twice(case, rng):
    """The reader tells once more which card has come to rest where it lies."""
    at = [i for i, e in enumerate(case["happening"]) if e["what"] == "card_move"]
    if not at:
        return None
    i = rng.choice(at)
    events = case["happening"]
    event = events[i]
    if event["to"] == "mouth":
        return None
    again = {"t": event["t"], "what": "tag_read", "zone": event["to"], "cards": event["cards"]}
    return dict(case, happening=[*events[: i + 1], again, *events[i + 1 :]]), same


def seated(case, rng):
    """The reader tells that a player sits who never left the chair."""
    setup, events = case["setup"], case["happening"]
    gone = [e.get("seat") for e in events if e["what"] == "presence"]
    away = setup.get("presence", {})
    there = [s for s in setup["seats"] if str(s) not in away and s not in gone]
    if not there:
        return None
    i = rng.randint(0, len(events))
    t = events[i - 1]["t"] if i else 0
    event = {"t": t, "what": "presence", "seat": rng.choice(there), "state": "in_seat"}
    return dict(case, happening=[*events[:i], event, *events[i:]]), same


CHANGES = {
    "seats turned": turned,
    "chips scaled": scaled,
    "times moved": later,
    "keys disordered": disordered,
    "names left out": unnamed,
    "readings told twice": reported_twice,
    "a card read again": card_twice,
    "a sign of life": seated,
}


def differs(case, name, seed):
    """What is wrong with the answer of the changed case: None, or a line of text."""
    made = CHANGES[name](case, random.Random(f"{name}/{seed}/{case['id']}"))
    if made is None:
        return None
    changed, due = made
    want, have = due(answer(case)), answer(changed)
    wrong = sorted(k for k in {*want, *have} - {"id"} if want.get(k) != have.get(k))
    if not wrong:
        return None
    parts = [f"{k} {have.get(k)!r} instead of {want.get(k)!r}" for k in wrong]
    return f"{case['id']}, {name}, seed {seed}: {'; '.join(parts)}"


def main(argv):
    """Every change of every case, each with several seeds; the exit code."""
    with open(argv[0], encoding="utf-8") as f:
        cases = [json.loads(line) for line in f if line.strip()]
    bad, made = [], 0
    for case in cases:
        for name in CHANGES:
            for seed in range(3):
                made += 1
                bad.append(differs(case, name, seed))
    bad = [line for line in bad if line]
    for line in bad[:40]:
        print("  " + line)
    print(f"changed cases: {made} of {len(cases)} cases answered, {len(bad)} answers differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
