"""The controller put together: everything but pins and time, which are passed in.

``Controller.turn()`` is one turn of the loop: read, follow, tell, journal, publish, keys, lights.
It returns how long the loop may sleep.
"""

import json
import os

from firmware.health import Health
from firmware.image.service import Images
from firmware.indicators import Indicators
from firmware.link.ack import Uplink
from firmware.link.beat import Beat
from firmware.link.clock import Clock
from firmware.link.incoming import json_object
from firmware.link.journal import Journal
from firmware.link.keypad import Keypad, key_of
from firmware.link.mqtt import of_controller
from firmware.link.orders import Orders
from firmware.link.signing import Signer
from firmware.link.slots import of_device
from firmware.link.tokens import Tokens
from firmware.table import phase as ph
from firmware.table.table import Table
from firmware.trouble import Trouble
from shared_rules import topics
from shared_rules.events import BadEvent
from shared_rules.wire import decode

HEALTH_MS = 10000
LIGHTS_MS = 100
CHORES_MS = 8  # keys and socket are looked at this often, and at once when an event is to go out
PROVISION = "/provision.json"  # the ticket to agree on a root by: firmware/link/agreeing.py
HEARD = (
    topics.DOWN_ACK, topics.DOWN_RESEND, topics.DOWN_KEY, topics.DOWN_LIGHT, topics.DOWN_PROGRAM,
    topics.DOWN_IMAGE, topics.DOWN_BLOCK, topics.DOWN_TIME, topics.DOWN_BEAT,
    topics.DOWN_CALIBRATE,
)  # fmt: skip
SEQ_MAX = (1 << 63) - 1  # what a record of the journal has room for
KEY_IDS = 8  # keys of the panel remembered, so that a repeated message is one key


class Board:
    """What a board has besides readers: ``uart``, ``lights``, ``wall`` (walltime.WallTime), each or
    None; ``restart()`` boots again; ``feed()`` feeds the watchdog in what takes long, or None;
    ``sounder``: drivers.sounder.Sounder or None."""

    def __init__(self, uart, lights, restart=None, wall=None, feed=None, sounder=None):
        self.uart = uart
        self.lights = lights
        self.restart = restart
        self.wall = wall
        self.feed = feed
        self.sounder = sounder


