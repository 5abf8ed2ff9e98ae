"""Files a running gateway keeps, the downloads of its page, and the command."""

import http.client
import json
import tomllib

import pytest

from gateway.service import Gateway
from gateway.settings.fields import Settings
from tests.conftest import shared
from tests.gateway.support import until
from tests.vault.canary_hands import Signing
from tools import cli
from tools.dev.ports import free_port
from tools.install.broker import EmbeddedBroker, quiet
from tools.virtual import paper

NAMES = ("Ana Ruiz", "Ben Okafor", "Chiara Conti")


@pytest.fixture(scope="module")
def venue(tmp_path_factory):
    """A gateway that has been told one whole hand, and the next riffle."""
    quiet()
    broker = EmbeddedBroker()
    broker.start()
    folder = tmp_path_factory.mktemp("venue")
    paper.vault_file(folder / "vault", "7")
    settings = Settings(
        data_dir=folder, mqtt_port=broker.port, http_port=free_port(), demo=True,
        mqtt_client_id="gateway-exports",
    )  # fmt: skip
    gateway = Gateway(settings)
    gateway.start()
    assert gateway.wait_for_broker(60)
    hand = shared("hands", "data", "dwan-ivey-2009.phh")
    events = paper.play([hand, hand], names=NAMES)
    ends = [i for i, e in enumerate(events) if e["what"] == "riffle"][1] + 1
    controller = Signing("7", broker.port, root=paper.ROOT)
    controller.send(*events[:ends])
    controller.wait_acked()
    until(lambda: list((folder / "hands").rglob("*.phh")), "the hand's file")
    yield gateway, folder
    controller.stop()
    gateway.stop()
    broker.stop()


def ask(gateway, path):
    connection = http.client.HTTPConnection("127.0.0.1", gateway.settings.http_port, timeout=60)
    connection.request("GET", path, headers={"Accept": "text/html"})
    answer = connection.getresponse()
    return answer.status, answer.read().decode(), dict(answer.getheaders())


def test_a_hand_is_kept_at_once_whole_and_with_tabled_cards_alone(venue):
    _gateway, folder = venue
    (file,) = (folder / "hands").rglob("*.phh")
    made = tomllib.loads(file.read_text())
    assert made["players"] == list(NAMES)
    dealt = {a.split()[2]: a.split()[3] for a in made["actions"] if a.startswith("d dh")}
    assert dealt == {"p1": "Ac2d", "p2": "????", "p3": "7h6h"}
    assert made["finishing_stacks"] == [572100, 1997500, 1109500]
    assert [p.name for p in file.parent.iterdir()] == [file.name]  # nothing half-written beside it
    assert file.stat().st_mode & 0o077 == 0


def test_the_page_offers_each_day_and_the_downloads_are_of_their_kind(venue):
    gateway, folder = venue
    day = next((folder / "hands").rglob("*.phh")).parent.name
    status, page, _headers = ask(gateway, "/hands")
    assert status == 200 and f"/hands/7/{day}.phhs" in page
    for name in (f"{day}.phhs", "session.ohh", "session.json", f"{day}.csv"):
        status, text, headers = ask(gateway, f"/hands/7/{name}")
        assert status == 200 and "attachment" in headers["content-disposition"]
        assert "Ana Ruiz" in text and "????" not in text.replace('"d dh p2 ????"', "")
    assert json.loads(ask(gateway, "/hands/7/session.ohh")[1])["ohh"]["game_type"] == "Holdem"
    assert "Ac2d" not in ask(gateway, "/hands/7/session.phhs?reveal=never")[1]


@pytest.mark.parametrize("name", ["x.phhs", "2020-01-01.phhs", "session.exe", "2020-1-1.csv"])
def test_a_day_or_format_there_is_not_is_refused(venue, name):
    gateway, _folder = venue
    assert ask(gateway, f"/hands/7/{name}")[0] == 404


def test_the_command_writes_what_the_log_holds(venue, tmp_path, capsys):
    _gateway, folder = venue
    out = tmp_path / "all.phhs"
    assert cli.main(["export", "--data", str(folder), "--out", str(out)]) == 0
    (made,) = tomllib.loads(out.read_text()).values()
    assert made["_hand_id"] and "p1 sm Ac2d" in made["actions"]
    assert cli.main(["export", "--data", str(folder), "--format", "csv"]) == 0
    assert "Chiara Conti" in capsys.readouterr().out
    assert cli.main(["export", "--data", str(folder), "--day", "2020-01-01"]) == 1
    assert cli.main(["export", "--data", str(tmp_path / "none")]) == 2
