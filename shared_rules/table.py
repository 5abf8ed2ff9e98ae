"""A live table: the frame between hands (stacks, button, level) and the hand in play.

table = Table("tda-2011")
outputs = table.apply(event)     # pure: no clock, no randomness, no input or output
table.probe(event)               # the outputs it would give, nothing changed
table.view()                     # public facts and tokens, for projections
"""

from shared_rules import events, rulebooks, zones
from shared_rules.compat import SMALL, let_go
from shared_rules.engine import Hand
from shared_rules.hand.showdown import pots
from shared_rules.hand.start import frame

STARTS = ("riffle", "machine_deck_cut")
# kinds that, like a card put away, may begin a hand, end one or change what the next is played with
FRAME = dict.fromkeys(STARTS + ("setup", "level", "finding", "correction", "declare"), True)
REPORTED_MAX = 400  # events of one hand that can still be corrected


class BadSetup(ValueError):
    """A setup that cannot be played; the text says what is missing or wrong."""


def check_setup(setup):
    """Raise BadSetup unless a live hand can be played with it (its values being of their types)."""
    from shared_rules.setups import fault

    wrong = fault(setup)
    let_go("shared_rules.setups")
    if wrong is not None:
        raise BadSetup("setup: " + wrong)


def declared(event):
    """True when the floor declares that the deal is void."""
    return event["what"] == "finding" and event.get("kind") == "misdeal_declared"


def collected(event):
    """True when a void deal is being put away: so declared, or its cards go to the dealer."""
    if event["what"] == "card_move":
        return event["to"] == zones.MUCK and event["by"] != "player"
    return declared(event)


def put_away(hand, event):
    """True when cards collected after an award are the board (or the last hand).

    Then the hand is over, also when some chips of the pot were not read on their way.
    """
    if hand.phase != "award" or not hand.awarded:
        return False
    if event["from"] == zones.BOARD:
        return True
    return len(hand.live) == 1 and zones.seat_of(event["from"]) == hand.live[0]


def untouched(hand):
    """True for a hand that has begun with the riffle and in which nothing has moved yet."""
    if hand.phase != "setup" or hand.off_deck or hand.actions or hand.posted:
        return False
    return all(not hand.front[seat] for seat in hand.front)