class Controller:
    """One table's controller.

    ``config``: see config.py; ``scanner``: ``poll(now_us)``, ``schedule``; ``ticks``: the time
    module or a stand-in; ``make_socket()``: see link/connect.py; ``board``: Board; ``jitter(n)``: a
    random number below n; ``complain(text)``: one line for people; ``booted``: what the image
    loader chose (None without one).
    """

    def __init__(
        self, config, scanner, ticks, make_socket, board, jitter, complain, flash=".", booted=None
    ):
        self.config = config
        self.scanner = scanner
        self.ticks = ticks
        self.complain = complain
        self.clock = Clock(ticks)
        self.slots = of_device(flash)
        value = self.slots.value
        value["boot"] += 1
        self.slots.save()
        forget_provisioning(flash)
        self.boot = value["boot"]
        self.name = config["table"]
        self.wall = board.wall
        ring = config["journal"]
        self.journal = Journal(
            flash + "/journal", self.boot, ring["segments"], ring["segment_bytes"], ring["keep"],
            board.feed,
        )  # fmt: skip
        self.tokens = Tokens(self.slots, self.name, self.boot, self.journal)
        self.signer = Signer(self.slots, self.name, self.boot)
        self.orders = Orders(self.slots, self.name, self.boot, complain)
        names = [row[0] for row in config["antennas"]]
        self.table = Table(
            names, config["seats"], scanner.schedule, config["tune"], self.tokens, self._event,
            complain,
        )  # fmt: skip
        scanner.keep_by(self.table.presence.kept)
        self.recorder = None
        if config.get("trace"):
            from firmware.recorder import Recorder  # loaded when it is needed

            self.recorder = Recorder(flash, names, config["trace"]["bytes"], complain)
        self.client = self._make_client(make_socket, jitter)
        who = {"dev": config["dev"], "boot": self.boot}
        beat = json.dumps(who).encode()
        self.beat = Beat(self.client, self._topic(topics.UP_BEAT), beat)
        self.uplink = Uplink(
            self.journal, self._publish, self.boot, config["dev"], self._last_t, complain
        )
        self.keypad = Keypad(board.uart, self._press, complain)
        self.indicators = Indicators(
            board.lights, config.get("lights", {}).get("count", 0), self.table, board.sounder
        )
        self.rules = None
        if config.get("rules"):
            from firmware import rules  # with the engine: loaded where it is wanted

            self.rules = rules.of_book(config["rules"], self._found, complain)
        self.health = Health(
            scanner, self.table, self.uplink, self.client, self.keypad, self.journal, self.orders,
            self.boot,
        )  # fmt: skip
        self.trouble = Trouble(
            scanner, [r.get("name", str(i)) for i, r in enumerate(config["readers"])], self._press,
            complain,
        )  # fmt: skip
        self.images = Images(
            flash, booted, config.get("flash"), self._send, board.restart, self._is_quiet, who,
            complain, self.orders.signed,
        )  # fmt: skip
        self._key_ids = []
        self._up_events = self._topic(topics.UP_EVENTS)
        self._next = self._next_lights = 0
        self._next_health = HEALTH_MS
        self._appended = False
        self._resume()

    def turn(self):
        """One turn of the loop; returns ticks (us) before which nothing needs doing."""
        clock = self.clock
        before = self.table.events
        found, next_us = self.scanner.poll(clock.tick())
        if found is not None:
            clock.tick()
            t = clock.ms_at(found.t_us)
            if self.recorder is not None:
                self.recorder.dwell(found, t, clock.ms)
            self.table.poll(clock.ms)
            self.table.dwell(
                found.antenna,
                found.uids,
                found.denominations,
                found.n,
                found.partial,
                t,
                found.agc,
            )
        now = clock.ms
        if now >= self._next or self._appended:
            self._chores(now)
        # Journal and rules take longest: the readers are seen to between the one and the other.
        if self.rules is not None and (self.table.events != before or self.rules.poll()):
            return clock.us
        wait = self.ticks.ticks_diff(next_us, clock.us)
        mine = 1000 * (self._next - now)
        if mine < wait:
            return self.ticks.ticks_add(clock.us, mine)
        return next_us

    def _chores(self, now):
        """What is not reading: keys, what has become ready, network, lights, health."""
        self._next = now + CHORES_MS
        self.keypad.poll()
        self.table.poll(now)
        self.indicators.sound(self.clock.us)
        self._network(now)
        self.images.poll(now, self.client.is_up())
        if now >= self._next_lights:
            self._next_lights = now + LIGHTS_MS
            self.trouble.poll(now)
            linked = self.client.is_up() and self.beat.is_heard(now)
            self.indicators.poll(now, self.clock.us, linked)
        if now >= self._next_health:
            self._next_health = now + HEALTH_MS
            self._say(topics.UP_HEALTH, self.health.report(now), now)

    # -- network

    def _network(self, now):
        self._appended = False
        was = self.client.is_up()
        self.uplink.poll(now)
        self.client.poll(now)
        self.beat.poll(now)
        if was and not self.client.is_up():
            self.uplink.disconnected()
            self.complain("mqtt: %s" % self.client.last_error)

    def _make_client(self, make_socket, jitter):
        gone = self.signer.sign_will(topics.UP_STATE, self._state(False))
        return of_controller(
            self.config["mqtt"], (self.name, self.config["dev"]), make_socket,
            (self._topic(topics.UP_STATE), gone), [self._topic(name) for name in HEARD],
            self._hello, self._heard, self._puback, jitter,
        )  # fmt: skip

    def _topic(self, name):
        return topics.topic(self.name, name).encode()

    def _state(self, online):
        state = {"online": online, "dev": self.config["dev"], "boot": self.boot}
        return json.dumps(state).encode()

    def _hello(self, now):
        self._say(topics.UP_STATE, self._state(True), now, retain=True)
        self.uplink.connected(now)

    def _publish(self, payload, now):
        return self.client.publish(
            self._up_events, self.signer.sign(topics.UP_EVENTS, payload), now
        )

    def _send(self, name, message):
        """Publish an object on a topic of the table; None without a connection."""
        return self._say(name, json.dumps(message).encode(), self.clock.ms)

    def _say(self, name, payload, now, retain=False):
        signed = self.signer.sign(name, payload)
        return self.client.publish(self._topic(name), signed, now, retain=retain)

    def _is_quiet(self):
        return self.table.phase.now == ph.BETWEEN

    def _puback(self, pid):
        self.uplink.puback(pid)
        self._appended = True  # the next batch may go at once

    def _heard(self, topic, payload):
        parts = topics.split(topic.decode())
        if parts is None:
            return
        name = parts[1]
        payload = self.orders.taken(name, payload)
        if payload is None:
            return
        self.beat.heard(name, self.clock.ms)
        if name == topics.DOWN_BEAT:
            return
        if self.images.heard(name, payload, self.clock.ms):
            return
        message = json_object(payload)
        if name == topics.DOWN_KEY:
            self._panel_key(message)
            return
        if message is None:
            self.complain("%s: not an object" % name)
            return
        if name == topics.DOWN_CALIBRATE:
            from firmware.calibrate import order  # loaded when it is needed

            order.heard(message, self.config["dev"], self._send, self.images)
            return
        if name == topics.DOWN_LIGHT:
            self.indicators.say(message.get("level"), message.get("seat"))
            return
        if name == topics.DOWN_TIME:
            self._time(message)
            return
        boot, seq = message.get("boot"), message.get("seq")
        if not _is_number(boot, self.boot) or not _is_number(seq, SEQ_MAX):
            self.complain("%s: boot and seq must be numbers of ours" % name)
        elif name == topics.DOWN_ACK:
            self.uplink.acked(boot, seq, self.clock.ms)
            if self.journal.unacked() is None:
                self.indicators.committed(self.clock.ms)
        elif name == topics.DOWN_RESEND:
            self.uplink.resend(boot, seq, self.clock.ms)

    def _time(self, message):
        """The gateway says the time and wants to know ours: it reckons with half the way there
        and back, so the answer goes at once."""
        if self.wall is not None and "unix" in message:
            fault = self.wall.heard(message["unix"], self.clock.ms)
            if fault is not None:
                self.complain("down/time: " + fault)
        ident = message.get("id")
        if not isinstance(ident, int):
            self.complain("down/time: id must be a number")
            return
        answer = {"id": ident, "dev": self.config["dev"], "boot": self.boot}
        answer["t"] = self.clock.ms
        self._send(topics.UP_TIME, answer)

    # -- keys

    def _panel_key(self, message):
        key = key_of(message)
        if key is None:
            self.complain("down/key: not a key")
            return
        ident = message.get("id")
        if isinstance(ident, (str, int)):
            if ident in self._key_ids:
                return
            self._key_ids.append(ident)
            if len(self._key_ids) > KEY_IDS:
                self._key_ids.pop(0)
        self._press(key)

    def _press(self, key):
        if self.recorder is not None:
            self.recorder.key(key, self.clock.ms)
        self.table.poll(self.clock.ms)
        self.table.key(key, self.clock.ms)

    # -- events

    def _event(self, event):
        self.uplink.append(event)
        self._appended = True
        if self.rules is not None:
            self.rules.take(event)

    def _found(self, level, seat):
        self.indicators.found(level, seat)
        if self.journal.unacked() is None:  # the gateway had all of it before it was folded here
            self.indicators.committed(self.clock.ms)
        self._next_lights = self.clock.ms

    def _last_t(self):
        return self.table.last_t

    def _resume(self):
        """Go on with the hand the journal tells of, if one is under way."""
        rows = HandRows()
        self.journal.visit(rows.take)
        if rows.rows:
            from firmware.table.restore import restore  # loaded when it is needed

            restore(self.table, rows.rows)
            if self.rules is not None:
                self.rules.go_on(rows.rows)
        hand = self.tokens.hand()
        if hand and rows.hand != hand and not rows.reaches(self.slots.value):
            # the cut came between counting the hand and telling it
            self.tokens.adopt_hand()
            self.table.emit({"t": 0, "what": "riffle", "hand": hand})
        self.table.attention.tick(0)


