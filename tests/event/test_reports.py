"""Incident report and shift handover: what is in them, what is not, and that they print."""

import pytest

from gateway.event import reports, structure
from gateway.event.log import EventLog
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
    assert first == {"time": "01:16:40", "text": "penalty Ana <b>Ek kind warning",
                     "who": "Ben Floor", "why": "threw a card"}  # fmt: skip
    assert second["why"] == "tda-2011:19" and "stack differs" in second["text"]
    assert "camera 3 was off" in rows(found, "Notes")[0]["text"]


def test_what_was_taken_back_is_told_apart(kept):
    kept.penalty("threw a card", 1)
    kept.log.undo("Anna", "the wrong player")
    found = kept.report(reports.incidents)
    assert rows(found, "Incidents and penalties") == []
    (row,) = rows(found, "Entries taken back")
    assert "penalty Ana" in row["text"] and (row["who"], row["why"]) == ("Anna", "the wrong player")


def test_a_handover_looks_back_over_the_shift_only(kept):
    kept.penalty("old", 1)
    kept.penalty("at its edge", 2)
    kept.penalty("new", 10)
    found = kept.report(reports.handover)
    whys = [r["why"] for r in rows(found, "Incidents and penalties")]
    assert whys == ["at its edge", "new"]
    assert found["period"] == "the last 8 hours"
    assert rows(found, "Players and tables") == []
    assert "2 players at 1 tables; 10,000 chips in play" in " ".join(found["lines"])


def test_a_handover_says_what_is_due(kept):
    assert "Nothing is due" in kept.report(reports.handover)["lines"]
    kept.log.add("clock_started", {}, "Anna")
    assert any(x.startswith("Due: ") for x in kept.report(reports.handover)["lines"])


@pytest.mark.parametrize("make", [reports.incidents, reports.handover])
def test_the_page_prints_without_payments_and_without_markup_of_names(make, kept):
    kept.penalty("threw a card", 1)
    kept.log.undo("Anna", "the wrong player", 1)
    page = render("event_report.html", v=kept.report(make))
    assert "print.css" in page and "<b>Ek" not in page
    assert "7654" not in page
    assert "No event is open" in render("event_report.html", v=None)
