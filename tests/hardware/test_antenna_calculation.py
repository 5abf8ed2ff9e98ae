"""The antenna calculation against published worked examples (facts and document numbers cited)."""

import math

import pytest

from tools.hardware import inductance, matching

MM = 1e-3


def pf(farads):
    return farads * 1e12


def test_two_turn_loop_of_the_philips_direct_matching_note():
    # Philips M077925 rev 2.05, table 10: two turns, 160 x 180 mm, measured 2.5 uH (and 4 pF).
    # The note leaves the track open; over those one would draw it stays within 10 %.
    for track in (1.0, 1.2, 1.5):
        found = inductance.rectangle_loop(180 * MM, 160 * MM, track * MM, 1 * MM, 2)
        assert found == pytest.approx(2.5e-6, rel=0.10), track


def test_apparent_inductance_at_the_carrier_of_the_same_loop():
    # The same table gives 2.7 uH as it appears at 13.56 MHz with its 4 pF across.
    seen = matching.loop_impedance(2.5e-6, 0.95, 4e-12).imag / matching.OMEGA
    assert seen == pytest.approx(2.7e-6, rel=0.01)


def test_damping_and_filter_of_the_pn7160_note():
    # NXP AN13219: 1522 nH and 1.40 ohm to Q = 20 take 2.54 ohm in each of two arms; the filter of
    # 160 nH and 22 MHz takes 327.1 pF.
    assert matching.damping_resistance(1522e-9, 1.40, 20) == pytest.approx(2 * 2.54, abs=0.02)
    assert pf(matching.filter_capacitance(160e-9, 22e6)) == pytest.approx(327.1, abs=0.1)


def test_match_of_the_pn7160_note():
    # NXP AN13219: the damped loop on 44 + j24 ohm is matched by 65.1 and 111.0 pF an arm.
    loop = matching.loop_impedance(1522e-9, 1.40, 0.1e-12) + 2 * 2.54
    series, parallel = matching.two_element(complex(44, 24), loop)
    assert pf(2 * series) == pytest.approx(65.1, abs=0.3)
    assert pf(2 * parallel) == pytest.approx(111.0, abs=0.7)


def test_match_of_the_wuerth_note():
    # Wuerth ANP084: filter 470 nH / 247 pF behind 25 ohm an arm gives 165.82 - j45.46; a loop of
    # 0.7 uH, 1.7 ohm, 9.12 pF is 1.87 + j62.53; the match is 45 pF and 337 pF an arm.
    source = matching.filter_output(50, 2 * 470e-9, 247e-12 / 2)
    assert source == pytest.approx(complex(165.82, -45.46), abs=0.01)
    loop = matching.loop_impedance(0.7e-6, 1.7, 9.12e-12)
    assert loop == pytest.approx(complex(1.87, 62.53), abs=0.01)
    series, parallel = matching.two_element(source, loop)
    assert pf(2 * series) == pytest.approx(45, abs=1)
    assert pf(2 * parallel) == pytest.approx(337, abs=1)


@pytest.mark.parametrize(
    ("loop", "series_pf", "parallel_pf"),
    [((3.12e-6, 4.93, 9.84e-12), 14, 55), ((1.7e-6, 4.83, 6.99e-12), 27, 124)],
)
def test_match_of_the_automatic_matching_paper(loop, series_pf, parallel_pf):
    # M. Roland and others, CSNDSP 2008: 560 nH and 220 pF an arm behind 50 ohm.
    source = matching.filter_output(50, 2 * 560e-9, 220e-12 / 2)
    series, parallel = matching.two_element(source, matching.loop_impedance(*loop))
    assert pf(2 * series) == pytest.approx(series_pf, abs=1)
    assert pf(2 * parallel) == pytest.approx(parallel_pf, abs=1)


def test_equivalent_circuit_of_the_pn544_design_sheet():
    # NXP AN145715, calculation sheet: 560 nH at 15.5 MHz takes 188.3 pF; a loop of 1.26 uH, 1.2 ohm
    # and 1329 ohm at its self-resonance of 41.66 MHz has 2329 ohm, 6.147 ohm and Q 17.463.
    assert pf(matching.filter_capacitance(560e-9, 15.5e6)) == pytest.approx(188.3, abs=0.1)
    parallel = matching.parallel_resistance_at_carrier(1329, 41.66e6)
    assert parallel == pytest.approx(2329, abs=1)
    series = matching.loss_resistance(1.26e-6, 1.2, parallel)
    assert series == pytest.approx(6.147, abs=0.005)
    assert matching.quality(1.26e-6, series) == pytest.approx(17.463, abs=0.02)


def test_our_two_ways_and_the_rules_of_thumb_agree():
    small = inductance.rectangle_loop(0.04, 0.04, 1 * MM, 1 * MM, 4)
    assert inductance.modified_wheeler(0.04, 0.026, 4) == pytest.approx(small, rel=0.05)
    exact = inductance.rectangle_loop(0.1, 0.1, 1 * MM, 1 * MM, 3)
    assert inductance.single_layer_estimate(0.38, 1 * MM, 3, False) == pytest.approx(
        exact, rel=0.15
    )
    # a ring and a square of the same area differ by little
    ring = inductance.ring_loop(2 * 0.1 / math.sqrt(math.pi), 1 * MM, 1 * MM, 3)
    assert ring == pytest.approx(exact, rel=0.12)


def test_elliptic_integrals_at_known_points():
    # K and E at k^2 = 1/2: 1.85407467730137, 1.35064388104768 (Abramowitz and Stegun, 17.3)
    first, second = inductance._elliptic(0.5)
    assert first == pytest.approx(1.85407467730137, abs=1e-12)
    assert second == pytest.approx(1.35064388104768, abs=1e-12)


def test_far_circles_couple_like_dipoles():
    near = inductance.MU0 * math.pi * 0.01**2 * 0.01**2 / (2 * 1.0**3)
    assert inductance.rings_mutual(0.01, 0.01, 1.0) == pytest.approx(near, rel=0.01)


def test_matched_loop_shows_the_cable_its_resistance():
    loop = matching.loop_impedance(1.2e-6, 4.0, 6e-12)
    series, parallel = matching.two_element(complex(50, 0), loop)
    seen = matching.matched_input(loop, series, parallel)
    assert seen == pytest.approx(50, abs=1e-6)
    assert matching.return_loss_db(seen) > 60
    assert matching.return_loss_db(matching.matched_input(loop, 1.3 * series, parallel)) < 15


def test_a_step_up_shows_the_driver_its_resistance():
    low, high = 10.0, 25.0
    coil, shunt = matching.step_up(low, high)
    seen = 1j * matching.OMEGA * coil + 1 / (1 / high + 1j * matching.OMEGA * shunt)
    assert seen == pytest.approx(low, abs=1e-9)
    with pytest.raises(ValueError, match="goes up"):
        matching.step_up(25, 10)


def test_what_two_capacitors_cannot_match_is_said():
    with pytest.raises(ValueError, match="two capacitors"):
        matching.two_element(complex(50, 0), complex(400, 3))
    with pytest.raises(ValueError, match="do not fit"):
        inductance.rectangle_loop(0.03, 0.02, 1 * MM, 1 * MM, 8)


def test_preferred_values():
    assert matching.standard_below(104e-12) == pytest.approx(100e-12)
    assert matching.standard_below(99e-12) == pytest.approx(91e-12)
    assert matching.standard_near(9.6) == pytest.approx(10)
    assert matching.standard_near(5.2) == pytest.approx(5.1)
