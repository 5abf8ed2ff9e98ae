"""What people key at the desk's pages: a form's fields become an act of the desk.

``act(office, chance, form)`` gives happenings as ``acts.py`` does; ``FLOOR`` names what a floor
person may do besides the director.
"""

from gateway.event import acts, payouts, sheets, stack_counts
from gateway.event.acts import Refused
from gateway.event.office import Office
from gateway.event.table_feed import IN_HAND, number_of
from shared_rules.desk.tables import FINAL, PLAYING

FLOOR = (
    "bust", "move", "move_seen", "penalty", "note", "absent", "stack", "count_table", "hand",
)  # fmt: skip


def number(form, name, default=None):
    """A whole number of a form. Raises Refused for anything else."""
    text = form.get(name, "").strip().replace(",", "").replace(" ", "")
    if not text and default is not None:
        return default
    if not (text.isascii() and text.isdigit()) or len(text) > 15:
        raise Refused(f"{name.replace('_', ' ')}: a whole number is needed")
    return int(text)


def player(office, form, name="player"):
    """A player of the event, by key or by the name written down."""
    text = " ".join(form.get(name, "").split())
    if text in office.people:
        return text
    found = [p.player for p in office.people.values() if p.name.lower() == text.lower()]
    if len(found) != 1:
        many = "several players are" if found else "no player is"
        raise Refused(f"{many} called {text!r}" if text else "a player's name is needed")
    return found[0]


def register(office, chance, form):
    """One entry."""
    shown = form.get("id_shown")
    return acts.register(
        office, chance, form.get("name", ""), id_shown=None if shown is None else shown == "yes",
        request=form.get("request", "").strip(),
    )  # fmt: skip


def re_enter(office, chance, form):
    """A further entry of a player who is out."""
    return acts.re_enter(office, chance, player(office, form))


def rebuy(office, chance, form):
    """A rebuy."""
    return acts.buy(office, "rebuy", player(office, form))


def add_on(office, chance, form):
    """An add-on."""
    return acts.buy(office, "add_on", player(office, form))


def bust(office, chance, form):
    """One player is out; who took his chips may be named."""
    who = player(office, form)
    table = office.event.table_of(who)
    if table is None:
        raise Refused(f"{office.name(who)} has no seat")
    hand = _hand_of_bust(office, table, form.get("same_hand"))
    stacks = {who: office.event.stacks.get(who, 0)}
    out = acts.bust(office, table.number, hand, [who], stacks)
    if form.get("by"):
        winner = player(office, form, "by")
        taken = office.event.stacks.get(winner, 0) + stacks[who]
        out.append(("knocked_out", {"player": who, "by": winner}))
        out.append(("stacks", {"stacks": {winner: taken, who: 0}}))
    return out


def _hand_of_bust(office, table, same):
    """Name of the hand a player of ``table`` is out in; ``same``: the one the last player was."""
    if same and office.event.outs:
        hand, at, _, _ = office.event.outs[-1]
        if hand is not None and (office.event.hand_for_hand or at == number_of(table)):
            return hand
        raise Refused("the last player out was at another table, or disqualified")
    return office.hand_ids[table.number] if table.state in IN_HAND else office.n + 1


def move(office, chance, form):
    """The director moves somebody to a seat he names."""
    return [("moved", {"player": player(office, form), "to": form.get("to", "").strip()})]


def move_seen(office, chance, form):
    """A player who was sent has left his seat, or sits in the new one."""
    return [("move_seen", {"player": player(office, form), "says": form.get("says", "")})]


def penalty(office, chance, form):
    """A penalty is given."""
    kind = form.get("kind", "warning")
    fields = {"player": player(office, form), "kind": kind}
    if kind in ("hands", "rounds"):
        fields["count"] = number(form, "count", 1)
    return [("penalty", fields)]


def absent(office, chance, form):
    """A player is not in his seat."""
    reached = form.get("contacted") == "yes"
    return [("absent", {"player": player(office, form), "contacted": reached})]


def stack(office, chance, form):
    """A stack as it was counted."""
    who = player(office, form)
    stacks = {who: number(form, "stack")}
    table = office.event.table_of(who)
    fields = {"stacks": stacks, "by": "counted"}
    if table is not None and isinstance(table.number, int):
        fields["table"] = table.number
    return [("stacks", fields)]


def count_table(office, chance, form):
    """The stacks of a table as they were counted, and signed."""
    stacks = {name[6:]: number(form, name) for name in form if name.startswith("stack_")}
    named = [name for name in form if name.startswith("chips_") and form[name].strip()]
    chips = {number({name: name[6:]}, name): number(form, name) for name in named}
    by = [" ".join(form.get(name, "").split()) for name in ("counted_by", "signed_by")]
    name = form.get("table", "")
    name = name if name == FINAL else number(form, "table")
    return stack_counts.count_table(office, name, stacks, chips, *by)


