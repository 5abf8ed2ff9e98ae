"""What holds whatever happens: chips kept, places and money added up, nobody seated twice."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.desk import asks, books, icm
from shared_rules.desk.event import BadHappening, Event
from tests.desk.desk_case import BOOKS, OPEN, answer, happen, table

DECK = [r + s for r in "23456789TJQKA" for s in "cdhs"]
book = st.sampled_from(BOOKS)
quick = settings(max_examples=60, deadline=None, derandomize=True)


@st.composite
def races(draw):
    """(chips of each player, their stacks, a card for each odd chip) of a race of 25 to 100."""
    players = draw(st.integers(1, 9))
    chips = {f"A{i + 1}": draw(st.integers(0, 9)) for i in range(players)}
    stacks = {p: 25 * chips[p] + 100 * draw(st.integers(0, 3)) for p in chips}
    deck = list(draw(st.permutations(DECK)))
    cards = {p: [deck.pop() for _ in range(chips[p] % 4)] for p in chips}
    return chips, stacks, {p: c for p, c in cards.items() if c}


@quick
@given(book, races())
def test_a_race_keeps_the_chips_but_for_the_rounding(name, race):
    chips, stacks, cards = race
    happening = [("color_up", {"old": 25, "new": 100, "chips": chips})]
    if cards:
        happening.append(("race_cards", {"cards": cards}))
    seats = " ".join(p[1:] for p in chips)
    got = answer(name, happening, "color_up", tables=[table(1, seats)], stacks=stacks)
    if got == OPEN:
        return
    after, odd = got["stacks"], sum(n % 4 for n in chips.values())
    assert all(v % 100 == 0 for v in after.values())
    assert got["new_chips"] == len(got["awarded"])
    assert sum(after.values()) == sum(stacks.values()) - 25 * odd + 100 * got["new_chips"]
    assert not [p for p in chips if stacks[p] and not after[p]], "raced out"
    survivors = 9  # those the book gives a chip on top
    assert sum(after.values()) - sum(stacks.values()) < 100 * (1 + survivors)


@st.composite
def busts(draw):
    """Bust events at two tables of five, several hands, stacks known."""
    players = list(draw(st.permutations([f"{t}{s}" for t in "AB" for s in range(1, 6)])))
    out, hand = [], 0
    for player in players[: draw(st.integers(1, 9))]:
        hand += draw(st.integers(0, 1))
        number = 1 if player[0] == "A" else 2
        stack = draw(st.sampled_from([100, 200, 300]))
        fields = {"hand": hand, "table": number, "players": [player], "stacks": {player: stack}}
        out.append(("bust", fields))
    return out


@quick
@given(book, busts())
def test_places_and_money_add_up(name, happening):
    tables = [table(1, "1 2 3 4 5"), table(2, "1 2 3 4 5")]
    names = [p for _, e in happening for p in e["players"]]
    prizes = [1000, 700, 500, 300, 200, 101, 100]
    event = {"players_left": 10, "prizes": prizes}
    places = answer(name, happening, {"what": "places", "players": names}, event, tables=tables)
    money = answer(name, happening, {"what": "prizes", "players": names}, event, tables=tables)
    if places == OPEN:
        assert money == OPEN
        return
    taken = sorted(places["places"].values())
    for place in taken:  # as many share a place as it covers places
        assert len([p for p in taken if p < place]) == place - (11 - len(names))
    due = sum(prizes[10 - len(names) :])
    paid = sum(money["prizes"].values())
    assert due - len(names) < paid <= due


HAPPENINGS = st.lists(
    st.one_of(
        st.tuples(
            st.just("balance"), st.fixed_dictionaries({"from": st.just(1), "to": st.just(2)})
        ),
        st.tuples(
            st.just("balance"), st.fixed_dictionaries({"from": st.just(3), "to": st.just(1)})
        ),
        st.builds(
            lambda n, s: ("bust", {"hand": s, "table": n, "players": ["AB"[n - 1] + str(s)]}),
            st.integers(1, 2),
            st.sampled_from([1, 2, 3, 5, 6]),
        ),
        st.builds(lambda n: ("hand_start", {"table": n, "by": "riffle"}), st.integers(1, 3)),
        st.builds(lambda n: ("hand_over", {"table": n}), st.integers(1, 3)),
        st.just(("break", {"table": 3, "seat_cards": ["1:9", "2:9", "1:8", "2:8"]})),
    ),
    max_size=8,
)


@quick
@given(book, HAPPENINGS)
def test_nobody_sits_twice_and_nobody_is_dealt_in_twice(name, rows):
    tables = [table(n, "1 2 3 5 6", (1, 2, 3)) for n in (1, 2)] + [table(3, "1 3 5 7", (1, 3, 5))]
    event = Event({"event": {"format": "freezeout"}, "tables": tables}, books.get(name))
    for happening in happen(*rows):
        out = happening.get("players", [])
        if any(event.table_of(p) is not event.tables.get(happening["table"]) for p in out):
            continue  # he does not sit there any more
        try:
            event.apply(happening)
        except BadHappening:
            continue
        event.settle()
        seated = [t.seats[s] for t in event.in_order() for s in t.occupied()]
        assert len(seated) == len(set(seated)) == event.left or event.open_move
        for at in event.in_order():
            positions = at.upcoming()
            if positions is not None:
                assert positions.bb in at.seats
                assert positions.bb != at.positions.bb or len(at.seats) < 2
    before = json.dumps([t.seats for t in event.in_order()], sort_keys=True)
    first = asks.answer(event, {"what": "moves"})
    second = asks.answer(event, {"what": "moves"})
    assert (first.answer, first.cite) == (second.answer, second.cite), "a question changes nothing"
    assert before == json.dumps([t.seats for t in event.in_order()], sort_keys=True)


@quick
@given(
    st.lists(st.integers(1, 10**6), min_size=2, max_size=8),
    st.lists(st.integers(0, 10**7), min_size=1, max_size=8),
)
def test_icm_shares_add_up_and_grow_with_the_stack(stacks, prizes):
    prizes = sorted(prizes, reverse=True)
    got = icm.shares(stacks, prizes)
    assert sum(got) == sum(prizes[: len(stacks)])
    # but for what the rounding leaves to the biggest
    for a, b in zip(*[iter(sorted(zip(stacks, got, strict=True)))] * 2, strict=False):
        assert a[1] <= b[1] + len(stacks)
