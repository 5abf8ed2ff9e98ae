"""Who did what: the acting person is named, the chain breaks where it is touched."""

import csv
import io
import json
import random
import sqlite3

import pytest

from gateway.errors import GatewayError
from gateway.people.store import People
from tests.gateway.support import until
from tests.people.people_venue import FOREIGN, OWN, Venue
from tools import cli


def test_a_decision_carries_the_name_of_who_decided(venue):
    live = venue.gateway.tables.get(OWN)
    body = {"act": "override", "reason": "seen by the camera"}
    assert venue.ask("POST", f"/floor/alerts/{OWN}/2/0", body, venue.token("floor"))[0] == 200
    until(lambda: live.alerts[(2, 0)].get("decision"), "the decision")
    assert live.alerts[(2, 0)]["decision"]["by"] == "a-floor"
    page = venue.ask("GET", "/floor/history", token=venue.token("director"))[2].decode()
    assert "overridden: seen by the camera · a-floor" in page
    rows = [json.loads(e.row) for e in venue.gateway.log.operations(OWN)]
    said = [r["by"] for r in rows if r["act"] == "override"]
    assert said == ["a-floor"]  # in the event log's own chain too
    act = venue.acts("alert_override")[-1]
    assert (act["who"], act["role"], act["table"]) == ("a-floor", "floor", OWN)
    assert act["detail"] == {"alert": "2.0", "reason": "seen by the camera"}


def test_the_history_names_who_dealt_and_is_searched_by_it(venue):
    live = venue.gateway.tables.get(OWN)
    venue.key(OWN, {"what": "notice", "by": "dealer", "kind": "call_floor"}, venue.token("dealer"))
    before = set(live.alerts)
    venue.controllers[0].send({"t": 2, "what": "notice", "by": "dealer", "kind": "call_floor"})
    until(lambda: set(live.alerts) - before, "the second call")
    ((n, k),) = set(live.alerts) - before
    venue.ask("POST", f"/floor/alerts/{OWN}/{n}/{k}", {"act": "accept"}, venue.token("floor"))
    until(lambda: live.alerts[(n, k)].get("decision"), "the decision")
    director = venue.token("director")
    found = venue.ask("GET", "/floor/history?dealer=A-Deal", token=director)[2].decode()
    assert f'id="settled-{OWN}-{n}-{k}"' in found and "dealt by a-dealer" in found
    assert f'id="settled-{OWN}-2-0"' not in found  # raised before anybody had dealt
    none = venue.ask("GET", "/floor/history?dealer=zelda", token=director)[2].decode()
    assert "Nothing settled fits this search." in none


def test_keys_exports_and_revocations_are_acts(venue):
    call = {"what": "notice", "by": "dealer", "kind": "call_floor"}
    venue.key(OWN, call, venue.token("dealer"))
    reported = {"what": "by_hand", "kind": "stack", "why": "counted", "seat": 2, "amount": 900}
    venue.key(OWN, reported, venue.token("dealer"))
    assert venue.acts("key")[-1]["detail"] == {
        "what_of": "by_hand", "seat": 2, "kind": "stack", "why": "counted"
    }  # fmt: skip
    auditor = venue.token("auditor")
    for _ in range(5):
        venue.ask("GET", f"/api/v1/tables/{FOREIGN}/events?format=csv", token=auditor)
    director = venue.token("director")
    venue.ask("POST", "/people/pair", {"role": "floor", "label": "phone"}, director)
    venue.token("broadcast")
    venue.ask("POST", "/people/revoke", {"session": "a-broadcast"}, director)
    assert venue.acts("key")[0]["detail"] == {"what_of": "notice"}
    exports = venue.acts("export")
    assert [(a["who"], a["table"]) for a in exports] == [
        ("a-auditor", FOREIGN)
    ]  # once, not five times
    offered = venue.acts("pairing_offered")[-1]
    assert offered["who"] == "dora" and "code" not in json.dumps(offered)
    revoked = venue.acts("revoked")[-1]
    assert revoked["who"] == "dora" and revoked["detail"]["name"] == "a-broadcast"


def test_what_cannot_be_recorded_is_not_done(venue, monkeypatch):
    def broken(*_args, **_more):
        raise sqlite3.OperationalError("disk I/O error")

    controller, token = venue.controllers[0], venue.token("floor")
    before = len(controller.keys)
    monkeypatch.setattr(venue.people._db, "note", broken)
    call = {"what": "notice", "by": "dealer", "kind": "call_floor"}
    status, _, body = venue.key(OWN, call, token)
    assert status == 503 and b"not_recorded" in body and len(controller.keys) == before
    monkeypatch.undo()
    assert venue.key(OWN, call, token)[0] == 202


