"""The dealer who answers: the truth about what the table asks, some seconds later.

A question is ``{"id", "kind", "seat"?, "amount"?, "cards"?}`` (docs/events.md). What a person at
the table would see is in the facts of the scene; a question of a kind not known here stays
unanswered and is reported, so that whoever adds a kind adds its answer.
"""

ANSWER_S = (0.5, 3.0)
ACTS = ("front", "check", "fold", "street", "dealt")  # after any of them comes another act
FLOP = 3  # cards of a flop
STREET_S = 6.0  # a question that a street brings up comes no later
KEY_S = 3.0  # nor does the key of what was done


class Dealer:
    """Answers by ``facts``: ``(t, kind, seat, value)`` of the scene, in seconds; ``keys``: what was
    keyed, ``(t, n, key)``."""

    def __init__(self, facts, rng, keys=()):
        self.given = facts
        self.facts = sorted(facts, key=lambda f: f[0])
        self.keys = keys
        self.rng = rng
        self.unanswered = []

    def answer(self, question, now_s):
        """``(delay in s, key)``; None when there is no answer to give."""
        value = self._value(question, now_s)
        if value is None:
            self.unanswered.append(question.get("kind"))
            return None
        delay = self.rng.uniform(*ANSWER_S)
        return delay, {"what": "answer", "id": question["id"], "value": value}

    def _value(self, question, now_s):
        kind = question.get("kind", "")
        if kind == "second_motion":
            return "yes" if self._second(question.get("seat"), now_s) else "no"
        if "amount" in question or kind == "chips_unread":
            return self._last(("front",), question.get("seat"), now_s, 0)
        if "boxed" in kind:
            return self._any("boxed", question.get("cards"), now_s)
        if "burn" in kind:
            # asked as a street comes: true when a burn has been made for it
            return "yes" if self._burns(now_s) >= self._streets(now_s) else "no"
        if kind == "card_unread":
            served = self._served(question.get("seat"), now_s, question.get("before"))
            return "yes" if served else "no"
        if kind == "flop_unread":
            return "yes" if self._last(("board",), None, now_s, 0) >= FLOP else "no"
        if kind == "pot_unread":
            return "yes" if self._last(("won",), question.get("seat"), now_s, False) else "no"
        if "fold" in kind:
            return "yes" if self._last(("fold",), question.get("seat"), now_s, False) else "no"
        if "check" in kind:
            street = self._when("street", None, now_s)
            checked = self._when("check", question.get("seat"), now_s)
            other = question.get("before")
            if other:
                acted = max(self._when(k, other, now_s) for k in ("check", "front", "fold"))
                if acted < street and self._said(other, max(street, acted + KEY_S), now_s):
                    acted = now_s  # nothing was done yet
                elif acted < street and now_s - street < STREET_S:
                    street = self._when("street", None, now_s, 1)  # which has come since
                return "yes" if street < checked < acted else "no"
            if now_s - street < STREET_S:  # asked because this street came
                street = self._when("street", None, now_s, 1)
            return "yes" if checked > street else "no"
        if "exposed" in kind:
            return self._any("exposed", question.get("cards"), now_s)
        return None

    def _served(self, seat, now_s, before=None):
        """True when a seat has got its card: the deal has not been round since without one for
        it, nor served all others twice; who deals on has its second one still to pitch. With
        another seat ``before``: when it got its first one sooner."""
        dealt = [f for f in self.facts if f[1] == "dealt"]
        seats = {f[2] for f in dealt}
        got = [f[2] for f in dealt if f[0] <= now_s]
        if seat not in got:
            return False
        if before is not None:  # in the order they left the deck, whichever came to rest first
            order = [f[2] for f in self.given if f[1] == "dealt"]
            return order.index(seat) < order.index(before)
        since = got[::-1].index(seat)
        others = [got.count(s) for s in seats if s != seat]
        twice = got.count(seat) < min(others) > 1 and len(got) == len(dealt)
        return since < len(seats) and not twice

    def _second(self, seat, now_s):
        """True when the chips a seat has put in last were the second movement of one act."""
        acts = [f for f in self.facts if f[0] <= now_s and f[1] in ACTS]
        put = [n for n, f in enumerate(acts) if f[1:3] == ("front", seat)]
        more = [n for n in put[1:] if acts[n][3] > acts[put[put.index(n) - 1]][3]]
        return bool(more) and more[-1] - 1 in put and acts[more[-1] - 1][3] > 0

    def _last(self, kinds, seat, now_s, other):
        out = other
        for t, kind, who, value in self.facts:
            if t > now_s:
                break
            if kind in kinds and who == seat:
                out = value
        return out

    def _when(self, kind, seat, now_s, but=0):
        """When a thing last happened before now, ``but`` so many; long ago for never."""
        times = [f[0] for f in self.facts if f[1] == kind and f[2] == seat and f[0] <= now_s]
        return times[-1 - but] if len(times) > but else -1.0

    def _said(self, seat, since_s, now_s):
        """True when something was keyed of a seat since then."""
        return any(since_s < t <= now_s and key.get("seat") == seat for t, _, key in self.keys)

    def _any(self, kind, cards, now_s):
        true = {f[3] for f in self.facts if f[1] == kind and f[0] <= now_s}
        return "yes" if true & set(cards or ()) else "no"

    def _burns(self, now_s):
        return sum(1 for f in self.facts if f[1] == "burn" and f[0] <= now_s)

    def _streets(self, now_s):
        return sum(1 for f in self.facts if f[1] == "street" and f[0] <= now_s)
