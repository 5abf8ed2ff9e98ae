"""What the desk does: each act gives the happenings to be added, by the rulebook in force.

An act takes the ``Office`` as it stands and changes nothing; ``chance`` draws seats and cards
(``random.SystemRandom()`` at a real desk). It returns ``[(what, fields)]`` for ``EventLog.add_all``
and raises ``Refused`` with the rule where the book says no.
"""

import re
import unicodedata

from gateway.event import last_hands
from gateway.tables import pots_won
from shared_rules.desk import asks, bubble, entries, icm, icm_many, penalty_terms, seating

EXACT_MAX = 12  # players whose deal is reckoned exactly: in a tenth of a second
DECK = [r + s for r in "23456789TJQKA" for s in "shdc"]


class Refused(ValueError):
    """Something the rulebook does not allow; ``cite`` names the rules."""

    def __init__(self, text, cite=()):
        super().__init__(text + (f" ({', '.join(cite)})" if cite else ""))
        self.cite = tuple(cite)


def then(event, happenings):
    """A second Event after some happenings (times as now)."""
    after = event.again()
    for what, fields in happenings:
        after.apply({"t": event.now, "what": what, **fields})
    return after


# -- entries


def player_key(office, name):
    """A key of the desk language for a name, one nobody has yet: "Anna Ek" -> AnnaEk."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = re.findall("[A-Za-z0-9]+", plain)
    key = "".join(w[:1].upper() + w[1:] for w in words)
    key = key if key[:1].isalpha() else "P" + key
    found, number = key, 2
    while found in office.people:
        found, number = f"{key}{number}", number + 1
    return found


def register(office, chance, name, paid=None, id_shown=None, request=""):
    """An entry is sold and gets a seat, or a place among the alternates."""
    name = " ".join(name.split())
    if not name:
        raise Refused("a player has a name")
    player = player_key(office, name)
    fields = {"player": player, "name": name, "paid": _price(office, paid)}
    if id_shown is not None:
        fields["id_shown"] = id_shown
    if request:
        fields["request"] = request
    return _entered(office, chance, player, ("register", fields))


def re_enter(office, chance, player, paid=None):
    """A player who is out enters again."""
    fields = {"player": player, "paid": _price(office, paid)}
    return _entered(office, chance, player, ("re_enter", fields))


def _price(office, paid):
    facts = office.event.facts
    full = facts.get("buy_in", 0) + facts.get("fee", 0) + facts.get("bounty", 0)
    return full if paid is None else paid


def _entered(office, chance, player, first):
    event = then(office.event, [first])
    if not office.clock.begun or event.book.value("entry.stack") != "blinded":
        event.setup = {**event.setup, "unsold": _on_sale(event)}
    decision = asks.answer(event, {"what": "entry", "player": player})
    if not decision.open and decision.answer["result"] == "refused":
        raise Refused(f"{office.name(player)} cannot enter", decision.cite)
    waits = not decision.open and decision.answer["result"] == "alternate"
    before = [p for p in event.lists.get("alternates", ()) if p != player]
    if len(_free_seats(event)) <= len(before):
        waits = True  # where the book says nothing of it too, seats go to those who came before
    place = None if waits else free_seat(office, chance)
    if place is None:
        return [first, ("listed", {"player": player})]
    stack = office.event.facts.get("starting_stack", 0)
    if not decision.open:
        stack = decision.answer["stack"] or stack
    return [first, ("seated", {"player": player, "to": place, "stack": stack})]


def _on_sale(event):
    """Free seats of the tables that are open, each with a full stack."""
    stack = event.facts.get("starting_stack", 0)
    return [{"seat": seat, "stack": stack} for seat in _free_seats(event)]


def _free_seats(event):
    return [f"{t.number}:{s}" for t in event.in_order() for s in t.free()]


def free_seat(office, chance, without=()):
    """A seat drawn at the tables with the fewest players; None where all are taken."""
    rows = [t for t in office.event.in_order() if t.number not in without and t.free()]
    if not rows or isinstance(rows[0].number, str):
        return None
    fewest = min(t.count for t in rows)
    table = chance.choice([t for t in rows if t.count == fewest])
    return f"{table.number}:{chance.choice(table.free())}"


def seat_alternate(office, chance):
    """The next of the alternates gets a seat that is free."""
    waiting = office.event.lists.get("alternates", ())
    decision = entries.next_alternate(office.event) if waiting else None
    place = free_seat(office, chance)
    if not waiting or place is None:
        raise Refused("nobody waits" if not waiting else "no seat is free")
    known = decision is not None and not decision.open
    player = decision.answer["player"] if known else waiting[0]
    stack = office.event.facts.get("starting_stack", 0)
    return [("seated", {"player": player, "to": place, "stack": stack})]


def buy(office, what, player):
    """A ``rebuy`` or an ``add_on``, where the book and what was posted allow it."""
    decision = asks.answer(office.event, {"what": "allowed", "act": what, "player": player})
    if not decision.open and not decision.answer["allowed"]:
        word = "rebuy" if what == "rebuy" else "add on"
        raise Refused(f"{office.name(player)} cannot {word} now", decision.cite)
    facts = office.event.facts
    chips = facts.get("starting_stack", 0)
    if what == "add_on":
        chips = facts.get("add_on_stack", chips)
    return [(what, {"player": player, "paid": facts.get("buy_in", 0), "chips": chips})]


def close_registration(office, chance=None):
    """No entry is sold any more."""
    return [("registration_closed", {})]


def open_table(office, chance=None):
    """One more table, with the next number."""
    numbers = [t.number for t in office.event.in_order() if not isinstance(t.number, str)]
    numbers += [n for n in office.event.broken if not isinstance(n, str)]
    size = office.event.facts.get("table_max", 9)
    return [("table_opened", {"table": max(numbers, default=0) + 1, "max": size})]


# -- buttons


def first_button(office, chance, table):
    """The button of a table nothing has been dealt at: by the book, or by the high card."""
    found = office.event.table(table)
    deck = list(DECK)
    chance.shuffle(deck)
    cards = {found.seats[s]: deck.pop() for s in found.occupied()}
    after = then(office.event, [("button_cards", {"cards": cards})])
    if after.table(table).first_button is not None:
        return [("button_cards", {"cards": cards})]
    high = max(cards, key=lambda p: ("23456789TJQKA".index(cards[p][0]), "cdhs".index(cards[p][1])))
    seat = found.seat_of(high)
    number = table if isinstance(table, int) else 1
    return [("button_placed", {"table": number, "seat": seat, "cards": cards})]


# -- seats and tables


def break_table(office, chance, table):
    """A table breaks: its players draw seats, the shortest tables filled first."""
    event = office.event
    found = event.tables.get(table)
    if found is None:
        raise Refused(f"there is no table {table}")
    free = {t.number: list(t.free()) for t in event.in_order() if t.number != table}
    counts = {n: event.tables[n].count for n in free}
    players = [found.seats[s] for s in found.occupied()]
    if sum(len(free[n]) for n in free) < len(players):
        raise Refused(f"the other tables have no seats for the {len(players)} players")
    chance.shuffle(players)
    drawn = {}
    for player in players:
        fewest = min(counts[n] for n in free if free[n])
        number = chance.choice([n for n in free if free[n] and counts[n] == fewest])
        seat = chance.choice(free[number])
        free[number].remove(seat)
        counts[number] += 1
        drawn[player] = f"{number}:{seat}"
    return [("break", {"table": table, "drawn": drawn})]


def balance(office, chance, to, source=None):
    """One player goes to a short table: who and where the book says, or the director."""
    call = {"to": to} if source is None else {"to": to, "from": source}
    player, place = _called(office.event, call)
    if player is None:
        player, place = _chosen(office, chance, to, source)
    return [("balance", call), ("moved", {"player": player, "to": place})]


def _called(event, call):
    """(player, place) of a call for balance by the book; (None, None) where it is open."""
    before = len(event.moves)
    after = then(event, [("balance", call)])
    after.settle()
    if len(after.moves) == before:
        return None, None
    return after.moves[-1]["player"], after.moves[-1]["to"]


def _chosen(office, chance, to, source):
    """The director's choice where the book leaves it: the next big blind, to the worst seat."""
    event = office.event
    largest, _, _ = seating.uneven(event)
    table = event.tables[largest[0] if source is None else source]
    short = event.tables[to]
    positions = table.upcoming()
    seat = positions.bb if positions else chance.choice(table.occupied())
    seats = seating.by_blind(short) or list(short.free())
    if not seats:
        raise Refused(f"table {to} has no free seat")
    return table.seats[seat], f"{to}:{seats[0]}"


