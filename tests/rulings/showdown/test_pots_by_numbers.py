"""Pots and shares by their numbers alone: who can win how much, to the chip."""

from types import SimpleNamespace as Of

import pytest

from shared_rules.hand.showdown import hidden_chips, pots, shares

RING = [1, 2, 3, 4]


class Table:
    """Numbers of a hand that pots are made of; button on seat 4."""

    def __init__(self, **fields):
        self.live, self.paid, self.pot, self.dead, self.setup = [1, 2, 3], {}, 0, 0, {}
        self.game, self.button, self.phase = Of(family="flop", high="high", low=None), 4, "showdown"
        self.awarded, self.pending, self.front, self.stacks, self.bets = {}, {}, {}, {}, {}
        self.stacks_before, self.uncalled, self.ruled = {}, None, []
        self.seats, self.winners, self.told = list(RING), None, []
        for name, value in fields.items():
            setattr(self, name, value)

    def after(self, place, seats):
        """Seats in the order left of a place."""
        return sorted(seats, key=lambda s: (s - place - 1) % 9)

    def bet(self, seat):
        return self.bets.get(seat, 0)

    def pot_total(self):
        return self.pot + self.dead + sum(self.paid.values())

    def rule(self, key, **how):
        self.ruled.append((key, how.get("amount")))

    def held(self, seat):
        return ()


@pytest.mark.parametrize(("paid", "live", "dead", "pot", "built"), [
    ({1: 100, 2: 100, 3: 100}, [1, 2, 3], 0, 0, [(300, [1, 2, 3])]),
    ({1: 100, 2: 100, 3: 100}, [1, 3], 0, 0, [(300, [1, 3])]),
    ({1: 50, 2: 100, 3: 100}, [1, 2, 3], 0, 0, [(150, [1, 2, 3]), (100, [2, 3])]),
    ({1: 50, 2: 100, 3: 99}, [1, 2, 3], 0, 0, [(150, [1, 2, 3]), (98, [2, 3]), (1, [2])]),
    ({1: 50, 2: 100, 3: 100}, [1, 2], 0, 0, [(150, [1, 2]), (100, [2])]),
    ({1: 100, 2: 50, 3: 100}, [1, 3], 0, 0, [(250, [1, 3])]),
    ({1: 50, 2: 51, 3: 100}, [1, 2], 0, 0, [(150, [1, 2]), (51, [2])]),  # what is over is theirs
    ({1: 100, 2: 100, 3: 100}, [1, 2, 3], 7, 20, [(327, [1, 2, 3])]),
    ({1: 50, 2: 100, 3: 100}, [1, 2, 3], 7, 20, [(177, [1, 2, 3]), (100, [2, 3])]),
    ({2: 100, 3: 100}, [1, 2, 3], 0, 0, [(200, [2, 3])]),
    ({2: 100, 3: 100}, [1, 2, 3], 30, 0, [(30, [1, 2, 3]), (200, [2, 3])]),
    ({}, [1, 2], 0, 40, [(40, [1, 2])]), ({}, [], 5, 40, [(45, [])]), ({}, [1], 0, 0, []),
    ({1: 40}, [], 5, 0, [(45, [])]),
])  # fmt: skip
def test_each_level_of_chips_is_a_pot_of_those_who_have_put_in_as_much(
    paid, live, dead, pot, built
):
    table = Table(paid=paid, live=live, dead=dead, pot=pot)
    assert pots.build(table) == built
    assert sum(amount for amount, _ in built) == table.pot_total()


@pytest.mark.parametrize(("amount", "seats", "chip", "parts"), [
    (300, [1, 2, 3], 1, {1: 100, 2: 100, 3: 100}), (301, [1, 2, 3], 1, {1: 101, 2: 100, 3: 100}),
    (302, [1, 2, 3], 1, {1: 101, 2: 101, 3: 100}), (300, [2], 1, {2: 300}), (300, [], 1, {}),
    (300, [1, 2], 25, {1: 150, 2: 150}), (325, [1, 2], 25, {1: 175, 2: 150}),
    (324, [1, 2], 25, {1: 174, 2: 150}), (326, [1, 2], 25, {1: 175, 2: 151}),
    (349, [1, 2], 25, {1: 175, 2: 174}), (24, [1, 2], 25, {1: 24, 2: 0}),
    (50, [1, 2], 25, {1: 25, 2: 25}), (301, [4, 2], 1, {2: 151, 4: 150}),
])  # fmt: skip
def test_a_share_is_in_whole_chips_and_the_odd_ones_go_left_of_the_button(
    amount, seats, chip, parts
):
    table = Table(setup={"smallest_chip": chip})
    assert shares.share(table, amount, seats) == parts
    assert sum(parts.values()) == (amount if seats else 0)
    if seats:
        assert shares.each_of(table, amount, seats) == amount // len(seats) // chip * chip


