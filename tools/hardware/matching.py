"""Matching of a loop to its cable and of the reader to it, at 13.56 MHz.

Impedances are complex ohms, capacitances farads, inductances henries. The procedure is that of NXP
AN145715 and AN1445 (equivalent circuit, quality factor, EMC filter) and Wuerth ANP084 (two-element
match); the sources of the checks are in ``tests/hardware/test_antenna_calculation.py``.
"""

import math

CARRIER_HZ = 13.56e6
OMEGA = 2 * math.pi * CARRIER_HZ
E24 = (
    *(10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30),
    *(33, 36, 39, 43, 47, 51, 56, 62, 68, 75, 82, 91),
)
E12 = E24[::2]


def loop_impedance(inductance, resistance, capacitance=0.0, omega=OMEGA):
    """Impedance of R and L in series, with C across both."""
    series = complex(resistance, omega * inductance)
    return 1 / (1 / series + 1j * omega * capacitance)


def parallel_resistance_at_carrier(resistance, resonance_hz, carrier_hz=CARRIER_HZ):
    """Parallel loss measured at self-resonance, carried to the carrier by the skin effect."""
    return resistance * math.sqrt(resonance_hz / carrier_hz)


def loss_resistance(inductance, series, parallel, omega=OMEGA):
    """Series resistance equivalent to a series and a parallel loss together (AN145715, 8.2.3)."""
    return series + (omega * inductance) ** 2 / parallel


def quality(inductance, resistance, omega=OMEGA):
    """Quality factor of a loop."""
    return omega * inductance / resistance


def damping_resistance(inductance, resistance, target, omega=OMEGA):
    """Series resistance to be added for a target quality factor, 0 when it is low enough."""
    return max(0.0, omega * inductance / target - resistance)


def filter_capacitance(inductance, cutoff_hz):
    """Shunt capacitor of an LC low-pass with this cut-off."""
    return 1 / ((2 * math.pi * cutoff_hz) ** 2 * inductance)


def filter_output(driver, inductance, capacitance, omega=OMEGA):
    """Impedance looking back into a low-pass: driver and L in series, C to the other side."""
    return loop_impedance(inductance, driver, capacitance, omega)


def step_up(low, high, omega=OMEGA):
    """L and C of the low-pass that shows ``low`` ohms at its input when ``high`` is behind it.

    Series L first, then shunt C: the EMC filter as the reader's impedance transformer.
    """
    if high <= low:
        raise ValueError("a low-pass step goes up: the load must be above the driver's resistance")
    q = math.sqrt(high / low - 1)
    return q * low / omega, q / (high * omega)


def two_element(source, load, omega=OMEGA):
    """Series C from the source and C across the load that match the two: ``(series, parallel)``.

    The source sees its own conjugate. ValueError when two capacitors cannot do it.
    """
    admittance = 1 / load
    inside = admittance.real / source.real - admittance.real**2
    if inside < 0:
        raise ValueError("the load's resistance is too near the source's for two capacitors")
    susceptance = -math.sqrt(inside)
    parallel = (susceptance - admittance.imag) / omega
    reactance = (1 / complex(admittance.real, susceptance)).imag + source.imag
    if parallel < 0 or reactance <= 0:
        raise ValueError("the load is not inductive enough for two capacitors")
    return 1 / (omega * reactance), parallel


def matched_input(load, series, parallel, omega=OMEGA):
    """Impedance seen before the series capacitor of ``two_element``."""
    across = 1 / (1 / load + 1j * omega * parallel)
    return across + 1 / (1j * omega * series)


def return_loss_db(impedance, reference=50.0):
    """How much weaker the reflected wave is, in dB (higher is better)."""
    gamma = abs((impedance - reference) / (impedance + reference))
    return 99.0 if gamma < 1e-5 else -20 * math.log10(gamma)


def standard_below(value, series=E24):
    """The largest value of a preferred series that is not above ``value``."""
    decade = 10 ** math.floor(math.log10(value))
    fitting = [n * decade / 10 for n in series if n * decade / 10 <= value * (1 + 1e-9)]
    return max(fitting)


def standard_near(value, series=E24):
    """The preferred value with the smallest ratio to ``value``."""
    decade = 10 ** math.floor(math.log10(value))
    choices = [n * scale / 10 for n in series for scale in (decade, 10 * decade)]
    return min(choices, key=lambda c: abs(math.log(c / value)))
