"""``feltwire user`` and ``feltwire pair``, and what a paired device may then do."""

import io
import json
import re

import pytest

from tests.people.people_venue import OWN, Venue
from tools import cli
from tools.cli import cmd_gateway


@pytest.fixture
def say(tmp_path, capsys, monkeypatch):
    """``say("user", "add", ...)``: ``(exit code, what was printed, what went wrong)``."""

    def run(*argv, stdin="", data=None):
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        code = cli.main([*argv, "--data", str(data or tmp_path)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def test_people_are_added_listed_changed_and_removed(say, tmp_path):
    code, _, wrong = say("user", "add", "fay", "--role", "floor", stdin="318264\n")
    assert code == 2 and "the first person is a director" in wrong
    assert say("user", "add", "dora", "--role", "director", stdin="correct horse battery\n")[0] == 0
    assert say("user", "add", "fay", "--role", "floor", "--generate")[0] == 0
    code, out, _ = say("user", "add", "dan", "--role", "dealer", "--table", "3", "--generate")
    assert code == 0 and re.search(r"^dan: \d{6}$", out, re.M) and "dealer of table 3" in out
    found = json.loads(say("user", "list", "--json")[1])
    assert [(p["name"], p["role"], p["table"]) for p in found["people"]] == [
        ("dan", "dealer", "3"), ("dora", "director", None), ("fay", "floor", None),
    ]  # fmt: skip
    assert say("user", "pin", "fay", stdin="704613\n")[0] == 0
    assert say("user", "remove", "fay")[0] == 0
    code, _, wrong = say("user", "remove", "dora")
    assert code == 2 and "last director" in wrong
    code, out, _ = say("user", "audit")
    assert code == 0 and "5 entries, the chain holds" in out
    kept = b"".join(p.read_bytes() for p in (tmp_path / "people").iterdir())
    assert b"correct horse" not in kept and b"318264" not in kept
    assert (tmp_path / "people" / "people.sqlite3").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("argv", "secret", "why"),
    [
        (("x y", "--role", "director"), "correct horse battery", "a name has 2 to 32"),
        (("eve", "--role", "director"), "short", "10 to 200"),
        (("eve", "--role", "director"), "318264", "needs a password"),
        (("eve", "--role", "dealer"), "318264", "a dealer needs a table"),
        (("eve", "--role", "floor", "--table", "3"), "318264", "not bound to a table"),
        (("eve", "--role", "floor"), "31826", "6 to 12"),
        (("eve", "--role", "floor"), "123456", "anybody tries"),
        (("eve", "--role", "floor"), "777777", "anybody tries"),
        (("eve", "--role", "dealer", "--table", "a/b"), "318264", "letters, digits"),
        (("dora", "--role", "director"), "correct horse battery", "already"),
    ],
)
def test_what_is_no_person_is_refused_in_one_line(say, argv, secret, why):
    say("user", "add", "dora", "--role", "director", stdin="correct horse battery\n")
    code, _, wrong = say("user", "add", *argv, stdin=secret + "\n")
    assert code == 2 and why in wrong and wrong.count("\n") == 1


def code_of(link):
    return re.search(r"/pair/([\w-]+)", link)[1]


def test_a_link_pairs_one_device_with_a_role_and_a_table_once(venue, say):
    argv = ("pair", "--role", "dealer", "--table", OWN, "--label", "tablet 3")
    code, out, _ = say(*argv, data=venue.folder)
    assert code == 0 and "█" in out and len(code_of(out)) * 6 >= 128
    path = "/pair/" + code_of(out)
    assert venue.ask("GET", path, Sec_Fetch_Site="cross-site")[0] == 403  # nobody is led into it
    status, headers, _ = venue.ask("GET", path)
    assert status == 303 and headers["location"] == f"/dealer/{OWN}"
    token = re.match(r"feltwire=([\w-]+);", headers["set-cookie"])[1]
    assert venue.ask("GET", f"/dealer/{OWN}", token=token)[0] == 200
    assert venue.ask("GET", "/dealer/4", token=token)[0] == 403
    status, headers, body = venue.ask("GET", path)
    assert status == 403 and "set-cookie" not in headers and b"has been used" in body
    call = {"what": "notice", "by": "dealer", "kind": "call_floor"}
    assert venue.key(OWN, call, token)[0] == 202
    assert venue.acts("key")[-1]["who"] == "device: tablet 3"
    assert say("user", "revoke", "tablet 3", data=venue.folder)[0] == 0
    assert venue.ask("GET", f"/dealer/{OWN}", token=token)[0] == 401


def test_an_old_code_and_a_guess_open_nothing(venue):
    code = venue.people.sessions.pair("floor", None, "late", 1000, "test", valid_ms=0)
    for wrong in (code, "x", "%00", "a" * 5000):
        assert venue.ask("GET", "/pair/" + wrong)[0] in (403, 404)


def test_a_browser_source_keeps_its_address_and_its_options(venue, say):
    _, out, _ = say("pair", "--role", "broadcast", "--table", OWN, data=venue.folder)
    path = f"/pair/{code_of(out)}?cards=1&units=bb"
    status, headers, _ = venue.ask("GET", path)
    assert status == 303 and headers["location"] == f"/overlay/{OWN}?cards=1&units=bb"
    token = re.match(r"feltwire=([\w-]+);", headers["set-cookie"])[1]
    status, headers, _ = venue.ask("GET", path, token=token)  # the source is loaded again
    assert status == 303 and headers["location"].startswith(f"/overlay/{OWN}")
    assert venue.ask("GET", f"/overlay/{OWN}/cards/stream", token=token)[0] == 200
    assert venue.ask("GET", "/overlay/4/stream", token=token)[0] == 403


def test_a_programs_token_works_as_bearer_only(venue, say):
    code, out, wrong = say("user", "token", "stats", "--role", "auditor", data=venue.folder)
    token = out.strip()
    assert code == 0 and "shown this once" in wrong
    bearer = {"Authorization": f"Bearer {token}"}
    assert venue.ask("GET", "/api/v1/tables", **bearer)[0] == 200
    assert venue.ask("GET", "/api/v1/tables", token=token)[0] == 401  # not as a cookie
    assert venue.ask("GET", "/api/v1/tables", Authorization="Basic " + token)[0] == 401
    assert venue.ask("GET", "/api/v1/tables", Authorization="Bearer x")[0] == 401
    session = venue.token("auditor")
    assert venue.ask("GET", "/api/v1/tables", Authorization=f"Bearer {session}")[0] == 401
    say("user", "revoke", "stats", data=venue.folder)
    assert venue.ask("GET", "/api/v1/tables", **bearer)[0] == 401


def test_a_program_may_do_what_its_role_may_without_an_origin(venue):
    bearer = {"Authorization": "Bearer " + venue.program("dealer", OWN), "Origin": None}
    call = {"what": "notice", "by": "dealer", "kind": "call_floor"}
    assert venue.key(OWN, call, None, **bearer)[0] == 202
    assert venue.key("4", call, None, **bearer)[0] == 403
    assert venue.key(OWN, call, None, **{**bearer, "Origin": "http://evil.example"})[0] == 403
    assert venue.key(OWN, call, venue.token("dealer"), **bearer)[0] == 403  # a browser's cookie


class Bare(Venue):
    """A gateway nobody has been added to."""

    def populate(self):
        pass


def test_the_first_start_prints_one_link_for_the_first_director(tmp_path, capsys):
    bare = Bare(tmp_path)
    try:
        cmd_gateway.show_way_in(bare.gateway, bare.settings)
        first = code_of(capsys.readouterr().out)
        cmd_gateway.show_way_in(bare.gateway, bare.settings)
        link = capsys.readouterr().out
        assert venue_status(bare, first) == 403  # a newer one was printed
        status, headers, _ = bare.ask("GET", "/pair/" + code_of(link))
        assert status == 303 and headers["location"] == "/"
        token = re.match(r"feltwire=([\w-]+);", headers["set-cookie"])[1]
        form = {"name": "dora", "role": "director", "secret": "correct horse battery"}
        assert bare.ask("POST", "/people/add", form, token)[0] == 200
        cmd_gateway.show_way_in(bare.gateway, bare.settings)
        assert "/pair/" not in capsys.readouterr().out
    finally:
        bare.close()


def venue_status(venue, code):
    return venue.ask("GET", "/pair/" + code)[0]
