"""``feltwire.toml``: one file for a whole installation.

``[gateway]`` holds the settings of ``gateway/settings/fields.py``; ``[up]`` what ``feltwire up``
starts beside it; ``[vault]`` what ``gateway/vault/release_modes.py`` reads. What is given on the
command line goes before the file. Every command that reads the file checks all of it, and
by the same checks what it was given instead.
"""

import dataclasses
import difflib
import math
import os
from pathlib import Path

from gateway.errors import GatewayError
from gateway.settings import kinds, tomlfile
from gateway.settings.fields import SECTION, Settings, from_table
from gateway.vault import release_modes
from tools.errors import CommandError
from tools.hardware import description

MIXED = "mixed"  # of --inject: each kind of irregularity in its turn
TABLES_MAX = 50
PACE_MAX = 10_000  # beyond it no machine follows
NOISE_MAX = 10  # times what was measured; nothing is read long before
SEED_MAX = 2**63


def _tables_fault(value):
    return None if 0 <= value <= TABLES_MAX else f" must be from 0 to {TABLES_MAX}"


def _table_fault(value):
    try:
        description.load_table(value)
    except (OSError, ValueError) as e:
        return f": {getattr(e, 'strerror', None) or e}"
    return None


def _seed_fault(value):
    return None if abs(value) < SEED_MAX else " must be below 2^63"


def _noise_fault(value):
    good = math.isfinite(value) and 0 <= value <= NOISE_MAX
    return None if good else f" must be from 0 to {NOISE_MAX}"


def _inject_fault(value):
    # the virtual table is large: loaded where it is asked
    from tools.virtual.irregularities import KINDS

    known = (MIXED, *KINDS)
    return None if value in known else f" {value}: choose from {', '.join(known)}"


def _pace_fault(value):
    return None if 0 < value < PACE_MAX else f" must be above 0 and below {PACE_MAX}"


def _hands_fault(values):
    good = all(isinstance(value, str) and value for value in values)
    return None if good else " must be a list of texts"


# setting of [up] -> (type, what a person needs to know, what is wrong with a value or None)
UP = {
    "tables": (int, "virtual tables; 0 where real ones are used", _tables_fault),
    "table": (str, "table description of the virtual tables", _table_fault),
    "vm": (str, "interpreter of the virtual tables: wheel, i386 or a path", None),
    "seed": (int, "seed of the virtual tables", _seed_fault),
    "noise": (float, "radio noise of the virtual tables, 1 = as measured", _noise_fault),
    "inject": (str, "an irregularity the virtual tables play, 'mixed' or 'none'", _inject_fault),
    "pace": (float, "speed of the virtual tables, 1 = real time", _pace_fault),
    "hands": (list, "PHH files or folders the virtual tables play", _hands_fault),
}


def check_option(name, value):
    """CommandError when ``--name`` has a value that ``[up]`` does not take; None is not given."""
    look = UP[name][2]
    if value is not None and look and (fault := look(value)):
        raise CommandError(f"--{name}{fault}")


def check_rulebook(name):
    """CommandError when there is no such rulebook."""
    if fault := kinds.rulebook(name):
        raise CommandError(f"--rulebook{fault}")


def check_broker(host, port):
    """CommandError when no broker can have this ``--mqtt-host`` and ``--mqtt-port``."""
    if fault := kinds.host(host):
        raise CommandError(f"--mqtt-host{fault}")
    if not 0 < port < 65536:
        raise CommandError("--mqtt-port must be from 1 to 65535")


def brokers(text):
    """Addresses of ``--broker HOST:PORT[,HOST:PORT...]`` as ``[(host, port), ...]``, in order.

    CommandError with one line when one of them is none.
    """
    made = []
    for one in text.split(","):
        host, _, port = one.strip().rpartition(":")
        good = host and not kinds.host(host) and port.isdigit() and 0 < int(port) < 65536
        if not good:
            raise CommandError(f"--broker {one!r}: give host:port, further ones after commas")
        made.append((host, int(port)))
    return made


def settings(path, **given):
    """Settings of a file (None: the defaults) with what the command line gives in their place.

    What is None is not given. CommandError with one line for what cannot be.
    """
    made = read(path)[0] if path else Settings()
    given = {name: value for name, value in given.items() if value is not None}
    try:
        return dataclasses.replace(made, **given).check()
    except GatewayError as e:
        raise CommandError(str(e)) from None


def read(path):
    """``(settings, names, up)``: Settings, the names the file sets, the ``[up]`` values.

    CommandError with one line for a file that cannot be read, or says what cannot be.
    """
    tables = _tables(path)
    try:
        for name, value in tables.items():
            if name not in (SECTION, "up", release_modes.SECTION) or not isinstance(value, dict):
                raise GatewayError(f"{name} is none of [{SECTION}], [up] and [vault]")
        release_modes.from_table(
            tables.get(release_modes.SECTION, {})
        )  # the vault reads it; a slip shows here
        settings = from_table(tables.get(SECTION, {}))
        return settings, set(tables.get(SECTION, {})), _up(tables.get("up", {}))
    except GatewayError as e:
        raise CommandError(f"--config {path}: {e}") from None


def example(path):
    """What to type so that a configuration file is there to begin with."""
    source = Path(__file__).resolve().parents[2] / "feltwire.example.toml"
    return f"type: cp {os.path.relpath(source)} {path}"


def vault_rules(path):
    """The table ``[vault]`` of a file that ``read`` takes; None without a file."""
    return None if path is None else _tables(path).get(release_modes.SECTION, {})


def _tables(path):
    try:
        return tomlfile.parse(Path(path).read_bytes())
    except FileNotFoundError:
        raise CommandError(f"--config {path}: no such file; {example(path)}") from None
    except OSError as e:
        raise CommandError(f"--config {path}: {e.strerror}") from None
    except tomlfile.NotToml as e:
        raise CommandError(f"--config {path}: {e}") from None


def _up(table):
    values = {}
    for name, value in table.items():
        if name not in UP:
            near = difflib.get_close_matches(name, UP, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise GatewayError(f"up.{name} is no setting{hint}")
        kind, _text, look = UP[name]
        if kind is float and type(value) is int and abs(value) < SEED_MAX:
            value = float(value)
        if type(value) is not kind:
            raise GatewayError(f"up.{name} must be of type {kind.__name__}, got {value!r}")
        if look and (fault := look(value)):
            raise GatewayError(f"up.{name}{fault}")
        values[name] = value
    return values
