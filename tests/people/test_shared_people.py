"""The people of a cluster: one database, several gateways, here as several People."""

import json
import subprocess
import sys
import threading
import time
from contextlib import closing

import psycopg
import pytest

from gateway.errors import GatewayError, PeopleError
from gateway.floor.arranged import File, Shared
from gateway.floor.pits import Pits
from gateway.floor.plan import Plan
from gateway.people.cluster_store import SharedDatabase
from gateway.people.sessions import HOUR_MS, OF_ONE_MAX
from gateway.people.store import People
from gateway.people.tries import KEYS_MAX, TRIES_MAX, WINDOW_MS
from gateway.people.who import LOGIN
from tests.conftest import ROOT
from tests.gateway.real_postgres import running
from tools import cli

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def server():
    with running() as made:
        yield made


@pytest.fixture
def url(server):
    return server.url()


@pytest.fixture
def gateways(url):
    """Two People of one database, as two gateways have them, with a director."""
    made = [People(SharedDatabase(url)) for _ in range(2)]
    made[0].add("dora", "director", PASSWORD)
    yield made
    for people in made:
        people.close()


def log_in(people, name="dora", role="director"):
    return people.sessions.log_in(name, role, None, "10.0.0.1", HOUR_MS)


def known(people, token):
    return people.sessions.who(token, "10.0.0.1", (LOGIN,))


def test_a_session_begun_at_one_holds_at_the_other_and_ends_at_both(gateways):
    a, b = gateways
    token, who = log_in(a)
    assert (known(b, token).name, known(b, token).role) == ("dora", "director")
    assert b.sessions.alive({who.session}) == {who.session}
    b.sessions.end(who)
    assert known(a, token) is None and a.sessions.alive({who.session}) == set()


@pytest.mark.parametrize("how", ["removed", "secret", "revoked", "another role"])
def test_what_changes_at_one_changes_at_the_other(gateways, how):
    a, b = gateways
    a.add("fay", "floor", "318264")
    token, _who = log_in(a, "fay", "floor")
    assert b.check_secret("fay", "318264") == ("floor", None)
    if how == "secret":
        b.set_secret("fay", "318265")
    elif how == "revoked":
        b.sessions.revoke("fay", "test")
    else:
        b.remove("fay")
    if how == "another role":
        b.add("fay", "dealer", "318264", "3")
    assert known(a, token) is None
    now = {"removed": None, "revoked": ("floor", None), "another role": ("dealer", "3")}.get(how)
    assert a.check_secret("fay", "318264") == now


def test_a_pairing_code_is_good_at_either_and_once(gateways):
    a, b = gateways
    code = a.sessions.pair("floor", None, "phone", HOUR_MS, "test")
    assert b.sessions.use(code, "10.0.0.2")[1].name == "device: phone"
    assert a.sessions.use(code, "10.0.0.2") is None


def test_the_oldest_session_of_a_person_ends_and_programs_go_on(gateways):
    a, b = gateways
    program = a.sessions.program("prometheus", "technician", None, HOUR_MS, "test")
    tokens = [log_in((a, b)[i % 2])[0] for i in range(OF_ONE_MAX + 1)]
    assert known(b, tokens[0]) is None and known(a, tokens[1])
    assert b.sessions.who(program, "", ("token",)).role == "technician"
    assert len(b.sessions.all()) == OF_ONE_MAX + 1
    assert b.sessions.addresses("dora") == ["10.0.0.1"]


def test_a_language_chosen_at_one_is_the_persons_at_the_other(gateways, tmp_path):
    a, b = gateways
    a.choose_language("dora", "de")
    assert b.language("dora") == "de"
    b.choose_language("dora", "es")
    assert a.language("dora") == "es"
    alone = People(tmp_path)  # of a gateway that joins the cluster with its people
    alone.add("eve", "director", PASSWORD)
    alone.choose_language("eve", "de")
    b.take_over(alone, "its folder", "test")
    alone.close()
    assert a.language("eve") == "de"


