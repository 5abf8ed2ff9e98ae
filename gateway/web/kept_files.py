"""Scripts, styles and pictures of pages, at an address that changes with them: a browser asks once.

``/kept/<digest>/static/live.js`` is ``/static/live.js`` for all of the gateway's checks, which see
the short address. Who is asked for another digest, as a gateway beside one that is newer, gives
what it has, not to be kept. Files are read once: what is given is what the digest was made from.
"""

import functools
import hashlib
import mimetypes
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import Response

HERE = Path(__file__).parent
ROOMS = HERE.parent
AUDIENCES = ("floor", "event", "dealer", "broadcast", "technician", "people", "charts")
FOLDERS = {
    "/static": HERE / "static", **{f"/{a}-static": ROOMS / a / "static" for a in AUDIENCES}
}  # fmt: skip
DIGITS = 16
KEPT = (b"cache-control", b"private, max-age=31536000, immutable")


def read(folders):
    """``{address: content}`` of all files of folders, by the address each folder has."""
    return {
        f"{address}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for address, folder in folders.items()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def digest_of(files):
    """Hex digits that change when a file does, or its address."""
    digest = hashlib.sha256()
    for address, content in files.items():
        digest.update(f"{address} {hashlib.sha256(content).hexdigest()}\n".encode())
    return digest.hexdigest()[:DIGITS]


@functools.cache
def files():
    """The gateway's own."""
    return read(FOLDERS)


@functools.cache
def prefix():
    """What stands before a file's address in pages."""
    return f"/kept/{digest_of(files())}"


def short(path):
    """``(address without its prefix, whether to keep what is there)``; others as they are."""
    if not path.startswith("/kept/"):
        return path, False
    digest, _, rest = path[len("/kept/") :].partition("/")
    if not ("/" + rest).startswith(tuple(f"{address}/" for address in FOLDERS)):
        return path, False
    return "/" + rest, f"/kept/{digest}" == prefix()


async def given(scope, receive, send):
    """ASGI: the file at an address, from memory."""
    if scope["method"] not in ("GET", "HEAD"):
        raise HTTPException(405)
    content = files().get(scope["path"])
    if content is None:
        raise HTTPException(404)
    kind = mimetypes.guess_type(scope["path"])[0] or "text/plain"
    await Response(content, media_type=kind)(scope, receive, send)
