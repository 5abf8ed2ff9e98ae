"""Grammar of the desk language: ``fault(case)`` names the first field that is not as it must be.

A field is ``name type``, or ``name? type`` when it may be missing. Types: ``int`` (whole, not
negative), ``count`` (from 1), ``seat`` (1 to 10), ``bool``, ``player``, ``players``, ``place``
("table:seat"), ``places``, ``numbers``, ``card``; ``text`` up to 300 characters; ``a|b`` one of
these words; ``map T`` an object of T; ``seats`` seat -> player; ``list T``.

``HAPPENINGS`` are the words of the case language and those an event needs that runs from
registration to payout (docs/desk.md, "Words beyond the case language").
"""

import re

from shared_rules.desk.asks import ACTS, ASKS
from shared_rules.rulebooks import BOOKS

PLAYER = re.compile(r"[A-Z][A-Za-z0-9]*")
PLACE = re.compile(r"[1-9][0-9]*:([1-9]|10)")
CARD = re.compile(r"[2-9TJQKA][shdc]")
KEYS = {  # of an object -> what its keys are
    "seats": ("seat", re.compile("[1-9]|10")),
    "map": ("player", PLAYER),
    "map_number": ("number", re.compile("[1-9][0-9]{0,11}")),
}
ACT = "|".join(sorted(ACTS))

HAPPENINGS = {
    # an event from registration to payout
    "listed": "player player",
    "seated": "player player, to place, stack count",
    "table_opened": "table count, max seat",
    "button_placed": "table count, seat seat, cards? map card",
    "redrawn": "seats map place",
    "stacks": "stacks map int, by? counted|tables|race, table? count,"
    " counted_by? text, signed_by? text",
    "prizes_posted": "prizes numbers",
    "structure_changed": "levels list level",
    "clock_started": "", "clock_paused": "by? rule|director", "break_over": "", "day_begins": "",
    "clock_set": "left_ms int",
    "knocked_out": "player player, by player, also? players",
    "chips_counted": "chips map_number int, table? count",
    "dealt_out": "player player, hands count, table count",
    "paid_out": "player player, amount int, id_shown bool",
    "deal_made": "amounts map int",
    "move_seen": "player player, says left|sits",
    "noted": "text text, table? count, player? player",
    "alerted": "kind text, text text, cite list text, table? count, player? player",
    # the case language
    "clock_zero": "", "registration_closed": "", "day_end": "", "event_cancelled": "",
    "deal_talk": "", "time_limit": "", "round_up": "",
    "level_announced": "level count",
    "hand_start": "table count, by riffle|machine_cut|machine_button|dealer_seated",
    "hand_over": "table count, stacks? map int", "all_in_called": "table count",
    "stud_round": "table count", "holdem_round": "table count",
    "hand_for_hand": "on bool",
    "card_drawn": "value count",
    "button_cards": "cards map card",
    "bust": "hand int, table count, players players, stacks? map int",
    "leaves_event": "player player",
    "balance": "to count, from? count",
    "near": "tables numbers",
    "player_picked": "player player",
    "break": "table count, seat_cards? places, drawn? map place",
    "moved": "player player, to place",
    "delays_move": "player player, on_purpose bool",
    "sat_wrong": "player player, at place, assigned place, stack int, right_stack bool",
    "final_table": "seats seats",
    "register": "player player, id_shown? bool, name? text, paid? int, request? text",
    "re_enter": "player player, paid? int",
    "rebuy": "player player, paid? int, chips? int",
    "add_on": "player player, paid? int, chips? int",
    "rebuy_announced": "player player",
    "absent": "player player, contacted bool, keep_chips? bool",
    "asks": f"player player, for {ACT}, seat? place, id_shown? bool, present? bool",
    "color_up": "old count, new count, chips map int",
    "race_cards": "cards map cards",
    "chips_found": "player player, value int, where pocket|after_race",
    "offence": "player player, kind soft_play|chip_transfer|stalling|false_id",
    "penalty": "player player, kind warning|hands|rounds|disqualification, count? count",
    "hands_missed": "player player, count int",
    "deal_proposed": "among players, kind icm|amounts, td_informed bool, amounts? map int",
    "deal_answer": "player player, agree bool",
    "pressure": "by player, on player",
    "seat_open": "seat seat",
    "list_call": "player player, answers bool",
    "cash_out": "player player, amount int",
    "returns": "player player",
    "away": "player player, noticed bool",
    "lock_up": "player player",
    "buys_in": "player player, amount int",
    "objects": "player player",
}  # fmt: skip
QUESTIONS = {
    "duties": "players players", "places": "players players", "prizes": "players players",
    "seat": "player player", "entry": "player player", "stack_status": "player player",
    "penalty": "player player", "buy_in": "player player",
    "level_of_hand": "table count", "button": "table count", "ante": "table count",
    "allowed": f"act {ACT}, player? player",
}  # fmt: skip
EVENT = (
    "format freezeout|reentry|rebuy|shootout|cash, game? flop|stud|mixed, days? count,"
    " entries? int, players_left? count, table_max? seat, tables_started? count,"
    " tables_left? count, level? count, level_minutes? count, minutes_left? int,"
    " levels? list level, prizes? numbers, paid? count, buy_in? count, starting_stack? count,"
    " denominations? numbers, hand_for_hand? bool, posted? posted,"
    " name? text, fee? int, bounty? int, bounties? fixed|progressive,"
    " add_on_stack? count, hands_per_hour? count, starting_chips? map_number int,"
    " add_on_chips? map_number int"
)
PARTS = {
    "level": "level count, sb count, bb count, ante int,"
    " ante_type? each|button_ante|big_blind_ante, minutes? count, break_after? count",
    "posted": "registration_until? count, reentry_until? count, rebuy_until? count,"
    " add_on_after? count, max_entries? count, balance_within? count, breaking_order? numbers,"
    " deals_unlawful? bool",
    "table": "table count, max seat, players? int, seats? seats, last? last",
    "last": "button seat, sb seat, bb seat",
    "person": "entries? count, ticket? bool",
    "lists": "alternates? players, waiting? players, seat_change? list change",
    "change": "player player, seat seat",
    "unsold": "seat place, stack int",
    "cash": "game limit_holdem|no_limit_holdem|stud7, max_bet count",
    "event": EVENT,
    # a cash room (gateway/cash)
    "room": "name? text, kinds list kind",
    "kind": "kind text, game limit_holdem|no_limit_holdem|pot_limit_omaha|stud7, sb? count,"
    " bb? count, max_bet? count, min_buy_in? count, max_buy_in? count, kill? bool,"
    " collection? collection",
    "collection": "how time|rake, amount? count, minutes? count, percent? int, cap? count,"
    " no_flop_free? bool",
    "setup": "event event, tables? list table, stacks? map int, people? map person,"
    " lists? lists, unsold? list unsold, cash? cash",
}


