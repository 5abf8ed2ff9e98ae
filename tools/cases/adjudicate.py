"""Rule on cases of the case language: one answer a line, the way to it on request."""

import json

from shared_rules import correcting, events, games, rulebooks, rulings, zones
from shared_rules.engine import Hand
from tools.cases import case_shape

STREETS = ("none", "draw")  # besides those of the game
SETUP_NEEDED = ("format", "betting", "seats", "button", "ante", "betting_line", "street")
SEAT_LISTS = ("seats", "live", "dealt_in", "all_in", "capped", "penalty_seats", "owes_blind")
SEAT_MAPS = ("presence", "bets", "stacks", "upcards", "hands", "time_cards", "antes", "straddles")


class BadCase(ValueError):
    """A case that cannot be ruled on; the text names the field and what is wrong."""


def read_case(text):
    """Case dict of one line. Raises BadCase naming the field."""
    try:
        case = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadCase(f"not JSON: {error}") from error
    if not isinstance(case, dict):
        raise BadCase("a case is a JSON object")
    for key, kind in (("id", str), ("rulebook", str), ("game", str)):
        if not isinstance(case.get(key), kind):
            raise BadCase(f"{key}: a text is needed, got {case.get(key)!r}")
    try:
        rulebooks.get(case["rulebook"])
    except ValueError as error:
        raise BadCase(f"rulebook: {error}") from error
    if case["game"] not in games.names():
        raise BadCase(f"game: unknown game {case['game']!r}")
    _check_setup(case.get("setup"), case["game"])
    happening = case.get("happening")
    if not isinstance(happening, list):
        raise BadCase("happening: a list of events is needed")
    _check_events(happening)
    return case


def _check_setup(setup, game):
    if not isinstance(setup, dict):
        raise BadCase("setup: an object is needed")
    for key in SETUP_NEEDED:
        if key not in setup:
            raise BadCase(f"setup.{key}: is missing")
    _one_of(setup, "format", ("cash", "tournament"))
    _one_of(setup, "betting", ("no_limit", "pot_limit", "limit"))
    if setup["street"] != "none" and "live" not in setup:
        raise BadCase("setup.live: is missing")
    for key in SEAT_LISTS:
        if key in setup and not _ints(setup[key]):
            raise BadCase(f"setup.{key}: a list of seat numbers is needed, got {setup[key]!r}")
    for key in SEAT_MAPS:
        value = setup.get(key, {})
        if not isinstance(value, dict) or not all(k.isdigit() for k in value):
            raise BadCase(f"setup.{key}: an object keyed by seats is needed, got {value!r}")
    for key in ("sb", "bb", "ante", "bring_in", "small_bet", "big_bet", "pot", "smallest_chip"):
        if key in setup and not _is_int(setup[key]):
            raise BadCase(f"setup.{key}: whole chips are needed, got {setup[key]!r}")
    wrong = case_shape.fault(setup, "setup")
    if wrong is not None:
        raise BadCase(wrong)
    street = setup["street"]
    if street not in STREETS and games.get(game).street(street) is None:
        raise BadCase(f"setup.street: {game} has no street {street!r}")


def _one_of(setup, key, allowed):
    if setup[key] not in allowed:
        raise BadCase(f"setup.{key}: {setup[key]!r} is none of {', '.join(allowed)}")


