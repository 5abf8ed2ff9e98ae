"""The hub's board: one a controller module, as modules bring out their pins in different places.

Above four pairs of plugs (reader, multiplexer), below them the shift registers, then the sockets of
the controller; power on the right. Places are laid out here; the tracks are the router's, kept in
``hardware/routes`` (``feltwire hardware route`` lays them anew) and checked like any others.
"""

import functools
import json

from tools.hardware import boards, description, track_router
from tools.hardware.copper import Board
from tools.hardware.description import EXPANDER_PIN, BadHardware

ROUTES = description.HARDWARE / "routes"
SLOTS = 4
W_MM, H_MM, HOLE_MM = 165.1, 91.44, 2.7
FIRST_MM, PITCH_MM = 12.7, 25.4  # a slot's plug, from slot to slot
SIGNAL, MIDDLE, WIDE, INPUT = 0.25, 0.4, 1.2, 2.0
WIDTHS = {
    "": SIGNAL,
    "GND": MIDDLE,
    "3V3": MIDDLE,
    "5V": WIDE,
    "12V": WIDE,
    "12V_RAW": INPUT,
    "LIGHT": MIDDLE,
    "LIGHT_5V": MIDDLE,
}
FIRST = ("12V_RAW", "12V", "5V", "3V3")


def placed(board):
    """The board with its parts and no track. BadHardware for a controller it cannot carry."""
    _check(board)
    made = Board(f"hub-{board['name']}", f"Hub for {board['name']}", W_MM, H_MM)
    made.holes = [(x, y, HOLE_MM) for x in (3.5, W_MM - 3.5) for y in (3.5, H_MM - 3.5)]
    _supply(made)
    for i, slot in enumerate(board["readers"][:SLOTS]):
        _slot(made, i, "irq" in slot)
    _registers(made, board)
    _controller(made, board)
    _outside(made)
    made.texts += [(35, 88.9, 1.4, f"Feltwire hub {board['revision']}, {board['name']}")]
    return made


def _check(board):
    bad = []
    if len(board.get("header", ())) != 40:
        bad.append(f"{board['name']}: header: the hub takes a module with 40 pins, as a Pico's")
    if len(board["readers"]) > SLOTS:
        bad.append(f"{board['name']}: readers: the hub's board has {SLOTS} slots")
    if board.get("expander", {}).get("bits") != 24:
        bad.append(f"{board['name']}: expander.bits: the hub's board has 24")
    if bad:
        raise BadHardware(bad)


def _supply(made):
    two = made.put
    two("J1", "jack", "barrel_jack", "JACK", 151.13, 15.24, 90, PLUS="12V_RAW", MINUS="GND")
    two("F1", "fuse", "fuse", "F1812", 142.24, 15.24, 180, "12V_RAW", "12V")
    two("D1", "tvs", "tvs", "SMB", 142.24, 22.86, 0, "12V", "GND")
    two("C1", "capacitor", "bulk", "CP63", 130.81, 15.24, 180, "12V", "GND")
    two("U1", "buck", "buck", "WIRES4", 132.08, 30.48, 180, VIN="12V", GND="GND", VOUT="5V")
    two("C2", "capacitor", "bulk", "CP63", 120.65, 39.37, 0, "5V", "GND")
    two("U2", "ldo", "ldo", "SOT223", 137.16, 40.64, 0, IN="5V", GND="GND", OUT="3V3")
    two("C3", "capacitor", "bulk", "CP63", 149.86, 40.64, 0, "3V3", "GND")
    two("C4", "capacitor", "capacitor", "C0603", 129.54, 45.72, 90, "5V", "GND")
    two("C5", "capacitor", "capacitor", "C0603", 144.78, 46.99, 0, "3V3", "GND")
    made.texts += [(157.5, 22.6, 1.2, "12 V, + inside"), (132.08, 33.6, 1.0, "12V")]
    made.texts += [
        (124.46, 33.6, 1.0, "GND"),
        (116.84, 33.6, 1.0, "5V"),
        (124.46, 27.5, 1.0, "5 A module"),
    ]


def _slot(made, i, irq):
    """Plugs of a reader and of its multiplexer, with the resistors that hold their lines low."""
    x = FIRST_MM + PITCH_MM * i
    own = {
        "NSS": f"NSS{i}",
        "BUSY": f"BUSY{i}",
        "RST": f"RST{i}",
        "IRQ": f"IRQ{i}" if irq else None,
    }
    reader = {str(n): own.get(net, net) for n, net in enumerate(boards.READER_LABELS, 1)}
    mux = {
        str(n): f"{net}_{i}" if net[0] == "A" else net for n, net in enumerate(boards.MUX_LABELS, 1)
    }
    made.put(f"J{10 + i}", "plug", "header", "IDC2x5", x, 8.89, 0, **reader)
    made.put(f"J{20 + i}", "plug", "mux_plug", "XH8", x + 12.7, 6.35, 270, **mux)
    for j in range(4):
        ref, at = f"R{10 * (i + 1) + j}", x + 12.7 + 2.54 * j - 3.81
        made.put(ref, "resistor", "resistor", "R0603", at, 31.75, 270, f"A{j}_{i}", "GND")
    made.put(f"R{50 + i}", "resistor", "resistor", "R0603", x, 31.75, 270, f"RST{i}", "GND")
    made.texts += [(x + 1.27, 26.2, 1.0, f"READER {i}"), (x + 12.7, 28.2, 1.0, f"MUX {i}")]


