"""Chips in a stack over a loop: which of them get the power they need. Calculated, not measured.

Every tag is a coil with its losses and a chip (a capacitor and a load across it); all tags and the
loop couple by Maxwell's mutual inductance of coaxial circles. One linear system gives all currents,
the loop's own included, so that detuning and back-coupling are in it. A chip that gets more than
its limiter lets through loads its coil as much as holds it there; the load is found by iteration.
What is not in it: tags that lie beside the axis, the answer's way back, the chip's start-up.
"""

import math
from dataclasses import dataclass

from tools.hardware import inductance, levels, matching

ROUNDS = 200  # of the iteration for the limiters
CLOSE = 1e-3  # relative


@dataclass(frozen=True)
class Tag:
    """A chip's tag: its coil and its circuit.

    ``resonance_hz``: alone, with its circuit; ``radius_m``: of the coil; ``band_m``: half the width
    of its turns; ``quality``: of the coil at its resonance; ``farad``: of the circuit with the
    coil's own; ``volts_min``: peak at which the circuit works; ``volts_max``: at which its limiter
    holds it; ``watts``: what it takes at ``volts_min``; ``coupling``: to its neighbours, over what
    is calculated (other shares than 1 try how much an error of the calculation matters).
    """

    resonance_hz: float
    radius_m: float = 15e-3  # as large as a chip of 39 mm takes
    band_m: float = 0.8e-3
    quality: float = 40.0
    farad: float = 26e-12  # ICODE SLIX2: 23.5 pF typically; 2.5 pF of the coil (assumed)
    volts_min: float = 2.0
    volts_max: float = 4.0
    watts: float = 40e-6
    coupling: float = 1.0

    @property
    def henry(self):
        """Inductance that resonates with the circuit."""
        return 1 / ((2 * math.pi * self.resonance_hz) ** 2 * self.farad)

    @property
    def ring(self):
        """Inductance of one turn of its coil (Grover, chapter 16)."""
        return inductance.wire_ring(self.radius_m, self.band_m)

    @property
    def turns(self):
        """Turns that make that inductance, as if all lay in one."""
        return math.sqrt(self.henry / self.ring)

    @property
    def ohm(self):
        """Losses of the coil, in series."""
        return 2 * math.pi * self.resonance_hz * self.henry / self.quality


def volts(tag, count, antenna, plan, pitch_mm, cover_mm):
    """Peak volts at the circuits of ``count`` stacked tags, bottom first."""
    omega = matching.OMEGA
    heights = [(cover_mm + pitch_mm * (n + 0.5)) / 1000 for n in range(count)]
    between = _between(tag, count, pitch_mm)
    to_loop = [tag.turns * _loop_mutual(antenna, tag.radius_m, z) for z in heights]
    resistance = antenna.ohm + antenna.damping
    amps = levels.of(antenna, plan, worst=False).amps
    source = 2 * resistance * amps  # a matched source: the loop sees its own resistance again
    free = tag.volts_min**2 / (2 * tag.watts)
    loads = [free] * count
    found = [0.0] * count
    for _ in range(ROUNDS):
        found = _solve(tag, loads, between, to_loop, resistance, source, omega)
        wanted = [_load(tag, r, v, free) for r, v in zip(loads, found, strict=True)]
        steady = all(abs(a - b) <= CLOSE * a for a, b in zip(loads, wanted, strict=True))
        loads = wanted
        if steady:
            break
    return found


def _load(tag, ohm, volt, free):
    """The load a circuit shows next: its limiter turns down what is above its voltage."""
    step = (tag.volts_max / volt) ** 0.5 if volt else 2.0
    return min(free, max(1.0, ohm * min(1.25, max(0.8, step))))


def _between(tag, count, pitch_mm):
    """Mutual inductance of two tags of the stack by how many chips they are apart."""
    scale = tag.turns**2 * tag.coupling
    apart = [pitch_mm * n / 1000 for n in range(1, count)]
    radius = tag.radius_m
    return [tag.henry, *(scale * inductance.rings_mutual(radius, radius, z) for z in apart)]


def _loop_mutual(antenna, radius, height):
    """Mutual inductance of a round loop and one coaxial turn above it."""
    outer = antenna.row["d"] / 1000
    turns = range(antenna.turns)
    radii = [(outer - antenna.track) / 2 - n * (antenna.track + antenna.space) for n in turns]
    return sum(inductance.rings_mutual(r, radius, height) for r in radii)


def _solve(tag, loads, between, to_loop, resistance, source, omega):
    """Peak volts at the circuits for these loads, by the whole system's currents."""
    count = len(loads)
    across = [1 / (1 / r + 1j * omega * tag.farad) for r in loads]
    rows = []
    for i in range(count):
        row = [1j * omega * between[abs(i - j)] for j in range(count)]
        row[i] += tag.ohm + across[i]
        rows.append([*row, 1j * omega * to_loop[i], 0.0])
    rows.append([*(1j * omega * m for m in to_loop), 2 * resistance, source])
    currents = _gauss(rows)
    return [abs(i * z) for i, z in zip(currents, across, strict=False)]


def _gauss(rows):
    """Solution of a linear system given as rows with their right side, by elimination."""
    count = len(rows)
    for i in range(count):
        best = max(range(i, count), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for k in range(i + 1, count):
            share = rows[k][i] / rows[i][i]
            if share:
                rows[k] = [a - share * b for a, b in zip(rows[k], rows[i], strict=True)]
    found = [0j] * count
    for i in reversed(range(count)):
        rest = sum(rows[i][k] * found[k] for k in range(i + 1, count))
        found[i] = (rows[i][-1] - rest) / rows[i][i]
    return found


SWEEP_MHZ = (13.56, 16, 18, 20, 22, 24, 25, 27, 30, 35)
HEIGHTS = (1, 2, 5, 10, 20)
CHIP_MM = 3.3  # thickness of a chip


def sweep(antenna, plan, cover_mm):
    """(resonance in MHz, powered of each of ``HEIGHTS``) over a round loop."""
    return [
        (mhz, [powered(Tag(mhz * 1e6), n, antenna, plan, CHIP_MM, cover_mm) for n in HEIGHTS])
        for mhz in SWEEP_MHZ
    ]


def powered(tag, count, antenna, plan, pitch_mm, cover_mm):
    """How many of ``count`` stacked tags reach the voltage they work at."""
    found = volts(tag, count, antenna, plan, pitch_mm, cover_mm)
    return sum(1 for v in found if v >= tag.volts_min)
