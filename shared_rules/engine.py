"""The rules engine: one hand as a fold over table events.

    hand = Hand(setup, game, book)
    outputs = hand.apply(event)      # list of dicts, see docs/architecture.md
    hand.answer()                    # the ruling in force

Observed facts are never refused; there is no clock, no randomness and no input or output.
Modules in ``shared_rules/hand/`` see an event in the order of ``watch.MODULES``.
"""

from shared_rules import events, games, rulebooks, rulings, watch
from shared_rules.hand.betting import acting, limits, revising, turn, turn_order
from shared_rules.hand.state import State

# what ordinary play still has to do: a wish that is turned down leaves it the answer
STILL_TO_DO = " table_all_hands must_table_all_cards odd_chip_to odd_chips_one_each split_even "
NOTES_KEPT = 3  # findings on ordinary play that are remembered: the last is the answer
CITE = 7  # place of further citations in what is remembered of a note (``Hand.rule``)
# keys of a setup under which ordinary cards and chips are looked at more closely (``hand/rare.py``)
RARE = ("kill", "all_in_buttons", "smallest_chip", "bet_chip")
# keys of a setup that leave button, blinds or who is dealt in to be found (``start/button_due.py``)
FRAME = ("previous", "moved_in", "button_drawn")
# rulings that order nothing but say whose the pot is: how it is shared comes after them
SAYS_WHO_WINS = ("cards_speak",)
# what is made moot by a ruling that voids the hand it happened in
MOOT = ("board", "wager", "turn", "fold", "draw", "stud", "request", "clock")
# what is said of blinds, and of the act that ended a clock, until somebody acts after it
ENDS_AT_AN_ACT = (
    "frame.blind_late", "frame.new_level", "clock.acted_in_time", "clock.shot_in_time"
)  # fmt: skip
# accepted wagers are the last word on ordinary play: history that follows is not judged again
ACCEPTED = ("no_incident", "bet", "call", "raise")


def _clone(value):
    """Deep copy of plain data; tuples and everything else are taken as they are."""
    if isinstance(value, dict):
        return {k: _clone(value[k]) for k in value}
    if isinstance(value, list):
        return [_clone(v) for v in value]
    return value


def _voids(r):
    """True for a ruling by which the deal is void and all bets go back."""
    return r["misdeal"] or r["ruling"] in ("misdeal", "hand_void")


