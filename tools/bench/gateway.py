"""``feltwire bench gateway``: tables against latency and processor, and durable ingest.

A real broker (Mosquitto, else the embedded one), the gateway as the process it always is, and a
fleet of controllers that play recorded hands in real time, some with irregularities. Measured from
publishing an event to its acknowledgement (committed), and to the alert on a floor page's stream.
Ingest: a burst through the gateway beside the same burst through a null consumer, which subscribes
and commits and does nothing else; both against the same broker in the same run.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from tools.bench import traffic
from tools.cli.cmd_up import answers, healthy
from tools.dev.ports import free_port
from tools.errors import CommandError
from tools.install.supervise import child_env, feltwire

HANDS = Path(__file__).resolve().parents[1] / "playing" / "hands"
TICKS = os.sysconf("SC_CLK_TCK")
BURST_TABLES = 50
DRAIN_S = 120
START_S = 60  # for a process to answer


def add_arguments(parser):
    """Command line of ``feltwire bench gateway``."""
    parser.add_argument("--tables", default="25,50,100,200,400", help="steps, comma separated")
    parser.add_argument("--seconds", type=float, default=20, help="of play a step")
    parser.add_argument("--screens", type=int, default=4, help="dealer and overlay streams each")
    parser.add_argument("--burst", type=int, default=20_000, help="events of the ingest burst")
    parser.add_argument("--speed", type=float, default=1.0, help="of play, 1 = real time")
    parser.add_argument("--json", action="store_true", help="figures as one JSON object")


def run(args):
    """Measure and print; returns 0."""
    try:
        steps = [int(n) for n in args.tables.split(",")]
    except ValueError:
        raise CommandError(f"--tables {args.tables}: numbers, comma separated") from None
    if min(steps) < 1 or args.seconds <= 0 or args.burst < 1:
        raise CommandError("--tables, --seconds and --burst are above 0")
    paths = sorted(str(p) for p in HANDS.glob("*.phh")) * 4
    tape = traffic.Tape(paths)
    print(f"{len(steps)} steps of {args.seconds:g} s of play, then a burst", file=sys.stderr)
    figures = {"steps": [], "broker": "mosquitto" if shutil.which("mosquitto") else "embedded"}
    for count in steps:
        figures["steps"].append(_step(tape, count, args))
        if not args.json:
            print(_row(figures["steps"][-1]), flush=True)
    figures["ingest"] = _ingest(tape, args.burst)
    print(json.dumps(figures) if args.json else _ingest_text(figures["ingest"]))
    return 0


# The fleet speaks for many tables over one connection, which no password allows.
OPEN_BROKER = """
import sys
from tools.install.broker import EmbeddedBroker, quiet
quiet()
broker = EmbeddedBroker(port=int(sys.argv[1]))
broker.start()
broker.wait()
"""


# -- the system under test ---------------------------------------------------------------------


class System:
    """Broker and gateway (or null consumer) as processes, in a folder of their own."""

    def __init__(
        self, consumer="gateway", tables=(), log=None, folder=None, start_s=START_S, limit=None
    ):
        """``log``: file for what the processes say; None: where ours goes. ``folder``: data that is
        there, and stays. ``limit()``: called in the consumer's process before it begins.
        """
        self._log, self._keep, self._limit = log, folder is not None, limit
        self.folder = Path(folder or tempfile.mkdtemp(prefix="feltwire-bench-"))
        self.mqtt, self.http = free_port(), free_port()
        self.url = f"http://127.0.0.1:{self.http}"
        for name in tables:
            traffic.paper.vault_file(self.folder / "vault", name, root=traffic.root_of(name))
        self._children = [self._broker()]
        _until(lambda: answers("127.0.0.1", self.mqtt), "the broker")
        if consumer == "gateway":
            argv = feltwire(
                "gateway",
                "--data",
                self.folder,
                "--port",
                self.http,
                "--mqtt-port",
                self.mqtt,
                "--demo",
            )
            self._children.append(self._spawn(argv, self._limit))
            _until(lambda: healthy(self.url), "the gateway", start_s, self._children[-1])
        else:
            argv = [sys.executable, "-m", "tools.bench.null_consumer", str(self.mqtt)]
            self._children.append(self._spawn([*argv, str(self.folder / "null.sqlite3")]))
            _until((self.folder / "null.sqlite3").exists, "the null consumer")

    def _broker(self):
        if shutil.which("mosquitto") is None:
            return self._spawn([sys.executable, "-c", OPEN_BROKER, str(self.mqtt)])
        conf = self.folder / "mosquitto.conf"
        conf.write_text(
            f"listener {self.mqtt} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\n"
            "max_queued_messages 100000\nmax_inflight_messages 1000\nlog_type error\n"
        )
        return self._spawn(["mosquitto", "-c", str(conf)])

    def _spawn(self, argv, limit=None):
        root = Path(__file__).resolve().parents[2]
        return subprocess.Popen(
            argv, env=child_env(), cwd=root, stdout=self._log, stderr=self._log, preexec_fn=limit
        )

    def pid(self):
        """Process id of the gateway (or null consumer)."""
        return self._children[-1].pid

    def pids(self):
        """Process ids of the consumer and of what it started (its vault)."""
        return _with_children(self._children[-1].pid)

    def cpu_s(self):
        """Processor seconds the consumer and what it started (its vault) have used."""
        return sum(_cpu_s(pid) for pid in self.pids())

    def close(self):
        """End the processes, remove the folder."""
        for child in reversed(self._children):
            child.terminate()
            try:
                child.wait(20)
            except subprocess.TimeoutExpired:
                child.kill()
        if not self._keep:
            shutil.rmtree(self.folder, ignore_errors=True)


def _with_children(pid):
    """A process's id and those of all it started, and they."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # a process may end meanwhile
            parents[int(path.parent.name)] = int(_stat(path)[1])
    found = [pid]
    for parent in found:
        found += [child for child, its in parents.items() if its == parent]
    return found


