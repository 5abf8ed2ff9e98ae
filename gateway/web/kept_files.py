"""Scripts, styles and pictures of pages, at an address that changes with them: a browser asks once.

``/kept/<digest>/static/live.js`` is ``/static/live.js`` for all of the gateway's checks, which see
the short address. Who is asked for another digest, as a gateway beside one that is newer, gives
what it has, not to be kept.
"""

import functools
import hashlib
from pathlib import Path

HERE = Path(__file__).parent
ROOMS = HERE.parent
AUDIENCES = ("floor", "event", "dealer", "broadcast", "technician", "people", "charts")
FOLDERS = {
    "/static": HERE / "static", **{f"/{a}-static": ROOMS / a / "static" for a in AUDIENCES}
}  # fmt: skip
DIGITS = 16
KEPT = (b"cache-control", b"private, max-age=31536000, immutable")


def digest_of(folders):
    """Hex digits that change when a file of these folders does, its name included."""
    digest = hashlib.sha256()
    for address, folder in folders.items():
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{address}/{path.relative_to(folder).as_posix()} {content}\n".encode())
    return digest.hexdigest()[:DIGITS]


@functools.cache
def prefix():
    """What stands before a file's address in pages."""
    return f"/kept/{digest_of(FOLDERS)}"


def short(path):
    """``(address without its prefix, whether to keep what is there)``; others as they are."""
    if not path.startswith("/kept/"):
        return path, False
    digest, _, rest = path[len("/kept/") :].partition("/")
    if not ("/" + rest).startswith(tuple(f"{mount}/" for mount in FOLDERS)):
        return path, False
    return "/" + rest, f"/kept/{digest}" == prefix()
