"""What is counted of a table that is calibrated, and what of it is kept, without a table."""

import builtins
import errno
import hashlib
import json
import os

import pytest

from firmware import config as cfg
from firmware.calibrate import keep, order
from firmware.calibrate.counts import DWELLS_MAX, TAGS_MAX, Counts
from firmware.scan.dwell import Dwell
from tools.calibrate import measure
from tools.hardware import description

UID = b"\xe0\x04\x01" + bytes(5)


def dwell(antenna, uids=(), agc=400, partial=False):
    made = Dwell()
    made.clear(antenna, 0)
    for uid in uids:
        made.add(uid, 0)
    made.agc, made.partial = agc, partial
    return made


def test_sums_and_reads_are_those_of_whole_dwells():
    counts = Counts(["seat:1", "pot"])
    for found in (dwell(0, [UID], 400), dwell(0, [], 402), dwell(0, [UID], 1, partial=True)):
        counts.add(found)
    assert counts.report() == {"seat:1": [2, 802, 400**2 + 402**2, {counts.name(UID): 1}]}
    assert counts.fewest([0]) == 2 and counts.fewest([0, 1]) == 0
    counts.begin()
    assert counts.report() == {}


def test_a_name_tells_two_tags_apart_and_is_another_at_the_next_start():
    one, other = Counts(["pot"]), Counts(["pot"])
    names = {one.name(UID), one.name(UID[:-1] + b"\x01"), other.name(UID)}
    assert len(names) == 3 and one.name(UID) == one.name(bytes(UID))
    assert hashlib.sha256(UID).hexdigest()[:8] not in names


def test_what_is_counted_is_bounded():
    counts = Counts(["pot"])
    for i in range(DWELLS_MAX + 5):
        counts.add(dwell(0, [UID[:-2] + i.to_bytes(2, "big")], 1023))
    (row,) = counts.report().values()
    assert row[0] == DWELLS_MAX and len(row[3]) == TAGS_MAX
    assert row[2] < 1 << 31


# -- thresholds


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(description.table_config("six_max", "esp32s3_w5500", "7")))
    return path


def test_thresholds_are_in_the_configuration_and_nothing_else_has_changed(config):
    before = json.loads(config.read_text())
    assert keep.keep(str(config), {"seat": 5, "mouth": 2}) is None
    after = json.loads(config.read_text())
    assert after.pop("tune") == {"leave": {"seat": 5, "mouth": 2}}
    before.pop("tune", None)
    assert after == before
    assert cfg.load(str(config))["tune"]["leave"]["seat"] == 5
    assert keep.keep(str(config), {"line": 4}) is None
    assert "seat" not in json.loads(config.read_text())["tune"]["leave"]  # the newer one, whole


def test_what_zones_hear_is_kept_with_the_thresholds_and_goes_with_them(config):
    heard = {"pot": {"line:1": 50, "line:4": 1}}
    assert keep.keep(str(config), {"seat": 5}, heard) is None
    assert json.loads(config.read_text())["tune"] == {"leave": {"seat": 5}, "cross": heard}
    assert cfg.load(str(config))["tune"]["cross"] == heard
    assert keep.keep(str(config), {"seat": 5}) is None
    assert json.loads(config.read_text())["tune"] == {"leave": {"seat": 5}}


@pytest.mark.parametrize("cross", [
    [], "pot", {"pot": 5}, {"pot": {"line:1": 0}}, {"pot": {"line:1": 51}}, {"pot": {"line:1": -1}},
    {"pot": {"line:1": True}}, {"pot": {"line:1": "9"}}, {"pot": {"line:1": 2.5}},
    {"pot": {str(n): 9 for n in range(keep.CROSS_MAX_PAIRS + 1)}},
], ids=lambda cross: str(cross)[:24])  # fmt: skip
def test_what_no_calibration_finds_is_refused(config, cross):
    before = config.read_bytes()
    assert keep.cross_fault(cross) and keep.keep(str(config), {"seat": 5}, cross)
    assert config.read_bytes() == before


