"""One hand as the vault follows it: which card went where, what became public, how it stood when.

Facts come from committed events only. ``facts()`` and ``of_facts`` keep it over a restart.
"""

from gateway.vault import release
from gateway.vault.course import FOLLOWED, Course, is_certain
from shared_rules import zones

SPOTS_MAX = 60  # moments of which equity is worth knowing
# So long after its key a hand may still turn out to be shown by right: the last call is read, its
# cards arrive in the muck. As long as the controller waits for what belongs to a key.
CLAIM_MS = 3000
UNFOUNDED, PLAYED_ON, TOO_MANY, CUT_OFF = "unfounded", "played_on", "too_many", "cut_off"


class SealedHand:
    """``cards``: token -> card of the whole deck, this hand. ``dealt_ms``: the vault's clock."""

    def __init__(self, table, dev, boot, hand, game, cards, rules, stacks=None):
        self.table, self.dev, self.boot, self.hand = table, dev, boot, hand
        self.game = game
        self.course = Course(game, stacks)
        self.cards = cards
        self.rules = rules  # consumer -> [mode, delay_s] when the hand began
        self.dealt_ms = None
        self.over, self.over_ms = False, None
        self.cut = False  # the next hand began while this one was played, by what was read
        self.public = []  # tokens, in the order they became so
        self.dealt = {}  # seat -> tokens, as they were dealt
        self.held = {}  # seat -> tokens it still has
        self.board = []
        self.gone = []  # tokens in the muck
        self.spots = []  # [board, {seat: tokens}, gone]
        self.opened = []  # consumers it was opened early for
        self.serial = 0  # grows with each change that a consumer may see
        self.claims = []  # [seat, tokens, t, vault's clock]: keyed as shown, not yet by right
        self.shown = []  # seats whose hand was named because the betting was over
        self.faults = []  # [seat, what], to be said: see ``take_faults``
        # Of the notary: the seed of its salts (None: nothing seals it), its rows so far, tokens
        # that were opened in the log, whether the next hand has begun, whether all is opened.
        self.seed, self.rows, self.proved = None, None, []
        self.ended = self.released = False
        self.closed = False  # what nobody may be given any more was given up

    def key(self):
        """What the hand is called: ``(table, dev, boot, hand)``."""
        return (self.table, self.dev, self.boot, self.hand)

    def follow(self, event, now_ms):
        """A committed event of this hand. True when something here changed."""
        wagered = self.course.follow(event)
        moved = self._follow(event, now_ms)
        if wagered and self.shown and not self.course.pot_out:
            self.faults.append([self.shown[0], PLAYED_ON])
            self.shown = []
        self._look_at_claims(event["t"], event)
        return moved or event["what"] in FOLLOWED

    def _follow(self, event, now_ms):
        if event["what"] != "card_move":
            return self._stand(event)
        known = [t for t in event["cards"] if t in self.cards]
        if not known:
            return False
        if self.dealt_ms is None:
            self.dealt_ms = now_ms
        shown = release.made_public(event, self.game)
        if shown and not self._can_show(event["to"], shown):
            if not self._is_dealt_again(event["to"], shown):
                self.faults.append([None, TOO_MANY])
            shown = []
        for token in shown:
            self._name(token)
        tokens = [t for t in release.claimed(event) if t in self.cards and t not in self.public]
        tokens = [t for t in tokens if self.course.lies_at(t, zones.seat_of(event["to"]))]
        if tokens:
            self.claims.append([str(zones.seat_of(event["to"])), tokens, event["t"], now_ms])
        self._move(known, event["from"], event["to"])
        self.serial += 1
        if zones.kind(event["to"]) != "seat" or event["from"] != zones.STUB:
            self._stand(event)
        return True

    def _can_show(self, place, tokens):
        """True while no more cards lie face up there than this game can show at that moment."""
        if place == zones.BOARD:
            return len(set(self.course.board) | set(tokens)) <= self.course.board_most()
        seat = zones.seat_of(place)
        lying = {token for token in self.public if self.course.lies_at(token, seat)}
        return len(lying | set(tokens)) <= self.course.hand_most()

    def _is_dealt_again(self, place, tokens):
        """True when the board has no more than one street too much: a premature one that went back
        into the deck unread. Its cards stay sealed, and nobody is called."""
        if place != zones.BOARD:
            return False
        found = len(set(self.course.board) | set(tokens))
        return found <= self.course.board_most() + self.course.street_most()

    def _name(self, token):
        if token in self.cards and token not in self.public:
            self.public.append(token)

    def _look_at_claims(self, t, event):
        """Name what was keyed as shown where the rules allow it; give up what waited in vain."""
        if not self.claims:
            return
        over, kept = self.course.over(), []
        for claim in self.claims:
            seat, tokens, at, _ms = claim
            held = [token for token in tokens if self.course.lies_at(token, seat)]
            gone = t - at <= CLAIM_MS and _read_in_muck(event, tokens)
            if gone or (over and held):
                for token in tokens if gone else held:
                    self._name(token)
                if not gone and seat not in self.shown:
                    self.shown.append(seat)
            elif held and (t - at <= CLAIM_MS or self.course.complete()):
                kept.append(claim)  # on the last street a check may have gone unkeyed
            else:
                self.faults.append([seat, UNFOUNDED])
        self.serial += len(kept) != len(self.claims)
        self.claims = kept

    def lapse(self, now_ms):
        """Nothing comes from the table: what has waited long enough is given up. True: changed."""
        before = len(self.claims)
        for claim in [c for c in self.claims if now_ms - c[3] > 2 * CLAIM_MS]:
            if not self.course.complete():
                self.claims.remove(claim)
                self.faults.append([claim[0], UNFOUNDED])
        return len(self.claims) != before

    def take_faults(self):
        """``[seat, what]`` of what people have to hear of, once; seat None: of no one seat."""
        found, self.faults = self.faults, []
        return found

    def _move(self, tokens, source, target):
        if source == target:
            return
        for token in tokens:
            for held in self.held.values():
                if token in held:
                    held.remove(token)
            if target == zones.BOARD:
                if token not in self.board:
                    self.board.append(token)
            elif target == zones.MUCK:
                if token not in self.gone:
                    self.gone.append(token)
            elif zones.kind(target) == "seat":
                seat = str(zones.seat_of(target))
                self.held.setdefault(seat, []).append(token)
                if token not in self.dealt.setdefault(seat, []):
                    self.dealt[seat].append(token)

    def _stand(self, event):
        """Note how it stands, when that is not what was noted last. True when it was."""
        live = {seat: list(tokens) for seat, tokens in sorted(self.held.items()) if tokens}
        counts = {len(tokens) for tokens in live.values()}
        if len(live) < 2 or len(counts) != 1 or len(self.spots) >= SPOTS_MAX:
            return False
        if event["what"] == "setup" or any(t in self.gone for t in self.board):
            return False
        spot = [list(self.board), live, [t for t in self.gone if t not in self.board]]
        if self.spots and self.spots[-1] == spot:
            return False
        self.spots.append(spot)
        self.serial += 1
        return True

    def end(self, now_ms):
        """The cards are riffled for the next hand. One that was cut off is not over by that."""
        if self.course.cut_off():
            self.faults.append([None, CUT_OFF])
        if self.course.settled():
            self.over, self.over_ms = True, now_ms
        else:
            self.cut = True
        self.serial += 1
        self.faults += [[claim[0], UNFOUNDED] for claim in self.claims]
        self.claims = []

    def next_ended(self, now_ms):
        """The hand after one that was cut off has been dealt and is over: so is this."""
        if self.cut and not self.over:
            self.over, self.over_ms = True, now_ms
            self.serial += 1

    def close(self, given):
        """Give up every card that nobody can be given any more, and the seed that proves them.

        ``given``: what was dealt to seats has been released, and may be asked for again.
        """
        kept = set(self.public)
        if given:
            kept.update(*self.dealt.values(), *(board for board, _live, _gone in self.spots))
        self.cards = {token: card if token in kept else None for token, card in self.cards.items()}
        self.seed, self.closed = None, True

    def named(self, tokens):
        """Cards of tokens, but those that were given up."""
        return [self.cards[t] for t in tokens if self.cards[t] is not None]

    def public_cards(self):
        """``{token: card}`` of what everybody at the table has seen."""
        return {t: self.cards[t] for t in self.public}

    def holes(self):
        """Seat -> its cards as they were dealt: what a consumer is given when it is time."""
        return {seat: self.named(tokens) for seat, tokens in sorted(self.dealt.items())}

    _FACTS = (
        "table", "dev", "boot", "hand", "game", "rules", "dealt_ms", "over", "over_ms", "cut",
        "public", "dealt", "held", "board", "gone", "spots", "opened", "serial", "claims", "shown",
        "rows", "proved", "ended", "released", "closed",
    )  # fmt: skip

    def facts(self):
        """Everything but the cards and the seed, JSON-able."""
        found = {name: getattr(self, name) for name in self._FACTS}
        return {**found, "course": self.course.facts()}

    @classmethod
    def of_facts(cls, facts, cards):
        """The hand that ``facts`` was taken of."""
        made = cls.__new__(cls)
        since = {
            "claims": [], "shown": [], "over_ms": facts["dealt_ms"], "cut": False,
            "rows": None, "proved": [], "ended": False, "released": False, "closed": False,
        }  # fmt: skip
        for name in cls._FACTS:
            setattr(made, name, facts[name] if name in facts else since[name])
        made.cards, made.seed, made.faults = cards, facts.get("seed"), []
        made.course = Course.of_facts(facts["course"]) if "course" in facts else Course(made.game)
        return made


def _read_in_muck(event, tokens):
    """True when the event tells that just these cards were read in the muck: a hand that is out."""
    if event["what"] != "card_move" or event["to"] != zones.MUCK:
        return False
    return is_certain(event.get("confidence")) and set(tokens) <= set(event["cards"])
