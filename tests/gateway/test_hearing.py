"""Whether a table that dies without a word shows within 5 s, in virtual time; both sides of it."""

import pytest

from firmware.link import beat as firmware_beat
from firmware.link.beat import Beat
from gateway.controllers.hearing import BEAT_MS, TICK_S, UNPROVEN_MS, Hearing
from shared_rules import topics

SHOWN_MS = 5000  # promise 8
TICK_MS = int(1000 * TICK_S)


class Line:
    """A gateway's hearing, and time."""

    def __init__(self):
        self.now, self.up, self.proves = 0, True, True
        self.said, self.sent = [], []
        self.hearing = Hearing(
            lambda topic, payload: self.sent.append((self.now, topic)),
            lambda table, silent: self.said.append((self.now, table, silent)),
            lambda: self.up,
            lambda: self.proves,
            lambda: self.now,
        )

    def run(self, ms, *heard, every=BEAT_MS):
        """Time passes; the tables of ``heard`` give a beat now and then."""
        for _ in range(ms // TICK_MS):
            self.now += TICK_MS
            if self.now % every == 0:
                for table in heard:
                    self.hearing.heard(table, True)
                    if self.now % 10_000 == 0:
                        self.hearing.believed(table)
            self.hearing.tick()


@pytest.fixture
def line():
    return Line()


def test_silence_shows_within_five_seconds_and_its_end_at_once(line):
    line.run(60_000, "7", "8")
    assert not line.said
    line.run(SHOWN_MS, "8")
    assert [(t, s) for _at, t, s in line.said] == [("7", True)]
    line.run(3_000, "7", "8")
    assert line.said[1][1:] == ("7", False)


@pytest.mark.parametrize("after_ms", range(500, 2500, 500))
def test_whenever_it_dies(line, after_ms):
    line.run(10_000 + after_ms, "7")
    died = line.now
    line.run(SHOWN_MS)
    ((at, table, silent),) = line.said
    assert (table, silent) == ("7", True) and at - died <= SHOWN_MS


def test_a_beat_lost_now_and_then_is_no_silence(line):
    line.run(120_000, "7", every=2 * BEAT_MS)
    assert not line.said


def test_tables_that_give_no_beats_are_not_watched(line):
    line.hearing.believed("7")
    line.run(60_000)
    assert not line.said and not line.sent


def test_beats_alone_are_not_believed_for_long(line):
    """They are not signed: somebody may give them in a dead table's name."""
    for _ in range((UNPROVEN_MS + 1000) // TICK_MS):
        line.now += TICK_MS
        line.hearing.heard("7", True)
        line.hearing.tick()
    assert [s for _at, _t, s in line.said] == [True]
    line.hearing.believed("7")
    line.hearing.tick()
    assert [s for _at, _t, s in line.said] == [True, False]


def test_while_nothing_can_be_checked_beats_are_enough(line):
    line.proves = False
    for _ in range(2 * UNPROVEN_MS // TICK_MS):
        line.now += TICK_MS
        line.hearing.heard("7", True)
        line.hearing.tick()
    assert not line.said


def test_whatever_a_table_says_is_a_sign_of_life(line):
    line.hearing.heard("7", True)
    for _ in range(20_000 // TICK_MS):
        line.now += TICK_MS
        line.hearing.heard("7", False)
        line.hearing.tick()
    assert not line.said


def test_while_the_broker_is_away_no_table_is_called_silent(line):
    line.run(10_000, "7")
    line.up = False
    line.run(60_000)
    line.up = True
    line.run(4_000)
    assert not line.said
    line.run(2_000)
    assert line.said


def test_the_gateway_gives_a_beat_every_two_seconds_to_who_is_there(line):
    line.hearing.heard("7", True)
    line.run(20_000, "7")
    assert {t for _at, t in line.sent} == {topics.topic("7", topics.DOWN_BEAT)}
    assert 9 <= len(line.sent) <= 11
    line.run(700_000)
    before = len(line.sent)
    line.run(60_000)
    assert len(line.sent) == before


# -- the controller's side


class Client:
    def __init__(self):
        self.said, self.out, self.up = 0, [], True
        self.connects, self.drops = 1, []

    def is_up(self):
        return self.up

    def publish(self, topic, payload, now, qos=1):
        self.out.append((now, topic, qos))
        self.said = now

    def drop(self, now, why):
        """As firmware/link/mqtt.py, and up again at once."""
        self.drops.append(now)
        self.connects += 1


def test_a_controller_says_something_every_two_seconds_and_no_more():
    client = Client()
    beat = Beat(client, b"t", b"{}")
    for now in range(0, 10_000, 8):
        if now == 4800:
            client.said = now  # an event went out
        beat.poll(now)
    assert [at for at, _t, _q in client.out] == [2000, 4000, 6800, 8800]
    assert {q for _at, _t, q in client.out} == {0}
    client.up = False
    beat.poll(20_000)
    assert len(client.out) == 4


def test_a_gateway_that_falls_silent_shows_at_the_table_within_five_seconds():
    beat = Beat(Client(), b"t", b"{}")
    assert beat.is_heard(10**6)  # one that gives no beats is not missed
    beat.heard(topics.DOWN_ACK, 10**6)
    assert beat.is_heard(2 * 10**6)
    beat.heard(topics.DOWN_BEAT, 2 * 10**6)
    assert beat.is_heard(2 * 10**6 + firmware_beat.SILENT_MS - 1)
    assert not beat.is_heard(2 * 10**6 + SHOWN_MS)
    beat.heard(topics.DOWN_ACK, 3 * 10**6)
    assert beat.is_heard(3 * 10**6 + 1)


def deaf(beat, begin, end):
    """Time passes without a word of a gateway."""
    for now in range(begin, end, 8):
        beat.poll(now)


def test_a_connection_over_which_no_gateway_is_heard_is_left_less_and_less_often():
    client = Client()
    beat = Beat(client, b"t", b"{}")
    deaf(beat, 0, 100_000)
    assert not client.drops  # a gateway that gives no beats is not missed
    beat.heard(topics.DOWN_BEAT, 100_000)
    deaf(beat, 100_000, 2_000_000)
    waits = [b - a for a, b in zip([100_000, *client.drops], client.drops, strict=False)]
    first, most = firmware_beat.LEAVE_MS, firmware_beat.LEAVE_MAX_MS
    assert [w // 1000 for w in waits[:6]] == [first // 1000, 10, 20, 40, 80, 160]
    assert {w // 1000 for w in waits[6:]} == {most // 1000}
    beat.heard(topics.DOWN_ACK, 2_000_000)
    client.drops.clear()
    deaf(beat, 2_000_000, 2_000_000 + first + 16)
    assert len(client.drops) == 1


def test_a_new_connection_that_hears_nothing_is_left_after_five_seconds():
    client = Client()
    beat = Beat(client, b"t", b"{}")
    beat.heard(topics.DOWN_BEAT, 1000)
    client.up = False
    deaf(beat, 1000, 60_000)
    client.up, client.connects = True, 2
    deaf(beat, 60_000, 60_000 + firmware_beat.SILENT_MS)
    assert not client.drops
    deaf(beat, 60_000 + firmware_beat.SILENT_MS, 60_000 + firmware_beat.SILENT_MS + 8)
    assert len(client.drops) == 1
