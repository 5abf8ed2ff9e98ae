"""The board that carries a reworked PN5180 module: header to the hub, transformer, coax.

The module is Future Electronics' R1.1 of 2017-07-10, whose circuit is published (``doc`` of
ATrappmann/PN5180-Library on GitHub); its 13 pins come over a cable, its two transmitter arms by a
twisted pair. ``load`` is what its transmitter sees then.
"""

import functools

from tools.hardware import autorouter, boards, matching
from tools.hardware.copper import BACK, FRONT, Board

W_MM, H_MM = 56.0, 44.0
HOLE_MM = 2.7
# Header of the module, pin 1 first; GPO1, AUX1 and REQ stay open.
MODULE = ("5V", "3V3", "RST", "NSS", "MOSI", "MISO", "SCK", "BUSY", "GND", None, "IRQ", None, None)
SIGNAL, WIDE, RADIO = 0.25, 0.5, 0.8
ALL = (0.0, 0.0, W_MM, H_MM)


@functools.cache
def board():
    """The placed and routed board; the same object every time, not to be changed."""
    made = Board("reader", "Carrier of a PN5180 module", W_MM, H_MM)
    made.holes = [(x, y, HOLE_MM) for x in (3.5, W_MM - 3.5) for y in (3.5, H_MM - 3.5)]
    header = {str(n): net for n, net in enumerate(boards.READER_LABELS, 1)}
    module = {str(n): net for n, net in enumerate(MODULE, 1)}
    j1 = made.put("J1", "plug", "header", "IDC2x5", 6, 16, 0, **header)
    j2 = made.put("J2", "socket", "socket", "PINS13", 24, 6, 0, **module)
    c1 = made.put("C1", "capacitor", "capacitor", "C0603", 16, 9, 0, "5V", "GND")
    c2 = made.put("C2", "capacitor", "capacitor", "C0603", 16, 33, 0, "3V3", "GND")
    ends = {"P1": "ARM1", "P2": "ARM2", "S1": "RF", "S2": "GND"}
    made.put("J3", "pair", "pads", "PAIR", 33, 14, 0, TOP="ARM1", FOOT="ARM2")
    made.put("T1", "balun", "balun", "RING", 41, 16, 0, **ends)
    made.put("J4", "coax", "coax_socket", "MMCX", 50, 26, 0, RF="RF", SHIELD="GND")
    _radio(made)
    _wires(made, j1, j2, c1, c2)
    made.texts = [
        *((8, 39, 1.2, "HUB"), (24, 40.2, 1.0, "PN5180 1-13"), (33, 11.3, 1.0, "ARMS")),
        *((41, 8.7, 1.0, "8 : 4"), (50, 30.5, 1.2, "RF"), (40, 40.5, 1.2, "Feltwire reader A")),
    ]
    return made


def _radio(made):
    places = {(p.ref, pin): p.place(pin) for p in made.parts for pin in p.nets}
    for arm, first, second in (("ARM1", "TOP", "P1"), ("ARM2", "FOOT", "P2")):
        start, end = places["J3", first], places["T1", second]
        made.run(arm, RADIO, start, (end[0], start[1]), end)
    start, socket = places["T1", "S1"], places["J4", "RF"]
    made.run("RF", RADIO, start, (socket[0], start[1]), (socket[0], 23))
    made.run("RF", 0.6, (socket[0], 23), socket)
    low = places["T1", "S2"]
    made.run("GND", RADIO, low, (low[0], 27.27), (48.73, 27.27))
    made.run("GND", 0.6, (48.73, 27.27), (51.27, 27.27))
    for x in (48.73, 51.27):
        made.run("GND", 0.6, (x, 24.73), (x, 27.27))


def _wires(made, j1, j2, c1, c2):
    """Supplies and signals, by the router; ground first."""
    hub = {net: j1.place(pin) for pin, net in j1.nets.items()}
    module = {net: j2.place(pin) for pin, net in j2.nets.items() if net}
    low = (45.0, 27.27, FRONT)

    def join(net, width, *points):
        autorouter.join(made, net, width, ALL, *points)

    join("GND", WIDE, (*hub["GND"], BACK), (*module["GND"], BACK))
    join("GND", WIDE, (*module["GND"], FRONT), low)
    for net, part in (("5V", c1), ("3V3", c2)):
        join(net, WIDE, (*hub[net], FRONT), (*part.place("1"), FRONT))
        join(net, WIDE, (*part.place("1"), FRONT), (*module[net], FRONT))
        join("GND", WIDE, (*part.place("2"), FRONT), (*hub["GND"], BACK))
    for net in ("SCK", "MOSI", "MISO", "NSS", "BUSY", "RST", "IRQ"):
        join(net, SIGNAL, (*hub[net], BACK), (*module[net], BACK))


def load(plan):
    """What the module's transmitter sees, TX1 to TX2, with the transformer's load behind it."""
    module = plan["module"]
    arm = module["load_ohm"] / 2 + 1 / (1j * matching.OMEGA * module["series_nf"] * 1e-9)
    shunt = 1j * matching.OMEGA * module["shunt_pf"] * 1e-12
    return 2 * (1j * matching.OMEGA * module["coil_nh"] * 1e-9 + 1 / (1 / arm + shunt))
