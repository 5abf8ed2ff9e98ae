"""The least a durable consumer can do: subscribe, commit, acknowledge. A yardstick, no gateway.

``python -m tools.bench.null_consumer MQTT-PORT DATABASE``: ends with SIGTERM.
"""

import json
import queue
import sqlite3
import sys
import time

import paho.mqtt.client as paho

from gateway.ingest.mqtt import _tune
from shared_rules import topics

WINDOW_S = 0.005  # group commit, as the gateway's default


def main(port, database):
    """Run until killed."""
    inbox = queue.Queue()
    client = paho.Client(paho.CallbackAPIVersion.VERSION2, client_id="null-consumer")
    client.on_socket_open = _tune
    client.on_message = lambda _c, _u, m: inbox.put((m.topic, m.payload))
    client.connect("127.0.0.1", port)
    client.subscribe(topics.topic("+", topics.UP_EVENTS), 1)
    client.loop_start()
    db = sqlite3.connect(database, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE event (topic TEXT, seq INTEGER, row TEXT)")
    while True:
        rows, acks = [], {}
        for topic, payload in _gather(inbox):
            batch = json.loads(payload)
            for i, row in enumerate(batch["ev"]):
                rows.append((topic, batch["seq"] + i, json.dumps(row)))
            acks[topic] = batch["seq"] + len(batch["ev"]) - 1
        db.execute("BEGIN")
        db.executemany("INSERT INTO event VALUES (?, ?, ?)", rows)
        db.execute("COMMIT")
        for topic, seq in acks.items():
            table = topics.split(topic)[0]
            client.publish(
                topics.topic(table, topics.DOWN_ACK), json.dumps({"boot": 1, "seq": seq}), qos=1
            )


def _gather(inbox):
    messages = [inbox.get()]
    end = time.monotonic() + WINDOW_S
    while len(messages) < 500:
        try:
            messages.append(inbox.get(timeout=max(0.0, end - time.monotonic())))
        except queue.Empty:
            break
    return messages


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
