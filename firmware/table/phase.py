"""Where the hand stands, as far as the scan and the reading of motions need to know it.

A small follower of the events the table itself sends: which part of the hand it is, who still has
cards, who is due to act, where the next card goes. It rules on nothing; the engine does.
"""

from firmware.table.values import BOARD_CARDS, DEAL_DOUBTED_MS, DEAL_QUIET_MS, FLOP_CARDS
from shared_rules.zones import line_zone, seat_of

BETWEEN = 0  # no hand: cards are gathered, chips are paid
SHUFFLED = 1  # a hand has begun, no card is out yet: antes and blinds
DEAL = 2  # hole cards are being pitched
BETTING = 3
SHOWDOWN = 4  # betting is over: the pot is pushed

NAMES = ("between", "shuffled", "deal", "betting", "showdown")
STARTS = ("riffle", "machine_deck_cut", "shuffler_button")  # kinds that begin a hand


class Phase:
    """Follower of a table's own events. ``seats_max``: seats the table has."""

    def __init__(self, seats_max):
        self.all = self.seats = list(range(1, seats_max + 1))
        self.button = None
        self.game = None  # name of the game, None when not known
        self.hole = None  # hole cards of a flop game: its deal ends with the last of them
        self.deck = None  # cards of its deck, None when not known
        self.button_blind = False  # the button posts the only blind
        self.posts = {}  # seat -> blind due
        self.antes = False  # the hand is played with antes
        self.ante, self.ante_of, self.ante_type, self.ante_by = 0, {}, None, None
        self.stacks = {}  # seat -> chips left for this street
        self.first_after = None  # preflop the seat after this one opens
        self.blinds = (None, None, 0, 0)  # their seats and sizes
        self.set_up = False  # for the hand to come
        self.begin()
        self.now = BETWEEN

    def begin(self):
        """A new hand: nobody has cards."""
        self.now = SHUFFLED
        self.counts, self.live, self.tabled = {}, [], []
        self.board = 0  # cards on it
        self.served = False  # all have just got their cards
        self.burned = False  # a burn card lies for the next street
        self.actor = self.last_seat = None
        self.awarded = False
        self.winners, self.pushes = {}, []  # seat -> chips pushed to it; (ms, seat) of each push
        self.put = {}  # seat -> chips of it pulled in, without change given
        self.first_deal = self.last_deal = 0  # when a card came off the deck
        self.acting, self.motions = None, 0  # seat whose act the motions belong to
        self.front = {}  # seat -> chips put forward on this street
        self.lie = {}  # seat -> its ante, which lies there with its blind when betting begins
        self.early = {}  # seat -> chips of this street that were pulled in before it was over
        self.collected = False  # all bets of the street are in the pot, no card has come since
        self.oversized = {}  # seat -> what of them is change due: it has called with too much
        self.doubted = None  # seat of a raise that may be a call by the book, see ``_may_call``
        self.word = (None, None, 0)  # seat that spoke last, its word, and when
        self.carried = 0  # chips of the last motion that are over the line in a hand
        self.owing = []  # live seats that have not answered the last bet (or not acted at all)
        self.raised = None  # (seat, who owed an answer before) of the last raise
        self.step = 0  # the largest raise of this street so far
        self.unsaid = []  # seats whose answer nobody has keyed when the bets were pulled in
        self.said = None  # (seat, total, t) of the last words that named a total
        self.pot = []  # chips told to be in it
        self.pot_sum = 0  # pulled in and not pushed, as told
        self.change = {}  # seat -> what it has put in beyond all others, pulled in, not given back
        self.changes = 1

    def note(self, ev):
        """Follow one event of this table."""
        what = ev["what"]
        self.changes += 1
        if what == "card_move":
            self._cards(ev)
        elif what == "chips_move":
            self._chips(ev)
        elif what == "correction":
            self.front[ev["seat"]] = self.front.get(ev["seat"], 0) + sum(ev["chips"])
        elif what in STARTS:
            if ev.get("hand") is not None:
                if not self.set_up:
                    from firmware.table import blinds  # loaded when it is needed: it costs heap

                    blinds.move_on(self)
                self.set_up = False
                self.begin()
        elif what == "setup":
            from firmware.table import blinds  # as above

            blinds.set_up(self, ev)
        elif what in ("declare", "gesture"):
            self._spoken(ev)
        elif what in ("showdown", "pot_awarded") or (what == "by_hand" and ev["kind"] == "award"):
            self.now = SHOWDOWN if self.now in (DEAL, BETTING) else self.now
            self.awarded = self.awarded or what != "showdown"
        elif what == "by_hand" and ev["kind"] == "dealt" and self.now == SHUFFLED:
            self._open_betting()
        elif what == "finding" and ev.get("kind") == "misdeal_declared":
            self.now = BETWEEN
        lie = [s for s in self.live if self.lying(s) > 0]
        if self.early and not (self.able(self.owing) or lie):
            self._bets_in()

    def tick(self, t):
        """The deal ends by itself when no card has come for a while and all hands are alike."""
        passed_over = self.hole is not None and len(self.counts) < len(self.seats)
        quiet_ms = DEAL_DOUBTED_MS if passed_over else DEAL_QUIET_MS
        if self.now == DEAL and t - self.last_deal > quiet_ms:
            counts = [self.counts.get(s, 0) for s in self.live]
            if self.hole is not None and counts and min(counts) < self.hole:
                return  # a card in doubt holds up those dealt after it
            if counts and min(counts) == max(counts) and len(self.live) > 1:
                self._open_betting()
                self.changes += 1

    def gathered(self):
        """The deck lies together again: the hand is over."""
        self.now = BETWEEN
        self.changes += 1

    def pace_ms(self):
        """What a card of this deal has taken from one to the next, ms; 0 before the third."""
        cards = self.dealt()
        return (self.last_deal - self.first_deal) // (cards - 1) if cards > 2 else 0

    def dealt(self):
        """Cards that lie at the seats as dealt."""
        return sum([self.counts[s] for s in self.counts])

    def is_live(self, seat):
        """True while the seat has cards."""
        return seat in self.live

    def next_seats(self, count):
        """Seats due the next ``count`` cards of the deal."""
        after = self.last_seat if self.last_seat is not None else self.button
        return clockwise(self.seats, after, count)

    def next_motion(self, seat, late=False):
        """Number of a new hand motion of a seat with chips: motions of one act count up.

        ``late``: the chips belong to the last motion and were overlooked at first.
        """
        if self.acting != seat:
            return 1
        return max(1, self.motions) if late else self.motions + 1

    def discard_by(self, seat):
        """Who puts the cards of a seat into the muck: a folding player, or the dealer."""
        if self.awarded or self.now in (BETWEEN, SHUFFLED, DEAL) or seat in self.tabled:
            return "dealer"
        return "dealer" if self.won_by(seat) else "player"

    def won_by(self, seat):
        """True for the only seat with cards: the pot is its, whatever was read of the push."""
        return self.now == SHOWDOWN and self.live == [seat] and not self.tabled

    def following(self, seat):
        """The seat that is dealt to after one."""
        return clockwise(self.seats, seat, 1).pop()

    def after(self, seat):
        """The live seat after one, clockwise, that is not all-in; None when nobody has cards."""
        return (self.round(seat) or [None])[0]

    def round(self, after):
        """Live seats that are not all-in, clockwise after one; all of them where all are."""
        return clockwise(sorted(self.able(self.live) or self.live), after, len(self.live))

    def turns(self):
        """The same from whose turn it is; nobody where it is nobody's."""
        return self.round(self.actor - 1) if self.actor else []

    def able(self, seats):
        """Those of some seats that are not all-in."""
        return [s for s in seats if self.front.get(s, 0) < self.worth(s)]

    def closed(self, but=()):
        """True when at most one player has chips to bet with, those ``but`` not counted."""
        return len([s for s in self.able(self.live) if s not in but]) < 2

    def last_bets(self):
        """True when no betting comes after that of this street."""
        return self.board >= BOARD_CARDS or self.closed()

    def flop_lacks(self):
        """True while fewer than three cards lie on the board of a flop."""
        return self.board in (1, 2) and self.hole is not None

    def street_cards(self):
        """Cards the street to come has on the board: three for a flop, else one."""
        return FLOP_CARDS if self.board == 0 and self.hole is not None else 1

    # -- what events do

    def note_blinds(self):
        """Keep who has to post what, of the blinds as they are. A button ante is due from nobody
        between two players, nor where no player has the button."""
        small, big, sb, bb = self.blinds
        self.posts = {}
        for seat, amount in ((small, sb), (big, bb)):
            if seat is not None and seat in self.seats:
                self.posts[seat] = min(amount, self.stacks.get(seat, amount))
        button = self.button if len(self.seats) > 2 and self.button in self.seats else 0
        self.ante_by = {"big_blind_ante": big, "button_ante": button}.get(self.ante_type or "")
        self.antes = bool(self.ante or self.ante_of) and self.ante_by != 0

    def _cards(self, ev):
        frm, to = ev["from"], ev["to"]
        n = len(ev["cards"])
        if frm == "board":
            self.board -= n
        if to == "board":
            self.board += n
        if frm == to:
            if ev["face"] == "up" and to[:5] == "seat:":
                seat = int(to[5:])
                if seat not in self.tabled:
                    self.tabled.append(seat)
                self._maybe_over()
            return
        seat = seat_of(frm)
        if seat in self.tabled and to == line_zone(seat):
            return  # shown over the line: it lies there and plays
        if frm[:5] == "seat:" or seat in self.tabled:
            self._fewer(seat, n)
        if to[:5] == "seat:":
            seat = int(to[5:])
            self.counts[seat] = self.counts.get(seat, 0) + n
            if seat not in self.live:
                self.live.append(seat)
            if frm in ("stub", "mouth"):
                self.last_seat = seat
        if frm in ("stub", "mouth"):
            completes = to == "board" and self.hole is not None and n < self.board <= FLOP_CARDS
            self._off_the_deck(to, ev["t"], completes)
            if self.now == DEAL and self._all_served():
                self._open_betting()
                self.served = True
        elif self.awarded and to == "muck" and (frm[:5] != "line:" or seat in self.tabled):
            self.now = BETWEEN

    def _all_served(self):
        """True when every seat of the setup holds its hole cards."""
        if self.hole is None:
            return False
        for seat in self.seats:
            if self.counts.get(seat, 0) < self.hole:
                return False
        return True

    def _off_the_deck(self, to, t, completes=False):
        """A card off the deck; ``completes``: a flop that lacked it, on which some have acted."""
        self.last_deal = t
        if self.now == SHUFFLED or self.now == BETWEEN and not self.board:  # else it is over
            self.now = DEAL
            self.first_deal = t
        if completes:
            self.burned = False
        elif to in ("burn", "board"):
            self.burned = to == "burn"
            self.acting = None
            waiting = [seat for seat in self.live if seat not in self.tabled]
            if self.now == SHOWDOWN and self.awarded and len(waiting) > 1:
                self.now = DEAL  # the pot gave change, it was not awarded: the hand goes on
                self.awarded = False
                self.winners, self.pushes = {}, []
            if self.now == DEAL:
                self.now = BETTING
            if to == "board":
                self._street()
            self.actor = self.after(self.button)

    def _fewer(self, seat, n):
        left = self.counts[seat] = self.counts.get(seat, 0) - n
        if self.acting != seat:
            self.acting = None  # the first card of a hand is its fold
        if left > 0 or seat not in self.live:
            return
        if self.actor == seat:
            self.actor = self.after(seat)
        self.live.remove(seat)
        self._answered(seat)
        self._maybe_over()

    def _maybe_over(self):
        if self.now == BETTING and (
            len(self.live) < 2 or not [s for s in self.live if s not in self.tabled]
        ):
            self.now = SHOWDOWN
        elif self.now == DEAL and not self.live:
            self.now = BETWEEN

    def _chips(self, ev):
        seat, to = ev["seat"], ev["to"]
        if to[:5] == "line:":
            if self.now == DEAL and not self._posts(seat, sum(ev["chips"])):
                self._open_betting()
            if self.posts_late(seat, sum(ev["chips"])):
                self.front[seat] = self.front.get(seat, 0) + sum(ev["chips"])
                return
            self.acting = seat
            self.motions = ev.get("motion", 1)
            if ev.get("crossed") == "in_hand":
                self.carried = sum(ev["chips"])
            else:
                if ev["from"] == to:
                    self.carried -= sum(ev["chips"])
                self._put_in(seat, sum(ev["chips"]), ev["chips"], self.motions > 1)
            self.actor = self.after(seat)
        elif to == "pot":
            self.pot.extend(ev["chips"])
            self.pot_sum += sum(ev["chips"])
            self.put[seat] = self.put.get(seat, 0) + sum(ev["chips"])
            self.stacks[seat] = self.stacks.get(seat, 1 << 60) - sum(ev["chips"])
            self.lie.pop(seat, None)
            if self.ends_no_round(seat):
                return  # this round goes on
            self.acting = None
            if self.now in (SHUFFLED, DEAL):  # an ante: blinds lie there still
                self.front[seat] = max(0, self.front.get(seat, 0) - sum(ev["chips"]))
                return
            if self.doubted is not None and seat in self.live:
                self._called_with_more()  # nobody pulls in bets while a raise is to be answered
            self.early[seat] = self.front.get(seat, 0)
            if not self.owe_a_bet():  # else it is too soon: the round goes on, and they count on
                self._bets_in()
        elif ev["from"][:5] == "line:":
            self._taken_back(seat, sum(ev["chips"]))
        elif ev["from"] == "pot":
            if 0 < sum(ev["chips"]) <= self.change_left(seat):
                self._change_given(seat, ev["chips"])
                return
            self.awarded = True
            self.winners[seat] = self.winners.get(seat, 0) + sum(ev["chips"])
            self.pushes.append((ev["t"], seat))
            self.pot_sum -= sum(ev["chips"])
            if seat in self.stacks:
                self.stacks[seat] += sum(ev["chips"])
            if seat in self.change:
                self.change[seat] = max(0, self.change[seat] - sum(ev["chips"]))
            self._out_of_pot(ev["chips"])
            self.now = SHOWDOWN if self.now in (DEAL, BETTING) else self.now

    def _bets_in(self):
        """All bets of the street are in the pot."""
        self._keep_change()
        unsaid = self.unsaid + [s for s in self.owing if self._could_check(s)]
        self._street()
        self.unsaid = unsaid
        self.owing = []  # until the next street
        self.collected = True
        self.actor = self.after(self.button)

    def owe_a_bet(self):
        """Seats with chips that have a bet to answer while the betting goes on. Once all bets are
        in nobody bets before the next card: what is put out is given in change."""
        if self.now != BETTING or self.collected:
            return []
        return [s for s in self.able(self.owing) if self.front.get(s, 0) < self.high(s)]

    def lying(self, seat):
        """Chips put forward by a seat on this street that lie there still."""
        return self.front.get(seat, 0) - self.early.get(seat, 0)

    def _out_of_pot(self, values):
        for value in values:
            if value in self.pot:
                self.pot.remove(value)

    def change_left(self, seat):
        """What a player who plays on has to get back for chips that have called with too much: in
        front, or pulled in, while no card of the next street has come to bet on."""
        if self.now != BETTING or len(self.live) < 2:
            return 0
        due = self.change.get(seat, 0)
        return self.oversized.get(seat, 0) + (min(0, due) if self.owing else due)

    def _change_given(self, seat, values):
        """Change comes before the big chip is pulled in: until then it is owed to the pot."""
        given = sum(values)
        self.change[seat] = self.change.get(seat, 0) - given
        self.put[seat] = self.put.get(seat, 0) - given
        self.pot_sum -= given
        if seat in self.stacks:
            self.stacks[seat] += given
        self._out_of_pot(values)

    def ends_no_round(self, seat):
        """True for chips pulled in while a round goes on, of a seat that has put none in yet or has
        folded while a bet of another lies there: some dealers pull in a dead bet at once."""
        dead = seat not in self.live and [s for s in self.live if self.lying(s) > 0]
        return self.now == BETTING and bool(self.owing) and (bool(dead) or not self.front.get(seat))

    def _keep_change(self):
        """A street ends: what one has put in beyond all others, who play on, is that one's, as
        with a call by a big chip, also of one who has folded to a raise since."""
        for seat in self.front:
            more = self.oversized.get(seat, 0)
            if len(self.live) > 1:
                more = max(self.front[seat] - self.high(seat), more)
            if more > 0:
                self.change[seat] = self.change.get(seat, 0) + more

    def change_due(self, but=None):
        """Chips of the pot that go back to players other than ``but``, won or not."""
        return sum([self.change[s] for s in self.change if s != but])

    def pot_of(self, seat):
        """Chips of the pot that are the winner's: their values, or their sum where some were
        changed with the rack or given as change unread."""
        won = self.pot_sum - self.change_due(seat)
        if sum(self.pot) == won:
            return self.pot
        return [won] if won > 0 else []

    def high(self, but=None):
        """The most chips anybody else has put forward on this street, change due apart. To the
        seat ``but`` as much as one of them has said with some: a chip of those may go unread."""
        seat, amount, t = self.said or (None, 0, 0)
        bound = but is not None and seat != but and seat in self.live and t > self.last_deal
        most = amount if bound and self.front.get(seat) else 0
        for seat in self.front:
            if seat != but:
                most = max(most, self.front[seat] - self.oversized.get(seat, 0))
        return most

    def worth(self, seat):
        """Chips a seat can have put in on this street by the setup; many where nobody knows."""
        due = max(0, self.change.get(seat, 0))  # its own, given back unread or not
        due += self.early.get(seat, 0) - self.lie.get(seat, 0)
        return self.stacks.get(seat, 1 << 60) + due

    def too_little(self, seat, total):
        """True for a bet or raise to ``total`` that no player may make: less than the least one,
        and not all the player has."""
        high = self.high(seat)
        least = high + max(self.step, self.blinds[3])
        return self.now == BETTING and high < total < min(least, self.worth(seat))

    def ante_due(self, seat, whole=False):
        """Ante a seat is due by the setup, as far as its stack goes, or the ``whole`` of it."""
        if self.ante_by is not None and seat != self.ante_by:
            return 0
        ante = self.ante_of.get(str(seat), self.ante)
        return ante if whole else min(ante, self.worth(seat))

    def post_due(self, seat):
        """Blind a seat is due by the setup, as far as its stack goes; 0 for the others."""
        return self.posts.get(seat, 0)

    def blinds_awaited(self):
        """True while a blind that is due has not been read."""
        return bool([s for s in self.posts if self.front.get(s, 0) < self.posts[s]])

    def _posts(self, seat, amount):
        """True for chips of a blind, or an ante by it, put out or read when the deal has begun."""
        ante = self.ante_due(seat) if self.now == DEAL and not self.put.get(seat) else 0
        return 0 < self.front.get(seat, 0) + amount <= self.post_due(seat) + ante

    def posts_late(self, seat, amount):
        """True for chips of a blind that its seat puts out when the deal is done, no act of it."""
        awaited = self.now == BETTING and not self.board and seat in self.owing
        return awaited and self._posts(seat, amount)

    def _street(self):
        """Betting begins anew: everybody with cards is to act."""
        self.front, self.early = {}, {}
        self.collected = False
        self.oversized = {}
        self.owing = list(self.live)
        self.unsaid = []
        self.said = self.said if len(self.live) == 1 else None  # of a bet nobody has called
        self.raised = self.doubted = None
        self.step = 0

    def _answered(self, seat):
        for seats in (self.owing, self.unsaid):
            if seat in seats:
                seats.remove(seat)

    def _put_in(self, seat, amount, values=(), more=False):
        """Chips put forward, ``values`` each; ``more``: in a further motion of the same act."""
        before = self.front.get(seat, 0)
        high = max(self.high(seat), before - self.oversized.get(seat, 0))
        self.front[seat] = before + amount
        if len(values) == 1 and before < high < self.front[seat] and self._calls(seat):
            self.oversized[seat] = self.front[seat] - high
        elif seat in self.oversized and self.front[seat] - self.oversized[seat] != high:
            over = self.front[seat] - self.worth(seat)  # change due still, or given unread
            if over > 0:
                self.oversized[seat] = over
            else:
                del self.oversized[seat]  # with more chips to it, it is a bet
        if self.front[seat] - self.oversized.get(seat, 0) > high and self.now == BETTING:
            self.doubted = seat if self._may_call(seat, before, values, more) else None
            self.step = max(self.step, self.front[seat] - high)
            if self.raised is None or self.raised[0] != seat:
                self.raised = (seat, self.owing)
            self.owing = [s for s in self.live if s != seat]
        else:
            self._answered(seat)
            rest = [self.front[s] for s in self.front if s not in (seat, self.doubted)]
            able = self.doubted not in (None, seat) and self.front[seat] < self.worth(seat)
            if able and self.front[seat] == max(rest or [0]):
                self._called_with_more()  # so much the dealer has asked of the next player

    def _may_call(self, seat, before, values, more):
        """True for a raise that a book may have be a call, nothing else having been said: none of
        its chips can be spared for the call, it is less than the least raise, or came after it."""
        high, total = self.high(seat), self.front[seat]
        if not high or not self._calls(seat):
            return False
        needed = before < high and total - min(values or (0,)) < high or more and before == high
        said = self.word[:2] == (seat, "call") and self.word[2] > self.last_deal
        return said or needed or self.too_little(seat, total)

    def _called_with_more(self):  # what others have done says that the raise in doubt is a call
        seat = self.doubted
        over = self.front[seat] - self.high(seat)
        if over > 0:
            self.oversized[seat] = over
            self._no_raise(seat)
        self.doubted = None

    def _calls(self, seat):
        """True for a player who said nothing else on this street: a chip is a call, however big."""
        said = self.word[:2] in ((seat, "raise"), (seat, "all_in"))
        return self.now == BETTING and not (said and self.word[2] > self.last_deal)

    def _raised_by_word(self, seat):
        """A single big chip, taken for a call, was a raise: its player had said so."""
        del self.oversized[seat]
        self.step = max(self.step, self.front[seat] - self.high(seat))
        self.raised = (seat, self.owing)
        self.owing = [s for s in self.live if s != seat]

    def _could_check(self, seat):
        """True for a player who faced no bet and has chips to act with."""
        front = self.front.get(seat, 0)
        return self.high(seat) <= front < self.worth(seat) and seat not in self.unsaid

    def _taken_back(self, seat, amount):
        """Chips went from a bet spot behind the line; those only carried over it never counted."""
        carried = min(amount, self.carried)
        self.carried -= carried
        self.front[seat] = max(0, self.front.get(seat, 0) - amount + carried)
        if seat in self.oversized:
            self.oversized[seat] = max(0, self.oversized[seat] - amount + carried)
        self._no_raise(seat)

    def _no_raise(self, seat):
        """What its seat has in front may be no raise after all, as when a blind is changed or a
        call was too much: who had answered need not again."""
        short = self.high(seat) - self.front[seat] + self.oversized.get(seat, 0)
        if self.raised is not None and self.raised[0] == seat and short >= 0:
            owing = self.owing + [seat] if short else self.owing
            self.owing = [s for s in self.raised[1] if s in owing]
            self.raised = None

    def _spoken(self, ev):
        seat = ev.get("seat")
        if seat is None:
            return
        self.word = (seat, ev.get("word"), ev["t"])
        if "about" in ev and seat in self.oversized and not self._calls(seat):
            self._raised_by_word(seat)
        if isinstance(ev.get("amount"), int):
            self.said = (seat, ev["amount"], ev["t"])
        elif ev.get("word") == "all_in" and seat in self.stacks:
            self.said = (seat, self.worth(seat), ev["t"])
        if ev.get("kind") == "tap" or ev.get("word") == "check":
            self._answered(seat)
            if self.actor == seat:
                self.actor = self.after(seat)
        if self.acting != seat:
            self.acting = None
        if self.now == DEAL and len(self.live) > 1:
            self._open_betting()

    def _open_betting(self):
        self.now = BETTING
        self.acting = None  # who put a blind out last has not acted yet
        for seat in self.front if self.antes else ():
            ante = min(self.ante_due(seat), self.front[seat] - self.post_due(seat))
            if ante > 0 and not self.put.get(seat):  # it is nobody's bet
                self.front[seat] -= ante
                self.lie[seat] = ante
        self.owing = list(self.live)
        straddled = [s for s in self.front if self.front[s] > max(self.high(s), self.blinds[3])]
        self.actor = self.after(straddled[0] if straddled else self.first_after)


def clockwise(seats, after, count):
    """The ``count`` seats that come after one, clockwise."""
    n = len(seats)
    start = len([s for s in seats if after is not None and s <= after])
    return [seats[(start + i) % n] for i in range(min(count, n))]
