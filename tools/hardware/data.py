"""The design and the parts catalogue of ``hardware/``, read and checked."""

from gateway.settings import tomlfile
from tools.hardware.description import HARDWARE, BadHardware

RAILS = ("5V", "3V3", "12V")
LOOP_KEYS = ("turns", "track_mm", "space_mm")


def design():
    """``hardware/design.toml`` as a dict. Raises BadHardware."""
    return _read("design.toml")


def parts():
    """``hardware/parts.toml`` as a dict: ``currency``, ``as_of``, ``parts``. Raises BadHardware."""
    catalogue = _read("parts.toml")
    bad = []
    for name, part in catalogue["parts"].items():
        bad += [f"parts.{name}: {key} is missing" for key in PART_KEYS if key not in part]
        if not isinstance(part.get("price"), (int, float)) or part["price"] < 0:
            bad.append(f"parts.{name}: price must be a number of {catalogue['currency']}")
        bad += [f"parts.{name}: no rail {r!r}" for r in part.get("ma", {}) if r not in RAILS]
    if bad:
        raise BadHardware(bad)
    return catalogue


PART_KEYS = ("name", "maker", "mpn", "price")


def _read(name):
    try:
        return tomlfile.parse((HARDWARE / name).read_bytes())
    except FileNotFoundError:
        raise BadHardware(f"hardware/{name} is missing") from None
    except tomlfile.NotToml as e:
        raise BadHardware(f"hardware/{name}: {e}") from None


def windings(table, plan):
    """Winding of each kind of zone: the design's, where the table does not say otherwise."""
    return {**plan["loops"], **table.get("loops", {})}
