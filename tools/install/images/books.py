"""Rulebooks for a ROM: the parts of a book in pieces small enough for a controller to load one.

A module loaded from a ROM file system makes its tuples on the heap, where a frozen one has them in
flash. The engine loads the parts of a book one by one when it looks something up and lets them go
(``rulebooks.Book``), so what counts is the greatest part: here each becomes pieces of a few rows.
The rows and their order stay as they are.
"""

import runpy
from pathlib import Path

ROWS_OUTCOMES = 20
ROWS_VALUES = 48
KEPT = ("PARTS", "SILENCE", "SILENT", "DEADLINES")  # what stays with the part itself


def split(folder, names):
    """Split the books ``names`` (``"tda-2011"``) among the copied modules in ``folder``."""
    for name in names:
        first = Path(folder) / (name.replace("-", "_") + ".py")
        if first.exists():
            _split_book(first)


def _split_book(first):
    head = runpy.run_path(str(first))
    parts = []
    for part in (first.stem, *head.get("PARTS", ())):
        path = first.with_name(part + ".py")
        said = runpy.run_path(str(path))
        parts += [part, *_pieces(path, said)]
        rest = {name: said[name] for name in KEPT if name in said}
        _write(path, OUTCOMES=(), VALUES=(), **rest)
    rest = {name: head[name] for name in KEPT if name in head}
    rest["PARTS"] = tuple(parts[1:])
    _write(first, OUTCOMES=(), VALUES=(), **rest)


def _pieces(path, said):
    """Write the rows of a part as modules of a few; their names in order."""
    names = []
    for field, other, rows in (
        ("OUTCOMES", "VALUES", ROWS_OUTCOMES),
        ("VALUES", "OUTCOMES", ROWS_VALUES),
    ):
        for at in range(0, len(said[field]), rows):
            names.append(f"{path.stem}_{len(names) + 1}")
            piece = {field: said[field][at : at + rows], other: ()}
            _write(path.with_name(names[-1] + ".py"), **piece)
    return names


def _write(path, **fields):
    path.write_text("".join(f"{name} = {value!r}\n" for name, value in sorted(fields.items())))
