"""The rules on the controller: light and sound for the dealer, with no network at all."""

import pytest

from firmware.drivers.lights import LEVELS
from firmware.table.values import ASK_MS, KEY_LATE_MS
from shared_rules.table import Table
from tests.firmware_table.test_on_vm import HAND, events_of
from tools.playing.phh import read_all
from tools.virtual.player import TablePlayer, provision, root_of
from tools.virtual.recorded_plan import plan_hand
from tools.virtual.table import VirtualTable

SCAN_MS = 250  # the longest an antenna is left unread in a deal, and the lights' own turn
MOTION_MS = 1000  # a motion of chips is told when it has ended
# A player passed over who faced no bet may have checked: the key may be late, then the dealer is
# asked, who gives no answer here.
UNSAID_MS = KEY_LATE_MS + ASK_MS


def play(tmp_path, kind, config):
    """A hand without a broker: (events told, [(ms, level shown)], [ms of the buzzer's tones])."""
    (tmp_path / "hand.phh").write_text(HAND)
    ((label, record),) = read_all([tmp_path / "hand.phh"])
    table = VirtualTable("six_max", seed=3, noise=0.0, table_id="7", core=None, extra=config)
    provision(table.flash, root_of(3, "7"))
    with table:
        script = TablePlayer(table, seed=3)
        made = script.prepare(plan_hand(label, record, 3, 6), kind)
        script.stage.perform(list(made.run()))
        table.run_until(made.t * 1000)
        table.run_for((4000 + UNSAID_MS) * 1000)
        recorded = list(table.world.board.recorded)
        tones = [t // 1000 for t, what, v in recorded if what == "sound" and v[1]]
        lit = [(t // 1000, bytes(v)[:3]) for t, what, v in recorded if what == "pixels"]
        return [e for _b, _s, e in events_of(table)], lit, tones


def ruled_at(events):
    """When the same engine here finds an irregularity, ms; None when it finds none."""
    table = Table("tda-2011")
    for event in events:
        for out in table.apply(event):
            if out["k"] == "ruling" and out.get("irregular"):
                return event["t"]
    return None


@pytest.mark.parametrize(
    ("kind", "emitted_ms", "level"),
    [("first-card-exposed", 0, "alert"), ("bet-out-of-turn", MOTION_MS + UNSAID_MS, "ask")],
)
def test_an_irregularity_is_seen_and_heard_within_one_scan(tmp_path, kind, emitted_ms, level):
    events, lit, tones = play(tmp_path, kind, {"rules": "tda-2011"})
    found = ruled_at(events)
    assert found is not None
    heard = [t for t in tones if found <= t]
    assert heard and heard[0] - found <= emitted_ms + SCAN_MS
    assert not [t for t in tones if t < found]
    red, green, blue = LEVELS[level]
    after = [c for t, c in lit if found <= t <= found + emitted_ms + SCAN_MS]
    before = [c for t, c in lit if t < found][-1:]  # without a broker it is amber all the time
    assert bytes((green, red, blue)) in after + before * (level == "ask")


def test_a_clean_hand_makes_no_sound(tmp_path):
    events, _lit, tones = play(tmp_path, None, {"rules": "tda-2011"})
    assert len(events) > 20 and ruled_at(events) is None and tones == []


def test_a_table_without_the_rules_is_silent(tmp_path):
    events, _lit, tones = play(tmp_path, "first-card-exposed", {})
    assert ruled_at(events) is not None and tones == []
