"""Recorded hands as table events, straight to the engine: no radio, no network.

``events_of(record)`` turns a PHH record into what an ideal table would report. Who wins is
worked out from the cards shown (``shared_rules.ranking``), never copied from the file.
"""

from shared_rules import ranking
from shared_rules.hand.cards import joker
from shared_rules.hand.showdown import shares
from shared_rules.hand.start import posting
from shared_rules.table import Table
from shared_rules.zones import line_zone, seat_zone
from tools.playing.hand_setup import setup_of
from tools.playing.phh import BadHand, chances, whole_units
from tools.playing.phh_check import checked

DENOMINATIONS = [d * 10**e for e in range(9, -1, -1) for d in (5, 1)]


class RecordingTable(Table):
    """A table that keeps the events it was given, in ``seen``."""

    def __init__(self, book):
        super().__init__(book)
        self.seen = []

    def apply(self, event):
        """See Table.apply."""
        self.seen.append(event)
        return super().apply(event)


def chips(amount):
    """An amount in few chips."""
    out = []
    for d in DENOMINATIONS:
        out += [d] * (amount // d)
        amount %= d
    return out


class Replay:
    """Feeds one record to a table, act by act; ``bounds`` are noted before each act."""

    def __init__(self, table, label, record, seed=0):
        self.table = table
        self.label = label
        self.record, self.scale = whole_units(record)
        self.t = 0
        self.bounds = []
        self.outputs = []
        self.rng = chances(seed, label)
        self.hole = {}
        self.motion = {}
        self.nth = 0
        self.used = set()
        self.shows = {}
        self.mucked = set()
        self.awards = []  # shares of each pot as it was pushed: seat -> chips
        self.unnamed = False  # hands were shown whose cards the file does not name
        self.stuck = None  # the first act that could not be taken, as a line

    # -- events --------------------------------------------------------------------------------

    def send(self, what, **fields):
        """Hand one event to the table."""
        self.t += 250
        event = {"t": self.t, "what": what}
        event.update(fields)
        self.outputs += self.table.apply(event)

    @property
    def hand(self):
        """The engine's hand in play."""
        return self.table.hand

    def move(self, cards, src, dst, face="down", by="dealer", **more):
        """A card move; what leaves the stub is counted."""
        if src == "stub":
            more["nth"] = self.nth + 1
            self.nth += len(cards)
        self.send("card_move", cards=cards, to=dst, face=face, by=by, **{"from": src}, **more)

    def put(self, seat, amount, kind="player"):
        """Chips over the line in one motion."""
        self.motion[seat] = self.motion.get(seat, 0) + 1
        self.send(
            "chips_move",
            seat=seat,
            chips=chips(amount),
            to=line_zone(seat),
            by=kind,
            motion=self.motion[seat],
            released=True,
            crossed="full",
            **{"from": seat_zone(seat)},
        )

    def pull_in(self):
        """The dealer collects what lies in front of the seats."""
        for seat in self.hand.seats:
            front = self.hand.front.get(seat, 0)
            back = self._over(seat, front)
            if back:
                self._chips_by_dealer(seat, back, line_zone(seat), seat_zone(seat))
            if front - back:
                self._chips_by_dealer(seat, front - back, line_zone(seat), "pot")

    def _over(self, seat, front):
        """Chips in front of a seat that are no part of its wagers: uncalled, or too many."""
        if self.hand.phase in ("setup", "deal"):
            return 0  # antes and blinds
        return max(0, front - self.hand.bet(seat))

    def _chips_by_dealer(self, seat, amount, src, dst):
        self.send(
            "chips_move", seat=seat, chips=chips(amount), to=dst, by="dealer", **{"from": src}
        )

    # -- the hand ------------------------------------------------------------------------------

    def run(self):
        """Play the record to its end; returns the engine's ``hand`` output or None."""
        self.send("setup", **setup_of(self.label, self.record))
        self.send("riffle")
        self._force()
        for number, action in enumerate(self.record["actions"], 1):
            words = action.split("#")[0].split()
            if words and not self._nobody_asks(words):
                before = self.hand.turn, len(self.hand.actions)
                self._act(words)
                self._note_stuck(number, words, *before)
        self._end()
        for out in reversed(self.outputs):
            if out["k"] == "hand":
                return out
        return None

    def _force(self):
        """Antes, pulled in; then blinds, straddles and what was posted to come in."""
        for seat in self.hand.seats:
            self._post(seat, posting.ANTES)
        if self.hand.front:
            self.pull_in()
        for seat in self.hand.seats:
            self._post(seat, ())

    def _post(self, seat, kinds):
        """A seat puts in what it owes, kind by kind; of those kinds alone where any are named."""
        for kind, amount in posting.dues(self.hand, seat):
            have = min(amount, self.hand.stack(seat))
            if have and (not kinds or kind in kinds):
                self.put(seat, have)

    def _nobody_asks(self, words):
        """True for the check of the last player with chips, when all others are all-in.

        Some programs record it (pokerkit asks for it); at a table betting is over, nobody acts and
        nothing is paid in.
        """
        hand = self.hand
        if words[0] == "d" or words[1] != "cc" or hand.turn is not None:
            return False
        able = [s for s in hand.live if s not in hand.all_in]
        return hand.phase in ("closed", "draw", "showdown") and able == [int(words[0][1:])]

    def _note_stuck(self, number, words, turn, acts):
        """Remember the first act the engine did not take as the seat's own in its turn."""
        if self.stuck or words[0] == "d" or words[1] in ("sm", "sd"):
            return
        seat = int(words[0][1:])
        taken = len(self.hand.actions) > acts and self.hand.actions[-1]["seat"] == seat
        if turn not in (None, seat) or not taken:
            due = f"p{turn} is to act" if turn else "nobody is to act"
            self.stuck = f"action {number} {' '.join(words)!r} could not be taken: {due}"

    def why_not(self):
        """Why the hand does not end, in a line."""
        if self.stuck:
            return self.stuck
        hand = self.hand
        if hand.phase in ("setup", "deal", "none"):
            return "the file stops before the cards are dealt"
        missing = {"betting": f"p{hand.turn} is to act", "closed": "the next street is missing",
                   "draw": "the draw is not finished"}  # fmt: skip
        return f"the file stops before the hand is over: {missing.get(hand.phase, hand.phase)}"

    def _act(self, words):
        if words[0] == "d":
            self._deal(words)
            return
        seat = int(words[0][1:])
        verb = words[1]
        if verb in ("sm", "sd"):
            cards = _cards(words[2]) if len(words) > 2 else []
            self._show_or_muck(seat, cards) if verb == "sm" else self._discard(seat, cards)
            return
        self._note_bounds(seat)
        if verb == "f":
            self.move(list(self.hand.held(seat)), seat_zone(seat), "muck", by="player")
        elif verb == "cc":
            self._check_or_call(seat)
        elif verb == "pb":
            self.put(seat, min(self.record["bring_in"], self.hand.stack(seat)))
        elif verb == "cbr":
            self._wager(seat, int(words[2]))
        else:
            raise BadHand(f"action {' '.join(words)!r} is not known")

    def _note_bounds(self, seat):
        pot = self.hand.pot_total()
        self.bounds.append((seat, self.hand.bounds(seat), pot, self.hand.turn == seat))

    def _check_or_call(self, seat):
        call = self.hand.bounds(seat)[0]
        if call:
            self.put(seat, call)
        else:
            self.send("gesture", seat=seat, kind="tap")

    def _wager(self, seat, to):
        hand = self.hand
        word = "raise" if hand.high else "bet"
        amount = to - hand.bet(seat)
        self.send("declare", seat=seat, word=word, wording="plain", amount=to)
        self.put(seat, amount)

    # -- cards ---------------------------------------------------------------------------------

    def _deal(self, words):
        if words[1] == "dh":
            self._deal_hole(int(words[2][1:]), _cards(words[3]))
            return
        if self.hand.front:
            self.pull_in()
        self.move([self._unknown()], "stub", "burn")
        self.move(_cards(words[2]), "stub", "board", face="up")

    def _deal_hole(self, seat, cards):
        self.hole.setdefault(seat, []).extend(cards)
        if self.hand.phase not in ("setup", "deal") and self.hand.front:
            self.pull_in()
        stud = self.hand.game.family == "stud"
        if not stud and self.hand.phase in ("setup", "deal"):
            self._wait_for_deal(seat, cards)
            return
        faces = self._faces(len(self.hole[seat]) - len(cards), len(cards))
        if stud and self.hand.phase in ("setup", "deal"):
            self._wait_for_deal(seat, list(zip(cards, faces, strict=True)))
            return
        if not self.pending_burn_done():
            self.move([self._unknown()], "stub", "burn")
        for card, face in zip(cards, faces, strict=True):
            self._one(seat, card, face)

    def _faces(self, held, count):
        """Faces of the next cards of a hand, in the order in which the streets deal them."""
        due = []
        for street in self.hand.game.streets:
            due += ["down"] * street.down + ["up"] * street.up
        return (due[held:] + ["down"] * count)[:count]

    def pending_burn_done(self):
        """True when this street's burn lies already (one burn for all cards of a street)."""
        key = (len(self.hand.actions), self.hand.street, self.hand.phase)
        done = getattr(self, "_burn_key", None) == key
        self._burn_key = key
        return done

    def _wait_for_deal(self, seat, cards):
        """Hole cards are recorded by seat and dealt one at a time round the table."""
        self._first = getattr(self, "_first", {})
        self._first[seat] = cards
        seats = self.hand.dealt_in
        if len(self._first) < len(seats):
            return
        order = self.hand.after(self.hand.button, seats)
        for i in range(len(cards)):
            for s in order:
                card = self._first[s][i]
                if isinstance(card, tuple):
                    self._one(s, card[0], card[1])
                else:
                    self._one(s, card, "down")

    def _one(self, seat, card, face):
        token = self._unknown() if card == "??" else card
        self.move([token], "stub", seat_zone(seat), face=face)

    def _unknown(self):
        return f"#{self.nth + 1}"

    def _discard(self, seat, cards):
        if self.hand.front:
            self.pull_in()
        self.send("draw", seat=seat, count=len(cards))
        held = list(self.hand.held(seat))
        known = [c for c in cards if c in held]
        unknown = [c for c in held if c not in self.hole[seat] or c[0] == "#"]
        gone = known + unknown[: len(cards) - len(known)]
        gone += [c for c in held if c not in gone][: len(cards) - len(gone)]
        for card in cards:
            if card in self.hole[seat]:
                self.hole[seat].remove(card)
        if gone:
            self.move(gone, seat_zone(seat), "muck", by="player")

    # -- the end -------------------------------------------------------------------------------

    def _show_or_muck(self, seat, cards):
        if not cards or cards[0] == "-":
            self.mucked.add(seat)
            return
        self.shows[seat] = cards

    def _end(self):
        hand = self.hand
        self.pull_in()
        if hand.phase == "showdown":
            self._showdown()
        if hand.phase == "award" and len(hand.live) == 1:
            self._push({hand.live[0]: hand.pot_total()})

    def _showdown(self):
        hand = self.hand
        contenders = [s for s in hand.live if s not in self.mucked]
        for seat in contenders:
            zone = seat_zone(seat)
            self.move(list(hand.held(seat)), zone, zone, face="up", by="player")
        shown = {s: self.shows.get(s) or self.hole.get(s, []) for s in contenders}
        unnamed = [s for s in contenders if "??" in shown[s]]
        if unnamed and len(contenders) > 1:
            self._pay_as_the_file_says(unnamed[0])
            return
        for _, part in shares.pay(hand, lambda seats: self._winners(seats, shown)):
            self._push(part)

    def _pay_as_the_file_says(self, seat):
        """Cards the file does not name cannot be ranked: its own result tells who was paid."""
        self.unnamed = True
        stacks = self.hand.stacks
        given = self.record.get("finishing_stacks") or ()
        won = [g - stacks[s] for g, s in zip(given, sorted(stacks), strict=False)]
        if len(given) != len(stacks) or sum(won) != self.hand.pot_total() or min(won) < 0:
            raise BadHand(f"p{seat} shows cards the file does not name, and it says not who won")
        self._push(dict(zip(sorted(stacks), won, strict=True)))

    def _winners(self, seats, shown):
        hands = {s: shown[s] for s in seats if s in shown}
        if not hands:
            raise BadHand("nobody shows a hand for a pot")
        return winners(self.hand.game, self.hand.board, hands, joker.in_use(self.hand))

    def _push(self, part):
        self.awards.append({seat: part[seat] for seat in sorted(part) if part[seat]})
        for seat in sorted(part):
            if part[seat]:
                self._chips_by_dealer(seat, part[seat], "pot", seat_zone(seat))


def winners(game, board, hands, joker_plays=False):
    """(high seats, low seats) of the hands shown; one hand alone wins without ranking."""
    if len(hands) == 1:
        return list(hands), None
    more = "_joker" if joker_plays else ""
    high = ranking.best(game.high + more, hands, board) if game.high else None
    low = ranking.best(game.low + more, hands, board) if game.low else None
    if high is None:
        return low, None
    return high, low


def _cards(text):
    """Cards of a PHH action; unknown ones as ``??``."""
    return [text[i : i + 2] for i in range(0, len(text), 2)] if text != "-" else ["-"]


def replay(label, record, book="tda-2011", seed=0, table=None):
    """Replay one record on a fresh table; returns the finished ``Replay``. Raises BadHand."""
    try:
        run = Replay(Table(book) if table is None else table, label, checked(record), seed)
        run.result = run.run()
        # with an incident the book rules otherwise than was played: the result says what it rules
        if run.result is None or (run.stuck and not run.result["incidents"]):
            raise BadHand(run.why_not())
    except BadHand as error:
        raise BadHand(f"{label}: {str(error).removeprefix(f'{label}: ')}") from error
    return run
