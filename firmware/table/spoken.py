"""Words that a dealer keys late: which chips they go with, and how long this dealer takes."""

from firmware.table import phase as ph
from firmware.table.values import (
    KEY_ACT_LATE_MS,
    KEY_LATE_BITS,
    KEY_LATE_MS,
    KEY_LATE_PARTS,
    PACE_FIRST_16THS,
)

WAGERS = ("bet", "raise", "all_in", "call")  # words that go with chips


class Pace:
    """How late dealers of this table key words. ``late_ms``: after the first read of their chips,
    at most, as far as words have been keyed since the table began."""

    def __init__(self):
        self.anew()

    def learn(self, late_ms):
        """A word was keyed so late, ms: it rises to that at once, and sinks slowly. When the first
        words keyed late are enough to tell, it sinks to the latest of them."""
        self.late_ms = max(late_ms, self.late_ms - (self.late_ms >> KEY_LATE_BITS))
        if late_ms > 0 and self.words < len(PACE_FIRST_16THS):
            self.words += 1
            self.latest_ms = max(self.latest_ms, late_ms)
            if self.words == len(PACE_FIRST_16THS):
                self.late_ms = min(self.late_ms, self.latest_ms)

    def anew(self):
        """A new dealer is in the box, who may be slower."""
        self.late_ms = KEY_LATE_MS
        self.words = self.latest_ms = 0  # keyed late since, at most so many, and the latest of them

    def wait_ms(self):
        """How long after the first read of chips the word about them may be keyed, ms: the longer,
        the fewer words have been keyed late."""
        ms = self.late_ms + self.late_ms // KEY_LATE_PARTS
        if 0 < self.words < len(PACE_FIRST_16THS):
            ms = min(ms, self.latest_ms * PACE_FIRST_16THS[self.words - 1] >> 4)
        return min(KEY_LATE_MS, ms)


def said_at(chips, event):
    """When what is keyed took place, ms: a wager is said with the chips or before them, and keyed
    late, so one keyed so soon after they began to come, while they settle, comes first. A dealer
    who asks for what is lacking in a call sees first that no more comes."""
    t = event["t"]
    spot = chips.spots.get(event.get("seat"))
    if event["what"] != "declare" or event.get("word") not in WAGERS or spot is None:
        return t
    arrival = spot.arrival
    if arrival is None or arrival not in chips.order.items:
        return t
    if not 0 <= t - arrival.t <= KEY_LATE_MS:
        return t
    chips.pace.learn(t - arrival.t)
    return max(0, arrival.t - 1)


def said_first(chips, item):
    """Learn of a motion whose word was keyed before its chips came, and after those before them."""
    by, word, said_t = chips.phase.word
    since = max(chips.phase.last_deal, item.spot.emitted_t if item.spot.event else 0)
    if item.tags and by == item.spot.seat and word in WAGERS and since < said_t < item.t - 1:
        chips.pace.learn(0)


def put_first(chips, arrival):
    """Put a wager before its chips that was keyed when they had been read once, and not yet twice:
    it waits for what began before it, as they have."""
    for item in chips.order.items:
        event = getattr(item, "event", None)
        if not event or event["what"] != "declare" or event.get("seat") != arrival.spot.seat:
            continue
        t = said_at(chips, event)
        if t < item.t:
            chips.order.remove(item)
            item.t = t
            chips.order.add(item)
            return


def said_with(chips, seat, t):
    """When the motion was told that words keyed at ``t`` ms belong to; None: they stand by
    themselves. Nobody has acted since it began, nor has its player said anything before it."""
    spot = chips.spots.get(seat)
    phase = chips.phase
    if spot is None or spot.event is None or phase.acting != seat or phase.motions != 1:
        return None
    began = spot.event["t"]
    by, word, said_t = phase.word
    spoken = by == seat and word in WAGERS and said_t > phase.last_deal
    return None if spoken or not 0 <= t - began <= KEY_LATE_MS else began


def done_already(chips, event, t):
    """True for words keyed late about chips that were told, others having acted since: however long
    those took, who owes nothing says no such thing again."""
    phase = chips.phase
    spot = chips.spots.get(event.get("seat"))
    if spot is None or spot.event is None or phase.acting == spot.seat:
        return False
    late = t - spot.emitted_t
    if phase.now != ph.BETTING or late < 0:
        return False
    if late > KEY_ACT_LATE_MS and not phase.front.get(spot.seat):
        return False  # of the street before
    amount = event.get("amount")
    if amount is not None:
        return amount == spot.total
    word = event.get("word")
    return word in WAGERS and (spot.seat not in phase.owing or _said_before(chips, spot, word, t))


def _said_before(chips, spot, word, t):
    """True for the word of what a player's chips have done, keyed when another has raised that: who
    has a bet to answer calls or raises and does not bet; and nobody calls again, or raises, before
    those who are due, while what was done before the raise may be keyed still."""
    phase = chips.phase
    put = phase.front.get(spot.seat, 0)
    raised = chips.spots.get(phase.acting)
    if not put or spot.event["t"] <= phase.last_deal or raised is None or raised.event is None:
        return False
    if word == "bet":
        return True
    if phase.actor == spot.seat or t - raised.event["t"] > KEY_ACT_LATE_MS:
        return False
    others = [phase.front[s] for s in phase.front if s not in (spot.seat, phase.acting)]
    most = max(others + [0])  # what that raise has raised: a smaller bet was raised before
    return put == most if word == "call" else word == "raise" and put >= most