def _registers(made, board):
    """The chain of shift registers and the flip-flop that keeps it quiet until the first latch."""
    outputs = {}
    for i, slot in enumerate(board["readers"]):
        outputs[slot["rst"]] = f"RST{i}"
        outputs.update({pin: f"A{j}_{i}" for j, pin in enumerate(slot["select"])})
    serial = "MOSI"
    for chip, x in enumerate((38.1, 88.9, 63.5)):
        nets = {f"Q{n}": outputs.get(EXPANDER_PIN + 8 * chip + n) for n in range(8)}
        follows = f"SER{chip + 1}" if chip < 2 else None
        control = {"DS": serial, "SHCP": "SCK", "STCP": "LATCH", "OE": "NOT_READY", "MR": "3V3"}
        rest = {"Q7S": follows, "VCC": "3V3", "GND": "GND"}
        made.put(
            f"U{10 + chip}", "hc595", "hc595", "SO16", x, 39.37, 270, **nets, **control, **rest
        )
        made.put(
            f"C{10 + chip}", "capacitor", "capacitor", "C0603", x + 6.6, 41.91, 90, "3V3", "GND"
        )
        serial = follows
    half = {"D": "3V3", "CP": "LATCH", "SD": "3V3", "RD": "POR", "Q": None, "NQ": "NOT_READY"}
    spare = {"D2": "GND", "CP2": "GND", "SD2": "3V3", "RD2": "3V3", "Q2": None, "NQ2": None}
    rest = {"VCC": "3V3", "GND": "GND"}
    made.put("U13", "flipflop", "flipflop", "SO14", 17.78, 39.37, 270, **half, **spare, **rest)
    made.put("C13", "capacitor", "capacitor", "C0603", 24.38, 41.91, 90, "3V3", "GND")
    made.put("R1", "resistor", "resistor", "R0603", 8.89, 38.1, 0, "3V3", "POR")
    made.put("R4", "resistor", "resistor", "R0603", 8.89, 45.72, 0, "LATCH", "GND")
    made.put("C14", "capacitor", "capacitor", "C0603", 8.89, 41.91, 0, "POR", "GND")


def _controller(made, board):
    made.put("A1", "controller", board["name"], "PICO", 57.15, 81.28, 90, **controller_nets(board))
    made.texts += [(53.3, 81.28, 1.2, "1"), (53.3, 63.5, 1.2, "40"), (80, 72, 1.4, "CONTROLLER")]


def controller_nets(board):
    """The nets on the pads of a controller's module: pad number -> net, None where it is open."""
    wired = {name: net for name, (_, net) in boards.controller_pins(board).items()}
    names = {"VSYS": "5V", "GND": "GND"}
    found = {}
    for n, pin in enumerate(board["header"], 1):
        found[str(n)] = wired.get(names.get(pin, f"GPIO{pin}"))
    return found


def _outside(made):
    """Lights, sounder and keypad."""
    level = {"A": "LIGHT_3V3", "OE": "GND", "Y": "LIGHT_5V", "VCC": "5V", "GND": "GND"}
    made.put("U14", "buffer", "level_shifter", "SC74A", 135.89, 60.96, 0, **level)
    made.put("C15", "capacitor", "capacitor", "C0603", 135.89, 56.5, 0, "5V", "GND")
    made.put("R2", "resistor", "resistor_power", "R1206", 143.51, 60.96, 0, "LIGHT_5V", "LIGHT")
    light = {"1": "5V", "2": "LIGHT", "3": "GND"}
    keys = {"1": "5V", "2": "GND", "3": "KEY_TX", "4": "KEY_RX"}
    made.put("J2", "plug", "light_plug", "XH3", 156.21, 57.15, 270, **light)
    made.put("J3", "plug", "key_plug", "XH4", 156.21, 71.12, 270, **keys)
    made.put("R3", "resistor", "resistor", "R0603", 125.73, 78.74, 0, "SOUND", "SOUND_OUT")
    made.put("LS1", "sounder", "sounder", "BUZZER", 134.62, 78.74, 0, "SOUND_OUT", "GND")
    made.texts += [(155, 53.3, 1.2, "LIGHTS"), (155, 67.2, 1.2, "KEYS")]


def laid(board):
    """The board with its tracks laid by the router: minutes."""
    made = placed(board)
    field, nets = track_router.route(made, WIDTHS, FIRST)
    nodes = track_router.ground(made, field, nets)
    track_router.draw(made, field, nets, nodes)
    return made


@functools.cache
def board(name):
    """The routed board of a controller, with the tracks of ``hardware/routes``."""
    made = placed(description.load_board(name))
    path = ROUTES / f"{made.name}.json"
    if not path.exists():
        raise BadHardware(f"{path.name} is missing: feltwire hardware route")
    kept = json.loads(path.read_text(encoding="utf-8"))
    made.tracks = [
        (net, layer, w, (ax, ay), (bx, by)) for net, layer, w, ax, ay, bx, by in kept["tracks"]
    ]
    made.vias = [(net, (x, y)) for net, x, y in kept["vias"]]
    return made


def kept(made):
    """The text of a route: one track or via a line."""
    tracks = [[net, layer, w, *a, *b] for net, layer, w, a, b in made.tracks]
    vias = [[net, *at] for net, at in made.vias]
    lines = [",\n".join(json.dumps(row) for row in rows) for rows in (tracks, vias)]
    return f'{{"tracks": [\n{lines[0]}\n],\n"vias": [\n{lines[1]}\n]}}\n'
