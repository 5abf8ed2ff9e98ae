"""Small language for rulings tests: a table, a few events, the ruling at the end."""

from shared_rules import games, rulebooks
from shared_rules.engine import Hand

BOOKS = rulebooks.BOOKS
SEATS = list(range(1, 10))


def setup(street="flop", live=(3, 4), sb=100, bb=200, **more):
    """Setup of a no-limit tournament table, button on 9; keywords overrule."""
    s = {
        "format": "tournament",
        "betting": "no_limit",
        "seats": SEATS,
        "button": 9,
        "sb_seat": 1,
        "bb_seat": 2,
        "sb": sb,
        "bb": bb,
        "ante": 0,
        "betting_line": True,
        "street": street,
        "live": list(live),
    }
    if street == "preflop":
        s["bets"] = {"1": sb, "2": bb}
    s.update(more)
    return s


def act(seat, what, to=None):
    """Accepted history."""
    e = {"what": "action", "seat": seat, "act": what}
    if to is not None:
        e["to"] = to
    return e


def say(seat, word, amount=None, wording="plain", **more):
    """A declaration."""
    e = {"what": "declare", "seat": seat, "word": word, "wording": wording}
    if amount is not None:
        e["amount"] = amount
    e.update(more)
    return e


def number(seat, amount):
    """Only a number is said."""
    return say(seat, "none", amount, "number_only")


def put(seat, *chips, motion=1, **more):
    """Chips over the line in one motion."""
    e = {
        "what": "chips_move",
        "seat": seat,
        "chips": list(chips),
        "from": f"seat:{seat}",
        "to": f"line:{seat}",
        "by": "player",
        "motion": motion,
        "released": True,
        "crossed": "full",
    }
    e.update(more)
    return e


def back(seat, *chips, by="player"):
    """Chips taken back from the line."""
    return {
        "what": "chips_move",
        "seat": seat,
        "chips": list(chips),
        "from": f"line:{seat}",
        "to": f"seat:{seat}",
        "by": by,
    }


def cards(seat, to, face="down", by="player", tokens=("#4", "#13"), **more):
    """Hole cards on their way."""
    e = {
        "what": "card_move",
        "cards": list(tokens),
        "from": f"seat:{seat}",
        "to": to,
        "face": face,
        "by": by,
    }
    e.update(more)
    return e


def ask(seat, kind, **more):
    """A request of a player."""
    e = {"what": "request", "seat": seat, "kind": kind}
    e.update(more)
    return e


def play(book, table, events, game="nlhe", gap=2500):
    """Hand after the events, ``gap`` ms apart unless an event has its own time."""
    hand = Hand(table, games.get(game), rulebooks.get(book))
    t = 5000
    for e in events:
        e = dict(e)
        t = e.setdefault("t", t + gap)
        hand.apply(e)
    return hand


def ruled(book, table, events, game="nlhe", gap=2500):
    """The ruling in force at the end: code, or (code, amount)."""
    return play(book, table, events, game, gap).answer()


def check(expected, table, events, game="nlhe", gap=2500):
    """Assert a ruling in each of the books named in ``expected``.

    ``expected``: book (or several, joined by spaces) -> code, or (code, amount), or
    (code, amount, rule cited).
    """
    for names in expected:
        want = expected[names]
        if isinstance(want, str):
            want = (want,)
        for book in names.split():
            got = ruled(book, table, events, game, gap)
            have = (got["ruling"], got["amount"])[: min(len(want), 2)]
            assert have == tuple(want[:2]), (book, have, want, got["situation"])
            if len(want) > 2:
                assert book + ":" + want[2] in got["cite"], (book, got["cite"])
