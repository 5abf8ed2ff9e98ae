"""The boards of a table as circuits: hub, readers, multiplexers, loops, and their cables."""

import math

from tools.hardware import antennas, fittings, levels, matching
from tools.hardware.circuit import Cable, Circuit, si
from tools.hardware.description import EXPANDER_PIN

SPI = ("SCK", "MOSI", "MISO")
READER_LABELS = ("5V", "3V3", "GND", "SCK", "MOSI", "MISO", "NSS", "BUSY", "RST", "IRQ")
MUX_LABELS = ("12V", "5V", "3V3", "GND", "A0", "A1", "A2", "A3")


def whole(table, board, plan):
    """The circuit of a table on a board."""
    circuit = Circuit()
    plan = {**plan, "cables": {**plan["cables"], "hub": fittings.box(table, plan)}}
    calculated = antennas.all_of(table, plan)
    _supply(circuit)
    _controller(circuit, board)
    _expander(circuit, board)
    _outside(circuit, table, plan)
    for i, name in enumerate(table["readers"]):
        slot = board["readers"][i]
        mine = [a for a in calculated if a.row["reader"] == name]
        _reader(circuit, i, name, slot, plan)
        _mux(circuit, i, name, slot, mine, plan)
    printed = set()
    for antenna in calculated:
        _loop(circuit, antenna, plan)
        group = antenna.row.get("group", antenna.zone)
        if group not in printed:  # loops that adjoin share a printed board
            circuit.add("B", "board", "loop_board", f"loop {group}", {})
            if antenna.kind == "reference":
                circuit.add("TAG", "board", "reference_tag", f"loop {group}", {})
            printed.add(group)
    return circuit


def _supply(c):
    c.add("J", "jack", "barrel_jack", "hub", {"PLUS": "12V_RAW", "MINUS": "GND"}, ref="J_POWER")
    c.two("F", "fuse", "fuse", "hub", "12V_RAW", "12V")
    c.two("D", "tvs", "tvs", "hub", "12V", "GND")
    c.capacitor("hub", "12V", "GND", 100e-6, "bulk")
    c.add("U", "buck", "buck", "hub", {"VIN": "12V", "GND": "GND", "VOUT": "5V"})
    c.capacitor("hub", "5V", "GND", 100e-6, "bulk")
    c.add("U", "ldo", "ldo", "hub", {"IN": "5V", "GND": "GND", "OUT": "3V3"})
    c.capacitor("hub", "3V3", "GND", 100e-6, "bulk")
    c.decouple("hub", "5V")
    c.decouple("hub", "3V3")


def controller_pins(board):
    """Pins of the controller module that leave it: name -> (type, net)."""
    spi, uart = board["spi"], board["uart"]
    pins = {"5V": ("supply", "5V"), "GND": ("supply", "GND")}
    wired = [
        (spi["sck"], "out", "SCK"),
        (spi["mosi"], "out", "MOSI"),
        (spi["miso"], "in", "MISO"),
        (uart["tx"], "out", "KEY_RX"),
        (uart["rx"], "in", "KEY_TX"),
        (board["lights"]["pin"], "out", "LIGHT_3V3"),
        (board["sounder"]["pin"], "out", "SOUND"),
    ]
    if "expander" in board:
        wired.append((board["expander"]["latch"], "out", "LATCH"))
    for i, slot in enumerate(board["readers"]):
        wired += [(slot["nss"], "out", f"NSS{i}"), (slot["busy"], "in", f"BUSY{i}")]
        if "irq" in slot:
            wired.append((slot["irq"], "in", f"IRQ{i}"))
        for key in ("rst", *range(4)):
            pin = slot["rst"] if key == "rst" else slot["select"][key]
            if pin < EXPANDER_PIN:
                wired.append((pin, "out", f"RST{i}" if key == "rst" else f"A{key}_{i}"))
    pins.update({f"GPIO{pin}": (kind, net) for pin, kind, net in wired})
    return pins


def _controller(c, board):
    pins = controller_pins(board)
    c.add(
        "A",
        "controller",
        board["name"],
        "hub",
        {name: net for name, (_, net) in pins.items()},
        types=tuple((name, kind) for name, (kind, _) in pins.items()),
    )


