"""Whole events of virtual players: what holds at every step, and that a seed is one event."""

import pytest

from gateway.event.log import EventLog
from shared_rules.rulebooks import BOOKS
from tools.event.checks import Broken, Properties
from tools.event.simulate import Day, Options

SEEDS = range(4)  # of each book in `make soak`, which plays a thousand besides
# of each book one, so that together they have every option but the shootout, which has a test
ONE = {book: [seed] for seed, book in enumerate(BOOKS)}


def played(path, seed, book, **more):
    more = {"players": 18 + seed % 3 * 9, "hours": 3, "stack": 5000, "template": "turbo"} | more
    day = Day(Options(seed=seed, rulebook=book, **more), path)
    for _ in day.run():
        pass
    return day


def options_of(seed):
    return {
        "reentry": seed % 3 == 0, "rebuys": seed % 3 == 1, "shootout": seed % 6 == 5,
        "deal_at": 3 if seed % 4 == 1 else 0, "bounty": 51 if seed % 2 else 0,
        "days": 2 if seed % 4 > 1 else 1,
    }  # fmt: skip


@pytest.mark.parametrize("book", BOOKS)
def test_an_event_runs_from_registration_to_payout_under_every_book(book, tmp_path):
    run_to_payout(book, ONE[book], tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("book", BOOKS)
def test_more_events_run_from_registration_to_payout_under_every_book(book, tmp_path):
    run_to_payout(book, SEEDS, tmp_path)


def run_to_payout(book, seeds, tmp_path):
    """Events of a book: one player is left, and all that was paid in is paid out."""
    for seed in seeds:
        day = played(tmp_path / f"{seed}.jsonl", seed, book, **options_of(seed))
        office = day.office
        assert office.event.left == 1 or office.deal
        assert day.properties.steps > 100
        paid = sum(p.received for p in office.people.values())
        pool = sum(office.event.facts["prizes"])
        assert office.pool == pool  # all that was paid in is posted
        if "penalty" not in office.event.kinds:
            assert 0 <= pool - paid < len(office.event.facts["prizes"])  # shared ones round down


@pytest.mark.soak
def test_a_thousand_events_hold_every_property(tmp_path):
    for seed in range(1000):
        path = tmp_path / "event.jsonl"
        played(path, seed, BOOKS[seed % len(BOOKS)], **options_of(seed))
        path.unlink()


def test_a_seed_is_one_event_to_the_byte(tmp_path):
    for name in ("one", "two"):
        played(tmp_path / name, 5, "ipr-2018", reentry=True)
    played(tmp_path / "other", 6, "ipr-2018", reentry=True)
    one, two, other = [(tmp_path / n).read_bytes() for n in ("one", "two", "other")]
    assert one == two
    assert one != other


def test_the_log_alone_gives_the_state_the_day_ended_in(tmp_path):
    day = played(tmp_path / "e", 3, "rrop-6")
    again = EventLog(tmp_path / "e").office()
    assert again.event.stacks == day.office.event.stacks
    assert again.event.outs == day.office.event.outs
    assert again.pool == day.office.pool


def test_a_larger_event_breaks_tables_plays_hand_for_hand_and_makes_a_final_table(tmp_path):
    day = played(tmp_path / "e", 2, "ipr-web", players=90, hours=4)
    kinds = day.office.event.kinds
    assert len(kinds["break"]) >= 6
    assert [e["on"] for e in kinds["hand_for_hand"]] == [True, False]
    assert len(kinds["final_table"]) == 1
    assert len(kinds["color_up"]) >= 1
    assert len(kinds["balance"]) >= 1


def test_a_shootouts_winners_play_on_and_nobody_is_moved_before(tmp_path):
    day = played(tmp_path / "e", 1, "tda-2011", players=99, shootout=True)
    kinds = day.office.event.kinds
    assert not kinds.get("balance") and not kinds.get("break") and not kinds.get("hand_for_hand")
    (second,) = kinds["redrawn"]
    assert len(second["seats"]) == 11  # one more than the final table seats
    assert len({seat.partition(":")[0] for seat in second["seats"].values()}) == 2
    assert len(kinds["final_table"][0]["seats"]) == 2


def test_rebuys_add_ons_bounties_and_nights_are_played(tmp_path):
    day = played(tmp_path / "e", 3, "ipr-2018", rebuys=True, bounty=51, days=2)
    kinds = day.office.event.kinds
    assert len(kinds["rebuy"]) > 3 and len(kinds["add_on"]) > 3
    assert [len(kinds[k]) for k in ("card_drawn", "day_end", "day_begins")] == [1, 1, 1]
    people = day.office.people.values()
    assert sum(p.won for p in people) == 51 * len(people)
    posted = [e["t"] for e in kinds["prizes_posted"]]
    assert posted[0] >= max(e["t"] for e in kinds["rebuy"] + kinds["add_on"])


class Spoiled(Day):
    """A day on which something goes wrong once twenty hands are over."""

    def __init__(self, options, path, spoil):
        super().__init__(options, path)
        self.spoil = spoil

    def _hand_over(self, number):
        super()._hand_over(number)
        if self.hands == 20:
            self.spoil(self.office)


def lose_a_chip(office):
    player = office.seated()[0]
    office.event.stacks[player] += 25


def seat_twice(office):
    tables = office.event.in_order()
    player = office.seated()[0]
    tables[-1].seats[tables[-1].free()[0]] = player


def pass_a_blind(office):
    for table in office.event.in_order():
        if table.positions:
            taken = table.occupied()
            table.positions.bb = taken[(taken.index(table.positions.bb) + 1) % len(taken)]


def seat_one_who_is_out(office):
    office.event.gone.append(office.seated()[0])


def lose_a_bounty(office):
    office.people[office.seated()[0]].head -= 1


def end_the_day(office):
    office.event.kinds["day_end"] = [{"what": "day_end"}]


@pytest.mark.parametrize(
    "spoil, said",
    [
        (lose_a_bounty, "paid for bounties"),
        (end_the_day, "the day is over"),
        (lose_a_chip, "chips in play"),
        (seat_twice, "sits at"),
        (pass_a_blind, "owes the big blind"),
        (seat_one_who_is_out, "has a seat"),
    ],
)
def test_what_goes_wrong_is_noticed(spoil, said, tmp_path):
    options = Options(players=27, seed=1, hours=3, stack=5000, template="turbo", bounty=10)
    day = Spoiled(options, tmp_path / "e", spoil)
    with pytest.raises(Broken, match=said):
        for _ in day.run():
            pass


def test_tables_that_differ_too_much_are_noticed_unless_a_move_waits_for_a_hand(tmp_path):
    day = played(tmp_path / "e", 1, "rrop-6", players=27)
    log = EventLog(tmp_path / "short")
    seats = {str(s): f"A{s}" for s in range(1, 8)}
    few = {str(s): f"B{s}" for s in range(1, 5)}
    log.create(
        "rrop-6",
        {
            "event": {"format": "freezeout", "table_max": 9, "level": 1},
            "tables": [
                {"table": 1, "max": 9, "seats": seats},
                {"table": 2, "max": 9, "seats": few},
            ],
        },
        "Anna",
    )
    assert day.properties.steps
    with pytest.raises(Broken, match="differ by 3"):
        Properties().balanced(log.office(), [])
