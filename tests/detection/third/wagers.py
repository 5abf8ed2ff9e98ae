"""What a player does in turn: the choice, and how chips go over the line."""

import math

from tests.detection.third.poker import rank7, strength
from tests.detection.third.posting import Posting

BIG_CHIP_MAX = 12  # times the call


class Wagers(Posting):
    """Acts in turn, none of them irregular."""

    def think(self, act):
        """How long a player thinks (s)."""
        slowness = {"fold": 0.7, "check": 0.6, "call": 1, "bet": 1.2, "raise": 1.3}[act]
        t = 0.35 + self.rng.lognormvariate(math.log(self.world.think * slowness), 0.6)
        return min(t, 14)

    def decide(self, seat, street, current, least):
        """``(act, street total)``: by the script while it fits, else by the cards."""
        if self.script is not None:
            return self._scripted(seat, current)
        rng = self.rng
        owe = current - self.bets[seat]
        worth = strength(self.hole[seat]) if street == 0 else self._worth_on_board(seat)
        pot = sum(self.paid.values())
        chance = rng.random()
        can_raise = self.stacks[seat] > owe and any(
            other != seat and self.stacks[other] > 0 for other in self.live
        )
        if owe <= 0:
            if can_raise and chance < (0.12 + 0.5 * max(0, worth - 0.4)):
                share = rng.choice([0.33, 0.5, 0.66, 0.75, 1, 1.5])
                to = self._size(seat, share, pot, current, least)
                return "bet" if current == 0 else "raise", to
            return "check", 0
        price = owe / (pot + owe)
        if can_raise and self.raises < 4 and chance < 0.05 + 0.45 * max(0, worth - 0.5):
            share = rng.choice([0.5, 0.75, 1, 1.2])
            return "raise", self._size(seat, share, pot, current, least)
        if worth + rng.uniform(-0.15, 0.2) > 0.33 + 0.55 * price:
            return "call", 0
        return "fold", 0

    def _scripted(self, seat, current):
        owe = current - self.bets[seat]
        if self.script and self.players[self.script[0][0]] == seat:
            _, act, to = self.script.pop(0)
            if act in ("bet", "raise"):
                to = min(to, self.bets[seat] + self.stacks[seat])
                if to > current:
                    return "raise" if current else "bet", to
            elif owe <= 0:
                return "check", 0
            elif act == "check":
                return "fold", 0
            else:
                return act, 0
        if owe <= 0:
            return "check", 0
        return ("fold", 0) if self.rng.random() < 0.6 else ("call", 0)

    def _size(self, seat, share, pot, current, least):
        """Street total of a wager of a share of the pot."""
        unit = self.unit
        most = self.bets[seat] + self.stacks[seat]
        owe = max(0, current - self.bets[seat])
        to = current + max(least, int(share * (pot + owe)) // unit * unit)
        if (to - current) % unit:
            to += unit - (to - current) % unit
        return most if to >= self.bets[seat] + self.stacks[seat] * 0.85 else to

    def _worth_on_board(self, seat):
        if len(self.shown) < 3:
            return 0.4
        rank = rank7(self.hole[seat] + self.shown)
        return min(0.95, 0.25 + 0.14 * rank[0] + (rank[1] / 60))

    def check(self, seat):
        """A check, keyed or not."""
        rng = self.rng
        self.acts.append(["check", seat, 0, 0])
        if rng.random() < self.world.key_checks:
            if rng.random() < 0.1:
                key = {"what": "declare", "seat": seat, "word": "check", "wording": "plain"}
            else:
                key = {"what": "gesture", "seat": seat, "kind": "tap"}
            self.stage.key(self.now + self.late(), **key)
        self.now += rng.uniform(0.3, 0.9)

    def wager(self, seat, act, to, current, add):
        """Chips for a call, bet or raise: ``add`` more, ``to`` in all. Returns a plain motion's."""
        rng, world = self.rng, self.world
        all_in = add == self.stacks[seat]
        said = rng.random() < world.say
        if rng.random() < 0.04:
            said = True
        own = list(self.line_chips[seat])
        whole = self.bets[seat] + add
        swappable = act == "call" and not all_in and self.kind == "clean"
        big = self._big_chip(seat, add) if swappable else None
        chips = None
        if big is not None:
            self._call_with_big_chip(seat, add, big, own)
        elif (
            swappable
            and own
            and rng.random() < world.swap
            and whole in self.values
            and self.stacks[seat] >= whole
        ):
            self.habit("blind swapped")
            self.put(seat, self.now, [self.new_chip(whole)])
            rested = max(chip.since for chip in self.line_chips[seat])
            self.now = self.take(seat, rested + rng.uniform(0.2, 1.0), own)
        else:
            chips = self._lay_out(seat, act, to, current, add, said)
        self.pays(seat, add)
        self.acts.append([act, seat, to if act != "call" else 0, add])
        return chips

    def _big_chip(self, seat, add):
        """Value of one chip that covers a call several times over, if the player takes it."""
        most = min(self.stacks[seat], BIG_CHIP_MAX * add)
        bigs = [value for value in self.values if add < value <= most]
        return bigs[0] if bigs and self.rng.random() < self.world.big_chip else None

    def _call_with_big_chip(self, seat, add, big, own):
        """The change comes from the player's bet, the pot, at the sweep, or from the rack."""
        rng = self.rng
        chip = self.new_chip(big)
        self.put(seat, self.now, [chip])
        change = big - add
        then = chip.since + rng.uniform(0.6, 2)
        if rng.random() < 0.6:
            got, rest, _ = self.pick(own, change)
            if not rest:
                self.habit("call with a big chip, own chips back")
                self.now = self.take(seat, then, got)
                return
            got, rest, _ = self.pick(self.pot_chips, change)
            if not rest:
                # what the pot gives out is made good when the big chip is swept in
                self.habit("call with a big chip, change from the pot")
                self.hand_out(got, seat, then)
                self.now = chip.since + 0.3
                return
        if rng.random() < 0.5:
            self.habit("call with a big chip, change at the sweep")
            self.owed = self.owed + [(seat, change)]
            self.now = chip.since + 0.3
            return
        self.habit("call with a big chip, change from the rack")
        self.stage.off(chip, then, then + 0.5, self.stage.rack_place, h=25)
        self.line_chips[seat].remove(chip)
        smaller = self.new_chips(add)
        x, y = self.at_line(seat, self.jitter(8), self.jitter(8))
        for chip in smaller:
            self.stage.move(
                chip,
                then + 0.7,
                then + 1.3 + rng.uniform(0, 0.2),
                x + self.jitter(6),
                y + self.jitter(6),
                ("line", seat),
                h=25,
                start=(*self.stage.rack_place, 30.0),
            )
        self.line_chips[seat] += smaller
        self.now = then + 1.6

    def _lay_out(self, seat, act, to, current, add, said):
        """Chips in one motion, or said and in several."""
        rng, t = self.rng, self.now
        mine = self.bets[seat]
        motions = 1
        values = self.compose(add, many=rng.choice([None, None, 3, 5]))
        if act == "raise" and (len(values) == 1 or add - min(values) < current - mine):
            said = True  # by chips alone it would be a call: one chip, or every chip is needed
        if len(values) > 1 and rng.random() < self.world.motions:
            motions = rng.choice([2, 2, 3, 4])
            call = act == "call"
            self.habit("call in two motions, said" if call else "several motions, amount said")
            said = True
        if act != "call" and self.line_chips[seat] and not said and mine:
            rng.random()  # decides nothing; without it every seed would make another hand
        chips = [self.new_chip(value) for value in values]
        if said:
            self._say(seat, act, to, add == self.stacks[seat], motions)
        first, last = self.put(seat, t, chips, motions)
        self.now = last if motions > 1 else first + rng.uniform(0.2, 0.5)
        return chips

    def _say(self, seat, act, to, all_in, motions):
        """A wager is said: about when its chips move, before several motions."""
        rng, t = self.rng, self.now
        key = {"what": "declare", "seat": seat, "word": "all_in" if all_in else act}
        key["wording"] = "plain"
        if act != "call" and not all_in and (motions > 1 or rng.random() < 0.6):
            key["amount"] = to
        lead = rng.uniform(-0.8, 0.5)
        if motions == 1:
            self.stage.key(max(0.1, t + lead * 0.5 + self.late()), **key)
            said = "call said" if act == "call" else "bet said"
            self.habit("all-in said" if all_in else said)
        else:
            self.stage.key(t - rng.uniform(0.1, 0.5) + self.late() * 0.5, **key)