def draw_last_hands(office, chance, value=None):
    """The clock stands and the day's last hands are drawn: ``value``, or a card drawn here."""
    rule = office.event.book.rule("hands.drawn")
    least, most = last_hands.DRAWN if rule.silent else rule.value
    if value is not None and not least <= value <= most:
        raise Refused(f"the last hands of a day are from {least} to {most}", rule.cite)
    value = chance.randint(least, most) if value is None else value
    return [*stop_clock(office, by="director"), ("card_drawn", {"value": value})]


def end_day(office, chance=None):
    """The day is over; the clock stands."""
    return [("day_end", {})]


def begin_day(office, chance=None):
    """The next day begins, and its clock runs."""
    return [("day_begins", {}), *start_clock(office)]


def final_table(office, chance):
    """The last players draw seats at one table."""
    event = office.event
    players = office.seated()
    size = event.facts.get("table_max", 9)
    decision = seating.final_size(event)[0]
    seats = list(range(1, max(size, decision or 0, len(players)) + 1))
    chance.shuffle(seats)
    drawn = dict(zip(seats, players, strict=False))
    return [("final_table", {"seats": {str(s): drawn[s] for s in sorted(drawn)}})]


def redraw(office, chance, tables=None):
    """The whole field draws new seats, spread evenly over the tables there are.

    ``tables``: over so many of them, those of the lowest numbers.
    """
    tables = [t for t in office.event.in_order() if not isinstance(t.number, str)][:tables]
    players = office.seated()
    chance.shuffle(players)
    seats, free = {}, {t.number: list(range(1, t.max + 1)) for t in tables}
    for i, player in enumerate(players):
        number = tables[i % len(tables)].number
        seat = chance.choice(free[number])
        free[number].remove(seat)
        seats[player] = f"{number}:{seat}"
    return [("redrawn", {"seats": seats})]


