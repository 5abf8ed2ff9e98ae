"""Abstain and ask: what the antennas cannot tell becomes a question at the dealer's panel.

A question is an event, its answer another (keyed: ``{"what": "answer", "id": 3, "value": "yes"}``).
What depends on it waits for a bounded time and is then told as it was read.
"""

from firmware.table.values import OPEN_MAX_QUESTIONS


class Questions:
    """Open questions of a table. ``emit(event)``: sends an event on its way."""

    def __init__(self, emit):
        self.emit = emit
        self.open = []  # (id, what to call with the answer's value and time)
        self.asked = 0
        self.answered = 0

    def ask(self, t, kind, then, seat=None, amount=None, cards=None, before=None):
        """Ask; ``then(value, t)`` is called with the answer. Returns the question's number.

        ``before``: seat whose act, or card, came after what is asked about.
        """
        self.asked += 1
        event = {"t": t, "what": "question", "id": self.asked, "kind": kind}
        if seat is not None:
            event["seat"] = seat
        if amount is not None:
            event["amount"] = amount
        if cards:
            event["cards"] = cards
        if before:
            event["before"] = before
        if len(self.open) >= OPEN_MAX_QUESTIONS:
            self.open.pop(0)
        self.open.append((self.asked, then))
        self.emit(event)
        return self.asked

    def answer(self, event, t):
        """An answer was keyed in; one to a question that is no longer open changes nothing."""
        self.emit(event)
        for i in range(len(self.open)):
            if self.open[i][0] == event["id"]:
                _, then = self.open.pop(i)
                self.answered += 1
                then(event["value"], t)
                return

    def forget(self):
        """A new hand: what was asked before no longer matters."""
        self.open = []
