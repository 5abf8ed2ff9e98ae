"""Every part against its rating: volts, watts and milliamperes in the worst state there is.

All calculated. Each net gets the span of its steady voltage and the peak of the carrier on it, at
the transmitter's greatest power with that branch on; what stands across a part follows from its two
nets, added as if both peaks came at once. Ratings are the catalogue's (``rated``), margins the
design's (``[margins]``).
"""

import re
from dataclasses import dataclass

from tools.hardware import levels, matching
from tools.hardware.description import BadHardware

LOGIC = (0.0, 3.3)
FIVE = (0.0, 5.0)


@dataclass(frozen=True)
class Net:
    """Steady voltage from ``low`` to ``high``, and the carrier's ``peak``."""

    low: float
    high: float
    peak: float = 0.0


@dataclass(frozen=True)
class Check:
    """One figure against what is allowed; ``least``: it must not be below, else not above.

    ``rated`` is what the part or the rule stands for, ``allowed`` that with its margin.
    """

    part: str
    where: str
    what: str
    value: float
    rated: float
    allowed: float
    unit: str
    least: bool = False

    @property
    def good(self):
        """True when the figure is allowed; exactly at the limit is."""
        if self.least:
            return self.value >= self.allowed * (1 - 1e-9)
        return self.value <= self.allowed * (1 + 1e-9)

    def line(self):
        """What is wrong, in a line."""
        word = "at least" if self.least else "at most"
        return (
            f"{self.where}: {self.part}: {self.what} {self.value:.3g} {self.unit}, "
            f"{word} {self.allowed:.3g} {self.unit} allowed"
        )


def nets(circuit, table, calculated, plan):
    """``{net: Net}`` of all nets of a circuit."""
    twelve = 12.0 * (1 + plan["margins"]["supply"])
    volts = levels.cable_volts(plan)
    found = {"GND": Net(0, 0), "5V": Net(5, 5), "3V3": Net(3.3, 3.3)}
    found.update({name: Net(twelve, twelve) for name in ("12V_IN", "12V_RAW", "12V")})
    found.update({f"LIGHT{x}": Net(*FIVE) for x in ("", "_5V")})
    diode, five = plan["mux"]["diode_v"], FIVE[1]
    for i in range(len(table["readers"])):
        arm = Net(0, five, volts / 2)
        for name in ("FILTER1", "FILTER2", "PRIMARY1", "PRIMARY2", "SENSE1", "SENSE2"):
            found[f"{name}_{i}"] = arm if name[0] == "F" else Net(0, 0, volts / 2)
        found.update({f"TX{arm}_{i}": Net(*FIVE) for arm in (1, 2)})
        found[f"1V8_{i}"] = Net(1.8, 1.8)
        found[f"RF{i}"] = Net(0, 0, volts)
        found[f"COMMON{i}"] = Net(diode, five, volts)
        found[f"BIAS{i}"] = Net(diode, five)
    for a in calculated:
        found.update(_branch_nets(a, table["readers"].index(a.row["reader"]), plan, twelve, volts))
    for net in circuit.nets():
        found.setdefault(net, Net(*(FIVE if net.startswith("PIXEL") else LOGIC)))
    return found


def _branch_nets(antenna, i, plan, twelve, volts):
    """Nets of one loop's branch."""
    n, zone, level = antenna.row["channel"], antenna.zone, levels.of(antenna, plan)
    return {
        f"BRANCH{n}_{i}": Net(0, twelve, volts),
        f"SINK{n}_{i}": Net(0, twelve),
        f"PAD{n}_{i}": Net(0, 0, volts),
        f"ANT_{zone}": Net(0, 0, level.feed_volts),
        f"TOP_{zone}": Net(0, 0, level.loop_volts),
        f"FOOT_{zone}": Net(0, 0, level.amps * antenna.damping),
    }


def across(first, second):
    """(steady, peak of the carrier) volts between two nets, at most."""
    steady = max(abs(first.high - second.low), abs(second.high - first.low))
    return steady, first.peak + second.peak


