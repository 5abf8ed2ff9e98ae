"""A card nobody has tabled appears nowhere: not on a page, in a stream, the log or the traffic."""

import base64
import http.client

import paho.mqtt.client as paho
import pytest

from gateway.service import Gateway
from gateway.settings.fields import Settings
from tests.conftest import ROOT
from tests.gateway.support import hears, until
from tests.vault.canary_hands import Signing
from tools.dev.ports import free_port
from tools.install.broker import EmbeddedBroker, quiet
from tools.playing import phh
from tools.virtual import paper
from tools.virtual.recorded_plan import DECK, plan_hand

HAND = ROOT / "tools" / "playing" / "hands" / "dwan-greenstein-2009.phh"
PATHS = ("/", "/floor", "/dealer/7", "/api/v1/tables", "/api/v1/tables/7/hands")
STREAMS = ("/stream", "/floor/stream", "/dealer/7/stream", "/overlay/7/stream")


@pytest.fixture
def house(tmp_path):
    quiet()
    broker = EmbeddedBroker()
    broker.start()
    port = free_port()
    paper.vault_file(tmp_path / "vault", "7")
    gateway = Gateway(Settings(data_dir=tmp_path, mqtt_port=broker.port, http_port=port, demo=True))
    gateway.start()
    assert gateway.wait_for_broker(60)
    controller = Signing("7", broker.port, root=paper.ROOT)
    traffic = []
    ear = paho.Client(paho.CallbackAPIVersion.VERSION2)
    ear.on_message = lambda _c, _u, m: traffic.append(m.topic.encode() + b" " + m.payload)
    granted = hears(ear, "#")
    ear.connect("127.0.0.1", broker.port)
    ear.loop_start()
    until(granted.is_set, "the ear")
    yield gateway, controller, port, traffic, tmp_path
    ear.loop_stop()
    controller.stop()
    gateway.stop()
    broker.stop()


def fetch(port, path, stream=False):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    if not stream:
        body = answer.read()
    else:
        body = answer.readline()
        while b"data:" not in body:
            body += answer.readline()
    connection.close()
    return body


def spellings(card):
    """How a page or an API could name a card."""
    rank = "10" if card[0] == "T" else card[0]
    pip = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}[card[1]]
    return [f'"{card}"', f'"{rank}{card[1]}"', f">{card}<", rank + pip, f'\\"{rank}{card[1]}\\"']


def uid_spellings(uid):
    text = uid.hex()
    back = uid[::-1].hex()
    forms = [uid, uid[::-1], text.encode(), text.upper().encode(), back.encode()]
    return forms + [base64.b64encode(uid), base64.b64encode(uid[::-1])]


def test_untabled_cards_and_uids_are_nowhere(house):
    gateway, controller, port, traffic, folder = house
    plan = plan_hand("h", phh.read(HAND)[0][1])
    events = paper.play([HAND])
    seen = []
    for i in range(0, len(events), 6):
        controller.send(*events[i : i + 6])
        controller.wait_acked()
        until(lambda: gateway.tables.get("7") is not None, "the table")
        last = gateway.log.last("7").n  # the vault's own acts have numbers too
        until(lambda n=last: gateway.tables.get("7").n >= n, "the events")
        seen += [fetch(port, path) for path in PATHS]
        seen += [fetch(port, path, stream=True) for path in STREAMS]
    public = set(gateway.vault.public("7").values())
    hole = {card for cards in plan.hole.values() for card in cards}
    sealed = [c for c in DECK if c not in public]
    assert len(hole & set(sealed)) >= 8 and len(public) >= 3  # the test has something to find
    shown = b"\n".join(seen).decode()
    for card in sealed:
        assert not [s for s in spellings(card) if s in shown], "a sealed card is shown"
    for card in list(public)[:3]:
        assert any(s in shown for s in spellings(card))  # and would be found
    stored = [p.read_bytes() for p in (folder / "log").iterdir()]
    everything = b"\n".join([*seen, *traffic, *stored])
    for uid in paper.UIDS.values():
        assert not [f for f in uid_spellings(uid) if f in everything], "a UID has leaked"
    assert len(traffic) > 10 and paper.ROOT not in everything
    assert paper.ROOT.hex().encode() not in everything
