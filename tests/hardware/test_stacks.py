"""Chips in stacks: the circuit's known limits, and what tuning does to a stack."""

import math

import pytest

from tools.hardware import antennas, data, description, levels, matching, ratings, stacks
from tools.virtual import noise

PLAN = data.design()
LINE = next(
    a for a in antennas.all_of(description.load_table("nine_max"), PLAN) if a.kind == "line"
)
COVER = ratings.cover_mm(PLAN)


def powered(mhz, count, **other):
    return stacks.powered(stacks.Tag(mhz * 1e6, **other), count, LINE, PLAN, 3.3, COVER)


def test_a_tag_alone_sees_the_field_times_its_turns_and_its_resonance():
    # so high that the limiter never works, so lossy that the loop does not feel it: then the volts
    # are omega times the loop's flux, raised by the resonance of L, R and C
    tag = stacks.Tag(20e6, volts_max=1e6, watts=1e-9, quality=5)
    [found] = stacks.volts(tag, 1, LINE, PLAN, 3.3, COVER)
    amps = levels.of(LINE, PLAN, worst=False).amps
    mutual = tag.turns * stacks._loop_mutual(LINE, tag.radius_m, (COVER + 1.65) / 1000)
    omega = matching.OMEGA
    circuit = 1 / (1j * omega * tag.farad)
    current = omega * mutual * amps / (tag.ohm + 1j * omega * tag.henry + circuit)
    assert found == pytest.approx(abs(current * circuit), rel=0.02)


def test_two_coupled_tags_resonate_at_f_over_the_root_of_one_plus_k():
    # the textbook's split of two equal resonators (Finkenzeller, RFID Handbook, 4.1.12)
    tag = stacks.Tag(20e6, volts_max=1e6, watts=1e-12, quality=1000)
    k = stacks._between([tag] * 2, 3.3)[0][1] / tag.henry
    assert 0.3 < k < 0.7

    def answer(hz):
        omega = 2 * math.pi * hz
        between = stacks._between([tag] * 2, 3.3)
        return stacks._solve([tag] * 2, [1e9, 1e9], between, [1e-12] * 2, 1.0, 1.0, omega)[0]

    steps = [10e6 + 1e4 * n for n in range(1000)]
    assert max(steps, key=answer) == pytest.approx(20e6 / math.sqrt(1 + k), rel=0.002)


def test_the_currents_are_those_of_the_whole_system():
    # four coils that differ, each coupled with each, the third with none but the last
    rows = [
        [2 + 5j, 1j, 0, 3j, 1.0],
        [1j, 1 + 4j, 0, 2j, -2.0],
        [0, 0, 3 + 2j, 1j, 0.5],
        [3j, 2j, 1j, 1 + 9j, 4.0],
    ]
    found = stacks._currents([list(row) for row in rows])
    for *left, right in rows:
        assert sum(a * i for a, i in zip(left, found, strict=True)) == pytest.approx(right)


def test_a_limiter_holds_its_voltage_and_no_more():
    found = stacks.volts(stacks.Tag(22e6), 1, LINE, PLAN, 3.3, COVER)
    assert found == [pytest.approx(4.0, rel=0.01)]


def test_tags_tuned_to_the_carrier_alone_starve_in_a_high_stack():
    assert powered(13.56, 1) == 1
    assert powered(13.56, 20) <= 15


@pytest.mark.parametrize("kind", ["line", "pot"])
@pytest.mark.parametrize("mhz", [24, 25, 27])
def test_tags_of_the_wanted_resonance_are_all_powered_twenty_high(mhz, kind):
    loops = antennas.all_of(description.load_table("nine_max"), PLAN)
    loop = next(a for a in loops if a.kind == kind)
    assert stacks.powered(stacks.Tag(mhz * 1e6), 20, loop, PLAN, 3.3, COVER) == 20