BAD = [
    None, {}, [], {"seat": 2}, {"mouth": 1}, {"seat": 7}, {"seat": True}, {"seat": "4"},
    {"chair": 4}, {"seat": 4, "pot": 1000}, {"seat": -1},
]  # fmt: skip


@pytest.mark.parametrize("leave", BAD, ids=str)
def test_what_would_make_a_table_blind_or_hasty_is_refused(config, leave):
    before = config.read_bytes()
    assert keep.keep(str(config), leave)
    assert config.read_bytes() == before


def test_whatever_a_calibration_finds_may_be_kept():
    zones = [row["zone"] for row in description.load_table("nine_max")["antennas"]]
    for rate in (None, 0.0, 0.3, 0.9, 1.0):
        figures = {z: {"rates": {"middle": rate}, "agc_empty": None, "agc_tag": None}
                   for z in zones}  # fmt: skip
        assert keep.fault(measure.thresholds(figures)["leave"]) is None


class Cut(Exception):
    """The power is gone."""


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.99, 1.0, "before the rename"])
def test_a_cut_at_any_byte_leaves_the_one_before_or_this_one(config, monkeypatch, share):
    before = json.loads(config.read_text())
    real = builtins.open

    class Torn:
        def __init__(self, f):
            self._f = f

        def write(self, text):
            self._f.write(text[: int(len(text) * share)])
            self._f.flush()
            raise Cut

        def close(self):
            self._f.close()

        def flush(self):
            pass

    def opened(path, mode="r", *more):
        f = real(path, mode, *more)
        return Torn(f) if "w" in mode else f

    def cut(*_):
        raise Cut

    if share == "before the rename":
        monkeypatch.setattr(os, "rename", cut)
    else:
        monkeypatch.setattr(builtins, "open", opened)
    with pytest.raises(Cut):
        keep.keep(str(config), {"seat": 5})
    monkeypatch.undo()
    assert json.loads(config.read_text()) == before
    assert keep.keep(str(config), {"seat": 5}) is None  # and the next try is as good as the first
    assert cfg.load(str(config))["tune"]["leave"]["seat"] == 5


def test_a_full_flash_is_one_line(config, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(os, "rename", full)
    assert "not stored: " in keep.keep(str(config), {"seat": 5})
    assert "tune" not in json.loads(config.read_text())


# -- the order


class Table:
    """What the order asks of the controller's Images."""

    def __init__(self, flash, quiet):
        self.flash, self.restarts = str(flash), 0
        self.quiet = lambda: quiet

    def restart(self):
        self.restarts += 1


@pytest.mark.parametrize(
    ("do", "quiet", "why"),
    [
        ("start", False, "a hand is under way"),
        ("count", True, "it is not being calibrated"),
        ("keep", True, "it is not being calibrated"),
        (None, True, "it is not being calibrated"),
    ],
)
def test_a_table_that_is_played_goes_on(tmp_path, do, quiet, why):
    reported, table = [], Table(tmp_path, quiet)
    order.heard({"do": do}, "c1", lambda *message: reported.append(message), table)
    assert reported == [("up/calibrate", {"state": "refused", "dev": "c1", "why": why})]
    assert not table.restarts and not os.listdir(tmp_path)


def test_between_two_hands_it_leaves_its_mark_and_restarts(tmp_path):
    reported, table = [], Table(tmp_path, True)
    order.heard({"do": "start"}, "c1", lambda *message: reported.append(message), table)
    assert table.restarts == 1 and os.listdir(tmp_path) == [order.MARK[1:]] and not reported


def test_a_flash_that_takes_no_mark_is_told(tmp_path):
    reported, table = [], Table(tmp_path / "none", True)
    order.heard({"do": "start"}, "c1", lambda *message: reported.append(message), table)
    assert reported[0][1]["why"].startswith("the flash refuses") and not table.restarts
