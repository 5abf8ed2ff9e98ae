"""A gateway, its escalation and a phone in virtual time; each can be killed. No thread, no sleep.

``python -m tests.alerts.alert_scene --seeds 10000`` prints the figures (``make soak``).
"""

import argparse
import logging
import random
import sys
import tempfile
import time
from pathlib import Path

import apsw
import structlog

from gateway.alerts.escalator import Escalator
from gateway.errors import LogError
from gateway.ingest.core import OPERATE
from gateway.ingest.work import Operation
from gateway.tables import projections
from shared_rules import wire
from tests.gateway.disk import Disk, hush_crashes
from tests.gateway.gateway_rig import Rig, lay_out
from tests.gateway.support import setup

TICK_MS = 500  # as gateway/alerts/escalator.py
ESCALATED_MS = 10_000  # promise 9
TABLES = ("1", "2")


class Broken(AssertionError):
    """A promise that was not kept."""


class Scene:
    """``folder``: for the log. ``reported``: what phones were pushed: (ms, table, n, k, level)."""

    def __init__(self, folder, **settings):
        self.folder, self.settings = Path(folder), settings
        self.now = 0
        self.disk_fails = None
        self.phone = True  # there and looked at
        self.broker = True
        self.rig = None
        self.raised = {}  # (table, n, k) -> ms when the gateway could first know it
        self.answered = set()
        self.reported = []
        self.ups = []  # [from ms, to ms or None] of the gateway
        self._files = {}
        self._unsent = []
        self._seqs = dict.fromkeys(TABLES, 0)
        self.start()

    # -- life

    def start(self):
        """The gateway starts on what is on disk."""
        self.disk = Disk(self._fault)
        self.disk.put(self._files)
        lay_out(self.folder, self._files)
        self.rig = Rig(self.folder, self.disk, publish=None, **self.settings)
        self._clocks()
        self.escalator = Escalator(
            self.rig.settings, self.rig.tables, self._operate, self._notify,
            monotonic_ms=lambda: self.now, wall_ms=lambda: self.rig.wall,
        )  # fmt: skip
        self.ups.append([self.now, None])

    def kill(self):
        """kill -9."""
        rig, self.rig = self.rig, None
        self._files = self.disk.after_kill()
        self.disk.fault = lambda kind, name: None
        rig.close()
        self.ups[-1][1] = self.now

    def _fault(self, kind, _name):
        if self.disk_fails and kind in ("sync", "write"):
            raise self.disk_fails("injected")

    def _clocks(self):
        self.rig.now_ms = self.now
        self.rig.wall = 1_700_000_000_000 + self.now

    def _operate(self, table, act, done):
        if self.rig.ingest.blocked():
            raise LogError("full")
        self.rig.turn((OPERATE, Operation(table, act, done)))

    def _notify(self, alert):
        self.reported.append((self.now, alert["table"], alert["n"], alert["k"], alert["level"]))

    # -- what happens

    def call_floor(self, table="1"):
        """The dealer calls the floor; the controller keeps the event until it is acknowledged."""
        event = {"t": self.now, "what": "notice", "by": "dealer", "kind": "call_floor"}
        first = [] if self._seqs[table] else [setup(0, "h1")]
        for e in (*first, event):
            self._seqs[table] += 1
            self._unsent.append((table, self._seqs[table], wire.encode(e)))

    def answer(self, key, act="accept"):
        """Somebody of the floor answers on the phone. True when the gateway took it."""
        table, n, k = key
        if not self.rig or self.rig.ingest.blocked():
            return False
        act = {"alert": [n, k], "act": act, "reason": "", "wall": 0}
        self._operate(table, act, lambda error: error or self.answered.add(key))
        return key in self.answered

    def run(self, ms):
        """Time passes."""
        end = self.now + ms
        while self.now < end:
            self.now += TICK_MS
            if self.rig is None:
                continue
            self._clocks()
            self._controllers()
            self.rig.turn()
            self._know()
            self.escalator.tick()
            self._look()

    def _controllers(self):
        if not self.broker:
            return
        for table, seq, row in self._unsent:
            self.rig.send(table, 1, seq, [row])
        held = {(t, s): r for t, s, r in self._unsent}
        gone = [k for k in held if self.rig.acked.get((k[0], 1), 0) >= k[1]]
        self._unsent = [u for u in self._unsent if u[:2] not in gone]

    def _know(self):
        for live in self.rig.tables.all():
            for (n, k), body in live.alerts.items():
                if body["severity"] == "urgent":
                    self.raised.setdefault((live.name, n, k), self.now)

    def _look(self):
        if self.phone:
            shown = [(a["table"], a["n"], a["k"]) for a in self.page()]
            self.escalator.shown(shown, "floor")

    def page(self):
        """Alerts on the floor page that wait for an answer."""
        found = [projections.alert_lists(live) for live in self.rig.tables.all()]
        return [a for lists in found for name in ("escalated", "open") for a in lists[name]]

    def level(self, key):
        """How often an alert has escalated."""
        body = self.rig.tables.get(key[0]).alerts[key[1:]]
        return (body.get("escalated") or {}).get("level", 0)

    # -- what must hold

    def check(self):
        """Nothing has vanished; whatever nobody answered for so long has escalated."""
        if self.rig is None:
            return
        shown = {(a["table"], a["n"], a["k"]) for a in self.page()}
        missing = set(self.raised) - self.answered - shown
        if missing:
            raise Broken(f"at {self.now} ms vanished: {sorted(missing)}")
        up_since = self.ups[-1][0]
        for key, at in self.raised.items():
            late = max(at + ESCALATED_MS, up_since + TICK_MS)
            if key not in self.answered and self.now >= late and not self.level(key):
                raise Broken(f"at {self.now} ms not escalated: {key}, raised at {at}")


