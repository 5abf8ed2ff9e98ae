"""``feltwire.toml``: one file for a whole installation.

``[gateway]`` holds the settings of ``gateway/settings.py``; ``[up]`` what ``feltwire up`` starts
beside it. What is given on the command line goes before the file.
"""

import difflib
import os
import tomllib
from pathlib import Path

from gateway.errors import GatewayError
from gateway.settings import SECTION, from_table
from gateway.vault import policy
from tools.errors import CommandError

UP = {
    "tables": (int, "virtual tables; 0 where real ones are used"),
    "table": (str, "table description of the virtual tables"),
    "vm": (str, "interpreter of the virtual tables: wheel, i386 or a path"),
    "seed": (int, "seed of the virtual tables"),
    "noise": (float, "radio noise of the virtual tables, 1 = as measured"),
    "inject": (str, "an irregularity the virtual tables play, 'mixed' or 'none'"),
    "pace": (float, "speed of the virtual tables, 1 = real time"),
    "hands": (list, "PHH files or folders the virtual tables play"),
}


def read(path):
    """``(settings, names, up)``: Settings, the names the file sets, the ``[up]`` values.

    CommandError with one line for a file that cannot be read, or says what cannot be.
    """
    tables = _tables(path)
    try:
        for name, value in tables.items():
            if name not in (SECTION, "up", policy.SECTION) or not isinstance(value, dict):
                raise GatewayError(f"{name} is none of [{SECTION}], [up] and [vault]")
        policy.from_table(tables.get(policy.SECTION, {}))  # the vault reads it; a slip shows here
        settings = from_table(tables.get(SECTION, {}))
        return settings, set(tables.get(SECTION, {})), _up(tables.get("up", {}))
    except GatewayError as e:
        raise CommandError(f"--config {path}: {e}") from None


def example(path):
    """What to type so that a configuration file is there to begin with."""
    source = Path(__file__).resolve().parent.parent / "feltwire.example.toml"
    return f"type: cp {os.path.relpath(source)} {path}"


def vault_rules(path):
    """The table ``[vault]`` of a file that ``read`` takes; None without a file."""
    return None if path is None else _tables(path).get(policy.SECTION, {})


def _tables(path):
    try:
        with Path(path).open("rb") as f:
            return tomllib.load(f)
    except FileNotFoundError:
        raise CommandError(f"--config {path}: no such file; {example(path)}") from None
    except OSError as e:
        raise CommandError(f"--config {path}: {e.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise CommandError(f"--config {path}: not TOML: {e}") from None


def _up(table):
    values = {}
    for name, value in table.items():
        if name not in UP:
            near = difflib.get_close_matches(name, UP, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise GatewayError(f"up.{name} is no setting{hint}")
        kind = UP[name][0]
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind:
            raise GatewayError(f"up.{name} must be of type {kind.__name__}, got {value!r}")
        values[name] = value
    return values
