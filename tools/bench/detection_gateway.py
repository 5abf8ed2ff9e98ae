"""The detection bench to its end: tags, readers, firmware on its VM, MQTT, gateway, alert.

One table plays hand after hand, each with one irregularity. A latency is virtual time from the last
tag at rest (or the key) to the controller's message, and from there wall time to the gateway's
alert: committed, acknowledged and ruled. Broker and gateway run in this process, beside the world.
"""

import json
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from gateway.service import Gateway
from gateway.settings.fields import Settings
from tools.bench.detection_chain import played
from tools.bench.detection_report import percentiles
from tools.bench.detection_run import is_incident
from tools.install.broker import EmbeddedBroker, quiet
from tools.virtual.player import TablePlayer, enrol, provision, root_of
from tools.virtual.table import VirtualTable

AFTER_US = 5_000_000  # virtual time after a hand in which its ruling may still come
SETTLE_S = 5.0  # wall time for the gateway to rule on what has been published
TABLE, DEV = "1", "c1"
NOT_HERE = ("duplicate-card", "early-collect")  # nobody names the twin; nothing is ruled


@dataclass
class Measured:
    """What became of the hands of one kind."""

    kind: str
    hands: int = 0
    found: int = 0
    table_ms: list = field(default_factory=list)  # tag at rest to the controller's message
    gateway_ms: list = field(default_factory=list)  # the same to the gateway's alert


class Watch:
    """When the controller published each event, and when the gateway raised each alert."""

    def __init__(self):
        self.published = []  # (event's t, virtual ms, wall s), in order
        self.alerts = {}  # (n, k) -> (wall s, body)

    def publish(self, t_us, topic, payload):
        """One message of the controller, seen on its way."""
        if topic.endswith("/up/ev"):
            now = time.monotonic()
            rows = json.loads(payload).get("ev", ())
            self.published.extend((row[1], t_us // 1000, now) for row in rows)

    def change(self, live):
        """Something of a table changed at the gateway."""
        now = time.monotonic()
        for key, body in list(live.alerts.items()):
            if body["source"] == "ruling" and key not in self.alerts:
                self.alerts[key] = (now, body)

    def latency(self, due, due_ms, since):
        """``(table ms, gateway ms)`` of the alert that was due, None when none came."""
        for key in sorted(self.alerts):
            wall, body = self.alerts[key]
            if key in since or any(body[k] != due[k] for k in ("situation", "ruling", "seat")):
                continue
            sent = [p for p in self.published if p[0] == body["t"] and p[2] <= wall]
            if sent:
                _, t_ms, sent_s = sent[0]
                at_table = max(0, t_ms - due_ms)
                return at_table, at_table + round((wall - sent_s) * 1000)
        return None


def measure(kinds, n, seed, noise, rulebook, table="nine_max"):
    """``[Measured]``: ``n`` hands of each kind through the whole chain."""
    quiet()
    broker = EmbeddedBroker()
    broker.start()
    with tempfile.TemporaryDirectory(prefix="feltwire-bench-") as folder:
        settings = Settings(data_dir=folder, mqtt_port=broker.port, rulebook=rulebook, web=False)
        gateway = Gateway(settings)
        watch = Watch()
        gateway.tables.on_change(watch.change)
        gateway.start()
        try:
            return _played(watch, Path(folder), broker.port, kinds, n, seed, noise, rulebook, table)
        finally:
            gateway.stop()
            broker.stop()


def _played(watch, folder, port, kinds, n, seed, noise, rulebook, table):
    virtual = VirtualTable(
        table, f"{seed}/{noise}", noise, ("127.0.0.1", port), TABLE, folder / "flash", dev=DEV,
        core=None,
    )  # fmt: skip
    player = TablePlayer(virtual, rulebook, seed)
    root = root_of(seed, TABLE)
    enrol(player.stage, folder, TABLE, DEV, root)
    provision(virtual.flash, root)
    out = []
    with virtual:
        virtual.proxy.on_publish = watch.publish
        for kind in [k for k in kinds if k not in NOT_HERE]:
            out.append(Measured(kind))
            for i in range(n):
                _one(virtual, player, watch, kind, seed + i, table, out[-1])
    return out


def _one(virtual, player, watch, kind, seed, table, row):
    since = set(watch.alerts)
    watch.published.clear()
    script = played(player, kind, seed, table)
    if script is None:
        return
    due = next(o for o in script.outputs if is_incident(o))
    virtual.run_for(AFTER_US)
    row.hands += 1
    end = time.monotonic() + SETTLE_S
    emitted = watch.latency(due, due["t"], since)
    while emitted is None and time.monotonic() < end:
        time.sleep(0.05)
        emitted = watch.latency(due, due["t"], since)
    if emitted is not None:
        row.found += 1
        row.table_ms.append(emitted[0])
        row.gateway_ms.append(emitted[1])


def table_of(rows, command):
    """Markdown of what was measured."""
    lines = [f"Measured by `{command}`: {sum(r.hands for r in rows)} hands.", ""]
    lines.append("| through the whole chain, ms | hands | ruled | at the table p50 / p95 / p99 | ")
    lines[-1] += "at the gateway p50 / p95 / p99 |"
    lines.append("|---|---|---|---|---|")
    whole = Measured("all")
    for row in rows:
        for name in ("hands", "found", "table_ms", "gateway_ms"):
            setattr(whole, name, getattr(whole, name) + getattr(row, name))
    for row in [*rows, whole]:
        cells = [" / ".join(percentiles(ms)) or "-" for ms in (row.table_ms, row.gateway_ms)]
        name = row.kind if row is whole else f"`{row.kind}`"
        lines.append(f"| {name} | {row.hands} | {row.found} | {cells[0]} | {cells[1]} |")
    return "\n".join(lines)
