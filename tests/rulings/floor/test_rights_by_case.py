"""Who may see a hand, who was there in time, which card lies twice: every side of each question."""

from types import SimpleNamespace as Of

import pytest

from shared_rules.engine import Hand
from shared_rules.hand.betting import folding, openers, turn_order
from shared_rules.hand.cards import deck
from shared_rules.hand.floor import presence, reported
from shared_rules.hand.showdown import showing
from shared_rules.hand.start import bring_in


class Book:
    """A book that says what it was told and has those situations."""

    def __init__(self, said=(), has=()):
        self.said, self.having = dict(said), has

    def value(self, key, default=None):
        return self.said.get(key, default)

    def has(self, key):
        return key in self.having


def table(**fields):
    """What is known of a hand of seats 1 to 4, of which 1 to 3 are live."""
    hand = Of(
        book=Book(), live=[1, 2, 3], all_in=[], dealt_in=[1, 2, 3, 4], pending={}, phase="showdown",
        shown=[], awarded={}, winners=None, aggressor=None, actions=[], street_mark=0, setup={},
        opened=False, presence={}, from_start=True, format="tournament", seats=[1, 2, 3, 4],
    )  # fmt: skip
    for name, value in fields.items():
        setattr(hand, name, value)
    return hand


@pytest.mark.parametrize(("fields", "wins"), [
    ({}, False), ({"live": [1]}, True), ({"live": [2]}, False),
    ({"pending": {"discarded": [2, 3]}}, True), ({"pending": {"discarded": [1, 2]}}, False),
    ({"winners": ([1], None)}, True), ({"winners": ([2], None)}, False),
    ({"winners": ([2], [1])}, True), ({"winners": (None, [1])}, True),
    ({"winners": ([], [])}, False),
    ({"winners": ([], ()), "live": [1]}, True), ({"winners": ([2], None), "live": [1]}, False),
    ({"awarded": {1: 5}, "winners": ([2], None)}, True), ({"awarded": {2: 5}, "live": [1]}, False),
    ({"pending": {"awards": [[[1], 5, 0, None]]}, "winners": ([2], None)}, True),
    ({"pending": {"awards": [[[2], 5, 0, None]]}, "live": [1]}, False),
])  # fmt: skip
def test_the_pot_is_the_winners_by_award_by_what_was_read_or_as_the_last_one(fields, wins):
    assert showing.is_winner(table(**fields), 1) == wins


@pytest.mark.parametrize(("aggressor", "live", "acts", "mark", "paid"), [
    (2, [1, 2], [(1, "call")], 0, True), (3, [1, 2], [(1, "call")], 0, False),
    (2, [2], [(1, "call")], 0, False), (2, [1, 2], [(1, "call"), (1, "raise")], 0, False),
    (2, [1, 2], [(1, "raise"), (1, "call")], 0, True), (2, [1, 2], [(3, "call")], 0, False),
    (2, [1, 2], [(1, "call")], 1, False), (2, [1, 2], [(1, "call"), (3, "call")], 0, True),
])  # fmt: skip
def test_who_has_called_the_last_bet_has_paid_to_see_it(aggressor, live, acts, mark, paid):
    rows = [{"seat": seat, "act": act} for seat, act in acts]
    hand = table(aggressor=aggressor, live=live, actions=rows, street_mark=mark)
    assert showing.called(hand, 1, 2) == paid


NO_RIGHT, MUCKED = "showdown.see_hand_no_right", "showdown.see_mucked_hand"
WINNER, CALLER = "showdown.see_hand_by_winner", "showdown.see_hand_by_caller"
EARLY = "showdown.see_hand_showed_early"
CALLED = {"aggressor": 2, "actions": [{"seat": 1, "act": "call"}]}


