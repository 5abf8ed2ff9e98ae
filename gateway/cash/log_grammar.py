"""Grammar of a cash room's log: which happenings there are, with which fields.

Types as in ``gateway/event/desk_grammar.py``; docs/cash.md says what each word means. ``overrule``
lets something stand against the book, by the floor's or the management's word.
"""

from gateway.event import desk_grammar
from shared_rules.desk import room_rules
from shared_rules.rulebooks import BOOKS

BY = "management|floor"
HAPPENINGS = {
    "game_opened": f"table count, kind text, max seat, by {BY}, must_move? bool, extra? bool",
    "game_broken": f"table count, cards map card, by {BY}",
    "listed": "player player, kind text, present bool",
    "unlisted": "player player, kind text",
    "list_call": "player player, kind text, answers bool, table? count",
    "arrives": "player player, table count",
    "seat_reserved": f"player player, to place, by {BY}",
    "seat_given": "player player, to place",
    "lock_up_ended": "player player",
    "seated": "player player, to place, amount count",
    "plays_over": "player player, to place, amount count, box bool, permitted bool",
    "bought_in": "player player, amount count",
    "topped_up": "player player, amount count",
    "away": "player player, noticed bool, removed? int",
    "returns": "player player, restored? int",
    "picked_up": "player player",
    "cash_out": "player player, amount int",
    "counted": "player player, amount int",
    "seat_wanted": "player player, to place",
    "moved": "player player, to place, reason asked|must_move, waits? bool",
    "move_refused": "player player",
    "hand_start": "table count, button? seat, sb? seat, bb? seat",
    "dealt": "table count, players players, button? seat, sb? seat, bb? seat",
    "hand_over": "table count, stacks? map int, pot? int, flop? bool, rake? int",
    "posted": "player player, amount int",
    "collected": "table count, players players, declines? players",
    "noted": "text text",
}
PLAYER, TABLE = "player player", "table count"
QUESTIONS = {
    "open_game": f"by {BY}", "similar": "kind text, other text", "extra_seat": TABLE,
    "broken_order": "kind text, cards map card", "newcomer": "kind text",
    "transfer": f"{PLAYER}, {TABLE}", "seat_choice": TABLE, "sit": f"{PLAYER}, at place",
    "next": "at place", "pick_up_lock": PLAYER, "pick_up_chips": PLAYER,
    "play_over": "permitted bool, box bool", "must_move": TABLE,
    "barred": f"{PLAYER}, kind text", "keeps_place": TABLE,
    "leaves_by": f"{PLAYER}, reason asked|must_move",
    "buy_in": f"{PLAYER}, kind text, stack? int", "short_buy_in": PLAYER,
    "seat_change": f"{PLAYER}, to place", "top_up": f"{PLAYER}, amount count",
    "restored": PLAYER, "owes": PLAYER,
    "collection": f"{TABLE}, declines? players",
}  # fmt: skip


def setup_fault(rulebook, setup):
    """What is wrong with a room's setup, None when nothing is."""
    if rulebook not in BOOKS:
        return f"rulebook: one of {', '.join(BOOKS)} is needed"
    wrong = desk_grammar.typed(setup, "room", "setup")
    if wrong:
        return wrong
    names = set()
    for i, row in enumerate(setup["kinds"]):
        where = f"setup.kinds[{i}]"
        if row["kind"] in names:
            return f"{where}.kind: {row['kind']} is there twice"
        names.add(row["kind"])
        wrong = _kind(row, where)
        if wrong:
            return wrong
    return None if names else "setup.kinds: a kind of game is needed"


def _kind(row, where):
    blinds = row["game"] not in room_rules.STUD_GAMES
    for field in ("sb", "bb") if blinds else ():
        if field not in row:
            return f"{where}.{field}: is missing"
    if blinds and row["sb"] > row["bb"]:
        return f"{where}.sb: more than the big blind"
    if row.get("min_buy_in", 0) > row.get("max_buy_in", 1 << 53):
        return f"{where}.min_buy_in: more than max_buy_in"
    posted = row.get("collection")
    if posted is None:
        return None
    for field in ("amount", "minutes") if posted["how"] == "time" else ("percent",):
        if field not in posted:
            return f"{where}.collection.{field}: is missing"
    if posted.get("percent", 0) > 100:
        return f"{where}.collection.percent: at most 100"
    return None


def entry(what, given):
    """What is wrong with a happening that is to be added, None when nothing is."""
    if what not in HAPPENINGS:
        return f"what: the cash desk knows no happening {what!r}"
    wrong = desk_grammar.fields(given, HAPPENINGS[what] + ", overrule? bool", "")
    wrong = wrong and wrong.removeprefix(".")
    named = len({"button", "sb", "bb"} & set(given))
    if wrong is None and what in ("hand_start", "dealt") and named in (1, 2):
        return "button, sb and bb: all three, or none at stud"
    return wrong


def question(ask):
    """What is wrong with a question, None when nothing is."""
    if ask["what"] not in QUESTIONS:
        return f"ask.what: the cash desk knows no question {ask['what']!r}"
    return desk_grammar.fields(ask, QUESTIONS[ask["what"]], "ask", ("what",))
