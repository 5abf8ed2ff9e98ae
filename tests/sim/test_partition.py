"""A line that is down for a night: the controller's own journal and uplink, our ingest."""

import json
import tempfile
from pathlib import Path

import pytest

from shared_rules import wire
from tests.sim.clockwork import Clockwork
from tests.sim.controller_link import Controller
from tests.sim.flash import Flash
from tests.sim.net import Broker
from tests.sim.run import memory
from tests.sim.sim_gateway import House

HOUR_MS = 3_600_000


@pytest.fixture
def room(monkeypatch):
    """``room(events, period_ms, segments)``: one table and the gateway."""
    monkeypatch.setattr("tests.sim.controller_link.POLL_MS", 1000)
    monkeypatch.setattr("tests.sim.controller_link.RECONNECT_MS", (1000, 5000))
    folders = []

    def made(count, period_ms, segments=200):
        monkeypatch.setattr("tests.sim.controller_link.PERIOD_MS", (period_ms, period_ms + 1))
        monkeypatch.setattr("tests.sim.controller_link.SEGMENTS", segments)
        clock = Clockwork(1)
        broker = Broker(clock)
        folder = tempfile.TemporaryDirectory(dir=memory())
        folders.append(folder)
        house = House(clock, broker, Path(folder.name))
        events = [{"what": "break_start"} for _ in range(count)]
        controller = Controller(clock, broker, Flash(), "7", events)
        house.start()
        controller.start()
        return clock, house, controller

    yield made
    for folder in folders:
        folder.cleanup()


def cut_off(clock, controller, hours):
    clock.run(clock.now_ms + 60_000)
    controller.line.cut = True
    controller.line.drop()
    clock.run(clock.now_ms + hours * HOUR_MS)
    controller.line.cut = False


def test_eight_hours_without_a_line_lose_nothing(room):
    clock, house, controller = room(4000, 7000)
    cut_off(clock, controller, 8)
    assert clock.run(clock.now_ms + 120_000, controller.finished)
    log = house.rig.log
    stored = {(e.boot, e.seq): json.loads(e.row) for e in log.read("7")}
    assert stored == controller.kept and len(stored) == 4000
    assert log.gaps("7") == []
    house.rig.close()


def test_a_journal_that_overflows_says_how_much_is_gone(room):
    clock, house, controller = room(4000, 7000, segments=12)
    cut_off(clock, controller, 8)
    assert clock.run(clock.now_ms + 300_000, controller.finished)
    log = house.rig.log
    entries = list(log.read("7"))
    lost = [wire.decode(json.loads(e.row)) for e in entries if e.what == "lost"]
    missing = sorted(set(controller.kept) - {(e.boot, e.seq) for e in entries})
    assert len(missing) > 1000
    assert sum(e["count"] for e in lost) == len(missing)
    gaps = log.gaps("7")
    assert sum(last - first + 1 for _d, _b, first, last, _r, _w in gaps) == len(missing)
    alerts = [b["ruling"] for b in house.rig.tables.get("7").alerts.values()]
    assert "events_lost" in alerts
    house.rig.close()
