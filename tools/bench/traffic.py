"""Load for the gateway: recorded hands as the traffic of many controllers, and who watches.

The events are those of a perfect table (``tools.virtual.paper``), made once; each table gets its
own root, so its own tokens, and starts at its own moment. A few connections carry all tables.
"""

import heapq
import itertools
import json
import random
import re
import socket
import threading
import time
import urllib.request

import paho.mqtt.client as paho

from firmware.link.signing import Signer
from gateway.vault import tokens
from shared_rules import topics, wire
from tools.virtual import paper
from tools.virtual.irregularities import script_class

CONNECTIONS = 8
DEV = "c1"
BETWEEN_MS = 2000
BATCH_MS = 20  # events of a controller that fall into one message
SLIPS = (None, None, None, "string-bet", None, None, "oversized-chip", None, None, "short-raise")


class Tape:
    """Events of a run of hands of one table, with the place of every card token."""

    def __init__(self, paths):
        self.cards = _Recorder()
        scripts = [script_class(kind) for kind in SLIPS]
        events = paper.play(paths, scripts=scripts, recorder=self.cards)
        starts = [i for i, e in enumerate(events) if e["what"] == "setup"] + [len(events)]
        self.hands = [events[a:b] for a, b in zip(starts, starts[1:], strict=False)]

    def rows(self, table, root):
        """``[(t, row)]`` for one table: hands from its own place on, tokens of its own root."""
        hands = itertools.islice(self.hands_of(table, root), len(self.hands))
        return [row for hand in hands for row in hand]

    def hands_of(self, table, root, every_ms=None):
        """Iterate the hands of ``rows`` without end, from the first again after the last.

        ``every_ms``: from a hand's beginning to the next; None: the next follows at once.
        """
        first = int(table) % len(self.hands)
        ratchet, t = tokens.Ratchet(root), 0
        for hand in itertools.count(1):
            events = self.hands[(first + hand - 1) % len(self.hands)]
            key, known = tokens.hand_key(ratchet.root(hand), table, 1, hand), {}
            shift, out = t - events[0]["t"], []
            for event in events:
                event = dict(event, t=event["t"] + shift)
                if event["what"] == "riffle":
                    recorded, event["hand"] = event["hand"], hand
                if "cards" in event:
                    cards = [self._token(key, known, recorded, c) for c in event["cards"]]
                    event["cards"] = cards
                out.append((event["t"], wire.encode(event)))
            yield out
            t = max(t + every_ms, out[-1][0]) if every_ms else out[-1][0] + BETWEEN_MS

    def _token(self, key, known, hand, made):
        if made not in known:
            card = self.cards.cards.get((hand, made))
            uid = paper.UIDS.get(card)
            known[made] = made if uid is None else tokens.token(key, uid)
        return known[made]


class _Recorder(paper.PaperTable):
    """Remembers which card each token of each hand was."""

    def __init__(self):
        super().__init__("tape")
        self.cards = {}

    def token(self, card):
        made = super().token(card)
        self.cards[(self.hand, made)] = card
        return made


