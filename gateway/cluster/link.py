"""A gateway's end of RabbitMQ: AMQP by pika in one thread, in place of ``ingest.mqtt.MqttLink``.

Shards are consumed by hand: a message is done with (``settle``) when what it brought is committed.
What a gateway tells the others goes over the exchange NEWS; all of that can be missed, the log is
looked at anyway.
"""

import contextlib
import json
import logging
import queue
import threading
import time
import uuid
from collections import deque

import msgspec
import pika
import pika.exceptions

from gateway.cluster import names, url
from gateway.cluster.ask import WAIT_MS, Asked
from gateway.cluster.fair_share import Shares
from gateway.cluster.ingest import GREW, HEARD
from gateway.errors import GatewayError
from gateway.ingest import decoder
from gateway.ingest import payload as pl
from gateway.ingest.core import OPERATE
from gateway.ingest.mqtt import tls_context
from gateway.ingest.work import Operation
from gateway.process import unforeseen
from gateway.process.logger import Logger
from gateway.tables import alerts
from shared_rules import topics

log = Logger("gateway.cluster")
logging.getLogger("pika").setLevel(logging.CRITICAL)  # what matters is said below, in one line
HEARTBEAT_S = 4  # a line that has gone silent is dead after twice that, on either side
ATTEMPT_S = 3.0  # to connect to one node
PAUSE_S = (0.1, 0.2, 0.5, 1.0)  # between tries, then always the last
TICK_S = 1.0
PING_EVERY = 4  # ticks between two pings of every shard
PREFETCH_MAX = 64  # messages of a shard on their way to a commit
OUT_MAX = 20_000
PING, ACT, ANSWER = "ping", "act", "answer"  # types of messages
HINT, PASSED, ALERT, HELLO = "grew", "heard", "alert", "hello"
_WRONG = (pika.exceptions.AMQPError, OSError)


class Act(msgspec.Struct):
    """ACT: what a person did, for the gateway that writes the table."""

    table: str
    act: dict


class Alert(msgspec.Struct):
    """ALERT: one that no event raised, with its number and body."""

    table: str
    n: int
    k: int
    wall: int
    body: dict


_act = pl.decoder(Act)
_alert = pl.decoder(Alert)
_grown = pl.decoder(list[str])


class Delivery:
    """A message of a shard the broker waits for our word on."""

    def __init__(self, line, tag, table, redelivered):
        self.line, self.tag, self.table, self.redelivered = line, tag, table, redelivered


