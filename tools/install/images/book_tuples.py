"""Rulebooks for a controller: plain tuples, and for a ROM in pieces small enough to load one.

A book is written in rows with named fields (``shared_rules/rulebooks/rows.py``), each of them a
call. Here its modules are run and written anew as the tuples those calls return: constants, which
lie in flash where code is frozen, and no names, which a heap of 32 bits would keep.

A module loaded from a ROM file system makes its tuples on the heap, where a frozen one has them in
flash. The engine loads the parts of a book one by one when it looks something up and lets them go
(``rulebooks.Book``), so what counts is the greatest part: here each becomes pieces of a few rows.
The rows and their order stay as they are.
"""

import os
import runpy
from pathlib import Path

from shared_rules.rulebooks import BOOKS

ROWS_OUTCOMES = 20
ROWS_VALUES = 48
KEPT = ("PARTS", "SILENCE", "SILENT", "DEADLINES")  # what stays with the part itself
ROWS = ("OUTCOMES", "VALUES")
WRITTEN_WITH = "rulebooks/rows.py"  # in ``shared_rules``; nothing compiled calls it


def left_out(wanted):
    """How the modules begin, in ``shared_rules/rulebooks``, of the books that are not wanted.

    ``wanted``: rulebooks, ``"tda-2011"``. ValueError names those that do not exist.
    """
    unknown = sorted(set(wanted) - set(BOOKS))
    if unknown:
        raise ValueError(f"no rulebook {', '.join(unknown)}; there are {', '.join(BOOKS)}")
    return tuple(book.replace("-", "_") for book in BOOKS if book not in wanted)


def compiled(tree):
    """Write the books of a tree as plain tuples; returns the folder in which they lie as there.

    The folder is kept in the tree (``.cache/rulebooks``), as a manifest is read before its files.
    """
    base = Path(tree) / ".cache" / "rulebooks"
    rulebooks = Path("shared_rules") / "rulebooks"
    (base / rulebooks).mkdir(parents=True, exist_ok=True)
    for name in BOOKS:
        first = Path(tree) / rulebooks / (name.replace("-", "_") + ".py")
        for part in (first.stem, *runpy.run_path(str(first)).get("PARTS", ())):
            said = runpy.run_path(str(first.with_name(part + ".py")))
            new = base / rulebooks / f"{part}.{os.getpid()}"
            _write(new, **{field: said[field] for field in (*KEPT, *ROWS) if field in said})
            new.replace(base / rulebooks / (part + ".py"))  # whole at once: others may read it
    return str(base)


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
