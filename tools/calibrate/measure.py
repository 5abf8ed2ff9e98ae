"""What dwells say of an antenna: read rates in the middle and at the edges, load, cross-talk.

Pure: dwells go in (``{"zone","tags","agc","partial"}``), figures come out.
"""

import math

from firmware.calibrate.keep import CROSS_MAX_1000THS, LEAVE_MAX, least
from firmware.table.values import CROSS_TALK_1000THS

SPOTS = ("middle", "left", "right", "far", "near")
EDGE = 0.35  # of the loop's size from its middle: where "at the edge" is
FALSE_LEAVE = 1e-3  # wanted chance that a lying tag is taken for gone
RATE_GOOD = 0.95  # in the middle
MARGIN = 0.5  # the tripwire lies half way between an empty and a loaded antenna


class Window:
    """The dwells of one stretch of time. ``add`` takes one; partial ones say nothing of misses."""

    def __init__(self):
        self._dwells = {}  # zone -> count
        self._agc = {}  # zone -> [sum, sum of squares]
        self._hits = {}  # (zone, tag) -> dwells it was in

    def add(self, dwell):
        """One dwell."""
        zone = dwell["zone"]
        if dwell.get("partial"):
            return
        self._dwells[zone] = self._dwells.get(zone, 0) + 1
        sums = self._agc.setdefault(zone, [0.0, 0.0])
        sums[0] += dwell["agc"]
        sums[1] += dwell["agc"] ** 2
        for tag in set(dwell["tags"]):
            self._hits[zone, tag] = self._hits.get((zone, tag), 0) + 1

    @classmethod
    def of_sums(cls, rows):
        """The window of a controller's report (``firmware/calibrate/counts.py``). ValueError: it is
        none."""
        made = cls()
        try:
            for zone, (count, agc, squares, hits) in rows.items():
                made._dwells[zone], made._agc[zone] = int(count), [float(agc), float(squares)]
                made._hits.update({(zone, str(tag)): int(n) for tag, n in hits.items()})
        except (TypeError, AttributeError):
            raise ValueError("no report of counts") from None
        return made

    def tags(self, zone):
        """``{tag: dwells it was in}`` of a zone."""
        return {tag: n for (z, tag), n in self._hits.items() if z == zone}

    def dwells(self, zone):
        """Dwells of a zone."""
        return self._dwells.get(zone, 0)

    def fewest(self, zones):
        """The least number of dwells any of these zones had."""
        return min((self.dwells(z) for z in zones), default=0)

    def rate(self, zone, tag):
        """Share of a zone's dwells that read a tag; None without dwells."""
        count = self.dwells(zone)
        return self._hits.get((zone, tag), 0) / count if count else None

    def agc(self, zone):
        """(mean, standard deviation) of a zone's gain counts; None without dwells."""
        count = self.dwells(zone)
        if not count:
            return None
        mean = self._agc[zone][0] / count
        spread = max(0.0, self._agc[zone][1] / count - mean**2)
        return mean, math.sqrt(spread)

    def readers_of(self, tag, apart_from):
        """{zone: rate} of the other zones that read a tag."""
        return {z: self.rate(z, tag) for z, t in self._hits if t == tag and z != apart_from}


def zone_figures(zone, tag, empty, windows):
    """Figures of one zone: ``windows``: spot -> Window with its test tag ``tag`` there."""
    rates = {spot: windows[spot].rate(zone, tag) for spot in SPOTS}
    bare, loaded = empty.agc(zone), windows["middle"].agc(zone)
    cross = windows["middle"].readers_of(tag, zone)
    return {
        "rates": {s: None if r is None else round(r, 3) for s, r in rates.items()},
        "agc_empty": round(bare[0], 1) if bare else None,
        "agc_noise": round(bare[1], 2) if bare else None,
        "agc_tag": round(loaded[0], 1) if loaded else None,
        "cross": {z: round(r, 3) for z, r in sorted(cross.items())},
    }