def _is_int(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _ints(value):
    return isinstance(value, list) and all(_is_int(v) for v in value)


def _check_events(happening):
    last = 0
    for i, event in enumerate(happening):
        wrong = case_shape.fault(event, f"happening[{i}]") if isinstance(event, dict) else None
        if wrong is not None:
            raise BadCase(wrong)
        try:
            events.check(event)
        except events.BadEvent as error:
            raise BadCase(f"happening[{i}]: {error}") from error
        if event["t"] < last:
            raise BadCase(f"happening[{i}].t: time runs backwards ({event['t']} after {last})")
        last = event["t"]
        for key in ("from", "to", "zone", "into"):
            if key in event and isinstance(event[key], str) and event["what"] != "condition":
                zone = event[key]
                if event["what"] != "puck_move" and not zones.is_zone(zone) and zone != "deck":
                    raise BadCase(f"happening[{i}].{key}: unknown zone {zone!r}")
        for key, ok in (("cards", list), ("chips", list), ("seats", list)):
            numbers = event["what"] in ("rfid_count", "race_cards")
            if key in event and not numbers and not isinstance(event[key], ok):
                raise BadCase(f"happening[{i}].{key}: a list is needed, got {event[key]!r}")
        for chip in event.get("chips", ()):
            if not _is_int(chip):
                raise BadCase(f"happening[{i}].chips: whole chips are needed, got {chip!r}")
        for key in ("seat", "amount", "to"):
            value = event.get(key)
            if value is not None and not isinstance(value, str) and not _is_int(value):
                raise BadCase(f"happening[{i}].{key}: a whole number is needed, got {value!r}")


class Played:
    """A case as a live table plays it: folded anew where a later event puts an earlier one right.

    ``hand``: as it is now; ``reported``: its events so far, as they should have been told.
    """

    def __init__(self, case):
        self._case = case
        self.reported = []
        self.hand = self.new_hand()

    def new_hand(self):
        """The hand before anything happened."""
        case = self._case
        return Hand(case["setup"], case["game"], rulebooks.get(case["rulebook"]))

    def take(self, event):
        """What follows from an event."""
        what = event["what"]
        if what == "correction" or what == "declare" and "about" in event:
            out = correcting.corrected(self, event)
            if out is not None or what == "correction":
                return out or []
        self.reported.append(event)
        return self.hand.apply(event)


def play(case):
    """Hand of a case after its happening, and the outputs of each event."""
    played = Played(case)
    outputs = [played.take(event) for event in case["happening"]]
    return played.hand, outputs


def answer_of(case, hand):
    """The answer line of a case as the scorer wants it."""
    r = hand.answer()
    out = {"id": case["id"], "ruling": r["ruling"]}
    for key in ("amount", "seat"):
        if r[key] is not None:
            out[key] = r[key]
    out["binding"] = rulings.is_binding(r)
    out["misdeal"] = bool(r["misdeal"])
    out["remedy_steps"] = r["remedy_steps"]
    out["decided_by"] = r["decided_by"]
    out["cite"] = r["cite"]
    out["confidence"] = r["confidence"]
    return out


def explain(case, hand, outputs):
    """Lines that tell the way to the answer: each event, what followed, the ruling in force."""
    lines = [f"{case['id']} ({case['game']}, {case['rulebook']})"]
    for i, event in enumerate(case["happening"]):
        facts = {k: v for k, v in event.items() if k not in ("t", "what")}
        text = " ".join(f"{k}={v}" for k, v in facts.items())
        lines.append(f"  {i:3d} {event['t']:>8d} ms  {event['what']} {text}")
        lines += ["        " + _line(out) for out in outputs[i]]
    r = hand.answer()
    lines.append(f"  in force: {r['ruling']}: {r['text']}")
    if r["remedy_steps"]:
        lines.append("  steps: " + ", ".join(r["remedy_steps"]))
    by = f"  {r['decided_by']} decides; {', '.join(r['cite']) or 'no rule'}; {r['confidence']}"
    lines.append(by + f"; situation {r['situation']}; events {r['evidence']}")
    return lines


def _line(out):
    if out["k"] == "action":
        return f"-> seat {out['seat']} {out['act']} {out['amt'] or ''}".rstrip()
    if out["k"] == "phase":
        return f"-> {out['phase']}, {out['street']}, to act: {out['to_act']}"
    if out["k"] == "ruling":
        return f"=> {out['ruling']} [{out['situation']}] {', '.join(out['cite'])}"
    return f"-> {out['k']} {out.get('situation', '')}".rstrip()
