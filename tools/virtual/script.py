"""The script of a hand: a plan of steps becomes motions in virtual time.

The script is the dealer and the players. It keeps a mirror of the table (an ideal table and an
engine) in step with its own motions, so that it knows, as a dealer does, how chips would be read
before they are put down, and what the ruling is when something went wrong.
"""

from tools.playing.phh import chances
from tools.virtual.chipset import ChipSet, change
from tools.virtual.ideal import IdealTable
from tools.virtual.motions import CardMove, ChipMove, Key, Pace, Riffle

WAGERS = ("call", "bet", "raise")


class Mirror:
    """The script's own picture of the table: ideal senses and the engine's opinion of them.

    ``table`` is an engine table (``apply``, ``probe``) or None, when only the events matter.
    """

    def __init__(self, table=None, salt="ideal"):
        self.table = table
        self.ideal = IdealTable(salt)
        self.events = []

    def apply(self, motion):
        """Outputs of the engine for one motion; the events are kept in ``events``."""
        outputs = []
        for event in self.ideal.apply(motion):
            self.events.append(event)
            if self.table is not None:
                outputs += self.table.apply(event)
        return outputs

    def probe(self, event):
        """Outputs the engine would give for one event, nothing being changed."""
        return [] if self.table is None else self.table.probe(event)


