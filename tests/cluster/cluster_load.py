"""What tables cost a cluster: processor time of its parts while events flow, and how long a whole
gateway's tables take to change hands.

``python -m tests.cluster.cluster_load --tables 10,20,40 --rate 1.5 --seconds 20`` prints it: of
each part, the fleet among them, processor time an event and as a share, and where an event waited:
in the fleet until it was published, for the broker's word, and in all until it was acknowledged.
The fleet runs in this process and on the same processors: read the shares, and the waits as upper
bounds.
"""

import argparse
import os
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.cluster.controller import wait_all
from tests.cluster.rabbit import running
from tests.cluster.venue import BREAK, Count, Venue

TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def processor_s(pids):
    """Seconds of processor time of processes and of their children, living and reaped."""
    total, todo = 0.0, list(pids)
    children = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(path.parent.name))
    while todo:
        pid = todo.pop()
        todo += children.get(pid, [])
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(map(int, fields[11:15])) * TICK_S  # its own, and of children it has reaped
    return total


def parts(venue):
    """Process ids of the parts of a venue."""
    found = {f"gateway {i}": [p.pid] for i, p in enumerate(venue.processes) if p}
    found["RabbitMQ, three nodes"] = [n.pid for n in venue.rabbit._nodes]
    found["PostgreSQL"] = [venue.postgres.process.pid]
    found["vault"] = [venue._vault.pid]
    return found


def spent_s(venue):
    """Seconds of processor time of each part, the fleet's own included."""
    spent = {name: processor_s(pids) for name, pids in parts(venue).items()}
    return {**spent, "the fleet": time.process_time()}


class Flow:
    """Events at the first ``count`` tables for a while. ``rate``: events a second; ``shares``: part
    -> processors; ``waits``, ``queued``, ``broker``: seconds of each event, sorted."""

    def __init__(self, venue, count, rate, seconds):
        fleet, stop = venue.controllers[:count], threading.Event()

        def feed(i, c):
            stop.wait(i / count / rate)
            while not stop.wait(1 / rate):
                c.send(BREAK)

        for c in fleet:
            for kept in (c.waited_s, c.queued_s, c.broker_s):
                kept.clear()
        before, begin = spent_s(venue), time.monotonic()
        threads = [threading.Thread(target=feed, args=x) for x in enumerate(fleet)]
        for thread in threads:
            thread.start()
        time.sleep(seconds)
        took, after = time.monotonic() - begin, spent_s(venue)
        stop.set()
        for thread in threads:
            thread.join()
        wait_all(fleet)
        self.shares = {name: (spent - before[name]) / took for name, spent in after.items()}
        self.waits = sorted(w for c in fleet for w in c.waited_s)
        self.queued = sorted(w for c in fleet for w in c.queued_s)
        self.broker = sorted(w for c in fleet for w in c.broker_s)
        self.rate = len(self.waits) / took

    def report(self, what):
        """Print the figures."""
        print(
            f"{what}: {self.rate:.0f} events/s, acknowledged {_line(self.waits)}, max "
            f"{self.waits[-1]:.1f} s; published after {_line(self.queued)}, the broker's word "
            f"after {_line(self.broker)}"
        )
        for name, share in self.shares.items():
            print(f"  {name}: {1000 * share / self.rate:.2f} ms an event, {share:.0%} of one")
        sys.stdout.flush()


def _line(waits):
    p50, p99 = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
    return f"p50 {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms"


def main(argv=None):
    """Exit code 1 when something was lost."""
    parser = argparse.ArgumentParser(description="Processor time of a cluster's parts.")
    parser.add_argument("--tables", default="100", help="steps, comma separated")
    parser.add_argument("--gateways", type=int, default=2)
    parser.add_argument("--rate", type=float, default=1.5, help="events a second and table")
    parser.add_argument("--seconds", type=float, default=20)
    args = parser.parse_args(argv)
    with running(nodes=3, shards=16) as rabbit, tempfile.TemporaryDirectory() as folder:
        steps = sorted(int(n) for n in args.tables.split(","))
        venue = Venue(folder, rabbit, args.gateways, steps[-1])
        try:
            venue.open()
            for n in steps:
                flow = Flow(venue, n, args.rate, args.seconds)
                flow.report(f"cluster of {args.gateways}, {n} tables")
            venue.kill(0)
            flow = Flow(venue, steps[-1], args.rate, args.seconds / 2)
            flow.report(f"{steps[-1]} tables, one gateway killed just before")
            count = Count().look(venue)
        except AssertionError:
            print(venue.said(), file=sys.stderr)
            raise
        finally:
            venue.stop()
    print(f"  {count.line()}")
    return 0 if count.good() else 1


if __name__ == "__main__":
    sys.exit(main())
