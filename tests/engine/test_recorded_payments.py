"""Recorded hands paid to the chip: odd chips, the same hands both ways, nobody left to bet."""

import pytest

from shared_rules import rulebooks
from shared_rules.hand.showdown import shares
from tools.playing.replay import replay


def stud(variant, stacks, holes, *acts, ante=5):
    """A seven-card hand; ``holes`` are seven cards a player, the first two and the last down."""
    players = range(1, len(stacks) + 1)
    deals = [f"d dh p{p} {holes[p - 1][:6]}" for p in players]
    streets = [[f"d dh p{p} {holes[p - 1][i : i + 2]}" for p in players] for i in (6, 8, 10, 12)]
    acts = list(acts) + [[]] * (5 - len(acts))
    actions = deals + list(acts[0])
    for dealt, done in zip(streets, acts[1:], strict=True):
        actions += dealt + list(done)
    actions += [f"p{p} sm {holes[p - 1]}" for p in players]
    return {"variant": variant, "antes": [ante] * len(stacks), "ante_trimming_status": True,
            "bring_in": 5, "small_bet": 10, "big_bet": 20, "starting_stacks": stacks,
            "actions": actions}  # fmt: skip


ALL_IN_BY_ANTES = ("JdKc9d6hTs4s5h", "4hAs8s8hAd2sAh", "2h3h4c7s9cTd2d")


@pytest.mark.parametrize("book", ["rrop-6", "tda-2011"])
@pytest.mark.parametrize("variant", ["F7S", "F7S/8", "FR"])
def test_stud_runs_out_when_nobody_can_bet_after_the_antes(variant, book):
    run = replay("x", stud(variant, [188, 5, 3], ALL_IN_BY_ANTES), book)
    assert [a["act"] for a in run.result["actions"]] == ["ante"] * 3
    assert run.result["incidents"] == []
    assert sum(run.result["stacks_after"].values()) == 196


def test_with_two_stacks_left_the_bring_in_is_still_due():
    run = replay("x", stud("F7S", [188, 100, 3], ALL_IN_BY_ANTES, ["p2 pb", "p1 f"]), "rrop-6")
    assert [a["act"] for a in run.result["actions"]][3:] == ["bring_in", "fold"]


def test_in_stud_the_odd_chip_goes_by_suit_not_by_seat():
    holes = ("KdQh2c9dJs3h5h", "KsQc3s9sJh2d5d", "4h4d6s6d7c8c8h")
    acts = [["p1 pb", "p2 cc", "p3 f"]] + [["p2 cc", "p1 cc"]] * 4
    record = stud("F7S", [100, 100, 100], holes, *acts, ante=5)
    run = replay("x", record, "rrop-6")  # 25 chips for two king-highs; the king of spades has one
    assert run.result["stacks_after"] == {1: 90 + 12, 2: 90 + 13, 3: 95}


class Cards:
    """What ``shares`` asks of a hand in which nobody's cards are known."""

    def __init__(self, game, **setup):
        from shared_rules import games, rulebooks

        self.game, self.setup, self.button = games.get(game), setup, 9
        self.book, self.board = rulebooks.get("tda-2011"), []

    def held(self, seat):
        return []

    def after(self, seat, seats):
        return sorted(seats)


@pytest.mark.parametrize(
    ("amount", "high", "low", "want"),
    [
        (66, [2, 7], [2, 7], {2: 33, 7: 33}),  # not 34 and 32, by way of two halves of 33
        (67, [2, 7], [2, 7], {2: 34, 7: 33}),
        (67, [2], [7], {2: 34, 7: 33}),
        (101, [2, 5, 7], None, {2: 34, 5: 34, 7: 33}),
        (10, [2], [2, 7], {2: 5 + 3, 7: 2}),
        (7, [], [], {}),
    ],
)
def test_a_pot_is_split_as_evenly_as_the_chips_allow(amount, high, low, want):
    assert shares.split(Cards("limit_omaha8"), amount, high, low) == want


@pytest.mark.parametrize("amount", [0, 1, 24, 25, 26, 1024, 1025, 1075])
def test_no_share_is_finer_than_the_smallest_chip_and_none_is_lost(amount):
    part = shares.split(Cards("limit_omaha8", smallest_chip=25), amount, [2, 5], [5, 7, 8])
    assert sum(part.values()) == amount
    assert len([chips for chips in part.values() if chips % 25]) <= 1


SHORT_STRADDLE = {
    "variant": "NT", "antes": [0] * 4, "blinds_or_straddles": [50, 100, 200, 0], "min_bet": 200,
    "actions": ["d dh p1 AsKs", "d dh p2 2c3d", "d dh p3 4c4d", "d dh p4 7h7d"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("stack", "level", "least"), [(60, 100, 300), (100, 100, 300), (101, 101, 301), (200, 200, 400)]
)
def test_a_straddle_all_in_counts_for_what_it_is(stack, level, least):
    record = dict(SHORT_STRADDLE, starting_stacks=[1000, 1000, stack, 1000])
    record["actions"] = [*record["actions"], "p4 cc", "p1 f", "p2 cc"]
    for cards in ("4h5s9c", "Td", "Jh"):
        record["actions"] += [f"d db {cards}", "p2 cc", "p4 cc"]
    record["actions"] += ["p3 sm 4c4d", "p2 sm 2c3d", "p4 sm 7h7d"]
    run = replay("x", record, "rrop-6")
    assert run.bounds[0][:2] == (4, (level, least, 1000))
    assert run.result["incidents"] == []


@pytest.mark.parametrize("stack", [51, 99, 100, 101])
@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_the_pot_limit_over_a_short_blind_is_what_the_book_counts(book, stack):
    record = {
        "variant": "PO", "antes": [0] * 3, "blinds_or_straddles": [50, 100, 0], "min_bet": 100,
        "starting_stacks": [1000, stack, 1000],
        "actions": ["d dh p1 AsKsQsJs", "d dh p2 2c3d4d5d", "d dh p3 4c4h7h7d", "p3 f", "p1 f"],
    }  # fmt: skip
    full = rulebooks.get(book).value("wager.pot_short_blind_ignored")
    lacking = 0 if full else max(0, 100 - stack)
    assert replay("x", record, book).bounds[0][1] == (100, 200, 350 - lacking)
