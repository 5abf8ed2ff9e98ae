"""Safe mode: a controller that cannot run its table reads nothing, and says why, in three places.

On the console, one line a minute; by the dealer's light, blinking, where the configuration can be
read that far; and as the table's retained state at the broker, where it can be read so far. The
watchdog is fed: a restart would change nothing.
"""

import json
import time

from firmware import config as cfg
from firmware.drivers.lights import LEVELS
from firmware.link.mqtt import of_controller
from firmware.link.slots import of_board
from shared_rules import topics

BLINK_MS = 500
POLL_MS = 10
SAY_MS = 60000


class SafeMode:
    """``why``: one line; ``path``: of the configuration; ``parts``: ``lights(config)`` gives pixels
    or None, ``connect(mqtt)`` a function that opens a connection, ``network(config)`` brings the
    network up."""

    def __init__(self, why, path, watchdog, parts, say, flash="."):
        self.why = why
        self.watchdog = watchdog
        self.say = say
        self.config = raw(path)
        self.flash = flash
        self.pixels = self._try(parts.lights)
        self._try(parts.network)
        self.client = self._try(lambda config: self._client(config, parts.connect))
        self.lit = False

    def run(self, turns=None):
        """Stay in safe mode; ``turns``: of 10 ms, for ever when None."""
        self.say("safe mode: " + self.why)
        now = blinked = said = 0
        while turns is None or now < turns * POLL_MS:
            time.sleep_ms(POLL_MS)
            now += POLL_MS
            self.watchdog.feed()
            if self.client is not None:
                self.client.poll(now)
            if now - blinked >= BLINK_MS:
                blinked = now
                self._blink()
            if now - said >= SAY_MS:
                said = now
                self.say("safe mode: " + self.why)

    def _try(self, make):
        """What of the rest works is used: nothing of it may end safe mode."""
        try:
            return make(self.config)
        except Exception:
            return None

    def _client(self, config, connect):
        table, dev, mqtt = config["table"], config["dev"], dict(cfg.MQTT)
        mqtt.update(config["mqtt"])
        topic = topics.topic(table, topics.UP_STATE).encode()
        state = {"online": False, "dev": dev, "boot": self._boot()}
        will = json.dumps(state).encode()
        state.update({"online": True, "safe": self.why})
        reported = json.dumps(state).encode()
        heard = [topics.topic(table, topics.DOWN_LIGHT).encode()]
        client = of_controller(
            mqtt, (table, dev), connect(mqtt), (topic, will), heard,
            lambda now: client.publish(topic, reported, now, retain=True),
            lambda topic, payload: None,
        )  # fmt: skip
        return client

    def _boot(self):
        """Epoch of the last boot that worked: an older one would be taken for stale."""
        return of_board(self.flash, {}).value.get("boot", 0)

    def _blink(self):
        if self.pixels is None:
            return
        self.lit = not self.lit
        try:
            self.pixels[0] = LEVELS["alert" if self.lit else "off"]
            self.pixels.write()
        except Exception:
            self.pixels = None


def raw(path):
    """The configuration's object unchecked, {} when there is none."""
    try:
        f = open(path)
    except OSError:
        return {}
    try:
        data = cfg.parse(f.read())
    except ValueError:
        return {}
    finally:
        f.close()
    return data if isinstance(data, dict) else {}
