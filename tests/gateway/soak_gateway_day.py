"""A virtual day of a gateway: ``python -m tests.gateway.soak_gateway_day`` (soak).

Twenty tables play hands with irregularities for 24 virtual hours, their events signed and stamped
with virtual times, a hand at each table as soon as the rules engines have had the one before: a
queue before the engines would be as long as the machine is busy, and a day has none. A floor page
and dealers' panels follow, alerts are answered, pages of the past are opened. After each virtual
half hour, with nothing left to do: memory, descriptors and threads of gateway and vault, size of
the log. A line is fitted through the second half. Before the first hand each table is given as many
alerts as it keeps: what only fills its bounds is no growth. Exit code 1 when memory grows by more
than a twentieth a day, or descriptors or threads do. What goes by the gateway's own clock (samples,
escalation) is not sped up.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from gateway.log.sql import READERS_IDLE_MAX
from gateway.tables.live import ALERTS_KEPT
from shared_rules import wire
from tools.bench import traffic
from tools.bench.gateway import HANDS, System

CALLS = 20  # of each dealer at once, until each table keeps as many alerts as it may
CALL = {"what": "notice", "by": "dealer", "kind": "call_floor"}
PAGE = 4096
KB = 1024
PANELS = 4  # tables whose dealer's panel is open
WAIT_S = 600  # for acknowledgements, on a busy machine
SETTLE_S = 2.0  # stored hands, people's acts and screens catch up with the engines
GROWTH_MAX = 0.05  # of a process's memory, in 24 virtual hours, by the line of the second half
SPREAD_MAX = 3  # threads more at the end than in the middle: a page under way
FILES_MAX = 2 * READERS_IDLE_MAX + 3  # as many descriptors more: connections to the log are kept
OPENED = ("/floor/history", "/charts/figures?hours=12", "/hands", "/tech", "/api/v1/tables")


class Day(traffic.Fleet):
    """A fleet whose tables play on without end, a hand each when told."""

    def __init__(self, port, tape, count, hour_hands, url):
        super().__init__(port, tape, count)
        self._url = url
        self._beside = dict.fromkeys(self.names, 0)  # people's entries in the log, when it was read
        self._every_ms = 3_600_000 // hour_hands
        self._tapes = {n: tape.hands_of(n, traffic.root_of(n), self._every_ms) for n in self.names}
        self._seqs = dict.fromkeys(self.names, 1)
        self.events = self.hands = 0

    def call(self, times):
        """Every dealer calls the floor so often, before the first hand."""
        row = wire.encode(dict(CALL, t=0))
        for i, name in enumerate(self.names):
            for _ in range(times):
                self._publish(i, name, self._seqs[name], [row])
                self._seqs[name] += 1
        self._acknowledged()

    def deal(self, call):
        """A hand at every table, the dealer calling the floor after it or not; returns when all of
        it is acknowledged."""
        for i, name in enumerate(self.names):
            hand = next(self._tapes[name])
            if call:
                hand = [*hand, (hand[-1][0], wire.encode(dict(CALL, t=hand[-1][0])))]
            for _t, rows in traffic.batches(hand):
                self._publish(i, name, self._seqs[name], rows)
                self._seqs[name] += len(rows)
                self.events += len(rows)
            self.hands += 1
        self._acknowledged()
        end = time.monotonic() + WAIT_S
        while any(seq - 1 > n for seq, n in self._shown()):
            if time.monotonic() > end:
                raise SystemExit(f"soak_day: the engines have not had it within {WAIT_S} s")
            time.sleep(0.05)

    def _shown(self):
        """``(next number to be sent, last one the engines have had)`` of each table."""
        shown = {t["table"]: t["events"] for t in json.loads(_open(self._url + "/api/v1/tables"))}
        return [(self._seqs[n], shown[n] - self._beside[n]) for n in self.names]

    def settle(self):
        """What people have done since is in the log: count it apart from now on."""
        time.sleep(SETTLE_S)
        for name, (seq, n) in zip(self.names, self._shown(), strict=True):
            self._beside[name] += n - (seq - 1)

    def _acknowledged(self):
        if not self.wait_acked(WAIT_S):
            raise SystemExit(f"soak_day: not acknowledged within {WAIT_S} s")
        self.sent.clear()
        self.acked_s.clear()


class Sample:
    """What the processes hold at a virtual time (hours): ``{name: (kB, descriptors, threads)}``."""

    def __init__(self, hour, system):
        self.hour = hour
        gateway, *children = system.pids()
        self.held = {"gateway": _held(gateway)}
        if children:
            self.held["vault"] = _held(children[0])
        log = system.folder / "log"
        self.log_kb = sum(p.stat().st_size for p in log.iterdir() if p.is_file()) // KB

    def line(self):
        """One line."""
        held = ", ".join(
            f"{name} {kb} kB, {files} descriptors, {threads} threads"
            for name, (kb, files, threads) in self.held.items()
        )
        return f"hour {self.hour:4.1f}: {held}; log {self.log_kb} kB"


def _held(pid):
    place = Path(f"/proc/{pid}")
    kb = int((place / "statm").read_text().split()[1]) * PAGE // KB
    return kb, len(list((place / "fd").iterdir())), len(list((place / "task").iterdir()))


def kb_an_hour(samples, name):
    """Slope of a process's memory over the second half of the samples, in kB a virtual hour."""
    half = samples[len(samples) // 2 :]
    hours, sizes = [s.hour for s in half], [s.held[name][0] for s in half]
    return statistics.linear_regression(hours, sizes).slope


def growing(samples):
    """What grows, one line each; none when the line is flat."""
    found, middle, last = [], samples[len(samples) // 2], samples[-1]
    for name, (kb, files, threads) in last.held.items():
        slope = kb_an_hour(samples, name)
        if slope * 24 > GROWTH_MAX * kb:
            found.append(f"memory of the {name}: {slope:.0f} kB a virtual hour")
        if files > middle.held[name][1] + FILES_MAX:
            found.append(f"descriptors of the {name}")
        if threads > middle.held[name][2] + SPREAD_MAX:
            found.append(f"threads of the {name}")
    return found


def answer(url, alerts, answered):
    """The floor accepts every alert its page has shown since."""
    for table, n, k in [a for a in alerts if a not in answered]:
        data = urllib.parse.urlencode({"act": "accept"}).encode()
        try:
            _open(f"{url}/floor/alerts/{table}/{n}/{k}", data, {"Origin": url})
        except urllib.error.HTTPError as e:
            if e.code != 404:  # withdrawn and forgotten meanwhile
                raise
        answered.add((table, n, k))


def _answer_all(url, floor, answered, count):
    """Answer until so many are; the page shows the next as others go."""
    end = time.monotonic() + WAIT_S
    while len(answered) < count:
        answer(url, list(floor.seen), answered)
        if time.monotonic() > end:
            raise SystemExit(f"soak_day: {len(answered)} of {count} alerts seen within {WAIT_S} s")
        time.sleep(0.1)


def _open(address, data=None, headers=None):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    request = urllib.request.Request(address, data, headers or {})
    with opener.open(request, timeout=WAIT_S) as page:
        return page.read()


def run(args, said):
    """The samples, printed as they come; the last one with everything acknowledged."""
    names = [str(n) for n in range(1, args.tables + 1)]
    tape = traffic.Tape(sorted(str(p) for p in HANDS.glob("*.phh")) * 4)
    system = System(tables=names, log=said, start_s=WAIT_S)
    samples, answered = [], set()
    try:
        day = Day(system.mqtt, tape, args.tables, args.hands, system.url)
        floor = traffic.Watcher(system.url, "/floor/stream")
        panels = [traffic.Watcher(system.url, f"/dealer/{n}/stream") for n in names[:PANELS]]
        for watcher in (floor, *panels):
            watcher.start()
        for called in range(CALLS, ALERTS_KEPT + 1, CALLS):
            day.call(CALLS)
            _answer_all(system.url, floor, answered, called * args.tables)
        day.settle()
        for half in range(1, 2 * args.hours + 1):
            due = half * args.tables * args.hands / 2
            while day.hands < due:
                day.deal(call=day.hands + args.tables >= due)
            day.settle()
            answer(system.url, list(floor.seen), answered)
            for path in (*OPENED, f"/api/v1/tables/{names[0]}/events?after=0"):
                _open(system.url + path)
            samples.append(Sample(half / 2, system))
            print(samples[-1].line(), flush=True)
        print(
            f"{day.hands} hands, {day.events} events, {len(answered)} alerts answered, "
            f"{system.cpu_s():.0f} s of a processor"
        )
        for watcher in (floor, *panels):
            watcher.close()
        day.close()
    finally:
        system.close()
    return samples


def main(argv=None):
    """Exit code 1 when something grows."""
    parser = argparse.ArgumentParser(description="A virtual day of a gateway.")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--hours", type=int, default=24, help="virtual")
    parser.add_argument("--hands", type=int, default=30, help="an hour at a table, even")
    args = parser.parse_args(argv)
    with tempfile.TemporaryFile("w+") as said:
        samples = run(args, said)
    for name in samples[-1].held:
        print(f"{name}: {kb_an_hour(samples, name):+.1f} kB a virtual hour over the second half")
    found = growing(samples)
    print("\n".join(f"grows: {what}" for what in found) or "flat")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
