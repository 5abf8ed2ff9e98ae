"""What tables cost a cluster: processor time of its parts while events flow, and how long a whole
gateway's tables take to change hands.

``python -m tests.cluster.load --tables 100 --rate 1.5 --seconds 20`` prints it. The fleet runs in
this process and on the same processors: read the shares, and the waits as upper bounds.
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
        total += (int(fields[11]) + int(fields[12])) * TICK_S
    return total


def parts(venue):
    """Process ids of the parts of a venue."""
    found = {f"gateway {i}": [p.pid] for i, p in enumerate(venue.processes) if p}
    found["RabbitMQ, three nodes"] = [n.pid for n in venue.rabbit._nodes]
    found["PostgreSQL"] = [venue.postgres.process.pid]
    found["vault"] = [venue._vault.pid]
    return found


def flow(venue, rate, seconds):
    """Events at every table for a while; ``(events, {part: share of a processor}, waits)``."""
    stop = threading.Event()

    def feed(i, c):
        stop.wait(i / len(venue.controllers) / rate)
        while not stop.wait(1 / rate):
            c.send(BREAK)

    for c in venue.controllers:
        c.waited_s.clear()
    before = {name: processor_s(pids) for name, pids in parts(venue).items()}
    begin = time.monotonic()
    threads = [threading.Thread(target=feed, args=x) for x in enumerate(venue.controllers)]
    for thread in threads:
        thread.start()
    time.sleep(seconds)
    took = time.monotonic() - begin
    shares = {
        name: (processor_s(pids) - before[name]) / took for name, pids in parts(venue).items()
    }
    stop.set()
    for thread in threads:
        thread.join()
    wait_all(venue.controllers)
    waits = sorted(w for c in venue.controllers for w in c.waited_s)
    return len(waits) / took, shares, waits


def main(argv=None):
    """Exit code 1 when something was lost."""
    parser = argparse.ArgumentParser(description="Processor time of a cluster's parts.")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--gateways", type=int, default=2)
    parser.add_argument("--rate", type=float, default=1.5, help="events a second and table")
    parser.add_argument("--seconds", type=float, default=20)
    args = parser.parse_args(argv)
    with running(nodes=3, shards=16) as rabbit, tempfile.TemporaryDirectory() as folder:
        venue = Venue(folder, rabbit, args.gateways, args.tables)
        try:
            venue.open()
            rate, shares, waits = flow(venue, args.rate, args.seconds)
            tell(args, "all running", rate, waits)
            for name, share in shares.items():
                print(f"  {name}: {share:.0%} of one processor")
            venue.kill(0)
            rate, _shares, waits = flow(venue, args.rate, args.seconds / 2)
            tell(args, "one gateway killed just before", rate, waits)
            count = Count().look(venue)
        except AssertionError:
            print(venue.said(), file=sys.stderr)
            raise
        finally:
            venue.stop()
    print(f"  {count.line()}")
    return 0 if count.good() else 1


def tell(args, what, rate, waits):
    """One line of figures."""
    p50, p99 = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
    print(
        f"cluster of {args.gateways}, {args.tables} tables, {what}: {rate:.0f} events/s, "
        f"acknowledged p50 {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms, max {waits[-1]:.1f} s",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
