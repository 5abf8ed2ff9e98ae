"""The electrical rule check: the tables' circuits pass, and each broken one is found."""

import sys

import pytest

from tests.conftest import ROOT
from tools import cli
from tools.hardware import boards, data, description, netlist


def circuit_of(table="six_max", board="esp32s3_w5500"):
    return boards.whole(description.load_table(table), description.load_board(board), data.design())


def part(circuit, kind, n=0):
    return [p for p in circuit.parts.values() if p.kind == kind][n]


@pytest.mark.parametrize(
    ("table", "board"), [("nine_max", "esp32s3_w5500"), ("six_max", "w5500_evb_pico2")]
)
def test_the_tables_are_electrically_sound(table, board):
    assert netlist.check(circuit_of(table, board)) == []


def test_what_is_broken_is_found():
    circuit = circuit_of()
    # two outputs on a net, a supply that leads nowhere, a regulator that is gone, an open input
    part(circuit, "pn5180").pins["BUSY"] = part(circuit, "pn5180", 1).pins["BUSY"]
    part(circuit, "pn5180").pins["TVDD"] = "NOWHERE"
    del circuit.parts[part(circuit, "ldo").ref]
    decoder = part(circuit, "hc4514")
    decoder.pins["A0"] = None
    lines = netlist.check(circuit)
    assert any("OUTPUT connected to OUTPUT" in line for line in lines)
    assert any("No drivers for net NOWHERE" in line for line in lines)
    assert any("net 3V3" in line for line in lines)
    assert f"{decoder.ref}.A0: an input or a supply is left open" in lines


def test_a_crossed_cable_is_found():
    circuit = circuit_of()
    plug = circuit.parts["J_HUB0"]
    plug.pins["SCK"], plug.pins["MOSI"] = plug.pins["MOSI"], plug.pins["SCK"]
    lines = netlist.own_rules(circuit)
    assert any(line.startswith("cable J_READER0 to J_HUB0: SCK joins") for line in lines)


def test_select_lines_reach_the_decoders_in_the_order_of_the_board():
    board = description.load_board("esp32s3_w5500")
    nets = circuit_of().nets()
    registers = [p for p in circuit_of().parts.values() if p.kind == "hc595"]
    for i, slot in enumerate(board["readers"]):
        for j, pin in enumerate(slot["select"]):
            chip, output = divmod(pin - description.EXPANDER_PIN, 8)
            ends = nets[f"A{j}_{i}"]
            assert (registers[chip].ref, f"Q{output}") in ends
            assert any(p == f"A{j}" and ref.startswith("U") for ref, p in ends)


def test_the_netlist_lists_each_net_once():
    text = netlist.text(circuit_of())
    names = [line.split(": ")[0] for line in text.splitlines()]
    assert len(names) == len(set(names)) and names == sorted(names)
    assert "GND" in names and "RST0" in names


@pytest.mark.parametrize(
    ("module", "command", "text"),
    [
        ("skidl", ["check"], "setup EXTRAS=hardware"),
        ("yaml", ["docs", "--out", "nowhere"], "setup EXTRAS=hardware"),
    ],
)
def test_what_is_not_installed_is_one_line(monkeypatch, capsys, module, command, text):
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr(sys, "prefix", str(ROOT / ".venv"))  # make's, whoever runs this
    assert cli.main(["hardware", *command]) == 2
    err = capsys.readouterr().err
    assert text in err and err.count("\n") == 1
