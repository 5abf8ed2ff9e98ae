"""Runs a trace through the replay and says what differs from what the scene holds."""

from shared_rules import rulebooks
from tools.trace.reading import Reader
from tools.trace.replay import Replay

ACTS = ("fold", "check", "call", "bet", "raise")


def checked_best(situation, acts):
    """True for the ruling on a last check with a hand nobody could beat, where a hand did end with
    a check: people check as they like, and two books speak of that one."""
    return situation == "showdown.nuts_checked" and acts[-1][0] == "check"


def in_front(act, book, outputs, events):
    """Chips in front of a seat after one of its acts, as the table has them.

    Two books leave a blind that lies there out of a raise made beside it without a word
    (``wager.blind_apart``): the wager is the chips of that motion, which the table has told.
    """
    to, blind = act["to"], (act["to"] or 0) - act["amt"]
    if act["act"] != "raise" or not book.value("wager.blind_apart"):
        return to
    posted = [
        o["to"] for o in outputs if o.get("post") in ("sb", "bb") and o["seat"] == act["seat"]
    ]
    line = f"line:{act['seat']}"
    motions = [sum(e["chips"]) for e in _preflop(events) if e.get("to") == line and "chips" in e]
    apart = act["street"] == "preflop" and posted == [blind] and to in motions
    return to + blind if apart else to


def _preflop(events):
    """Events before the first card of the board."""
    for event in events:
        if str(event.get("to")).startswith("board"):
            return
        yield event


class Outcome:
    """Events, outputs and complaints of one replayed trace."""

    def __init__(self, lines, rule=True, **kwargs):
        self.events, self.outputs, self.complaints = [], [], []
        reader = Reader(self.complaints.append)
        header, entries = reader.read(lines)
        self.book = rulebooks.get(header.rulebook)
        say = self.outputs.append if rule else None
        Replay(header, entries, self.events.append, say, self.complaints.append, **kwargs).run()

    def incidents(self):
        """Codes of the irregular rulings."""
        return [o["ruling"] for o in self.outputs if o["k"] == "ruling" and o.get("irregular")]

    def acts(self):
        """``(act, seat, total)`` of the players' acts, the total of bets and raises only."""
        done = []
        for o in self.outputs:
            if o["k"] == "action" and o["act"] in ACTS:
                to = self.total(o) if o["act"] in ("bet", "raise") else 0
                done.append((o["act"], o["seat"], to))
            elif o["k"] == "revise":
                done.append(("revise", o["seat"], 0))
        return done

    def total(self, act):
        """Chips in front of a seat after one of its acts, as the table has them."""
        return in_front(act, self.book, self.outputs, self.events)

    def wrong(self, scene):
        """What is not as the scene has it: a list of short texts."""
        out = []
        if scene.ruling:
            want = scene.ruling
            got = self.incidents()
            if not got or (want != "any" and want not in got):
                out.append(f"ruling: want {want}, got {got}")
            return out
        if self.incidents():
            out.append(f"claimed {self.incidents()}")
        if self.acts() != scene.acts:
            i = next(
                (
                    i
                    for i, (a, b) in enumerate(zip(self.acts(), scene.acts, strict=False))
                    if a != b
                ),
                min(len(self.acts()), len(scene.acts)),
            )
            out.append(f"act {i}: got {self.acts()[i : i + 3]}, want {scene.acts[i : i + 3]}")
        if scene.checked and self.stacks() != scene.stacks_after:
            out.append(f"stacks: got {self.stacks()}, want {scene.stacks_after}")
        return out

    def stacks(self):
        """Stacks after the last hand."""
        hands = [o["stacks_after"] for o in self.outputs if o["k"] == "hand"]
        return hands[-1] if hands else None