def hand(office, chance, form):
    """A hand begins at a table nobody reads (the one before is over)."""
    table = number(form, "table")
    found = office.event.table(table)
    over = []
    if found.state == PLAYING:
        over = [("hand_over", {"table": table}), *acts.missed(office, found)]
    return [*over, ("hand_start", {"table": table, "by": "riffle"})]


def clock(office, chance, form):
    """The clock is started, stopped, or set to minutes left."""
    if form.get("minutes"):
        return [("clock_set", {"left_ms": number(form, "minutes") * 60_000})]
    if office.clock.running:
        return acts.stop_clock(office, by="director")
    return acts.start_clock(office)


def open_table(office, chance, form):
    """One more table."""
    return acts.open_table(office)


def break_table(office, chance, form):
    """A table the director chooses breaks."""
    return acts.break_table(office, chance, number(form, "table"))


def balance(office, chance, form):
    """One player goes to a table; from where, if the director names it."""
    source = number(form, "source", 0) or None
    return acts.balance(office, chance, number(form, "to"), source)


def close_registration(office, chance, form):
    """No entry is sold any more."""
    return acts.close_registration(office)


def post_prizes(office, chance, form):
    """A director's own payout table: a prize a line, first place first."""
    words = form.get("prizes", "").replace(",", " ").split()
    if not words or not all(w.isascii() and w.isdigit() for w in words):
        raise Refused("prizes: whole numbers are needed, first place first")
    return acts.post_prizes(office, prizes=payouts.checked([int(w) for w in words], office.pool))


def pay_out(office, chance, form):
    """Prize and bounties are handed over, once."""
    who = player(office, form)
    amount = acts.owed(office).get(who, 0)
    if amount <= 0:
        raise Refused(f"{office.name(who)} has nothing to come")
    shown = form.get("id_shown") == "yes"
    return acts.pay_out(office, None, who, amount, shown)


def deal(office, chance, form):
    """A deal is proposed to all who are left: by the model, by chips, or sums of their own."""
    kind = form.get("kind", "icm")
    players = sorted(office.seated())
    if kind == "own":
        amounts = {p: number(form, f"amount_{p}") for p in players}
    else:
        amounts = acts.offers(office)[kind]
    pool = sum(office.event.facts.get("prizes", ())[: len(players)])
    if sum(amounts.values()) != pool:
        raise Refused(f"the sums come to {sum(amounts.values())}, the prizes left to {pool}")
    fields = {"among": players, "kind": "amounts", "amounts": amounts, "td_informed": True}
    return [("deal_talk", {}), ("deal_proposed", fields)]


def deal_answer(office, chance, form):
    """A player says yes or no."""
    return [("deal_answer", {"player": player(office, form), "agree": form.get("agree") == "yes"})]


def make_deal(office, chance, form):
    """The deal is made."""
    return acts.make_deal(office)


def note(office, chance, form):
    """A line of the director's log."""
    text = " ".join(form.get("text", "").split())
    if not text:
        raise Refused("a note has words")
    return [("noted", {"text": text})]


def last_hands(office, chance, form):
    """The last hands of the day: as a card said, or drawn here."""
    return acts.draw_last_hands(office, chance, number(form, "value", 0) or None)


def day_end(office, chance, form):
    """The day is over; the clock stands."""
    return acts.end_day(office)


def import_entries(office, chance, form):
    """Entries of a CSV, all of them or none: each is told by what came before it."""
    rows = sheets.read_entries(form.get("csv", ""))
    if not rows:
        raise Refused("the list has no entries")
    out, trial = [], _Trial(office)
    for row in rows:
        added = acts.register(trial.office, chance, **row)
        trial.take(added)
        out += added
    return out


class _Trial:
    """An office of its own, to see what entries do before they are added."""

    def __init__(self, office):
        first = {"setup": office.setup, "rulebook": office.event.book.name,
                 "at_ms": office.began_ms}  # fmt: skip
        self.office = Office(first)
        self.office.event = office.event.again()
        self.office.clock = office.clock
        self.office.people = dict(office.people)
        self.office.t = office.t

    def take(self, happenings):
        rows = [{"what": what, "t": self.office.t, **fields} for what, fields in happenings]
        self.office.apply(0, rows)


ACTS = {
    f.__name__: f
    for f in (
        register, re_enter, rebuy, add_on, bust, move, move_seen, penalty, absent, stack,
        count_table, hand, clock, open_table, break_table, balance, close_registration,
        post_prizes, pay_out, deal, deal_answer, make_deal, note, last_hands, day_end,
        import_entries,
    )
}  # fmt: skip
