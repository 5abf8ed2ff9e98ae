"""PostgreSQL killed in the middle of a burst, again and again; what was acknowledged is counted.

``python -m tests.gateway.pgkill --kills 50`` (``make soak``) prints the figures.
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
from tests.gateway.real_postgres import Postgres

BATCH = 20
RETRY_S = 60


def burst(folder, server, url, kills, rng):
    """Events as fast as they go while the server is killed ``kills`` times; ``(Count, events)``."""
    rig = Rig(folder, log=PostgresLog(url))
    count, sent = Count(), 0
    for _ in range(kills):
        killer = threading.Timer(rng.uniform(0.05, 0.4), server.kill)
        killer.start()
        while not rig.ingest.blocked():
            rows = [[wire._CODES["break_start"], t] for t in range(sent, sent + BATCH)]
            rig.send("7", 1, sent + 1, rows)
            sent += BATCH
        killer.join()
        acked = rig.acked.get(("7", 1), 0)
        rig.later(10_000)  # refused: nothing is acknowledged while it is away
        count.lost += rig.acked.get(("7", 1), 0) - acked
        server.start()
        stored = PostgresLog(url)
        attempted = [[wire._CODES["break_start"], t] for t in range(sent)]
        rows = [json.loads(e.row) for e in stored.read("7")]
        count.compare(rows, acked, attempted, f"kill {count.crashes + 1}")
        stored.close()
        end = time.monotonic() + RETRY_S
        while rig.ingest.blocked() and time.monotonic() < end:
            rig.later(10_000)
    count.compare(rig.rows("7"), sent, attempted, "end")
    rig.close()
    return count, sent


def main(argv=None):
    """Exit code 1 when something was lost."""
    parser = argparse.ArgumentParser(description="PostgreSQL killed in mid-burst.")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    server = Postgres()
    try:
        server.start()
        with tempfile.TemporaryDirectory() as folder:
            rng = random.Random(args.seed)
            count, sent = burst(folder, server, server.url(), args.kills, rng)
    finally:
        server.stop()
    print(f"postgres: killed {args.kills} times in a burst of {sent} events: {count.line()}")
    return 0 if count.good() else 1


if __name__ == "__main__":
    sys.exit(main())
