"""Poker hand histories (PHH, TOML) as plain records, from single files and collections.

A ``.phh`` file holds one hand, a ``.phhs`` file many, each in a section named by its number; the
label of a hand is its file's path, for a collection with ``#[number]`` behind it. A record is the
file's own dict. Format: uoftcprg's PHH, "An Open File Format for Poker Hand Histories".
"""

import random
from decimal import Decimal
from pathlib import Path

from gateway.settings import tomlfile

SUFFIXES = (".phh", ".phhs")
AMOUNT_LISTS = (
    "antes",
    "blinds_or_straddles",
    "starting_stacks",
    "finishing_stacks",
    "winnings",
)
RESULTS = ("finishing_stacks", "winnings")
AMOUNTS = ("bring_in", "small_bet", "big_bet", "min_bet")


class BadHand(ValueError):
    """A file or hand that cannot be used; the text is one line that names file and reason."""


def files(paths):
    """Hand files of a list of files and folders, folders searched in sorted order.

    Raises BadHand for a path that does not exist or a folder without hands.
    """
    found = []
    for path in map(Path, paths):
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.suffix in SUFFIXES)
            if not inside:
                raise BadHand(f"{path}: no .phh or .phhs file in this folder")
            found += inside
        elif path.is_file():
            found.append(path)
        else:
            raise BadHand(f"{path}: no such file or folder")
    return found


def read(path):
    """Hands of one file as ``[(label, record)]``. Raises BadHand with one line for a bad file."""
    try:
        data = tomlfile.parse(Path(path).read_bytes(), parse_float=Decimal)
    except OSError as e:
        raise BadHand(f"{path}: {e.strerror or e}") from e
    except tomlfile.NotToml as e:
        raise BadHand(f"{path}: not a hand history, or cut off: {e}") from e
    if Path(path).suffix != ".phhs":
        return [(str(path), data)]
    hands = []
    for name, record in data.items():
        if not isinstance(record, dict):
            raise BadHand(f"{path}: {name!r} stands outside the sections of the hands")
        hands.append((f"{path}#[{name}]", record))
    if not hands:
        raise BadHand(f"{path}: holds no hand")
    return hands


def chances(seed, label, *what):
    """A ``random.Random`` of its own for one hand and one purpose.

    Of the label only the file's name and its folder's count: the same hand comes out the same,
    wherever the collection lies.
    """
    hand = "/".join(label.split("/")[-2:])
    return random.Random("/".join((str(seed), hand, *what)))


def read_all(paths):
    """Hands of many files in order: ``(label, record)``, or ``(label, BadHand)`` for a bad file."""
    for path in files(paths):
        try:
            yield from read(path)
        except BadHand as e:
            yield str(path), e


def whole_units(record):
    """``(record, scale)`` with every amount an int: fractions are multiplied by ``scale``.

    ``scale`` is 1 for nearly all hands; a historic hand with half dollars has 10 or 100. What was
    put in decides, not the result: a file that halved 225 says nothing about its chips. A result
    finer than these is left as it is.
    """
    scale = 1
    for amount in _amounts(record):
        while amount * scale != int(amount * scale):
            scale *= 10
            if scale > 1_000_000:
                raise BadHand(f"amount {amount} has too many decimals")
    out = dict(record)
    for key in AMOUNT_LISTS:
        if isinstance(record.get(key), list):
            scaled = [a * scale for a in record[key]]
            out[key] = [int(a) if a == int(a) else a for a in scaled]
    for key in AMOUNTS:
        if record.get(key) is not None:
            out[key] = int(record[key] * scale)
    out["actions"] = [_scaled_action(a, scale) for a in record.get("actions", ())]
    return out, scale


def _amounts(record):
    for key in AMOUNT_LISTS:
        if key not in RESULTS and isinstance(record.get(key), list):
            yield from record[key]
    for key in AMOUNTS:
        if record.get(key) is not None:
            yield record[key]
    for action in record.get("actions", ()):
        words = action.split()
        if len(words) > 2 and words[1] == "cbr":
            yield Decimal(words[2])


def _scaled_action(action, scale):
    words = action.split()
    if len(words) > 2 and words[1] == "cbr":
        words[2] = str(int(Decimal(words[2]) * scale))
        return " ".join(words)
    return action
