"""``feltwire examples``: files to try the commands with, copied into a folder of your own."""

import shutil
from pathlib import Path

from tools.errors import CommandError

HOUSE = Path(__file__).resolve().parents[2]
# where a file or folder of the house goes in the folder made
COPIED = (
    ("examples", "."),
    ("tools/playing/hands", "hands"),
    ("tools/install/systemd", "systemd"),
    ("feltwire.example.toml", "feltwire.toml"),
)
TRIED = (
    "feltwire replay hands",
    "feltwire adjudicate cases.jsonl",
    "feltwire desk adjudicate desk.jsonl",
    "feltwire trace replay trace.jsonl.gz --rule",
    "feltwire doctor --config feltwire.toml",
)


def add_arguments(parser):
    """Command line of ``feltwire examples``."""
    parser.add_argument("folder", help="folder to make, such as feltwire-examples")


def run(args):
    """Copy the examples, print what to type with them. CommandError where the folder is in use."""
    folder = Path(args.folder)
    if folder.exists():
        raise CommandError(f"{folder}: is there already; name a folder to make")
    for source, place in COPIED:
        _copy(HOUSE / source, folder / place)
    print(f"cd {folder}")
    for line in TRIED:
        print(line)
    return 0


def _copy(source, target):
    if source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        return
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted(p for p in source.iterdir() if p.is_file() and p.suffix != ".py"):
        shutil.copyfile(path, target / path.name)