def _stat(path):
    """Fields of a process's ``stat`` from its state on: 1 its parent, 11 and 12 its ticks."""
    return path.read_text().rpartition(")")[2].split()


def _cpu_s(pid):
    fields = _stat(Path(f"/proc/{pid}/stat"))
    return (int(fields[11]) + int(fields[12])) / TICKS


def _until(condition, what, timeout_s=START_S, child=None):
    end = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > end or (child and child.poll() is not None):
            raise CommandError(f"{what} did not start")
        time.sleep(0.05)


# -- tables against latency --------------------------------------------------------------------


def _step(tape, count, args):
    names = [str(n) for n in range(1, count + 1)]
    system = System(tables=names)
    try:
        fleet = traffic.Fleet(system.mqtt, tape, count)
        floor = traffic.Watcher(system.url, "/floor/stream")
        screens = [
            traffic.Watcher(system.url, f"/{page}/{1 + i % count}/stream")
            for i in range(args.screens)
            for page in ("dealer", "overlay")
        ]
        for watcher in (floor, *screens):
            watcher.start()
        cpu, begin = system.cpu_s(), time.monotonic()
        sent = fleet.play(args.seconds, args.speed)
        took = time.monotonic() - begin
        cpu = (system.cpu_s() - cpu) / took
        drained = fleet.wait_acked(DRAIN_S)
        time.sleep(1)
        alert_s = traffic.alert_delays(fleet, floor, system.url)
        for watcher in (floor, *screens):
            watcher.close()
        fleet.close()
        return {
            "tables": count, "events": sent, "events_s": sent / took, "cpu": cpu,
            "drained": drained, "alerts": len(alert_s),
            "ack_ms": [_ms(fleet.acked_s, p) for p in (50, 99)],
            "alert_ms": [_ms(alert_s, p) for p in (50, 99)],
            "floor_bytes_s": floor.bytes / took, "floor_messages_s": floor.messages / took,
        }  # fmt: skip
    finally:
        system.close()


def _ms(values, p):
    found = traffic.percentile(values, p)
    return None if found is None else round(found * 1000, 1)


def _row(f):
    ack, alert = f["ack_ms"], f["alert_ms"]
    return (
        f"{f['tables']:5} tables {f['events_s']:7.0f} events/s   acknowledged p50 {ack[0]} ms, p99 "
        f"{ack[1]} ms   alert on the floor page p50 {alert[0]} ms, p99 {alert[1]} ms of "
        f"{f['alerts']}   gateway and vault {f['cpu'] * 100:.0f} % of a core   floor stream "
        f"{f['floor_bytes_s'] / 1000:.0f} kB/s{'' if f['drained'] else '   NOT DRAINED'}"
    )


# -- durable ingest ----------------------------------------------------------------------------


def _ingest(tape, events):
    taken = {}
    for consumer in ("null", "gateway", "null", "gateway"):
        seconds = _burst(tape, events, consumer)
        taken[consumer] = min(seconds, taken.get(consumer, seconds))
    return {
        "events": events,
        "null_s": events / taken["null"],
        "gateway_s": events / taken["gateway"],
        "ratio": taken["null"] / taken["gateway"],
    }


def _burst(tape, events, consumer):
    names = [str(n) for n in range(1, BURST_TABLES + 1)]
    system = System(consumer, names)
    try:
        fleet = traffic.Fleet(system.mqtt, tape, BURST_TABLES)
        begin = time.monotonic()
        sender = threading.Thread(target=fleet.burst, args=(events,))
        sender.start()
        sender.join()
        if not fleet.wait_acked(DRAIN_S):
            raise CommandError(f"the {consumer} did not take the burst within {DRAIN_S} s")
        took = time.monotonic() - begin
        fleet.close()
        return took
    finally:
        system.close()


def _ingest_text(f):
    return (
        f"durable ingest, {f['events']} events: gateway {f['gateway_s']:.0f} events/s, null "
        f"consumer {f['null_s']:.0f} events/s, ratio {f['ratio']:.2f}"
    )