class Hand(State):
    """One hand from any moment. See ``State`` for the facts it knows."""

    __slots__ = (
        "watch", "past", "opened", "event", "_outputs",
        "rulings", "stacks_before", "turn_since", "retaken", "acted_n",
    )  # fmt: skip

    def __init__(self, setup, game, book):
        if isinstance(game, str):
            game = games.get(game)
        if isinstance(book, str):
            book = rulebooks.get(book)
        State.__init__(self, setup, game, book)
        self.watch = watch.of(game.family)
        self.past = []  # irregular rulings of deals before this one in the same view
        self.opened = 0  # incidents whose remedy is not done, or after which play did not go on
        self.event = None  # the event in hand
        self._outputs = []
        self.start_anew()
        self._start()
        if self.presence:
            from shared_rules.hand.floor import presence  # where somebody is away

            presence.take_up(self)

    def start_anew(self):
        """Nothing has been ruled or wagered in this deal yet."""
        self.rulings = []
        self.stacks_before = dict(self.stacks)
        self.turn_since = (0, 0)  # seat to act, and when the action came to it (0: not yet seen)
        self.retaken = -1  # event at which a ruling was last taken back
        self.acted_n = (-1, None)  # event and seat of the last act that was accepted
        pending, setup = self.pending, self.setup
        if self.from_start:
            pending["no_betting_yet"] = True
            if self.ante_type == "button_ante":
                pending["button_ante"] = True
        if self.presence or "penalty_seats" in setup:
            pending["absence"] = True
        if self.game.openers or [key for key in RARE if key in setup]:
            pending["rare"] = True
        if [key for key in FRAME if key in setup] or setup.get("hand_number") == 1:
            pending["frame_open"] = True

    def _start(self):
        """Take up a hand that is already under way."""
        if self.from_start or self.phase in ("closed", "draw"):
            return
        wagered = None
        if self.bets:
            from shared_rules.hand.betting import taking_up  # chips nobody saw put there

            wagered = taking_up.wagered(self)
        self._adopt_bets()
        if self.straddles and self.game.index(self.street) == 0:
            self.step = max(self.step, self.high)
        turn.open_street(self)
        revising.mark(self)
        if wagered:
            taking_up.replay(self, wagered)

    def _adopt_bets(self):
        """Level of the street from the chips in front (preflop: the posted blinds)."""
        first = self.game.index(self.street) == 0
        high = 0
        for seat in self.bets:
            high = max(high, self.bets[seat])
        if first and self.blinds:
            high = max(high, self.bb)
            self.step = self.bb
            self.wagers = 1
            self.base = high
        self.high = high

    # -- the fold ----------------------------------------------------------------------------

    def apply(self, event):
        """Take one event; return what follows from it. Raises events.BadEvent for a bad shape."""
        events.check(event)
        return self.fold(event)

    def fold(self, event):
        """``apply`` for an event whose shape has been checked."""
        self.n += 1
        self.t = event["t"]
        self.event = event
        if self.next_started is not None:
            self._look_for_next_deal(event)
        watch, pending = self.watch, self.pending
        what = event["what"]
        key = (what, event["from"], event["to"]) if what in watch.moves else what
        for record, handler in watch.kept.get(key) or watch.handlers(event):
            if record is None:
                if handler(self, event):
                    break
            elif record in pending and watch.named(handler)(self, event):
                break
        if self.opened:
            self._follow(event)
        if self.to_review:
            for record, review in watch.reviews:
                if record in self.to_review:
                    watch.named(review)(self)
        if self.turn != self.turn_since[0]:
            self.turn_since = (self.turn, self.t)
        out = self._outputs
        if out:
            self._outputs = []
            return out
        return []

    def take_outputs(self):
        """The outputs since the last call."""
        out = self._outputs
        self._outputs = []
        return out

    def copy(self):
        """A hand in the same state that shares nothing that changes."""
        other = Hand(self.setup, self.game, self.book)
        for name in State.__slots__ + Hand.__slots__:
            if name not in ("setup", "game", "book", "watch"):
                setattr(other, name, _clone(getattr(self, name)))
        other.board = other.at["board"]
        return other

    def dispatch(self, event):
        """Show an event to the modules (also for the events a macro stands for)."""
        self.t = event["t"]
        self.event = event
        watch = self.watch
        for record, handler in watch.handlers(event):
            if record is None:
                if handler(self, event):
                    break
            elif record in self.pending and watch.named(handler)(self, event):
                break
        if self.opened:
            self._follow(event)

    def _follow(self, event):
        """What is open goes on with the event (``hand/incidents.py``)."""
        from shared_rules.hand import incidents  # where something irregular has happened

        incidents.follow(self, event)

    def _look_for_next_deal(self, event):
        """A riffle was seen since: this event may begin the deal that follows."""
        from shared_rules.hand.start import again

        again.look(self, event)

    def emit(self, output):
        """Append an output."""
        self._outputs.append(output)

    # -- moving on ---------------------------------------------------------------------------

    def set_phase(self, phase, street=None):
        """Change phase (and street) and say so."""
        if street is not None:
            self.street = street
        if self.phase != phase or street is not None:
            self.phase = phase
            self.phase_output()

    def phase_output(self):
        """Emit where the hand stands."""
        out = {"k": "phase", "phase": self.phase, "street": self.street, "to_act": self.turn}
        self._outputs.append(out)

    def start_betting(self):
        """The first street's cards are out (or acted on as if): betting opens."""
        if self.phase not in ("none", "setup", "deal"):
            return
        self.pending.pop("no_betting_yet", None)
        if not self.live:
            self.live = list(self.dealt_in)
        self.street = self.pending["opened"] = self.game.streets[0].name
        self.phase = "betting"
        if self.blinds and self.from_start:
            # it has entered what was posted
            from shared_rules.hand.start.posting import antes_alone, missing

            self.blinds = not (self.posted and antes_alone(self))
            if self.blinds and missing(self):
                self.pending["late_blind"] = True
        if "presence" in self.pending:
            self.to_review["presence"] = True  # all have their hands: who is there?
        self._adopt_bets()
        if self.straddles:
            self.step = max(self.step, self.high)
        turn.open_street(self)
        revising.mark(self)
        self.phase_output()
        if self.turn is None and (self.blinds or turn.betting_over(self)):
            acting.close_street(self)
        elif self.from_start:
            self.full_hands_t = self.t

    def open_street(self, street):
        """The cards of a street are out: bets are in the pot, betting opens."""
        self.collect()
        self.street = street.name
        self.phase = "betting"
        self.pending["opened"] = street.name
        self.acted = {}
        self.high = 0
        self.base = 0
        self.step = 0
        self.wagers = 0
        self.cap_reached = False
        self.aggressor = None
        self.street_mark = len(self.actions)
        turn.open_street(self)
        revising.mark(self)
        if self.turn is None and turn.betting_over(self):
            acting.close_street(self)
        else:
            self.phase_output()

    def raise_level(self, to):
        """A forced bet after the first card: the total there is to match."""
        if to > self.high:
            self.high = self.base = to
            self.step = max(self.step, self.bb, to if to in self.straddles.values() else 0)
            turn.open_street(self)

    def void(self):
        """True when an open ruling on this deal gives all bets back."""
        return bool([r for r in self.rulings if r["irregular"] and r["open"] and _voids(r)])

    def betting_done(self):
        """True while nobody is to act."""
        return self.phase != "betting" or self.turn is None

    def collect(self):
        """Bets of the street go into the middle; chips that open the next one stay in front.

        A street nobody saw dealt, or that stands by a ruling, opens with the act that follows it.
        """
        event = self.event
        seat, kept = None, 0
        if event is not None and event["what"] == "chips_move":
            seat = event["seat"]
            kept = min(sum(event["chips"]), self.front.get(seat, 0) - self.bets.get(seat, 0))
        self.bets = {}
        self.front = {seat: kept} if kept > 0 else {}

    # -- rulings -----------------------------------------------------------------------------

    def rule(
        self,
        key,
        seat=None,
        amount=None,
        binding=None,
        misdeal=None,
        steps=None,
        ruling=None,
        decided_by=None,
        cite=(),
        confidence=None,
        evidence=None,
        irregular=True,
        step_seat=None,
        step_amount=None,
    ):
        """Rule on a situation through the book; the ruling supersedes earlier ones.

        Everything the book says can be overridden by a keyword where the engine knows more (an
        amount, the seat in a step). ``cite``: further citations (full, ``book:rule``), appended.
        ``irregular=False``: ordinary play with a citation, no incident and no output. ``evidence``:
        event numbers, default this event. Returns the ruling (a dict; do not change it).
        """
        how = (seat, amount, binding, misdeal, steps, ruling, decided_by, cite, confidence)
        evidence = (self.n,) if evidence is None else tuple(evidence)
        if not irregular:
            # worked out only if somebody asks (``answer``): ordinary play is most of all play
            return self._note(key, how, evidence)
        from shared_rules.hand import incidents

        r = self._ruling(key, how, evidence, True, step_seat, step_amount)
        r["t"] = self.t
        incidents.begin(self, r, self.book.outcome(key))
        self.rulings.append(r)
        self.emit(r)
        return r

    def accepted(self, key, seat, amount, ruling, decided_by=None, cite=()):
        """Ordinary play, the way it is most of the time: an accepted wager and what is cited."""
        how = (seat, amount, None, None, None, ruling, decided_by, cite, None)
        self._note(key, how, (self.n,))

    def _note(self, key, how, evidence):
        r = {
            "situation": key,
            "seat": how[0],
            "irregular": False,
            "how": how,
            "t": self.t,
            "street": self.street,
            "evidence": evidence,
        }
        self.rulings.append(r)
        if len(self.rulings) > NOTES_KEPT:
            self._forget_ordinary()
        return r

    def _ruling(self, key, how, evidence, irregular, step_seat=None, step_amount=None):
        """Ruling dict of a situation: what the book says, changed by what the engine knows."""
        seat, amount, binding, misdeal, steps, ruling, decided_by, cite, confidence = how
        r = rulings.make(self.book.outcome(key), seat, amount, evidence, irregular)
        named = (
            ("ruling", ruling),
            ("binding", binding),
            ("misdeal", misdeal),
            ("decided_by", decided_by),
            ("confidence", confidence),
        )
        for field, value in named:
            if value is not None:
                r[field] = value
        if steps is not None:
            r["remedy_steps"] = list(steps.split() if isinstance(steps, str) else steps)
        r["remedy_steps"] = rulings.fill_steps(
            r["remedy_steps"], seat if step_seat is None else step_seat, step_amount
        )
        for c in cite:
            if c not in r["cite"]:
                r["cite"].append(c)
        r["cite"] = self._applying(r["cite"])
        r["text"] = rulings.sentence(r["ruling"], seat, amount)
        return r

    def _applying(self, cites):
        """Citations without those of a section that is about other games, if any are left then."""
        if self.betting == "limit":
            cites = self._without(self.book.value("wager.big_bet_section"), cites)
        return self._without(self.set_apart(), cites)

    def set_apart(self):
        """How rules begin that a book has for tournaments only, in a cash game; else None."""
        return self.book.value("frame.tournament_section") if self.format == "cash" else None

    def _without(self, section, cites):
        if section is None:
            return cites
        section = self.book.name + ":" + section
        left = [c for c in cites if c[: len(section)] != section]
        return left or cites

    def _forget_ordinary(self):
        """Of rulings on ordinary play only the last few can still matter for the answer."""
        kept = 0
        for i in range(len(self.rulings) - 1, -1, -1):
            if not self.rulings[i]["irregular"]:
                kept += 1
                if kept > NOTES_KEPT:
                    self.rulings.pop(i)

    def withdraw(self, key, misread=False):
        """Take back the last ruling on a situation (later events showed it was none).

        What has been closed stays: it was so, and it was put right; unless it was ``misread``.
        """
        for i in range(len(self.rulings) - 1, -1, -1):
            r = self.rulings[i]
            if r["situation"] == key and (not r["irregular"] or r["open"] or misread):
                self.rulings.pop(i)
                if r["irregular"]:
                    self._taken_back(r)
                return True
        return False

    def _taken_back(self, r):
        if r["open"]:
            self.opened -= 1
            if not r["weak"]:
                self.retaken = self.n
        self.emit({"k": "withdraw", "situation": r["situation"], "seat": r["seat"]})

    def ruled(self, key):
        """The last ruling given on a situation in this hand, or None."""
        for r in reversed(self.rulings):
            if r["situation"] == key:
                return r
        return None

    def carry(self, incidents):
        """Take over incidents of the hand before that are still open."""
        self.past = [dict(r) for r in incidents]
        self.opened = len(self.past)

    def open_incidents(self):
        """Irregular rulings that are open, the oldest first."""
        if not self.opened:
            return []
        return [r for r in self.past + self.rulings if r["irregular"] and r["open"]]

    def answer(self):
        """The ruling in force: the newest open one, else what is to be said of ordinary play."""
        open_ones = self.open_incidents()
        if open_ones:
            from shared_rules.hand import incidents

            open_ones = [r for r in open_ones if not incidents.is_overtaken(self, r)]
        newest = open_ones[-1] if open_ones else None
        refused = newest is not None and newest["weak"] and newest["ruling"] != "floor_decides"
        for r in reversed(open_ones):
            # a wager is settled as soon as it is ruled on
            if not r["weak"] and (r["left"] or not refused or r["situation"][:6] != "wager."):
                if self._shared_after(r):
                    break
                return self._voided_by(r) or r
        notes = [r for r in self.rulings if not r["irregular"]]
        if open_ones and (
            open_ones[-1]["ruling"] in SAYS_WHO_WINS or self._shared_after(open_ones[-1])
        ):
            open_ones = []
        r = None
        if notes:
            last = notes[-1]
            r = self._ruling(last["situation"], last["how"], last["evidence"], False)
            r["t"] = last["t"]
            if self._acted_since(last, r["ruling"]):
                cite, r = r["cite"], self.no_incident()
                r["cite"] += [c for c in cite if c not in r["cite"]]
            elif last["situation"][:6] == "frame." and self.acted_n[0] > last["evidence"][-1]:
                if r["ruling"] == "no_incident":  # what was said of a level before an act
                    act = self.no_incident()
                    r["amount"], r["seat"] = act["amount"], act["seat"]
            elif last["situation"][:6] == "wager." and self.is_behind(last, r["ruling"]):
                r["ruling"] = "no_incident"  # a wager of a street that is over, or played on
                r["text"] = rulings.sentence("no_incident")
            elif self.awarded and self.next_started and self.is_to_do(r):
                # done, or let be: the next hand has begun
                r["ruling"], r["remedy_steps"], r["decided_by"] = "no_incident", [], "automatic"
                r["text"] = rulings.sentence("no_incident")
            for note in notes[:-1]:  # what was found in order before it
                before = self.book.outcome(note["situation"])
                if not before.silent:
                    also = before.cite + tuple(note["how"][CITE])
                    r["cite"] += [c for c in also if c not in r["cite"]]
        if open_ones and (r is None or not self.is_to_do(r)):
            return open_ones[-1]
        if r is None or (r["ruling"] == "floor_decides" and r["situation"][:6] == "frame."):
            r = self.no_incident()  # routine that the book has no words for
        if self.all_in and r["ruling"] in ACCEPTED:
            from shared_rules.hand import regular

            r["cite"] += [c for c in regular.beside_all_in(self) if c not in r["cite"]]
        if self.game.discards and r["ruling"] in ACCEPTED:
            from shared_rules.hand import regular

            r["cite"] += [c for c in regular.with_discard(self) if c not in r["cite"]]
        return self._after_remedy(r)

    def _voided_by(self, r):
        """The open ruling that voids the deal ``r`` happened in; None where ``r`` stands."""
        if r["situation"].split(".")[0] not in MOOT or r in self.past:
            return None
        void = [x for x in self.rulings if x["irregular"] and x["open"] and _voids(x)]
        return void[-1] if void else None

    def _acted_since(self, note, ruling):
        """True when what a note says of an act, a blind or a clock was overtaken by another act;
        who shows first, by the award."""
        key = note["situation"]
        if ruling == "show_first":
            return bool(self.awarded)
        if key not in ENDS_AT_AN_ACT and (ruling in ACCEPTED or key.split(".")[0] not in MOOT):
            return False
        return self.acted_n[0] > note["evidence"][-1]

    def is_behind(self, note, ruling):
        """True for an ordinary wager that history has gone on from: street, turn or hand."""
        if note["street"] != self.street or (self.awarded and self.next_started):
            return True
        n, seat = self.acted_n
        return ruling in ACCEPTED and n > note["evidence"][-1] and seat != note["seat"]

    def is_to_do(self, r):
        """True for a note on ordinary play that still has to be carried out."""
        return " " + r["ruling"] + " " in STILL_TO_DO

    def _shared_after(self, r):
        """True where a ruling says whose the pot is, and how it is shared is still to be done."""
        if r["ruling"] == "award_corrected":  # put right, and a chip is left of it
            return not r["left"] and r["n"] < self.pending.get("odd_chip", {}).get("lies", -1)
        notes = [x for x in self.rulings if not x["irregular"]]
        shared = bool(notes) and notes[-1]["situation"][:12] == "pots.odd_chi"
        return shared and r["ruling"] in SAYS_WHO_WINS

    def _after_remedy(self, r):
        """Ordinary play after an incident: what was ordered is what makes it regular."""
        past = [x for x in self.past + self.rulings if x["irregular"]]
        for old in past:
            if old["ruling"] == "request_refused":  # that it was turned down is why all went on
                r["cite"] += [c for c in old["cite"] if c not in r["cite"]]
        done = [x for x in past if not x["weak"]]
        if not done:
            return r
        plain, r["cite"] = r["cite"], []
        for old in reversed(done):
            if old is done[-1] or old["remedy_steps"]:
                r["cite"] += [c for c in old["cite"] if c not in r["cite"]]
        r["cite"] += [c for c in plain if c not in r["cite"]]
        return r

    def no_incident(self):
        """What there is to say when nothing irregular happened: the last accepted wager."""
        outcome = self.book.outcome("frame.no_incident")
        amount = None
        seat = None
        for a in reversed(self.actions):
            if a["amt"]:
                amount, seat = a["to"], a["seat"]
                break
        r = rulings.make(outcome, seat, amount, (self.n,), False)
        from shared_rules.hand import regular  # asked for at the end only

        r["cite"] = regular.cites(self) or r["cite"]
        r["cite"] = self._applying(r["cite"])
        r["ruling"] = "no_incident"
        r["decided_by"] = "automatic"
        r["text"] = rulings.sentence("no_incident")
        return r

    def incidents(self):
        """The irregular rulings so far."""
        return [r for r in self.rulings if r["irregular"]]

    # -- shorthands for the modules -----------------------------------------------------------

    accept = acting.accept  # make an action final
    revise = revising.revise  # replace the last action of a seat on this street
    undo = revising.undo  # take back the last action of a seat on this street

    def bounds(self, seat):
        """(to_call, min_to, max_to): chips to call; least and greatest raise total, None if closed.

        Closed also where an act out of turn, or a check before, takes the raise from the seat, and
        nothing is to be called once betting is over: chips put in then are no wager.
        """
        if self.phase in ("closed", "showdown", "award", "over") or turn.betting_over(self):
            return 0, None, None
        call, least, most = limits.bounds(self, seat)
        if least is not None and turn_order.restriction(self, seat) is not None:
            return call, None, None
        return call, least, most
