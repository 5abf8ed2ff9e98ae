"""The first boot of a controller with a ticket: it agrees on a root with the vault.

Both send a fresh X25519 key and prove by the ticket (``provision.json``) who they are; the root is
made of what the keys agree on (``gateway/vault/agreement.py`` is the other end). So nobody else has
it: not who flashed the controller, nor the gateway and the broker that carry the keys. Until there
is an answer nothing is read, and people are told why when it is late. Then the root is in flash,
the ticket is gone, and the board is started again: none of this is in memory while a table runs.
"""

import binascii
import hashlib
import json
import os
import time

from firmware.link.incoming import json_object
from firmware.link.mqtt import of_controller
from firmware.link.slots import of_board
from firmware.link.tokens import hmac_sha256
from firmware.link.x25519 import public, shared
from shared_rules import topics

PROVISION = "/provision.json"
WAITS = "it has not agreed on a root with the vault yet"
POLL_MS = 10
ASK_MS = 5000
LATE_MS = 15000  # then people are told that there is no answer
SAY_MS = 60000


def ticket(flash):
    """The ticket a controller without a root was provided with, 32 bytes; None: none, or done."""
    if not of_board(flash, {}).fresh:
        return None
    try:
        f = open(flash + PROVISION)
    except OSError:
        return None
    try:
        found = binascii.unhexlify(json.load(f)["ticket"])
    except (ValueError, KeyError, TypeError):
        return None
    finally:
        f.close()
    return found if len(found) == 32 else None


class Agreeing:
    """``secret``: the ticket; ``connect``: opens a connection to the broker; ``feed()`` feeds the
    watchdog; ``say(text)``: one line for people."""

    def __init__(self, config, secret, connect, feed, say, flash="."):
        self.config = config
        self.secret = secret
        self.feed = feed
        self.say = say
        self.flash = flash
        self.done = False
        self._private = os.urandom(32)
        self._offered = binascii.hexlify(public(self._private, feed)).decode()
        self._client = self._make_client(connect, config["mqtt"])

    def run(self, turns=None):
        """Until a root is agreed on and in flash; ``turns``: of 10 ms, as many as it takes."""
        now = 0
        asked = said = -SAY_MS
        while not self.done and (turns is None or now < turns * POLL_MS):
            self.feed()
            self._client.poll(now)
            if now - said >= SAY_MS:
                said = now
                self.say("waits for the vault: " + WAITS)
            if now - asked >= ASK_MS and self._client.is_up():
                asked = now
                self._ask(now)
                if now >= LATE_MS:
                    self._client.publish(
                        self._topic(topics.UP_STATE), self._reported, now, retain=True
                    )
            time.sleep_ms(POLL_MS)
            now += POLL_MS
        self._client.close()

    def _make_client(self, connect, mqtt):
        state = {"online": False, "dev": self.config["dev"], "boot": 0}
        will = json.dumps(state).encode()
        state.update({"online": True, "safe": WAITS})
        self._reported = json.dumps(state).encode()
        topic = self._topic(topics.UP_STATE)
        who = self.config["table"], self.config["dev"]
        return of_controller(
            mqtt, who, connect, (topic, will), [self._topic(topics.DOWN_ENROL)], lambda now: None,
            lambda topic, payload: self._heard(payload),
        )  # fmt: skip

    def _topic(self, name):
        return topics.topic(self.config["table"], name).encode()

    def _mac(self, parts):
        """What proves one side to the other: see ``mac`` in gateway/vault/agreement.py."""
        text = "|".join(["feltwire enrol", self.config["table"], self.config["dev"]] + parts)
        return binascii.hexlify(hmac_sha256(self.secret, text.encode())[:16]).decode()

    def _ask(self, now):
        mac = self._mac(["controller", self._offered])
        offer = {"dev": self.config["dev"], "key": self._offered, "mac": mac}
        self._client.publish(self._topic(topics.UP_ENROL), json.dumps(offer).encode(), now)

    def _heard(self, payload):
        answer = json_object(payload)
        if answer is None or answer.get("for") != self._offered or self.done:
            return
        key, boot = answer.get("key"), answer.get("boot")
        if not isinstance(key, str) or len(key) != 64 or not isinstance(boot, int):
            return
        if answer.get("mac") != self._mac(["vault", self._offered, key, str(boot)]):
            self.say("down/enrol: refused: not the vault's")
            return
        try:
            agreed = shared(self._private, binascii.unhexlify(key), self.feed)
        except ValueError:
            return
        text = "|".join(
            ["feltwire root", self.config["table"], self.config["dev"], self._offered, key]
        )
        self._keep(hmac_sha256(hashed(agreed, self.secret), text.encode()), boot)

    def _keep(self, root, boot):
        """The root is in flash for good; only then the ticket goes."""
        value = {"boot": boot, "hand": 0, "hand_boot": 0, "hand_seq": 0}
        value["root"] = binascii.hexlify(root).decode()
        slots = of_board(self.flash, {})
        slots.value = value
        slots.save_for_good()
        os.remove(self.flash + PROVISION)
        self._private = None
        self.done = True
        self.say("agreed on a root with the vault")


def hashed(agreed, secret):
    """Key under which the root is made: both have to be known."""
    return hashlib.sha256(agreed + secret).digest()
