"""A table is calibrated over its own link, by the real firmware on the 32-bit MicroPython VM."""

import json

import pytest

from firmware import config as firmware_config
from firmware.calibrate.counts import TEST_AFI
from shared_rules import topics
from tests.calibrate.calibrated_vm import Site
from tools.calibrate.virtual import Inlay
from tools.virtual.things import Chip
from tools.virtual.vm import PROGRAM

TAG, CARD, CHIP = b"\xe0\x04\x01\x11\x22\x33\x44\x55", b"\xe0\x04\x01card.", b"\xe0\x04\x01chip."
ZONES = ["seat:1", "line:2"]
COUNT = {"do": "count", "id": 1, "dwells": 10, "zones": ZONES}
START = {"do": "start"}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    made = Site(tmp_path_factory.mktemp("site"), "i386")
    with made.table:
        made.run(lambda: made.said(topics.UP_STATE))
        yield made
    made.close()


def refused(site, payload, why):
    """The controller does not take a message, and says so at its console."""
    site.send(payload)
    site.run(lambda: f"down/calibrate: refused: {why}" in site.table.vm.last_words())


def back_in_play(site):
    site.answer({"do": "end"}, "ended")
    site.run(site.plays)


def test_it_counts_test_tags_and_names_no_card(site):
    site.start()
    reported = site.said(topics.UP_STATE)[-1]
    assert reported["safe"] == "it is being calibrated" and reported["online"]
    site.world.place(Inlay(TAG, afi=TEST_AFI), "seat:1")
    others = [Inlay(CARD), Chip(CHIP, 25)]
    for thing, zone in zip(others, ZONES, strict=True):
        site.world.place(thing, zone, offset=(5, 5))
    first = site.answer(COUNT, "counted")
    for zone in ZONES:
        dwells, agc, squares, _tags = first["zones"][zone]
        assert dwells >= COUNT["dwells"] and 0 <= squares * dwells - agc * agc < dwells**2 * 100
    (name,) = first["zones"]["seat:1"][3]
    assert first["zones"]["seat:1"][3][name] == first["zones"]["seat:1"][0]
    assert first["zones"]["line:2"][3] == {}  # where a chip lies
    # the same tag has another name at the next start
    back_in_play(site)
    site.start()
    (other,) = site.answer(COUNT, "counted")["zones"]["seat:1"][3]
    assert other != name
    back_in_play(site)
    for thing in others:
        site.world.lift(thing)
    carried = b"".join(p for t, p in site.broker.published if t.endswith(topics.UP_CALIBRATE))
    for uid in (TAG, CARD, CHIP):
        for form in (uid.hex(), uid[::-1].hex(), uid[3:].hex()):
            assert form.encode() not in carried


@pytest.mark.parametrize("calibrating", [False, True], ids=["in play", "calibrating"])
def test_only_who_calibrates_this_table_is_believed_and_once(site, calibrating):
    if calibrating:
        site.start()
    boot, reported = site.boot(), len(site.said())
    message = {"do": "end"} if calibrating else START
    refused(site, json.dumps(message).encode(), "not signed")
    for wrong in ({"table": "8"}, {"sender": topics.GATEWAY}, {"sender": topics.IMAGES}):
        site.report(message, **wrong)
        site.run(lambda: "down/calibrate: refused: forged" in site.table.vm.last_words())
    site.report(message, boot=boot + 1)  # for a boot that may come
    site.report(message, boot=boot - 1)  # of one that was
    sent = site.report({"do": "none"})  # believed, and means nothing
    site.run(lambda: len(site.said()) > reported)
    while site.said()[reported:] and site.said()[-1]["state"] != "refused":
        site.table.run_for(50_000)
    answers = len([m for m in site.said() if m["state"] == "refused"])
    site.send(sent)  # once more
    site.table.run_for(300_000)
    assert len([m for m in site.said() if m["state"] == "refused"]) == answers
    assert site.boot() == boot and site.plays() is not calibrating
    if calibrating:
        back_in_play(site)