def test_the_auditor_reads_it_as_page_csv_and_json(venue):
    auditor = venue.token("auditor")
    status, _, page = venue.ask("GET", "/audit", token=auditor)
    assert status == 200 and b"The chain holds" in page
    whole = json.loads(venue.ask("GET", "/audit.json", token=auditor)[2])
    assert [a["n"] for a in whole["acts"]] == list(range(1, whole["next"] + 1))
    assert venue.people.check_acts(whole["head"])[0] >= whole["next"]
    rest = json.loads(venue.ask("GET", f"/audit.json?after={whole['next']}", token=auditor)[2])
    assert [a["what"] for a in rest["acts"]] == ["export"]  # this very reading
    status, headers, text = venue.ask("GET", "/audit.csv", token=auditor)
    rows = list(csv.DictReader(io.StringIO(text.decode())))
    assert len(rows) == int(headers["x-next"]) and rows[0]["what"] == "person_added"
    assert venue.ask("GET", "/audit.json?after=-1", token=auditor)[0] == 422


def test_a_spreadsheet_is_given_no_formula(venue):
    venue.people.note("test", "=HYPERLINK(1)")
    text = venue.ask("GET", "/audit.csv", token=venue.token("auditor"))[2].decode()
    assert "'=HYPERLINK" in text and ",=HYPERLINK" not in text


def test_the_record_names_no_secret(venue):
    token = venue.token("floor")
    code = venue.people.sessions.pair("floor", None, "phone", 1000, "test")
    program = venue.program("auditor")
    text = json.dumps(venue.acts())
    for secret in (token, code, program, "318264", "704613", "correct horse"):
        assert secret not in text


@pytest.fixture
def filled(tmp_path):
    """A record of 60 acts, closed: ``(folder, path of its file, head)``."""
    people = People(tmp_path / "people")
    for i in range(60):
        people.note("act", f"person {i}", str(i % 5), number=i)
    _count, head = people.check_acts()
    people.close()
    return tmp_path, tmp_path / "people" / "people.sqlite3", head


def test_every_kind_of_tampering_is_noticed(filled):
    folder, path, head = filled
    dice = random.Random(7)
    kinds = {
        "edited": "UPDATE audit SET entry = replace(entry, 'person', 'nobody') WHERE n = {n}",
        "deleted": "DELETE FROM audit WHERE n = {n}",
        "cut": "DELETE FROM audit WHERE n > {n}",
        "hash": "UPDATE audit SET hash = zeroblob(32) WHERE n = {n}",
        "moved": "UPDATE audit SET n = n + 100 WHERE n = {n}",
        "swapped": "UPDATE audit SET entry = (SELECT entry FROM audit WHERE n = {n} + 1) "
        "WHERE n = {n}",
        "not JSON": "UPDATE audit SET entry = '[' WHERE n = {n}",
    }
    noticed = 0
    for i in range(10 * len(kinds)):
        name, sql = list(kinds.items())[i % len(kinds)]
        copy = folder / f"copy{i}"
        (copy / "people").mkdir(parents=True)
        db = sqlite3.connect(path)
        other = sqlite3.connect(copy / "people" / path.name)
        db.backup(other)
        other.execute(sql.format(n=dice.randrange(1, 60)))
        other.commit()
        other.close()
        people = People(copy / "people")
        with pytest.raises(GatewayError):
            people.check_acts(head)
            pytest.fail(f"{name} went unnoticed")
        people.close()
        noticed += 1
    people = People(folder / "people")  # positive control: the untouched one holds
    assert people.check_acts(head) == (60, head)
    people.close()
    print(f"\ntampering with the record of acts: {noticed} of {noticed} noticed")


def test_the_command_line_checks_it_against_a_noted_head(filled, capsys):
    folder, path, head = filled
    assert cli.main(["user", "audit", "--data", str(folder), "--head", head]) == 0
    sqlite3.connect(path).executescript("DELETE FROM audit WHERE n > 50")
    assert cli.main(["user", "audit", "--data", str(folder)]) == 0  # alone it looks whole
    assert cli.main(["user", "audit", "--data", str(folder), "--head", head]) == 2
    assert "cut or rewritten" in capsys.readouterr().err


def test_old_entries_are_taken_out_and_the_chain_stays_whole(tmp_path):
    day = [0]
    people = People(tmp_path / "people", wall_ms=lambda: day[0] * 86_400_000)
    for day[0] in range(500):
        people.note("act", "somebody")
    _count, head = people.check_acts()
    assert people.prune_acts(400, "test") == 99  # of the days 0 to 98
    count, _ = people.check_acts(head)
    assert count == 501 and next(people.acts())["n"] == 100
    assert people.last_acts(1)[0]["detail"] == {"days": 400, "up_to": 99}
    day[0] = 5000
    assert people.prune_acts(1, "test") == 402 and people.check_acts()[0] == 502
    people.close()
    db = sqlite3.connect(tmp_path / "people" / "people.sqlite3")
    db.executescript("UPDATE anchor SET hash = zeroblob(32)")
    db.close()
    people = People(tmp_path / "people")
    with pytest.raises(GatewayError):
        people.check_acts()
    people.close()


def test_a_release_is_recorded_with_the_names_of_both(tmp_path):
    other = Venue(tmp_path)
    try:
        other.gateway._vault_alarm(OWN, "vault_unlock", "bert and anna opened 1 hands.")
        act = other.acts("vault_unlock")[-1]
        assert act["who"] == "vault" and "bert and anna" in act["detail"]["text"]
    finally:
        other.close()
