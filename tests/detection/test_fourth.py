"""The fourth generator: its recordings are the same each time, its truth holds together."""

import pytest

from tests.detection.fourth import irregularities, scoring, writing

CLEAN_SEED = 1037  # a short clean hand
SEEDS = range(2001, 2013)


@pytest.fixture(scope="module")
def hands():
    """A few hands without their radio, by seed."""
    return {seed: writing.hand(seed) for seed in SEEDS}


@pytest.fixture(scope="module")
def recorded():
    """One clean hand: lines and truth."""
    return writing.recording(CLEAN_SEED, writing.hand(CLEAN_SEED))


def test_same_seed_same_bytes(recorded):
    again = writing.recording(CLEAN_SEED, writing.hand(CLEAN_SEED))
    assert writing.pack(recorded[0]) == writing.pack(again[0])
    assert recorded[1] == again[1]


def test_chips_are_conserved(hands):
    for seed, hand in hands.items():
        on_felt = sum(v for spot in (*hand.line.values(), hand.pot) for _, v in spot)
        in_racks = sum(rack.total for rack in hand.racks.values())
        assert on_felt + in_racks == sum(hand.chips.values()) == sum(hand.start.values()), seed
        tags = [tag for rack in hand.racks.values() for held in rack.tags.values() for tag in held]
        assert len(tags) == len(set(tags)), seed
        if hand.slip is None:
            assert on_felt == 0, seed


def test_cards_are_unique_and_nobody_acts_without_them(hands):
    for seed, hand in hands.items():
        assert len(hand.deck) == len(set(hand.deck.values())) == 52, seed
        seen = [tag for held in hand.hands.values() for tag in held] + hand.mucked
        assert len(seen) == len(set(seen)), seed
        folded = set()
        for act, seat, *_ in hand.truth.acts:
            assert seat not in folded, seed
            folded |= {seat} if act == "fold" else set()


def test_nothing_is_in_two_places(hands):
    for seed, hand in hands.items():
        for tag in hand.felt.ways:
            legs = hand.felt.legs(tag, hand.t)
            for leg, after in zip(legs, legs[1:], strict=False):
                assert leg.end == after.start and leg.there == after.here, (seed, tag)


@pytest.mark.parametrize("slip", sorted(irregularities.CLASSES))
def test_every_class_has_its_place(slip):
    hand = writing.hand(7, slip)
    assert hand.truth.irregular["class"] == slip
    assert 0 < hand.truth.irregular["t"] <= hand.t


def test_the_program_takes_a_recording(recorded, tmp_path):
    path, truth = tmp_path / "hand.jsonl.gz", recorded[1]
    path.write_bytes(writing.pack(recorded[0]))
    assert truth["irregular"] is None
    lines, complaints = scoring.replay(str(path))
    assert complaints == ""
    assert lines[0]["what"] == "setup"
    wagers, _ = scoring.wrong_wagers(lines, truth)
    assert wagers >= 2


@pytest.mark.parametrize(("act", "alerts"), [("check", 0), ("call", 1)])
def test_a_last_check_of_the_best_hand_is_no_false_alert(act, alerts, monkeypatch):
    line = {"k": "ruling", "irregular": True, "t": 1000, "situation": "showdown.nuts_checked"}
    monkeypatch.setattr(scoring, "replay", lambda path: ([line], ""))
    truth = {"seed": 1, "kind": "clean", "regular": [], "irregular": None, "acts": [[act, 3, 0, 0]]}
    truth.update(stacks={}, book="tda-2011")
    assert len(scoring.judge("a.jsonl", truth)["alerts"]) == alerts


@pytest.mark.parametrize(("book", "chips", "wrong"), [
    ("ipr-web", 55, []), ("ipr-web", 50, [2]), ("tda-2011", 55, [2]),
])  # fmt: skip
def test_a_blind_that_a_book_leaves_out_of_a_raise_is_no_wrong_wager(book, chips, wrong):
    """The raise to 60 is told as one of the 55 put beside a blind of 5, where those were told."""
    post = {"k": "action", "act": "post", "seat": 2, "amt": 5, "to": 5, "post": "bb"}
    raised = {"k": "action", "act": "raise", "seat": 2, "amt": 50, "to": 55}
    for act in (post, raised):
        act["street"] = "preflop"
    lines = [post, {"what": "chips_move", "seat": 2, "chips": [chips], "to": "line:2"}, raised]
    truth = {"book": book, "acts": [["bb", 2, 5, 5], ["raise", 2, 55, 60]]}
    assert scoring.wrong_wagers(lines, truth) == (2, wrong)