@pytest.mark.parametrize(("right", "fields", "key"), [
    ("td", {}, MUCKED), ("td", {"phase": "betting"}, NO_RIGHT),
    ("td", {"live": [1, 3]}, MUCKED), ("other", {"live": [1, 3]}, NO_RIGHT),
    ("td", {"live": [1, 3], "pending": {"discarded": [1]}}, MUCKED),
    ("td", {"phase": "deal"}, NO_RIGHT),
    ("td", {"live": [3], "pending": {"at_showdown": [2]}}, MUCKED),
    ("td", CALLED, CALLER), ("td", {"awarded": {1: 5}}, WINNER),
    ("td", {"awarded": {2: 5}}, MUCKED),
    ("td", {"pending": {"discarded": [1]}}, NO_RIGHT),
    ("td", {"pending": {"discarded": [1, 2]}}, MUCKED),
    ("other", {"pending": {"discarded": [1, 2]}}, NO_RIGHT),
    ("td", {"pending": {"discarded": [1]}, "shown": [1]}, MUCKED),
    ("td", {"pending": {"showed_early": {1: [2]}}}, EARLY),
    ("td", {"pending": {"showed_early": {1: [3]}}}, MUCKED),
    ("td", {"pending": {"showed_early": {3: [2]}}}, MUCKED),
    ("dealt_in", {}, WINNER), ("dealt_in", {"dealt_in": [2, 3, 4]}, NO_RIGHT),
    ("dealt_in", {"pending": {"discarded": [2]}}, MUCKED),
    ("dealt_in", {"pending": {"swept": [2]}}, MUCKED),
    ("dealt_in", {"pending": {"discarded": [3]}}, WINNER),
    ("dealt_in", {"awarded": {1: 5}, "pending": {"discarded": [2]}}, WINNER),
    ("dealt_in", {"awarded": {1: 5}, **CALLED}, CALLER), ("dealt_in", CALLED, WINNER),
])  # fmt: skip
def test_who_asks_to_see_whose_hand(right, fields, key):
    hand = table(**fields)
    hand.book = Book({"showdown.ask_right": right}, [EARLY])
    assert showing.situation(hand, 1, 2) == key
    hand.book.having = ()
    assert showing.situation(hand, 1, 2) == (MUCKED if key == EARLY else key)


@pytest.mark.parametrize(("phase", "all_in", "who"), [
    ("betting", [], [2, 3]), ("closed", [], [2, 3]), ("draw", [], [2, 3]), ("showdown", [], []),
    ("betting", [2], [3]), ("betting", [2, 3], []), ("closed", [2], [3]), ("closed", [2, 3], []),
    ("closed", [1, 2], []), ("betting", [1, 2], [3]),
])  # fmt: skip
def test_opponents_who_may_still_decide(phase, all_in, who):
    assert showing.deciders(table(phase=phase, all_in=all_in), 1) == who


@pytest.mark.parametrize(("awarded", "awards", "live", "coming", "unpaid"), [
    ({}, [], [1, 2], None, True), ({}, None, [1, 2], None, True), ({}, [], [1], None, False),
    ({}, [], [1, 2], "river", False), ({1: 5}, [[[1], 5, 0, None]], [1, 2], None, False),
    ({1: 5}, [], [1, 2], None, False),  # told by hand
    ({}, [[[1], 5, 0, None]], [1, 2], None, False),  # pushed before the betting was over
])  # fmt: skip
def test_a_pot_is_unpaid_until_something_of_it_was_pushed(awarded, awards, live, coming, unpaid):
    game = Of(after=lambda _: coming)
    hand = table(awarded=awarded, live=live, game=game, street="turn")
    if awards is not None:
        hand.pending["awards"] = awards
    assert folding._unpaid(hand) == unpaid


@pytest.mark.parametrize(("rows", "acted"), [
    ([], False), (["post"], False), (["ante", "post"], False), (["post", "call"], True),
    (["check"], True), (["fold", "ante"], True),
])  # fmt: skip
def test_blinds_and_antes_are_no_acts(rows, acted):
    assert showing._acted(table(actions=[{"act": act} for act in rows])) == acted


