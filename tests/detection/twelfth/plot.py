"""A hand from the blinds to the riffle: who does what when, with at most one thing gone wrong."""

from tests.detection.twelfth import closing, dealing, folding, wagers
from tests.detection.twelfth.ranges import RANGES
from tests.detection.twelfth.reckoning import decide

THINK_S = (0.7, 4.5)
CHANGE_SHARE = 0.15  # of calls on later streets that could be made with a large chip


class Halt(Exception):
    """The dealer stops: something has gone wrong."""


class Plot:
    """Plays a scene. ``slip``: what goes wrong, None for a clean hand; ``seat``: who is at it."""

    def __init__(self, scene, slip=None):
        self.scene, self.slip = scene, slip
        self.state = scene.state
        self.seat = None  # of the slip, once it came about
        self.came = False
        self.raises = 0

    def play(self):
        """The whole hand; True when the slip, if there is one, came about."""
        try:
            self._hand()
        except Halt:
            self.scene.wait(7.0, 9.0)
        return self.came or self.slip is None

    def happened(self, seat):
        """The slip came about: nothing else is done with this hand."""
        self.came, self.seat = True, seat
        raise Halt

    def _try(self, phase, *args):
        if self.slip and self.slip.phase == phase and not self.came:
            self.slip.do(self, *args)

    def _hand(self):
        scene = self.scene
        self._post()
        self._try("deal")
        dealing.deal(scene)
        self._try("dealt")
        dealing.peeks(scene)
        self._street()
        for count in (3, 1, 1):
            if len(self.state.live) < 2:
                break
            self._try("street", count)
            dealing.burn(scene)
            dealing.street(scene, count)
            self.state.next_street()
            self.raises = 0
            self._try("turned", count)
            self._street()
        closing.finish(self)
        self._try("end")
        dealing.gather(scene)

    def _post(self):
        scene, state = self.scene, self.state
        for seat, kind, amount in state.posts:
            if kind == "ante":
                self._post_one(seat, amount)
                scene.wait(0.2, 0.9)
        if any(kind == "ante" for _, kind, _ in state.posts):
            wagers.sweep(scene, scene.seats)
            scene.wait(0.6, 1.5)
        for seat, kind, amount in state.posts:
            if kind != "ante":
                self._post_one(seat, amount)
                scene.wait(0.5, 1.8)
        scene.wait(0.8, 1.8)

    def _post_one(self, seat, amount):
        tags = self.scene.purse.exact(self.scene.purse.at[seat], amount, False)
        assert tags is not None, "a post that nobody can pay exactly"
        wagers.put(self.scene, seat, tags, self.scene.rng.choice(("at once", "stacked")))

    # -- betting

    def _street(self):
        state = self.state
        while state.due is not None:
            self.scene.wait(*THINK_S)
            seat = state.due
            self._try("act", seat)
            self.act(seat)
            if len(state.live) < 2:
                break
        self._close()

    def _close(self):
        """The street is over: uncalled chips go back, the dealer pulls the bets in."""
        scene, state = self.scene, self.state
        back = state.uncalled()
        if back:
            scene.t += scene.rng.uniform(*RANGES["uncalled_s"])
            closing.return_uncalled(scene, *back)
        if len(state.live) > 1 or scene.rng.random() < 0.5:
            scene.wait(0.4, 1.2)
            wagers.sweep(scene, scene.seats)

    def act(self, seat):
        """The player due acts as it likes, within the rules."""
        scene, state = self.scene, self.state
        act, total = decide(scene.rng, state, seat, self.raises)
        tags = None
        if act in ("bet", "raise"):
            act, total, tags = self._payable(seat, act, total)
        if act == "call":
            tags = self.tags_for(seat, state.owed(seat))
            change = None if self.scene.rng.random() > CHANGE_SHARE else self._change(seat)
            if change:
                self._call_with_change(seat, *change)
                return
            act = "fold" if tags is None else act
        if act == "fold":
            self.key(seat, "fold", None, scene.habits.keys_word * 0.5)
            folding.fold(scene, seat)
        elif act == "check":
            self._check(seat)
        else:
            self._wager(seat, act, total, tags)
        state.take(act, seat, total)
        self.raises += act in ("bet", "raise")
        self.note(act, seat)

    def _change(self, seat):
        """``(chip, chips of the pot)``: a chip larger than the call, and the change for it."""
        purse, owed = self.scene.purse, self.state.owed(seat)
        large = [t for t in purse.at[seat] if owed < purse.value[t] <= 6 * owed]
        if not large or self.state.front[seat] or not purse.at.get("pot"):
            return None
        chip = min(large, key=purse.value.get)
        change = purse.exact(purse.at["pot"], purse.value[chip] - owed)
        return (chip, change) if change else None

    def _call_with_change(self, seat, chip, change):
        """A call said, then one large chip; the dealer gives change out of the pot."""
        scene = self.scene
        self.key(seat, "call", None)
        scene.t += scene.rng.uniform(0.9, 1.6)
        wagers.put(scene, seat, [chip], "at once")
        scene.wait(0.8, 2.0)
        wagers.make_change(scene, seat, change)
        self.state.take("call", seat)
        self.note("call", seat)

    def note(self, act, seat):
        """Keep an act for the truth."""
        state = self.state
        self.scene.truth.append(
            {"act": act, "seat": seat, "street": state.street, "to": state.front[seat],
             "added": state.acts[-1][3], "t": round(self.scene.t, 2)}
        )  # fmt: skip

    def tags_for(self, seat, amount):
        """Chips of a seat worth so much, None when it cannot pay that exactly."""
        own = self.scene.purse.at[seat]
        if amount == self.state.stacks[seat]:
            return list(own)
        return self.scene.purse.exact(own, amount, self.scene.rng.random() < 0.6)

    def _payable(self, seat, act, total):
        """A total near ``total`` that can be paid exactly, or a lesser act."""
        state = self.state
        everything = state.front[seat] + state.stacks[seat]
        for more in range(8):
            value = min(total + more * self.scene.blinds[0], everything)
            tags = self.tags_for(seat, value - state.front[seat])
            if tags is not None:
                return act, value, tags
        return ("call", 0, None) if state.owed(seat) else ("check", 0, None)

    def _check(self, seat):
        scene = self.scene
        if scene.rng.random() < scene.habits.keys_check:
            late = scene.rng.uniform(*RANGES["key_late_s"])
            if scene.rng.random() < 0.8:
                scene.stage.key(scene.t + late, "gesture", seat=seat, kind="tap")
            else:
                scene.stage.key(scene.t + late, "declare", seat=seat, word="check",
                                wording="plain")  # fmt: skip

    def key(self, seat, word, amount, share=1.0):
        """The dealer keys a word a little late, or not at all."""
        if self.scene.rng.random() < share:
            late = self.scene.rng.triangular(*RANGES["key_late_s"], 0.4)
            more = {"amount": amount} if amount else {}
            self.scene.stage.key(
                self.scene.t + late, "declare", seat=seat, word=word, wording="plain", **more
            )

    def _wager(self, seat, act, total, tags):
        scene, state = self.scene, self.state
        rng = scene.rng
        all_in = len(tags) == len(scene.purse.at[seat])
        way = rng.choice(wagers.WAYS)
        silent = way in wagers.SILENT_WAYS and not self.ambiguous(seat, act, tags)
        if all_in:
            self.key(seat, "all_in", None, 1.0 if act != "call" else 0.8)
            way = "at once" if way == "cut out" else way
        elif act == "call":
            self.key(seat, "call", None, scene.habits.keys_word if silent else 1.0)
        else:
            said = not silent or rng.random() < scene.habits.keys_word
            self.key(seat, act, total, 1.0 if said else 0.0)
        wagers.put(scene, seat, tags, way)
        others = [s for s in state.live if s != seat and s == scene.habits.shuffles_chips]
        if others and rng.random() < 0.5 and len(scene.purse.at[others[0]]) > 12:
            wagers.play_with_chips(scene, others[0], scene.t + rng.uniform(0.2, 1))

    def ambiguous(self, seat, act, tags):
        """True for chips that a book does not take at their sum without a word."""
        if act == "call":
            return False
        value = self.scene.purse.value
        owed, total = self.state.owed(seat), self.scene.purse.worth(tags)
        if act == "bet":
            return False
        if self.state.front[seat]:
            return True  # chips lie there already: two books leave a blind out
        return total - min(value[t] for t in tags) < owed or len(tags) == 1
