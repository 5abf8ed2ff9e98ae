"""What of ``make soak`` last ran when, on which commit: the table of docs/soak.md.

A run writes its own row, so nobody has to remember to; the page is committed with what was found.
"""

import datetime
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "soak.md"
RULE = "|---|---|---|---|---|"  # under the table's head: the rows follow, to the end of the page


def rows(page=PAGE):
    """Name of a run -> the cells of its row: when, commit, minutes, result."""
    _, table = _parts(page)
    found = {}
    for line in table:
        name, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        found[name.strip("`")] = cells
    return found


def note(name, took_s, good, page=PAGE, commit=None, day=None):
    """Write the row of a run that took ``took_s`` seconds; the others stay as they are."""
    above, _ = _parts(page)
    kept = rows(page)
    day = day or datetime.date.today().isoformat()
    result = "good" if good else "**something differs**"
    kept[name] = [day, commit or _commit(), f"{took_s / 60:.1f}", result]
    lines = [f"| `{n}` | {' | '.join(cells)} |" for n, cells in kept.items()]
    page.write_text("\n".join([*above, *lines, ""]), encoding="utf-8")


def _parts(page):
    """``(lines down to the table's rule, its rows)``; ValueError when there is no table."""
    lines = page.read_text(encoding="utf-8").splitlines()
    at = lines.index(RULE) + 1
    return lines[:at], [line for line in lines[at:] if line.startswith("|")]


def _commit():
    """The commit that is checked out, with a plus when files of it are changed."""
    git = ["git", "-C", str(ROOT)]
    head = subprocess.run(
        [*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    if head.returncode:
        return "not in git"
    page = str(PAGE.relative_to(ROOT))
    changed = subprocess.run(
        [*git, "diff", "--quiet", "HEAD", "--", ".", f":!{page}"], check=False
    ).returncode
    return head.stdout.strip() + ("+" if changed else "")
