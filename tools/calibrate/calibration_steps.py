"""The calibration's steps: which tag lies where, and for how long dwells are gathered.

``Source`` is what a table is to the guide: the virtual one or a board with a person beside it.
"""

from tools.calibrate.measure import EDGE, SPOTS, zone_figures
from tools.errors import CommandError


class Source:
    """Interface: lay tags, clear the table, gather dwells."""

    def lay(self, spots, spot="middle"):
        """Lay a test tag on each ``{zone: (x offset, y offset)}`` (mm), the ``spot``;
        returns ``{zone: name of its tag}``."""
        raise NotImplementedError

    def clear(self):
        """Take every tag away."""
        raise NotImplementedError

    def batches(self, zones):
        """The zones that can have a test tag at the same time, in lists."""
        raise NotImplementedError

    def gather(self, zones, count):
        """A ``Window`` in which each of these zones has ``count`` dwells, or all that came."""
        raise NotImplementedError


def offset(row, spot):
    """Where a spot of a zone is, mm from its middle: ``left`` is the dealer's left (-x)."""
    across = row.get("d", row.get("w")) * EDGE
    along = row.get("d", row.get("h")) * EDGE
    moves = {"middle": (0, 0), "left": (-across, 0), "right": (across, 0)}
    moves.update({"far": (0, along), "near": (0, -along)})
    return moves[spot]


def run(table, source, dwells, say, zones=None):
    """Calibrate: ``{zone: figures}``. ``dwells``: wanted of each antenna at each spot."""
    rows = {row["zone"]: row for row in table["antennas"]}
    wanted = list(zones or rows)
    unknown = [z for z in wanted if z not in rows]
    if unknown:
        raise CommandError(f"no zone {unknown[0]!r}; there are: {', '.join(rows)}")
    say("empty table: take every card and chip away")
    source.clear()
    empty = source.gather(wanted, dwells)
    found = {}
    for batch in source.batches(wanted):
        windows, tags = {}, {}
        for spot in SPOTS:
            tags = source.lay({z: offset(rows[z], spot) for z in batch}, spot)
            windows[spot] = source.gather(batch, dwells)
        source.clear()
        for zone in batch:
            found[zone] = zone_figures(zone, tags[zone], empty, windows)
            say(line_of(zone, found[zone]))
    return {z: found[z] for z in rows if z in found}


def line_of(zone, figures):
    """One zone in a line."""
    rates = [figures["rates"][s] for s in SPOTS]
    shown = " ".join("  - " if r is None else f"{r:4.0%}" for r in rates)
    return f"{zone:8} {shown}"
