"""The eighth generator: the same bytes each time, no chip lost, one mishap, acts that are legal."""

import pytest

from tests.conftest import shared
from tests.detection.eighth import real_deals, verdict

SHORT = 4001
SEEDS = range(4000, 4025)


@pytest.fixture(autouse=True)
def hands():
    shared("hands", "MANIFEST.csv")


def test_same_seed_same_bytes():
    packed = []
    for _ in range(2):
        film = verdict.film_of(SHORT, "wrong_first_seat")
        packed.append(verdict.lines(verdict.recording(SHORT, film)[0]))
    assert packed[0] == packed[1]
    assert any('"uids":["' in text for text in packed[0])


def test_clean_hands_conserve_chips():
    for seed in SEEDS:
        film = verdict.film_of(seed, None)
        plan = film.plan
        assert not film.pot
        assert not any(film.front.values())
        assert {s: sum(c.what for c in film.racks[s]) for s in plan.seats} == plan.left
        assert sum(plan.left.values()) == sum(plan.stacks.values())


@pytest.mark.parametrize("name", sorted(verdict.CLASSES))
def test_a_mishap_happens_once_within_the_hand(name):
    film = verdict.film_of(SEEDS[0], name)
    assert film.what
    assert film.called
    assert 0 < film.at < film.t
    places = [*film.racks.values(), *film.front.values(), film.pot]
    chips = sorted(chip.uid for place in places for chip in place)
    assert chips == sorted(tag.uid for tag in film.tags if tag.chip)


def test_acts_are_in_turn_and_no_raise_is_below_the_least():
    for seed in SEEDS:
        plan = verdict.film_of(seed, None).plan
        gone, behind = set(), dict(plan.stacks)
        for street, acts in enumerate(plan.streets):
            high, step, last = (0 if street else plan.bb), plan.bb, None
            order = plan.order(plan.small)
            for act in acts:
                ring = order[order.index(last) + 1 :] + order[: order.index(last)] if last else []
                due = [s for s in ring if s not in gone and behind[s]]
                assert not last or act.seat == due[0]
                assert act.seat not in gone
                assert act.high == high
                assert act.what != "check" or act.to == high
                assert act.what != "call" or act.to == high or act.all_in
                behind[act.seat] -= act.add
                last = act.seat
                gone |= {act.seat} if act.what == "fold" else set()
                if act.what in ("bet", "raise"):
                    assert act.to - high >= step or act.all_in
                    assert act.to % plan.unit == 0
                    step, high = max(step, act.to - high), act.to


def test_keys_are_in_order_and_cards_lie_where_they_were_sent():
    for seed in SEEDS:
        film = verdict.film_of(seed, None)
        assert film.keys == sorted(film.keys, key=lambda pair: pair[0])
        for tag in film.tags:
            times = [knot[0] for knot in tag.knots]
            assert times == sorted(times)
        for i, card in enumerate(film.board):
            loop = film.map.loops[f"board:{i + 1}"]
            assert any(loop.outside(x, y) < 0 for _, x, y, _ in card.knots if x is not None)


def test_the_better_hand_wins():
    best = real_deals.value
    assert best(["As", "Ad", "Kc", "Kd", "2h"]) > best(["As", "Ad", "Qc", "Qd", "3h"])
    assert best(["As", "2d", "3c", "4d", "5h"]) < best(["6s", "2d", "3c", "4d", "5h"])
    assert best(["2s", "4s", "6s", "8s", "9s"]) > best(["9s", "8d", "7c", "6d", "5h"])
