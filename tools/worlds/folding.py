"""Folded hands: where they come to rest, how long they lie, how the muck takes them."""

LIE_S = 2.5  # no folded hand lies longer in front of its seat


class Lying:
    """A folded hand not yet collected: at rest from ``rest``, drawn in at ``due``."""

    __slots__ = ("seat", "cards", "rest", "due")

    def __init__(self, seat, cards, rest, due):
        self.seat, self.cards, self.rest, self.due = seat, cards, rest, due


class Folding:
    """Steps of a ``Play`` that bring cards to the muck."""

    def fold(self, seat, emit=True, silent=False):
        """Two cards pushed or thrown forward; the dealer collects them later."""
        w, rng = self.w, self.rng
        if not silent and rng.random() < w["said_share"] * 0.4:
            self.word(seat, "fold")
            self.feat("fold said")
            self.wait(0.2, 0.9)
        began = self.t
        kinds = ("fold_spot", "fold_short", "fold_past", "fold_muck")
        place = rng.choices(kinds, [w[k] + 1e-9 for k in kinds])[0]
        self.feat(
            {
                "fold_spot": "fold on the line",
                "fold_short": "fold short of the line",
                "fold_past": "fold past the line",
                "fold_muck": "fold thrown",
            }[place]
        )
        cards = self.hands[seat]
        self.hands[seat] = []
        dur = rng.uniform(0.25, 0.6)
        if place == "fold_muck":
            self.to_muck(cards, self.t + dur, dur)
        else:
            self.rest_fold(seat, cards, place, dur)
            self.left_lying(seat, cards, self.t + dur)
        self.t += dur
        if emit:
            self.emit_fold(began, seat, cards)
        self.folded.append(seat)
        if self.uncollected and rng.random() < 0.5:  # the next player waits for the dealer
            self.t = max(self.t, self.uncollected[-1].due - rng.uniform(0, 1.0))
        return place

    def left_lying(self, seat, cards, rest):
        """A hand lies in front of its seat from ``rest`` on until the dealer collects it."""
        rng = self.rng
        wait = rng.uniform(0.1, self.w["fold_wait_s"])
        if self.chance("fold_two"):
            wait = rng.uniform(1.2, LIE_S)
        item = Lying(seat, cards, rest, rest + wait)
        before = [u for u in self.uncollected if u.due > rest]
        self.uncollected.append(item)
        if before:
            self.feat("two hands at once")
            due = min(max(item.due, before[0].due), before[0].rest + LIE_S)
            for other in (*before, item):
                other.due = max(due, other.rest + 0.15)

    def emit_fold(self, t, seat, cards):
        """The ideal event of a fold."""
        if cards:
            self.scene.emit_cards(t, cards, f"seat:{seat}", "muck", "down", "player")
        self.scene.fact(t, "fold", seat, True)

    def rest_fold(self, seat, cards, place, dur):
        """Where pushed cards come to rest."""
        rng = self.rng
        if place == "fold_spot":
            loop = self.felt.of[f"line:{seat}"]
            x, y = loop.x + rng.gauss(0, 14), loop.y + rng.gauss(0, 14)
        elif place == "fold_short":
            x, y = self.felt.short(seat, rng.uniform(0.3, 0.7))
        else:
            x, y = self.felt.ahead(seat, rng.uniform(60, 120))
            x += rng.uniform(-40, 40)
        apart = self.chance("fold_apart")
        for k, card in enumerate(cards):
            dx = (rng.uniform(30, 70) * (1 if k else -1)) if apart else rng.gauss(0, 5)
            late = rng.uniform(0, 0.25) if apart else rng.uniform(0, 0.05)
            self.scene.place(
                card,
                self.t + dur + late,
                x + dx,
                y + rng.gauss(0, 5),
                "slide",
                dur,
                1 if apart else 2,
            )

    def to_muck(self, cards, t, dur):
        """Cards land on the muck, a loose pile that is squared up now and then."""
        rng, loop = self.rng, self.felt.of["muck"]
        for card in cards:
            x, y = loop.x + rng.gauss(0, 22), loop.y + rng.gauss(0, 28)
            self.scene.place(
                card, t + rng.uniform(0, 0.08), x, y, "slide", dur, self.muck_pile(len(self.muck))
            )
            self.muck.append(card)
        if len(self.muck) > 6 and rng.random() < 0.4:
            for card in self.muck[:-2]:
                if card.now is not None and card.now.t0 < t:
                    self.scene.nudge(
                        card,
                        t,
                        loop.x + rng.gauss(0, 10),
                        loop.y + rng.gauss(0, 12),
                        self.muck_pile(len(self.muck)),
                        0.2,
                    )

    def muck_pile(self, n):
        """How many cards of the muck lie squared on one another, where one of them lies."""
        if n < 2:
            return n + 1
        return self.rng.choices((1, 2, 3, 4), (6, 5, 2, 1 + n // 4))[0]

    def collect_due(self):
        """The dealer has collected, meanwhile, the folds whose time had come."""
        for item in [u for u in self.uncollected if u.due <= self.t]:
            self.collect(item, item.due)

    def collect_all(self):
        """The dealer draws in what lies there before anything else."""
        for item in list(self.uncollected):
            at = min(item.due, max(self.t, item.rest + 0.15))
            self.collect(item, at)
            self.t = max(self.t, at)

    def collect(self, item, at):
        """One folded hand goes to the muck, from ``at`` on."""
        self.uncollected.remove(item)
        dur = self.rng.uniform(0.3, 0.8)
        ready = max([c.now.t0 for c in item.cards if c.now is not None] or [at])
        at = max(at, ready + 0.05)
        self.to_muck(item.cards, at + dur, dur)
