"""Plugs that fit each other carry the same supplies; each way to mix them up is found."""

import pytest

from tools import cli
from tools.hardware import boards, data, description, plugs
from tools.hardware.circuit import Circuit

KEYED = {"family": "X", "ways": 3, "keyed": True}


def circuit_of(table="six_max"):
    board = description.load_board("esp32s3_w5500")
    return boards.whole(description.load_table(table), board, data.design())


@pytest.mark.parametrize("name", description.names("tables"))
def test_no_plug_of_a_table_fits_where_another_voltage_waits(name):
    assert plugs.problems(circuit_of(name), data.parts()) == []


def alike():
    """The catalogue as it was: multiplexer and reader on the same header."""
    catalogue = data.parts()
    catalogue["parts"]["mux_plug"]["plug"] = catalogue["parts"]["header"]["plug"]
    return catalogue


def test_a_multiplexers_plug_that_fits_a_reader_is_found():
    lines = plugs.problems(circuit_of(), alike())
    assert lines == [
        "J_READER0 (hub) and J_MUX0 (hub) fit each other (IDC 2.54 mm, 10 ways), but contact 1 is "
        "5V in one, 12V in the other"
    ]


def test_the_check_of_a_table_refuses_it(monkeypatch, capsys):
    catalogue = alike()
    monkeypatch.setattr(data, "parts", lambda: catalogue)
    assert cli.main(["hardware", "check", "six_max"]) == 2
    assert "J_READER0 (hub) and J_MUX0 (hub) fit each other" in capsys.readouterr().err


def two(first, second, one=KEYED, other=KEYED):
    """What is found of two plugs with these nets and shapes."""
    circuit = Circuit()
    circuit.plug("J1", "here", first, "a")
    circuit.plug("J2", "there", second, "b")
    return plugs.problems(circuit, {"parts": {"a": {"plug": one}, "b": {"plug": other}}})


@pytest.mark.parametrize(
    ("second", "found"),
    [
        ({"1": "5V", "2": "OTHER", "3": "GND"}, False),  # signals may differ
        ({"1": "5V", "2": "OTHER"}, False),  # an open contact takes no harm
        ({"1": "3V3", "2": "DATA", "3": "GND"}, True),
        ({"1": "DATA", "2": "DATA", "3": "GND"}, True),  # 5 V on a signal
        ({"1": "5V", "2": "DATA", "3": "12V"}, True),
    ],
)
def test_supplies_must_agree_contact_by_contact(second, found):
    assert bool(two({"1": "5V", "2": "DATA", "3": "GND"}, second)) is found


def test_an_open_contact_does_not_hide_a_signal_on_the_next_plug():
    circuit = Circuit()
    for ref, third in (("J1", None), ("J2", "DATA"), ("J3", "5V")):
        circuit.plug(ref, "here", {"1": "GND", "2": "A", "3": third}, "a")
    (line,) = plugs.problems(circuit, {"parts": {"a": {"plug": KEYED}}})
    assert line.startswith("J2 (here) and J3 (here)")


@pytest.mark.parametrize("other", [{"family": "Y"}, {"ways": 4}])
def test_plugs_of_another_shape_may_carry_what_they_like(other):
    first, second = {"1": "5V", "2": "GND"}, {"1": "12V", "2": "GND"}
    assert two(first, second) and not two(first, second, other={**KEYED, **other})


def test_a_plug_without_a_key_must_stand_being_turned_round():
    open_ = {**KEYED, "keyed": False}
    safe, turned = {"1": "GND", "2": "5V", "3": "GND"}, {"1": "5V", "2": "DATA", "3": "GND"}
    assert two(safe, safe, open_, open_) == []
    assert two(turned, turned) == [] and two(turned, turned, open_, open_)


def test_a_plug_of_which_nothing_is_known_is_named():
    catalogue = data.parts()
    del catalogue["parts"]["key_plug"]["plug"]
    assert plugs.problems(circuit_of(), catalogue) == [
        "parts.key_plug: plug: what fits J_KEYS is missing"
    ]
