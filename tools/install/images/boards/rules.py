"""The rules as a board's own program freezes them, on QEMU as well: other manifests include this.

MicroPython's manifest format: paths count from this folder. Rulebooks are frozen as plain tuples,
which lie in flash; a call for each row would make them on the heap. ``BOOKS="tda-2011 ipr-web" make
...`` freezes these rulebooks alone; without ``BOOKS``, all.
"""

# ruff: noqa: F821
import os
import sys

TREE = os.path.abspath("../../../..")
if TREE not in sys.path:
    sys.path.insert(0, TREE)
from tools.install.images import book_tuples  # noqa: E402

wanted = os.environ.get("BOOKS", "").split() or book_tuples.BOOKS
try:
    left_out = tuple("rulebooks/" + begin for begin in book_tuples.left_out(wanted))
except ValueError as e:
    raise SystemExit(f"BOOKS: {e}") from None
compiled = book_tuples.compiled(TREE)
frozen = {TREE: [], compiled: []}
for folder, _, names in sorted(os.walk(TREE + "/shared_rules")):
    if folder.startswith(TREE + "/shared_rules/desk"):
        continue  # runs on no controller
    for name in sorted(names):
        path = os.path.relpath(os.path.join(folder, name), TREE + "/shared_rules")
        if (
            name.endswith(".py")
            and path != book_tuples.WRITTEN_WITH
            and not path.startswith(left_out)
        ):
            rows = os.path.exists(os.path.join(compiled, "shared_rules", path))
            frozen[compiled if rows else TREE].append(path)
for base, files in frozen.items():
    package("shared_rules", files=files, base_path=base)
