"""The antenna multiplexer's board: one layout for all readers, what is fitted differs.

From above: the decoder's lines to the channels, the 12 V that holds diodes off, each channel's
switch, the common line that feeds all diodes, each diode with its capacitor, attenuator and socket.
The back is ground under all that carries the radio signal.
"""

import functools

from tools.hardware import autorouter, boards
from tools.hardware.copper import BACK, FRONT, Board

CHANNELS = 12  # a table of ten seats takes eleven on its busiest reader; the decoder has 16
FIRST_MM, PITCH_MM = 38.0, 12.0  # middle of channel 0, from channel to channel
W_MM, H_MM = 182.0, 41.0
LINE_MM, LINE_PITCH_MM = 2.0, 0.7  # the decoder's lines: the upper one, and from line to line
HOLD_MM, COMMON_MM, SOCKET_MM = 11.2, 18.2, 36.5  # 12 V, the common line, the sockets: from above
DECODER = (20.0, 17.0)
# Decoder outputs from the left as their tracks leave it upwards: those of its lower row pass under
# its body, between two pads of the upper row.
ORDER = (0, 2, 1, 3, 9, 4, 8, 5, 11, 6, 10, 7)
UNDER = {9: -1.27, 8: 0.0, 11: 1.27, 10: 2.54}  # from its middle
LOCAL = (2.0, 8.5, 31.75, 33.5)  # where the other nets are routed
SIGNAL, WIDE, RADIO = 0.25, 0.5, 0.6
PLANE_TRACK, PLANE_STEP = 2.0, 1.8  # the ground's tracks overlap
HOLE_MM = 2.7


@functools.cache
def board():
    """The placed and routed board; the same object every time, not to be changed."""
    made = Board("mux", "Antenna multiplexer", W_MM, H_MM)
    made.holes = [(x, y, HOLE_MM) for x in (3.5, W_MM - 3) for y in (4, H_MM - 4)]
    decoder = _common_parts(made)
    for n in range(CHANNELS):
        _channel(made, n, FIRST_MM + PITCH_MM * n)
    _lines(made, decoder)
    _buses(made)
    _ground(made)
    _local(made)
    made.texts += [(11, 39.3, 0.9, "Feltwire mux A"), (20, 32.3, 1.2, "IN")]
    return made


def _common_parts(made):
    outputs = {f"Q{n}": f"ON{n}" if n < CHANNELS else None for n in range(16)}
    address = {f"A{n}": f"A{n}" for n in range(4)}
    control = {"LE": "3V3", "E": "GND", "VCC": "3V3", "GND": "GND"}
    decoder = made.put(
        "U1", "hc4514", "hc4514", "SO24W", *DECODER, 270, **address, **control, **outputs
    )
    nets = {str(n): net for n, net in enumerate(boards.MUX_LABELS, 1)}
    made.put("J2", "plug", "mux_plug", "XH8", 5, 11, 270, **nets)
    made.put("J1", "coax", "coax_socket", "MMCX", 20, SOCKET_MM, 0, RF="RF", SHIELD="GND")
    made.put("C1", "capacitor", "capacitor", "C0603", 29.8, 15, 90, "3V3", "GND")
    made.put("C2", "capacitor", "capacitor_np0", "C0805", 20, 30, 90, "RF", "COMMON")
    made.put("L1", "coil", "choke", "L1210", 25, 26.6, 270, "BIAS", "COMMON")
    made.put("R1", "resistor", "resistor_power", "R1206", 20.9, 25.2, 0, "5V", "BIAS")
    made.put("C3", "capacitor", "capacitor", "C0603", 28.4, 25.2, 0, "BIAS", "GND")
    return decoder


def _channel(made, n, x):
    """One channel around its middle ``x``."""
    on, sink, branch, pad, out = (f"{name}{n}" for name in ("ON", "SINK", "BRANCH", "PAD", "ANT"))
    made.put(
        f"Q{100 + n}", "transistor", "switch", "SOT23", x - 2.95, 14.5, 0, G=on, D=sink, S="GND"
    )
    made.put(f"R{100 + n}", "resistor", "resistor", "R0603", x + 0.6, 12.9, 270, "12V", sink)
    made.put(f"C{100 + n}", "capacitor", "capacitor", "C0603", x + 4.2, 14.5, 0, sink, "GND")
    made.put(f"L{100 + n}", "coil", "choke", "L1210", x + 0.6, COMMON_MM, 90, branch, sink)
    made.put(f"D{100 + n}", "diode", "pin_diode", "SC79", x - 2.6, 19.4, 90, A="COMMON", K=branch)
    made.put(f"C{200 + n}", "capacitor", "capacitor_np0", "C0805", x - 0.8, 22.9, 270, branch, pad)
    made.put(f"R{200 + n}", "resistor", "resistor_rf", "R2512", x - 4, 28.6, 270, pad, "GND")
    made.put(f"R{300 + n}", "resistor", "resistor_rf", "R2512", x, 28.6, 270, pad, out)
    made.put(f"R{400 + n}", "resistor", "resistor_rf", "R2512", x + 4, 28.6, 90, out, "GND")
    made.put(f"J{100 + n}", "coax", "coax_socket", "MMCX", x, SOCKET_MM, 0, RF=out, SHIELD="GND")
    made.texts.append((x + 3.9, 38.2, 1.2, str(n)))

    made.run("12V", WIDE, (x + 0.6, HOLD_MM), (x + 0.6, 12.075))
    made.run(sink, WIDE, (x - 2.0125, 14.5), (x + 3.425, 14.5))
    made.run(sink, WIDE, (x + 0.6, 13.725), (x + 0.6, 16.8))
    made.run("COMMON", WIDE, (x - 2.6, COMMON_MM), (x - 2.6, 18.7))
    made.run(branch, RADIO, (x - 2.6, 20.1), (x - 2.6, 21.2), (x + 0.6, 21.2), (x + 0.6, 19.6))
    made.run(branch, RADIO, (x - 0.8, 21.2), (x - 0.8, 21.95))
    made.run(pad, RADIO, (x - 0.8, 23.85), (x - 0.8, 25.64), (x - 4, 25.64), (x, 25.64))
    made.run(out, RADIO, (x + 4, 31.56), (x, 31.56), (x, SOCKET_MM))
    ways = (((-3.8875, 15.45), (-3.8875, 17.2)), ((4.975, 14.5), (4.975, 17.2)))
    ways += (((-4, 31.56), (-4, 33.2)), ((4, 25.64), (4, 24.0)))
    for (ax, ay), (bx, by) in ways:
        made.run("GND", WIDE, (x + ax, ay), (x + bx, by))
        made.via("GND", x + bx, by)


