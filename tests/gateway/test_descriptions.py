"""The published descriptions hold of real messages and answers."""

import json

import jsonschema
import paho.mqtt.client as paho
import pytest

from shared_rules import topics
from tests.gateway.support import until
from tests.gateway.test_api import Site
from tools.docs import interfaces

OPENAPI = json.loads(interfaces.openapi())
ASYNCAPI = json.loads(interfaces.asyncapi())


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    made = Site(tmp_path_factory.mktemp("described"))
    yield made
    made.close()


def schema_of(topic):
    name = topics.split(topic)[1].replace("/", "_")
    return ASYNCAPI["components"]["messages"][name]["payload"]


def test_every_message_on_the_broker_is_as_described(site):
    seen = []
    client = paho.Client(paho.CallbackAPIVersion.VERSION2, client_id="listener")
    client.on_message = lambda _c, _u, m: seen.append((m.topic, json.loads(m.payload)))
    client.connect("127.0.0.1", site.broker.port)
    client.subscribe(f"{topics.ROOT}/#", 1)
    client.loop_start()
    until(client.is_connected, "the listener")
    until(lambda: (site.send({"t": 50, "what": "dealer_push"}), seen)[1], "a message")
    site.controller.raw(b'{"online": true, "dev": "c1", "boot": 1}', topics.UP_STATE)
    site.gateway.key("7", {"what": "notice", "by": "dealer", "kind": "call_floor"})
    wanted = {topics.UP_EVENTS, topics.UP_STATE, topics.DOWN_ACK, topics.DOWN_KEY}
    until(lambda: wanted <= {topics.split(t)[1] for t, _ in seen}, "all kinds of messages")
    client.disconnect()
    client.loop_stop()
    for topic, payload in seen:
        jsonschema.validate(payload, schema_of(topic))


def test_every_topic_is_described():
    names = {v for k, v in vars(topics).items() if k.startswith(("UP_", "DOWN_"))}
    assert set(interfaces.MESSAGES) == names


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        (topics.UP_EVENTS, {"v": 2, "dev": "c1", "boot": 1, "seq": 1, "ev": [[1, 1]]}),
        (topics.UP_EVENTS, {"v": 1, "dev": "c1", "boot": 1, "seq": 1, "ev": [["x", 1]]}),
        (topics.DOWN_ACK, {"boot": -1, "seq": 1}),
        (topics.DOWN_LIGHT, {"level": "red", "seat": 1}),
    ],
)
def test_the_description_refuses_what_is_none(name, payload):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(payload, schema_of(topics.topic("7", name)))


def test_every_route_for_programs_is_described_and_answers(site):
    for path in OPENAPI["paths"]:
        if path.endswith("/stream"):
            continue
        status, _, body = site.get(path.replace("{table}", "7"))
        assert status == 200, path
        status, _, body = site.get(path.replace("{table}", "99"))
        if "{table}" in path:
            assert status == 404
            jsonschema.validate(json.loads(body), OPENAPI["components"]["schemas"]["Error"])
