"""Any schedule of messages ends in the state the same events give in order; bad bytes harm nothing.

``python -m tests.gateway.schedules --schedules 10000 --fuzz 1000000`` (``make soak``).
"""

import argparse
import json
import random
import sys
import tempfile
import time
from pathlib import Path

from gateway.log.sqlite import SqliteLog
from shared_rules import topics, wire
from shared_rules.table import Table
from tests.gateway import crash, wired
from tests.gateway.gateway_rig import NAME, Rig
from tests.sim.run import memory

TURN_MS = 50
TURNS_MAX = 4000


class Source:
    """A controller that held its records over three boots and sends them in any way it can."""

    def __init__(self, rows, rng):
        self.rng = rng
        cuts = sorted(rng.sample(range(1, len(rows)), 2))
        parts = [rows[: cuts[0]], rows[cuts[0] : cuts[1]], rows[cuts[1] :]]
        self.records = {(b + 1, i + 1): r for b, p in enumerate(parts) for i, r in enumerate(p)}
        self.open = sorted(self.records)  # not acknowledged
        self.wanted = []  # asked for
        self.late = []  # (turn, boot, seq, count): sent, and on a long way

    def messages(self, turn, acked):
        """What arrives in this turn: ``[(boot, seq, rows)]``, some lost, doubled, overtaken."""
        rng = self.rng
        self.open = [k for k in self.open if k[1] > acked.get(k[0], 0)]
        out = [m[1:] for m in self.late if m[0] <= turn]
        self.late = [m for m in self.late if m[0] > turn]
        if self.wanted:
            out.append((*self.wanted.pop(0), rng.randrange(1, 9)))
        elif self.open and rng.random() < 0.8:
            boot = self.open[0][0]  # records of older boots go first
            mine = [k for k in self.open if k[0] == boot]
            out.append((*mine[min(len(mine) - 1, int(rng.expovariate(0.4)))], rng.randrange(1, 9)))
        if rng.random() < 0.1:
            out.append((*rng.choice(list(self.records)), rng.randrange(1, 9)))  # long acknowledged
        found = []
        for boot, seq, count in out:
            fate = rng.random()
            if fate < 0.15 or (boot, seq) not in self.records:
                continue
            if any(k[0] < boot for k in self.open):
                continue  # the firmware holds younger boots back
            if fate < 0.3:
                self.late.append((turn + rng.randrange(1, 40), boot, seq, count))
            rows = [self.records.get((boot, seq + i)) for i in range(count)]
            found.append((boot, seq, [r for r in rows if r is not None]))
        rng.shuffle(found)
        return found


def schedule(folder, rows, seed):
    """Play one schedule; ``(rows in the log, the engine's view)``, and when gaps were asked for."""
    rng = random.Random(seed)
    source, waits, gap_at = Source(rows, rng), [], {}
    rig = Rig(folder, log=SqliteLog(folder / NAME), engine=Table)
    rig._publish = lambda topic, payload: _answer(source, topic, payload)
    try:
        for turn in range(TURNS_MAX):
            acked = {b: s for (_t, b), s in rig.acked.items()}
            if not source.open and not source.late:
                break
            known = len(rig.asked)
            for boot, seq, batch in source.messages(turn, acked):
                rig.send("7", boot, seq, batch)
            rig.later(TURN_MS)
            sequence = rig.ingest._tables["7"].sequences["c1"] if rig.ingest._tables else None
            gap = sequence and sequence.missing()
            gap_at = {gap: gap_at.get(gap, rig.now_ms)} if gap else {}
            for at, _t, boot, seq in rig.asked[known:]:
                waits.append(at - gap_at.get((boot, seq), at))
        live = rig.tables.get("7")
        view = json.dumps(live._engine.view(), sort_keys=True) if live else None
        return rig.rows("7"), view, waits, rig.log.gaps("7")
    finally:
        rig.close()


def _answer(source, topic, payload):
    if topics.split(topic)[1] == topics.DOWN_RESEND:
        data = json.loads(payload)
        source.wanted.append((data["boot"], data["seq"]))


