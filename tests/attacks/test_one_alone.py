"""Promise 33: one person alone opens nothing. Every role, certificate, file and request is tried.

One hand of eight players of which none is shown: every hole card is a canary. It is asked for in
its middle, when the board is complete, and once more after its end.
"""

import contextlib

import pytest

from gateway.alerts import push
from gateway.errors import VaultError
from gateway.vault import server
from shared_rules import topics, zones
from tests.attacks import alone
from tests.attacks.house import House
from tests.attacks.setups import BOTH, IN_SOAK, TABLES
from tests.vault.rooms import HANDS, Shuffled
from tests.vault.test_secrecy import LEAK
from tools.install.pki import rules

HAND = "dwan-greenstein-2009"


def river(events):
    """How many events of a hand come until its board is complete and nobody has been paid."""
    boards = [i for i, e in enumerate(events) if e.get("to") == zones.BOARD]
    return boards[-1] + 1


def tried(folder, setup, monkeypatch):
    """Play and ask: ``(hits, figures)``."""
    told = []
    made = push._message
    monkeypatch.setattr(push, "_message", lambda alert: told.append(made(alert)) or told[-1])
    house = House(folder, setup=BOTH[setup])
    ears = None
    try:
        alone.two_holders(house)
        only = [path for path in HANDS if path.stem == HAND]
        house.source = Shuffled(paths=only, root=house.root)
        events, cards = house.source.hand()
        who, ears = alone.visitors(house), alone.Ears(house)
        for table in TABLES:  # paper decks; enrolment seals its own
            with contextlib.suppress(VaultError):  # nothing was heard of it yet
                house.gateway.vault._ask({"op": "orders", "table": table, "sender": topics.GATEWAY})
        house.play(events[:2])  # there is a table now
        streams = alone.Streams(house, who)
        middle = river(events)
        house.play(events[2:middle])
        seats = house.seats()
        house.keyed({"what": "tabled", "seat": seats[0]}, events[middle - 1]["t"])
        search = alone.Search(house.root, events[:middle], cards)
        figures = {"sealed": len(search.sealed), "held": search.held, "asked": 0, "let_in": 0}
        figures["written"] = ears.write(cards)
        found = []

        def look(rows):
            for where, data in rows:
                found.extend(search.find(where, data))

        def walk():
            rows = alone.asked(house, who)
            figures["asked"] += len(rows)
            figures["let_in"] += sum(status == 200 for _w, status, _b in rows)
            figures["bytes"] = figures.get("bytes", 0) + sum(len(b) for _w, _s, b in rows)
            look((where, body) for where, _status, body in rows)

        walk()
        house.play(events[middle:])
        walk()
        held_open = streams.heard()
        figures["streams"] = len(held_open)
        figures["bytes"] += sum(len(data) for _w, data in held_open)
        look(held_open)
        look(ears.heard())
        figures["heard"] = sum(len(data) for _w, data in ears.heard())
        figures["kinds"] = ears.kinds()
        look([("push", str(told).encode())])
        figures["push"] = len(told)
        on_disk = alone.files(house)
        figures["files"] = len(on_disk)
        look(on_disk)
        answers = alone.socket_answers(house, cards, house.source.number)
        figures["questions"] = len(answers)
        look(answers)
        return found, figures
    finally:
        if ears:
            ears.close()
        house.close()


@pytest.mark.parametrize("setup", ["demonstration", "venue"])
def test_whoever_asks_whatever_is_told_no_sealed_card(tmp_path, setup, monkeypatch):
    hits, figures = tried(tmp_path, setup, monkeypatch)
    print(setup, figures)
    assert hits == []
    # there was something to find, and it was asked for everywhere
    assert figures["held"] == 16 and figures["kinds"] == {
        rules.GATEWAY, rules.CONTROLLER, rules.IMAGES, rules.TECHNICIAN,
    }  # fmt: skip
    assert (
        figures["let_in"] > 80
        and figures["streams"] > 5
        and figures["heard"] > 10_000
        and figures["push"] > 0
    )
    assert figures["files"] > 15 and figures["questions"] > len(server._OPS)


@pytest.mark.parametrize("setup", IN_SOAK)
def test_a_build_that_leaks_is_caught(tmp_path, setup, monkeypatch):
    """The vault's rule of what is public is changed, in its process, to every card."""
    (tmp_path / "leak").mkdir()
    (tmp_path / "leak" / "sitecustomize.py").write_text(LEAK)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "leak"))
    hits, _figures = tried(tmp_path / "house", setup, monkeypatch)
    where = {place for place, _kind in hits}
    for part in ("/api/v1/tables/7/hands", "/hands/7/session.phhs", "log/", "vault socket: hand"):
        assert any(part in place for place in where), part
    assert any(place.endswith(".phh") for place in where)  # the file of the hand
