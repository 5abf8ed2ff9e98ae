"""Files that are there whole or not at all, whatever happens while they are written."""

import contextlib
import os
import tempfile


def write_text(path, text, mode=0o600):
    """Write a file beside its place and move it there; folders are made. OSError when it fails."""
    with writing(path, mode) as stream:
        stream.write(text)


def write_new(path, text, mode=0o600):
    """``write_text`` of a file that is not there yet; FileExistsError when it is."""
    with writing(path, mode, os.link) as stream:
        stream.write(text)


@contextlib.contextmanager
def writing(path, mode=0o600, put=os.replace):
    """A stream of text that is the file once the block ends well, and nothing if it does not.

    ``put(name, path)``: gives the finished file its name.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, mode)
        put(name, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
