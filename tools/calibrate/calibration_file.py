"""The stored calibration of a table, its heat map, and its part of the firmware's configuration."""

import json
from pathlib import Path

from firmware.calibrate import keep
from gateway.process import atomic
from tools.calibrate.measure import thresholds
from tools.errors import CommandError
from tools.hardware import description, drawing

VERSION = 1


def document(table_name, figures, t_ms):
    """A calibration as it is stored."""
    found = thresholds(figures)
    return {"v": VERSION, "table": table_name, "t": t_ms, "zones": figures, "thresholds": found}


def load(path):
    """A stored calibration. CommandError with one line."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as e:
        raise CommandError(f"{path}: {e.strerror}") from None
    except (ValueError, RecursionError):
        raise CommandError(f"{path}: not a calibration") from None
    if not isinstance(data, dict) or data.get("v") != VERSION or "zones" not in data:
        raise CommandError(f"{path}: not a calibration, or of a later version")
    return data


def save(path, data):
    """Write a calibration whole or not at all."""
    atomic.write_text(path, json.dumps(data, indent=1) + "\n", mode=0o644)


def tune_for(path, layout):
    """What a controller's configuration takes of the calibration in ``path``; None without a path.

    CommandError: it is of another table description than ``layout`` (a name or a .toml file), or
    holds what no controller may be told.
    """
    if not path:
        return None
    data = load(path)
    try:
        name = description.load_table(layout)["name"]
    except description.BadHardware as e:
        raise CommandError(e.lines[0]) from None
    if data.get("table") != name:
        raise CommandError(f"{path}: it is of a {data.get('table')}, not of a {name}")
    try:
        leave = data["thresholds"]["leave"]
        cross = data["thresholds"].get("cross") or {}  # not in calibrations of before
    except (KeyError, TypeError, AttributeError):
        raise CommandError(f"{path}: it has no thresholds") from None
    if why := keep.fault(leave) or keep.cross_fault(cross):
        raise CommandError(f"{path}: {why}")
    return {"tune": {"leave": leave, **({"cross": cross} if cross else {})}}


def heat_map(table, data):
    """The plan of a table, each loop coloured by how well it reads: red none, green all."""
    zones = data["zones"]

    def paint(row):
        found = zones.get(row["zone"])
        return "#dddddd" if found is None else colour(_least(found))

    def note(row):
        found = zones.get(row["zone"])
        if found is None or found["rates"]["middle"] is None:
            return "-"
        return f"{found['rates']['middle']:.0%} / {_least(found):.0%}"

    return drawing.plan(table, paint, note)


def _least(found):
    rates = [r for r in found["rates"].values() if r is not None]
    return min(rates, default=0.0)


def colour(rate):
    """A colour from red (0) over yellow to green (1)."""
    rate = min(1.0, max(0.0, rate))
    red, green = min(1.0, 2 - 2 * rate), min(1.0, 2 * rate)
    return f"#{int(225 * red):02x}{int(200 * green):02x}60"