class ClusterLink:
    """See the module; ``inbox``, ``up``, ``dropped``, ``publish`` and the rest as MqttLink.

    ``on_heard(table, is_beat)``: a sign of life; ``living()``: how many gateways share the shards.
    ``on_alert(Alert)``: another's alert that no event raised; ``on_hello(who)``: another has begun
    and asks what is known.
    """

    def __init__(
        self,
        settings,
        inbox,
        on_link=None,
        on_heard=None,
        living=None,
        on_alert=None,
        on_hello=None,
    ):
        self.inbox = inbox
        self.dropped = 0
        self.up = False
        self.refused = None  # a cluster that refuses is tried node by node, and is away
        self.stumbles = 0  # messages that met an error of ours
        self.trouble = None  # why it is not, in one line
        self._bytes_max = settings.payload_bytes_max
        self.who = uuid.uuid4().hex
        self.shares = Shares(settings.cluster_shards)
        self._place = url.parse(settings.cluster_url)
        self._word = url.password(settings.cluster_password_file)
        if self._place.secure and not settings.mqtt_ca:
            raise GatewayError("amqps:// needs mqtt_ca, mqtt_cert and mqtt_key (feltwire pki)")
        self._tls = tls_context(settings) if self._place.secure else None
        self._on_link, self._on_heard = on_link, on_heard or (lambda table, is_beat: None)
        self._living = living or (lambda: 1)
        self._on_alert, self._on_hello = on_alert, on_hello
        room = inbox.maxsize // (2 * settings.cluster_shards)
        self._prefetch = max(1, min(PREFETCH_MAX, room)) if inbox.maxsize else PREFETCH_MAX
        self._asked = Asked()
        self._out = deque()  # work for the thread: functions
        self._connection = self._shards = self._send = None
        self._line = 0  # number of the connection: what an older one gave is not ours any more
        self._tags = {}  # shard -> consumer tag
        self._ticks = 0
        self._connected, self._stopping = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="cluster", daemon=True)

    # -- for the gateway

    def start(self):
        """Connect in the background, now and whenever the connection is lost."""
        self._thread.start()

    def wait(self, timeout_s):
        """True as soon as the broker is connected, False after ``timeout_s``."""
        return self._connected.wait(timeout_s)

    def stop(self):
        """Disconnect and end the thread; what is not settled is given to another gateway."""
        self._stopping.set()
        self._wake()
        if self._thread.is_alive():
            self._thread.join(10)

    def publish(self, topic, payload, retain=False, qos=1):
        """Publish to a controller; False when the broker is away, and for what it should retain:
        nothing is retained here, and the log's heads are kept by the other gateways."""
        if retain:
            return False
        return self._put(names.TOPICS, names.key_of(topic), payload, delivery_mode=1 + qos)

    def settle(self, deliveries, taken=()):
        """What these brought is committed; those of the tables ``taken`` over go back."""
        self._do(lambda: self._settle(deliveries, frozenset(taken)))

    def announce_grown(self, tables):
        """Tell the other gateways that these tables' logs have grown."""
        self._put(names.NEWS, "", json.dumps(tables).encode(), type=HINT)

    def pass_on(self, topic, payload, who=None):
        """Tell the others, or one of them, what a controller said that is in no log; it has been
        checked."""
        if who is None:
            self._put(names.NEWS, names.key_of(topic), payload, type=PASSED)
        else:
            self._put("", names.OWN + who, payload, type=PASSED, message_id=topic)

    def announce_alert(self, alert):
        """Tell the others of an alert that no event raised."""
        self._put(names.NEWS, "", json.dumps(alert).encode(), type=ALERT)

    def ask(self, table, act, done):
        """Have whoever owns a table log what was done; ``done(error)``: what is wrong, or None."""
        act = {**act, "ask": uuid.uuid4().hex}
        key = self._asked.begin(done, _now_ms())
        payload = json.dumps({"table": table, "act": act}).encode()
        topic = topics.topic(table, topics.UP_EVENTS)
        sent = self._put(
            names.UP, names.key_of(topic), payload, type=ACT, delivery_mode=2,
            correlation_id=key, reply_to=names.OWN + self.who, expiration=str(WAIT_MS),
        )  # fmt: skip
        if not sent:
            self._asked.answer(key, "the broker is away: try again")

    # -- the thread

    def _run(self):
        tries = 0
        while not self._stopping.is_set():
            node = self._place.nodes[tries % len(self._place.nodes)]
            try:
                self._open(node)
                tries = 0
                self._serve()
            except (*_WRONG, _NotSetUp) as e:
                self._say(f"{node[0]}:{node[1]}: {_line(e)}")
            except Exception as e:  # the thread goes on, with a new connection
                self._say(f"{node[0]}:{node[1]}: {unforeseen.where(e)}")
            finally:
                self._close()
            tries += 1
            self._stopping.wait(PAUSE_S[min(tries, len(PAUSE_S)) - 1])

    def _say(self, trouble):
        if trouble != self.trouble:
            log.error("the cluster's broker is away", why=trouble)
        self.trouble = trouble

    def _open(self, node):
        host, port = node
        ssl = pika.SSLOptions(self._tls, host) if self._tls else None
        self._connection = pika.BlockingConnection(
            pika.ConnectionParameters(
                host, port, self._place.vhost,
                pika.PlainCredentials(self._place.user, self._word),
                ssl_options=ssl, heartbeat=HEARTBEAT_S, socket_timeout=ATTEMPT_S,
                stack_timeout=2 * ATTEMPT_S, blocked_connection_timeout=10,
                client_properties={"connection_name": f"feltwire gateway {self.who[:8]}"},
            )
        )  # fmt: skip
        self._line += 1
        self._send = self._connection.channel()
        self._check_shards()
        own = names.OWN + self.who
        self._send.queue_declare(own, exclusive=True, auto_delete=True)
        self._send.queue_bind(own, names.NEWS)
        self._send.basic_consume(own, self._news, auto_ack=True)
        self._shards = self._connection.channel()
        self._shards.basic_qos(prefetch_count=self._prefetch)  # of each consumer
        for number in range(self.shares.count):
            self._consume(number)

    def _check_shards(self):
        """As many shards as the settings say: one that nobody consumes would swallow its tables."""
        for number in (self.shares.count - 1, self.shares.count):
            channel = self._connection.channel()
            try:
                channel.queue_declare(names.shard(number), passive=True)
                there = True
                channel.close()
            except pika.exceptions.ChannelClosedByBroker as e:
                if e.reply_code != 404:
                    raise
                there = False
            if there != (number < self.shares.count):
                raise _NotSetUp(
                    f"cluster_shards is {self.shares.count}, and {names.shard(number)} is "
                    f"{'there' if there else 'missing'}: see `feltwire cluster rabbitmq`"
                )

    def _serve(self):
        self.up, self.trouble = True, None
        self._connected.set()
        if self._on_link:
            self._on_link(True)
        self._put(names.NEWS, "", b"", type=HELLO)
        self._ticks, next_at = 0, 0.0
        while not self._stopping.is_set():
            self._flush()
            now = time.monotonic()
            if now >= next_at:
                self._tick()
                next_at = now + TICK_S
            self._connection.process_data_events(time_limit=min(TICK_S, next_at - now))

    def _close(self):
        was_up, self.up = self.up, False
        self._connected.clear()
        self.shares.forget()
        self._tags.clear()
        self._out.clear()
        self._asked.give_up()
        if self._connection is not None and self._connection.is_open:
            with contextlib.suppress(*_WRONG):
                self._connection.close()
        self._connection = None
        if was_up and self._on_link:
            self._on_link(False)

    def _tick(self):
        for number in self.shares.surplus(self._living()):
            self._shards.basic_cancel(self._tags.pop(number))
            self._consume(number)
        if self._ticks % PING_EVERY == 0:
            for number in range(self.shares.count):
                self._now("", names.shard(number), b"", type=PING, expiration="5000")
        self._ticks += 1
        self._asked.sweep(_now_ms())

    def _consume(self, number):
        self._tags[number] = self._shards.basic_consume(
            names.shard(number), lambda *message: self._message(number, *message)
        )

    # -- what comes in

    def _message(self, number, channel, method, properties, body):
        self.shares.came(number)
        if properties.type == PING:
            channel.basic_ack(method.delivery_tag)
            return
        try:
            self._take(channel, method, properties, body)
        except _WRONG:
            raise
        except Exception as e:
            self._stumble(e)
            channel.basic_ack(method.delivery_tag)  # given again, it would do the same

    def _stumble(self, error):
        self.stumbles += 1
        unforeseen.say(log, "a message could not be taken in", error)

    def _take(self, channel, method, properties, body):
        topic = names.topic_of(method.routing_key)
        table = topic.split("/")[1] if "/" in topic else "?"
        delivery = Delivery(self._line, method.delivery_tag, table, method.redelivered)
        what = (topic, body[: self._bytes_max + 1])  # too long is refused: it waits short
        if properties.type is None:
            self._hear(topic, False)
        if properties.type == ACT:
            what = self._operation(delivery, properties, body)
        try:
            self.inbox.put_nowait((*what, _now_ms(), delivery))
        except queue.Full:
            self.dropped += 1
            channel.basic_nack(method.delivery_tag, requeue=True)

    def _hear(self, topic, is_beat):
        where = topics.split(topic)
        if where and decoder.is_table(where[0]):
            self._on_heard(where[0], is_beat)

    def _operation(self, delivery, properties, body):
        data = _act(body)  # by a gateway: nobody else may write to the exchange
        if not (decoder.is_table(data.table) and alerts.is_act(data.act)):
            raise pl.BadPayload("not a person's act")
        back, key = properties.reply_to, properties.correlation_id

        def done(error):
            self._put("", back, (error or "").encode(), type=ANSWER, correlation_id=key)

        return OPERATE, Operation(data.table, data.act, done, delivery.redelivered)

    def _news(self, _channel, method, properties, body):
        try:
            self._take_news(method, properties, body)
        except _WRONG:
            raise
        except Exception as e:
            self._stumble(e)

    def _take_news(self, method, properties, body):
        if properties.type == ANSWER:
            self._asked.answer(properties.correlation_id, body.decode() or None)
            return
        if properties.type is None:  # a controller's own: nothing else of theirs comes here
            self._hear(names.topic_of(method.routing_key), True)
            return
        if properties.app_id == self.who:
            return
        now_ms = _now_ms()
        try:
            if properties.type == HINT:
                grown = [table for table in _grown(body) if decoder.is_table(table)]
                for table in grown:
                    self._on_heard(table, False)
                self.inbox.put_nowait((GREW, grown, now_ms))
            elif properties.type == PASSED:
                heard = properties.message_id or names.topic_of(method.routing_key), body
                self._hear(heard[0], False)
                self.inbox.put_nowait((HEARD, heard, now_ms))
            elif properties.type == ALERT and self._on_alert:
                self._on_alert(_alert(body))
            elif properties.type == HELLO and self._on_hello:
                self._on_hello(properties.app_id)
        except queue.Full:
            self.dropped += 1

    # -- what goes out

    def _settle(self, deliveries, taken):
        mine = [d for d in deliveries if d.line == self._line]
        for d in mine:
            if d.table in taken:
                self._shards.basic_nack(d.tag, requeue=True)
            else:
                self._shards.basic_ack(d.tag)

    def _put(self, exchange, key, payload, **properties):
        """Publish from any thread; False when the broker is away."""
        return self._do(lambda: self._now(exchange, key, payload, **properties))

    def _now(self, exchange, key, payload, **properties):
        properties = pika.BasicProperties(app_id=self.who, **properties)
        self._send.basic_publish(exchange, key, payload, properties)

    def _do(self, work):
        if not self.up or len(self._out) >= OUT_MAX:
            return False
        self._out.append(work)
        if len(self._out) == 1:
            self._wake()
        return True

    def _wake(self):
        connection = self._connection
        if connection is not None:
            # When it is closing, what waits is given up with it.
            with contextlib.suppress(pika.exceptions.ConnectionWrongStateError):
                connection.add_callback_threadsafe(self._flush)

    def _flush(self):
        while self._out:
            self._out.popleft()()


class _NotSetUp(Exception):
    """The broker has not been set up as the settings say."""


def _now_ms():
    return time.monotonic_ns() // 1_000_000


def _line(error):
    return " ".join(str(error).split())[:200] or type(error).__name__
