"""Clocks within 100 ms, asked every ten minutes; programs and safe mode that people hear of."""

import json
import random

import pytest

from gateway.controllers import self_reports
from gateway.ingest import decoder
from shared_rules import topics
from shared_rules.topics import UP_PROGRAM, UP_TIME


class Room:
    """A gateway and controllers whose clocks drift; the ways there and back take what they take."""

    def __init__(self, seed=1, tables=("1",), way=(1, 60)):
        self.rng = random.Random(seed)
        self.now = 1_000_000
        self.wall = 1_780_000_000_000
        self.drift_ppm = {t: self.rng.randint(-50, 50) for t in tables}
        self.boots = dict.fromkeys(tables, (1, self.now))
        self.warned = []
        self.asked = []
        self.flight = []
        self.way = way
        self.heard = self_reports.Controllers(
            self.publish, lambda: list(tables), lambda *a: self.warned.append(a),
            lambda: self.now, lambda: self.wall,
        )  # fmt: skip

    def t(self, table):
        """The controller's milliseconds since boot: its crystal is not the gateway's."""
        passed = self.now - self.boots[table][1]
        return passed + passed * self.drift_ppm[table] // 1_000_000

    def publish(self, topic, payload):
        table, name = topics.split(topic)
        assert name == topics.DOWN_TIME
        self.asked.append((self.now, table))
        self.flight.append(
            (self.now + self.rng.randint(*self.way), table, json.loads(payload)["id"], False)
        )

    def run(self, ms, step=1):
        end = self.now + ms
        while self.now < end:
            self.now += step
            self.wall += step
            if self.now % 1000 < step:
                self.heard.tick()
            for item in list(self.flight):
                at, table, ident, back = item
                if at > self.now:
                    continue
                self.flight.remove(item)
                if not back:
                    answer = {"id": ident, "dev": "c1", "boot": self.boots[table][0]}
                    answer["t"] = self.t(table)
                    when = self.now + self.rng.randint(*self.way)
                    self.flight.append((when, table, json.dumps(answer).encode(), True))
                else:
                    self.heard.heard(table, UP_TIME, ident, self.now)

    def off(self, table):
        """How wrong the mapping of the present moment is, ms; None while there is none."""
        found = self.heard.wall_ms(table, "c1", self.boots[table][0], self.t(table))
        return None if found is None else abs(found - self.wall)


@pytest.mark.parametrize("seed", range(5))
def test_after_mapping_a_clock_is_within_100_ms_for_hours(seed):
    room = Room(seed, way=(1, 90))
    room.run(3_000)
    worst = 0
    for _ in range(60):
        room.run(120_000, step=20)
        worst = max(worst, room.off("1"))
    assert worst <= 100
    gaps = [b - a for (a, _), (b, _) in zip(room.asked, room.asked[1:], strict=False)]
    assert max(gaps) <= self_reports.EVERY_MS + 2_000


def test_a_slow_answer_is_not_believed_and_asked_for_again_a_few_times(seed=3):
    room = Room(seed, way=(150, 400))
    room.run(60_000, step=5)
    assert room.off("1") is None
    assert len(room.asked) == self_reports.TRIES_MAX
    room.way = (1, 20)
    room.run(self_reports.EVERY_MS, step=20)
    assert room.off("1") <= 100


def test_a_reboot_is_another_clock():
    room = Room()
    room.run(5_000)
    assert room.off("1") <= 100
    room.boots["1"] = (2, room.now)
    assert room.off("1") is None
    room.heard.state("1", decoder.State(True, "c1", 2))
    room.run(3_000)
    assert room.off("1") <= 100


def test_a_step_of_the_gateways_clock_is_followed_at_the_next_question():
    room = Room()
    room.run(5_000)
    room.wall += 3_600_000
    room.run(self_reports.EVERY_MS + 3_000, step=20)
    assert room.off("1") <= 100


@pytest.mark.parametrize(
    "name, payload",
    [(UP_TIME, b""), (UP_TIME, b"[]"), (UP_TIME, b'{"id":"x"}'), (UP_PROGRAM, b"{}"),
     (UP_PROGRAM, b'{"dev":1}'), (UP_TIME, b"\xff")],
)  # fmt: skip
def test_nonsense_is_a_bad_payload(name, payload):
    with pytest.raises(decoder.BadPayload):
        Room().heard.heard("1", name, payload, 0)


def test_an_answer_to_no_question_or_given_twice_changes_nothing():
    room = Room()
    room.run(5_000)
    before = room.heard.clocks["1"].offset_ms
    for ident in (0, 1, 99):
        fake = {"id": ident, "dev": "c1", "boot": 1, "t": 5}
        room.heard.heard("1", UP_TIME, json.dumps(fake).encode(), room.now)
    assert room.heard.clocks["1"].offset_ms == before


def report(**more):
    return json.dumps({"dev": "c1", "boot": 1, "version": 3, "sha256": "ab", **more}).encode()


def test_a_changed_program_a_refused_image_and_safe_mode_are_told_once_each():
    room = Room()
    hear = room.heard
    for _ in range(2):
        hear.heard("1", UP_PROGRAM, report(why="boot"), 0)
    assert room.warned == []
    for _ in range(2):
        hear.heard("1", UP_PROGRAM, report(why="daily", changed=True), 0)
        hear.state("1", decoder.State(True, "c1", 1, "seats must be 2 to 10"))
    assert [w[:2] for w in room.warned] == [("1", "program_changed"), ("1", "safe_mode")]
    hear.heard("1", UP_PROGRAM, report(refused=["a: the image is damaged"]), 0)
    assert room.warned[-1][1] == "image_refused"
    assert hear.programs["1"].version == 3