def _lines(made, decoder):
    """From the decoder's outputs to the gates: no track crosses another on its layer."""
    for k, n in enumerate(ORDER):
        on, y = f"ON{n}", LINE_MM + LINE_PITCH_MM * k
        at = decoder.place(f"Q{n}")
        gate = FIRST_MM + PITCH_MM * n - 4.9
        start = [at]
        if n in UNDER:
            x = DECODER[0] + UNDER[n]
            start = [at, (at[0], DECODER[1] + 2), (x, DECODER[1] + 2)]
        made.run(on, SIGNAL, *start, (start[-1][0], y), (gate, y))
        made.via(on, gate, y)
        made.run(on, SIGNAL, (gate, y), (gate, 13.55), layer=BACK)
        made.via(on, gate, 13.55)
        made.run(on, SIGNAL, (gate, 13.55), (gate + 1.0125, 13.55))


def _buses(made):
    last = FIRST_MM + PITCH_MM * (CHANNELS - 1)
    made.run("12V", WIDE, (31.5, HOLD_MM), (last + 0.6, HOLD_MM))
    made.run("COMMON", 0.8, (20, 29.05), (20, 28), (30.5, 28), (30.5, COMMON_MM))
    made.run("COMMON", 0.8, (30.5, COMMON_MM), (last - 2.6, COMMON_MM))
    made.run("BIAS", WIDE, (22.3625, 25.2), (27.625, 25.2))
    made.run("RF", RADIO, (20, 30.95), (20, SOCKET_MM))


def _ground(made):
    """Tracks side by side on the back that overlap: ground under the channels and the input."""
    right = FIRST_MM + PITCH_MM * (CHANNELS - 0.5)
    y = 17.5
    while y < 34:
        left = 31.5 if y < 24 else 13.5
        made.run("GND", PLANE_TRACK, (left, y), (right, y), layer=BACK)
        y += PLANE_STEP
    made.run("GND", 0.6, (13.5, 35.23), (right, 35.23), layer=BACK)
    for x, top in ((13.5, 24.7), (31.5, 17.5), (right, 17.5)):
        made.run("GND", PLANE_TRACK, (x, top), (x, 34.5), layer=BACK)
    for part in made.parts:
        if part.kind == "coax":
            for x in (-1.27, 1.27):
                start, end = (part.x + x, 35.23), (part.x + x, 37.77)
                made.run("GND", 0.6, start, end, layer=BACK)
    made.run("GND", WIDE, (29.175, 25.2), (29.175, 26.6))
    made.via("GND", 29.175, 26.6)


def _local(made):
    """Supplies and addresses from the header to the decoder."""
    place = {
        (p.ref, n): p.at(q.x, q.y)
        for p in made.parts
        for q in p.footprint.pads
        for n in (q.number,)
        if p.ref in ("J2", "U1", "C1", "R1")
    }

    def at(ref, number, layer=FRONT):
        return (*place[ref, str(number)], layer)

    def join(net, width, *points):
        autorouter.join(made, net, width, LOCAL, *points)

    join("GND", WIDE, at("J2", 4, BACK), (13.5, 29.2, BACK))
    join("3V3", SIGNAL, at("U1", 24), at("C1", 1))
    join("GND", SIGNAL, at("C1", 2), (31.5, 17.5, BACK))
    join("5V", WIDE, at("J2", 2), at("R1", 1))
    join("12V", WIDE, at("J2", 1), (31.5, HOLD_MM, FRONT))
    join("A0", SIGNAL, at("J2", 5, BACK), at("U1", 2))
    join("A1", SIGNAL, at("J2", 6, BACK), at("U1", 3))
    join("A2", SIGNAL, at("J2", 7), at("U1", 21))
    join("A3", SIGNAL, at("J2", 8), at("U1", 22))
    join("3V3", SIGNAL, at("J2", 3), at("U1", 24))
    join("3V3", SIGNAL, at("U1", 1), at("C1", 1))
    join("GND", SIGNAL, at("U1", 12), at("J2", 4, BACK))
    join("GND", SIGNAL, at("U1", 23), (24, 24.7, BACK))
