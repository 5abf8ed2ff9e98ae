"""Money on heads: who wins it, what goes on the winner's own, and that none is lost."""

import random

import pytest

from gateway.event import acts, due, from_forms, router, structure, views
from gateway.event.desk import Desk
from gateway.event.log import BadLog, EventLog
from gateway.web.pages import render

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


def at_a_table(tmp_path, **more):
    """A desk with players of a table it reads; what ``on_hand`` needs."""
    desk = Desk(tmp_path, clock=lambda: 1_000_000, chance=random.Random(3))
    desk.open("tda-2011", structure.plan(9, 5000, 3, buy_in=100, bounty=BOUNTY, **more), "Anna")
    for name in ("Ana", "Ben", "Cleo", "Dora"):
        desk.do(lambda o, c, name=name: acts.register(o, c, name), "Anna")
    desk.do(acts.start_clock, "Anna")
    desk.do(lambda o, c: acts.first_button(o, c, 1), "Anna")
    desk.do(acts.close_registration, "Anna")
    return desk


def over(desk, **after):
    def record(office, t, entries):
        table = office.event.tables[1]
        return {"table": "1", "stacks_after": {str(table.seat_of(p)): n for p, n in after.items()}}

    desk.on_hand(desk.read(record))


def test_a_table_reports_who_took_the_last_chips_and_the_winner_keeps_his_head(tmp_path):
    desk = at_a_table(tmp_path)
    over(desk, Ana=10_000, Ben=0, Cleo=5000, Dora=5000)
    over(desk, Ana=12_500, Cleo=0, Dora=7500)  # a split pot of equal winners
    people = desk.read(lambda office, t, e: office).people
    assert (people["Ana"].won, people["Dora"].won) == (BOUNTY + 26, 25)
    over(desk, Ana=20_000, Dora=0)
    (one,) = desk.read(lambda o, t, e: [d for d in due.due(o) if d.act == "keep_heads"])
    assert one.text == "Whoever is left keeps his own bounty: 51"
    desk.do(acts.keep_heads, "Anna")
    office = desk.read(lambda office, t, e: office)
    assert {p: office.people[p].head for p in office.people} == dict.fromkeys(office.people, 0)
    assert acts.owed(office) == {"Ana": 3 * BOUNTY + 26, "Dora": 25, "Cleo": 0, "Ben": 0}
    desk.do(lambda o, c: from_forms.pay_out(o, c, {"player": "Dora", "id_shown": "yes"}), "Anna")
    assert acts.owed(desk.read(lambda office, t, e: office))["Dora"] == 0
    page = render("event_payouts.html", role="director", **desk.read(views.payouts))
    assert "Bounties" in page


def test_a_bounty_goes_to_who_won_the_pot_of_the_player_who_is_out(tmp_path):
    """Ana's last pot is the main pot, Ben's; Cleo won more, in a side pot from Dora."""
    desk = at_a_table(tmp_path)
    over(desk, Ana=1000, Ben=2000, Cleo=8500, Dora=8500)

    def record(office, t, entries):
        seat = office.event.tables[1].seat_of
        put = {"Ana": 1000, "Ben": 2000, "Cleo": 8000, "Dora": 8000}
        after = {"Ana": 0, "Ben": 7000, "Cleo": 12_500, "Dora": 500}
        played = [{"seat": seat(p), "act": "call", "amt": n, "street": "preflop"}
                  for p, n in put.items()]  # fmt: skip
        stacks = {str(seat(p)): n for p, n in office.event.stacks.items()}
        return {"table": "1", "start": {"stacks": stacks}, "actions": played,
                "stacks_after": {str(seat(p)): n for p, n in after.items()}}  # fmt: skip

    desk.on_hand(desk.read(record))
    people = desk.read(lambda office, t, e: office).people
    assert {p: people[p].bounties for p in people} == {"Ana": 0, "Ben": 1, "Cleo": 0, "Dora": 0}


def test_a_bounty_is_won_once(tmp_path):
    log = log_of(tmp_path)
    out(log, "A", "B")
    with pytest.raises(BadLog, match="there is no bounty on A"):
        out(log, "A", "C")
    assert heads(log)["C"] == (51, 0)


def test_who_may_rebuy_has_lost_no_bounty_to_what_a_table_saw(tmp_path):
    posted = {"registration_until": 4, "rebuy_until": 4}
    desk = at_a_table(tmp_path, format="rebuy", posted=posted)
    over(desk, Ana=10_000, Ben=0, Cleo=5000, Dora=5000)
    people = desk.read(lambda office, t, e: office).people
    assert people["Ben"].head == BOUNTY


def test_the_form_of_an_event_sells_bounties_and_add_ons(tmp_path):
    form = {"players": "27", "stack": "5000", "hours": "4", "format": "rebuy", "bounty": "50",
            "bounties": "progressive", "registration_until": "3", "days": "2"}  # fmt: skip
    event = router._setup(form)["event"]
    assert (event["bounty"], event["bounties"], event["days"]) == (50, "progressive", 2)
    breaks = [r["level"] for r in event["levels"] if r.get("break_after")]
    assert event["posted"]["add_on_after"] == min(level for level in breaks if level >= 3)
