"""What a screen that takes nothing costs the others: ``python -m tests.gateway.slow`` (soak).

A fleet plays at a gateway process; by turns nobody, then several slow clients hang on the heaviest
stream: they open it and never read. Printed: how fast the gateway's memory grows, how long alerts
take to the other screens and events to their acknowledgement, with them beside without them, and
whether they were cut with a reason. Promise 10: at most 32 MB an hour, p99 at most 10 % more.
"""

import argparse
import socket
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from tools.bench import traffic
from tools.bench.gateway import HANDS, System

SLOW_CLIENTS = 5
PAGE = 4096
MB = 1 << 20
CUT = "a screen was cut"  # in the gateway's log


class Slow(threading.Thread):
    """A client that opens a stream, reads nothing, and comes again when it is cut."""

    def __init__(self, port, path):
        super().__init__(daemon=True)
        self._port, self._path = port, path
        self._ending = threading.Event()

    def run(self):
        while not self._ending.is_set():
            with socket.socket() as s:
                s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                s.connect(("127.0.0.1", self._port))
                head = f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n\r\n"
                s.sendall(head.encode())
                while not self._ending.wait(0.5) and not _is_dead(s):
                    pass

    def close(self):
        """End."""
        self._ending.set()


def _is_dead(sock):
    """True when the other side has ended the connection, without reading what it sent."""
    info = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)
    return info[0] != 1  # not ESTABLISHED


def rss_bytes(pid):
    """Resident memory of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


class Phase:
    """So many seconds of play, with or without slow clients."""

    def __init__(self, slow):
        self.slow = slow
        self.alert_s, self.ack_s, self.memory = [], [], []  # memory: (s, bytes)
        self.seen = set()  # alerts of it

    def growth_mb_h(self):
        """Slope of the memory over time, fitted through all samples."""
        times = [t for t, _ in self.memory]
        return statistics.linear_regression(times, [b for _, b in self.memory]).slope / MB * 3600


def measure(tables, seconds, rounds, speed):
    """``(phases, how often a client was cut)`` of a run, its first seconds left out."""
    names = [str(n) for n in range(1, tables + 1)]
    tape = traffic.Tape(sorted(str(p) for p in HANDS.glob("*.phh")) * 4)
    said = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed below
    system = System(tables=names, log=said)
    phases = []
    try:
        fleet = traffic.Fleet(system.mqtt, tape, tables)
        floor = traffic.Watcher(system.url, "/floor/stream")
        floor.start()
        length = seconds * (1 + 2 * rounds)
        player = threading.Thread(target=fleet.play, args=(length, speed), daemon=True)
        player.start()
        time.sleep(seconds)
        for i in range(2 * rounds):
            phases.append(_phase(system, fleet, floor, bool(i % 2), seconds))
        player.join()
        for phase in phases:
            others = set(floor.seen) - phase.seen
            phase.alert_s = traffic.alert_delays(fleet, floor, system.url, others)
        floor.close()
        fleet.close()
    finally:
        system.close()
    said.seek(0)
    cut = sum(CUT in line for line in said)
    said.close()
    return phases, cut


def _phase(system, fleet, floor, slow, seconds):
    phase = Phase(slow)
    mine = [Slow(system.http, "/floor/stream") for _ in range(SLOW_CLIENTS if slow else 0)]
    for client in mine:
        client.start()
    before, acked = set(floor.seen), len(fleet.acked_s)
    end = time.monotonic() + seconds
    pid = system.pid()
    while time.monotonic() < end:
        phase.memory.append((time.monotonic(), rss_bytes(pid)))
        time.sleep(0.5)
    phase.ack_s = fleet.acked_s[acked:]
    phase.seen = set(floor.seen) - before
    for client in mine:
        client.close()
    return phase


def _ms(values, p):
    return 1000 * (traffic.percentile(values, p) or 0)


def main(argv=None):
    """Exit code 1 when a promise is not kept; p99 is printed, and left to who reads it."""
    parser = argparse.ArgumentParser(description="Slow clients beside quick ones.")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=120, help="of a phase")
    parser.add_argument("--rounds", type=int, default=3, help="of both phases")
    parser.add_argument("--speed", type=float, default=2.0, help="of play, 1 = real time")
    args = parser.parse_args(argv)
    phases, cut = measure(args.tables, args.seconds, args.rounds, args.speed)
    figures = {}
    for slow in (False, True):
        mine = [p for p in phases if p.slow is slow]
        alerts = [s for p in mine for s in p.alert_s]
        acks = [s for p in mine for s in p.ack_s]
        growth = statistics.median(p.growth_mb_h() for p in mine)
        figures[slow] = growth, _ms(alerts, 99), _ms(acks, 99)
        print(
            f"slow client: {'with' if slow else 'without'}: memory {growth:+.0f} MB/h, alert on "
            f"the floor page p50 {_ms(alerts, 50):.0f} ms, p99 {_ms(alerts, 99):.0f} ms of "
            f"{len(alerts)}, acknowledged p50 {_ms(acks, 50):.0f} ms, p99 {_ms(acks, 99):.0f} ms"
        )
    (base, alert, ack), (grown, slow_alert, slow_ack) = figures[False], figures[True]
    print(
        f"slow client: growth by it {grown - base:+.0f} MB/h; p99 ratio of alerts "
        f"{slow_alert / max(alert, 0.001):.2f}, of acknowledgements "
        f"{slow_ack / max(ack, 0.001):.2f}; cut {cut} times"
    )
    return 0 if grown - base <= 32 and cut else 1


if __name__ == "__main__":
    sys.exit(main())