@pytest.mark.parametrize(("amount", "chip", "upper"), [
    (300, 1, 150), (301, 1, 151), (300, 25, 150), (325, 25, 175), (324, 25, 174), (349, 25, 199),
    (350, 25, 175), (24, 25, 24), (25, 25, 25), (50, 25, 25),
])  # fmt: skip
def test_the_high_half_has_the_odd_chip(amount, chip, upper):
    table = Table(setup={"smallest_chip": chip})
    assert shares.share_of_high(table, amount) == upper
    assert shares.split(table, amount, [1], [2]) == {1: upper, 2: amount - upper}
    assert shares.split(table, amount, [1], [1]) == {1: amount}
    assert shares.split(table, amount, [1], None) == {1: amount}
    assert shares.split(table, amount, [], [2]) == {2: amount}
    assert shares.split(table, amount, (), ()) == {}


def test_the_same_hands_both_ways_share_the_pot_as_evenly_as_chips_allow():
    table = Table()
    assert shares.split(table, 301, [1, 2], [2, 1]) == {1: 151, 2: 150}
    assert shares.split(table, 302, [1, 2], [1, 3]) == {1: 76 + 76, 2: 75, 3: 75}


@pytest.mark.parametrize(("high", "awarded", "won"), [
    ([1], {}, {1: 250}), ([2], {}, {2: 150}), ([3], {}, {3: 250}), ([], {}, {}),
    ([2, 1], {}, {1: 175, 2: 75}), ([1, 2], {2: 9}, {1: 175, 2: 75}),
    ([2], {3: 5}, {2: 150, 3: 100}), ([2], {2: 5}, {2: 150}), (None, {3: 5}, {3: 250}),
    ([], {3: 5, 1: 5}, {}),
])  # fmt: skip
def test_each_pot_is_paid_to_its_best_hands(high, awarded, won):
    """Seat 2 is all-in for the main pot of 150; seats 1 and 3 play for 100 more."""
    table = Table(paid={1: 100, 2: 50, 3: 100}, awarded=awarded)
    assert shares.payoffs(table, (high, None)) == won


def test_a_half_nobody_read_goes_to_who_was_pushed_chips_or_to_nobody():
    table = Table(paid={1: 100, 2: 50, 3: 100})
    assert shares.payoffs(table, ([1], [2])) == {1: 125, 2: 75}
    table.awarded = {3: 50}
    assert shares.payoffs(table, ([1], [2])) == {1: 125, 2: 75, 3: 50}


@pytest.mark.parametrize(("won", "left", "then"), [
    ({1: 200}, 50, {1: 250}), ({1: 100, 2: 100}, 50, {1: 100, 2: 150}),
    ({1: 50, 2: 150}, 50, {1: 100, 2: 150}), ({1: 125, 2: 75}, 50, {1: 175, 2: 75}),
    ({1: 60, 2: 140}, 50, {1: 60, 2: 140}),  # with neither it comes out even
    ({1: 20, 2: 20, 3: 20, 4: 20, 5: 20}, 150, {1: 20, 2: 20, 3: 20, 4: 20, 5: 20}),
])  # fmt: skip
def test_chips_not_read_belong_to_the_one_with_whom_the_pots_come_out_even(won, left, then):
    table = Table(paid={1: 100, 2: 50, 3: 100})
    assert shares.completed(table, won, left) == then


# -- chips pulled in, pushed and taken back -------------------------------------------------------


@pytest.mark.parametrize(("pulled", "front", "bet", "live", "more"), [
    (100, 0, 100, 2, 0), (300, 0, 100, 2, 200), (300, 50, 100, 2, 250), (0, 100, 100, 2, 0),
    (0, 101, 100, 2, 1), (300, 50, 100, 1, 250), (100, 300, 100, 1, 100), (0, 300, 100, 1, 0),
    (99, 0, 100, 2, 0),
])  # fmt: skip
def test_chips_beyond_what_was_wagered_are_surplus(pulled, front, bet, live, more):
    table = Table(live=RING[:live], front={1: front}, stacks_before={1: 1000})
    table.pending, table.stacks = {"pot_in": {1: pulled}}, {1: 1000 - bet}
    assert pots.surplus(table, 1) == more
    table.setup = {"bets": {"1": 20}}  # as the hand was taken up it had put in so much already
    assert pots.surplus(table, 1) == max(0, min(more, pulled + front - bet - 20))
    table.stacks_before = {}
    assert pots.surplus(table, 1) == 0


