"""Players sent from seat to seat: who is told what, until the dealers have said that it is done."""

import random

import pytest

from gateway.event import acts, from_forms, sends, structure
from gateway.event.desk import Desk
from gateway.event.log import BadLog
from gateway.web.pages import render

START_MS = 1_000_000


@pytest.fixture
def desk(tmp_path):
    """Twelve players at two tables, the clock running."""
    made = Desk(tmp_path, clock=lambda: made.ms, chance=random.Random(7))
    made.ms = START_MS
    made.open("tda-2011", structure.plan(12, 5000, 3, table_max=6), "Anna")
    for n in range(12):
        form(made, "register", name=f"P{n:02}")
    form(made, "clock")
    for table in (1, 2):
        made.do(lambda office, chance, t=table: acts.first_button(office, chance, t), "Anna")
    return made


def form(desk, act, **fields):
    return desk.do(lambda office, chance: from_forms.ACTS[act](office, chance, fields), "Anna")


def state(desk):
    return desk.read(lambda office, t, entries: office)


def sitting(desk, table):
    return dict(state(desk).event.tables[table].seats)


def moved(desk):
    """One of table 1 is out and one of table 2 gets his seat: ``(player, from, to)``."""
    seat, gone = next(iter(sorted(sitting(desk, 1).items())))
    form(desk, "bust", player=gone)
    source, player = next(iter(sorted(sitting(desk, 2).items())))
    form(desk, "move", player=player, to=f"1:{seat}")
    return player, source, seat


def reported(desk, table):
    return [(row["player"], row["says"]) for row in desk.sent_at(table)]


def test_entries_seated_before_the_clock_runs_are_told_nobody(desk):
    assert desk.sent() == []


def test_a_move_is_told_at_both_tables_in_words_until_both_dealers_have_said_it(desk):
    player, source, seat = moved(desk)
    words = f"seat {source} of table 2 to seat {seat} of table 1"
    assert [row["text"] for row in desk.sent()] == [words]
    assert desk.sent()[0]["duty"] in set(sends.DUTIES.values())
    assert reported(desk, "2") == [(player, "left")] and reported(desk, "1") == [(player, "sits")]
    desk.seen("2", player, "left", "a dealer")
    assert reported(desk, "2") == [] and desk.sent()[0]["left"]
    desk.ms += 3 * 60_000
    assert desk.sent()[0]["minutes"] == 3
    desk.seen("1", player, "sits", "a dealer")
    assert desk.sent() == []


def test_only_the_dealer_it_concerns_says_it_and_once(desk):
    player, _, _ = moved(desk)
    for table, says in (("1", "left"), ("2", "sits"), ("9", "sits"), ("2", "stands")):
        with pytest.raises(acts.Refused, match="said already, or the player was sent elsewhere"):
            desk.seen(table, player, says, "a dealer")
    desk.seen("1", player, "sits", "a dealer")
    assert reported(desk, "2") == []  # who sits there has left here
    with pytest.raises(BadLog, match="sent nowhere, or that was said before"):
        form(desk, "move_seen", player=player, says="left")


def test_a_hand_dealt_to_the_player_says_that_he_sits(desk):
    player, _, seat = moved(desk)
    stacks = {str(s): state(desk).event.stacks[p] for s, p in sitting(desk, 1).items()}
    desk.on_hand({"table": "1", "stacks_after": stacks})
    assert state(desk).sends[player].sits and desk.sent() == []


def test_a_new_move_and_an_undone_one_replace_what_was_told(desk):
    player, source, seat = moved(desk)
    form(desk, "move", player=player, to=f"2:{source}")
    words = f"seat {seat} of table 1 to seat {source} of table 2"
    assert [row["text"] for row in desk.sent()] == [words]
    desk.undo(desk.read(lambda o, t, entries: entries[-1]["n"]), "Anna")
    assert reported(desk, "1") == [(player, "sits")]


def test_a_panel_shows_one_move_at_a_time_and_what_is_to_be_said(desk):
    player, source, seat = moved(desk)
    rows = desk.sent_at("1")
    html = render("dealer_moves.html", f={"table": "1"}, sent=[*rows, *rows], together="")
    assert "Comes here, 1 more after this" in html and 'action="/dealer/1/moved"' in html
    assert f"{player}: seat {source} of table 2 to seat {seat} of table 1, " in html
    assert 'value="sits"' in html and html.count("<button") == 1
    assert ">Has gone</button>" in render(
        "dealer_moves.html", f={"table": "2"}, sent=desk.sent_at("2"), together=""
    )
    assert render("dealer_moves.html", f={"table": "2"}, sent=[], together="").strip() == ""


def test_who_leaves_the_event_is_awaited_nowhere(desk):
    player, _, _ = moved(desk)
    form(desk, "bust", player=player)
    assert desk.sent() == []


def test_panels_of_both_tables_are_told_of_the_move_and_of_its_end(desk):
    desk.panels()
    player, _, _ = moved(desk)
    assert desk.panels() == {"1", "2"}
    desk.seen("1", player, "sits", "a dealer")
    assert desk.panels() == {"1", "2"}
    assert desk.panels() == set()


def test_without_an_event_or_with_a_log_that_cannot_be_read_a_panel_is_told_nothing(tmp_path):
    empty = Desk(tmp_path)
    assert empty.sent_at("1") == empty.sent() == []
    empty.path.write_text("no log\n")
    assert empty.sent_at("1") == empty.sent() == []