class Table:
    """One table over many hands. ``book`` is a name or a Book; a setup may name another one.

    ``keep``: the events of the hand in play are kept, so that one of them can be corrected; not
    where memory is short, which is why corrections are worked out at the gateway.
    """

    def __init__(self, book="tda-2011", keep=not SMALL):
        self.book = rulebooks.get(book) if isinstance(book, str) else book
        self.setup = None  # what the last or present hand was set up with
        self.next_setup = None  # what the floor keyed for the next hand
        self.level = None  # (sb, bb) announced for the next hand
        self.begun = False  # by the book that hand has begun, though the deck is not yet riffled
        self.later = None  # (sb, bb) announced since, for the hand after it
        self.hand = None
        self.hands = 0
        self.keep = keep
        self.reported = None  # events of the hand in play; None: not kept, or too many to go over
        self.carried = []  # incidents of earlier hands that were open when this one began

    def apply(self, event):
        """Take one event; return the outputs. Raises events.BadEvent or BadSetup."""
        events.check(event)
        what = event["what"]
        hand = self.hand
        if what == "card_move":
            framed = event["to"] == zones.MUCK
        else:
            framed = what in FRAME and (what != "declare" or "about" in event)
        if framed or hand is None or hand.phase == "over":
            return self._framed(event, what)
        reported = self.reported
        if reported is not None:
            reported.append(event)
            if hand.n >= REPORTED_MAX:
                self.reported = None
        return hand.fold(event)

    def _framed(self, event, what):
        """An event between hands, or one that may begin or end a hand."""
        if what == "setup":
            return self._keyed_setup(event)
        if what in STARTS and (self.hand is None or self.hand.phase != "setup"):
            return self._next_hand(event)
        between = self.hand is None or self.hand.phase == "over"
        if between and what in self._book().value("frame.hand_starts", ()):
            self.begun = True
        if what == "level" and between:
            if self.begun:
                self.later = (event["sb"], event["bb"])
            else:
                self.level = (event["sb"], event["bb"])
            return []
        if self.hand is None:
            return []
        if "about" in event and what in ("declare", "correction"):
            from shared_rules import correcting  # the rarest of events

            out = correcting.corrected(self, event)
            if out is not None or what == "correction":
                return out or []
            event = dict(event)
            del event["about"]  # taken as said when it was keyed
        self._keep(event)
        if what == "level":
            self.level = (event["sb"], event["bb"])
        ends = collected(event)
        if ends and (self.hand.void() or put_away(self.hand, event)):
            self.hand.n += 1
            return self._finish(event)
        out = self.hand.fold(event)
        if ends and declared(event) and self.hand.void():
            out += self._finish(event)
        return out

    def probe(self, event):
        """Outputs the event would give; the table stays as it is."""
        other = self.copy()
        return other.apply(event)

    def copy(self):
        """A table in the same state that shares nothing that changes."""
        other = Table(self.book)
        for name in ("setup", "next_setup", "level", "begun", "later", "hands", "carried"):
            setattr(other, name, getattr(self, name))
        other.keep = self.keep
        other.reported = None if self.reported is None else list(self.reported)
        other.hand = None if self.hand is None else self.hand.copy()
        return other

    def _keep(self, event):
        if self.reported is not None:
            self.reported.append(event)

    def _book(self):
        """The book of the hand in play or to come: the setup may name another than the table's."""
        setup = self.next_setup or self.setup
        if setup is not None and setup.get("rulebook"):
            return rulebooks.get(setup["rulebook"])
        return self.book

    # -- from hand to hand ---------------------------------------------------------------------

    def _keyed_setup(self, event):
        keyed = dict(event)
        del keyed["t"], keyed["what"]
        check_setup(keyed)
        keyed["street"] = "none"
        if self.hand is not None and untouched(self.hand):
            return self._set_up_again(keyed)
        self.next_setup = keyed
        return self._finish(event)

    def _set_up_again(self, setup):
        """Keyed while the deck was being riffled: it is the setup of the hand that has begun."""
        begun = self.hand
        self.next_setup = None
        self.setup = setup
        self.hand = self.new_hand()
        riffle = {"t": begun.started, "what": "riffle"}
        self.reported = [riffle] if self.keep else None
        out = self.hand.fold(riffle)
        self.hand.n = begun.n
        return out

    def _finish(self, event):
        """End the hand in play, if its award has not ended it already."""
        hand = self.hand
        if hand is None or hand.phase in ("over", "setup"):
            return []
        hand.t = event["t"]
        pots.finish(hand)
        return hand.take_outputs()

    def _next_hand(self, event):
        out = self._finish(event)
        setup = self.next_setup
        if setup is None:
            if self.hand is None:
                return out
            setup = frame.following(self.hand)
        self.next_setup = None
        if self.level is not None:
            setup = dict(setup)
            setup["sb"], setup["bb"] = self.level
        self.level, self.later, self.begun = self.later, None, False
        self.setup = setup
        out += self._carry()
        self.hand = self.new_hand()
        self.hands += 1
        self.reported = [event] if self.keep else None
        return out + self.hand.fold(event)

    def new_hand(self):
        """A hand of the present setup; what was open when it began is open in it."""
        hand = Hand(self.setup, self.setup["game"], self._book())
        hand.carry(self.carried)
        return hand

    def _carry(self):
        """What is still open goes along into the next hand; what the end of this one closes."""
        old = self.hand
        self.carried = []
        if old is None or not old.opened:
            return []
        from shared_rules.hand import incidents

        incidents.hand_ends(old)
        self.carried = [dict(r, n=-1) for r in old.open_incidents()]
        return old.take_outputs()

    # -- what may be shown ---------------------------------------------------------------------

    def view(self):
        """Public facts of the table as plain data; cards are tokens, hole cards never listed."""
        from shared_rules import views

        return views.of(self)
