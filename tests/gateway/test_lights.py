"""The dealer's light shows what is open, also after somebody on the way to it was away."""

import json

import pytest

from shared_rules import topics, wire
from tests.gateway import wired
from tests.gateway.support import Counter, until

CALL = {"what": "notice", "by": "dealer", "kind": "call_floor", "t": 1}
CALLED, CALM = ("alert", None), ("ok", None)


class Table:
    """Table 7 of a gateway on ``folder``, spoken for by the test."""

    def __init__(self, folder):
        self.gateway = wired.start(folder, make_engine=Counter)
        self.link = self.gateway.link
        self.give(topics.UP_STATE, {"v": 1, "online": True, "dev": "c1", "boot": 1})

    def give(self, name, message):
        self.link.give(topics.topic("7", name), json.dumps(message).encode())
        wired.drain(self.gateway)

    def call(self):
        message = {"v": 1, "dev": "c1", "boot": 1, "seq": 1, "ev": [wire.encode(CALL)]}
        self.give(topics.UP_EVENTS, message)

    def answer(self):
        [(n, k, _body)] = self.gateway.tables.get("7").open_alerts()
        assert self.gateway.tables.decide("7", n, k, "accept", "", 1)

    def shows(self):
        """What the light was told last, None for nothing."""
        told = [p for topic, p in list(self.link.sent) if topic.endswith("/7/" + topics.DOWN_LIGHT)]
        message = json.loads(told[-1]) if told else None
        return message and (message["level"], message["seat"])

    def cut(self):
        """The broker is away."""
        self.link.up = False
        self.link.publish = lambda *_a, **_n: False

    def mend(self):
        """The broker is back, as a link says it."""
        del self.link.publish
        self.link.up = True
        self.link._on_link(True)


@pytest.fixture
def table(tmp_path):
    made = Table(tmp_path)
    yield made
    made.gateway.stop()


def test_what_was_answered_while_the_broker_was_away_goes_out_when_it_is_back(table):
    table.call()
    until(lambda: table.shows() == CALLED, "the light")
    table.cut()
    table.answer()
    table.mend()
    until(lambda: table.shows() == CALM, "the light off", 20)


def test_a_light_is_told_again_what_no_key_could_be_had_for(table):
    refused = []
    table.link.publish = lambda topic, *_a, **_n: refused.append(topic)  # the vault is away
    table.call()
    until(lambda: topics.topic("7", topics.DOWN_LIGHT) in refused, "a light")
    del table.link.publish
    until(lambda: table.shows() == CALLED, "the light", 20)


def test_a_controller_that_begins_anew_shows_what_is_open(table):
    table.call()
    until(lambda: table.shows() == CALLED, "the light")
    table.link.sent.clear()
    table.give(topics.UP_STATE, {"v": 1, "online": True, "dev": "c1", "boot": 2})
    until(lambda: table.shows() == CALLED, "the light once more", 20)


def test_a_gateway_that_begins_anew_puts_out_what_it_had_no_time_to(tmp_path):
    table = Table(tmp_path)
    table.call()
    until(lambda: table.shows() == CALLED, "the light")
    table.cut()  # it is killed before it can say so
    table.answer()
    table.gateway.stop()
    table = Table(tmp_path)
    try:
        until(lambda: table.shows() == CALM, "the light off", 20)
    finally:
        table.gateway.stop()
