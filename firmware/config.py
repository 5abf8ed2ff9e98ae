"""The controller's ``config.json``: loaded, checked, and completed with defaults.

The hardware part is made from the table's description (``feltwire config``); ``tune`` holds the
times and counts of the table side, each with a default here.
"""

import json
import os

from firmware.table import values

# What each is for, and where it comes from: firmware/table/values.py.
TUNE = {
    "gap_ms": values.GAP_MS,
    "travel_ms": values.TRAVEL_MS,
    "resolve_ms": values.RESOLVE_MS,
    "sweep_ms": values.SWEEP_MS,
    "board_gap_ms": values.BOARD_GAP_MS,
    "group_ms": values.GROUP_MS,
    "flight_ms": values.FLIGHT_MS,
    "boxed_ms": values.BOXED_MS,
    "tags_max": values.KEPT_TAGS,
    "enter": values.KIND_ENTER_HITS,
    "leave": values.KIND_LEAVE_MISSES,
    "cross": {},  # lying -> hearing -> thousandths, as a calibration has measured it
}
WDT_MS = 8000  # until the configuration says otherwise
JOURNAL = {"segments": 64, "segment_bytes": 8192, "keep": 4}
MQTT = {"host": "127.0.0.1", "port": 1883, "keepalive_s": 30, "answer_ms": 15000}
NEEDED = (
    ("table", str), ("dev", str), ("seats", int), ("spi", dict), ("uart", dict), ("readers", list),
    ("radio", dict), ("tags", dict), ("antennas", list), ("mqtt", dict),
)  # fmt: skip
KINDS = ("seat", "line", "board", "muck", "burn", "pot", "mouth")
_QUOTE, _BACKSLASH = 34, 92


class BadConfig(ValueError):
    """A configuration that cannot be used; the text is one clear line."""


def load(path):
    """The configuration of a file. Raises BadConfig."""
    try:
        f = open(path)
    except OSError:
        raise BadConfig("%s is missing" % path)
    try:
        text = f.read()
    except UnicodeError:
        text = ""
    finally:
        f.close()
    try:
        return complete(parse(text))
    except ValueError as e:
        if isinstance(e, BadConfig):
            raise e
        raise BadConfig("%s is not JSON" % path)


def parse(text):
    """Value of a JSON text. Raises ValueError, also for a text that was cut short.

    MicroPython's own parser takes a text whose last brackets are missing (seen in 1.25). Its bytes
    are looked at: each character of a text would be one name more in the interpreter's table.
    """
    depth = 0
    quoted = escaped = False
    for c in text.encode():
        if quoted:
            if escaped:
                escaped = False
            elif c == _BACKSLASH:
                escaped = True
            elif c == _QUOTE:
                quoted = False
        elif c == _QUOTE:
            quoted = True
        elif c in b"{[":
            depth += 1
        elif c in b"}]":
            depth -= 1
    if depth or quoted:
        raise ValueError("cut short")
    return json.loads(text)


def complete(data):
    """Check a configuration and fill in the defaults; returns a new dict. Raises BadConfig."""
    if not isinstance(data, dict):
        raise BadConfig("the configuration must be an object")
    if data.get("v") != 1:
        raise BadConfig("configuration version %r, this firmware reads 1" % (data.get("v"),))
    for name, kind in NEEDED:
        if not isinstance(data.get(name), kind):
            raise BadConfig("%s is missing or of the wrong kind" % name)
    if not 2 <= data["seats"] <= 10:
        raise BadConfig("seats must be 2 to 10")
    _check_antennas(data)
    out = dict(data)
    out["tune"] = _merged("tune", TUNE, data.get("tune"))
    out["journal"] = _merged("journal", JOURNAL, data.get("journal"))
    mqtt = dict(MQTT)
    mqtt.update(data["mqtt"])
    if not _port(mqtt["port"]):
        raise BadConfig("mqtt.port must be a port number")
    _check_others(mqtt.get("others", []))
    _check_tls(mqtt.get("tls"))
    out["mqtt"] = mqtt
    book = data.get("rules")
    if book is not None and not isinstance(book, str):
        raise BadConfig("rules must be the name of a rulebook")
    trace = data.get("trace")
    if trace is not None and (not isinstance(trace, dict) or not _count(trace.get("bytes"))):
        raise BadConfig("trace.bytes must be a number above 0")
    out["wdt_ms"] = data.get("wdt_ms", WDT_MS)
    if not isinstance(out["wdt_ms"], int) or not 1000 <= out["wdt_ms"] <= 8300:
        raise BadConfig("wdt_ms must be 1000 to 8300")  # RP2350: 8388 ms at most
    return out


def _count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _port(value):
    return _count(value) and value < 65536


def _check_others(rows):
    """Further addresses of the broker: ``[host, port]`` each."""
    for row in rows if isinstance(rows, list) else [None]:
        if not isinstance(row, list) or len(row) != 2 or not isinstance(row[0], str) or not row[0]:
            raise BadConfig("mqtt.others must be a list of [host, port]")
        if not _port(row[1]):
            raise BadConfig("mqtt.others: the port of %s must be a port number" % row[0])


def _check_tls(row):
    if row is None:
        return
    if not isinstance(row, dict):
        raise BadConfig("mqtt.tls must be an object")
    for name in ("ca", "cert", "key"):
        if not isinstance(row.get(name), str):
            raise BadConfig("mqtt.tls.%s must name a file" % name)
    if not isinstance(row.get("until", 0), int):
        raise BadConfig("mqtt.tls.until must be seconds since 1970")


def _merged(section, defaults, given):
    out = dict(defaults)
    if given is None:
        return out
    if not isinstance(given, dict):
        raise BadConfig("%s must be an object" % section)
    for key in given:
        if key not in defaults:
            raise BadConfig("%s.%s is not known" % (section, key))
        if isinstance(defaults[key], dict):
            merged = dict(defaults[key])
            merged.update(given[key])
            out[key] = merged
        elif not isinstance(given[key], int) or given[key] <= 0:
            raise BadConfig("%s.%s must be a number above 0" % (section, key))
        else:
            out[key] = given[key]
    return out


def _check_antennas(data):
    seen = []
    for row in data["antennas"]:
        if not isinstance(row, list) or len(row) != 6:
            raise BadConfig("an antenna is a list of 6 values")
        name = row[0]
        kind = str(name).split(":")[0]
        if kind not in KINDS or name in seen:
            raise BadConfig("antenna %r is unknown or named twice" % (name,))
        seen.append(name)
        if not isinstance(row[1], int) or not 0 <= row[1] < len(data["readers"]):
            raise BadConfig("antenna %s: no reader %r" % (name, row[1]))
    if not seen:
        raise BadConfig("no antennas")


def store(path, text):
    """Write a configuration so that a cut at any byte leaves the one before it or this one.

    Raises BadConfig when the text could not be used: then nothing is written.
    """
    try:
        complete(parse(text))
    except ValueError as e:  # BadConfig is one
        raise BadConfig("not stored: %s" % e)
    fresh = path + ".new"
    f = open(fresh, "w")
    try:
        f.write(text)
        f.flush()
    finally:
        f.close()
    os.rename(fresh, path)  # one step in the file systems boards have