class HandScript:
    """One hand, from the set-up keyed by the floor to the cards back with the dealer.

    ``run`` returns the motions; ``t`` is then the virtual time (ms) at which the hand is over.
    Subclasses (``irregularities.py`` lists them) let something go wrong by overriding one of the
    small methods.
    """

    def __init__(self, plan, t=0, mirror=None, chipset=None, pace=None, seed=0, table_seats=9):
        self.plan = plan
        self.t = t
        self.table_seats = table_seats
        self.mirror = mirror or Mirror()
        self.chipset = chipset or ChipSet()
        self.pace = pace or Pace()
        self.rng = chances(seed, plan.label, "script")
        self.seats = plan.order()
        self.motions = []
        self.outputs = []
        self.boxed = ()
        self.stub = self.stack_deck()
        self.place = {}  # card -> place, for cards off the stub
        self.lines = {}  # seat -> chips on the bet spot
        self.pot = []
        self.unreturned = {}  # seat -> chips nobody matched, still in the pot
        self.last_put = t  # when chips last came to lie on a bet spot
        self.put_in = {}  # seat -> chips put over the line in this hand and not given back
        self.streets = 0
        self.board = []
        self.done = 0  # steps of the plan that are behind us
        self.floor_voids = False

    # -- the run of a hand

    def run(self):
        """Motions of the whole hand, in order of time."""
        self.open()
        steps = list(self.plan.steps)
        while steps:
            step = steps.pop(0)
            self.done += step.do != "slip"
            if getattr(self, "do_" + step.do)(step, steps) == "over" or self.voided():
                break
        if self.voided():
            self.void()
        self.collect()
        self.t += self.pace.between
        return self.motions

    def stack_deck(self):
        """Order of the deck in which this hand comes out as it was played."""
        plan = self.plan
        named = {c for cards in plan.hole.values() for c in cards}
        named |= {c for step in plan.steps for c in step.cards}
        rest = [c for c in plan.deck() if c not in named]
        self.rng.shuffle(rest)
        each = max((len(cards) for cards in plan.hole.values()), default=0)
        deck = [plan.hole[s][i] for i in range(each) for s in self.seats if s in plan.hole]
        for step in plan.steps:
            if step.do == "board":
                deck += [rest.pop(), *step.cards]
        return deck + rest

    def open(self):
        """Set-up, riffle, the deck into the well."""
        self.key(self.plan.setup, what="setup")
        self.emit(Riffle(self.t, self.pace.riffle, tuple(self.stub), tuple(self.boxed)))
        self.t += self.pace.riffle + self.pace.well

    def emit(self, motion):
        """Take one motion into the script and into the mirror; returns the mirror's outputs."""
        self.motions.append(motion)
        outputs = self.mirror.apply(motion)
        self.outputs += outputs
        return outputs

    def key(self, event=None, **fields):
        """Something is keyed in now; returns the mirror's outputs."""
        outputs = self.emit(Key(self.t, dict(event or {}, **fields)))
        self.t += self.pace.key
        return outputs

    def wait(self, ms):
        """Let time go by: ``ms`` and a little, by the seed."""
        self.t += ms + self.rng.randrange(self.pace.jitter + 1)

    def rulings(self, since=0):
        """Irregular rulings the mirror has given so far, from output number ``since`` on."""
        return [o for o in self.outputs[since:] if o["k"] == "ruling" and o.get("irregular")]

    def voided(self):
        """True when the deal is void: by the ruling in force, or because the floor says so."""
        return self.floor_voids or any(r.get("misdeal") for r in self.rulings())

    def void(self):
        """All bets go back to their players."""
        self.wait(self.pace.act)
        back = dict(self.put_in)
        for seat in sorted(self.lines):
            chips = tuple(self.lines.pop(seat))
            if chips:
                place = (f"line:{seat}", f"stack:{seat}")
                self.emit(ChipMove(self.t, seat, chips, *place, "player"))
                back[seat] -= sum(chips)
                self.wait(self.pace.act)
        back = {seat: amount for seat, amount in back.items() if amount}
        self.make_change(list(back.values()))
        for seat in sorted(back):
            self.push(seat, back[seat])
        self.key(what="finding", kind="misdeal_declared")

    # -- chips

    def put(self, seat, amount):
        """The seat's exact chips go over the line in one motion; returns the mirror's outputs."""
        return self.put_chips(seat, self.chipset.exact(amount))

    def put_chips(self, seat, chips):
        """These chips go over the line in one motion; returns the mirror's outputs."""
        self.lines.setdefault(seat, []).extend(chips)
        self.put_in[seat] = self.put_in.get(seat, 0) + sum(chips)
        place = (f"stack:{seat}", f"line:{seat}")
        outputs = self.emit(ChipMove(self.t, seat, tuple(chips), *place, "player"))
        self.t += self.counting(self.lines[seat])
        self.last_put = self.t
        return outputs

    def counting(self, chips):
        """How much longer many chips on a spot are looked at than a few, in ms."""
        return self.pace.many * max(0, len(chips) - 6)

    def do_ante(self, step, rest):
        """A player antes."""
        self.put(step.seat, step.amount)
        self.wait(self.pace.post)

    do_blind = do_ante

    def do_pull(self, step, rest):
        """The dealer pulls all bets into the pot; chips nobody matched go back to their player.

        When the hand is over with that they are pushed together with the pot.
        """
        self.pull()
        self.unreturned = add(step.returned, self.unreturned)
        if not (rest and rest[0].do == "award"):
            for seat in sorted(self.unreturned):
                self.return_chips(seat, self.unreturned.pop(seat))

    def return_chips(self, seat, amount):
        """Chips that were pulled in and are no part of the wager go back, exactly."""
        self.make_change([amount, sum(self.pot) - amount])
        self.push(seat, amount)
        self.put_in[seat] -= amount

    def pull(self):
        """Everything on the bet spots goes into the pot, spot by spot."""
        if not any(self.lines.values()):
            return
        self.t = max(self.t, self.last_put + self.pace.act)
        for seat in sorted(self.lines):
            chips = self.lines.pop(seat)
            if chips:
                self.emit(ChipMove(self.t, seat, tuple(chips), f"line:{seat}", "pot", "dealer"))
                self.pot += chips
                self.t += self.pace.pull
        self.t += self.pace.pulled + self.pace.heap * len(self.pot)

    def do_award(self, step, rest):
        """One pot is paid; chips of the winner that nobody matched go with it."""
        shares = add(step.shares, self.unreturned)
        self.unreturned = {}
        later = [amount for s in rest if s.do == "award" for amount in s.shares.values()]
        self.make_change([*shares.values(), *later])
        for seat, amount in sorted(shares.items()):
            self.push(seat, amount)

    def make_change(self, shares):
        """The dealer changes chips in the pot with the rack, so that every share can be exact."""
        wanted = [c for share in shares for c in self.chipset.exact(share)]
        out, into = change(self.pot, wanted)
        if out:
            self.emit(ChipMove(self.t, 0, tuple(out), "pot", "rack", "dealer"))
            self.t += self.pace.change
            self.emit(ChipMove(self.t, 0, tuple(into), "rack", "pot", "dealer"))
            self.t += self.pace.change
        self.pot = wanted

    def push(self, seat, amount):
        """Push a share out of the pot, over the winner's bet spot to the stack."""
        chips = tuple(self.chipset.exact(amount))
        for chip in chips:
            self.pot.remove(chip)
        self.emit(ChipMove(self.t, seat, chips, "pot", f"line:{seat}", "dealer"))
        self.t += self.pace.push + self.counting(chips)
        self.emit(ChipMove(self.t, seat, chips, f"line:{seat}", f"stack:{seat}", "dealer"))
        self.wait(self.pace.award)

    # -- cards

    def next_card(self):
        """The card that comes off the deck next."""
        return self.stub.pop(0)

    def draw(self, to, face="down", of=1):
        """One card off the deck, by way of the mouth, to a place; returns the card.

        ``of``: cards that land on the board as one street.
        """
        card = self.next_card()
        at_mouth = "up" if card in self.boxed else "down"
        self.emit(CardMove(self.t, (card,), "mouth", at_mouth, "dealer", self.pace.flight))
        self.t += self.pace.flight + self.pace.mouth
        face = "up" if card in self.boxed else face
        self.emit(CardMove(self.t, (card,), to, face, "dealer", self.pace.flight, of))
        self.place[card] = to
        self.t += max(0, self.pace.card - self.pace.flight - self.pace.mouth)
        return card

    def do_deal(self, step, rest):
        """Hole cards, one at a time, from the left of the button."""
        each = max(len(cards) for cards in self.plan.hole.values())
        for number in range(each):
            for seat in self.seats:
                if self.pitch(number, seat) == "over":
                    return "over"
        return self.dealt()

    def pitch(self, number, seat):
        """One hole card to one seat; the ``number``-th of its hand, from 0."""
        self.draw(f"seat:{seat}")

    def dealt(self):
        """The deal is complete."""
        self.wait(self.pace.street)

    def do_board(self, step, rest):
        """Burn and turn the next street."""
        self.wait(self.pace.street)
        self.burn()
        return self.turn_up(step.cards)

    def burn(self):
        """One card goes face down to the burn place."""
        self.draw("burn")

    def turn_up(self, cards):
        """The board cards of one street."""
        self.streets += 1
        self.to_board(len(cards))
        self.wait(self.pace.street)

    def to_board(self, count=1):
        """Cards of one street, face up, to the next free places of the board."""
        for _ in range(count):
            slot = min(len(self.board) + 1, 5)
            self.board.append(self.draw(f"board:{slot}", "up", count))

    def held(self, seat):
        """Cards lying at a seat."""
        return tuple(c for c, place in self.place.items() if place == f"seat:{seat}")

    def carry(self, cards, to, face="down", by="dealer"):
        """Cards already dealt travel together to another place."""
        if cards:
            self.emit(CardMove(self.t, tuple(cards), to, face, by, self.pace.flight))
            for card in cards:
                self.place[card] = to

    def do_show(self, step, rest):
        """A player tables the hand: cards face up, and the dealer keys it."""
        self.carry(self.held(step.seat), f"seat:{step.seat}", "up", "player")
        self.wait(self.pace.table)
        self.key(what="tabled", seat=step.seat)
        self.wait(self.pace.key)

    def do_muck(self, step, rest):
        """A player throws the hand away, face down."""
        self.carry(self.held(step.seat), "muck", "down", "player")
        self.wait(self.pace.act)

    def collect(self):
        """All cards back to the dealer, for the next riffle."""
        self.wait(self.pace.collect)
        places = {}
        for card, place in self.place.items():
            if place != "muck":
                places.setdefault(place, []).append(card)
        for place in sorted(places):
            self.carry(places[place], "muck")
            self.t += self.pace.pull
        self.wait(self.pace.collect)

    # -- acts

    def do_fold(self, step, rest):
        """Cards into the muck."""
        self.carry(self.held(step.seat), "muck", "down", "player")
        self.wait(self.pace.act)

    def do_check(self, step, rest):
        """The player taps; the dealer keys it."""
        self.key(what="gesture", seat=step.seat, kind="tap")
        self.wait(self.pace.act)

    def do_wager(self, step, rest):
        """Call, bet or raise; said first when the chips alone would be read as something else."""
        if not self.chips_say_it(step):
            self.declare(step)
        self.put(step.seat, step.amount)
        self.wait(self.pace.act)

    do_call = do_bet = do_raise = do_wager

    def declare(self, step, **fields):
        """The player says the act and its total; the dealer keys it."""
        word = {"what": "declare", "seat": step.seat, "word": step.do, "wording": "plain"}
        if step.do != "call":
            word["amount"] = step.to
        self.key(word, **fields)
        self.wait(self.pace.said)

    def chips_say_it(self, step):
        """True when the exact chips, put down in silence, are read as exactly this act."""
        seat = step.seat
        event = {
            "t": self.t + 1,
            "what": "chips_move",
            "seat": seat,
            "chips": self.chipset.exact(step.amount),
            "from": f"seat:{seat}",
            "to": f"line:{seat}",
            "by": "player",
            "motion": 1,
            "released": True,
            "crossed": "full",
        }
        outputs = self.mirror.probe(event)
        if any(o["k"] == "ruling" and o.get("irregular") for o in outputs):
            return False
        acts = [o for o in outputs if o["k"] == "action"]
        return [(o["act"], o["seat"], o["to"]) for o in acts] == [(step.do, seat, step.to)]


def add(shares, more):
    """Sum of two maps of chips by seat."""
    return {s: shares.get(s, 0) + more.get(s, 0) for s in sorted(set(shares) | set(more))}
