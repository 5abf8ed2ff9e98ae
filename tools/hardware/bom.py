"""Bill of materials of a table: counted from the circuit, its cables and the list of hardware."""

import csv
import io
import math
import re

from tools.hardware import readerboard
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
    """Lines sorted by part: dicts of ``part value count name maker mpn suppliers alternatives``.

    Of each ``price``, as in the catalogue, or None; ``old``: whether it was a year old when prices
    were last looked for. Raises BadHardware for a part the catalogue does not have.
    """
    counts = {}
    bought = [(p.part, p.value) for p in circuit.parts.values() if not _of_module(p)]
    readers = sum(p.part == "reader_board" for p in circuit.parts.values())
    for part, value in [*bought, *carrier() * readers]:
        if part in NOT_BOUGHT:
            continue
        _count(counts, (part, value if part in BY_VALUE else ""), 1)
        for mate, number in catalogue["parts"].get(part, {}).get("mates", {}).items():
            _count(counts, (mate, ""), number)  # on the cable's end
    for name, metres in _metres(circuit).items():
        _count(counts, (name, ""), metres)
    _count(counts, ("hub_board", ""), 1)
    for item in plan["hardware"]:
        _count(counts, (item["part"], ""), item.get("count", 1))
    known = catalogue["parts"]
    missing = sorted({name for name, _ in counts if name not in known})
    if missing:
        raise BadHardware([f"parts.toml has no part {name!r}" for name in missing])
    looked_up = catalogue["prices"]["looked_up"]
    return [_line(known, key, counts[key], looked_up) for key in sorted(counts, key=_order)]


def _of_module(part):
    """True of what a ready module or its carrier brings: the circuit shows the bare chip."""
    return part.board.startswith("reader ") and part.kind != "board"


def carrier():
    """(part, value) of all that one reader takes beyond its printed board."""
    placed = [(place.part, CARRIED.get(place.part, "")) for place in readerboard.board().parts]
    return [*placed, ("pn5180_module", ""), *[("capacitor_np0", "10 nF")] * 2, *LOOSE]


CARRIED = {"capacitor": "100 nF"}
# to join the module, and to wind the transformer: 12 turns of 18 mm with their ends, and the arms
LOOSE = [("module_leads", ""), ("wire_03", "")]


def number(entry, value):
    """The maker's number of a part of a value."""
    if value in entry.get("numbers", {}):
        return entry["numbers"][value]
    return entry["mpn"].format(**codes(value)) if "{" in entry["mpn"] else entry["mpn"]


def codes(value):
    """A value as makers write it: ``rkm`` 2K2, ``rkm4`` 5R60, ``eia`` 104 (picofarads)."""
    figure, unit = value.split(" ")
    if unit.endswith("F"):
        digits, power = f"{float(figure) * FARADS[unit]:.1e}".split("e")
        return {"eia": f"{digits.replace('.', '')}{int(power) - 1}"}
    letter = {"ohm": "R", "kohm": "K", "Mohm": "M"}[unit]
    whole, _, rest = f"{float(figure):g}".partition(".")
    return {
        "rkm": f"{whole}{letter}{rest}",
        "rkm4": f"{whole}{letter}{rest.ljust(3 - len(whole), '0')}"[:4],
    }


YEAR = 365  # days
FARADS = {"pF": 1.0, "nF": 1e3, "uF": 1e6}  # picofarads


def _count(counts, key, number):
    counts[key] = counts.get(key, 0) + number


def _metres(circuit):
    found = {}
    for cable in circuit.cables:
        wires = len(cable.conductors) if cable.part == "leads" else 1
        found[cable.part] = found.get(cable.part, 0) + cable.length_m * wires
    return {name: math.ceil(metres) for name, metres in sorted(found.items())}


def _order(key):
    """Sort key: by part, then by size (``4.7 kohm`` after ``330 ohm``)."""
    name, value = key
    match = re.match(r"([\d.]+) ([Mkmunp]?)", value)
    if not match:
        return name, 0.0, value
    scale = {"M": 1e6, "k": 1e3, "": 1, "m": 1e-3, "u": 1e-6, "n": 1e-9, "p": 1e-12}
    return name, float(match[1]) * scale[match[2]], value


def _line(known, key, count, looked_up):
    name, value = key
    part = known[name]
    price = part.get("price")
    return {
        "part": name,
        "value": value,
        "count": count,
        "name": part["name"],
        "maker": "any" if value in part.get("numbers", {}) else part["maker"],
        "mpn": number(part, value),
        "suppliers": part.get("suppliers", []),
        "price": price,
        "old": price is not None and (looked_up - price["on"]).days > YEAR,
        "alternatives": part.get("alternatives", []),
    }


def asked(found):
    """How many lines have no price that somebody asked on a day."""
    return sum(line["price"] is None for line in found)


def total(found):
    """What the lines with a price come to, for their counts: ``{currency: sum}``."""
    sums = {}
    for line in found:
        if price := line["price"]:
            _count(sums, price["currency"], price["each"] * line["count"])
    return sums


def money(line):
    """A line's price with its day and where it was seen; ``ask`` where none is known."""
    price = line["price"]
    if price is None:
        return "ask"
    age = ", over a year old" if line["old"] else ""
    return f"{price['each']:.2f} {price['currency']} on {price['on']}{age}, {price['source']}"


def as_csv(found):
    """The lines as CSV with a heading."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for line in found:
        writer.writerow(
            [
                *(line[k] for k in ("part", "value", "count", "name", "maker", "mpn")),
                "; ".join(line["suppliers"]),
                money(line),
                "; ".join(line["alternatives"]),
            ]
        )
    return out.getvalue()


HEAD = ("part", "value", "count", "name", "maker", "number", "suppliers", "price each")
HEAD += ("alternatives",)
