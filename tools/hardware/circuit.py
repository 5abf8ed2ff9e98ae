"""The circuit of a whole table: parts, pins and nets, as plain data.

One net has one name over all boards and cables. ``boards.whole`` builds the circuit from a table's
and a board's description; ``netlist.py`` checks it, ``bom.py`` counts it, ``harness.py`` takes its
cables.
"""

from dataclasses import dataclass, field

from tools.hardware import part_pins

POWER = ("GND", "12V_IN", "12V", "5V", "3V3")


@dataclass
class Part:
    """A part: reference, kind (its pins), entry of the catalogue, value, and a net for each pin.

    A pin without a net is left open on purpose (``None``).
    """

    ref: str
    kind: str
    part: str
    board: str
    pins: dict
    value: str = ""
    types: tuple = ()

    def pin_types(self):
        """((pin, type), ...) of its kind."""
        return self.types or part_pins.KINDS[self.kind]


@dataclass
class Cable:
    """A cable between two connectors of the circuit: same labels, same nets."""

    first: str
    second: str
    part: str
    length_m: float
    conductors: tuple  # labels that are wired


@dataclass
class Circuit:
    """Parts by reference, cables, and what was numbered."""

    parts: dict = field(default_factory=dict)
    cables: list = field(default_factory=list)
    counts: dict = field(default_factory=dict)

    def add(self, prefix, kind, part, board, pins, value="", types=(), ref=None):
        """Add a part; its reference is the next of the prefix. Returns the part."""
        if ref is None:
            self.counts[prefix] = self.counts.get(prefix, 0) + 1
            ref = f"{prefix}{self.counts[prefix]}"
        made = Part(ref, kind, part, board, pins, value, types)
        self.parts[ref] = made
        return made

    def two(self, prefix, kind, part, board, first, second, value=""):
        """Add a part of two pins between two nets."""
        return self.add(prefix, kind, part, board, {"1": first, "2": second}, value)

    def resistor(self, board, first, second, ohms, part="resistor"):
        """A resistor between two nets."""
        return self.two("R", "resistor", part, board, first, second, si(ohms, "ohm"))

    def capacitor(self, board, first, second, farads, part="capacitor"):
        """A capacitor between two nets."""
        return self.two("C", "capacitor", part, board, first, second, si(farads, "F"))

    def decouple(self, board, net, farads=100e-9):
        """A capacitor from a supply to ground."""
        return self.capacitor(board, net, "GND", farads)

    def plug(self, ref, board, nets, part="header"):
        """A connector whose pins carry these nets: label -> net."""
        return self.add("J", "plug", part, board, nets, types=part_pins.connector(nets), ref=ref)

    def coax(self, ref, board, net):
        """A coax socket."""
        return self.add("J", "coax", "coax_socket", board, {"RF": net, "SHIELD": "GND"}, ref=ref)

    def nets(self):
        """net -> [(reference, pin)], sorted."""
        found = {}
        for part in self.parts.values():
            for pin, net in part.pins.items():
                if net is not None:
                    found.setdefault(net, []).append((part.ref, pin))
        return {net: sorted(found[net]) for net in sorted(found)}


def si(value, unit):
    """A value with its unit, as on a drawing: ``4.7 kohm``, ``150 nH``."""
    for scale, name in ((1e6, "M"), (1e3, "k"), (1, ""), (1e-3, "m"), (1e-6, "u"), (1e-9, "n")):
        if value >= scale * 0.9999:
            return f"{round(value / scale, 2):g} {name}{unit}"
    return f"{round(value / 1e-12, 2):g} p{unit}"