@pytest.mark.parametrize("apart_ms", [0, 50])
def test_the_oldest_session_ends_however_far_the_gateways_clocks_are_apart(
    gateways, apart_ms, monkeypatch
):
    """A gateway carries the database's clock on by itself: two of them are never quite the same."""
    a, b = gateways
    now = a._db.wall_ms()
    for people, ms in ((a, now), (b, now - apart_ms)):
        monkeypatch.setattr(people._db, "wall_ms", lambda ms=ms: ms)
    tokens = [log_in((a, b)[i % 2])[0] for i in range(OF_ONE_MAX + 2)]
    open_ones = [bool(known(a, token)) for token in tokens]
    assert open_ones == [False] * 2 + [True] * OF_ONE_MAX
    assert b.sessions.all()[0]["created"] == now + OF_ONE_MAX + 1


def test_wrong_tries_at_all_gateways_count_together(gateways):
    a, b = (people.tries(lambda: 0) for people in gateways)
    for i in range(TRIES_MAX):
        assert (a, b)[i % 2].begin("dora", f"192.0.2.{i}") == 0
    assert 0 < a.begin("dora", "192.0.2.50") <= WINDOW_MS
    assert 0 < b.begin("dora", "192.0.2.51") <= WINDOW_MS
    for i in range(TRIES_MAX):
        assert (a, b)[i % 2].begin(f"p{i}", "192.0.2.99") == 0
    assert a.begin("p9", "192.0.2.99") and b.begin("p9", "192.0.2.99")
    for _ in range(2 * TRIES_MAX):  # right ones do not count
        assert a.begin("ann", "192.0.2.60") == 0
        a.right("ann", "192.0.2.60")
    assert b.begin("ann", "192.0.2.60") == 0


def test_wrong_tries_are_forgotten_by_the_databases_clock_and_bounded(gateways, url):
    tries, other = (people.tries(lambda: 0) for people in gateways)
    for _ in range(TRIES_MAX):
        tries.begin("dora", "192.0.2.1")
    assert other.begin("dora", "192.0.2.2")
    with _inside(url) as db:
        db.execute(f"UPDATE attempt SET at = at - interval '{WINDOW_MS} ms'")
    assert other.begin("dora", "192.0.2.2") == 0
    with _inside(url) as db:
        db.execute(
            "INSERT INTO attempt SELECT sha256(i::text::bytea), now()"
            f" FROM generate_series(1, {KEYS_MAX}) i"
        )
        stored = repr(db.execute("SELECT key FROM attempt").fetchall())
    assert other.begin("somebody new", "192.0.2.3") == WINDOW_MS  # fails closed
    assert "dora" not in stored


def _inside(url):
    db = psycopg.connect(url, autocommit=True)
    name = db.execute("SELECT current_schema() || '_people'").fetchone()[0]
    db.execute(f"SET search_path TO {name}")
    return db


ACTS = """
import sys
from gateway.floor.arranged import File, Shared
from gateway.floor.pits import Pits
from gateway.floor.plan import Plan
from gateway.people.cluster_store import SharedDatabase
from gateway.people.store import People
people = People(SharedDatabase(sys.argv[1]))
for i in range(int(sys.argv[3])):
    people.note("act", sys.argv[2], number=i)
people.close()
"""