@pytest.mark.parametrize(("live", "left", "fmt", "section", "book", "may"), [
    ([1, 2], 2, "tournament", False, True, True), ([1, 2, 3], 2, "tournament", False, True, True),
    ([1, 2], 3, "tournament", False, True, False), ([1, 2], None, "tournament", False, True, False),
    ([1, 2], None, "cash", True, True, True), ([1, 2, 3], None, "cash", True, True, False),
    ([1, 2], None, "cash", False, True, False), ([1, 2], 2, "tournament", True, False, False),
    ([1, 2, 3], 2, "cash", True, True, False), ([1, 2], 3, "tournament", True, True, False),
])  # fmt: skip
def test_two_may_show_who_are_the_last_of_an_event_or_of_a_cash_hand(
    live, left, fmt, section, book, may
):
    said = {"frame.tournament_section": section, "showdown.two_may_show": book}
    hand = table(live=live, format=fmt, book=Book(said), rule=lambda *_, **__: None)
    hand.set_apart = lambda: Hand.set_apart(hand)
    if left is not None:
        hand.setup["players_left_in_event"] = left
    assert showing._two_may(hand, 1) == may


# -- there in time --------------------------------------------------------------------------------


@pytest.mark.parametrize(("fmt", "said", "by"), [
    ("tournament", {"presence.deadline": "first_card"}, "first_card"),
    ("cash", {"presence.deadline": "first_card"}, "first_card"),
    ("cash", {"presence.deadline": "first_card", "presence.deadline_cash": "own_turn"}, "own_turn"),
    ("tournament", {"presence.deadline": "full_hands", "presence.deadline_cash": ""}, "full_hands"),
])  # fmt: skip
def test_the_deadline_of_a_cash_game_may_be_another(fmt, said, by):
    assert presence.deadline(table(format=fmt, book=Book(said))) == by


AT_FIRST, AT_LAST = "presence.absent_at_first_card", "presence.absent_at_last_card"
AT_FULL, AT_TURN = "presence.absent_at_full_hands", "presence.absent_on_turn"


@pytest.mark.parametrize(("by", "first", "last", "turn", "want", "key"), [
    ("full_hands", {}, {1: "away"}, [], None, AT_FULL),
    ("full_hands", {1: "away"}, {}, [], None, None),
    ("full_hands", {1: "away"}, None, [], None, None),
    ("full_hands", {}, {1: "at_seat"}, [], None, None),
    ("first_card", {1: "away"}, {}, [], None, AT_FIRST),
    ("first_card", None, None, [], None, None), ("first_card", {1: "at_seat"}, {}, [], None, None),
    ("first_card", {}, {1: "away"}, [], None, AT_LAST),
    ("first_card", {2: "away"}, {}, [], None, None),
    ("first_card", {}, {1: "at_seat"}, [], "in_seat", AT_LAST),
    ("first_card", {}, {1: "in_seat"}, [], "in_seat", None),
    ("first_card", {}, {}, [], "in_seat", None),
    ("first_card", {}, {1: "at_seat"}, [], "at_seat", None),
    ("own_turn", {1: "away"}, {1: "away"}, [], None, None),
    ("own_turn", {}, {}, [1], None, AT_TURN), ("own_turn", {}, {}, [2], None, None),
    ("first_card", {}, {}, [1], None, None),
])  # fmt: skip
def test_which_moment_a_player_has_missed(by, first, last, turn, want, key):
    said = {"presence.deadline": by}
    if want:
        said["presence.state"] = want
    d = {"first": first, "last": last, "absent_turn": turn}
    hand = table(book=Book(said))
    assert presence.fault(hand, 1, d) == key
    taken_up = table(book=Book(said), from_start=False)  # what was noted of its deal counts too
    assert presence.fault(taken_up, 1, d) == key
    hand.pending["absent_original"] = [1]
    assert presence.fault(hand, 1, d) == (key or "presence.absent_original_deal")
    hand.setup["penalty_seats"] = [1]
    assert presence.fault(hand, 1, d) == "frame.penalty_seat_acts"


def test_a_book_that_looks_at_the_turn_looks_at_it_whatever_its_deadline():
    d = {"first": {}, "last": {}, "absent_turn": [1]}
    hand = table(book=Book({"presence.deadline": "first_card"}, ["presence.absent_on_turn"]))
    assert presence.fault(hand, 1, d) == AT_TURN


