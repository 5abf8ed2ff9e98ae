"""The link of a controller that plays no table: people are told why, and it takes signed orders.

It counts a boot of its own, so that nothing said to another boot can be said again, and blinks.
"""

import json

from firmware.link.beat import Beat
from firmware.link.clock import Clock
from firmware.link.mqtt import of_controller
from firmware.link.orders import Orders
from firmware.link.signing import Signer
from shared_rules import topics

CHORES_MS = 8  # between two looks at the connection
FEED_MS = 200
BLINK_MS = 500


class Apart:
    """``slots``: the device's state; ``parts``: (``time``, a function that opens a connection,
    Lights or None); ``tools``: ``feed()`` feeds the watchdog, ``jitter(n)``: a random number below
    n, ``say(text)``: one line for people; ``why``: what people are told in place of a table;
    ``names``: of the topics it listens to.

    Who derives from it says what becomes of a message (``heard``) and a connection (``greet``).
    """

    def __init__(self, config, slots, parts, tools, why, names):
        self.ticks, connect, self.lights = parts
        self.feed, jitter, self.say = tools
        self.dev, self.name, self.why = config["dev"], config["table"], why
        slots.value["boot"] += 1
        slots.save()
        self.boot = slots.value["boot"]
        self.clock = Clock(self.ticks)
        self.signer = Signer(slots, self.name, self.boot)
        self.orders = Orders(slots, self.name, self.boot, self.say)
        gone = json.dumps({"online": False, "dev": self.dev, "boot": self.boot}).encode()
        will = (self.topic(topics.UP_STATE), self.signer.sign_will(topics.UP_STATE, gone))
        self.client = of_controller(
            config["mqtt"], (self.name, self.dev), connect, will, [self.topic(n) for n in names],
            self._hello, self._heard, jitter=jitter,
        )  # fmt: skip
        who = json.dumps({"dev": self.dev, "boot": self.boot}).encode()
        self.beat = Beat(self.client, self.topic(topics.UP_BEAT), who)
        self._fed = self._blinked = 0
        self._lit = False

    def tend(self, now):
        """Watchdog, connection and lights."""
        if now - self._fed >= FEED_MS:
            self._fed = now
            self.feed()
        self.client.poll(now)
        self.beat.poll(now)
        if self.lights is not None:
            if now - self._blinked >= BLINK_MS:
                self._blinked = now
                self._lit = not self._lit
                self.lights.show("ask" if self._lit else "off")
            self.lights.poll(self.clock.us)

    def send(self, name, message, retain=False):
        """Publish an object, signed; None without a connection."""
        signed = self.signer.sign(name, json.dumps(message).encode())
        return self.client.publish(self.topic(name), signed, self.clock.ms, retain=retain)

    def topic(self, name):
        """Full topic of the table, as bytes."""
        return topics.topic(self.name, name).encode()

    def heard(self, name, payload):
        """A message on the topic ``name`` from one who may send it, its signature taken off."""

    def greet(self, now):
        """The connection is up, and the state has been said."""

    # -- inside

    def _hello(self, now):
        state = {"online": True, "dev": self.dev, "boot": self.boot, "safe": self.why}
        self.send(topics.UP_STATE, state, retain=True)
        self.greet(now)

    def _heard(self, topic, payload):
        parts = topics.split(topic.decode())
        if parts is None:
            return
        payload = self.orders.taken(parts[1], payload)
        if payload is not None:
            self.beat.heard(parts[1], self.clock.ms)
            self.heard(parts[1], payload)
