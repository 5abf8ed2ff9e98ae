"""Bill of materials of a table: counted from the circuit, its cables and the list of hardware."""

import csv
import io
import math
import re

from tools.hardware.description import BadHardware

NOT_BOUGHT = ("loop_track", "pads")  # printed on a board
BY_VALUE = (
    "resistor",
    "resistor_power",
    "resistor_rf",
    "capacitor",
    "capacitor_np0",
    "choke",
    "filter_coil",
)


def lines(circuit, plan, catalogue):
    """Lines sorted by part: dicts ``part value count name maker mpn price total alternatives``.

    Raises BadHardware for a part the catalogue does not have.
    """
    counts = {}
    for part in circuit.parts.values():
        if part.part in NOT_BOUGHT:
            continue
        value = part.value if part.part in BY_VALUE else ""
        _count(counts, (part.part, value), 1)
    for name, metres in _metres(circuit).items():
        _count(counts, (name, ""), metres)
    _count(counts, ("hub_board", ""), 1)
    for item in plan["hardware"]:
        _count(counts, (item["part"], ""), item.get("count", 1))
    known = catalogue["parts"]
    missing = sorted({name for name, _ in counts if name not in known})
    if missing:
        raise BadHardware([f"parts.toml has no part {name!r}" for name in missing])
    return [_line(known, key, counts[key]) for key in sorted(counts, key=_order)]


def _count(counts, key, number):
    counts[key] = counts.get(key, 0) + number


def _metres(circuit):
    found = {}
    for cable in circuit.cables:
        found[cable.part] = found.get(cable.part, 0) + cable.length_m
    return {name: math.ceil(metres) for name, metres in sorted(found.items())}


def _order(key):
    """Sort key: by part, then by size (``4.7 kohm`` after ``330 ohm``)."""
    name, value = key
    match = re.match(r"([\d.]+) ([Mkmunp]?)", value)
    if not match:
        return name, 0.0, value
    scale = {"M": 1e6, "k": 1e3, "": 1, "m": 1e-3, "u": 1e-6, "n": 1e-9, "p": 1e-12}
    return name, float(match[1]) * scale[match[2]], value


def _line(known, key, count):
    name, value = key
    part = known[name]
    return {
        "part": name,
        "value": value,
        "count": count,
        "name": part["name"],
        "maker": part["maker"],
        "mpn": part["mpn"],
        "price": float(part["price"]),
        "total": round(part["price"] * count, 2),
        "alternatives": part.get("alternatives", []),
    }


def total(found):
    """Sum of all lines, in the catalogue's currency."""
    return round(sum(line["total"] for line in found), 2)


def as_csv(found, catalogue):
    """The lines as CSV with a heading."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    money = catalogue["currency"]
    writer.writerow(
        ["part", "value", "count", "name", "maker", "number", f"each {money}", f"total {money}"]
        + ["alternatives"]
    )
    for line in found:
        writer.writerow(
            [
                *(line[k] for k in ("part", "value", "count", "name", "maker", "mpn")),
                f"{line['price']:.2f}",
                f"{line['total']:.2f}",
                "; ".join(line["alternatives"]),
            ]
        )
    return out.getvalue()
