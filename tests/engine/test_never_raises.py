"""Observed facts are never refused: whatever passes the gateway's check of shapes is folded."""

import pytest

from shared_rules import values
from shared_rules.engine import Hand
from shared_rules.table import BadSetup, Table
from tests.conftest import SHARED
from tests.engine import fuzz
from tests.rulings.spots import BOOKS, act, cards, play, put, say, setup

LISTS = 400  # `make soak` folds a hundred thousand


@pytest.fixture(scope="module")
def hands():
    cases = SHARED / "cases" / "open.jsonl"
    return fuzz.hands_to_change(cases=cases if cases.exists() else None)


def test_changed_hands_and_cases_are_folded_to_their_end(hands):
    folded = sum(fuzz.check(seed, hands) for seed in range(LISTS))
    assert folded > 10 * LISTS  # what was changed is still made of facts


@pytest.mark.parametrize(
    "event",
    [
        {"what": "post", "seats": [], "kind": "bb", "amount": 100},
        {"what": "pot_awarded", "seats": [], "amount": 100},
        {"what": "showdown", "seats": [], "high": None},
        {"what": "finding", "kind": "ample_time"},
        {"what": "notice", "by": "dealer", "kind": "wager_over_pot"},
        {"what": "notice", "by": "player", "kind": "rebuy_announced", "amount": 5},
        {"what": "request", "seat": 30, "kind": "stack_count"},
        {"what": "declare", "seat": 4, "word": "call", "wording": "number_only"},
        {"what": "declare", "seat": 30, "word": "raise", "wording": "plain", "amount": -5},
        {"what": "chips_move", "seat": 3, "chips": [-7], "from": "pot", "to": "seat:3",
         "by": "dealer"},
        {"what": "card_move", "cards": [], "from": "seat:30", "to": "muck", "face": "down",
         "by": "player"},
        {"what": "hand_claim", "seat": 4, "claim": "flush"},
    ],
)  # fmt: skip
def test_facts_nobody_expected_are_taken(event):
    for book in ("rrop-6", "tda-2011"):
        hand = Hand(setup(live=(3, 4, 5)), "nlhe", book)
        hand.apply(dict(event, t=5))
        assert hand.answer()["ruling"]


def test_a_hand_shown_where_nobody_is_left_has_no_order_of_showing():
    board = ["Kd", "8s", "3c", "Jc", "2h"]
    shown = cards(4, "seat:4", face="up", tokens=("Ks", "8d"))
    acts = [act(3, "bet", 500), act(4, "call", 500), {"what": "showdown", "seats": [3]}, shown]
    for book in BOOKS:
        hand = play(book, setup("river", (), board=board), acts)
        assert not hand.pending.get("show_order")


def test_play_goes_on_after_a_fold_ahead_of_a_seat_nobody_sits_in():
    folded = cards(6, "muck", tokens=("#6", "#15"))
    table = setup(live=(3, 4, 5, 6), seats=[3, 4, 5])
    hand = play("tda-2011", table, [act(3, "bet", 300), folded, act(5, "raise", 900)])
    assert hand.high == 900
    assert "turn.oot_fold" not in [r["situation"] for r in hand.open_incidents()]


def test_a_move_of_no_chips_is_no_motion_of_a_wager():
    said, chips = say(3, "bet", 400), put(3, 500, 500, motion=2)
    told = []
    for events in ([said, put(3, motion=1), chips], [said, chips]):
        answer = play("tda-2011", setup("turn"), events).answer()
        told.append([answer[key] for key in ("ruling", "amount", "situation", "irregular")])
    assert told[0] == told[1]


def test_chips_pulled_in_from_a_folded_hand_whose_chips_were_no_act_are_kept():
    table = setup("preflop", (1, 2, 3), stacks={"1": 900, "2": 800, "3": 1000})
    folded = cards(1, "muck", tokens=("#1", "#4"))
    pulled = put(1, 100, to="pot", by="dealer", **{"from": "line:1"})
    for book in BOOKS:
        hand = play(book, table, [say(3, "raise", 400), put(3, 400), put(1, 100), folded, pulled])
        assert hand.stacks[1] + hand.paid[1] + hand.dead == 1000, book


def test_a_next_deal_at_a_table_without_seats_has_no_button_to_move():
    posted = {"what": "post", "seats": [2], "kind": "bb", "amount": 200}
    dealt = {"what": "deal", "until": 9000, "seats": [1, 2], "cards_each": 2, "from_nth": 1}
    hand = play(
        "ipr-2018", setup("none", (), seats=[]), [posted, dealt, {"what": "riffle"}, posted]
    )
    assert hand.answer()["ruling"]


