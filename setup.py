"""What ``pyproject.toml`` cannot say: where the rooms of the repository lie in a wheel.

In a wheel they lie beneath ``feltwire/house/``; in a developer's editable installation they are
imported from the clone under their own names (docs/adr/0011-one-package-for-the-house.md).
"""

import sys

from setuptools import find_namespace_packages, setup

CODE = ("firmware", "gateway", "hardware", "shared_rules", "tools")
PAPERS = ("docs", "examples")  # documents the code points to; files to try it with
HOUSE = "feltwire.house"
FILES = ("css", "csv", "gz", "html", "js", "json", "jsonl", "LICENSE", "md", "mjs", "phh", "png",
         "po", "pyi", "service", "sql", "svg", "toml", "ttf", "txt", "woff2", "yml")  # fmt: skip


def rooms(names):
    """These folders and those beneath them, as dotted names."""
    return find_namespace_packages(include=[p for name in names for p in (name, f"{name}.*")])


if "editable_wheel" in sys.argv:
    setup(packages=["feltwire", *rooms(CODE)])
else:
    setup(
        packages=["feltwire", HOUSE, *(f"{HOUSE}.{room}" for room in rooms(CODE + PAPERS))],
        package_dir={HOUSE: ".", **{f"{HOUSE}.{name}": name for name in CODE + PAPERS}},
        package_data={"": [f"*.{kind}" for kind in FILES], "feltwire": ["py.typed"]},
        exclude_package_data={HOUSE: ["pyproject.toml", "Makefile"]},
    )