class HandRows:
    """Collects the journal's events from the last hand's start on, and the setup before it.

    Their times go on over boots: a boot's clock begins where the one before was last heard.
    """

    def __init__(self):
        self.rows = []
        self.hand = 0
        self.last = (0, 0)
        self.t = self.base = 0  # time of the last event; when its boot began

    def reaches(self, state):
        """True when the journal goes beyond the point at which the state's hand was to be told."""
        return self.last >= (state["hand_boot"], state["hand_seq"])

    def take(self, boot, seq, payload):
        """One record of the journal."""
        if boot != self.last[0]:
            self.base = self.t
        self.last = (boot, seq)
        try:
            ev = decode(json.loads(payload.decode()))
        except (ValueError, BadEvent, UnicodeError):
            return
        for name in ("t", "about"):
            if name in ev:
                ev[name] += self.base
        self.t = ev["t"]
        if ev["what"] in ph.STARTS and ev.get("hand"):
            self.hand = ev["hand"]
            self.rows = [r for r in self.rows if r["what"] == "setup"][-1:]
        self.rows.append(ev)


def _is_number(value, most):
    return isinstance(value, int) and 0 <= value <= most


def forget_provisioning(flash):
    """The device has a root, in its state, where it is ratcheted: its ticket is spent."""
    try:
        os.remove(flash + PROVISION)
    except OSError:
        pass