def test_no_start_is_believed_twice_whatever_has_come_between(site):
    sent = site.report(START)
    site.run(lambda: not site.plays())
    back_in_play(site)
    boot = site.boot()
    site.send(sent)
    site.table.run_for(2_000_000)
    assert site.boot() == boot and site.plays()


def test_a_hand_under_way_is_not_broken_off(site):
    boot = site.boot()
    site.keyed("riffle")
    assert site.answer(START, "refused")["why"] == "a hand is under way"
    assert site.boot() == boot and site.plays()
    site.keyed("finding", kind="misdeal_declared")


def test_a_lost_link_in_the_middle_costs_no_count(site):
    site.start()
    site.answer(dict(COUNT, dwells=5), "counted")
    slow = dict(COUNT, id=2, dwells=60)
    site.answer(slow, "counting")
    before = len(site.said())
    site.broker.drop()
    site.run(lambda: len(site.said()) > before)
    found = site.answer(slow, "counted")  # asked again, as nobody knows what was lost
    assert found["id"] == 2 and found["zones"]["seat:1"][0] >= 60
    assert site.said(topics.UP_STATE)[-1]["safe"]
    back_in_play(site)


def test_thresholds_are_kept_and_hold_at_the_next_start(site):
    path = site.table.flash / "config.json"
    site.start()
    before = json.loads(path.read_text())
    assert "seat: 3 to 6" in site.answer({"do": "keep", "leave": {"seat": 60}}, "refused")["why"]
    assert json.loads(path.read_text()) == before
    site.answer({"do": "keep", "leave": {"seat": 5, "line": 4}}, "kept")
    assert json.loads(path.read_text()) == dict(before, tune={"leave": {"seat": 5, "line": 4}})
    back_in_play(site)
    assert firmware_config.load(str(path))["tune"]["leave"]["seat"] == 5


@pytest.mark.parametrize("after_us", [0, 2_000, 20_000, 60_000])
def test_the_power_goes_while_thresholds_are_stored(site, after_us):
    path = site.table.flash / "config.json"
    before = json.loads(path.read_text())
    site.start()
    reported = len(site.said())
    site.report({"do": "keep", "leave": {"board": 4 + after_us % 3}})
    site.table.run_for(after_us + 1)
    site.table.kill()
    kept = json.loads(path.read_text())
    changed = dict(before, tune={"leave": {"board": 4 + after_us % 3}})
    assert kept in (before, changed)
    assert kept == changed or not [m for m in site.said()[reported:] if m["state"] == "kept"]
    site.table.restart()
    site.run(lambda: site.said(topics.UP_STATE)[-1]["online"] and site.plays())


ENDS = {
    "nobody orders anything": ("m.LEFT_MS = 2000", "nothing was ordered for long"),
    "it takes too long": ("m.WHOLE_MS = 2000", "it took too long"),
    "something in it fails": ("m.Mode.turn = lambda self: 1 // 0", "calibration ends: "),
    "memory runs out": ("m.Counts = lambda zones: bytearray(1 << 30)", "calibration ends: "),
    "it hangs": ("m.Mode.turn = lambda self: time.sleep(60)", "calibrated, nothing is played"),
}


@pytest.mark.parametrize(("change", "words"), ENDS.values(), ids=ENDS.keys())
def test_a_table_never_stays_so(tmp_path, change, words):
    program = f"import time\nimport firmware.calibrate.mode as m\n{change}\n{PROGRAM}"
    site = Site(tmp_path, program=program)
    with site.table:
        site.run(lambda: site.said(topics.UP_STATE))
        site.report(START)
        site.run(lambda: len(site.table.resets) == 2)
        site.run(lambda: site.plays())
        assert words in site.table.vm.last_words()
        assert not (site.table.flash / "calibrate").exists()
    site.close()
