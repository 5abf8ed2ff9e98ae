"""What people key at the cash room's pages: a form's fields become happenings of its log.

``act(room, form)`` gives ``[(what, fields)]``; what the book forbids is refused by the room itself,
with the rule.
"""

import re

from gateway.event.acts import Refused
from gateway.event.from_forms import number
from shared_rules.desk import room_rules

GAMES = ("no_limit_holdem", "limit_holdem", "pot_limit_omaha", "stud7")
KINDS_MAX = 3  # kinds of game the form for a new room has rows for


def player(form, name="player"):
    """The player a form names, as the log writes names: ``Ana Ruiz`` becomes ``AnaRuiz``."""
    words = re.findall("[A-Za-z0-9]+", form.get(name, ""))
    text = "".join(w[0].upper() + w[1:] for w in words)
    if not text or text[0].isdigit():
        raise Refused("a player's name is needed, letters and digits")
    return text


def _to(form):
    return form.get("to", "").strip()


def listed(room, form):
    """A player who stands here goes on a list."""
    return [("listed", {"player": player(form), "kind": form.get("kind", ""), "present": True})]


def unlisted(room, form):
    """A player comes off a list."""
    return [("unlisted", {"player": player(form), "kind": form.get("kind", "")})]


def no_answer(room, form):
    """A player was called and did not answer."""
    fields = {"player": player(form), "kind": form.get("kind", ""), "answers": False}
    return [("list_call", fields)]


def seat_given(room, form):
    """A seat is locked up for a player."""
    return [("seat_given", {"player": player(form), "to": _to(form)})]


def seat_reserved(room, form):
    """The management keeps a seat for a player."""
    return [("seat_reserved", {"player": player(form), "to": _to(form), "by": form["by"]})]


def plays_over(room, form):
    """A player sits over one who is away, with the floor's permission: the floor keys it."""
    fields = {"player": player(form), "to": _to(form), "amount": number(form, "amount"),
              "box": form.get("box") == "yes", "permitted": True}  # fmt: skip
    return [("plays_over", fields)]


def seated(room, form):
    """A player sits down and buys in."""
    fields = {"player": player(form), "to": _to(form), "amount": number(form, "amount")}
    return [("seated", fields)]


def buys(room, form):
    """A player adds chips, or buys in again with none left."""
    guest = room.guest(player(form))
    what = "topped_up" if guest.stack else "bought_in"
    return [(what, {"player": guest.player, "amount": number(form, "amount")})]


def away(room, form):
    """A player leaves the table for a while."""
    noticed = form.get("noticed") == "yes"
    return [("away", {"player": player(form), "noticed": noticed})]


def returns(room, form):
    """He is back, with all he took along."""
    guest = room.guest(player(form))
    more = {"restored": guest.removed} if guest.removed else {}
    return [("returns", {"player": guest.player, **more})]


def cash_out(room, form):
    """He takes his chips, as counted, and goes."""
    guest = room.guest(player(form))
    amount = number(form, "amount", guest.stack)
    out = []
    if amount != guest.stack:
        out.append(("counted", {"player": guest.player, "amount": amount}))
    return [*out, ("cash_out", {"player": guest.player, "amount": amount})]


def seat_wanted(room, form):
    """He asks for another seat of his game."""
    return [("seat_wanted", {"player": player(form), "to": _to(form)})]


def moved(room, form):
    """He changes his seat, or goes to a similar game; he may let the blinds pass the new seat."""
    fields = {"player": player(form), "to": _to(form), "reason": "asked"}
    if form.get("waits") == "yes":
        fields["waits"] = True
    return [("moved", fields)]


def move_refused(room, form):
    """He will not go to the main game, and leaves."""
    return [("move_refused", {"player": player(form)})]


def posted(room, form):
    """He puts in what he owes, to be dealt in."""
    who = player(form)
    decision = room_rules.owes(room, {"player": who})
    owed = 0 if decision.open else decision.answer["live"] + decision.answer["dead"]
    return [("posted", {"player": who, "amount": owed})]


def hand(room, form):
    """A hand begins at a table; the one before is over."""
    game = room.game(number(form, "table"))
    over = [("hand_over", {"table": game.number})] if game.playing else []
    fields = {k: number(form, k) for k in ("button", "sb", "bb") if form.get(k)}
    return [*over, ("hand_start", {"table": game.number, **fields})]


def game_opened(room, form):
    """A game begins."""
    fields = {"table": number(form, "table"), "kind": form.get("kind", ""),
              "max": number(form, "max", 9), "by": form["by"]}  # fmt: skip
    if form.get("must_move"):
        fields["must_move"] = True
    return [("game_opened", fields)]


def game_broken(room, form):
    """A game ends; each player's card is named: ``Kim Kd, Lea 4s``."""
    cards = {}
    for part in filter(None, (p.split() for p in form.get("cards", "").split(","))):
        if len(part) < 2:
            raise Refused("cards: a name and a card for each player, such as Kim Kd, Lea 4s")
        cards[player({"player": " ".join(part[:-1])})] = part[-1]
    return [("game_broken", {"table": number(form, "table"), "cards": cards, "by": form["by"]})]


def note(room, form):
    """A line of the log."""
    text = " ".join(form.get("text", "").split())
    if not text:
        raise Refused("a note has words")
    return [("noted", {"text": text})]


ACTS = {
    f.__name__: f
    for f in (
        listed, unlisted, no_answer, seat_given, seat_reserved, seated, plays_over, buys, away,
        returns, cash_out, seat_wanted, moved, move_refused, posted, hand, game_opened, game_broken,
        note,
    )
}  # fmt: skip


def setup(form):
    """Setup of a new room from the form's rows of kinds (``kind1``, ``game1``, ...)."""
    return {"kinds": [_kind(form, n) for n in range(1, KINDS_MAX + 1) if form.get(f"kind{n}")]}


def _kind(form, n):
    row = {"kind": form[f"kind{n}"].strip(), "game": form.get(f"game{n}", "")}
    for name in ("sb", "bb", "max_bet", "min_buy_in", "max_buy_in"):
        if form.get(name + str(n)):
            row[name] = number(form, name + str(n))
    amount, minutes = number(form, f"amount{n}", 0), number(form, f"minutes{n}", 0)
    percent, cap = number(form, f"percent{n}", 0), number(form, f"cap{n}", 0)
    if amount and minutes:
        row["collection"] = {"how": "time", "amount": amount, "minutes": minutes}
    elif percent:
        row["collection"] = {"how": "rake", "percent": percent, **({"cap": cap} if cap else {})}
    return row