def test_a_finding_that_names_a_time_corrects_no_chips():
    table = Table("tda-2011")
    for event in (PLAYABLE, {"t": 2, "what": "riffle"}):
        table.apply(event)
    table.apply({"t": 3, "what": "finding", "kind": "ample_time", "about": 2})
    assert table.view()["phase"] == "setup"  # of a finding that names what it is about, too


@pytest.mark.parametrize("into", ["board", "muck"])
def test_a_stub_spread_into_the_board_is_no_street_that_was_to_be_dealt(into):
    flop = cards(None, "board", "up", "dealer", ("Kd", "8s", "3c"), **{"from": "stub"})
    spread = {"what": "zone_merge", "from": "stub", "into": into, "by": "player"}
    for book in BOOKS:
        hand = play(book, setup("preflop", (1, 2, 3)), [act(3, "call", 200), flop, spread])
        assert hand.answer()["ruling"]


@pytest.mark.parametrize("name", ["sb", "bb", "ante", "bring_in", "small_bet", "big_bet"])
def test_of_an_amount_that_is_null_nothing_is_said(name):
    said = {key: of for key, of in setup("preflop", (1, 2, 3)).items() if key != name}
    told = []
    for table in (said, said | {name: None}):
        hand = play("rrop-6", table, [act(3, "raise", 400)])
        told.append((hand.high, hand.sb, hand.bb, hand.ante, hand.small_bet, hand.big_bet))
    assert told[0] == told[1]


# -- what cannot be played is named, and changes nothing -----------------------------------------

PLAYABLE = {
    "t": 1, "what": "setup", "game": "nlhe", "betting": "no_limit", "seats": [1, 2, 3],
    "button": 1, "sb_seat": 2, "bb_seat": 3, "sb": 5, "bb": 10, "stacks": {"1": 5, "2": 5, "3": 5},
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"game": "old_maid"}, "old_maid"),
        ({"rulebook": "hoyle"}, "hoyle"),
        ({"betting": "none"}, "none"),
        ({"seats": [1]}, "two seats"),
        ({"seats": [1, 1, 2]}, "once"),
        ({"stacks": {"1": 5}}, "seat 2"),
        ({"stacks": {"1": 5, "2": -1, "3": 5}}, "seat 2"),
        ({"bb": -10}, "bb"),
        ({"smallest_chip": 0}, "smallest_chip"),
        ({"seats": None}, "seats"),
    ],
)
def test_a_setup_that_cannot_be_played_is_named_and_changes_nothing(change, named):
    table = Table("tda-2011")
    table.apply(PLAYABLE)
    with pytest.raises(BadSetup, match=named):
        table.apply(PLAYABLE | change)
    table.apply({"t": 2, "what": "riffle"})
    assert table.view()["phase"] == "setup" and table.view()["game"] == "nlhe"


@pytest.mark.parametrize(
    ("event", "field"),
    [
        ({"what": "action", "seat": 1, "act": "raise", "to": "seat:3"}, "to"),
        (
            {"what": "deal", "until": 5, "seats": [1], "cards_each": 2**40, "from_nth": 1},
            "cards_each",
        ),
        (
            {"what": "deal", "until": 5, "seats": [1], "cards_each": "2", "from_nth": 1},
            "cards_each",
        ),
        ({"what": "race_cards", "cards": ["As"]}, "cards"),
        ({"what": "race_cards", "cards": {"1": ["As"], "x": ["Ks"]}}, "cards"),
        ({"what": "color_up", "stage": "race", "odd_chips": "5"}, "odd_chips"),
        ({"what": "showdown", "seats": [1], "high": 1.5}, "high"),
        ({"what": "card_move", "cards": [1], "from": "stub", "to": "seat:1"}, "cards"),
        ({"what": "card_move", "cards": [], "from": "stub", "to": "seat:²"}, "to"),
        ({"what": "setup", "kill": {"due": "1"}}, "due"),
        ({"what": "setup", "pots": [{"amount": 5, "seats": "1"}]}, "seats"),
        ({"what": "setup", "previous": [1]}, "previous"),
        ({"what": "notice", "by": "player", "kind": 5}, "kind"),
        ({"what": "timer", "clock": "shot_clock", "seat": True, "elapsed_ms": 5}, "seat"),
    ],
)
def test_a_value_of_the_wrong_type_is_named(event, field):
    assert repr(field) in values.fault(event)


def test_right_values_are_no_fault():
    assert values.fault(PLAYABLE) is None
    assert values.fault({"what": "rfid_count", "zone": "deck", "cards": 52}) is None
    assert values.fault({"what": "race_cards", "cards": {"1": ["As"]}, "order": [1]}) is None
    assert (
        values.fault({"what": "notice", "by": "dealer", "kind": "build_pots", "more": {}}) is None
    )
