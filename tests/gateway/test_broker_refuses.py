"""A broker that answers and lets the gateway hear nothing: people are told, it tries again."""

import contextlib
import queue

import pytest

from gateway import trouble
from gateway.ingest.mqtt import MqttLink
from gateway.settings.fields import Settings
from shared_rules import topics
from tests.gateway.support import until
from tests.virtual.fake_broker import FakeBroker

NOT_ALLOWED, NO_SUBSCRIPTION = 5, 0x80  # in a CONNACK, in a SUBACK


@contextlib.contextmanager
def linked(broker):
    """A link to a FakeBroker, with what it said of itself: ``(link, [up or not])``."""
    host, port = broker.address
    ups = []
    link = MqttLink(Settings(mqtt_host=host, mqtt_port=port), queue.Queue(), ups.append)
    link.start()
    try:
        yield link, ups
    finally:
        link.stop()
        broker.close()


class _Gateway:
    """As much of a gateway as ``trouble`` looks at, all well but for its link."""

    log_trouble = None

    def __init__(self, link):
        self.link, self.vault, self.tables = link, self, self
        self.differs = ""

    def is_away(self):
        return False

    def log_busy_ms(self):
        return 0

    def all(self):
        return []


@pytest.mark.parametrize("how", [{"welcome": NOT_ALLOWED}, {"grant": NO_SUBSCRIPTION}])
def test_a_broker_that_refuses_is_not_up_and_people_are_told_until_it_does_not(how):
    broker = FakeBroker(**how)
    with linked(broker) as (link, ups):
        until(lambda: broker.connections > 1, "a second attempt")
        assert link.refused
        assert not link.up and not link.wait(0) and not any(ups)
        said = trouble.alert_of(_Gateway(link))
        assert said.code == "broker_refuses" and link.refused in said.text
        broker.welcome, broker.grant = 0, 1
        assert link.wait(60)
        assert link.refused is None and ups[-1] is True
        assert trouble.alert_of(_Gateway(link)) is None


def test_what_was_not_granted_is_named_and_a_broker_that_ends_is_away():
    broker = FakeBroker(grant=NO_SUBSCRIPTION)
    with linked(broker) as (link, _ups):
        until(lambda: link.refused, "a refusal")
        assert topics.UP_EVENTS in link.refused
        broker.close()
        until(lambda: link.refused is None, "nobody there")
        assert trouble.alert_of(_Gateway(link)).code == "broker_away"
