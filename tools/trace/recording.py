"""Recordings of virtual tables: switched on in the controller's configuration, given their header.

The controller knows no card by its name; whoever holds the deck's list adds it as the header.
"""

import json
from pathlib import Path

BYTES_MAX = 1 << 30


def config(folder):
    """What the controller's configuration needs so that it records; None without a folder."""
    return {"trace": {"bytes": BYTES_MAX}} if folder else None


def save(folder, table, player, rulebook):
    """Write ``folder``/table-<id>.jsonl of a virtual table that has recorded; nothing without."""
    if not folder:
        return None
    rows = (table.flash / "trace.jsonl").read_text(encoding="utf-8").splitlines()
    Path(folder).mkdir(parents=True, exist_ok=True)
    path = Path(folder) / f"table-{table.table_id}.jsonl"
    header = header_of(table.description, player.stage, rulebook, first_setup(rows))
    path.write_text("\n".join([json.dumps(header), *complete(rows)]) + "\n", encoding="utf-8")
    path.chmod(0o600)
    return path


def header_of(name, stage, rulebook, setup=None):
    """A trace's header for a virtual table. ``name``: its description; ``setup``: of a hand."""
    deck = dict(sorted(stage.enrolled().items()))
    header = {"table": str(name), "deck": deck, "chips": {}, "rulebook": rulebook}
    for key in ("stacks", "button", "sb", "bb"):
        if setup and key in setup:
            header[key] = setup[key]
    return header


def first_setup(rows):
    """The first setup keyed in, None when there is none."""
    for row in rows:
        if '"setup"' in row:
            key = json.loads(row).get("key", {})
            if key.get("what") == "setup":
                return key
    return None


def complete(rows):
    """The lines up to one that the power cut in half."""
    return rows[:-1] if rows and not rows[-1].endswith("}") else rows