def thresholds(figures):
    """What the firmware is to be told: ``leave`` by kind of zone, ``agc_trip`` by zone, ``cross``.

    ``leave``: misses in a row after which a tag is gone, so that one lying in the middle is taken
    for gone once in a thousand times at most; never fewer than the firmware's own. Misses are taken
    as independent, which they are not quite. ``cross``: zone a tag lies in, zone that hears it,
    thousandths of its dwells; only what is more than the firmware takes each pair to hear.
    """
    leave, trip, cross = {}, {}, {}
    for zone, found in figures.items():
        kind = zone.split(":")[0]
        rate = found["rates"]["middle"] or 0.0
        leave[kind] = max(leave.get(kind, least(kind)), _misses(rate))
        heard = {z: _thousandths(r) for z, r in found.get("cross", {}).items() if not _one(z, zone)}
        if heard := {z: n for z, n in heard.items() if n > CROSS_TALK_1000THS}:
            cross[zone] = heard
        if found["agc_empty"] is not None and found["agc_tag"] is not None:
            drop = found["agc_empty"] - found["agc_tag"]
            trip[zone] = round(found["agc_empty"] - MARGIN * drop, 1)
    return {
        "leave": {k: leave[k] for k in sorted(leave)},
        "agc_trip": {z: trip[z] for z in sorted(trip)},
        "cross": {z: cross[z] for z in sorted(cross)},
    }


def _thousandths(rate):
    return min(CROSS_MAX_1000THS, round(1000 * rate))


def _one(zone, other):
    """True for loops of one zone: which of them reads a tag is nothing the table asks."""
    return zone.split(":")[0] == other.split(":")[0] in ("mouth", "board")


def _misses(rate):
    if rate >= 1.0:
        return 1
    if rate <= 0.0:
        return LEAVE_MAX
    return min(LEAVE_MAX, math.ceil(math.log(FALSE_LEAVE) / math.log(1 - rate)))


def faults(figures):
    """What to look at before anything is played: one line each."""
    lines = []
    for zone, found in sorted(figures.items()):
        rate = found["rates"]["middle"]
        if rate is None:
            lines.append(f"{zone}: never scanned: its reader or its cable")
        elif rate == 0:
            lines.append(f"{zone}: the tag in its middle is never read: cable, then tuning")
        elif rate < RATE_GOOD:
            lines.append(f"{zone}: {rate:.0%} read in its middle: tune this loop again")
        for other, cross in found["cross"].items():
            if cross > 0.05 and not _adjoin(zone, other):
                lines.append(
                    f"{zone}: {other} reads its tag, too ({cross:.0%}): too near, or too strong"
                )
    return lines


def _adjoin(zone, other):
    return zone.startswith("mouth:") and other.startswith("mouth:")


def drift(before, now, rate=0.05, counts=15):
    """What has changed since a stored calibration: one line each.

    ``rate``: fall of a read rate, ``counts``: change of the empty antenna's gain, that are told.
    """
    lines = []
    for zone in sorted(set(before) | set(now)):
        if zone not in now or zone not in before:
            lines.append(f"{zone}: only in the {'stored' if zone in before else 'new'} calibration")
            continue
        old, new = before[zone], now[zone]
        for spot in SPOTS:
            was, found = old["rates"].get(spot), new["rates"].get(spot)
            if was is not None and (found is None or was - found > rate):
                text = "not read" if found is None else f"{found:.0%}"
                lines.append(f"{zone}, {spot}: {was:.0%} then, {text} now")
        if old["agc_empty"] is not None and new["agc_empty"] is not None:
            shift = new["agc_empty"] - old["agc_empty"]
            if abs(shift) > counts:
                text = f"gain of the empty antenna moved by {shift:+.0f}"
                lines.append(f"{zone}: {text}: metal, tuning or cable")
    return lines
