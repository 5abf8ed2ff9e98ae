"""What each consumer is told: nothing of another table, nothing that is not its business."""

import base64
import json
import re

import pytest

from gateway.access import disclosure
from gateway.alerts.subscriptions import Subscriptions
from tests.people.people_venue import FOREIGN, OWN


def snapshot(venue, path, token):
    answer, connection = venue.open("GET", path, token=token)
    line = b""
    while not line.startswith(b"data:"):
        line = answer.readline()
    connection.close()
    return json.loads(line[5:])


def test_a_dealer_is_told_nothing_of_another_table(venue):
    """All a dealer can get, searched for what only the other table says."""
    live = venue.gateway.tables.get(FOREIGN)
    live.setup["names"] = {"1": "Mistelbacher"}
    token, seen = venue.token("dealer"), b""
    for path in (
        f"/dealer/{OWN}", f"/dealer/{FOREIGN}", "/", "/floor", "/overlay", f"/overlay/{FOREIGN}",
        f"/floor?table={FOREIGN}", "/api/v1/tables", f"/api/v1/tables/{FOREIGN}/hands", "/people",
    ):  # fmt: skip
        for accept in ("text/html", "application/json"):
            seen += venue.ask("GET", path, token=token, Accept=accept)[2]
    seen += json.dumps(snapshot(venue, f"/dealer/{OWN}/stream", token)).encode()
    assert b"Mistelbacher" not in seen and f"Table {FOREIGN}".encode() not in seen
    assert f"table {OWN}".encode() in seen  # positive control: it did see its own


def test_a_dealer_confirms_its_own_tables_alerts_only(venue):
    token = venue.token("dealer")

    def shown(where, table):
        body = json.dumps({"where": where, "alerts": [[table, 2, 0]]})
        return venue.ask("POST", "/floor/shown", body, token, Content_Type="application/json")[0]

    assert shown("dealer", OWN) == 200
    assert shown("dealer", FOREIGN) == 403 and shown("floor", OWN) == 403


def test_the_production_room_is_told_no_evidence(venue):
    token = venue.token("broadcast")
    glance = json.loads(venue.ask("GET", "/api/v1/tables", token=token)[2])
    assert glance and set(glance[0]) == set(disclosure.GLANCE_BROADCAST)
    full = json.loads(venue.ask("GET", "/api/v1/tables", token=venue.token("floor"))[2])
    assert set(full[0]) == set(disclosure.GLANCE)
    record = {
        "table": OWN, "hand": 1, "hand_id": "h1", "actions": [], "board": [], "stacks_after": {},
        "incidents": [{"ruling": "misdeal"}], "events": 9, "t0": 0, "t1": 1, "cut": True,
        "names": {"1": "Ana"}, "new_field": 1,
    }  # fmt: skip
    venue.gateway.tables.get(OWN).finished.append(record)
    path = f"/api/v1/tables/{OWN}/hands"
    reported = json.loads(venue.ask("GET", path, token=token)[2])[-1]
    assert set(reported) == set(disclosure.RECORD_BROADCAST)
    assert json.loads(venue.ask("GET", path, token=venue.token("floor"))[2])[-1] == record


def test_an_overlays_seats_tell_what_is_listed_and_no_more():
    seat = dict.fromkeys(disclosure.SEAT_BROADCAST, 1)
    assert disclosure.seats([{**seat, "read": "part", "new_field": 1}]) == [seat]


@pytest.mark.parametrize("role", ["floor", "technician", "auditor", "broadcast"])
def test_a_page_offers_only_what_its_visitor_may_open(venue, role):
    token = venue.token(role)
    home = {"floor": "/floor", "technician": "/tech", "auditor": "/audit"}.get(role, "/overlay")
    page = venue.ask("GET", home, token=token, Accept="text/html")[2].decode()
    nav = re.search(r"<nav>(.*?)</nav>", page, re.S)[1]
    links = re.findall(r'href="([^"]+)"', nav)
    assert home in links
    for link in links:
        assert venue.ask("GET", link, token=token)[0] == 200, link


def test_a_phone_is_told_as_long_as_it_is_let_in(venue, tmp_path):
    def key(size):
        return base64.urlsafe_b64encode(bytes(size)).decode().rstrip("=")

    kept = Subscriptions(tmp_path, ("push.example",))
    kept.opens = venue.gateway._web._app.access.opens
    _token, who = venue.people.sessions.log_in("a-floor", "floor", None, "x", 3_600_000)
    keys = {"p256dh": key(65), "auth": key(16)}
    kept.add("floor", {"endpoint": "https://push.example/1", "keys": keys}, who.session)
    assert len(kept.of(("floor",))) == 1
    venue.people.sessions.revoke(who.session, "test")
    assert kept.of(("floor",)) == []
