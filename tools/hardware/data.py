"""The design and the parts catalogue of ``hardware/``, read and checked."""

import datetime

from gateway.settings import tomlfile
from tools.hardware.description import HARDWARE, BadHardware

RAILS = ("5V", "3V3", "12V")
LOOP_KEYS = ("turns", "track_mm", "space_mm")


def design():
    """``hardware/design.toml`` as a dict. Raises BadHardware."""
    return _read("design.toml")


def parts():
    """``hardware/parts.toml`` as a dict: ``parts``, ``prices``. Raises BadHardware."""
    catalogue = _read("parts.toml")
    looked_up, bad = catalogue["prices"]["looked_up"], []
    for name, part in catalogue["parts"].items():
        bad += [f"parts.{name}: {key} is missing" for key in PART_KEYS if key not in part]
        if "price" in part and not _sourced(part["price"], looked_up):
            bad.append(
                f"parts.{name}: price: {' '.join(PRICE_KEYS)} say who asked what on which day"
            )
        bad += [
            f"parts.{name}: mates: no part {mate!r}"
            for mate in part.get("mates", {})
            if mate not in catalogue["parts"]
        ]
        bad += [f"parts.{name}: no rail {r!r}" for r in part.get("ma", {}) if r not in RAILS]
    if bad:
        raise BadHardware(bad)
    return catalogue


def tags():
    """The tags of ``hardware/tag_market.toml``, a dict each. Raises BadHardware."""
    found = _read("tag_market.toml")["tag"]
    bad = [
        f"tag {tag.get('name')!r}: {key} is missing"
        for tag in found
        for key in TAG_KEYS
        if key not in tag
    ]
    bad += [f"tag {tag['name']!r}: no use {tag['use']!r}" for tag in found if not _used(tag)]
    if bad:
        raise BadHardware(bad)
    return found


def _used(tag):
    return tag.get("use") in (None, *TAG_USES)


TAG_KEYS = ("name", "maker", "use", "said", "source")
TAG_USES = ("card", "chip", "reference", "circuit")


def _sourced(price, looked_up):
    """True of a price that can be looked up again, and is not of a day to come."""
    return (
        isinstance(price, dict)
        and all(price.get(key) for key in PRICE_KEYS)
        and isinstance(price["each"], (int, float))
        and price["each"] > 0
        and isinstance(price["on"], datetime.date)
        and price["on"] <= looked_up
    )


PRICE_KEYS = ("each", "currency", "on", "source")
PART_KEYS = ("name", "maker", "mpn")


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
