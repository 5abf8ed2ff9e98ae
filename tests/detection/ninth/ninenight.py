"""One hand of the evening, from the blinds to the gathered deck, and its recording."""

import random
from contextlib import suppress

from tests.detection.ninth import faults
from tests.detection.ninth.airround import Air, Film, Scan
from tests.detection.ninth.chippile import Bank, plain_raise
from tests.detection.ninth.handwork import STREETS, CardWork
from tests.detection.ninth.nighthabits import Night
from tests.detection.ninth.potwork import ChipWork
from tests.detection.ninth.stakes import DECK, Betting, shares, strength
from tests.detection.ninth.tablecloth import Timeline, cloth


class Frozen(Exception):
    """Everybody waits for the floor: the recording ends here."""


class Hand(CardWork, ChipWork):
    """State and course of one hand. ``flaw``: what goes wrong in it, or None."""

    def __init__(self, seed, flaw=None, attempt=0):
        self.rng = random.Random(f"ninth {seed} {attempt}")
        rng = self.rng
        self.flaw = faults.pick(seed, flaw)
        self.night = Night(rng)
        if self.flaw:
            self.flaw.suit(self.night, rng)
        night = self.night
        self.plan = cloth(night.table)
        self.air, self.scan = Air(rng, self.plan), Scan(rng, self.plan)
        self.line = Timeline(self.plan)
        self.bank = Bank(rng, night)
        least = night.bb * (2 if night.book == "ipr-2018" else 1)  # ipr-2018:59.2
        self.betting = Betting(
            night.seats, night.button, night.stacks, night.sb, night.bb, night.ante, least
        )
        self.noted = set()  # (situation, seat) that a book rules on though nothing is wrong
        self.stub = [self.bank.card(face) for face in DECK]
        rng.shuffle(self.stub)
        self.stacks = {
            s: self.bank.stack(night.stacks[s], night.players[s].small) for s in night.seats
        }
        self.front = {s: [] for s in night.seats}
        self.pot, self.muck, self.board, self.burned = [], [], [], []
        self.hole, self.keys = {}, []
        self.free, self.busy = dict.fromkeys(night.seats, 0.0), {}
        self.looked, self.tabled = set(), set()
        self.dealer_free, self.dealt, self.t = 0.0, 0, rng.uniform(0.6, 2.5)
        self.begun, self.raises, self.deal_end = False, 0, 0.0
        self.expect = None  # (prefixes, seats) of the ruling that must come
        self.won, self.held = {}, {}
        self.wagers = []  # (act, seat, total) as they happened

    # -- the course of a hand

    def play(self):
        """Plays the hand; ``t`` is then the end of the recording."""
        with suppress(Frozen):
            self._play()
        self.t = min(self.t, 240.0)

    def _play(self):
        flaw = self.flaw
        self.blinds()
        self.begun = True
        if flaw and flaw.stage == "deal":
            flaw.do(self)
            self.freeze()
        self.deal()
        self.deal_end = self.t
        self.look_all()
        if flaw and flaw.stage == "dealt":
            flaw.do(self)
            self.freeze()
        for street in STREETS:
            if street != "preflop":
                self.next_street(street)
            self.bet_street()
            self.end_street()
            if len(self.betting.live) < 2:
                break
            if not self.to_bet() and street != "river":
                self.all_up()
        self.finish()
        self.gather()

    def freeze(self):
        """The dealer stops and calls the floor."""
        self.t += self.rng.uniform(4.0, 11.0)
        raise Frozen

    def to_bet(self):
        """Whether there can be another round of betting."""
        return len([s for s in self.betting.live if self.betting.stacks[s] > 0]) > 1

    def next_street(self, street):
        """Burn and board cards, or what this hand's flaw makes of them."""
        self.betting.next_street(street)
        self.raises = 0
        flaw = self.flaw
        self.t = max(self.t, self.dealer_free) + self.rng.uniform(0.3, 1.2)
        if self.board and self.rng.random() < self.night.dealer.straightens:
            self.straighten()
            self.t += 0.8
        if self.night.dealer.tidies and self.rng.random() < 0.5:
            self.tidy(self.t)
            self.t += 1.0
        if flaw and flaw.stage == "board" and flaw.street == street:
            if flaw.do(self):
                return
            self.freeze()
        self.burn()
        self.turn_board(street)

    def bet_street(self):
        """Acts until nobody is due."""
        flaw = self.flaw
        while (seat := self.betting.due()) is not None:
            if flaw and flaw.stage == "act" and flaw.ready(self, seat):
                flaw.do(self)
                self.freeze()
            self.turn_of(seat)

    def turn_of(self, seat):
        """One player thinks and acts."""
        player, rng = self.night.players[seat], self.rng
        at = self.t + min(9.0, player.tempo * rng.lognormvariate(-0.3, 0.5))
        if player.looks == "in turn" and seat not in self.looked:
            at = max(at, self.look(seat, self.t + rng.uniform(0.2, 0.6)) + 0.2)
        elif rng.random() < player.rechecks:
            at = max(at, self.look(seat, self.t + 0.2) + 0.2)
        act, to = self.decide(seat)
        if act == "check":
            self.noted.add(("showdown.nuts_checked", seat))  # people check the best hand, too
        self.perform(seat, act, to, at)

    # -- decisions

    def kept(self, seat):
        """Whether this player must still be there when the flaw happens."""
        flaw = self.flaw
        return flaw is not None and flaw.keeps and not self.flawed()

    def flawed(self):
        """Whether the flaw has happened."""
        return self.expect is not None

    def decide(self, seat):
        """``(act, total)`` by the style of the player."""
        b, rng, player = self.betting, self.rng, self.night.players[seat]
        owed = b.owed(seat)
        hole = [c.card for c in self.hole[seat]]
        power = strength(hole, [c.card for c in self.board[:5]]) + rng.gauss(0, 0.1)
        if self.flaw and self.flaw.ends_by_fold and owed and b.street == "flop":
            return "fold", 0
        if self.kept(seat):
            if owed >= b.stacks[seat]:
                return ("fold", 0) if len(b.live) > 3 else ("call", 0)
            if self.raises == 0 and owed == 0 and b.may_raise(seat) and self.flaw.wants_bet:
                return self.size(seat, 0.4, cap=0.2)
            return ("call", 0) if owed else ("check", 0)
        if owed == 0:
            if b.may_raise(seat) and power > 0.62 and rng.random() < player.fierce + 0.25:
                return self.size(seat, rng.choice([0.4, 0.6, 0.8]))
            if b.may_raise(seat) and rng.random() < player.fierce * 0.12:
                return self.size(seat, 0.5)
            return "check", 0
        price = owed / (owed + self.total())
        strong = 0.76 if self.raises or b.street != "preflop" else 0.52
        keen = rng.random() < player.fierce + 0.15
        if b.may_raise(seat) and self.raises < 2 and power > strong and keen:
            return self.size(seat, 0.7)
        early = b.street == "preflop"
        need = (0.42 if early else 0.54) - 0.4 * player.loose + price * (0.4 if early else 0.8)
        return ("call", 0) if power > need else ("fold", 0)

    def total(self):
        """Everything that is wagered so far."""
        return sum(self.betting.paid.values()) + self.betting.antes

    def size(self, seat, share, cap=1.0):
        """A bet or raise of about a share of the pot, in chips people would use."""
        b, rng = self.betting, self.rng
        least, most = b.least(), b.bets[seat] + b.stacks[seat]
        if b.street == "preflop":
            to = b.bet * rng.uniform(2.2, 3.4)
        else:
            to = b.bet + share * (self.total() + b.owed(seat))
        unit = self.night.worths[0] * rng.choice([1, 2, 4])
        to = max(least, round(to / unit) * unit)
        unit = self.night.worths[0]
        to = -(-to // unit) * unit
        if to > 0.6 * most:
            if cap < 1:
                return ("call", 0) if b.owed(seat) else ("check", 0)
            to = most
        self.raises += 1
        return ("raise" if b.bet else "bet"), to

    # -- acts as motions

    def perform(self, seat, act, to, at):
        """An act that is in order, with chips, cards and words."""
        b, rng = self.betting, self.rng
        if act == "fold":
            self.t = self.fold(seat, at, rng.random() < 0.12) + rng.uniform(0.0, 0.3)
        elif act == "check":
            self.check(seat, at)
        else:
            added = b.owed(seat) if act == "call" else to - b.bets[seat]
            self.bet_chips(seat, act, to, added, at)
        b.act(act, to)
        if act not in ("check", "fold"):
            self.wagers.append((act, seat, b.bets[seat]))

    def check(self, seat, at):
        """A rap on the table, which only the dealer's key reports."""
        if self.minds():
            if self.rng.random() < 0.6:
                self.key(at, what="gesture", seat=seat, kind="tap")
            else:
                self.key(at, what="declare", seat=seat, word="check", wording="plain")
        self.t = at + self.rng.uniform(0.3, 0.8)

    def say(self, seat, act, to, added, at, several):
        """The dealer keys what a player said; with its amount when it comes in several motions."""
        if added == self.betting.stacks[seat] and added and self.rng.random() < 0.7:
            self.key(at, what="declare", seat=seat, word="all_in", wording="plain")
        elif act == "call":
            self.key(at, what="declare", seat=seat, word="call", wording="plain")
        else:
            key = {"what": "declare", "seat": seat, "word": act, "wording": "plain"}
            if self.night.players[seat].amounts or several:
                key["amount"] = to
            self.key(at, **key)

    def bet_chips(self, seat, act, to, added, at):
        """A call, bet or raise: words if there are any, then chips."""
        b, rng, player = self.betting, self.rng, self.night.players[seat]
        owed = b.owed(seat)
        if act == "call" and player.big_calls and b.queue == [seat] and self.big_call(seat, at):
            return
        chips = self.take(seat, added, player.small)
        said = rng.random() < player.says
        if act == "raise" and not plain_raise(chips, owed):
            said = True
        if act == "bet" and len(chips) == 1 and rng.random() < 0.7:
            said = True
        if said:
            several = len(chips) > 2 and rng.random() < 0.35
            self.say(seat, act, to, added, at, several)
            at += rng.uniform(0.1, 0.7)
            if several:
                self.t = self.motions(seat, chips, at) + rng.uniform(0.0, 0.4)
                return
        self.t = self.wager(seat, chips, at) + rng.uniform(0.0, 0.4)

    def big_call(self, seat, at):
        """A call with one chip that is too big; the change comes when the bets are pulled in."""
        owed, stack = self.betting.owed(seat), self.stacks[seat]
        big = [c for c in stack if owed < c.worth <= 5 * owed]
        if not big or owed >= self.betting.stacks[seat] or self.front[seat]:
            return False
        chip = min(big, key=lambda c: c.worth)
        stack.remove(chip)
        self.noted.add(("wager.oversized_facing_bet", seat))  # and rules that it is a call
        self.put(seat, [chip], at)
        self.t = at + 0.4
        return True

    # -- ends

    def end_street(self):
        """Uncalled chips go back, the rest is pulled in."""
        rng = self.rng
        last = len(self.betting.live) < 2
        self.t += rng.uniform(0.4, 1.2)
        if last and not self.night.dealer.returns:
            pass  # everything goes in with the pot
        else:
            self.t = max(self.t, self.refund(self.t - 0.4 if last else self.t, last))
        if any(self.front.values()):
            self.t = max(self.t, self.dealer_free)
            self.pull(self.betting.after(self.night.button))

    def all_up(self):
        """All-in and nobody left to bet: the live hands are turned up."""
        for seat in self.betting.after(self.night.button):
            if seat in self.betting.live and seat not in self.tabled:
                at = self.t + self.rng.uniform(0.3, 1.5)
                self.t = self.table_hand(seat, at)

    def finish(self):
        """The showdown, if there is one, and the pot."""
        b, rng = self.betting, self.rng
        if len(b.live) < 2:
            seat = next(iter(b.live))
            self.won = {seat: b.antes + sum(b.paid.values())}
            if self.night.players[seat].gives_up == "before":
                self.muck_hand(seat, self.t + rng.uniform(0.2, 1.5))
        else:
            self.held = hands = {s: [c.card for c in self.hole[s]] for s in b.live}
            board = [c.card for c in self.board]
            self.won = shares(b, hands, board, self.night.worths[0])
            self.showdown()
        self.t = max(self.t, self.dealer_free) + rng.uniform(0.8, 2.0)
        self.push(self.won, self.t)
        if self.flaw and self.flaw.stage == "end" and len(self.board) < 5:
            self.flaw.do(self)

    def showdown(self):
        """Hands are shown in turn; beaten ones may go unseen."""
        b, rng = self.betting, self.rng
        order = [s for s in b.after(self.night.button) if s in b.live]
        if b.aggressor in order:
            at = order.index(b.aggressor)
            order = order[at:] + order[:at]
        shown = False
        all_in = any(b.stacks[s] == 0 for s in order)  # then all show: tda-2011:11, ipr-web:W56.4
        for i, seat in enumerate(order):
            if seat in self.tabled:
                shown = True
                continue
            at = self.t + rng.uniform(0.6, 2.5)
            must = seat in self.won or all_in or not shown
            if must:
                self.t = self.table_hand(seat, at, keyed=rng.random() < 0.9 or i == 0)
                shown = True
            elif self.night.players[seat].shows:
                self.t = self.show_and_muck(seat, at)
            else:
                self.t = self.muck_hand(seat, at)

    def header(self):
        """The first line of the trace."""
        night = self.night
        head = {
            "table": night.table,
            "deck": {t.name: t.card for t in self.bank.cards},
            "chips": {t.name: t.worth for t in self.bank.chips},
            "rulebook": night.book,
            "stacks": {str(s): night.stacks[s] for s in night.seats},
            "button": night.button,
            "sb": night.sb,
            "bb": night.bb,
        }
        if night.ante:
            head["ante"] = night.ante
            head["format"] = "tournament"
        return head


def recording(seed, flaw=None):
    """``(rows, hand)``: header, dwells and keys in the order of their time, and what happened.

    ``flaw``: a class of `faults.ALL` to put in, "" for a clean hand, None: as the seed draws it.
    """
    for attempt in range(40):
        hand = Hand(seed, flaw, attempt)
        hand.play()
        if hand.flaw is None or hand.expect is not None:
            break  # else its moment never came: another hand of this evening
    rng, end = hand.rng, hand.t
    hand.line.close(end)
    zones = [z for z in hand.plan.loops if z[:4] in ("seat", "line", "pot")]
    if rng.random() < 0.15:
        start = rng.uniform(0, max(1.0, end - 6))
        burst = (rng.choice(zones), start, start + rng.uniform(1, 5), rng.uniform(0.3, 1.0))
        hand.air.bursts.append(burst)
    if hand.scan.flaky:
        start = rng.uniform(0, max(1.0, end - 5))
        name = rng.choice(list(hand.plan.readers))
        hand.scan.away = (name, start, start + rng.uniform(0.8, 3.0))
    film = Film(hand.line, hand.air, hand.scan, rng)
    rows = [("key", int(t * 1e6), key) for t, key in hand.keys if t < end]
    rows += [("dwell", row[0], row) for row in film.run(end)]
    rows.sort(key=lambda row: row[1])
    hand.misses = (film.asked, film.missed)
    return [hand.header(), *rows], hand