def check(circuit, table, calculated, plan, catalogue):
    """All ``Check`` of a circuit; one for each kind of part and place, the worst of its like."""
    known, of = catalogue["parts"], nets(circuit, table, calculated, plan)
    exact = _exact(table, calculated, plan)
    worst = {}
    for part in circuit.parts.values():
        for found in _of_part(part, known.get(part.part, {}), of, exact, plan["margins"]):
            key = (found.part, found.where, found.what)
            if key not in worst or found.value > worst[key].value:
                worst[key] = found
    rows = [worst[key] for key in sorted(worst)]
    rows += _currents(plan, known) + _multiplexer(circuit, plan, known)
    return rows + fields(calculated, plan)


def _exact(table, calculated, plan):
    """Peaks between two nets that are known better than by adding their own."""
    found, volts = {}, levels.cable_volts(plan)
    for antenna in calculated:
        level, zone, row = levels.of(antenna, plan), antenna.zone, antenna.row
        found[f"ANT_{zone}", f"TOP_{zone}"] = level.series_volts
        before = f"PAD{row['channel']}_{table['readers'].index(row['reader'])}"
        found[before, f"ANT_{zone}"] = volts - level.feed_volts  # in phase
    return found


def _of_part(part, entry, of, exact, margins):
    """Checks of a part of two pins: its volts, and its watts when it is a resistor."""
    rated = entry.get("rated", {})
    pins = list(part.pins.values())
    if part.kind == "transistor":
        pins = [part.pins["D"], part.pins["S"]]
    if not rated or len(pins) != 2 or None in pins:
        return
    steady, peak = across(of[pins[0]], of[pins[1]])
    peak = exact.get((pins[0], pins[1]), peak)
    name, where = entry["name"], place(part.board)
    if "v" in rated:
        allowed = rated["v"] * margins["voltage"]
        yield Check(name, where, "volts", steady + peak, rated["v"], allowed, "V")
    if "w" in rated and part.kind == "resistor":
        watts = (steady**2 + peak**2 / 2) / ohms(part.value) * margins["duty"]
        yield Check(name, where, "watts", watts, rated["w"], rated["w"] * margins["power"], "W")


def place(board):
    """A board's sort: ``match seat:3`` is ``match seat``, ``reader cards`` is ``reader``."""
    sort, _, rest = board.partition(" ")
    return sort if sort in ("reader", "mux") else f"{sort} {rest.split(':')[0]}".strip()


def ohms(text):
    """The value of a resistor as written in the circuit."""
    number, unit = re.fullmatch(r"([\d.]+) ([Mkm]?)ohm", text).groups()
    return float(number) * {"M": 1e6, "k": 1e3, "": 1.0, "m": 1e-3}[unit]


def _currents(plan, known):
    """Filter coil, choke, transformer and transmitter."""
    margins, found = plan["margins"], []
    watts = levels.transmit_watts(plan, worst=True)
    low = plan["reader"]["driver_ohm"] * (1 - plan["reader"]["load_tolerance"])
    coil_ma = (watts / low) ** 0.5 * 1000
    bias = bias_ma(plan, 12.0)
    reactance = matching.OMEGA * 22e-6
    choke_ma = sum(bias) + levels.cable_volts(plan) / reactance * 1000
    for part, where, value in (
        ("filter_coil", "reader", coil_ma),
        ("choke", "mux", choke_ma),
        ("pin_diode", "mux", bias[0]),
    ):
        rated, name = known[part]["rated"]["ma"], known[part]["name"]
        found.append(Check(name, where, "current", value, rated, rated * margins["current"], "mA"))
    diode = known["pin_diode"]
    amps = levels.cable_volts(plan) / plan["matching"]["cable_ohm"]
    heat = bias[0] / 1000 * plan["mux"]["diode_v"] + amps**2 / 2 * diode["ohm"]
    for part, where, value in (("balun", "reader", watts), ("pin_diode", "mux", heat)):
        rated, name = known[part]["rated"]["w"], known[part]["name"]
        found.append(Check(name, where, "watts", value, rated, rated * margins["power"], "W"))
    most = plan["reader"]["transmit_ma_max"]
    value = levels.transmit_ma(plan, worst=True)
    allowed = most * margins["current"]
    return [*found, Check("PN5180", "reader", "transmitter", value, most, allowed, "mA")]