@pytest.mark.parametrize(("t", "first", "last"), [
    (999, "away", "away"), (1000, "away", "away"), (1001, "in_seat", "away"),
    (3000, "in_seat", "away"), (3001, "in_seat", "in_seat"),
])  # fmt: skip
def test_who_comes_and_goes_during_the_deal_is_put_in_its_place(t, first, last):
    d = {"first": {1: "in_seat"}, "last": {1: "in_seat"}, "first_t": 1000, "last_t": 3000,
         "dying": [], "ruled": []}  # fmt: skip
    presence._during_deal(table(), 1, {"t": t, "state": "away"}, d)
    assert (d["first"][1], d["last"][1]) == (first, last)


# -- a card that lies twice -----------------------------------------------------------------------


@pytest.mark.parametrize(("seen", "at", "frm", "zone", "twice"), [
    ({}, {}, "stub", "seat:1", False),
    ({"Ks": "seat:2"}, {"seat:2": ["Ks"]}, "stub", "seat:1", True),
    ({"Ks": "seat:2"}, {}, "stub", "seat:1", False),  # it was seen to leave
    ({"Ks": "seat:1"}, {"seat:1": ["Ks"]}, "stub", "seat:1", False),
    ({"Ks": "seat:2"}, {"seat:2": ["Ks"]}, "seat:2", "seat:1", False),
    ({}, {"board": ["Ks"]}, "stub", "seat:1", True), ({}, {"burn": ["Ks"]}, "stub", "seat:1", True),
    ({}, {"muck": ["Ks"]}, "stub", "seat:1", False),
    ({}, {"seat:9": ["Ks"]}, "stub", "seat:1", False),
    ({}, {"seat:4": ["Ks"]}, "stub", "board", True),
    ({}, {"board": ["Ks"]}, "board", "seat:1", False),
    ({}, {"seat:1": ["Ks"]}, "stub", "seat:1", False),
    ({}, {"board": ["Kd"]}, "stub", "seat:1", False),
    ({}, {"line:1": ["Ks"]}, "stub", "seat:1", False),
])  # fmt: skip
def test_a_named_card_that_lies_elsewhere_already_is_there_twice(seen, at, frm, zone, twice):
    told = []
    hand = table(at=at, next_started=None, ruled=lambda _: None)
    hand.rule = lambda key, seat=None: told.append(key)
    d = {"seen": dict(seen), "all_seen": False, "found": [], "damaged": False}
    hand.pending["deck"] = d
    deck._known(hand, d, "Ks", zone, frm)
    assert told == (["deck.duplicate"] if twice else []) and d["seen"]["Ks"] == zone


def test_the_first_time_a_card_is_seen_it_is_compared_only_where_cards_lay_before():
    told = []
    hand = table(at={"board": ["Ks"]}, next_started=None, ruled=lambda _: None)
    hand.rule = lambda key, seat=None: told.append(key)
    d = hand.pending["deck"] = {"seen": {}, "all_seen": True, "found": [], "damaged": False}
    deck._known(hand, d, "Ks", "seat:1", "stub")
    assert told == [] and d["seen"] == {"Ks": "seat:1"}
    hand.at = {"seat:1": ["Ks"]}
    deck._known(hand, d, "Ks", "board", "stub")
    assert told == ["deck.duplicate"]


# -- openers thrown away, the bring-in, an act out of turn ----------------------------------------


@pytest.mark.parametrize(("final", "thrown", "proved"), [
    (["Ks", "9s", "6s", "4s", "2s"], ["Kd"], True), (["Ks", "9s", "6s", "4s", "2s"], ["9d"], False),
    (["Qs", "9s", "6s", "4s", "2s"], ["Qd", "9d"], True),
    (["9s", "8s", "6s", "4s", "2s"], ["Jd", "Jc"], True),
    (["9s", "8s", "6s", "4s", "2s"], ["Jd", "9c"], False),
    (["9s", "8s", "6s", "4s", "2s"], ["Td", "Tc"], False),
    (["Ks", "Qs", "6s", "4s", "2s"], ["Kd", "9d", "8d", "7d"], True),
    (["9s", "8s", "6s", "4s", "2s"], ["Jd", "Jc", "2d", "3d", "4d"], True),
    (["3s", "8s", "6s", "4s", "2s"], ["3d", "3c"], True),  # three of them: better than jacks
])  # fmt: skip
def test_discards_prove_openers_with_as_many_of_the_final_hand_as_make_five(
    monkeypatch, final, thrown, proved
):
    told = []
    monkeypatch.setattr(openers, "on", lambda _: True)
    hand = table(held=lambda _: final)
    hand.rule = lambda key, **how: told.append((key, how["irregular"]))
    hand.pending["openers"] = {"seat": 1, "false": [], "split": [1], "thrown": [], "reported": []}
    openers.on_finding(hand, {"kind": "split_checked", "seat": 1, "cards": thrown})
    key = "openers.split_proved" if proved else "openers.split_false"
    assert told == [(key, not proved)]