def _expander(c, board):
    """74HC595 chain, quiet until the first latch: a flip-flop opens its outputs then."""
    bits = board.get("expander", {}).get("bits", 0)
    if not bits:
        return
    nets = {}
    for i, slot in enumerate(board["readers"]):
        nets[slot["rst"]] = f"RST{i}"
        for j, pin in enumerate(slot["select"]):
            nets[pin] = f"A{j}_{i}"
    serial = "MOSI"
    for chip in range(bits // 8):
        outputs = {f"Q{n}": nets.get(EXPANDER_PIN + 8 * chip + n) for n in range(8)}
        last = chip == bits // 8 - 1
        control = {"DS": serial, "SHCP": "SCK", "STCP": "LATCH", "OE": "NOT_READY", "MR": "3V3"}
        rest = {"Q7S": None if last else f"SER{chip + 1}", "VCC": "3V3", "GND": "GND"}
        c.add("U", "hc595", "hc595", "hub", {**control, **outputs, **rest})
        c.decouple("hub", "3V3")
        serial = f"SER{chip + 1}"
    c.add(
        "U",
        "flipflop",
        "flipflop",
        "hub",
        {
            "D": "3V3",
            "CP": "LATCH",
            "SD": "3V3",
            "RD": "POR",
            "Q": None,
            "NQ": "NOT_READY",
            "D2": "GND",
            "CP2": "GND",
            "SD2": "3V3",
            "RD2": "3V3",
            "Q2": None,
            "NQ2": None,
            "VCC": "3V3",
            "GND": "GND",
        },
    )
    c.decouple("hub", "3V3")
    c.resistor("hub", "3V3", "POR", 100e3)
    c.capacitor("hub", "POR", "GND", 1e-6)
    # a low level while the chain is off: readers in reset, and no edge while a controller starts
    for net in ["LATCH", *sorted(nets.values())]:
        c.resistor("hub", net, "GND", 100e3)


def _outside(c, table, plan):
    c.add(
        "U",
        "buffer",
        "level_shifter",
        "hub",
        {"A": "LIGHT_3V3", "OE": "GND", "Y": "LIGHT_5V", "VCC": "5V", "GND": "GND"},
    )
    c.decouple("hub", "5V")
    c.resistor("hub", "LIGHT_5V", "LIGHT", 330, "resistor_power")
    for ref, where, part in (("J_LIGHT", "hub", "light_plug"), ("J_LIGHTS", "lights", "pads")):
        c.plug(ref, where, {"5V": "5V", "DATA": "LIGHT", "GND": "GND"}, part)
    data_net = "LIGHT"
    for n in range(table["lights"]):
        out = f"PIXEL{n}" if n + 1 < table["lights"] else None
        c.add(
            "LED",
            "pixel",
            "pixel",
            "lights",
            {"VDD": "5V", "VSS": "GND", "DIN": data_net, "DOUT": out},
            types=(("VDD", "supply"), ("VSS", "supply"), ("DIN", "in"), ("DOUT", "out")),
        )
        c.decouple("lights", "5V")
        data_net = out
    c.resistor("hub", "SOUND", "SOUND_OUT", 220)
    c.two("LS", "sounder", "sounder", "hub", "SOUND_OUT", "GND")
    keys = {"5V": "5V", "GND": "GND", "TX": "KEY_TX", "RX": "KEY_RX"}
    c.plug("J_KEYS", "hub", keys, "key_plug")
    c.add(
        "A",
        "keypad",
        "keypad",
        "keypad",
        dict(keys),
        types=(("5V", "supply"), ("GND", "supply"), ("TX", "out"), ("RX", "in")),
        ref="KEYPAD",
    )
    c.cables.append(Cable("J_KEYS", "KEYPAD", "leads", 1.0, tuple(keys)))
    # from the box to the dealer's light, and on from seat to seat
    way = _along([plan["cables"]["hub"], *fittings.lights(table, plan)], plan)
    c.cables.append(Cable("J_LIGHT", "J_LIGHTS", "leads", way, ("5V", "DATA", "GND")))


def _reader(c, i, name, slot, plan):
    """PN5180 with its EMC filter, which also steps its load up to the transformer's 50 ohm."""
    board = f"reader {name}"
    nets = {
        "5V": "5V",
        "3V3": "3V3",
        "GND": "GND",
        "SCK": "SCK",
        "MOSI": "MOSI",
        "MISO": "MISO",
        "NSS": f"NSS{i}",
        "BUSY": f"BUSY{i}",
        "RST": f"RST{i}",
        "IRQ": f"IRQ{i}" if "irq" in slot else None,
    }
    used = tuple(label for label in READER_LABELS if nets[label])
    for ref, where in ((f"J_READER{i}", "hub"), (f"J_HUB{i}", board)):
        c.plug(ref, where, {label: nets[label] for label in READER_LABELS})
    c.cables.append(Cable(f"J_READER{i}", f"J_HUB{i}", "ribbon", plan["cables"]["reader_m"], used))
    c.add("B", "board", "reader_board", board, {}, types=())
    own = {key: f"{key}_{i}" for key in ("1V8", "TX1", "TX2", "CLK1", "CLK2", "RXP", "RXN", "VMID")}
    c.add(
        "U",
        "pn5180",
        "pn5180",
        board,
        {
            "NSS": f"NSS{i}",
            "MOSI": "MOSI",
            "SCK": "SCK",
            "MISO": "MISO",
            "RESET_N": f"RST{i}",
            "BUSY": f"BUSY{i}",
            "IRQ": nets["IRQ"],
            **{key: own[key] for key in ("CLK1", "CLK2", "TX1", "TX2", "RXP", "RXN", "VMID")},
            "VBAT": "3V3",
            "PVDD": "3V3",
            "TVDD": "5V",
            "VSS": "GND",
            "TVSS": "GND",
            "VDD": own["1V8"],
            "AVDD": own["1V8"],
            "DVDD": own["1V8"],
        },
    )
    for net in ("3V3", "3V3", "5V", own["1V8"], own["1V8"], own["VMID"]):
        c.decouple(board, net)
    c.capacitor(board, "5V", "GND", 10e-6)
    c.two("Y", "crystal", "crystal", board, own["CLK1"], own["CLK2"], "27.12 MHz")
    for net in (own["CLK1"], own["CLK2"]):
        c.capacitor(board, net, "GND", 12e-12, "capacitor_np0")
    _radio(c, i, board, own, plan)


def _radio(c, i, board, own, plan):
    coil, shunt = antennas.emc_filter(plan)
    for arm in (1, 2):
        node = f"FILTER{arm}_{i}"
        c.two("L", "coil", "filter_coil", board, own[f"TX{arm}"], node, si(coil, "H"))
        c.capacitor(board, node, "GND", shunt, "capacitor_np0")
        c.capacitor(board, node, f"PRIMARY{arm}_{i}", 10e-9, "capacitor_np0")
        c.capacitor(board, node, f"SENSE{arm}_{i}", 1e-9, "capacitor_np0")
        c.resistor(board, f"SENSE{arm}_{i}", own["RXP" if arm == 1 else "RXN"], 2.2e3)
    c.add(
        "T",
        "balun",
        "balun",
        board,
        {"P1": f"PRIMARY1_{i}", "P2": f"PRIMARY2_{i}", "S1": f"RF{i}", "S2": "GND"},
    )
    c.coax(f"J_RF{i}", board, f"RF{i}")


def _mux(c, i, name, slot, mine, plan):
    """One of 16: a decoder switches on the current of one PIN diode, the others are held off."""
    board = f"mux {name}"
    nets = {
        "12V": "12V",
        "5V": "5V",
        "3V3": "3V3",
        "GND": "GND",
        **{f"A{j}": f"A{j}_{i}" for j in range(4)},
    }
    for ref, where in ((f"J_MUX{i}", "hub"), (f"J_SELECT{i}", board)):
        c.plug(ref, where, dict(nets), "mux_plug")
    c.cables.append(
        Cable(f"J_MUX{i}", f"J_SELECT{i}", "leads", plan["cables"]["mux_m"], MUX_LABELS)
    )
    c.add("B", "board", "mux_board", board, {}, types=())
    c.coax(f"J_IN{i}", board, f"RF{i}")
    c.cables.append(Cable(f"J_RF{i}", f"J_IN{i}", "coax", plan["cables"]["mux_m"], ("RF",)))
    used = {a.row["channel"] for a in mine}
    outputs = {f"Q{n}": f"ON{n}_{i}" if n in used else None for n in range(16)}
    address = {f"A{j}": f"A{j}_{i}" for j in range(4)}
    control = {"LE": "3V3", "E": "GND", "VCC": "3V3", "GND": "GND"}
    c.add("U", "hc4514", "hc4514", board, {**address, **control, **outputs})
    c.decouple(board, "3V3")
    c.capacitor(board, f"RF{i}", f"COMMON{i}", 10e-9, "capacitor_np0")
    c.two("L", "coil", "choke", board, f"BIAS{i}", f"COMMON{i}", "22 uH")
    # (5 V - 0.9 V) / 240 ohm = 17 mA through one diode
    c.resistor(board, "5V", f"BIAS{i}", plan["mux"]["bias_ohm"], "resistor_power")
    c.decouple(board, f"BIAS{i}")
    for antenna in mine:
        _branch(c, i, board, antenna, plan)


def _branch(c, i, board, antenna, plan):
    n = antenna.row["channel"]
    node, drive, out = f"BRANCH{n}_{i}", f"SINK{n}_{i}", f"ANT_{antenna.zone}"
    c.add("D", "diode", "pin_diode", board, {"A": f"COMMON{i}", "K": node})
    c.two("L", "coil", "choke", board, node, drive, "22 uH")
    c.decouple(board, drive)
    c.add("Q", "transistor", "switch", board, {"G": f"ON{n}_{i}", "D": drive, "S": "GND"})
    # 12 V on the cathodes of the diodes that are off
    c.resistor(board, "12V", drive, plan["mux"]["hold_ohm"])
    after = f"PAD{n}_{i}"
    c.capacitor(board, node, after, 10e-9, "capacitor_np0")
    if antenna.pad_db:
        across, along = levels.pad(antenna.pad_db, plan["matching"]["cable_ohm"])
        for net in (after, out):
            c.resistor(board, net, "GND", matching.standard_near(across), "resistor_rf")
        c.resistor(board, after, out, matching.standard_near(along), "resistor_rf")
    else:
        c.two("R", "link", "link", board, after, out, "0 ohm")
    first, second = f"J_{i}_{n}", f"J_LOOP_{antenna.zone}"
    c.coax(first, board, out)
    c.coax(second, f"match {antenna.zone}", out)
    way = _along([plan["cables"]["hub"], antenna.row], plan)
    c.cables.append(Cable(first, second, "coax", way, ("RF",)))


def _along(places, plan):
    """A cable by these places, along x and along y, with its slack at each, rounded up; metres."""
    cables = plan["cables"]
    hops = zip(places, places[1:], strict=False)
    way = sum(abs(a["x"] - b["x"]) + abs(a["y"] - b["y"]) for a, b in hops)
    metres = way / 1000 + cables["slack_m"] * (len(places) - 1)
    return round(math.ceil(metres / cables["step_m"] - 1e-9) * cables["step_m"], 3)


def _loop(c, antenna, plan):
    """The loop in its pocket; its matching and damping on a board under the table."""
    zone, board, match = antenna.zone, f"loop {antenna.zone}", f"match {antenna.zone}"
    c.add("B", "board", "match_board", match, {})
    feed, top, foot = f"ANT_{zone}", f"TOP_{zone}", f"FOOT_{zone}"
    for farads, first, second in ((antenna.series, feed, top), (antenna.parallel, top, "GND")):
        fixed, _ = antennas.fitted(farads, plan)
        if fixed:
            c.capacitor(match, first, second, fixed, "capacitor_np0")
        c.two("CT", "trimmer", "trimmer", match, first, second)
    pair = {"TOP": top, "FOOT": foot}
    ends = (f"J_PAIR_{zone}", match), (f"J_TRACK_{zone}", board)
    for ref, where in ends:
        c.plug(ref, where, pair, "pads")
    lead_m = plan["matching"]["lead_mm"] / 1000
    c.cables.append(Cable(ends[0][0], ends[1][0], "pair", lead_m, tuple(pair)))
    c.two("L", "loop", "loop_track", board, top, foot, si(antenna.henry, "H"))
    count = plan["matching"]["damping_parts"]
    for _ in range(count):  # beside each other
        c.resistor(match, foot, "GND", max(antenna.damping * count, 0.1), "resistor_rf")
