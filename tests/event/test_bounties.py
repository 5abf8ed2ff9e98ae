"""Money on heads: who wins it, what goes on the winner's own, and that none is lost."""

import pytest

from gateway.event import due, structure
from gateway.event.log import BadLog, EventLog

BOUNTY = 51


def log_of(tmp_path, players="ABC", **more):
    made = EventLog(tmp_path / "e.jsonl")
    setup = structure.plan(18, 5000, 3, buy_in=100, **{"bounty": BOUNTY, **more})
    made.create("tda-2011", setup, "Anna")
    for seat, player in enumerate(players, 1):
        paid = ("register", {"player": player, "name": player, "paid": 151})
        made.add_all([paid, ("seated", {"player": player, "to": f"1:{seat}", "stack": 5000})], "B")
    return made


def heads(log):
    people = log.office().people
    return {p: (people[p].head, people[p].won) for p in people}


def out(log, player, by, **more):
    log.add("knocked_out", {"player": player, "by": by, **more}, "Ben")


def test_a_fixed_bounty_is_won_whole(tmp_path):
    log = log_of(tmp_path, bounties="fixed")
    out(log, "A", "B")
    assert heads(log) == {"A": (0, 0), "B": (51, 51), "C": (51, 0)}


def test_half_of_a_progressive_bounty_goes_on_the_winners_head(tmp_path):
    log = log_of(tmp_path, bounties="progressive")
    out(log, "A", "B")
    assert heads(log)["B"] == (51 + 25, 26)  # the odd unit is paid
    out(log, "B", "C")
    assert heads(log)["C"] == (51 + 38, 38)
    out(log, "C", "C")  # the winner keeps his own
    assert heads(log) == {"A": (0, 0), "B": (0, 26), "C": (0, 127)}
    assert log.office().pool == 300


def test_who_share_the_last_pot_share_the_bounty(tmp_path):
    log = log_of(tmp_path, bounties="fixed")
    out(log, "A", "B", also=["C"])
    assert heads(log) == {"A": (0, 0), "B": (51, 26), "C": (51, 25)}


def test_the_bounty_comes_back_with_the_entry_that_was_taken_back(tmp_path):
    log = log_of(tmp_path)
    out(log, "A", "B")
    log.undo("Anna")
    assert heads(log)["A"] == (51, 0)


@pytest.mark.parametrize(("fields", "said"), [
    ({"player": "A", "by": "Zoe"}, "nobody has registered Zoe"),
    ({"player": "A", "by": "B", "also": ["A"]}, "cannot knock himself out"),
])  # fmt: skip
def test_a_bounty_nobody_can_have_is_refused(fields, said, tmp_path):
    log = log_of(tmp_path)
    with pytest.raises(BadLog, match=said):
        log.add("knocked_out", fields, "Ben")
    assert heads(log)["A"] == (51, 0)


def test_prizes_are_posted_once_rebuys_and_add_ons_are_sold(tmp_path):
    """Money that is still to come would be missing from them."""
    posted = {"registration_until": 1, "rebuy_until": 2, "add_on_after": 2}
    log = log_of(tmp_path, format="rebuy", posted=posted)
    levels = log.office().event.facts["levels"]
    pause = [{**row, "break_after": 10} if row["level"] == 2 else row for row in levels]
    log.add("structure_changed", {"levels": pause}, "Anna")

    def posts():
        return any(d.act == "post_prizes" for d in due.due(log.office()))

    log.add_all([("clock_started", {}), ("registration_closed", {})], "Anna")
    assert not posts()
    log.add_all([("clock_zero", {}), ("level_announced", {"level": 2})], "Anna")
    assert not posts()
    log.add("clock_zero", {}, "Anna")
    assert log.office().clock.on_break and not posts()
    log.add_all([("break_over", {}), ("level_announced", {"level": 3})], "Anna")
    assert posts()
