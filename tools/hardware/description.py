"""The hardware description (hardware/*.toml): load it, check it, and make the firmware's config.

``load_table``/``load_board`` read the TOML, ``problems`` lists what is wrong with the pair, one
clear line each, ``table_config`` returns the dict a controller reads as ``config.json``.
"""

import math
import re
from pathlib import Path

from firmware.calibrate.counts import TEST_AFI
from firmware.drivers import chips
from gateway.settings import tomlfile

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
EXPANDER_PIN = 100  # pins from here on are outputs of the 74HC595 chain
CHANNELS = 16  # of one antenna multiplexer
RAIL_MM = 420  # a player's share of the rail at least
READS = ("cards", "chips", "both")
# What an antenna's inventory asks for. Bit 0: cards only (AFI); bit 1: the chip block too.
READ_FLAGS = {"cards": 1, "chips": 2, "both": 2}

# GPIO numbers that exist and are not taken by flash, PSRAM or the board's own wiring. On the
# ESP32-S3 45 sets the flash's voltage at reset; 3 counts then only once a fuse is burnt, 46 only
# in the loader.
PORT_PINS = {
    "esp32": frozenset((*range(19), 21, *range(38, 49))) - {45},
    "rp2": frozenset((*range(23), 26, 27, 28)),
}


class BadHardware(ValueError):
    """A hardware description that cannot be used; ``lines`` says why, one line each."""

    def __init__(self, lines):
        self.lines = [lines] if isinstance(lines, str) else list(lines)
        super().__init__("; ".join(self.lines))


def names(kind):
    """Names that exist of ``"tables"`` or ``"boards"``, sorted."""
    return sorted(p.stem for p in (HARDWARE / kind).glob("*.toml"))


def _load(kind, name):
    path = Path(name) if str(name).endswith(".toml") else HARDWARE / kind / f"{name}.toml"
    try:
        return tomlfile.parse(path.read_bytes())
    except FileNotFoundError:
        known = ", ".join(names(kind))
        raise BadHardware(f"no {kind[:-1]} {name!r}; there are {known}") from None
    except tomlfile.NotToml as e:
        raise BadHardware(f"{path.name}: {e}") from None


def load_table(name):
    """Table description as a dict: a name in hardware/tables, or a path ending in ``.toml``."""
    return _load("tables", name)


def load_board(name):
    """Board description as a dict: a name in hardware/boards, or a path ending in ``.toml``."""
    return _load("boards", name)


def gap_mm(a, b):
    """Shortest distance between the edges of two loops in mm; negative when they overlap.

    A loop is ``{"x","y"}`` (centre) with ``"w","h"`` (rectangle along the axes) or ``"d"`` (round).
    """
    # A round loop is its centre point grown by its radius; two rectangles' distance is the distance
    # of the origin from their Minkowski difference, which is a rectangle again.
    half_w = a.get("w", 0) / 2 + b.get("w", 0) / 2
    half_h = a.get("h", 0) / 2 + b.get("h", 0) / 2
    round_mm = a.get("d", 0) / 2 + b.get("d", 0) / 2
    dx = abs(a["x"] - b["x"]) - half_w
    dy = abs(a["y"] - b["y"]) - half_h
    if dx <= 0 and dy <= 0:
        return max(dx, dy) - round_mm
    return math.hypot(max(dx, 0), max(dy, 0)) - round_mm


def zones_needed(seats):
    """Antenna names a table with this many seats must have, in their standard order."""
    out = [f"seat:{n}" for n in range(1, seats + 1)]
    out += ["muck", *(f"board:{n}" for n in range(1, 6)), "burn"]
    out += [f"mouth:{n}" for n in range(1, 5)]
    out += [f"line:{n}" for n in range(1, seats + 1)]
    return [*out, "pot"]


def neighbours(table):
    """For each antenna, the indexes of those that must not radiate while it does (ascending)."""
    ants = table["antennas"]
    apart = table["radio"]["keep_apart_mm"]
    return [
        [j for j, b in enumerate(ants) if j != i and gap_mm(a, b) < apart]
        for i, a in enumerate(ants)
    ]


