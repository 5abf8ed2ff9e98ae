"""Incident report and shift handover: what is in them, what is not, and that they print."""

import re

import pytest

from gateway.event import desk_grammar, log_sentences, reports, structure
from gateway.event.log import EventLog
from gateway.languages.speech import speaking
from gateway.web.pages import render

HOUR_MS = 3_600_000
START_MS = 1_000_000


class Kept:
    """An event's log whose clock the test sets."""

    def __init__(self, path):
        self.ms = START_MS
        self.log = EventLog(path, lambda: self.ms, sync=False)
        self.log.create("tda-2011", structure.plan(9, 5000, 3, buy_in=100), "Anna")
        for seat, player in enumerate(("Ana", "Ben"), 1):
            paid = ("register", {"player": player, "name": f"{player} <b>Ek", "paid": 7654})
            seated = ("seated", {"player": player, "to": f"1:{seat}", "stack": 5000})
            self.log.add_all([paid, seated], "desk")

    def penalty(self, why, hours):
        self.ms = START_MS + int(hours * HOUR_MS)
        fields = {"player": "Ana", "kind": "warning"}
        return self.log.add("penalty", fields, "Ben Floor", why)

    def report(self, make):
        office = self.log.office()
        return make(office, self.ms - office.began_ms, self.log.entries())


@pytest.fixture
def kept(tmp_path):
    return Kept(tmp_path / "e.jsonl")


def rows(report, title):
    return [p["rows"] for p in report["parts"] if p["title"] == title][0]


def test_the_incident_report_has_who_why_and_the_rule(kept):
    kept.penalty("threw a card", 1)
    alert = {"kind": "chips.hidden", "text": "stack differs", "cite": ["tda-2011:19"], "table": 1}
    kept.log.add("alerted", alert, "table 1")
    kept.log.add("noted", {"text": "camera 3 was off"}, "Ben Floor")
    found = kept.report(reports.incidents)
    first, second = rows(found, "Incidents and penalties")
    assert first == {"time": "01:16:40", "text": "Penalty for Ana <b>Ek: warning",
                     "who": "Ben Floor", "why": "threw a card"}  # fmt: skip
    assert second["why"] == "TDA 2011, rule 19" and second["text"] == "stack differs"
    assert rows(found, "Notes")[0]["text"] == "camera 3 was off"


def test_what_was_taken_back_is_told_apart(kept):
    kept.penalty("threw a card", 1)
    kept.log.undo("Anna", "the wrong player")
    found = kept.report(reports.incidents)
    assert rows(found, "Incidents and penalties") == []
    (row,) = rows(found, "Entries taken back")
    assert "Penalty for Ana" in row["text"] and (row["who"], row["why"]) == (
        "Anna",
        "the wrong player",
    )


def test_a_handover_looks_back_over_the_shift_only(kept):
    kept.penalty("old", 1)
    kept.penalty("at its edge", 2)
    kept.penalty("new", 10)
    found = kept.report(reports.handover)
    whys = [r["why"] for r in rows(found, "Incidents and penalties")]
    assert whys == ["at its edge", "new"]
    assert found["period"] == "the last 8 hours"
    assert rows(found, "Players and tables") == []
    assert "2 players left, 1 table; 10,000 chips in play" in " ".join(found["lines"])


def test_a_handover_says_what_is_due(kept):
    assert "Nothing is due." in kept.report(reports.handover)["lines"]
    kept.log.add("clock_started", {}, "Anna")
    assert any(x.startswith("Due: ") for x in kept.report(reports.handover)["lines"])


@pytest.mark.parametrize("minutes, said", [(0, "0 minutes"), (1, "1 minute"), (2, "2 minutes")])
def test_one_of_a_thing_is_told_as_one(minutes, said, kept):
    kept.log.add("clock_set", {"left_ms": minutes * 60_000}, "Anna")
    kept.log.add("bust", {"hand": 1, "table": 1, "players": ["Ben"]}, "Anna")
    lines = kept.report(reports.handover)["lines"]
    assert f"Level 1; the clock stands, {said} left" in lines
    assert any(line.startswith("1 player left, 1 table;") for line in lines)
    kept.log.add("table_opened", {"table": 2, "max": 9}, "Anna")
    assert any("1 player left, 2 tables;" in x for x in kept.report(reports.handover)["lines"])


