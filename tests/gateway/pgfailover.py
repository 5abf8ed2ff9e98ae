"""PostgreSQL's primary killed in the middle of a burst, its standby promoted, again and again; what
was acknowledged is counted.

``python -m tests.gateway.pgfailover --rounds 20`` (``make soak``) prints the figures.
"""

import argparse
import json
import random
import sys
import tempfile
import threading
import time

from gateway.log.postgres import PostgresLog
from shared_rules import wire
from tests.gateway.crash import Count
from tests.gateway.gateway_rig import Rig
from tests.gateway.standby import WAIT_S, Pair

BATCH = 20
BREAK = wire.encode({"what": "break_start", "t": 0})[0]
LATER_MS = 10_000  # what is not acknowledged is sent again


class Burst:
    """A gateway on a Pair, and the events it was sent. ``longest_s``: from the death of a primary
    to the first acknowledgement after it, at the longest."""

    def __init__(self, folder, pair, schema="burst"):
        self.pair, self._schema = pair, schema
        self.rig = Rig(folder, log=PostgresLog(pair.url(schema)))
        self.count, self.sent, self.longest_s = Count(), 0, 0.0

    def send(self, count=BATCH):
        """Events, as fast as the log takes them."""
        rows = [[BREAK, t] for t in range(self.sent, self.sent + count)]
        self.rig.send("7", 1, self.sent + 1, rows)
        self.sent += count

    def acked(self):
        """Events that were acknowledged."""
        return self.rig.acked.get(("7", 1), 0)

    def round(self, after_s):
        """Kill the primary ``after_s`` into a burst, promote its standby, go on, make another."""
        killer = threading.Timer(after_s, self.pair.primary.kill)
        self.send()
        killer.start()
        while not self.rig.ingest.blocked():
            self.send()
        killer.join()
        acked, died = self.acked(), time.monotonic()
        self.pair.fail_over()
        self.look(acked)
        end = died + WAIT_S
        while self.rig.ingest.blocked() and time.monotonic() < end:
            self.rig.later(LATER_MS)
        self.longest_s = max(self.longest_s, time.monotonic() - died)
        self.pair.attach()

    def look(self, acked):
        """Count what the primary has against what was acknowledged."""
        log = PostgresLog(self.pair.url(self._schema))
        rows = [json.loads(e.row) for e in log.read("7")]
        log.close()
        attempted = [[BREAK, t] for t in range(self.sent)]
        self.count.compare(rows, acked, attempted, f"primary {self.count.crashes + 1}")

    def end(self):
        """The whole log, once more; nothing is left to be sent."""
        self.look(self.sent)
        self.rig.close()
        return self.count


def main(argv=None):
    """Exit code 1 when something was lost."""
    parser = argparse.ArgumentParser(description="PostgreSQL's primary killed, standby promoted.")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    rng = random.Random(args.seed)
    pair = Pair()
    try:
        with tempfile.TemporaryDirectory() as folder:
            burst = Burst(folder, pair)
            for _ in range(args.rounds):
                burst.round(rng.uniform(0.05, 0.4))
            count = burst.end()
    finally:
        pair.stop()
    print(
        f"postgres with a synchronous standby: {args.rounds} primaries killed in a burst of"
        f" {burst.sent} events: {count.lost} acknowledged events lost, {count.unexpected}"
        f" unexpected; {burst.longest_s:.1f} s at most from a death to the next acknowledgement"
        + (f" (first: {count.first})" if count.first else "")
    )
    return 0 if count.good() else 1


if __name__ == "__main__":
    sys.exit(main())