def table_problems(table):
    """What is wrong with a table description: a list of clear lines, empty when it is good."""
    out = [f"{key} is missing" for key in TABLE_KEYS if key not in table]
    if out:
        return out
    seats = table["seats"]
    if not isinstance(seats, int) or isinstance(seats, bool) or not 2 <= seats <= 10:
        return [f"seats: {seats!r} is not a number from 2 to 10"]
    seen = {}
    for i, a in enumerate(table["antennas"]):
        zone = a.get("zone", f"antenna {i}")
        out += _antenna_problems(table, a, zone)
        if zone in seen:
            out.append(f"{zone}: two antennas have this name")
        seen[zone] = a
    if out:  # geometry of malformed antennas would only raise
        return out
    needed = zones_needed(table["seats"])
    out += [f"{z}: zone without antenna" for z in needed if z not in seen]
    out += [
        f"{z}: no such zone on a table with {table['seats']} seats" for z in seen if z not in needed
    ]
    out += _channel_problems(table)
    out += _gap_problems(table) + _seat_problems(table, seen)
    return out + _reference_problems(table) + _tag_problems(table)


def _tag_problems(table):
    """Test tags of a calibration answer to a family of their own, or cards would answer it too."""
    return [
        f"tags: {key} {TEST_AFI:#04x} is the application family of test tags: take another"
        for key in ("card_afi", "chip_afi")
        if table["tags"].get(key) == TEST_AFI
    ]


def inside(table, a):
    """True when a loop lies on the table top: an oval, straight long sides and half circles."""
    radius = min(table["width_mm"], table["length_mm"]) / 2
    straight_x = table["length_mm"] / 2 - radius
    straight_y = table["width_mm"] / 2 - radius
    half_w, half_h, grown = a.get("w", 0) / 2, a.get("h", 0) / 2, a.get("d", 0) / 2
    x = max(abs(a["x"]) + half_w - straight_x, 0)
    y = max(abs(a["y"]) + half_h - straight_y, 0)
    return math.hypot(x, y) + grown <= radius


def _seat_problems(table, seen):
    """Players who sit in one another's way: neighbouring seats nearer than ``rail_mm``."""
    need, out = table.get("rail_mm", RAIL_MM), []
    for n in range(1, table["seats"]):
        a, b = seen.get(f"seat:{n}"), seen.get(f"seat:{n + 1}")
        if a is None or b is None:
            continue
        apart = math.hypot(a["x"] - b["x"], a["y"] - b["y"])
        if apart < need:
            out.append(f"{a['zone']} and {b['zone']} are {apart:.0f} mm apart, under {need:g} mm")
    return out


TABLE_KEYS = (
    "name",
    "seats",
    "length_mm",
    "width_mm",
    "readers",
    "lights",
    "antennas",
    "radio",
    "tags",
    "unread_max_ms",
)


def _antenna_problems(table, a, zone):
    out = [
        f"{zone}: {key} is missing"
        for key in ("zone", "reader", "channel", "reads", "x", "y")
        if key not in a
    ]
    is_round, is_rect = "d" in a, "w" in a and "h" in a
    if is_round == is_rect:
        out.append(f"{zone}: give either d (round) or w and h (rectangle)")
    if any(not isinstance(a[k], (int, float)) or a[k] <= 0 for k in ("d", "w", "h") if k in a):
        out.append(f"{zone}: a loop's size is in mm and above 0")
    if "reader" in a and a["reader"] not in table["readers"]:
        out.append(f"{zone}: reader {a['reader']!r} is not one of {', '.join(table['readers'])}")
    if "channel" in a and a["channel"] not in range(CHANNELS):
        out.append(f"{zone}: channel {a['channel']} is not 0 to {CHANNELS - 1}")
    if "reads" in a and a["reads"] not in READS:
        out.append(f"{zone}: reads {a['reads']!r} is not one of {', '.join(READS)}")
    if zone.split(":")[0] not in table["unread_max_ms"]:
        out.append(f"{zone}: no bound in unread_max_ms")
    return out


def _channel_problems(table):
    out, used = [], {}
    for a in table["antennas"]:
        key = (a["reader"], a["channel"])
        if key in used:
            out.append(f"{a['zone']}: channel {key[1]} of {key[0]} is used by {used[key]} already")
        used.setdefault(key, a["zone"])
    return out