def next_round(office, chance, tables):
    """The winners of a shootout's tables draw seats at so many tables."""
    return redraw(office, chance, tables)


# -- the course of play


def stop_clock(office, chance=None, by="rule"):
    """The clock stands: by the ``rule`` for it, or by the ``director``."""
    return [("clock_paused", {"by": by})]


def start_clock(office, chance=None):
    """The clock runs."""
    return [("clock_started", {})]


def hand_for_hand(office, chance=None, on=True):
    """Tables deal together, or by themselves again."""
    return [("hand_for_hand", {"on": on})]


def color_up(office, chance, old, new):
    """The lowest chip goes: odd ones are raced for by card at each table."""
    event = office.event
    odd = {p: event.stacks.get(p, 0) % new // old for p in office.seated()}
    call = ("color_up", {"old": old, "new": new, "chips": odd})
    cards = _race_cards(event, chance, odd)
    happened = [call, ("race_cards", {"cards": cards})]
    decision = asks.answer(then(event, happened), {"what": "color_up"})
    if decision.open:
        happened = [call, ("round_up", {})]
        decision = asks.answer(then(event, happened), {"what": "color_up"})
    stacks = _director_rounds(event, odd, old, new) if decision.open else decision.answer["stacks"]
    stacks = {p: stacks[p] for p in odd}
    return [*happened, ("stacks", {"stacks": stacks, "by": "race"})]


def _race_cards(event, chance, odd):
    """A card for each odd chip, table by table from a deck of its own."""
    cards = {}
    for table in event.in_order():
        deck = list(DECK)
        chance.shuffle(deck)
        for seat in table.occupied():
            player = table.seats[seat]
            if odd.get(player):
                cards[player] = [deck.pop() for _ in range(odd[player])]
    return cards


def _director_rounds(event, odd, old, new):
    """No book says what becomes of the rest: half a new chip counts as one, nobody is raced out."""
    out = {}
    for player in odd:
        rest = odd[player] * old
        stack = event.stacks[player] - rest
        out[player] = stack + (new if 2 * rest >= new or not stack else 0)
    return out


def bust(office, table, hand, players, stacks):
    """Players lost all their chips in a hand; ``stacks`` at its start."""
    number = table if isinstance(table, int) else 1
    started = {p: stacks[p] for p in players}
    return [("bust", {"hand": hand, "table": number, "players": players, "stacks": started})]


def knocked_out(office, out, started, after, seats, record):
    """Who wins the bounties of players out in one hand; [] where none are on heads.

    ``started``, ``after``: player -> chips at the hand's start and after it. ``seats``: seat ->
    player, of the hand whose ``record`` it is. Who won the last pot a player could win share what
    is on his head; where the record leaves that open, whoever had him covered and won most.
    """
    if not (out and office.event.facts.get("bounty")):
        return []
    won = pots_won.takers(record)
    takers = {seats[s]: [seats[w] for w in won[s]] for s in won if seats.keys() >= {s, *won[s]}}
    gained = {p: after[p] - started[p] for p in sorted(after) if after[p]}
    happened = []
    for player in out:
        first, *also = takers.get(player) or _most(gained, started, player)
        fields = {"player": player, "by": first, **({"also": also} if also else {})}
        happened.append(("knocked_out", fields))
    return happened


def _most(gained, started, player):
    """Of those who had a player covered, who won most."""
    over = [p for p in gained if started[p] >= started[player]]
    over = over or list(gained)  # an ante for the table had made his stack the shorter
    most = max(gained[p] for p in over)
    return [p for p in over if gained[p] == most]


def keep_heads(office, chance=None):
    """Whoever is left when all is over keeps what is on his own head."""
    heads = [p for p in sorted(office.seated()) if office.people[p].head]
    return [("knocked_out", {"player": p, "by": p}) for p in heads]


def missed(office, table, out=()):
    """Counts of hands missed by the players of a table who serve a penalty, once its hand is over.

    ``out``: players who are out in it.
    """
    happened = []
    for player in table.seats.values():
        if player in out or not office.event.happened("penalty", player):
            continue
        decision = asks.answer(office.event, {"what": "penalty", "player": player})
        if not decision.open and decision.answer.get("hands"):
            count = penalty_terms.missed(office.event, player) + 1
            happened.append(("hands_missed", {"player": player, "count": count}))
    return happened


# -- money


def post_prizes(office, chance=None, prizes=()):
    """What each place wins is posted; checked against the pool by the caller (``payouts``)."""
    return [("prizes_posted", {"prizes": list(prizes)})]


def standings(office):
    """``([(place, last place shared, player)], players whose place is open)``, best first.

    Where the book says nothing of players out in one hand, the director ranks them by their chips
    at its start, as the books do that speak of it.
    """
    found, _, _ = bubble.placed(office.event, "stacks")
    rows = [(p.first, p.last, player) for p in found for player in p.players]
    named = {player for _, _, player in rows}
    gone = [p for p in office.event.gone if p not in named]
    return sorted(rows), gone


def winnings(office):
    """Player -> money of all who have a place or a part of the deal.

    Players who share places share their prizes, rounded down. A disqualified player's prize is
    what the book says, None where it says nothing: the director decides.
    """
    event, deal = office.event, office.deal or {}
    prizes = event.facts.get("prizes", ())
    out = dict(deal)
    expelled = {e["player"] for e in event.happened("penalty") if e["kind"] == "disqualification"}
    rows, _ = standings(office)
    for first, last, player in rows:
        if player in deal:
            continue
        out[player] = sum(prizes[first - 1 : last]) // (last - first + 1)
        if player in expelled and out[player]:
            out[player] = event.book.value("prizes.disqualified")
    return out


def owed(office):
    """Player -> money still to be handed over to those who have a place or a part of the deal:
    prizes and bounties won, less what was paid out."""
    out = {}
    for player, won in winnings(office).items():
        person = office.people.get(player)
        if person is not None:
            out[player] = (won or 0) + person.won - person.received
    return out


def pay_out(office, chance=None, player="", amount=0, id_shown=False):
    """Money is handed over against a receipt; an ID first where the book asks for it."""
    fields = {"player": player, "for": "payout", "id_shown": id_shown}
    event = then(office.event, [("asks", fields)])
    decision = asks.answer(event, {"what": "allowed", "act": "payout", "player": player})
    if not decision.open and not decision.answer["allowed"]:
        raise Refused(f"{office.name(player)} has to show an ID first", decision.cite)
    return [("asks", fields), ("paid_out", {"player": player, "amount": amount,
                                            "id_shown": id_shown})]  # fmt: skip


def make_deal(office, chance=None):
    """The deal proposed last is made, where it stands by the book or the director lets it stand."""
    event = office.event
    proposed = event.happened("deal_proposed")
    if not proposed:
        raise Refused("nobody has proposed a deal")
    decision = asks.answer(event, {"what": "deal"})
    if not decision.open and not decision.answer["valid"]:
        raise Refused("the deal does not stand", decision.cite)
    amounts = proposed[-1].get("amounts")
    if proposed[-1]["kind"] == "icm":
        model = asks.answer(event, {"what": "icm"})
        amounts = offers(office)["icm"] if model.open else model.answer["amounts"]
    return [("deal_made", {"amounts": amounts})]


def offers(office):
    """What the players left would get: ``{"icm": player -> money, "chips": player -> money}``.

    The chip chop pays everybody the last prize and shares the rest by chips; what rounding leaves
    goes to the biggest stack, which the model does too.
    """
    players = sorted(office.seated())
    stacks = [office.event.stacks.get(p, 0) for p in players]
    prizes = list(office.event.facts.get("prizes", ()))[: len(players)]
    if not players or not sum(stacks):
        return {"icm": {}, "chips": {}}
    model = icm.shares if len(players) <= EXACT_MAX else icm_many.shares
    least = prizes[-1] if len(prizes) == len(players) else 0
    rest = sum(prizes) - least * len(players)
    chop = [least + rest * s // sum(stacks) for s in stacks]
    chop[stacks.index(max(stacks))] += sum(prizes) - sum(chop)
    return {
        "icm": dict(zip(players, model(stacks, prizes), strict=True)),
        "chips": dict(zip(players, chop, strict=True)),
    }


# acts a Due may name: its screen or a simulated director calls them with its arguments
DUE = {
    f.__name__: f
    for f in (
        close_registration, post_prizes, seat_alternate, stop_clock, start_clock, first_button,
        hand_for_hand, final_table, next_round, redraw, break_table, balance, color_up, keep_heads,
        end_day, begin_day,
    )
}  # fmt: skip