@pytest.mark.parametrize(("amount", "uncalled", "given", "own"), [
    (500, None, 0, 0), (500, (1, 200), 0, 200), (499, (1, 200), 0, 0), (501, (1, 200), 0, 0),
    (300, (1, 200), 0, 0), (400, (1, 200), 100, 200), (500, (2, 200), 0, 0),
])  # fmt: skip
def test_the_winners_bet_nobody_called_is_known_where_it_was_counted_with_the_pot(
    amount, uncalled, given, own
):
    table = Table(paid={1: 150, 2: 150}, uncalled=uncalled, awarded={2: given})
    assert pots.own_uncalled(table, [1], amount) == own
    assert pots.own_uncalled(table, [1, 2], amount) == 0


@pytest.mark.parametrize(("before", "back", "front", "uncalled", "given"), [
    (0, 100, 0, None, 100), (0, 100, 0, (1, 100), 0), (0, 100, 0, (1, 60), 40),
    (0, 100, 0, (2, 60), 100), (60, 40, 0, (1, 60), 40), (0, 60, 40, (1, 60), 0),
    (0, 130, 0, None, 100), (0, 500, 0, (1, 500), 0),
])  # fmt: skip
def test_of_its_own_bet_taken_back_the_called_part_is_won(
    monkeypatch, before, back, front, uncalled, given
):
    table = Table(live=[1], bets={1: 100}, front={1: front}, uncalled=uncalled)
    table.paid, told = {1: 400, 2: 300}, []
    table.pending = {"own_back": before} if before else {}
    monkeypatch.setattr(pots, "award", lambda hand, seat, amount: told.append((seat, amount)))
    pots.on_own_bet_back(table, {"from": "line:1", "to": "seat:1", "chips": [back]})
    assert told == [(1, given)] and table.pending["own_back"] == before + back


@pytest.mark.parametrize(("change", "told"), [
    ({"live": [1, 2]}, []), ({"phase": "over"}, []), ({}, [100]), ({"awarded": {1: 640}}, [60]),
])  # fmt: skip
def test_it_is_so_for_the_last_one_left_and_up_to_what_the_pot_holds(monkeypatch, change, told):
    table = Table(**{"live": [1], "bets": {1: 100}, "paid": {1: 400, 2: 300}, **change})
    out = []
    monkeypatch.setattr(pots, "award", lambda hand, seat, amount: out.append(amount))
    pots.on_own_bet_back(table, {"from": "line:1", "to": "seat:1", "chips": [100]})
    pots.on_own_bet_back(table, {"from": "line:2", "to": "seat:1", "chips": [100]})
    assert out == told


@pytest.mark.parametrize(("ante", "bet", "pulled", "spent", "due"), [
    (0, 100, 0, 100, 100), (25, 100, 0, 125, 125), (25, 100, 25, 125, 100), (0, 100, 100, 100, 0),
    (0, 100, 101, 100, 0), (0, 100, 0, 99, 99), (0, 100, 0, None, 100), (25, 100, 90, None, 125),
])  # fmt: skip
def test_the_pot_is_due_what_was_wagered_and_not_pulled_in(ante, bet, pulled, spent, due):
    table = Table(bets={1: bet}, pending={"ante_front": {1: ante}, "pot_in": {1: pulled}})
    if spent is not None:
        table.stacks_before, table.stacks = {1: 1000}, {1: 1000 - spent}
    assert pots._still_due(table, 1) == due


@pytest.mark.parametrize(("after", "added", "pot", "carry", "bets", "missing"), [
    ({1: 900, 2: 1100}, {}, 0, None, {}, None), ({1: 900, 2: 1101}, {}, 0, None, {}, 1),
    ({1: 900, 2: 1099}, {}, 0, None, {}, 1), ({1: 900, 2: 1150}, {2: 50}, 0, None, {}, None),
    ({1: 900, 2: 1150}, {}, 50, None, {}, None), ({1: 900, 2: 1050}, {}, 0, 50, {}, None),
    ({1: 900, 2: 1130}, {}, 0, None, {"1": 30}, None), ({1: 900, 2: 1100}, {}, 0, 1, {}, 1),
])  # fmt: skip
def test_chips_neither_come_nor_go_in_a_hand(after, added, pot, carry, bets, missing):
    table = Table(seats=[1, 2], stacks_before={1: 1000, 2: 1000}, stacks=after, pot=pot)
    table.setup, table.pending = {"bets": bets}, {"added": added, "carry": carry}
    pots.conserve(table)
    assert table.ruled == ([("pots.not_conserved", missing)] if missing else [])