def _gap_problems(table):
    out = []
    ants = table["antennas"]
    gap_min = table["radio"]["gap_min_mm"]
    for i, a in enumerate(ants):
        for b in ants[:i]:
            gap = gap_mm(a, b)
            grouped = "group" in a and a.get("group") == b.get("group")
            if gap < 0:
                out.append(f"{b['zone']} and {a['zone']} overlap by {-gap:.0f} mm")
            elif grouped and a["reader"] != b["reader"]:
                out.append(f"{b['zone']} and {a['zone']} adjoin but are on two readers")
            elif gap < gap_min and not grouped:
                out.append(
                    f"{b['zone']} and {a['zone']} are {gap:.0f} mm apart, under {gap_min} mm"
                )
        if not inside(table, a):
            out.append(f"{a['zone']}: lies beyond the table's edge")
    return out


def _reference_problems(table):
    """Reference tags: one a reader at most, on a channel of its own, far from every other loop."""
    out, seen = [], set()
    used = {(a["reader"], a["channel"]): a["zone"] for a in table["antennas"]}
    for row in table.get("references", ()):
        missing = [k for k in ("reader", "channel", "x", "y", "d") if k not in row]
        if missing:
            out.append(f"a reference tag: {', '.join(missing)} is missing")
            continue
        name = f"reference tag of {row['reader']}"
        if row["reader"] not in table["readers"] or row["reader"] in seen:
            out.append(f"{name}: the reader does not exist or has two")
        seen.add(row["reader"])
        if row["channel"] not in range(CHANNELS) or (row["reader"], row["channel"]) in used:
            out.append(f"{name}: channel {row['channel']} is used already or is not 0 to 15")
        if not inside(table, row):
            out.append(f"{name}: lies beyond the table's edge")
        for a in table["antennas"]:
            gap = gap_mm(row, a)
            if gap < table["radio"]["keep_apart_mm"]:
                out.append(f"{name} is {gap:.0f} mm from {a['zone']}: tags there would be heard")
    return out


def board_pins(board):
    """Every pin the board description uses, as (pin, what for) in file order."""
    pins = []
    for part in ("spi", "expander", "ethernet", "uart", "lights", "sounder"):
        for key in ("sck", "mosi", "miso", "cs", "int", "rst", "latch", "tx", "rx", "pin"):
            if key in board.get(part, {}):
                pins.append((board[part][key], f"{part}.{key}"))
    for i, r in enumerate(board.get("readers", ())):
        pins += [(r[k], f"readers[{i}].{k}") for k in ("nss", "busy", "rst", "irq") if k in r]
        pins += [(p, f"readers[{i}].select[{j}]") for j, p in enumerate(r.get("select", ()))]
    return pins


def board_problems(board):
    """What is wrong with a board description: a list of clear lines, empty when it is good."""
    out = [
        f"[{part}] is missing"
        for part in ("spi", "uart", "lights", "sounder", "readers")
        if part not in board
    ]
    for i, r in enumerate(board.get("readers", ())):
        out += [
            f"readers[{i}]: {k} is missing" for k in ("nss", "busy", "rst", "select") if k not in r
        ]
        out += [
            f"readers[{i}].{k}: pin {r[k]} must be a pin of the controller itself"
            for k in ("nss", "busy", "irq")
            if r.get(k, 0) >= EXPANDER_PIN
        ]
    if board.get("port") not in PORT_PINS:
        return [*out, f"port {board.get('port')!r} is not one of {', '.join(PORT_PINS)}"]
    bits = board.get("expander", {}).get("bits", 0)
    used = {}
    for pin, what in board_pins(board):
        if pin in used:
            out.append(f"pin {pin} is used twice: {used[pin]} and {what}")
        elif pin >= EXPANDER_PIN + bits or (
            pin < EXPANDER_PIN and pin not in PORT_PINS[board["port"]]
        ):
            out.append(f"{what}: the board has no free pin {pin}")
        elif (
            pin < EXPANDER_PIN
            and not what.startswith("ethernet.")
            and pin not in board.get("header", (pin,))
        ):
            out.append(f"{what}: pin {pin} does not come out of the module's header")
        used.setdefault(pin, what)
    return out


def chip_of(table):
    """Name of a table's reader chip; every reader has the same."""
    return table["radio"].get("chip", chips.CHIP)


def chip_driver(table):
    """The firmware's driver of a table's reader chip. BadHardware: there is none."""
    try:
        return chips.driver(chip_of(table))
    except ValueError as e:
        raise BadHardware(f"{table.get('name', 'table')}: {e}") from None


