"""Tags on offer: what is published decides, and what is not is asked for."""

import pytest

from tools import cli
from tools.hardware import data, description, tag_market

PLAN = data.design()
LOOPS = tag_market.round_loops(description.load_table("six_max"), PLAN)
CHIP = {"use": "chip", "standard": "ISO 15693", "icode": True, "size_mm": 30, "mhz": [25, 27]}
STICKER = {"use": "reference", "standard": "ISO 15693", "icode": True, "size_mm": 25}


def verdict(tag, **other):
    """The verdict on a tag with some of what is published changed; None: not published."""
    told = {key: value for key, value in {**tag, **other}.items() if value is not None}
    return tag_market.verdict(told, LOOPS, PLAN)


def test_a_chips_tag_of_the_wanted_size_and_resonance_meets_what_is_asked():
    assert verdict(CHIP) == "meets it: all of 20 chips get power"


def test_a_chips_tag_tuned_to_the_carrier_is_a_plain_one():
    assert verdict(CHIP, mhz=[13.56, 13.56]).startswith("as a plain one, in low stacks: 7 of 20")


@pytest.mark.parametrize(
    ("tag", "other", "found"),
    [
        (CHIP, {"mhz": None}, "ask: its resonance"),
        (CHIP, {"mhz": None, "size_mm": None}, "ask: its resonance and size"),
        (CHIP, {"icode": False}, "does not: a bet spot asks"),
        (CHIP, {"standard": "ISO 14443"}, "does not: no reader of the table speaks ISO 14443"),
        (CHIP, {"standard": None}, "ask: what it answers by"),
        (STICKER, {}, "meets it"),
        (STICKER, {"size_mm": 26}, "does not: larger than 25 mm"),
        (STICKER, {"size_mm": None}, "ask: its size"),
        (STICKER, {"icode": False}, "for readers of cards alone"),
        ({"use": "circuit", "standard": "ISO 15693", "icode": True}, {"blocks": 8}, "does not"),
    ],
)
def test_a_verdict_follows_what_is_published(tag, other, found):
    assert verdict(tag, **other).startswith(found)


def test_a_larger_circuit_leaves_too_few_turns_for_a_single_chip_over_the_pot():
    small, large = (tag_market.least(26, 30, 1, LOOPS, PLAN, pf) for pf in (23.5, 97.0))
    assert (small, large) == (1, 0)


def test_a_small_coil_leaves_a_chip_of_a_high_stack_without_power():
    assert tag_market.least(26, 22, 20, LOOPS[1:], PLAN) == 19


def test_no_verdict_on_the_market_says_more_than_its_source():
    for tag in tag_market.rows():
        if tag["use"] == "chip":
            assert "mhz" not in tag and not verdict(tag).startswith("meets")


@pytest.mark.parametrize("change", [{"source": None}, {"use": "coin"}])
def test_a_tag_without_its_source_or_of_no_known_use_is_refused(monkeypatch, change):
    told = {"name": "a", "maker": "b", "use": "card", "said": "c", "source": "d", **change}
    row = {key: value for key, value in told.items() if value is not None}
    monkeypatch.setattr(data, "_read", lambda name: {"tag": [row]})
    with pytest.raises(description.BadHardware, match="tag 'a': (source is missing|no use 'coin')"):
        data.tags()


def test_the_command_tells_how_many_of_each_stack_get_power(capsys):
    assert cli.main(["hardware", "tag", "13.56", "--coil", "24.2", "--table", "six_max"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[1] == "1 of 1" and said[-1] == "7 of 20"


def test_the_command_refuses_what_is_no_tag_of_a_chip():
    assert cli.main(["hardware", "tag", "26", "--coil", "50"]) == 2
