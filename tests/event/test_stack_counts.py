"""Stacks counted and signed: what the entry holds, what it refuses, and how it is shown."""

import pytest

from gateway.event import acts, pdf, reports, views
from gateway.event.acts import Refused
from gateway.web.pages import render
from tests.event.test_chip_counts import chips, form, kinds, opened, page, seats, state
from tests.event.test_pdf import AT_MS, pages_of

SIGNED = {"table": "1", "counted_by": "Mia Lund", "signed_by": "Ana"}


@pytest.fixture
def desk(tmp_path):
    return opened(tmp_path)


def count(desk, by_chip=(), **stacks):
    counted = dict.fromkeys(("Ana", "Ben", "Cleo"), 1000) | stacks
    fields = {f"stack_{p}": str(n) for p, n in counted.items()}
    fields |= {f"chips_{chip}": str(n) for chip, n in dict(by_chip).items()}
    return form(desk, "count_table", **SIGNED, **fields)


def row(desk):
    (found,) = chips(desk)["tables"]
    return found["count"]


def test_a_count_is_an_entry_with_who_counted_who_signed_and_what_differs(desk):
    entry = count(desk, Ben=950)
    found = row(desk)
    assert (found["entry"], found["counted_by"], found["signed_by"]) == (
        entry["n"],
        "Mia Lund",
        "Ana",
    )
    assert found["apart"] == [{"player": "Ben", "chips": -50}]
    assert state(desk).event.stacks["Ben"] == 950 and chips(desk)["apart"] == 50
    said = desk.read(views.log)["rows"][0]["text"]
    assert said == (
        "Table 1, 3 stacks counted by Mia Lund, signed by Ana; "
        "Table 1: 950 chips of Ben were counted, the desk had 1,000"
    )
    shown = page(desk, "chips", "floor")
    assert "counted by Mia Lund, signed by Ana" in shown and "Ben -50" in shown
    rows = desk.read(reports.incidents)["parts"][0]["rows"]
    assert "950 chips of Ben" in rows[0]["text"]


def test_a_count_that_agrees_is_no_incident_and_is_taken_back_by_a_new_entry(desk):
    n = count(desk)["n"]
    assert (state(desk).alerts, row(desk)["apart"]) == ([], [])
    wrong = count(desk, Ana=900)["n"]
    desk.undo(wrong, "Anna", "another table")
    assert (row(desk)["entry"], state(desk).event.stacks["Ana"]) == (n, 1000)


def test_chips_counted_at_all_tables_are_set_against_those_issued(desk):
    form(desk, "open_table")
    out = kinds(desk)
    counted = dict(out)
    counted[25] -= 4
    counted[100] += 1
    count(desk, by_chip=counted)
    found = {r["chip"]: r["counted"] for r in chips(desk)["kinds"]}
    assert found == counted
    assert '<span class="pill urgent">-4</span>' in page(desk, "chips")
    desk.do(lambda o, c: [("rebuy", {"player": "Ana", "chips": 1000})], "Anna")
    assert {r["counted"] for r in chips(desk)["kinds"]} == {None}  # more are out since


@pytest.mark.parametrize(
    "fields, said",
    [
        ({"stack_Dora": "1000"}, "others sit at table 1 by now"),
        ({"counted_by": " "}, "who counted and who signed"),
        ({"signed_by": ""}, "who counted and who signed"),
        ({"chips_25": "3"}, "the chips come to 75, the stacks to 3000"),
        ({"table": "7"}, "there is no table 7"),
        ({"stack_Ana": "many"}, "a whole number is needed"),
    ],
)
def test_a_count_that_cannot_be_is_refused_in_a_line(desk, fields, said):
    stacks = {f"stack_{p}": "1000" for p in ("Ana", "Ben", "Cleo")}
    with pytest.raises(Refused, match=said):
        form(desk, "count_table", **{**SIGNED, **stacks, **fields})


def test_a_table_is_counted_between_hands_and_its_count_ages_with_the_next(desk):
    count(desk)
    desk.do(lambda o, c: acts.first_button(o, c, 1), "Anna")
    desk.on_start("1")
    with pytest.raises(Refused, match="table 1 plays a hand"):
        count(desk)
    assert "count_table" not in page(desk, "chips")
    desk.on_hand({"table": "1", "stacks_after": seats(desk, Ana=1500, Ben=500, Cleo=1000)})
    assert row(desk)["hands_since"] == 1 and "1 hand ago" in page(desk, "chips")
    assert "count_table" in page(desk, "chips", "floor")
    assert "count_table" not in page(desk, "chips", "auditor")


def test_the_final_table_is_counted_too(desk):
    desk.do(lambda o, c: acts.final_table(o, c), "Anna")
    stacks = {f"stack_{p}": "1000" for p in ("Ana", "Ben", "Cleo")}
    form(desk, "count_table", **{**SIGNED, **stacks, "table": "final"})
    assert row(desk)["counted_by"] == "Mia Lund"


def test_a_sheet_has_seats_room_for_the_count_and_two_lines_to_sign(desk):
    html = render("event_count_sheet.html", v=desk.read(views.count_sheet))
    assert html.count('class="sign"') == 2 and "Ana" in html and "1,000" in html
    count(desk, Ben=950)
    values = desk.read(views.count_sheet)
    (sheet,) = pages_of(pdf.made(pdf.count_sheet, values, "Count sheet", AT_MS))
    assert "Ben\n1,000\n950" in sheet and "Signed by, signature: Ana" in sheet
    assert "Mia Lund" in render("event_count_sheet.html", v=values)
    assert "No event is open." in render("event_count_sheet.html", v=None)