@pytest.mark.parametrize(("sort", "count"), [("stackable", 5), ("plain", 5), ("plain", 8)])
def test_the_virtual_table_misses_what_the_coupling_leaves_without_power(sort, count):
    loops = antennas.all_of(description.load_table("nine_max"), PLAN)
    found = [next(a for a in loops if a.kind == kind) for kind in ("line", "pot")]
    share = stacks.unpowered(sort, count, found, PLAN, COVER)
    used = noise.between(noise.UNPOWERED_CHIPS[sort], count)
    assert used == pytest.approx(share, abs=0.006)  # two tags of the smallest draw


def test_the_calculated_shares_agree_with_what_the_design_assumes_of_such_chips():
    # its radio page: untuned in a stack of 5, 10, 20: 2, 10, 40 %; stack-tuned 20 high: 0.5 to 1 %
    plain, tuned = (noise.UNPOWERED_CHIPS[sort] for sort in ("plain", "stackable"))
    for count, assumed in ((5, 0.02), (10, 0.10), (20, 0.40)):
        assert noise.between(plain, count) == pytest.approx(assumed, rel=0.65)
    assert noise.CENTRED_MISS + noise.between(tuned, 20) <= 0.01


def test_tags_tuned_too_high_starve_again():
    assert powered(35, 20) < 20


def test_all_elements_of_a_stack_are_solved_together():
    tag = stacks.Tag(22e6)
    whole = stacks.volts(tag, 5, LINE, PLAN, 3.3, COVER)
    assert len(whole) == 5 and whole[0] != pytest.approx(whole[-1], rel=1e-6)


def test_the_far_field_is_a_dipoles():
    # on the axis close by: m / (2 pi r^3)
    assert levels.far_dbua(1.0, 0.1) == pytest.approx(
        20 * math.log10(1e6 / (2 * math.pi * 1e-3)), abs=0.01
    )
    # far out: k^2 m / (4 pi r) in its plane, 6 dB less for every doubling
    assert levels.far_dbua(1.0, 1000) - levels.far_dbua(1.0, 2000) == pytest.approx(6.02, abs=0.01)


def test_a_pause_in_each_symbol_puts_a_line_beside_the_carrier():
    # one part in eight off: the first line is sin(pi/8)/pi, the carrier itself loses an eighth
    wanted = 20 * math.log10(math.sin(math.pi / 8) / math.pi / 0.875)
    assert levels.pause_line_db() == pytest.approx(wanted) == pytest.approx(-17.1, abs=0.05)


@pytest.mark.parametrize("name", description.names("tables"))
def test_every_loop_by_itself_keeps_fccs_limits_at_thirty_metres(name):
    for antenna in antennas.all_of(description.load_table(name), PLAN):
        rms = levels.of(antenna, PLAN).amps / math.sqrt(2)
        carrier = levels.far_dbuv(levels.moment(antenna, rms), 30.0)
        assert carrier < 84 and carrier + levels.pause_line_db() < 50.5, antenna.zone


def test_a_loop_twice_as_wide_would_not_keep_the_one_beside_the_carrier():
    muck = next(
        a for a in antennas.all_of(description.load_table("nine_max"), PLAN) if a.kind == "muck"
    )
    rms = levels.of(muck, PLAN).amps / math.sqrt(2)
    wide = 4 * levels.moment(muck, rms)  # four times its area, the same current
    assert levels.far_dbuv(wide, 30.0) + levels.pause_line_db() > 50.5


@pytest.mark.parametrize("name", description.names("tables"))
def test_every_loop_stays_below_the_limit_at_ten_metres_with_all_readers_on(name):
    table = description.load_table(name)
    at_once = 20 * math.log10(len(table["readers"]))
    for antenna in antennas.all_of(table, PLAN):
        rms = levels.of(antenna, PLAN).amps / math.sqrt(2)
        assert levels.far_dbua(levels.moment(antenna, rms), 10.0) + at_once < 60
