"""One order for all events: what began first is told first.

A card on its way, chips still settling, chips that left a spot and have not been found again: each
is an item in this queue from the moment it began. The head is told when it is ready; while it is
not, everything younger waits, but never longer than the item's own bound.
"""

from firmware.table.values import KEYED_CARD_MS, QUEUE_MAX_ITEMS


class Item:
    """Something that has begun. ``t``: when. Subclasses say when it may be told, and how."""

    passed = None  # a card off the deck: whether the mouth saw it leave
    fresh = False  # chips that have arrived and lie there until it is told
    beside = 0  # seats for whose hand, read only now and then, it is held, a bit each
    answered = True  # the last question on its account: one that was not is the last
    next_off = False  # the dealer says that the seat which is due has got no card before this one
    spoken_for = False  # or that it has got one
    asked_of = 0  # seats about whom the dealer was asked on its account, a bit each
    bare = 0  # seats on whose bet spot lay no chip unread since it began, by the load, a bit each
    fuller = None  # seats whose spot carried more than was read when it came up, a bit each
    about = None  # seat whose card, just dealt, somebody has keyed as exposed
    why = None  # what it waited for when it was last looked at, see ``wait``
    until = 0  # and until when at most, ms; 0: others bound it
    upon = None  # seat it waited for, None: no seat in particular

    def __init__(self, t):
        self.t = t
        self.held = 0  # since when it is held back, see passed.py
        self.asked = None  # what the dealer was asked on its account
        self.asked_t = 0

    def wait(self, why, until=0, upon=None):
        """Note what the item waits for, for whoever asks why (``view.py``); always True.

        ``why``: a word (``tools/trace/narrate.py`` has them in full); ``until``: ms; ``upon``: a
        seat.
        """
        self.why = why
        self.until = until
        self.upon = upon
        return True

    def waits(self, now, until, why, upon=None):
        """True while ``now`` is before ``until``: then that is noted as what it waits for."""
        return now < until and self.wait(why, until, upon)

    def acts(self):
        """Seat whose act this is, 0 for the end of a street, None for anything else."""

    def ready(self, now):
        """True when the item can be told at ``now`` ms."""
        return True

    def stale(self, now):
        """True when it has waited long enough and must leave the queue, told or not."""
        return False

    def emit(self, now):
        """Tell the event or events; called once, when the item has left the queue."""

    def expire(self, now):
        """Called instead of ``emit`` when the item went stale; most are told as they are."""
        self.emit(now)


class Keyed(Item):
    """An event somebody keyed in: ready at once, told in its turn.

    ``waits(seat, t)``: True while the card it is about, at the seat ``about``, is still unread.
    """

    def __init__(self, t, event, emit, about=None, waits=None):
        Item.__init__(self, t)
        self.event = event
        self._emit = emit
        self.about = about
        self._waits = waits

    def ready(self, now):
        """At once; what is about a card, when that card has been told, or in the end."""
        if self.about is None or now - self.t >= KEYED_CARD_MS:
            return True
        if not self._waits(self.about, self.t):  # pyright: ignore[reportOptionalCall]
            return True
        return not self.wait("its_card", self.t + KEYED_CARD_MS, self.about)

    def acts(self):
        """What a player says or shows is an act; who tables a hand has no more to do."""
        if self.event["what"] == "tabled":
            return 0
        return self.event.get("seat") if self.event["what"] in ("declare", "gesture") else None

    def emit(self, now):
        """Hand the event on."""
        self._emit(self.event, self.t)


class Order:
    """The queue, oldest first; items that began at the same time keep the order they came in."""

    def __init__(self, watch=None):
        self.items = []
        self.forced = 0
        self.watch = watch  # called with (item, now, stale) before one is told, (None, now) after
        self.hold = None  # called with (item, now) when one is ready: True, it has to wait

    def add(self, item):
        """Queue an item by its time."""
        items = self.items
        i = len(items)
        while i and items[i - 1].t > item.t:
            i -= 1
        items.insert(i, item)
        if len(items) > QUEUE_MAX_ITEMS:
            self.forced += 1
            self.expire(items.pop(0), item.t)

    def expire(self, item, now):
        """An item has left the queue without being ready: it expires."""
        if self.watch is not None:
            self.watch(item, now, True)
        item.expire(now)
        if self.watch is not None:
            self.watch(None, now, True)

    def remove(self, item):
        """Take an item out again; it will not be told."""
        if item in self.items:
            self.items.remove(item)

    def poll(self, now):
        """Tell what is ready, in order. Returns True when something was told."""
        emitted = False
        while self.items:
            head = self.items[0]
            ready = head.ready(now)
            if not self.items or self.items[0] is not head:
                break  # it has taken its turn anew
            if ready:
                if self.hold is not None and self.hold(head, now):
                    break
                if self.watch is not None:
                    self.watch(head, now, False)
                self.items.remove(head)
                head.emit(now)
                if self.watch is not None:
                    self.watch(None, now, False)
            elif head.stale(now):
                self.items.pop(0)
                self.expire(head, now)
            else:
                break
            emitted = True
        return emitted
