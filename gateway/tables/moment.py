"""A table as it was at an event, folded again from the log; and what another book says there.

The fold is the live one (``LiveTable``, the rules engine), so what is shown is what was decided.
Cards have names only where the vault has made them public in the hand that is played now.
"""

import json
from dataclasses import replace

from gateway.ingest import decoder
from gateway.log.base import OPERATOR
from gateway.tables import words
from gateway.tables.live import LiveTable, Results
from shared_rules import rulings
from shared_rules.events import is_keyed

EVENTS_MAX = 6000  # of a table, between a setup and the moment: beyond it nothing is folded
# kinds that people key; the others are what the table has read, unless they say otherwise
SAID = (
    "setup", "declare", "gesture", "hand_claim", "draw", "request", "notice", "finding", "announce",
    "showdown", "pot_awarded", "answer", "level", "flag", "clock_call",
    "by_hand",
)  # fmt: skip
# what people and the gateway did beside the table
DONE = {
    "sealed": "the vault seals the hand's cards",
    "opened": "the vault opens its seal on cards of the hand", "shown": "a screen shows the alert",
    "escalate": "nobody has answered: the alert escalates", "take": "the floor is on the way",
    "accept": "the floor accepts", "override": "the floor overrides",
    "director": "the floor calls the director", "step": "the dealer has done a step",
}  # fmt: skip
KEPT_MAX = 64  # moments kept: screens that show one ask for it again with each change


class Public:
    """Stands in for the vault: what is public already, and which tokens are of the hand's deck."""

    def __init__(self, public, valid):
        self._public, self._valid = public, valid

    def open_hand(self, table, dev, boot, hand):
        """Tokens of the deck, where they are known."""
        return self._valid

    def follow(self, table, event):
        """Nothing is learned from the past."""

    def public(self, table):
        """Token -> card."""
        return self._public


class Moments:
    """Folds tables to moments of their past. ``tables``: the live ones; ``log``: the event log."""

    def __init__(self, tables, log, rulebook):
        self._tables, self._log, self._rulebook = tables, log, rulebook
        self._kept = {}

    def entries(self, table, n):
        """Entries from the setup in force at event ``n`` to ``n``, the last hand's complete."""
        first = self._log.setup_before(table, 1, n)
        found = []
        for entry in self._log.read(table, max(0, first - 1)):
            if entry.n > n:
                break
            found.append(entry)
            if len(found) > EVENTS_MAX:
                return []
        return found

    def hand(self, table, n):
        """Entries of the hand that event ``n`` is of, from its riffle on (before the first riffle:
        from the first event); empty where the log has nothing of it."""
        live = self._tables.get(table)
        if live is None or not 0 < n <= live.n:
            return []
        found = []
        for entry in self._log.read(table, max(0, self._log.setup_before(table, 1, n) - 1)):
            if entry.what == "riffle" and entry.bad is None:
                if entry.n > n:
                    break
                found = []
            found.append(entry)
            if len(found) > EVENTS_MAX:
                return []
        return found

    def at(self, table, n, book=None):
        """``(LiveTable, irregular rulings of event n)`` as it was after event ``n``.

        ``book``: another rulebook in place of the one in force. None where the log has nothing.
        """
        live = self._tables.get(table)
        if live is None:
            return None
        made = LiveTable(table, live.make_engine, self._past(live, n), book or self._rulebook)
        entries = self.entries(table, n)
        results = Results()
        for entry in entries:
            results = Results()
            made.apply(_under(entry, book), results)
        return (made, [body for _t, _n, _k, _wall, body in results.alerts]) if entries else None

    def _past(self, live, n):
        with live.lock:
            now = n >= live.hand_n
            public = live.view()["public"]
            return Public(public, live.valid if now else None)

    def alert(self, table, n, books):
        """What an alert's page shows beside the alert, kept: ``{"moment", "doubts", "books"}``."""
        key = (table, n, bool(books))
        if key not in self._kept:
            while len(self._kept) >= KEPT_MAX:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = self._made(table, n, books)
        return self._kept[key]

    def _made(self, table, n, books):
        found = self.at(table, n)
        if found is None:
            return {"moment": None, "doubts": {}, "books": []}
        said = [self.say(table, n, book) for book in books]
        return {"moment": found[0], "doubts": doubts(self.entries(table, n)), "books": said}

    def say(self, table, n, book):
        """``{"book", "name", "rulings"}``: what a book rules on the incident at event ``n``."""
        found = self.at(table, n, book)
        said = [_ruled(body) for body in (found[1] if found else ())]
        return {"book": book, "name": words.BOOKS.get(book, book), "rulings": said}


def doubts(entries):
    """What the table was not sure of when it last moved, by a card's token or a bet's zone:
    ``(zone it lies in, how sure)``, ``medium`` or ``low`` (an event without it means high)."""
    found = {}
    for entry in entries:
        if entry.dev == OPERATOR or entry.bad is not None:
            continue
        event = decoder.event(entry.row)
        if event["what"] == "riffle":
            found = {}
        for key in _moved(event):
            found[key] = (event["to"], event.get("confidence"))
    return {key: at for key, at in found.items() if at[1] not in (None, "high")}


def _moved(event):
    """Tokens of an event's cards; of chips the zones they left and came to."""
    if event["what"] == "chips_move":
        return (event["from"], event["to"])
    cards = event.get("cards") if event["what"] == "card_move" else None
    return cards if isinstance(cards, list) else ()


def line(entry):
    """An entry as a line of a hand's story: ``{"n", "clock", "say", "by"}``; ``by``: whose word."""
    if entry.dev == OPERATOR:
        act = json.loads(entry.row)
        text = DONE.get(act.get("act"), words.kind(act.get("act", "")))
        if act.get("reason"):
            text += f": {act['reason']}"
        return {"n": entry.n, "clock": words.clock(entry.t), "say": text, "by": "people"}
    if entry.bad is not None:
        return {"n": entry.n, "clock": words.clock(entry.t), "say": entry.bad, "by": "odd"}
    event = dict(decoder.event(entry.row), t=entry.t)
    by = "keyed" if event["what"] in SAID or is_keyed(event) else "read"
    return {"n": entry.n, "clock": words.clock(entry.t), "say": words.say(event), "by": by}


def _ruled(body):
    amount = body.get("amount")
    text = rulings.sentence(body["ruling"], body.get("seat"), amount and words.chips(amount))
    return {
        "situation": body.get("situation"),
        "text": body["text"] or text,
        "cite": [words.citation(c) for c in body["cite"]],
    }


def _under(entry, book):
    """The entry, a set-up naming ``book`` in place of the rulebook it named."""
    if book is None or entry.what != "setup" or entry.bad is not None:
        return entry
    return replace(entry, event=dict(decoder.event(entry.row), rulebook=book))