def _words(value, is_one):
    return isinstance(value, list) and all(is_one(v) for v in value)


def _int(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 53


def _text(pattern):
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


_player, _place, _card = _text(PLAYER), _text(PLACE), _text(CARD)
TEXT_MAX = 300  # of a name, a reason or a note


def _plain(value):
    return isinstance(value, str) and len(value) <= TEXT_MAX and value.isprintable()


TYPES = {  # type -> (test, what is needed)
    "int": (_int, "a whole number"),
    "count": (lambda v: _int(v) and v > 0, "a whole number from 1"),
    "seat": (lambda v: _int(v) and 1 <= v <= 10, "a number from 1 to 10"),
    "bool": (lambda v: isinstance(v, bool), "true or false"),
    "player": (_player, "a player's name"),
    "players": (lambda v: _words(v, _player) and len(set(v)) == len(v), "names, each once"),
    "place": (_place, 'a seat as "table:seat"'),
    "places": (lambda v: _words(v, _place), 'seats as "table:seat"'),
    "numbers": (lambda v: _words(v, _int), "whole numbers"),
    "card": (_card, "a card"),
    "text": (_plain, f"a line of at most {TEXT_MAX} characters"),
    "cards": (lambda v: _words(v, _card), "cards"),
}


def entry(what, given):
    """What is wrong with a happening that is to be added, None when nothing is."""
    wrong = _happening([{"t": 0, "what": what, **given}])
    return None if wrong is None else wrong.replace("happening[0].", "").replace("happening[0]", "")


def fault(case):
    """What is wrong with a case, None when it can be decided."""
    if not isinstance(case, dict):
        return "a case is a JSON object"
    if not isinstance(case.get("id"), str) or not case["id"]:
        return f"id: a text is needed, got {_shown(case.get('id'))}"
    if case.get("rulebook") not in BOOKS:
        return f"rulebook: one of {', '.join(BOOKS)} is needed, got {_shown(case.get('rulebook'))}"
    wrong = typed(case.get("setup"), "setup", "setup") or _tables(case["setup"])
    wrong = wrong or _made_of(case["setup"]["event"])
    return wrong or _happening(case.get("happening")) or question(case)


def _happening(happening):
    if not isinstance(happening, list):
        return "happening: a list is needed"
    before = 0
    for i, event in enumerate(happening):
        where = f"happening[{i}]"
        if not isinstance(event, dict) or event.get("what") not in HAPPENINGS:
            what = event.get("what") if isinstance(event, dict) else event
            return f"{where}.what: the desk knows no happening {_shown(what)}"
        if not _int(event.get("t")):
            return f"{where}.t: whole milliseconds are needed, got {_shown(event.get('t'))}"
        if event["t"] < before:
            return f"{where}.t: time runs backwards ({event['t']} after {before})"
        before = event["t"]
        wrong = fields(event, HAPPENINGS[event["what"]], where, ("t", "what"))
        wrong = wrong or _chips(event, where)
        if wrong:
            return wrong
    return None


def _chips(event, where):
    if event["what"] == "color_up" and (
        event["new"] <= event["old"] or event["new"] % event["old"]
    ):
        return f"{where}.new: {event['new']} is no multiple of {event['old']}"
    return None


def question(case):
    """What is wrong with the ``ask`` of a case, None when nothing is."""
    ask = case.get("ask")
    if not isinstance(ask, dict) or ask.get("what") not in ASKS:
        what = ask.get("what") if isinstance(ask, dict) else ask
        return f"ask.what: the desk knows no question {_shown(what)}"
    return fields(ask, QUESTIONS.get(ask["what"], ""), "ask", ("what",))


def _tables(setup):
    sitting, numbers = {}, set()
    for i, table in enumerate(setup.get("tables", ())):
        where = f"setup.tables[{i}]"
        if ("players" in table) == ("seats" in table):
            return f"{where}: either players or seats is needed"
        if table["table"] in numbers:
            return f"{where}.table: table {table['table']} is there twice"
        numbers.add(table["table"])
        for seat, player in table.get("seats", {}).items():
            if int(seat) > table["max"]:
                return f"{where}.seats: the table has no seat {seat}"
            if player in sitting:
                return f"{where}.seats: {player} sits at {sitting[player]} too"
            sitting[player] = f"{table['table']}:{seat}"
    return None


def _made_of(facts):
    """The chips a stack is handed out in come to the stack."""
    for chips, stack in (("starting_chips", "starting_stack"), ("add_on_chips", "add_on_stack")):
        comes_to = sum(int(chip) * many for chip, many in facts.get(chips, {}).items())
        if chips in facts and comes_to != facts.get(stack):
            return f"setup.event.{chips}: they come to {comes_to}, {stack} is {facts.get(stack)}"
    return None


def fields(value, grammar, where, besides=()):
    """First wrong field of an object, None when all are right."""
    known = set(besides)
    for field in filter(None, grammar.split(",")):
        name, _, kind = field.strip().partition(" ")
        name, optional = name.rstrip("?"), name.endswith("?")
        known.add(name)
        if name not in value:
            if optional:
                continue
            return f"{where}.{name}: is missing"
        wrong = typed(value[name], kind, f"{where}.{name}")
        if wrong:
            return wrong
    unknown = sorted(set(value) - known, key=str)
    return f"{where}.{unknown[0]}: the desk language has no such field" if unknown else None


def typed(value, kind, where):
    """What is wrong with a value of a type, None when nothing is."""
    if kind in PARTS:
        if not isinstance(value, dict):
            return f"{where}: an object is needed"
        return fields(value, PARTS[kind], where)
    if kind.startswith("list "):
        if not isinstance(value, list):
            return f"{where}: a list is needed"
        each = [(v, f"{where}[{i}]") for i, v in enumerate(value)]
        return next(filter(None, (typed(v, kind[5:], w) for v, w in each)), None)
    if kind.startswith(("map ", "map_number ")) or kind == "seats":
        return _map(value, kind, where)
    if "|" in kind:
        words = kind.split("|")
        right = isinstance(value, str) and value in words
        return None if right else f"{where}: {_shown(value)} is none of {', '.join(words)}"
    test, needed = TYPES[kind]
    return None if test(value) else f"{where}: {needed} is needed, got {_shown(value)}"


def _map(value, kind, where):
    if not isinstance(value, dict):
        return f"{where}: an object is needed"
    name, _, of = kind.partition(" ")
    word, pattern = KEYS[name]
    of = of or "player"
    for key in value:
        if not pattern.fullmatch(key):
            return f"{where}: {_shown(key)} is no {word}"
        wrong = typed(value[key], of, f"{where}.{key}")
        if wrong:
            return wrong
    return None


def _shown(value):
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
