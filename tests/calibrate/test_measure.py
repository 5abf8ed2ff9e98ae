"""Figures, thresholds, faults and drift from dwells, without a table."""

import copy

import pytest

from tools.calibrate import measure
from tools.calibrate.measure import SPOTS, Window


def window(*dwells):
    made = Window()
    for zone, tags, agc, *partial in dwells:
        made.add({"zone": zone, "tags": tags, "agc": agc, "partial": bool(partial)})
    return made


def zone_of(rate=1.0, agc=(420, 411), cross=None, edge=None):
    rates = {s: edge if edge is not None and s != "middle" else rate for s in SPOTS}
    found = {"rates": rates, "agc_empty": agc[0], "agc_noise": 1.0, "agc_tag": agc[1]}
    return {**found, "cross": cross or {}}


def test_rates_are_shares_of_whole_dwells():
    seen = window(
        ("a", ["t"], 400), ("a", [], 410), ("a", ["t", "t"], 405), ("a", [], 1, "partial")
    )
    assert seen.rate("a", "t") == pytest.approx(2 / 3)
    assert seen.rate("b", "t") is None and seen.rate("a", "u") == 0
    mean, spread = seen.agc("a")
    assert mean == pytest.approx(405) and spread == pytest.approx((50 / 3) ** 0.5)
    assert seen.fewest(["a", "b"]) == 0


def test_a_tag_read_elsewhere_is_cross_talk():
    there = window(("a", ["t"], 400), ("b", ["t"], 420), ("b", [], 420))
    empty = window(("a", [], 420), ("b", [], 420))
    found = measure.zone_figures("a", "t", empty, dict.fromkeys(SPOTS, there))
    assert found["cross"] == {"b": 0.5}
    assert found["agc_empty"] == 420 and found["agc_tag"] == 400
    assert "a: b reads its tag, too (50%): too near, or too strong" in measure.faults({"a": found})


def test_thresholds_follow_the_worst_zone_of_a_kind():
    found = measure.thresholds(
        {"seat:1": zone_of(), "seat:2": zone_of(0.8), "mouth:1": zone_of(), "pot": zone_of(0.0)}
    )
    # 0.2 ** 5 = 0.00032 is the first power under one in a thousand
    assert found["leave"] == {"mouth": 2, "pot": measure.LEAVE_MAX, "seat": 5}
    assert found["agc_trip"]["seat:1"] == 415.5


@pytest.mark.parametrize(("zone", "other", "rate", "cross"), [
    ("pot", "line:1", 0.025, {"pot": {"line:1": 25}}),
    ("pot", "line:1", 0.01, {"pot": {"line:1": 10}}),
    ("pot", "line:1", 0.009, {}), ("pot", "line:1", 0.0, {}),
    ("line:1", "line:2", 0.05, {"line:1": {"line:2": 50}}),
    ("pot", "line:1", 0.4, {"pot": {"line:1": 50}}),
    ("mouth:1", "mouth:2", 0.3, {}), ("board:1", "board:2", 0.04, {}),
    ("mouth:1", "burn", 0.02, {"mouth:1": {"burn": 20}}),
])  # fmt: skip
def test_a_controller_is_told_which_zones_hear_more_than_it_takes_them_to(zone, other, rate, cross):
    found = measure.thresholds({zone: zone_of(cross={other: rate}), "seat:1": zone_of()})
    assert found["cross"] == cross


def test_faults_name_the_zone_and_what_to_do():
    never = zone_of()
    never["rates"] = dict.fromkeys(SPOTS)
    lines = measure.faults({"seat:1": zone_of(), "seat:2": zone_of(0.9), "pot": zone_of(0.0),
                            "muck": never})  # fmt: skip
    assert lines == [
        "muck: never scanned: its reader or its cable",
        "pot: the tag in its middle is never read: cable, then tuning",
        "seat:2: 90% read in its middle: tune this loop again",
    ]


def test_drift_is_told_against_the_stored_calibration():
    before = {"seat:1": zone_of(0.99), "seat:2": zone_of(0.99), "pot": zone_of()}
    now = copy.deepcopy(before)
    assert measure.drift(before, now) == []
    now["seat:1"]["rates"]["left"] = 0.7
    now["seat:2"]["agc_empty"] = 380
    del now["pot"]
    assert measure.drift(before, now) == [
        "pot: only in the stored calibration",
        "seat:1, left: 99% then, 70% now",
        "seat:2: gain of the empty antenna moved by -40: metal, tuning or cable",
    ]
