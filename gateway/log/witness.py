"""Sends the heads of the chains off the machine, where whoever cuts the log cannot reach them.

Every ``head_interval_s`` the heads that changed go out, as ``{"table","n","hash","first","wall"}``:
retained on the broker (``down/head``), and, as ``head_sink`` says, as a line to a file (on another
machine's disk) or by POST to an http(s) address. What came back from the broker is compared.
"""

import json
import threading
import time
import urllib.request
from pathlib import Path

from gateway.errors import LogDamaged, LogError
from gateway.ingest import payload as pl
from gateway.log import chain, heads
from gateway.process import unforeseen
from gateway.process.logger import Logger
from shared_rules import topics

log = Logger("gateway.log")
HTTP = ("http://", "https://")
VAULT = "@vault"  # in place of a table: the vault's audit log
SINK_S = 10  # a sink that does not answer is tried again with the next heads


class Witness:
    """``heads_file``: the log's; ``publish(topic, payload, retain)``; ``wall_ms()``.

    ``on_trouble(text or None)``: the sink does not take heads, or takes them again. ``others()``:
    heads of chains that are no table's (``VAULT``), as ``heads_file`` gives them.
    """

    def __init__(
        self, heads_file, publish, sink="", interval_s=30, wall_ms=None, on_trouble=None,
        others=dict,
    ):  # fmt: skip
        self._heads_file, self._publish, self._sink = heads_file, publish, sink
        self._others = others
        self._interval_s = interval_s
        self._wall_ms = wall_ms or (lambda: time.time_ns() // 1_000_000)
        self._on_trouble = on_trouble or (lambda text: None)
        self._sent, self._sunk = {}, {}  # table -> head the broker, the sink has
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heads", daemon=True)

    def start(self):
        """Begin to send."""
        self._thread.start()

    def stop(self):
        """Send what changed once more, and end."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(SINK_S + 5)

    def _run(self):
        while True:
            ends = self._stopping.wait(self._interval_s)
            try:
                self.send()
            except Exception as e:
                unforeseen.say(log, "the chain's heads were not sent", e)
            if ends:
                return

    def forget_broker(self):
        """The broker was away: what is retained there has to be told again."""
        self._sent = {}

    def send(self):
        """Send every head that changed since it was last taken; once."""
        found = {**self._heads_file.heads(), **self._others()}
        for table, head in found.items():
            if self._sent.get(table) != head:
                payload = json.dumps(self._message(table, head)).encode()
                if self._publish(topics.topic(table, topics.DOWN_HEAD), payload, True):
                    self._sent[table] = head
        news = {t: h for t, h in found.items() if self._sunk.get(t) != h}
        if self._sink and news:
            lines = [json.dumps(self._message(t, h)) for t, h in sorted(news.items())]
            try:
                sink(self._sink, lines)
            except (OSError, ValueError) as e:
                self._on_trouble(f"the chain's heads cannot be sent to {self._sink}: {e}")
            else:
                self._sunk.update(news)
                self._on_trouble(None)

    def _message(self, table, head):
        n, digest, first = head
        return {
            "table": table, "n": n, "hash": digest.hex(), "first": first, "wall": self._wall_ms(),
        }  # fmt: skip


def sink(where, lines):
    """Append lines to a file, or POST them (JSON lines) to an address. OSError when that fails."""
    text = "".join(line + "\n" for line in lines)
    if where.startswith(HTTP):
        request = urllib.request.Request(
            where, text.encode(), {"Content-Type": "application/x-ndjson"}, method="POST"
        )
        with urllib.request.urlopen(request, timeout=SINK_S) as answer:
            answer.read(1000)
        return
    with Path(where).open("a", encoding="utf-8") as f:
        f.write(text)


def of_message(payload):
    """``(n, hash, first)`` of a head as it was sent; ValueError for anything else."""
    try:
        data = pl.an_object(payload)
        head = (data["n"], bytes.fromhex(data["hash"]), data.get("first", 0))
    except (KeyError, TypeError, ValueError) as e:
        raise ValueError("not a head") from e
    whole = all(isinstance(v, int) and 0 <= v < 2**63 for v in (head[0], head[2]))
    if not whole or not chain.is_digest(head[1]):
        raise ValueError("not a head")
    return head


def of_file(path, every=None):
    """``{table: (n, hash, first)}``: the last head of each table in a sink's file; or, of the
    chain ``every``, the list of all its heads."""
    found, all_of = {}, []
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        try:
            table = pl.an_object(line)["table"]
            found[table] = of_message(line)
            if table == every:
                all_of.append(found[table])
        except (ValueError, KeyError, TypeError):
            continue  # torn: the one before it holds less
    if every is not None:
        return all_of
    found.pop(VAULT, None)  # no table: the vault's own command compares it
    return found


def compare(log, known):
    """``{table: why}`` of the tables whose log does not hold the heads ``known`` elsewhere."""
    wrong = {}
    for table, head in sorted(known.items()):
        try:
            heads.check(log, table, head)
        except LogDamaged as e:
            wrong[table] = str(e)
        except LogError as e:
            wrong[table] = f"the log of table {table} cannot be read: {e}"
    return wrong