def bias_ma(plan, twelve):
    """(current of the diode that is on, what the hold-off resistor adds in its switch), mA."""
    mux = plan["mux"]
    return (5.0 - mux["diode_v"]) / mux["bias_ohm"] * 1000, twelve / mux["hold_ohm"] * 1000


def guaranteed_ma(entry, plan):
    """What a switch draws for sure at the decoder's least high level, mA.

    ``on`` of a field-effect transistor: ``gate_v`` at which its resistance is ``ohm`` at most, 0
    below that; of a transistor with base resistors: ``base_ohm``, ``emitter_ohm``, ``gain`` at
    least, ``base_v``.
    """
    on, volts, mux = entry["on"], plan["mux"]["logic_v"], plan["mux"]
    if "gate_v" in on:
        if volts < on["gate_v"]:
            return 0.0
        return (5.0 - mux["diode_v"]) / on["ohm"] * 1000
    base = (volts - on["base_v"]) / on["base_ohm"] - on["base_v"] / on["emitter_ohm"]
    return max(0.0, base * on["gain"] * 1000)


def _multiplexer(circuit, plan, known):
    """The diode that is on is held on, those that are off are held off."""
    margins, mux = plan["margins"], plan["mux"]
    volts, twelve = levels.cable_volts(plan), 12.0 * (1 - margins["supply"])
    wanted, extra = bias_ma(plan, 12.0 * (1 + margins["supply"]))
    name = next((p.part for p in circuit.parts.values() if p.kind == "transistor"), "switch")
    sure = guaranteed_ma(known[name], plan)
    need = (wanted + extra) / margins["current"]
    diode = known["pin_diode"]
    held = twelve - mux["diode_v"]
    amps = volts / plan["matching"]["cable_ohm"]
    drawn = amps / (matching.OMEGA / 2) * 1e9  # nC in half a period: I / (pi f)
    stored = min(wanted, sure - extra) * diode["lifetime_us"]  # mA times us is nC
    least = mux["charge_ratio"] * drawn
    return [
        Check(
            known[name]["name"],
            "mux",
            "bias drawn for sure",
            sure,
            wanted + extra,
            need,
            "mA",
            True,
        ),
        Check(diode["name"], "mux", "charge while on", stored, drawn, least, "nC", True),
        Check(
            diode["name"], "mux", "carrier while off", volts, held, held * margins["voltage"], "V"
        ),
    ]


def fields(calculated, plan):
    """Field at a tag over each loop (A/m rms on its axis), one row for each kind of zone."""
    height, found = cover_mm(plan), {}
    low, high = plan["field"]["card_a_m"]
    for antenna in calculated:
        level = levels.of(antenna, plan)
        # a reference tag lies under the cloth
        over = height - plan["table"]["felt_mm"] * (antenna.kind == "reference")
        value = levels.field(antenna, over, level.amps / 2**0.5)
        cards = antenna.row["reads"] == "cards"
        most = high if cards else plan["field"]["chip_a_m_max"]
        where = f"loop {antenna.kind}"
        what = "field at a card" if cards else "field at a chip"
        found[where] = [Check("tag", where, what, value, most, most, "A/m")]
        far = levels.field(antenna, plan["table"]["loop_to_card_mm"][1], least_amps(antenna, plan))
        found[where].append(Check("tag", where, "least field", far, low, low, "A/m", True))
    return [row for where in sorted(found) for row in found[where]]


def least_amps(antenna, plan):
    """Current (rms) in a loop at the power the transmitter is designed for."""
    return levels.of(antenna, plan, worst=False).amps / 2**0.5


def cover_mm(plan):
    """From a loop's copper to what lies on the felt."""
    t = plan["table"]
    return t["felt_mm"] + t["foam_mm"] + t["pocket_mm"] - plan["printed"]["board_mm"]


def refuse(rows):
    """Raise BadHardware with a line for each figure beyond what is allowed."""
    bad = [row.line() for row in rows if not row.good]
    if bad:
        raise BadHardware(bad)
