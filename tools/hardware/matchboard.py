"""The matching board of a loop: one layout for all loops, what is fitted differs.

It hangs under the table at its loop's feed; copper is on its front alone and there is no ground
plane, as metal near a loop detunes it.
"""

from tools.hardware.copper import Board

WIDE, THIN = 0.8, 0.6
HOLE_MM = 2.7


def board(plan):
    """The placed and routed board."""
    w, h, _ = plan["table"]["match_mm"]
    made = Board("match", "Matching of a loop", w, h)
    made.holes = [(x, y, HOLE_MM) for x in (3.5, w - 3.5) for y in (3.5, h - 3.5)]
    made.put("J1", "coax", "coax_socket", "MMCX", 6, 15, 0, RF="RF", SHIELD="GND")
    made.put("C1", "capacitor", "capacitor_np0", "C0805", 13, 12.5, 0, "RF", "TOP")
    made.put("CT1", "trimmer", "trimmer", "JR300", 13, 17, 0, "RF", "TOP")
    made.put("C2", "capacitor", "capacitor_np0", "C0805", 20, 18.5, 270, "TOP", "GND")
    made.put("CT2", "trimmer", "trimmer", "JR300", 24, 18.5, 270, "TOP", "GND")
    made.put("R1", "resistor", "resistor_rf", "R2512", 29, 20.7, 270, "FOOT", "GND")
    made.put("R2", "resistor", "resistor_rf", "R2512", 33.2, 20.7, 270, "FOOT", "GND")
    made.put("J2", "pair", "pads", "PAIR", 37, 14, 0, TOP="TOP", FOOT="FOOT")
    _route(made)
    made.texts = [
        *((6, 11, 1.2, "RF"), (13, 20.5, 1.0, "series"), (24, 22.3, 1.0, "parallel")),
        *((37, 11, 1.0, "TOP"), (37, 20.6, 1.0, "FOOT"), (20, 27.5, 1.2, "Feltwire match A")),
    ]
    return made


def _route(made):
    made.run("RF", THIN, (6, 15), (10.3, 15))
    made.run("RF", WIDE, (12.05, 12.5), (10.3, 12.5), (10.3, 17), (11.3, 17))
    made.run("TOP", WIDE, (13.95, 12.5), (17, 12.5), (17, 17), (14.7, 17))
    made.run("TOP", WIDE, (17, 14), (37, 14))
    made.run("TOP", WIDE, (20, 14), (20, 17.55))
    made.run("TOP", WIDE, (24, 14), (24, 16.8))
    made.run("FOOT", WIDE, (29, 17.81), (37, 17.81))
    for x, y in ((20, 19.45), (24, 20.2), (29, 23.6), (33.2, 23.6)):
        made.run("GND", WIDE, (x, y), (x, 24.2))
    made.run("GND", WIDE, (33.2, 24.2), (4.73, 24.2), (4.73, 13.73))
    for y in (13.73, 16.27):
        made.run("GND", THIN, (4.73, y), (7.27, y))