def test_two_that_audit_at_once_keep_one_unbroken_chain(gateways, url):
    count = 60
    started = [
        subprocess.Popen([sys.executable, "-c", ACTS, url, name, str(count)], cwd=ROOT)
        for name in ("a", "b")
    ]
    noted = []

    def note(people):
        while any(p.poll() is None for p in started):  # as long as the others do
            people.note("act", "thread")
            noted.append(people)

    threads = [threading.Thread(target=note, args=[p]) for p in gateways for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [p.returncode for p in started] == [0, 0]
    acts = list(gateways[1].acts())
    assert [a["n"] for a in acts] == list(range(1, 2 * count + len(noted) + 2))
    for name in ("a", "b"):
        assert [x["detail"]["number"] for x in acts if x["who"] == name] == list(range(count))
    mixed = [x["who"] for x in acts]
    assert sum(x != y for x, y in zip(mixed, mixed[1:], strict=False)) > 10  # they were at once


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE audit SET entry = replace(entry, 'person', 'nobody') WHERE n = 7",
        "DELETE FROM audit WHERE n = 7",
        "DELETE FROM audit WHERE n > 7",
        "UPDATE audit SET hash = sha256('x') WHERE n = 7",
    ],
)
def test_tampering_is_noticed_and_pruning_keeps_the_chain(gateways, url, harm):
    a, b = gateways
    for i in range(20):
        a.note("act", f"person {i}")
    _count, head = b.check_acts()
    with _inside(url) as db:
        db.execute("BEGIN")
        db.execute(harm)
        db.execute("COMMIT")
    with pytest.raises(GatewayError):
        b.check_acts(head)


def test_old_entries_are_taken_out_and_the_chain_stays_whole(gateways):
    a, b = gateways
    for _ in range(5):
        a.note("act", "somebody")
    _count, head = b.check_acts()
    assert a.prune_acts(1, "test") == 0
    assert b.prune_acts(0, "test") == 6  # everything there is
    a.note("act", "later")
    assert b.check_acts(head)[0] == 8 and [x["n"] for x in a.acts()] == [7, 8]


def test_nobody_else_may_read_people_and_no_secret_is_stored(gateways, url):
    token, _who = log_in(gateways[0])
    with _inside(url) as db:
        place = db.execute("SELECT current_schema()").fetchone()[0]
        db.execute("CREATE ROLE onlooker_of_people NOLOGIN")
        db.execute(f"GRANT USAGE ON SCHEMA {place.removesuffix('_people')} TO onlooker_of_people")
        asked = db.execute(
            "SELECT has_schema_privilege('onlooker_of_people', %s, 'USAGE')", (place,)
        )
        assert asked.fetchone()[0] is False
        stored = "".join(
            repr(db.execute(f"SELECT * FROM {name}").fetchall())
            for name in ("person", "session", "code", "audit", "attempt")
        )
    assert "dora" in stored and token not in stored and PASSWORD not in stored


def test_without_its_database_nobody_is_let_in_and_nothing_is_done(server, gateways):
    a, b = gateways
    token, _who = log_in(a)
    server.kill()
    begun = time.monotonic()
    for work in (
        lambda: known(a, token), lambda: a.note("act", "somebody"), lambda: log_in(b),
        lambda: b.tries(lambda: 0).begin("dora", "192.0.2.1"),
    ):  # fmt: skip
        with pytest.raises(PeopleError, match="people of the cluster cannot be asked"):
            work()
    print(f"\nfour questions to a dead database: {time.monotonic() - begun:.2f} s")
    server.start()
    a._db._refused = b._db._refused = (0.0, "")  # a second later
    assert known(a, token).name == "dora" and known(b, token).name == "dora"
    a.note("act", "somebody")
    assert a.check_acts()[0] == b.check_acts()[0] == 3


@pytest.mark.parametrize("name", ["a\0b", "a\udc80b", "'; DROP TABLE person; --", "x" * 64, ""])
def test_no_name_that_is_typed_breaks_anything(gateways, name):
    assert gateways[0].check_secret(name, "x") is None and not gateways[1].known(name)
    assert gateways[0].tries(lambda: 0).begin(name, "192.0.2.1") == 0


