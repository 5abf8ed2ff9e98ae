"""The seventh generator: the same recordings each time, no chip lost, no act that is not legal."""

import pytest

from tests.detection.seventh import scorecard
from tests.detection.seventh.fieldshape import described, odds
from tests.detection.seventh.holdings import best, chips_for, payouts, rack, worth

SEEDS = range(7000, 7030)


def test_same_seed_same_bytes():
    packed = []
    for _ in range(2):
        game = scorecard.hand(7000, "WrongFirst")
        packed.append(scorecard.lines(scorecard.recording(7000, game)[0]))
    assert packed[0] == packed[1]
    assert any('"uids":["' in text for text in packed[0])


def test_a_dwell_hears_a_tag_once():
    rows, _ = scorecard.recording(7000, scorecard.hand(7000, None))
    heard = [row["uids"] for row in rows[1:] if "uids" in row]
    assert any(heard)
    assert all(len(uids) == len(set(uids)) for uids in heard)


def test_clean_hands_conserve_chips():
    for seed in SEEDS:
        game = scorecard.hand(seed, None)
        assert not game.pot
        assert not any(game.front.values())
        assert sum(game.behind(s) for s in game.seats) == sum(game.stacks.values())


@pytest.mark.parametrize("name", sorted(scorecard.BLUNDERS))
def test_a_blunder_happens_once_within_the_hand(name):
    game = scorecard.hand(SEEDS[0], name)
    assert game.what
    assert 0 < game.at < game.t
    chips = [c for part in (game.racks, game.front) for held in part.values() for c in held]
    uids = sorted(c.uid for c in chips + game.pot)
    assert uids == sorted(t.uid for t in game.felt.tags if t.kind == "chip")


def test_acts_of_clean_hands_are_legal():
    for seed in SEEDS:
        game = scorecard.hand(seed, None)
        gone, high, step = set(), game.bb, game.bb
        for act, seat, to in game.acts:
            assert seat not in gone
            if act == "fold":
                gone.add(seat)
            if act == "bet":
                assert to >= 2 * game.bb or not game.behind(seat)
                high, step = to, max(game.bb, to)
            if act == "raise":
                assert to - high >= step
                high, step = to, max(step, to - high)


def test_keys_follow_what_was_said_within_two_seconds():
    for seed in SEEDS:
        game = scorecard.hand(seed, None)
        assert all(0 < t < game.t + 2 for t, _ in game.keys)


def test_a_loop_reads_its_middle_and_hardly_its_neighbours():
    loops, _ = described("nine_max")
    seat, line = loops["seat:1"], loops["line:1"]
    assert odds(seat.coupling("card", seat.x, seat.y, 8)) > 4
    assert odds(seat.coupling("card", line.x, line.y, 8)) < -7
    assert odds(seat.coupling("card", seat.x, seat.y, 80)) < 0


def test_side_pots_and_odd_chips():
    values = {1: 5, 2: 5, 3: 1}
    assert payouts({1: 100, 2: 325, 3: 325}, [1, 2, 3], values, [2, 3, 1], 25) == {
        1: 150,
        2: 600,
        3: 0,
    }
    assert worth_of(chips_for(675, [_chip(w) for w in rack(3000)])) == 675


def worth_of(chips):
    """Sum, or None."""
    return chips and worth(chips)


def _chip(what):
    return type("Chip", (), {"what": what, "uid": f"{what}"})()


def test_the_better_hand_wins():
    assert best(["As", "Ad", "Kc", "Kd", "2h"]) > best(["As", "Ad", "Qc", "Qd", "3h"])
    assert best(["As", "2d", "3c", "4d", "5h"]) < best(["6s", "2d", "3c", "4d", "5h"])
