"""The wiring harness as WireViz sees it: connectors, cables and what joins them."""

from gateway import extras
from tools.hardware.description import BadHardware

COLOURS = {"5V": "RD", "3V3": "OG", "12V": "VT", "GND": "BK"}
TYPES = {"ribbon": "flat cable", "leads": "single wires", "pair": "twisted pair"}
PLUGS = {
    "header": "IDC 2x5",
    "mux_plug": "JST XH 8",
    "light_plug": "JST XH 3",
    "key_plug": "JST XH 4",
}
SIGNALS = ("YE", "GN", "BU", "WH", "GY", "BN", "PK", "TQ", "YEGN", "WHBU")


def description(circuit):
    """The harness as the dict of a WireViz file: ``connectors``, ``cables``, ``connections``."""
    connectors, cables, connections = {}, {}, []
    for number, cable in enumerate(circuit.cables, 1):
        name = f"W{number}"
        for ref in (cable.first, cable.second):
            connectors[ref] = _connector(circuit.parts[ref])
        if cable.part == "coax":
            labels = ("RF", "SHIELD")
            cables[name] = {
                "category": "bundle",
                "wirecount": 2,
                "colors": ["WH", "BK"],
                "length": cable.length_m,
                "type": "RG-178",
            }
        else:
            labels = cable.conductors
            cables[name] = {
                "wirecount": len(labels),
                "colors": _colours(labels),
                "length": cable.length_m,
                "type": TYPES[cable.part],
            }
        connections.append(
            [
                {cable.first: list(labels)},
                {name: list(range(1, len(labels) + 1))},
                {cable.second: list(labels)},
            ]
        )
    return {
        "options": {"fontname": "sans-serif"},
        "connectors": {ref: connectors[ref] for ref in sorted(connectors)},
        "cables": cables,
        "connections": connections,
    }


def _connector(part):
    kind = "MMCX" if part.kind == "coax" else PLUGS.get(part.part, "soldered")
    return {"type": kind, "notes": part.board, "pinlabels": list(part.pins)}


def _colours(labels):
    rest = iter(SIGNALS)
    return [COLOURS.get(label) or next(rest) for label in labels]


def as_yaml(harness):
    """The WireViz file."""
    try:
        import yaml  # comes with WireViz
    except ImportError:
        raise BadHardware(extras.missing("the harness", "hardware")) from None
    return "# made by `python -m tools.hardware docs`; do not edit\n" + yaml.safe_dump(
        harness, sort_keys=False, width=100
    )


def graph(harness):
    """WireViz' drawing of the harness as a Graphviz graph. BadHardware when it is not installed."""
    try:
        from wireviz import wireviz
    except ImportError:
        raise BadHardware(extras.missing("the harness drawing", "hardware")) from None
    return wireviz.parse(harness, return_types=("harness",)).create_graph()