def test_people_of_one_gateway_are_brought_in(tmp_path, gateways, url, capsys):
    old = People(tmp_path / "people")
    old.add("dora", "director", "another horse battery")
    old.add("fay", "floor", "318264")
    clash, floor = log_in(old)[0], log_in(old, "fay", "floor")[0]
    phone = old.sessions.use(old.sessions.pair("floor", None, "p", HOUR_MS, "test"), "x")[0]
    old.close()
    config = tmp_path / "feltwire.toml"
    config.write_text(_config(url))
    arguments = ["user", "import", str(tmp_path / "people"), "--config", str(config)]
    assert cli.main(arguments) == 0
    said = capsys.readouterr().out
    assert "1 people and 2 sessions brought in" in said and "dora is there already" in said
    a, b = gateways
    assert known(a, floor).name == "fay" and known(a, clash) is None
    assert b.sessions.who(phone, "x", ("device",)).role == "floor"
    assert b.check_secret("fay", "318264") and b.check_secret("dora", PASSWORD)
    act = a.last_acts(1)[0]
    assert act["what"] == "people_imported" and act["detail"]["people"] == 1
    assert cli.main(arguments) == 0 and "0 people and 0 sessions" in capsys.readouterr().out
    assert cli.main(["user", "import", str(tmp_path), "--config", str(config)]) == 2
    assert "there is no people.sqlite3" in capsys.readouterr().err


def test_the_commands_are_of_the_cluster_too(tmp_path, gateways, url, capsys):
    config = tmp_path / "feltwire.toml"
    config.write_text(_config(url))
    said = []
    for argv in (
        ["user", "add", "fay", "--role", "floor", "--generate"], ["user", "list", "--json"],
        ["pair", "--role", "floor", "--no-qr"], ["user", "remove", "fay"], ["user", "audit"],
    ):  # fmt: skip
        assert cli.main([*argv, "--config", str(config)]) == 0
        said.append(capsys.readouterr().out)
    assert [p["name"] for p in json.loads(said[1])["people"]] == ["dora", "fay"]
    code = said[2].strip().rpartition("/")[2]
    assert gateways[0].sessions.use(code, "x")[1].role == "floor"
    assert "the chain holds" in said[4] and not (tmp_path / "people").exists()


def _config(url):
    values = {
        "log_url": url, "cluster_url": "amqp://feltwire-gateway@127.0.0.1/feltwire",
        "vault_socket": "vault", "cluster_password_file": "none",
    }  # fmt: skip
    return "[gateway]\n" + "".join(f"{k} = {json.dumps(v)}\n" for k, v in values.items())


def test_a_wrong_database_is_one_line():
    with pytest.raises(PeopleError, match="cannot open the people of the cluster") as e:
        SharedDatabase("postgresql://felt@127.0.0.1:1/none")
    assert "\n" not in str(e.value)


def test_pits_and_the_plan_of_the_room_hold_at_every_gateway(gateways, tmp_path):
    """Arranged at one, so at the other; two who answer a pit at once both do."""
    before = File(tmp_path / "pits.json")
    Pits(before).put("old", ["9"], [])
    a, b = (Pits(Shared(people, "pits", before)) for people in gateways)
    assert a.of() == b.of() == {"9": "old"}  # from when the gateway was alone
    a.put("A", ["1", "2"], [])
    assert b.follow() and not b.follow()
    assert b.of() == {"1": "A", "2": "A", "9": "old"}
    a.answer("A", "maria", True)
    b.answer("A", "tom", True)
    assert a.follow() and a.all()["A"]["who"] == ["maria", "tom"]
    plans = [Plan(Shared(people, "room", File(tmp_path / "room.json"))) for people in gateways]
    plans[0].arrange({"7": [2, 3]})
    assert plans[1].follow() and plans[1].places() == {"7": [2, 3]}


def test_pits_stay_as_they_were_known_while_the_database_is_away(gateways, tmp_path):
    pits = Pits(Shared(gateways[0], "pits", File(tmp_path / "pits.json")))
    pits.put("A", ["1"], [])
    with closing(People(tmp_path)) as away:  # a file of people has no room to keep it in
        pits._place._people = away
        assert not pits.follow() and pits.of() == {"1": "A"}
        with pytest.raises(PeopleError):
            pits.put("B", ["2"], [])
    assert pits.of() == {"1": "A"}
