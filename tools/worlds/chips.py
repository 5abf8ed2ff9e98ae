"""Chips: pushed in one movement or several, knocked over, taken back, swept into the pot."""

import math

from tools.worlds import money

PUSH_S = (0.25, 0.7)  # chips from the stack to the spot


class Chips:
    """Steps of a ``Play`` that move chips."""

    # -- chips

    def put_in(self, act, last=False):
        """A call, bet or raise: said or not, in one movement or several."""
        kind, seat, total, added = act[:4]
        w, rng = self.w, self.rng
        all_in = act[4] == "all_in"
        chips = money.made_of(rng, added, self.plan.unit)
        owed = self.owed(seat)
        back = self.plan.back[1] if self.plan.back[0] == seat and all_in else 0
        if 0 < back < added:
            chips = money.made_of(rng, added - back, self.plan.unit) + money.made_of(
                rng, back, self.plan.unit
            )
        several = len(chips) > 2 and self.chance("moves_share")
        if kind == "call" and last and not all_in and not several and self.big_chip(seat, added):
            return
        said = (
            several
            or rng.random() < w["said_share"]
            or (kind != "call" and self.must_say(seat, chips, owed))
        )
        if said:
            word = "all_in" if all_in and rng.random() < 0.8 else kind
            amount = total if word in ("bet", "raise") and (several or rng.random() < 0.7) else None
            if several and word == "all_in":
                several = False
            self.word(seat, word, amount, must=several or self.must_say(seat, chips, owed))
            self.feat(f"{word} said")
            self.wait(0.2, 1.0)
        parts = self.parts(chips) if several else [chips]
        if several:
            self.feat("several motions, said")
        elif not said and self.swaps(seat, kind, total):
            return
        for part in parts:
            self.push(seat, part)
            if part is not parts[-1]:
                self.wait(0.7, 1.8)
        if rng.random() < w["knock_share"]:
            self.knock(seat)

    def owed(self, seat):
        """What the seat has to add to call."""
        return max(self.paid.values()) - self.paid[seat]

    def must_say(self, seat, chips, owed):
        """True when chips alone are a call by the rules: one chip, or too few over the call."""
        if owed <= 0:
            return False
        return len(chips) == 1 or sum(chips) - min(chips) < owed or bool(self.in_front[seat])

    def parts(self, chips):
        """Chips in two to four movements."""
        n = min(len(chips), self.rng.choice((2, 2, 2, 3, 4)))
        cuts = sorted(self.rng.sample(range(1, len(chips)), n - 1))
        return [chips[a:b] for a, b in zip([0, *cuts], [*cuts, len(chips)], strict=True)]

    def big_chip(self, seat, added):
        """A caller says so and puts in one chip that is too large; True when done."""
        left = self.plan.stacks[seat] - self.used[seat]
        larger = [v for v in money.VALUES if added < v <= min(left, 10 * added)]
        if not larger or self.in_front[seat] or not self.chance("change_share"):
            return False
        self.feat("call with a big chip, change from the pot")
        self.word(seat, "call", must=True)
        self.wait(0.3, 0.9)
        self.push(seat, [min(larger)])
        self.change[seat] = min(larger) - added
        return True

    def give_change(self, seat, amount):
        """The dealer gives change out of the pot, past the seat's bet spot."""
        chips = self.share(amount)
        began = self.t
        for chip in chips:
            self.pot.remove(chip)
            self.scene.leave(chip, self.t, self.felt.rail(seat), 0.6, "sweep")
        self.used[seat] -= amount
        self.t += self.rng.uniform(0.7, 1.2)
        self.scene.emit_chips(began, seat, chips, "pot", f"seat:{seat}", "dealer")

    def swaps(self, seat, kind, total):
        """A caller takes the blind back and puts one chip for all of it; True when done."""
        front = self.in_front[seat]
        if (
            kind != "call"
            or not front
            or total not in money.VALUES
            or not self.chance("swap_share")
        ):
            return False
        self.feat("blind swapped")
        self.word(seat, "call", must=True)
        self.wait(0.3, 0.8)
        old = list(front)
        self.push(seat, [total])
        self.wait(0.2, 0.7)
        self.take_back(seat, old)
        return True

    def wager(self, seat, amount):
        """Chips of an amount in one movement (blinds, antes)."""
        self.push(seat, money.made_of(self.rng, amount, self.plan.unit, 0.5))

    def push(self, seat, values, motion=None, emit=True):
        """One movement of chips from a stack to the bet spot."""
        rng, loop = self.rng, self.felt.of[f"line:{seat}"]
        began = self.t
        dur = rng.uniform(*PUSH_S)
        tags = [self.chip(v) for v in values]
        piles = self.piles(tags)
        edge = self.chance("edge_pile")
        if edge:
            self.feat("pile at the edge")
        first = len(self.in_front[seat])
        for k, pile in enumerate(piles):
            angle = rng.uniform(0, 2 * math.pi)
            off = (
                loop.r - rng.uniform(2, 16)
                if edge and k == len(piles) - 1
                else rng.uniform(0, 18) + (10 if first else 0)
            )
            x, y = loop.x + off * math.cos(angle), loop.y + off * math.sin(angle)
            for chip in pile:
                late = rng.uniform(0, 0.12)
                self.scene.place(
                    chip,
                    self.t + dur + late,
                    x + rng.gauss(0, 2),
                    y + rng.gauss(0, 2),
                    "carry",
                    dur,
                    len(pile),
                    src=self.felt.rail(seat),
                )
        self.scene.hand_over(self.t, self.t + dur + 0.3, loop.zone)
        self.in_front[seat] += tags
        self.used[seat] += sum(values)
        self.t += dur + 0.15
        if emit:
            self.motion[seat] = self.motion.get(seat, 0) + 1
            self.scene.emit_chips(
                began,
                seat,
                tags,
                f"seat:{seat}",
                f"line:{seat}",
                "player",
                motion=self.motion[seat],
                released=True,
                crossed="full",
            )
        self.scene.fact(self.t, "front", seat, sum(c.value for c in self.in_front[seat]))
        return tags

    def piles(self, tags):
        """Chips of one movement as piles: by denomination, twenty high at most."""
        if len(tags) <= 8 and self.rng.random() < 0.7:
            return [tags]
        by = {}
        for tag in tags:
            by.setdefault(tag.value, []).append(tag)
        out = []
        for value in sorted(by, reverse=True):
            pile = by[value]
            out += [pile[i : i + 20] for i in range(0, len(pile), 20)]
        return out

    def knock(self, seat):
        """A pile falls over and is squared up again."""
        rng, loop = self.rng, self.felt.of[f"line:{seat}"]
        self.feat("pile squared up")
        self.wait(0.1, 0.6)
        chips = [c for c in self.in_front[seat] if c.now is not None and c.now.t0 <= self.t]
        for chip in chips:
            angle, off = rng.uniform(0, 2 * math.pi), rng.uniform(5, loop.r + 4)
            self.scene.nudge(
                chip, self.t, loop.x + off * math.cos(angle), loop.y + off * math.sin(angle), 1, 0.1
            )
        up = self.t + rng.uniform(0.5, 1.8)
        x, y = loop.x + rng.gauss(0, 8), loop.y + rng.gauss(0, 8)
        for chip in chips:
            self.scene.nudge(chip, up, x, y, min(20, len(chips)), 0.3)
        self.scene.hand_over(up - 0.2, up + 0.4, loop.zone)
        self.t = up + 0.4

    def take_back(self, seat, chips, emit=True):
        """Chips go back to the stack."""
        began = self.t
        for chip in chips:
            self.in_front[seat].remove(chip)
            self.used[seat] -= chip.value
            self.scene.leave(chip, self.t + self.rng.uniform(0, 0.1), self.felt.rail(seat))
        self.t += 0.5
        if emit:
            self.scene.emit_chips(began, seat, chips, f"line:{seat}", f"seat:{seat}", "player")
        self.scene.fact(self.t, "front", seat, sum(c.value for c in self.in_front[seat]))

    def sweep(self):
        """The dealer pulls all bets into the pot, spot by spot."""
        if self.slip and self.slip.sweep(self):
            return
        self.collect_all()
        for seat in sorted(self.in_front):
            self.pull_in(seat)
        self.motion = {}
        for seat in sorted(self.change):
            self.give_change(seat, self.change[seat])
        self.change = {}

    def pull_in(self, seat):
        """One spot's chips go to the pot."""
        rng = self.rng
        chips = self.in_front[seat]
        if not chips:
            return
        began = self.t
        dur = self.w["sweep_s"] * rng.uniform(0.8, 1.2)
        dur = min(0.9, max(0.15, dur))
        for chip in chips:
            self.into_pot(chip, self.t + dur + rng.uniform(0, 0.1), dur)
        self.scene.emit_chips(began, seat, chips, f"line:{seat}", "pot", "dealer")
        self.in_front[seat] = []
        self.t += dur + rng.uniform(0.05, 0.3)
        self.scene.fact(self.t, "front", seat, 0)

    def into_pot(self, chip, t, dur, src=None):
        """A chip is splashed into the pot."""
        rng, loop = self.rng, self.felt.of["pot"]
        angle, off = rng.uniform(0, 2 * math.pi), loop.r * 0.8 * math.sqrt(rng.random())
        self.scene.place(
            chip,
            t,
            loop.x + off * math.cos(angle),
            loop.y + off * math.sin(angle),
            "sweep",
            dur,
            rng.choice((1, 2, 3, 5)),
            src=src,
        )
        self.pot.append(chip)