def schedules(count, first=0):
    """Many of them; ``(different ones, longest wait for a request in ms, requests)``."""
    rows = crash.hand_rows()
    table = Table("tda-2011")
    different, longest, requests = [], 0, 0
    expected = None
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory(dir=memory()) as folder:
            got, view, waits, gaps = schedule(Path(folder), rows, seed)
        if expected is None:  # table time differs from boot to boot, what happened does not
            for row in rows:
                table.apply(wire.decode(row))
            expected = _timeless(json.dumps(table.view(), sort_keys=True))
        if got != rows or _timeless(view) != expected or gaps:
            different.append(seed)
        longest, requests = max([longest, *waits]), requests + len(waits)
    return different, longest, requests


def _timeless(view):
    return {k: v for k, v in json.loads(view).items() if k != "t"}


# -- bytes nobody foresaw


def bad_bytes(rng, good):
    """``(topic, payload)``: random bytes, or one of ``good`` (name -> payloads) with an error."""
    kind = rng.randrange(6)
    name = rng.choice(NAMES)
    topic = topics.topic("7", name)
    if kind == 0:
        return _odd_topic(rng), rng.randbytes(rng.randrange(60))
    if kind == 1:
        return topic, rng.randbytes(rng.randrange(200))
    data = bytearray(rng.choice(good[name]))
    if kind == 2:
        for _ in range(rng.randrange(1, 5)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        return topic, bytes(data)
    if kind == 3:
        return topic, bytes(data[: rng.randrange(len(data))])
    if kind == 4:
        at = rng.randrange(len(data))
        return topic, bytes(data[:at]) + rng.choice(PIECES) + bytes(data[at:])
    message = json.loads(bytes(data))
    _spoil(message, rng)
    return topic, json.dumps(message).encode()


OTHERS = {
    topics.UP_STATE: [b'{"online":true,"dev":"c1","boot":1,"safe":"no image"}'],
    topics.UP_HEALTH: [b'{"t":5,"boot":1,"heap":70000,"rssi":-1.5}'],
    topics.UP_TIME: [b'{"id":1,"dev":"c1","boot":1,"t":5000}'],
    topics.UP_PROGRAM: [
        b'{"dev":"c1","boot":1,"version":3,"sha256":"ab","slot":"a","why":"boot","changed":true,'
        b'"trial":false,"refused":["a: wrong"]}'
    ],
    topics.DOWN_HEAD: [b'{"table":"7","n":5,"hash":"%s","first":0,"wall":1}' % (b"ab" * 32)],
    topics.UP_ENROL: [b'{"dev":"c1","key":"%s","mac":"%s"}' % (b"ab" * 32, b"cd" * 16)],
    topics.UP_BEAT: [b"{}"],
}
NAMES = (*[topics.UP_EVENTS] * 6, *OTHERS)
PIECES = (
    b"[" * 3000, b"[" * 3000 + b"]" * 3000, b'"' * 50, b"9" * 400, b"-1e308",
    b'"\\ud800"', b"\xff\xfe", b"null", b"{}",
    b'{"a":' * 500, b"NaN", b"1e400", b"," * 20, b"true", b"\x00",
)  # fmt: skip
VALUES = (
    None, True, -1, 0, 2**31, 2**53, 2**63, 2**64, 10**40, 1.5, -0.0, "", "x" * 5000, "\x00",
    "é\u2028", [], {}, [[]], [None] * 500, {"": ""}, "seat:1", "seat:99", "@operator",
)  # fmt: skip


def _spoil(value, rng):
    """Put a wrong value somewhere into a JSON value, in place."""
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        if rng.random() < 0.2:
            del value[key]
        elif isinstance(value[key], (dict, list)) and value[key] and rng.random() < 0.8:
            _spoil(value[key], rng)
        else:
            value[key] = rng.choice(VALUES)
    elif isinstance(value, list) and value:
        at = rng.randrange(len(value))
        if isinstance(value[at], (dict, list)) and value[at] and rng.random() < 0.8:
            _spoil(value[at], rng)
        else:
            value[at] = rng.choice(VALUES)


def _odd_topic(rng):
    parts = [
        rng.choice(("feltwire", "7", "up", "ev", "", "..", "\u0000", "x" * 40)) for _ in range(4)
    ]
    return "/".join(parts)


def fuzz(folder, count, seed=0):
    """``count`` inputs into a running gateway; ``(taken, quarantined, longest ms of a turn)``.

    It is wired as in production. No input may meet an error of ours; afterwards a good table goes
    on.
    """
    rng = random.Random(seed)
    rows = crash.hand_rows()
    events = [
        json.dumps({"v": 1, "dev": "c1", "boot": 1, "seq": i + 1, "ev": rows[i : i + 3]}).encode()
        for i in range(len(rows))
    ]
    good = {topics.UP_EVENTS: events, **OTHERS}
    gateway = wired.start(folder, make_engine=Table, resend_first_ms=1, resend_tries_max=1)
    gateway.log._writer.execute("PRAGMA synchronous=OFF")  # it is not what is tried here
    times = _time_turns(gateway)
    try:
        for at in range(0, count, 500):
            for _ in range(min(500, count - at)):
                topic, payload = bad_bytes(rng, good)
                gateway.link.give(topic, payload, retain=rng.random() < 0.5)
            wired.drain(gateway)
        if gateway.log_trouble or gateway._pipeline.damaged or gateway.stumbles():
            trouble = (gateway.log_trouble, gateway._pipeline.damaged, gateway.stumbles())
            raise AssertionError(f"trouble of the log, damaged tables, errors of ours: {trouble}")
        reasons = 0
        for table in ("7", "?"):
            kept = gateway.log.quarantined(table, 100_000)
            reasons += len(kept)
            if any(not reason for _topic, _payload, reason, _wall in kept):
                raise AssertionError("something was put aside without a reason")
        bad = [e for t in gateway.log.tables() for e in gateway.log.read(t) if e.bad is not None]
        batch = {"v": 1, "dev": "c1", "boot": 1, "seq": 1, "ev": rows}
        gateway.link.give(topics.topic("good", topics.UP_EVENTS), json.dumps(batch).encode())
        wired.drain(gateway)
        acked = topics.topic("good", topics.DOWN_ACK), b'{"boot":1,"seq":%d}' % len(rows)
        if acked not in gateway.link.sent or gateway.tables.get("good").trouble:
            raise AssertionError("a good table does not go on")
        return gateway.tables.get("7").n, reasons + len(bad), max(times) * 1000
    finally:
        gateway.stop()


def _time_turns(gateway):
    """A list that gets the seconds of CPU of each turn of the ingest from now on."""
    ingest, times = gateway._pipeline.ingest, []
    turn = ingest.turn

    def timed(messages, now_ms):
        begin = time.thread_time()
        turn(messages, now_ms)
        times.append(time.thread_time() - begin)

    ingest.turn = timed
    return times


def main(argv=None):
    """Exit code 1 when a schedule ends in another state."""
    parser = argparse.ArgumentParser(description="Schedules of messages, and malformed ones.")
    parser.add_argument("--schedules", type=int, default=10_000)
    parser.add_argument("--fuzz", type=int, default=1_000_000)
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args(argv)
    different, longest, requests = schedules(args.schedules, args.first)
    print(
        f"order: {args.schedules} schedules, {len(different)} ended differently {different[:5]}; "
        f"{requests} requests for gaps, the latest after {longest} ms"
    )
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        taken, kept, longest_ms = fuzz(Path(folder), args.fuzz)
    print(
        f"fuzz: {args.fuzz} inputs, no uncaught error; {taken} events logged, {kept} kept aside "
        f"with a reason, longest turn {longest_ms:.0f} ms of CPU"
    )
    return 1 if different or longest > 2000 or longest_ms > 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
