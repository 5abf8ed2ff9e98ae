"""Mosquitto killed in the middle of a burst, again and again, under a gateway and its tables.

``python -m tests.gateway.brokerkill --kills 100`` (``make soak``) prints the figures.
"""

import argparse
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

from gateway.log.base import OPERATOR
from gateway.service import Gateway
from gateway.settings.fields import Settings
from tests.gateway.real_mosquitto import Mosquitto
from tests.gateway.support import Controller, Counter, until

TABLES = ("1", "2", "3")
CALL = {"what": "notice", "by": "dealer", "kind": "call_floor"}


class Burst:
    """Gateway, broker and tables; ``kill`` once, wait until all is well again."""

    def __init__(self, folder):
        self.broker = Mosquitto(folder)
        self.broker.start()
        settings = Settings(data_dir=folder, mqtt_port=self.broker.port, web=False)
        self.gateway = Gateway(settings, make_engine=Counter)
        self.gateway.start()
        until(lambda: self.gateway.link.up, "the broker")
        self.controllers = [Controller(name, self.broker.port) for name in TABLES]
        self.sent = dict.fromkeys(TABLES, 0)
        self.kills = self.lost = 0
        self.longest_s = 0.0

    def send(self, controller, event):
        self.sent[controller.table] += 1
        controller.send(dict(event, t=self.sent[controller.table]))

    def kill(self, rng):
        """Events flow, the broker dies among them and comes back; alerts must flow again."""
        self.kills += 1
        stop = threading.Event()
        feeders = [threading.Thread(target=self._feed, args=(c, stop)) for c in self.controllers]
        for feeder in feeders:
            feeder.start()
        time.sleep(rng.uniform(0.05, 0.3))
        self.broker.kill()
        time.sleep(rng.uniform(0, 0.3))
        self.broker.start()
        back = time.monotonic()
        stop.set()
        for feeder in feeders:
            feeder.join()
        for controller in self.controllers:
            self.send(controller, CALL)
        for controller in self.controllers:
            until(lambda c=controller: c.acked[1] == self.sent[c.table], "the acknowledgement")
            called = self._entries(controller)[-1].n
            live = self.gateway.tables.get(controller.table)
            until(lambda t=live, n=called: (n, 0) in t.alerts, "the alert after the kill")
        self.longest_s = max(self.longest_s, time.monotonic() - back)
        self.check()

    def _feed(self, controller, stop):
        while not stop.is_set():
            self.send(controller, {"what": "break_start"})
            time.sleep(0.002)

    def _entries(self, controller):
        """The log's entries of a controller; between them lies what became of alerts."""
        return [e for e in self.gateway.log.read(controller.table) if e.dev != OPERATOR]

    def check(self):
        """What was acknowledged is in the log, each event once and in order."""
        for c in self.controllers:
            seqs = [e.seq for e in self._entries(c)]
            self.lost += max(0, c.acked[1] - len(seqs))
            if seqs != list(range(1, len(seqs) + 1)):
                self.lost += 1
            assert not self.gateway.log.gaps(c.table)

    def finish(self):
        """Everything sent has arrived."""
        for c in self.controllers:
            until(lambda c=c: c.acked[1] == self.sent[c.table], "every acknowledgement")
        self.check()

    def stop(self):
        for c in self.controllers:
            c.stop()
        self.gateway.stop()
        self.broker.stop()


def main(argv=None):
    """Exit code 1 when something was lost, or alerts took longer than promised."""
    parser = argparse.ArgumentParser(description="Mosquitto killed in mid-burst.")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    rng = random.Random(args.seed)
    with tempfile.TemporaryDirectory() as folder:
        burst = Burst(Path(folder))
        try:
            for _ in range(args.kills):
                burst.kill(rng)
            burst.finish()
        finally:
            burst.stop()
    print(
        f"broker: killed {burst.kills} times in a burst of {sum(burst.sent.values())} events: "
        f"{burst.lost} acknowledged lost, alerts flow again after {burst.longest_s:.1f} s at most"
    )
    return 1 if burst.lost or burst.longest_s > 10 else 0


if __name__ == "__main__":
    sys.exit(main())