def test_of_a_stack_nobody_named_nothing_is_said_and_of_a_cut_hand_the_pot():
    table = Table(seats=[1, 2], stacks_before={1: 1000}, stacks={1: 10})
    pots.conserve(table)
    assert table.ruled == []
    table = Table(seats=[1], stacks_before={1: 1000}, stacks={1: 1000}, pot=70)
    table.pending = {"cut": True}
    pots.conserve(table)
    assert table.ruled == [("pots.not_conserved", 70)]


@pytest.mark.parametrize(("phase", "fields", "cut"), [
    ("deal", {}, True), ("betting", {}, True), ("closed", {}, True), ("draw", {}, True),
    ("showdown", {}, False), ("setup", {}, False), ("betting", {"live": [1]}, False),
    ("betting", {"awarded": {1: 5}}, False), ("betting", {"winners": ([1], None)}, False),
    ("betting", {"pending": {"carry": 5}}, False), ("betting", {"void": lambda: True}, False),
])  # fmt: skip
def test_a_hand_is_cut_that_ends_before_its_betting(phase, fields, cut):
    table = Table(**{"phase": phase, "live": [1, 2], "void": lambda: False, **fields})
    assert pots.is_cut(table) == cut


@pytest.mark.parametrize(("start", "started", "at", "before"), [
    (True, None, 5000, True), (True, 5000, 5000, True), (True, 5000, 5001, False),
    (True, 5001, 5000, True), (False, None, 5000, False), (False, 9000, 5000, False),
])  # fmt: skip
def test_a_pot_pushed_up_to_the_start_of_a_hand_is_of_the_one_before(start, started, at, before):
    table = Table(from_start=start, started=started)
    assert pots.of_hand_before(table, [[[1], 5, at, None]]) == before


# -- chips nobody saw -----------------------------------------------------------------------------


@pytest.mark.parametrize(("uncalled", "made", "most"), [
    (None, 500, 500 + 100), (None, 400, 400 + 100), ((1, 50), 500, 500 + 50), ((2, 50), 500, 600),
])  # fmt: skip
def test_the_caller_covers_what_it_has_put_in_and_has_behind(uncalled, made, most):
    """Seat 1 has 500 in the pots, seat 2 as much and 100 behind, seat 3 less; seat 4 has folded."""
    table = Table(paid={1: 500, 2: 500, 3: 300, 4: 9000}, uncalled=uncalled)
    table.stack = lambda seat: {1: 0, 2: 100, 3: 200, 4: 9000}[seat]
    assert hidden_chips.covered(table, 1, made) == most


@pytest.mark.parametrize(("acts", "setup", "made"), [
    ([(1, 500, 500)], {}, 500), ([(1, 500, 500), (1, 0, 0)], {}, 500), ([(2, 500, 500)], {}, None),
    ([(1, 100, 100), (1, 400, 500)], {}, 500), ([], {}, None), ([], {"all_in": [2]}, None),
    ([], {"all_in": [1]}, 0),
    ([], {"all_in": [1], "pots": [{"amount": 900, "seats": [1, 2, 3]}]}, 300),
    ([], {"all_in": [1], "pots": [{"amount": 900, "seats": [2, 3]}]}, 0),
    ([], {"all_in": [1], "pots": [{"amount": 900, "seats": [1, 2, 3]},
                                  {"amount": 400, "seats": [1, 2]}]}, 500),
])  # fmt: skip
def test_the_wager_that_chips_belong_to_is_the_last_with_chips_in_it(acts, setup, made):
    table = Table(setup=setup)
    table.actions = [{"seat": seat, "amt": amt, "to": to} for seat, amt, to in acts]
    assert hidden_chips.wager(table, 1) == made


@pytest.mark.parametrize(("found", "covers", "known", "amount"), [
    (300, 800, True, 800), (300, 799, True, 799), (300, 801, True, 800), (300, 500, True, 500),
    (300, 400, True, 500), (300, 800, False, None),
])  # fmt: skip
def test_chips_of_a_loser_count_as_far_as_they_are_covered(
    monkeypatch, found, covers, known, amount
):
    table = Table(pending={"hidden": {1: found}}, book=Of(has=lambda _: known))
    monkeypatch.setattr(hidden_chips, "wager", lambda *_: 500)
    monkeypatch.setattr(hidden_chips, "covered", lambda *_: covers)
    hidden_chips._judge(table, 1, ([2], None))
    hidden_chips._judge(table, 1, ([2], [1]))
    hidden_chips._judge(table, 1, ([1], None))
    assert table.ruled == [
        ("pots.hidden_chips_lost", amount), ("pots.hidden_chips_won", 500),
        ("pots.hidden_chips_won", 500),
    ]  # fmt: skip
