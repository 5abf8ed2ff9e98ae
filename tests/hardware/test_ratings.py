"""Parts against their ratings: the tables pass, each kind of check refuses a failing example."""

import copy

import pytest

from tools import cli
from tools.hardware import (
    antennas,
    boards,
    building_prose,
    data,
    description,
    levels,
    matching,
    ratings,
    section,
)


def rows_of(change=lambda plan, catalogue: None, name="nine_max"):
    """The checks of a table whose design or parts are changed first."""
    plan, catalogue = copy.deepcopy(data.design()), copy.deepcopy(data.parts())
    change(plan, catalogue["parts"])
    table, board = description.load_table(name), description.load_board("esp32s3_w5500")
    circuit = boards.whole(table, board, plan)
    return ratings.check(circuit, table, antennas.all_of(table, plan), plan, catalogue)


def refused(rows):
    """Lines of what is not allowed."""
    try:
        ratings.refuse(rows)
    except description.BadHardware as e:
        return e.lines
    return []


@pytest.mark.parametrize("name", description.names("tables"))
def test_every_part_of_the_tables_keeps_its_rating(name):
    assert refused(rows_of(name=name)) == []


def half_watt_alone(plan, parts):
    plan["matching"]["damping_parts"] = 1
    plan["reader"]["driver_ohm"] = 20
    parts["resistor_rf"]["rated"]["w"] = 0.5


def full_power(plan, parts):
    plan["reader"]["driver_ohm"] = 20


def base_resistors(plan, parts):
    """PDTC114ET: 10 k and 10 k, gain 30 at least at 5 mA, 0.7 V."""
    parts["switch"]["on"] = {"base_ohm": 10e3, "emitter_ohm": 10e3, "gain": 30, "base_v": 0.7}


def without_pads(plan, parts):
    for winding in plan["loops"].values():
        winding.pop("pad_db", None)


def rate(part, key, value):
    def change(plan, parts):
        parts[part]["rated"][key] = value

    return change


REFUSED = [
    (half_watt_alone, "match line: Resistor 2512, 1 %, 1 W, not wound: watts"),
    (full_power, "match muck: Trimmer capacitor 5.5 to 30 pF: volts"),
    (full_power, "mux: PIN diode: carrier while off"),
    (full_power, "reader: PN5180: transmitter"),
    (base_resistors, "mux: N-channel FET for 2.5 V gates: bias drawn for sure 4.8"),
    (base_resistors, "mux: PIN diode: charge while on"),
    (without_pads, "loop mouth: tag: field at a card"),
    (rate("balun", "w", 0.25), "reader: Transformer"),
    (rate("pin_diode", "v", 30), "mux: PIN diode: volts"),
    (rate("pin_diode", "ma", 20), "mux: PIN diode: current"),
    (rate("pin_diode", "w", 0.05), "mux: PIN diode: watts"),
    (rate("switch", "v", 12), "mux: N-channel FET for 2.5 V gates: volts"),
    (rate("capacitor_np0", "v", 50), "match muck: Capacitor 0805"),
    (rate("capacitor", "v", 10), "mux: Capacitor 0603"),
    (rate("bulk", "v", 12), "hub: Capacitor 100 uF, 25 V: volts"),
    (rate("resistor_power", "w", 0.1), "mux: Resistor 1206"),
    (rate("filter_coil", "ma", 150), "reader: EMC filter coil"),
    (rate("choke", "ma", 20), "mux: Choke"),
    (lambda plan, parts: plan["field"].update(card_a_m=[4.0, 5.0]), "loop muck: tag: least"),
    (lambda plan, parts: plan["field"].update(chip_a_m_max=5.0), "loop line: tag: field at a"),
    (rate("resistor", "v", 10), "mux: Resistor 0603, 1 %: volts"),
    (rate("resistor", "w", 0.01), "mux: Resistor 0603, 1 %: watts"),
    (rate("resistor_power", "v", 4), "mux: Resistor 1206, 1 %, 0.25 W: volts"),
    (rate("resistor_rf", "v", 5), "mux: Resistor 2512, 1 %, 1 W, not wound: volts"),
]


@pytest.mark.parametrize(("change", "text"), REFUSED)
def test_a_part_beyond_its_rating_is_refused(change, text):
    lines = refused(rows_of(change))
    assert any(line.startswith(text) for line in lines), lines


def test_every_sort_of_check_has_a_failing_example():
    for row in rows_of():
        example = f"{row.part}: {row.what}"
        found = [text.partition(": ")[2] for _, text in REFUSED]
        assert any(text.startswith(example) or example.startswith(text) for text in found), example


