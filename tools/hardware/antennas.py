"""Every antenna of a table, calculated: inductance, losses, matching, coupling to neighbours."""

from dataclasses import dataclass

from tools.hardware import data, inductance, matching
from tools.hardware.description import BadHardware, gap_mm, loops

MM = 1e-3


@dataclass(frozen=True)
class Antenna:
    """One antenna in SI units; ``row``: its line of the description, with its copper's size."""

    row: dict
    turns: int
    track: float
    space: float
    length: float  # of the track
    henry: float
    ohm: float  # its own losses
    damping: float  # ohms added
    pad_db: float  # attenuator before its matching
    quality: float  # with the damping
    series: float  # farads from the cable
    parallel: float  # farads across the loop

    @property
    def zone(self):
        """The antenna's name."""
        return self.row["zone"]

    @property
    def kind(self):
        """What sort of zone it serves."""
        return self.zone.split(":")[0]

    @property
    def size(self):
        """Its outline in words, mm."""
        row = self.row
        return f"{row['d']:g} mm round" if "d" in row else f"{row['w']:g} x {row['h']:g} mm"


def all_of(table, plan=None):
    """Antennas of a table in its own order, then the loops of its reference tags.

    BadHardware with a line for each that cannot be.
    """
    plan = plan or data.design()
    found, bad = [], []
    windings = data.windings(table, plan)
    for row in loops(table):
        try:
            found.append(one(row, windings, plan))
        except BadHardware as e:
            bad += e.lines
    if bad:
        raise BadHardware(bad)
    return found


def one(row, windings, plan):
    """Calculate one antenna. Raises BadHardware."""
    zone = row["zone"]
    winding = windings.get(zone.split(":")[0])
    if winding is None or any(key not in winding for key in data.LOOP_KEYS):
        raise BadHardware(f"{zone}: no winding in [loops] ({', '.join(data.LOOP_KEYS)})")
    turns, track, space = winding["turns"], winding["track_mm"] * MM, winding["space_mm"] * MM
    if not isinstance(turns, int) or not 1 <= turns <= 20 or track <= 0 or space <= 0:
        raise BadHardware(f"{zone}: a winding has 1 to 20 turns, track and space above 0")
    inset = winding.get("inset_mm", 0)
    if inset and "w" in row:  # copper that adjoins another loop's keeps inside its outline
        row = {**row, "w": row["w"] - 2 * inset, "h": row["h"] - 2 * inset}
    printed = plan["printed"]
    thickness = printed["copper_um"] * 1e-6
    loop = {k: row[k] * MM for k in ("d", "w", "h") if k in row}
    try:
        if "d" in loop:
            henry = inductance.ring_loop(loop["d"], track, space, turns, thickness)
        else:
            henry = inductance.rectangle_loop(loop["w"], loop["h"], track, space, turns, thickness)
    except ValueError as e:
        raise BadHardware(f"{zone}: {e}") from None
    length = inductance.track_length(loop, turns, track, space)
    ohm = inductance.track_resistance(length, track, thickness, crowding=printed["crowding"])
    henry += plan["matching"]["lead_mm"] * plan["matching"]["lead_nh_mm"] * 1e-9
    wanted = matching.damping_resistance(henry, ohm, plan["matching"]["loop_q"])
    count = plan["matching"]["damping_parts"]  # beside each other: the heat is shared
    damping = matching.standard_near(wanted * count) / count if wanted > 0 else 0.0
    pad_db = winding.get("pad_db", 0)
    impedance = matching.loop_impedance(henry, ohm + damping, printed["stray_pf"] * 1e-12)
    try:
        series, parallel = matching.two_element(
            complex(plan["matching"]["cable_ohm"], 0), impedance
        )
    except ValueError as e:
        raise BadHardware(f"{zone}: {e}") from None
    quality = matching.quality(henry, ohm + damping)
    return Antenna(
        *(row, turns, track, space, length, henry, ohm, damping, pad_db),
        *(quality, series, parallel),
    )


def fitted(farads, plan):
    """A capacitor to fit: (fixed in farads, set-point of its trimmer in farads).

    The fixed one is of a preferred series and leaves the trimmer near the middle of its range.
    """
    low, high = (pf * 1e-12 for pf in plan["matching"]["trim_pf"])
    rest = farads - (low + high) / 2
    if rest < 10e-12:
        return 0.0, min(max(farads, low), high)
    fixed = matching.standard_below(rest)
    trim = farads - fixed
    if trim > high:  # the series is too coarse here: the next value up
        fixed = matching.standard_near(farads - (low + high) / 2)
        trim = farads - fixed
    return fixed, trim


def coupling(first, second):
    """Coupling factor of two antennas (round ones as squares of the same area)."""
    one_, two = (_as_rectangle(a.row) for a in (first, second))
    mutual = inductance.rectangles_mutual(one_, two) * first.turns * second.turns
    return mutual / (first.henry * second.henry) ** 0.5


def _as_rectangle(row):
    if "d" in row:
        side = row["d"] * MM * 0.8862  # half the root of pi: a square of the same area
        return {"x": row["x"] * MM, "y": row["y"] * MM, "w": side, "h": side}
    return {k: row[k] * MM for k in ("x", "y", "w", "h")}


def strongest_neighbour(antenna, others):
    """(antenna, coupling factor) of the other antenna that couples most."""
    near = sorted(
        (o for o in others if o is not antenna), key=lambda o: gap_mm(antenna.row, o.row)
    )[:4]
    return max(((o, coupling(antenna, o)) for o in near), key=lambda pair: abs(pair[1]))


def emc_filter(plan):
    """The reader's filter: coil (H) and capacitor (F) of each arm, to preferred values."""
    reader = plan["reader"]
    coil, shunt = matching.step_up(reader["driver_ohm"] / 2, reader["balanced_ohm"] / 2)
    return matching.standard_near(coil), matching.standard_near(shunt)


def driver_load(plan):
    """What the transmitter sees, TX1 to TX2, with the filter's preferred values."""
    coil, shunt = emc_filter(plan)
    half = plan["reader"]["balanced_ohm"] / 2
    arm = 1j * matching.OMEGA * coil + matching.loop_impedance(0, half, shunt)
    return 2 * arm
