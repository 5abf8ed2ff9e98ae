"""Promise 33: one person alone opens nothing. Every role, certificate, file and request is tried.

One hand of eight players of which none is shown: every hole card is a canary. It is asked for in
its middle, when the board is complete, and once more after its end.
"""

import contextlib
import re

import pytest

from gateway.alerts import push
from gateway.errors import VaultError
from gateway.languages.speech import LANGUAGES, speaking
from gateway.vault import server
from shared_rules import topics, zones
from tests.attacks import alone
from tests.attacks.attacked import House
from tests.attacks.demo_and_venue import BOTH, IN_SOAK, TABLES
from tests.vault.rooms import HANDS, Shuffled
from tests.vault.test_secrecy import LEAK
from tools.install.pki import permissions

HAND = "dwan-greenstein-2009"


def river(events):
    """How many events of a hand come until its board is complete and nobody has been paid."""
    boards = [i for i, e in enumerate(events) if e.get("to") == zones.BOARD]
    return boards[-1] + 1


def tried(folder, setup, monkeypatch):
    """Play and ask: ``(hits, figures)``."""
    reported, notify = [], push.Push.notify

    def noted(pushing, alert):
        """No phone has subscribed: what each would be told, in each language."""
        for language in LANGUAGES:
            with speaking(language):
                reported.append(push._message(alert))
        notify(pushing, alert)

    monkeypatch.setattr(push.Push, "notify", noted)
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
        look([("push", str(reported).encode())])
        figures["push"] = len(reported)
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


@pytest.mark.parametrize("setup", IN_SOAK)
def test_whoever_asks_whatever_is_told_no_sealed_card(tmp_path, setup, monkeypatch):
    hits, figures = tried(tmp_path, setup, monkeypatch)
    print(setup, figures)
    assert hits == []
    # there was something to find, and it was asked for everywhere
    assert figures["held"] == 16 and figures["kinds"] == {
        permissions.GATEWAY, permissions.CONTROLLER, permissions.IMAGES, permissions.TECHNICIAN,
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


@pytest.mark.parametrize(
    "text, found",
    [
        ("d dh p1 AsKd", True), ('"AsKd"', True), ("????AsKd", True), ("7hAsKdQc", True),
        ("x9AsKdQ1==", False), ("AsKd_", False), ("+AsKd", False),
    ],
)  # fmt: skip
def test_two_cards_are_found_beside_cards_and_not_within_a_key(text, found):
    assert bool(re.search(alone.LONE.format("AsKd|KdAs"), text)) is found