def test_a_thing_nobody_has_a_rule_for_has_no_empty_one(kept):
    kept.log.add("registration_closed", {}, "Anna")
    due = [x for x in kept.report(reports.handover)["lines"] if x.startswith("Due: Post")]
    assert due == ["Due: Post the prize: 15,308 to the winner (director)"]


@pytest.mark.parametrize("count, kind, said", [
    (1, "hands", "Penalty for {}: 1 hand"), (2, "hands", "Penalty for {}: 2 hands"),
    (1, "rounds", "Penalty for {}: 1 round"), (3, "rounds", "Penalty for {}: 3 rounds"),
    (None, "hands", "Penalty for {}: hands"), (None, "disqualification",
                                               "Penalty for {}: disqualification"),
])  # fmt: skip
def test_a_penalty_says_how_long(count, kind, said, kept):
    fields = {"player": "Ana", "kind": kind} | ({"count": count} if count else {})
    kept.log.add("penalty", fields, "Ben Floor")
    (row,) = rows(kept.report(reports.incidents), "Incidents and penalties")
    assert row["text"] == said.format("Ana <b>Ek")


TITLES = {
    "de": ("Vorfallbericht", "Vorfälle und Strafen", "Strafe für Ana <b>Ek: Verwarnung"),
    "es": ("Informe de incidencias", "Incidencias y sanciones", "Sanción a Ana <b>Ek: "),
}
ENGLISH = ("Level 1; the", "left", "table", "Due:", "taken back", "Notes", "Players and", "Penalty")


@pytest.mark.parametrize("code", TITLES)
def test_a_report_is_told_in_the_language_of_who_prints_it(code, kept):
    kept.penalty("threw a card", 1)
    kept.log.undo("Anna", "the wrong player")
    kept.penalty("threw it again", 2)
    with speaking(code):
        found = kept.report(reports.incidents)
        page = render("event_report.html", v=kept.report(reports.handover))
    title, part, said = TITLES[code]
    (row,) = [r for p in found["parts"] if p["title"] == part for r in p["rows"]]
    assert found["title"] == title and row["text"].startswith(said)
    assert row["why"] == "threw it again"  # what a person wrote stays
    shown = re.sub(r"<style.*?</style>|</?\w[^>]*>", " ", page)
    assert [word for word in ENGLISH if word in shown] == []
    assert kept.report(reports.incidents)["title"] == "Incident report"


def test_every_happening_of_the_desk_has_a_sentence_or_is_told_by_its_fields(kept):
    """A happening of a running event reads as a sentence; the questions' own words need none."""
    office = kept.log.office()
    bare = {kind for kind in desk_grammar.HAPPENINGS if not log_sentences.has_sentence(kind)}
    assert bare == {
        "asks", "seat_open", "list_call", "cash_out", "returns", "away", "lock_up", "buys_in",
        "objects",
    }  # fmt: skip
    assert log_sentences.words(office, {"what": "seat_open", "seat": 3}) == "seat open seat 3"
    sat = {"what": "sat_wrong", "player": "Ben", "at": "1:3", "assigned": "2:4", "stack": 100}
    wanted = "Ben <b>Ek sat wrong at table 1, seat 3, drawn was table 2, seat 4"
    assert log_sentences.words(office, sat | {"right_stack": True}) == wanted
    assert (
        log_sentences.words(office, sat | {"right_stack": False})
        == f"{wanted}; on another player's stack"
    )
    final = {"what": "moved", "player": "Ana", "to": "final:2"}
    assert log_sentences.words(office, final) == "Ana <b>Ek moved to final table, seat 2"


@pytest.mark.parametrize("make", [reports.incidents, reports.handover])
def test_the_page_prints_without_payments_and_without_markup_of_names(make, kept):
    kept.penalty("threw a card", 1)
    kept.log.undo("Anna", "the wrong player", 1)
    page = render("event_report.html", v=kept.report(make))
    assert "print.css" in page and "<b>Ek" not in page
    assert "7654" not in page
    assert "No event is open" in render("event_report.html", v=None)