def problems(table, board):
    """What is wrong with a table on a board: a list of clear lines, empty when it can be built."""
    out = [f"{table.get('name', 'table')}: {p}" for p in table_problems(table)]
    out += [f"{board.get('name', 'board')}: {p}" for p in board_problems(board)]
    if out:
        return out
    try:
        hz_max = chip_driver(table).SPI_HZ_MAX
    except BadHardware as e:
        return e.lines
    if board["spi"].get("hz", 0) > hz_max:
        chip = chip_of(table)
        out.append(f"{board['name']}: spi.hz: {chip} takes {hz_max / 1e6:g} MHz at most")
    if len(table["readers"]) > len(board["readers"]):
        out.append(
            f"{table['name']} needs {len(table['readers'])} readers, "
            f"{board['name']} has {len(board['readers'])}"
        )
    return out


def loops(table):
    """Rows of every loop that is built: the antennas, then the reference tags' as cards' loops."""
    return [
        *table["antennas"],
        *(
            {**row, "zone": f"reference:{row['reader']}", "reads": "cards"}
            for row in table.get("references", ())
        ),
    ]


def antenna_rows(table):
    """The config's antennas: ``[zone, reader, channel, flags, unread_max_ms, near]`` rows.

    ``reader`` is an index into the config's readers, ``flags`` are READ_FLAGS, ``near`` lists the
    antennas (indexes) of other readers that must not radiate together with this one.
    """
    ants = table["antennas"]
    near = [
        [j for j in row if ants[j]["reader"] != ants[i]["reader"]]
        for i, row in enumerate(neighbours(table))
    ]
    bounds = table["unread_max_ms"]
    return [
        [
            a["zone"],
            table["readers"].index(a["reader"]),
            a["channel"],
            READ_FLAGS[a["reads"]],
            bounds[a["zone"].split(":")[0]],
            near[i],
        ]
        for i, a in enumerate(ants)
    ]


def _addresses(brokers):
    """The config's ``mqtt`` row of the broker's addresses; ``others`` where there are several."""
    row = {"host": brokers[0][0], "port": brokers[0][1]}
    if len(brokers) > 1:
        row["others"] = [list(one) for one in brokers[1:]]
    return row


def table_config(
    name, board, table_id, dev="c1", brokers=(("127.0.0.1", 1883),), extra=None, rulebook=None
):
    """The controller's ``config.json`` as a dict. Raises BadHardware with every problem found.

    ``name``/``board``: names or paths of descriptions; ``table_id``: the table's MQTT name;
    ``dev``: the device's name; ``brokers``: host and port of each of the broker's addresses,
    the one to begin with first; ``extra``: keys merged in at the end (a dict given for a key that
    is a dict already is merged into it); ``rulebook``: whose rules the
    controller folds itself, where the board has the memory for it (``rules`` in its description).
    """
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,32}", str(table_id)):
        raise BadHardware(f"table id {table_id!r}: 1 to 32 letters, digits, '-' or '_'")
    table, hw = load_table(name), load_board(board)
    bad = problems(table, hw)
    if bad:
        raise BadHardware(bad)
    readers = []
    for reader, slot in zip(table["readers"], hw["readers"], strict=False):
        readers.append({"name": reader, **{k: slot[k] for k in ("nss", "busy", "rst", "select")}})
        if "irq" in slot:
            readers[-1]["irq"] = slot["irq"]
    radio = table["radio"]
    references = {row["reader"]: row["channel"] for row in table.get("references", ())}
    config = {
        "v": 1,
        "table": str(table_id),
        "dev": dev,
        "board": hw["name"],
        "layout": table["name"],
        "seats": table["seats"],
        "mqtt": _addresses(brokers),
        "spi": hw["spi"],
        "expander": hw.get("expander"),
        "ethernet": hw.get("ethernet"),
        "uart": hw["uart"],
        "lights": {"pin": hw["lights"]["pin"], "count": table["lights"]},
        "sounder": hw["sounder"],
        "wdt_ms": hw["wdt_ms"],
        "readers": readers,
        "radio": {k: radio[k] for k in ("chip", "switch_us", "field_us", "look_us") if k in radio},
        "tags": table["tags"],
        "references": [references.get(name, -1) for name in table["readers"]],
        "antennas": antenna_rows(table),
    }
    for part in ("journal", "flash"):
        if part in hw:
            config[part] = hw[part]
    if rulebook and hw.get("rules"):
        config["rules"] = rulebook
    for key, value in (extra or {}).items():
        if isinstance(value, dict) and isinstance(config.get(key), dict):
            config[key] = {**config[key], **value}
        else:
            config[key] = value
    return config
