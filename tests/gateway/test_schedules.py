"""Order, gaps, clocks and malformed bytes: whatever comes, the state is that of the events."""

import json
import random
import tempfile
from pathlib import Path

import pytest

from gateway.ingest.sequence import Sequence
from gateway.log import witness
from shared_rules.table import Table
from tests.gateway import crash, schedules
from tests.gateway.gateway_rig import Rig
from tests.sim.run import memory
from tools.virtual import paper

JUMPS_MS = [1000, 60_000, 3_600_000, 86_400_000, 31_536_000_000, 315_360_000_000]


@pytest.fixture
def ram():
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        yield Path(folder)


def test_any_schedule_ends_in_the_in_order_state_and_gaps_are_asked_for_in_time():
    different, longest_ms, requests = schedules.schedules(20)
    assert different == []
    assert requests > 15 and longest_ms <= 2000  # of the test's clock


def test_a_gateway_that_does_not_reorder_would_be_seen(monkeypatch):
    monkeypatch.setattr(Sequence, "_follows", lambda self, key: True)
    assert schedules.schedules(10)[0]


def test_malformed_input_is_put_aside_with_its_reason(ram):
    taken, kept, _longest_ms = schedules.fuzz(ram, 2_000)
    assert taken and kept > 1000


def test_malformed_heads_are_no_heads():
    rng = random.Random(1)
    good = json.dumps({"table": "7", "n": 5, "hash": "ab" * 32, "first": 0, "wall": 1}).encode()
    assert witness.of_message(good) == (5, b"\xab" * 32, 0)
    for _ in range(500):
        _topic, payload = schedules.bad_bytes(rng, dict.fromkeys(schedules.NAMES, [good]))
        try:
            n, digest, first = witness.of_message(payload)
        except ValueError:
            continue
        assert 0 <= n < 2**63 and 0 <= first < 2**63 and len(digest) == 32


# -- clocks


def story(folder, shift=None):
    """Rows and what is public after each event, with clocks shifted on the way by ``shift``."""
    paper.vault_file(folder / "vault", "7")
    rig = Rig(folder, engine=Table)
    reported = []
    for i, row in enumerate(crash.hand_rows()):
        if shift:
            row = shift(rig, i, list(row))
        rig.send("7", 1, i + 1, [row])
        live = rig.tables.get("7")
        reported.append((row[0], row[2:], sorted(live.view()["public"].items()), live.n))
    times = [e.t for e in rig.log.read("7")]
    order = [e.seq for e in rig.log.read("7")]
    assert not rig.troubles and not rig.ingest.damaged
    rig.close()
    return reported, times, order


@pytest.fixture(scope="module")
def base():
    """What is told when all clocks go on."""
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        return story(Path(folder))[0]


@pytest.mark.parametrize("jump_ms", JUMPS_MS)
@pytest.mark.parametrize(
    ("clock", "way"),
    [("wall", 1), ("wall", -1), ("gateway", 1), ("controller", 1), ("controller", -1)],
)  # the gateway's is monotonic: forward only
def test_a_clock_that_jumps_reorders_nothing_and_opens_nothing(ram, base, clock, way, jump_ms):
    def shift(rig, i, row):
        if i == 20:
            if clock == "wall":
                rig.wall += way * jump_ms
            elif clock == "gateway":
                rig.now_ms += jump_ms
        if clock == "controller" and i >= 20:
            row[1] = max(0, row[1] + way * jump_ms)
        return row

    reported, times, order = story(ram / "jump", shift)
    assert reported == base
    assert times == sorted(times) and order == list(range(1, len(base) + 1))


def test_a_suspended_gateway_does_not_give_up_what_it_never_asked_for(ram):
    """The machine slept for a day in the middle of a gap."""
    rig = Rig(ram)
    rows = crash.hand_rows()
    rig.send("7", 1, 1, rows[:2])
    rig.send("7", 1, 5, rows[4:5])
    rig.later(86_400_000)
    assert rig.asked and not rig.log.gaps("7")
    rig.send("7", 1, 3, rows[2:4])
    assert len(rig.rows("7")) == 5
    rig.close()