def root_of(table):
    """A table's own root; no secret, the bench's tables are known."""
    return bytes([int(table) % 256]) * 31 + bytes([int(table) // 256])


class _Slots:
    """A controller's state in flash, as far as signing asks for it."""

    def __init__(self, root):
        self.value = {"root": root.hex(), "hand": 0}


class Fleet:
    """Plays a tape on many tables in real time, signed. ``sent``: (table, seq) -> monotonic s.

    ``acked_s``: seconds from publishing an event to its acknowledgement.
    """

    def __init__(self, port, tape, count, seed=0, host="127.0.0.1"):
        self.names = [str(n) for n in range(1, count + 1)]
        self.sent, self.acked_s, self.acked = {}, [], dict.fromkeys(self.names, 0)
        self._rows = {n: tape.rows(n, root_of(n)) for n in self.names}
        self._signers = {n: Signer(_Slots(root_of(n)), n, 1) for n in self.names}
        self._rng = random.Random(seed)
        self._clients = [self._connect(host, port, i) for i in range(min(CONNECTIONS, count))]

    def _connect(self, host, port, i):
        client = paho.Client(paho.CallbackAPIVersion.VERSION2, client_id=f"fleet-{i}")
        client.on_socket_open = lambda _c, _u, s: s.setsockopt(6, socket.TCP_NODELAY, 1)
        client.max_inflight_messages_set(2000)
        came = threading.Event()
        mine = self.names[i::CONNECTIONS]

        def connected(client, *_):
            client.subscribe([(topics.topic(n, topics.DOWN_ACK), 1) for n in mine])
            came.set()

        client.on_connect, client.on_message = connected, self._ack
        client.connect(host, port)
        client.loop_start()
        came.wait(10)
        return client

    def _ack(self, _client, _userdata, message):
        now = time.monotonic()
        table, seq = topics.split(message.topic)[0], json.loads(message.payload)["seq"]
        for n in range(self.acked[table] + 1, seq + 1):
            if (table, n) in self.sent:
                self.acked_s.append(now - self.sent[(table, n)])
        self.acked[table] = max(self.acked[table], seq)

    def play(self, seconds, speed=1.0, ended=None):
        """Send for so long, each table from its own place in the tape; returns events sent.

        ``ended``: an Event that ends it earlier.
        """
        begin = time.monotonic()
        queue = []
        for i, name in enumerate(self.names):
            heapq.heappush(queue, (begin + self._rng.random() * 2, i, 0, batches(self._rows[name])))
        count, seqs = 0, dict.fromkeys(self.names, 1)
        while queue:
            at, i, k, parts = heapq.heappop(queue)
            if at > begin + seconds or (ended and ended.is_set()):
                break
            time.sleep(max(0.0, at - time.monotonic()))
            name, (t, rows) = self.names[i], parts[k]
            self._publish(i, name, seqs[name], rows)
            seqs[name] += len(rows)
            count += len(rows)
            if k + 1 < len(parts):
                due = at + (parts[k + 1][0] - t) / 1000 / speed
                heapq.heappush(queue, (due, i, k + 1, parts))
        return count

    def burst(self, events):
        """Send so many events as fast as the connections take them."""
        lists = [batches(self._rows[n]) for n in self.names]
        seqs, k, count = dict.fromkeys(self.names, 1), 0, 0
        while count < events:
            sent = 0
            for i, name in enumerate(self.names):
                if k < len(lists[i]):
                    rows = lists[i][k][1]
                    self._publish(i, name, seqs[name], rows)
                    seqs[name] += len(rows)
                    sent += len(rows)
            if not sent:
                return
            count, k = count + sent, k + 1

    def _publish(self, i, name, seq, rows):
        payload = {"v": 1, "dev": DEV, "boot": 1, "seq": seq, "ev": rows}
        text = json.dumps(payload, separators=(",", ":")).encode()
        signed = self._signers[name].sign(topics.UP_EVENTS, text)
        now = time.monotonic()
        for n in range(len(rows)):
            self.sent[(name, seq + n)] = now
        client = self._clients[i % len(self._clients)]
        client.publish(topics.topic(name, topics.UP_EVENTS), signed, qos=1)

    def wait_acked(self, timeout_s):
        """True when all that was sent is acknowledged."""
        last = {}
        for name, seq in self.sent:
            last[name] = max(seq, last.get(name, 0))
        end = time.monotonic() + timeout_s
        while time.monotonic() < end:
            if all(self.acked[n] >= seq for n, seq in last.items()):
                return True
            time.sleep(0.02)
        return False

    def close(self):
        """Disconnect."""
        for client in self._clients:
            client.disconnect()
            client.loop_stop()


def batches(rows):
    """Rows of a table as its messages: ``[(t of the first, rows)]``."""
    out = []
    for t, row in rows:
        if out and t - out[-1][0] <= BATCH_MS and len(out[-1][1]) < 16:
            out[-1][1].append(row)
        else:
            out.append((t, [row]))
    return out


class Watcher(threading.Thread):
    """One screen's event stream. ``seen``: alert (table, n, k) -> monotonic s first seen."""

    ALERT = re.compile(r'id=\\"(?:alert|noted)-([^-"\\]+)-(\d+)-(\d+)\\"')

    def __init__(self, url, path):
        super().__init__(daemon=True)
        self._url, self.seen, self.messages, self.bytes = url + path, {}, 0, 0
        self._stop = threading.Event()

    def run(self):
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        while not self._stop.is_set():
            try:
                with opener.open(self._url, timeout=15) as answer:
                    self._read(answer)
            except OSError:
                self._stop.wait(0.2)

    def _read(self, answer):
        for line in answer:
            if self._stop.is_set():
                return
            if not line.startswith(b"data: "):
                continue
            now = time.monotonic()
            self.messages += 1
            self.bytes += len(line)
            for table, n, k in self.ALERT.findall(line.decode()):
                self.seen.setdefault((table, int(n), int(k)), now)

    def close(self):
        """End with the next line."""
        self._stop.set()


def alert_delays(fleet, floor, url, leave_out=()):
    """Seconds from publishing an event to its alert on a screen (a Watcher), for each alert seen.

    An alert is named by the event's number in the log, which counts what people did as well.
    """
    keys = [key for key in floor.seen if key not in leave_out]
    sent = {}
    for table in {table for table, _n, _k in keys}:
        sent.update(((table, n), fleet.sent[(table, seq)]) for n, seq in seqs(url, table))
    return [floor.seen[key] - sent[key[:2]] for key in keys]


def seqs(url, table):
    """``(number in the log, seq)`` of all events of a table's controller."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    after, found = 0, []
    while True:
        path = f"{url}/api/v1/tables/{table}/events?after={after}&limit=1000"
        with opener.open(path, timeout=60) as answer:
            page = json.load(answer)
        if not page["events"]:
            return found
        found += [(e["n"], e["seq"]) for e in page["events"] if e["dev"] == DEV]
        after = page["next"]


def percentile(values, p):
    """The p-th percentile (0-100) of values; None of nothing."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * p / 100))]