def test_a_figure_exactly_at_the_limit_is_allowed_and_one_beyond_is_not():
    def row(value, least=False):
        return ratings.Check("x", "y", "volts", value, 100, 80, "V", least)

    assert row(80).good and row(79.9).good and not row(80.1).good
    assert row(80, True).good and row(80.1, True).good and not row(79.9, True).good


def test_the_check_command_refuses_with_one_line_for_each(monkeypatch, capsys):
    broken = copy.deepcopy(data.parts())
    broken["parts"]["trimmer"]["rated"]["v"] = 50
    monkeypatch.setattr(data, "parts", lambda: broken)
    assert cli.main(["hardware", "check"]) == 2
    err = capsys.readouterr().err
    assert "match muck: Trimmer capacitor 5.5 to 30 pF: volts" in err and "allowed" in err


def test_duty_lowers_the_heat_and_nothing_else():
    def half(plan, parts):
        plan["margins"]["duty"] = 0.5

    whole, halved = rows_of(), rows_of(half)
    for before, after in zip(whole, halved, strict=True):
        heat = before.what == "watts" and before.part.startswith("Resistor")
        assert after.value == pytest.approx(before.value * (0.5 if heat else 1))


def test_a_transmitter_gives_what_a_square_wave_gives_and_no_more_than_its_supply():
    plan = copy.deepcopy(data.design())
    plan["reader"].update(driver_ohm=20, load_tolerance=0.0)
    # amplitude 4/pi of 5 V into 20 ohm, and 203 mA of 5 V
    assert levels.transmit_watts(plan) == pytest.approx(1.013, abs=0.001)
    assert levels.transmit_ma(plan) == pytest.approx(203, abs=1)
    plan["reader"]["driver_ohm"] = 5
    assert levels.transmit_watts(plan) == pytest.approx(5 * 0.25)


def test_an_attenuator_stays_matched_and_takes_what_it_says():
    across, along = levels.pad(6, 50)
    inner = 1 / (1 / across + 1 / 50)
    seen = 1 / (1 / across + 1 / (along + inner))
    assert seen == pytest.approx(50)
    assert (inner / (along + inner)) ** 2 == pytest.approx(10 ** (-6 / 10))


def test_field_and_moment_are_those_of_a_ring_and_of_a_square():
    class Ring:
        row, turns, track, space = {"d": 100}, 1, 1e-9, 0.0

    class Square:
        row, turns, track, space = {"w": 100, "h": 100}, 1, 1e-9, 0.0

    # a ring's middle: I / 2 r; a square's: 2 sqrt(2) I / (pi a)
    assert levels.field(Ring, 0, 1.0) == pytest.approx(1 / 0.1)
    assert levels.field(Square, 0, 1.0) == pytest.approx(2 * 2**0.5 / (3.14159265 * 0.1))
    assert levels.field(Ring, 50, 1.0) == pytest.approx(10 / 2**1.5)
    assert levels.moment(Ring, 2.0) == pytest.approx(2 * 3.14159265 * 0.05**2)


def test_the_series_capacitor_carries_what_the_cable_brings():
    plan = data.design()
    table = description.load_table("nine_max")
    for antenna in antennas.all_of(table, plan):
        level = levels.of(antenna, plan)
        load = matching.loop_impedance(
            antenna.henry, antenna.ohm + antenna.damping, plan["printed"]["stray_pf"] * 1e-12
        )
        seen = matching.matched_input(load, antenna.series, antenna.parallel)
        assert seen == pytest.approx(50, abs=0.5), antenna.zone
        assert level.feed_volts**2 / 100 == pytest.approx(level.watts)


def test_one_set_of_depths_is_drawn_and_written():
    plan = data.design()
    drawn, text = section.drawing(plan), building_prose.build(plan)
    cover = 2 + 3 + 2 - 0.8  # felt, foam, pocket less the loop's board
    assert ratings.cover_mm(plan) == pytest.approx(cover)
    assert f"card to copper {cover:g}" in drawn and f"A card lies {cover:g} mm above" in text
    assert "pocket 2 deep" in drawn and "pocket 2 mm deep" in text and "hole 8" in drawn


def test_depths_that_put_a_card_too_far_from_its_loop_are_refused():
    plan = copy.deepcopy(data.design())
    plan["table"]["foam_mm"] = 9
    with pytest.raises(description.BadHardware, match="card to loop 12.2 mm"):
        building_prose.build(plan)


def test_the_trimmers_are_under_the_table_and_the_loop_alone_under_the_felt():
    circuit = boards.whole(
        description.load_table("six_max"), description.load_board("esp32s3_w5500"), data.design()
    )
    for part in circuit.parts.values():
        if part.kind == "trimmer":
            assert part.board.startswith("match "), part.ref
        if part.board.startswith("loop "):
            assert part.kind in ("loop", "plug", "board"), part.ref
