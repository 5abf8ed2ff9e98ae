"""What has to hold at every step of an event, whoever decides: looked at after each entry.

Written from the rulebooks' words, not from the code that decides: who posts next is counted out
seat by seat here.
"""

from gateway.event import acts
from shared_rules.desk import seating
from shared_rules.desk.tables import PLAYING


class Broken(AssertionError):
    """A property that does not hold; the text says which, where and when."""


class Properties:
    """Properties of one event. ``steps`` counts how often they were looked at."""

    def __init__(self):
        self.steps = 0
        self.big = {}  # table -> (seats taken and seat of the big blind in its last hand)

    def after(self, office):
        """Look at the state after an entry. Raises Broken."""
        self.steps += 1
        seen = {}
        for table in office.event.in_order():
            for seat, player in table.seats.items():
                if player in seen:
                    both = f"{seen[player]} and {table.number}"
                    raise Broken(f"t={office.t}: {player} sits at {both}")
                if not 1 <= seat <= table.max:
                    raise Broken(f"t={office.t}: table {table.number} has no seat {seat}")
                seen[player] = table.number
        both = [p for p in office.event.gone if p in seen]
        if both:
            raise Broken(f"t={office.t}: {both[0]} is out and has a seat")
        alternates = office.event.lists.get("alternates", ())
        waiting = len([p for p in alternates if p not in office.event.gone])  # again: counted out
        known = len(office.people) - waiting
        if len(seen) + len(office.event.gone) != known:
            raise Broken(f"t={office.t}: {len(seen)} seated and {len(office.event.gone)} out of"
                         f" {known}")  # fmt: skip

        if office.in_play != office.issued - office.removed:
            raise Broken(
                f"t={office.t}: {office.in_play} chips in play, {office.issued} issued,"
                f" {office.removed} removed"
            )
        self._denominations(office)
        self._heads(office)

    @staticmethod
    def _denominations(office):
        """Chips by denomination come to what was issued, and none is of a kind that is gone."""
        ledger, stacks = office.ledger, office.event.stacks
        expelled = [e["player"] for e in office.event.happened("penalty")
                    if e["kind"] == "disqualification"]  # fmt: skip
        # what a disqualified player takes out of play is known by its value alone
        should = office.issued - office.removed + sum(stacks[player] for player in expelled)
        if ledger.value != should:
            raise Broken(
                f"t={office.t}: chips by denomination come to {ledger.value}, not {should}"
            )
        wrong = [chip for chip, count in ledger.chips.items() if count < 0 or chip in ledger.gone]
        if wrong or (ledger.by_value and not expelled):
            raise Broken(f"t={office.t}: chips of {wrong}, {ledger.by_value} by value alone")

    @staticmethod
    def _heads(office):
        """What was paid for bounties is on heads or won."""
        people = office.people.values()
        paid = office.event.facts.get("bounty", 0) * sum(p.entries for p in people)
        there = sum(p.head + p.won for p in people)
        if there != paid:
            raise Broken(f"t={office.t}: {there} on heads or won, {paid} paid for bounties")

    def day_ends(self, office, drawn):
        """All stacks are counted, nobody is in a hand, no table has dealt more hands than drawn."""
        event = office.event
        busy = [t.number for t in event.in_order() if t.state == PLAYING]
        if busy or office.clock.running:
            raise Broken(f"t={office.t}: the day ends while table {busy or 'clock'} goes on")
        if set(event.happened("stacks")[-1]["stacks"]) != set(office.seated()):
            raise Broken(f"t={office.t}: the day ends and a stack is not counted")
        begun = {}
        for ev in event.log[event.log.index(event.happened("card_drawn")[-1]) :]:
            if ev["what"] == "hand_start":
                begun[ev["table"]] = begun.get(ev["table"], 0) + 1
        if begun and max(begun.values()) > drawn:
            raise Broken(f"t={office.t}: {max(begun.values())} last hands, {drawn} were drawn")

    def hand_begins(self, office, number, held):
        """Look at a table whose hand has just begun. ``held``: tables that may not deal."""
        event = office.event
        table = event.tables[number]
        if len(event.happened("day_end")) >= office.day:
            raise Broken(f"t={office.t}: table {number} deals and the day is over")
        if number in held:
            raise Broken(f"t={office.t}: table {number} deals although it is too short")
        at = table.positions
        taken = tuple(s for s in table.occupied() if table.seats[s] not in table.newcomers)
        before = self.big.get(number)
        if before is not None and before[0] is table:
            self._blind_moved_on(office, table, before[1], at.bb)
        self.big[number] = (table, at.bb)
        if at.bb not in taken:
            raise Broken(f"t={office.t}: nobody posts the big blind at table {number}")

    def _blind_moved_on(self, office, table, last, now):
        """The big blind goes to the next player clockwise: nobody between is passed over."""
        seat = last % table.max + 1
        while seat not in table.seats:
            seat = seat % table.max + 1
        if seat != now:
            raise Broken(f"t={office.t}: seat {seat} of table {table.number} owes the big blind,"
                         f" seat {now} posts it")  # fmt: skip

    def balanced(self, office, pending):
        """After the director has done what can be done: tables lie within the bound, or a move is
        pending that waits for a hand to end."""
        event = office.event
        if seating.plays_down(event):
            return  # nobody is moved between a shootout's tables
        _, _, apart = seating.uneven(event)
        bound, _ = seating.bound(event)
        waits = [d for d in pending if d.act in ("balance", "break_table", "final_table", "redraw")]
        busy = [d for d in waits if event.table(d.after).state == PLAYING]
        if apart > max(1, 1 if bound is None else bound) and not busy:
            raise Broken(f"t={office.t}: tables differ by {apart} players and nobody is to move")

    def worst_seat(self, office, number, seat):
        """A balanced player posts no later than from any other free seat (small blind excepted)."""
        table = office.event.tables[number]
        if table.positions is None:
            return
        free = [s for s in range(1, table.max + 1) if s == seat or s not in table.seats]
        taken = {s for s in table.seats if s != seat}
        waits = {s: self._wait(table, taken, s) for s in free}
        small = table.positions.bb
        better = [s for s in free if waits[s] < waits[seat] and s != small]
        if better and waits[seat] > 0 and seat != small:
            text = f"t={office.t}: table {number} has seat {better[0]}, which owes the big blind"
            raise Broken(f"{text} before seat {seat}")

    @staticmethod
    def _wait(table, taken, seat):
        """Hands until ``seat`` posts the big blind at a table where ``taken`` are taken."""
        at, hands = table.positions.bb, 0
        while True:
            at = at % table.max + 1
            if at == seat:
                return hands
            hands += at in taken

    def at_the_end(self, office, pool):
        """Places cover the field once and what is won comes to the pool; player -> money."""
        rows, unplaced = acts.standings(office)
        won = acts.winnings(office)
        if unplaced:
            raise Broken(f"{unplaced[0]} is out and has no place")
        at = len(office.deal or ()) + 1
        for first, last in sorted({(first, last) for first, last, _ in rows}):
            if first != at:
                raise Broken(f"place {at} is nobody's, {first} is the next")
            if len([1 for row in rows if row[:2] == (first, last)]) != last - first + 1:
                raise Broken(f"places {first} to {last} are not held by as many players")
            at = last + 1
        if at != office.event.entered + 1:
            raise Broken(f"{at - 1} places for {office.event.entered} players")
        expelled = {e["player"] for e in office.event.happened("penalty")
                    if e["kind"] == "disqualification"}  # fmt: skip
        heads = [p.player for p in office.people.values() if p.head and p.player not in expelled]
        if heads:
            raise Broken(f"nobody has won the bounty on {heads[0]}")
        kept = sum(self._prize(office, row) for row in rows if row[2] in expelled)
        total = sum(won[p] or 0 for p in won if p not in expelled) + kept
        shared = len([1 for first, last, _ in rows if last > first])
        if not 0 <= pool - total <= shared:  # of shared prizes less than a unit each stays over
            raise Broken(f"{total} won, {pool} in the pool")
        return won

    @staticmethod
    def _prize(office, row):
        first, last, _ = row
        return sum(office.event.facts.get("prizes", ())[first - 1 : last]) // (last - first + 1)
