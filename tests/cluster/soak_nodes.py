"""Three RabbitMQ nodes and two gateways: a gateway, then the node that leads most shards, killed
with -9 in mid-burst, again and again; or PostgreSQL's primary, whose standby is promoted. Figures
are printed; exit code 1 when anything is wrong.

``python -m tests.cluster.soak_nodes --rounds 10 [--window 20] [--tables 24]`` (``make soak``)
``python -m tests.cluster.soak_nodes --rounds 0 --databases 10``
"""

import argparse
import random
import sys
import tempfile
import threading
import time
from collections import Counter

from tests.cluster.controller import wait_all
from tests.cluster.rabbit import running
from tests.cluster.venue import BREAK, Count, Venue, longest_s

WAIT_S = 120  # for every acknowledgement after a kill


class Burst:
    """Events at every table while the block runs, each table's at its own moments."""

    def __init__(self, venue, rng, pause_s):
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=self._feed, args=(c, random.Random(rng.random()), pause_s))
            for c in venue.controllers
        ]

    def _feed(self, controller, rng, pause_s):
        while not self._stop.wait(rng.uniform(0, 2 * pause_s)):
            controller.send(BREAK)

    def __enter__(self):
        for thread in self._threads:
            thread.start()

    def __exit__(self, *_):
        self._stop.set()
        for thread in self._threads:
            thread.join()


class Kills:
    """``gateway``, ``node``, ``database``: one kill each; ``waits``: kind -> the longest wait after
    each."""

    def __init__(self, venue, rng, pause_s):
        self._venue, self._rng, self._pause_s = venue, rng, pause_s
        self.waits = {"gateway": [], "node": [], "database": []}

    def gateway(self):
        """A gateway dies in a burst and is started again."""
        i = self._rng.randrange(len(self._venue.processes))
        with self._clock("gateway"), self._burst():
            time.sleep(self._rng.uniform(0.3, 0.8))
            self._venue.kill(i)
            time.sleep(1.5)
        self._venue.start(i)
        self._venue.share()

    def node(self):
        """The node that leads most shards dies in a burst and is started again."""
        i = self._leading()
        with self._clock("node"), self._burst():
            time.sleep(self._rng.uniform(0.3, 0.8))
            self._venue.rabbit.kill(i)
            time.sleep(2.5)
        self._venue.rabbit.again(i)

    def database(self):
        """PostgreSQL's primary dies in a burst for good, its standby is promoted."""
        with self._clock("database"), self._burst():
            time.sleep(self._rng.uniform(0.3, 0.8))
            self._venue.postgres.primary.kill()
            self._venue.postgres.fail_over()
            time.sleep(2)
        self._venue.postgres.attach()

    def _leading(self):
        rows = self._venue.rabbit.ctl(0, "list_queues", "-p", "feltwire", "leader").splitlines()[1:]
        leaders = Counter(row.strip() for row in rows if "@" in row)
        return int(leaders.most_common(1)[0][0].partition("@")[0][1:])

    def _burst(self):
        return Burst(self._venue, self._rng, self._pause_s)

    def _clock(self, kind):
        return _Clock(self._venue.controllers, self.waits[kind])


class _Clock:
    """Notes how long the slowest event of the block waited, once all are acknowledged."""

    def __init__(self, controllers, waits):
        self._controllers, self._waits = controllers, waits

    def __enter__(self):
        for c in self._controllers:
            c.waited_s.clear()

    def __exit__(self, kind, *_):
        if kind is None:
            wait_all(self._controllers, WAIT_S)
            self._waits.append(longest_s(self._controllers))


def main(argv=None):
    """Exit code 1 when something was lost, twice or out of order."""
    parser = argparse.ArgumentParser(description="Gateways, nodes of RabbitMQ, PostgreSQL killed.")
    parser.add_argument("--rounds", type=int, default=10, help="a gateway and a node each")
    parser.add_argument("--databases", type=int, default=0, help="primaries of PostgreSQL")
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--gateways", type=int, default=2)
    parser.add_argument("--window", type=int, default=1, help="publishes in flight at a table")
    parser.add_argument("--pause", type=float, default=0.05, help="s between a table's events")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    rng = random.Random(args.seed)
    with running(nodes=3, shards=8) as rabbit, tempfile.TemporaryDirectory() as folder:
        venue = Venue(
            folder, rabbit, args.gateways, args.tables, args.window, standby=args.databases > 0
        )
        try:
            venue.open()
            kills = Kills(venue, rng, args.pause)
            for _ in range(args.rounds):
                kills.gateway()
                kills.node()
            for _ in range(args.databases):
                kills.database()
            count = Count().look(venue)
            asked = sum(c.asked for c in venue.controllers)
            left = sum(c.left for c in venue.controllers)
        except AssertionError:
            print(venue.said(), file=sys.stderr)
            raise
        finally:
            venue.stop()
    print(
        f"cluster: {args.gateways} gateways, 3 nodes, {args.tables} tables, {args.window} in "
        f"flight; {args.rounds} gateways, {args.rounds} nodes and {args.databases} primaries of"
        f" PostgreSQL killed: {count.line()}; "
        f"{asked} times asked to send again, {left} deaf connections left; longest wait "
        + ", ".join(f"{max(w):.1f} s ({kind})" for kind, w in kills.waits.items() if w),
        flush=True,
    )
    return 0 if count.good() else 1


if __name__ == "__main__":
    sys.exit(main())
