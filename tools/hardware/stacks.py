"""Chips in a stack over a loop: which of them get the power they need. Calculated, not measured.

Every tag is a coil with its losses and a chip (a capacitor and a load across it); all tags and the
loop couple by Maxwell's mutual inductance of coaxial circles. One linear system gives all currents,
the loop's own included, so that detuning and back-coupling are in it. A chip that gets more than
its limiter lets through loads its coil as much as holds it there; the load is found by iteration.
What is not in it: tags that lie beside the axis, the answer's way back, the chip's start-up.
"""

import functools
import math
import random
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
    def free(self):
        """The load of a circuit whose limiter does nothing, ohm."""
        return self.volts_min**2 / (2 * self.watts)

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
    return volts_of([tag] * count, antenna, plan, pitch_mm, cover_mm)


def volts_of(tags, antenna, plan, pitch_mm, cover_mm):
    """The same of tags that differ; all have coils of the first one's size."""
    omega, radius = matching.OMEGA, tags[0].radius_m
    heights = [(cover_mm + pitch_mm * (n + 0.5)) / 1000 for n in range(len(tags))]
    between = _between(tags, pitch_mm)
    to_loop = [
        tag.turns * _loop_mutual(antenna, radius, z) for tag, z in zip(tags, heights, strict=True)
    ]
    resistance = antenna.ohm + antenna.damping
    amps = levels.of(antenna, plan, worst=False).amps
    source = 2 * resistance * amps  # a matched source: the loop sees its own resistance again
    loads = [tag.free for tag in tags]
    found = [0.0] * len(tags)
    for _ in range(ROUNDS):
        found = _solve(tags, loads, between, to_loop, resistance, source, omega)
        wanted = [_load(*row) for row in zip(tags, loads, found, strict=True)]
        steady = all(abs(a - b) <= CLOSE * a for a, b in zip(loads, wanted, strict=True))
        loads = wanted
        if steady:
            break
    return found


def _load(tag, ohm, volt):
    """The load a circuit shows next: its limiter turns down what is above its voltage."""
    step = (tag.volts_max / volt) ** 0.5 if volt else 2.0
    return min(tag.free, max(1.0, ohm * min(1.25, max(0.8, step))))


def _between(tags, pitch_mm):
    """Inductances of the stack's tags and between any two of them."""
    radius = tags[0].radius_m
    rings = [_rings_mutual(radius, radius, pitch_mm * n / 1000) for n in range(1, len(tags))]
    return [
        [
            a.henry if i == j else a.turns * b.turns * a.coupling * rings[abs(i - j) - 1]
            for j, b in enumerate(tags)
        ]
        for i, a in enumerate(tags)
    ]


_rings_mutual = functools.lru_cache(maxsize=1024)(inductance.rings_mutual)


def _loop_mutual(antenna, radius, height):
    """Mutual inductance of a round loop and one coaxial turn above it."""
    outer = antenna.row["d"] / 1000
    turns = range(antenna.turns)
    radii = [(outer - antenna.track) / 2 - n * (antenna.track + antenna.space) for n in turns]
    return sum(_rings_mutual(r, radius, height) for r in radii)


def _solve(tags, loads, between, to_loop, resistance, source, omega):
    """Peak volts at the circuits for these loads, by the whole system's currents."""
    across = [1 / (1 / r + 1j * omega * t.farad) for r, t in zip(loads, tags, strict=True)]
    rows = []
    for i, tag in enumerate(tags):
        row = [1j * omega * henry for henry in between[i]]
        row[i] += tag.ohm + across[i]
        rows.append([*row, 1j * omega * to_loop[i], 0.0])
    rows.append([*(1j * omega * m for m in to_loop), 2 * resistance, source])
    currents = _currents(rows)
    return [abs(i * z) for i, z in zip(currents, across, strict=False)]


def _currents(rows):
    """Solution of a linear system given as rows with their right side, by elimination.

    The system of coupled coils is symmetric, and so is what elimination leaves of it: half of it
    is worked out. No row has to be exchanged, because each coil has losses of its own and keeps
    some of its inductance however it is coupled.
    """
    count = len(rows)
    for i, row in enumerate(rows):
        for k in range(i + 1, count):
            share = row[k] / row[i]
            if share:  # what stands before the diagonal is not looked at again
                below = rows[k]
                below[k:] = [a - share * b for a, b in zip(below[k:], row[k:], strict=True)]
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
    loop = (antenna.row["d"], antenna.turns, antenna.track, antenna.space, antenna.ohm)
    amps = levels.of(antenna, plan, worst=False).amps
    key = (tag, count, pitch_mm, cover_mm, loop, antenna.damping, amps)  # all that decides it
    if key not in _POWERED:
        found = volts(tag, count, antenna, plan, pitch_mm, cover_mm)
        _POWERED[key] = sum(1 for v in found if v >= tag.volts_min)
    return _POWERED[key]


_POWERED = {}  # tables have the same round loops, and a stack of 20 takes a tenth of a second


# What makers' tolerances leave: the resonance of each tag alone, by what was bought, and the error
# of the coupling (docs: published.md).
BOUGHT_MHZ = {"stackable": (25.0, 27.0), "plain": (13.56, 16.0)}
COUPLING = (0.85, 1.15)
STACKS = 40  # drawn for each loop and height


def unpowered(sort, count, loops, plan, cover_mm, stacks=STACKS):
    """Share of the tags of a stack that stay without power, over drawn stacks on each loop."""
    low = 0
    rng = random.Random(f"{sort}/{count}")
    for loop in loops:
        for _ in range(stacks):
            share = rng.uniform(*COUPLING)
            tags = [Tag(rng.uniform(*BOUGHT_MHZ[sort]) * 1e6, coupling=share) for _ in range(count)]
            found = volts_of(tags, loop, plan, CHIP_MM, cover_mm)
            low += sum(v < t.volts_min for v, t in zip(found, tags, strict=True))
    return low / (count * stacks * len(loops))