@pytest.mark.parametrize(("rows", "acted"), [
    ([], False), ([(2, "bring_in")], False), ([(2, "bring_in"), (3, "call")], True),
    ([(2, "bring_in"), (2, "call")], False), ([(3, "call"), (2, "bring_in")], False),
    ([(2, "bring_in"), (3, "ante")], False), ([(2, "bring_in"), (3, "post")], False),
    ([(2, "bring_in"), (3, "ante"), (4, "fold")], True),
    ([(2, "bring_in"), (3, "call"), (2, "raise")], True),
])  # fmt: skip
def test_the_bring_in_was_acted_on_by_another_seat_since(rows, acted):
    hand = table(actions=[{"seat": seat, "act": act} for seat, act in rows])
    assert bring_in.acted_on(hand, 2) == acted


@pytest.mark.parametrize(("high", "calls", "rows", "changed"), [
    (200, False, [], False), (201, False, [], True), (199, False, [], False),
    (200, True, [(3, "call")], True), (200, True, [(2, "call")], False),
    (200, True, [(3, "check")], False), (200, True, [(3, "fold")], False),
    (200, False, [(3, "call")], False), (200, True, [(2, "call"), (3, "call")], True),
])  # fmt: skip
def test_action_changes_by_a_higher_total_and_by_a_call_where_the_book_says_so(
    high, calls, rows, changed
):
    before = {"seat": 4, "act": "call"}
    hand = table(high=high, book=Book({"turn.call_changes_action": calls}))
    hand.actions = [before] + [{"seat": seat, "act": act} for seat, act in rows]
    record = {"seat": 2, "high": 200, "mark": 1}
    assert turn_order.action_changed(hand, record) == changed


# -- what somebody points out ---------------------------------------------------------------------


@pytest.mark.parametrize(("event", "before", "told"), [
    ({}, False, True), ({"from": "stub", "to": "stub"}, False, True),
    ({"by": "dealer"}, False, False),
    ({"to": "seat:1"}, False, False), ({"lifted": False}, False, False), ({}, True, False),
    ({"from": "board", "to": "board"}, False, False),
])  # fmt: skip
def test_a_player_who_lifts_cards_of_muck_or_stub_looks_through_them(event, before, told):
    out = []
    hand = table(ruled=lambda _: {} if before else None, rule=out.append)
    reported.on_card_move(
        hand, {"by": "player", "from": "muck", "to": "muck", "lifted": True, **event}
    )
    assert out == (["view.discards_searched"] if told else [])


@pytest.mark.parametrize(("acts", "coming", "told"), [
    ([(2, "check"), (1, "check")], None, True), ([(1, "check"), (2, "check")], None, False),
    ([(2, "check"), (1, "check")], "river", False), ([(2, "bet"), (1, "call")], None, False),
    ([(2, "check"), (1, "check"), (3, "fold")], None, True), ([], None, False),
    ([(2, "bet"), (1, "check")], None, False),
])  # fmt: skip
def test_who_checked_last_where_nobody_wagered_checked_the_nuts(acts, coming, told):
    out = []
    hand = table(game=Of(after=lambda _: coming), street="river")
    hand.actions = [{"seat": seat, "act": act} for seat, act in acts]
    hand.rule = lambda key, seat=None: out.append((key, seat))
    assert reported.on_notice(hand, {"kind": "nuts_checked", "about_seat": 1})
    assert out == ([("showdown.nuts_checked", 1)] if told else [])