def play(seed, folder):
    """Two minutes of alerts and kills from a seed; the Scene at its end."""
    rng = random.Random(seed)
    scene = Scene(folder)
    down_until = broker_until = disk_until = 0
    for _ in range(240):
        chance = rng.random()
        if chance < 0.04:
            scene.call_floor(rng.choice(TABLES))
        elif chance < 0.06 and scene.rig:
            scene.kill()
            down_until = scene.now + rng.randrange(0, 20_000)
        elif chance < 0.08:
            scene.broker, broker_until = False, scene.now + rng.randrange(0, 20_000)
        elif chance < 0.12:
            scene.phone = not scene.phone
        elif chance < 0.14:
            scene.disk_fails = rng.choice((apsw.IOError, apsw.FullError))
            disk_until = scene.now + rng.randrange(0, 15_000)
        elif chance < 0.17 and scene.rig and scene.phone and scene.page():
            a = rng.choice(scene.page())
            scene.answer((a["table"], a["n"], a["k"]))
        if scene.now >= broker_until:
            scene.broker = True
        if scene.now >= disk_until:
            scene.disk_fails = None
        if scene.rig is None and scene.now >= down_until and not scene.disk_fails:
            scene.start()
        scene.run(TICK_MS)
        scene.check()
    return scene


def main(argv=None):
    """Exit code 1 when a seed failed."""
    parser = argparse.ArgumentParser(description="Alerts, with phone, gateway and broker killed.")
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args(argv)
    hush_crashes()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    failed, raised, escalated, begin = 0, 0, [], time.monotonic()
    for seed in range(args.first, args.first + args.seeds):
        with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
            try:
                scene = play(seed, folder)
            except AssertionError as e:
                failed += 1
                print(f"alerts: seed {seed}: {e}", flush=True)
                continue
            raised += len(scene.raised)
            first = {}
            for at, table, n, k, level in scene.reported:
                if level == 1:
                    first.setdefault((table, n, k), at - scene.raised[(table, n, k)])
            escalated += first.values()
            if scene.rig:
                scene.rig.close()
    escalated.sort()
    p99 = escalated[int(len(escalated) * 0.99)] / 1000 if escalated else 0
    print(
        f"alerts: {args.seeds} seeds, {failed} failed; {raised} alerts, {len(escalated)} escalated,"
        f" after p50 {escalated[len(escalated) // 2] / 1000 if escalated else 0:.1f} s, p99"
        f" {p99:.1f} s (times in which the gateway was dead included);"
        f" {time.monotonic() - begin:.0f} s"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
