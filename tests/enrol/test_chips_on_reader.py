"""Chips on a real pcscd with a virtual reader: written, verified, counted, resumed; the rate."""

import json
import time

import pytest

from firmware.calibrate.counts import TEST_AFI
from tools import cli
from tools.virtual.things import make_chips, make_deck

RATE = 10  # chips a second


def blank(count, seed=1):
    return [c.tag for c in make_chips(seed, [0] * count, afi=0)]


def lines_of(path):
    return [json.loads(line) for line in (path / "chips.jsonl").read_text().splitlines()]


def test_chips_are_written_verified_and_counted_ten_a_second(run, tmp_path):
    tags = blank(100)
    began = time.monotonic()
    code, lines = run(
        tags, *("enrol", "chips", "--denomination", "500", "--count", "100"),
        *("--batch", "tray1", "--data", str(tmp_path)),
    )  # fmt: skip
    rate = 100 / (time.monotonic() - began)
    print(f"\nchips: {rate:.0f} a second, written, read back and on disk (at least {RATE} wanted)")
    assert code == 0
    for tag in tags:
        assert tag.block(0) == (500).to_bytes(4, "little") and tag.afi == 0x72
    assert len(lines_of(tmp_path)) == 100
    assert "500 written (100 of 100)" in lines
    assert lines[-1] == "batch tray1: 100 of 500"
    text = "\n".join(lines)
    assert not any(t.uid.hex() in text for t in tags)


def test_a_batch_goes_on_where_it_stopped(run, tmp_path):
    tags = blank(30)
    arguments = ["enrol", "chips", "--denomination", "25", "--count", "30", "--data", str(tmp_path)]
    code, lines = run([*tags[:12], None], *arguments)
    assert code == 2 and "no tag came within" in lines[-1]
    with open(tmp_path / "chips.jsonl", "a") as f:
        f.write('{"uid": "e00401')  # the power went while a line was written
    code, lines = run([*tags[10:]], *arguments)
    assert code == 0
    assert "batch 1: going on, 12 chips of 25 are done" in lines
    assert sum("counted already" in line for line in lines) == 2
    assert lines[-1] == "batch 1: 30 of 25"
    code, lines = run([], *arguments)
    assert code == 0 and lines[-1] == "batch 1: 30 of 25"  # nothing left to do


def test_a_card_or_chip_in_play_is_made_no_test_tag(run, tmp_path):
    data = ["--data", str(tmp_path)]
    (chip,) = blank(1)
    assert run([chip], "enrol", "chips", "--denomination", "5", "--count", "1", *data)[0] == 0
    (spare,) = blank(1, seed=9)
    code, lines = run([chip, spare], "enrol", "test-tags", *data)
    assert code == 1 and "refused: this is of the chips, batch 1: it stays in play" in lines
    assert lines[-1] == "test tag written (1 of 1)"
    assert (chip.afi, spare.afi) == (0x72, TEST_AFI)


def test_another_denomination_a_card_and_a_locked_chip_are_refused(run, tmp_path):
    data = ["--data", str(tmp_path)]
    deck = [c.tag for c in make_deck(3, afi=0)]
    assert run(deck, "enrol", "deck", "red", *data)[0] == 0
    tags = blank(3)
    assert run(tags[:1], *("enrol", "chips", "--denomination", "5", "--count", "1"), *data)[0] == 0

    class Locked(type(tags[1])):
        """A tag whose blocks keep what they have."""

        __slots__ = ()

        def block(self, number):
            return b"\x00\x00\x00\x00"

    locked = Locked(tags[1].uid)
    laid = [tags[0], deck[4], locked, tags[2]]
    command = ["enrol", "chips", "--denomination", "25", "--count", "1"]
    code, lines = run(laid, *command, *data)
    assert code == 1
    refused = [line for line in lines if line.startswith("refused")]
    assert refused == [
        "refused: this chip is a 5 of batch 1 already",
        "refused: this is a card of deck red",
        "refused: block 0 does not keep what is written: the tag is bad",
    ]
    assert deck[4].afi == 0x71 and tags[0].block(0) == (5).to_bytes(4, "little")


@pytest.mark.parametrize(
    ("option", "value", "text"),
    [("--denomination", "0", "from 1 to"), ("--count", "0", "at least 1")],
)
def test_impossible_orders_are_one_line(tmp_path, capsys, option, value, text):
    orders = {"--denomination": "25", option: value}
    flat = [part for pair in orders.items() for part in pair]
    assert cli.main(["enrol", "chips", *flat, "--data", str(tmp_path)]) == 2
    err = capsys.readouterr().err
    assert text in err and err.count("\n") == 1
