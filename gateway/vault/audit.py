"""The vault's audit log: one JSON object a line, each bound to the one before by its hash.

An entry is on disk before the answer it is about leaves the vault. No entry holds a card.

The log is written in parts, so that a start reads a bounded one: ``audit.log`` is the newest; those
before it are ``audit-N.log``, N the number of its last entry. A part's first entry (``goes_on``)
names the hash it follows. Where parts were taken out (``prune``) or put apart because they were
damaged (``go_on``), an entry of a later part says so: from where to where, which file, why.
"""

import errno
import hashlib
import json
import os
from collections import namedtuple

from gateway.errors import VaultError
from gateway.process.file_identity import Kept

START = hashlib.sha256(b"feltwire/vault/audit").hexdigest()
PART_BYTES_MAX = 4 << 20  # some 20,000 entries: read at a start in a fraction of a second
LINE_BYTES_MAX = 1 << 20  # no entry comes near it
BLOCK_BYTES = 1 << 16
HOW_ON = "put back a copy of it, or go on without: feltwire vault audit --go-on"

# One file: number and hash before its first entry and at the end of its good ones, the time of day
# of the last, what is wrong with the line after it (or None), and what its entries say of others.
Part = namedtuple("Part", "begin end wall_ms fault jumps")


class Audit:
    """Appends to ``path``. ``wall_ms()``: the time of day, for people."""

    def __init__(self, path, wall_ms, part_bytes_max=PART_BYTES_MAX):
        self._path, self._wall_ms, self._part_bytes_max = path, wall_ms, part_bytes_max
        _finish(path)
        if path.exists():
            _cut_torn_line(path)
        self.n, self.head = _whole(path).end if path.exists() else (0, START)
        if not self.n and parts(path):
            raise VaultError(f"audit log {path.name} is not there, or empty: {HOW_ON}")
        self._open()

    def _open(self):
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        self._file = os.open(self._path, flags, 0o600)
        os.chmod(self._path, 0o600)
        self._size = os.fstat(self._file).st_size
        self._kept = Kept(self._path)

    def write(self, *entries):
        """Append entries (dicts) and see them on disk. OSError: then nothing may be answered."""
        gone = self._kept.fault()
        if gone:
            raise OSError(errno.ESTALE, gone)
        data, n, head = _lines_of(entries, self.n, self.head, self._wall_ms())
        try:
            if os.write(self._file, data) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file)
        except OSError:
            os.ftruncate(self._file, self._size)  # else the next entry would follow half a line
            raise
        self.n, self.head, self._size = n, head, self._size + len(data)
        if self._size >= self._part_bytes_max:
            self._next_part()

    def _next_part(self):
        """Go on in a new part; on a disk that is full the old one grows, and it is tried again."""
        entry = {"what": "goes_on", "after": self.head}
        data, n, head = _lines_of([entry], self.n, self.head, self._wall_ms())
        try:
            _put(_fresh(self._path), data)
            self._path.rename(_part_path(self._path, self.n))
        except OSError:
            return
        _fresh(self._path).rename(self._path)
        _sync_folder(self._path)
        os.close(self._file)
        self.n, self.head = n, head
        self._open()

    def close(self):
        """Close the file."""
        os.close(self._file)


def parts(path):
    """The closed parts of the log at ``path``, oldest first."""
    found = {}
    for part in path.parent.glob(f"{path.stem}-*{path.suffix}"):
        number = part.stem.removeprefix(f"{path.stem}-")
        if number.isdecimal():
            found[int(number)] = part
    return [found[n] for n in sorted(found)]


def verify(path, sentences=None):
    """Check the whole chain, all parts of it: ``(entries, head)``.

    VaultError names the file and the first line that breaks, or what is missing.
    ``sentences``: a list that is given a line for each thing that was taken out or put apart.
    """
    return _verified(path, [*parts(path), path], [] if sentences is None else sentences)


def _verified(path, files, sentences):
    found = [_whole(file) for file in files]
    jumps = [jump for part in found for jump in part.jumps]
    sentences += [_sentence(path, jump) for jump in jumps]
    at = (0, START)
    for file, part in zip(files, found, strict=True):
        if not _leads(jumps, at, part.begin):
            raise VaultError(
                f"audit log {file.name}: it follows entry {part.begin[0]}, and what is before it"
                f" ends with {at[0]}: a part is missing, or is another one"
            )
        at = part.end
    return at


def _leads(jumps, at, begin):
    """True when what was taken out or put apart leads from one place of the chain to another."""
    while at != begin:
        known = [tuple(jump["next"]) for jump in jumps if tuple(jump["begins"]) == at]
        # The furthest: what was taken out twice was taken out from the beginning each time.
        at = max((end for end in known if at[0] < end[0] <= begin[0]), default=None)
        if at is None:
            return False
    return True


def _sentence(path, jump):
    """What an entry says of entries that are not in the chain; VaultError when a file is gone."""
    if "why" not in jump:
        return f"entries up to {jump['next'][0]} were taken out by {jump['by']}"
    if not jump["file"]:
        return f"after entry {jump['begins'][0]} {jump['why']}; {jump['by']} went on without"
    kept = path.with_name(jump["file"])
    if not kept.is_file() or _digest(kept) != jump["sha256"]:
        raise VaultError(f"{kept.name}, put apart by {jump['by']}, is gone or is not what it was")
    return (
        f"{kept.name} was put apart by {jump['by']} after entry {jump['begins'][0]}: {jump['why']};"
        f" the chain goes on after entry {jump['next'][0]}"
    )


def entries(path):
    """Every entry (a dict) of all parts, in order; the chain is not checked."""
    for file in [*parts(path), path]:
        for _number, entry, _hash in _lines(file):
            yield entry


def fault_at(path, n, wanted):
    """What is wrong when entry ``n`` had the hash ``wanted`` (hex) once; None: nothing is.

    An entry that was taken out or put apart is not there, which the log says itself.
    """
    if n == 0:
        return None if wanted == START else "it began otherwise"
    said, first = False, n
    for file in reversed([*parts(path), path]):
        if said or first < n or not file.exists():
            continue
        for number, entry, stored in _lines(file):
            if entry["n"] == n:
                return None if stored == wanted else f"entry {n} is not the one that was written"
            first = entry["n"] if number == 1 else first
            said |= any(j["begins"][0] < n <= j["next"][0] for j in entry.get("gone", ()))
    return None if said else f"entry {n}, which was there, is missing"


def prune(path, older_than_ms, wall_ms, by):
    """Take out the parts whose entries are all older; the number of entries. The log must be idle.

    Said in the log first, by ``by``, so that a part which somebody else takes out is missing.
    """
    verify(path)
    old = []
    for file in parts(path):
        part = _whole(file)
        if part.wall_ms >= older_than_ms:
            break
        old.append((file, part))
    if not old:
        return 0
    log = Audit(path, lambda: wall_ms)
    # From the very beginning: what an earlier pruning said goes with the part it was said in.
    said = {"begins": [0, START], "next": list(old[-1][1].end), "by": by}
    log.write({"what": "pruned", "gone": [said]})
    log.close()
    for file, _part in old:
        file.unlink()
    return old[-1][1].end[0] - old[0][1].begin[0]


def go_on(path, wall_ms, by, known=None, lost=None):
    """Put what is damaged apart as ``audit-broken-N.log``, whole, and go on after its good entries.

    ``known``: ``(n, hash)`` of an entry that was there, as the vault's state keeps it; ``lost``:
    why it keeps none. The log says what was put apart, its digest and why, and what is missing;
    ``verify`` wants the files to be there. Returns the lines that say so, none when nothing is
    wrong. The log is idle.
    """
    _finish(path)
    if path.exists():
        _cut_torn_line(path)
    apart, said, at = _damage(path, by)
    if known and known[0] > at[0]:
        said.append(_jump(at, known, by, "its last entries are not there"))
        if path.exists() and path not in apart:
            if path.stat().st_size:
                apart[path] = _part_path(path, at[0])
            else:
                path.unlink()
        at = tuple(known)
    elif known and path.exists() and not said and (fault := fault_at(path, *known)):
        said.append(_jump(at, at, by, fault))
    elif not path.exists() and at[0]:
        said.append(_jump(at, at, by, f"{path.name} was not there"))
    if lost and at[0]:
        said.append(_jump(at, at, by, f"the vault's state: {lost}"))
    if path in apart or not path.exists():
        entry = {"what": "goes_on", "after": at[1], "gone": said}
        _put(_fresh(path), _lines_of([entry], at[0], at[1], wall_ms)[0])
    elif said:
        log = Audit(path, lambda: wall_ms)
        log.write({"what": "goes_on_without", "gone": said})
        log.close()
    for file, kept in apart.items():  # the newest last: until then the old log stands
        file.rename(kept)
    _finish(path)
    return [f"{jump['file'] or path.name}: {jump['why']}" for jump in said]


def _damage(path, by):
    """``({file: its name apart}, what the log has to say of it, the end of what is good)``."""
    files = [file for file in [*parts(path), path] if file.exists()]
    found = [_look(file) for file in files]
    jumps = [jump for part in found for jump in part.jumps]
    apart, said, at = {}, [], (0, START)
    for i, (file, part) in enumerate(zip(files, found, strict=True)):
        begin = part.begin or at
        if not _leads(jumps, at, begin):
            if part.fault:
                begin = at  # what its first line says is not to be believed
            else:
                said.append(_jump(at, begin, by, "entries are not there"))
        if part.fault is None:
            at = part.end
            continue
        at = part.end if part.end and part.begin == begin else begin
        following = found[i + 1].begin if i + 1 < len(files) else None
        apart[file] = _free(path, len(apart))
        jump = _jump(begin, following or at, by, part.fault)
        said.append({**jump, "file": apart[file].name, "sha256": _digest(file)})
        at = tuple(jump["next"])
    return apart, said, at


def _jump(begins, following, by, why):
    """What the log says of entries that are not in its chain any more."""
    return {"begins": list(begins), "next": list(following), "by": by, "why": why, "file": ""}


# -- files


def _part_path(path, n):
    return path.with_name(f"{path.stem}-{n:012}{path.suffix}")


def _fresh(path):
    """Where the next part is made, before it takes the log's name."""
    return path.with_name(f"{path.stem}.new")


def _free(path, more):
    """The name of a damaged file that is put apart; ``more``: of the same time before it."""
    numbers = [int(p.stem.rpartition("-")[2]) for p in path.parent.glob(f"{path.stem}-broken-*")]
    return path.with_name(f"{path.stem}-broken-{max(numbers, default=0) + 1 + more}{path.suffix}")


def _finish(path):
    """Let a part that is ready take the log's name, also when a crash came between."""
    fresh = _fresh(path)
    if path.exists() or not fresh.exists():
        return
    try:
        _verified(path, [*parts(path), fresh], [])
    except VaultError:  # left from long ago: it does not follow what was written since
        return
    fresh.rename(path)
    _sync_folder(path)


def _sync_folder(path):
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _put(path, data):
    """A small file, whole and on disk. OSError when it cannot be."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        folder = os.stat(path.parent)
        if os.geteuid() == 0:  # a command of root's makes what the vault's own user has to write
            os.fchown(file, folder.st_uid, folder.st_gid)
        if os.write(file, data) < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(file)
    finally:
        os.close(file)


def _digest(path):
    with open(path, "rb") as f:
        return hashlib.file_digest(f, "sha256").hexdigest()


def _cut_torn_line(path):
    """A last line without its end was never on disk whole: nothing was answered after it."""
    with open(path, "r+b") as f:
        end = at = f.seek(0, os.SEEK_END)
        while at:
            at = max(0, at - BLOCK_BYTES)
            f.seek(at)
            newline = f.read(BLOCK_BYTES).rfind(b"\n")
            if newline >= 0:
                at += newline + 1
                break
        if at < end:
            f.truncate(at)


# -- lines


def _link(head, body):
    return hashlib.sha256(head.encode() + body.encode()).hexdigest()


def _lines_of(entries, n, head, wall_ms):
    """``(bytes, n, head)`` of entries that follow the one with number ``n`` and hash ``head``."""
    lines = []
    for entry in entries:
        n += 1
        body = json.dumps({"n": n, "wall": wall_ms, **entry}, sort_keys=True)
        head = _link(head, body)
        lines.append(f'{{"entry":{body},"hash":"{head}"}}\n')
    return "".join(lines).encode(), n, head


def _whole(path):
    """The Part of a file; VaultError names its first line that is not what it was."""
    part = _look(path)
    if part.fault:
        raise VaultError(f"audit log {path.name}: {part.fault}; {HOW_ON}")
    return part


def _look(path):
    """The Part of a file, as far as it is good."""
    begin, at, wall_ms, jumps = None, None, 0, []
    try:
        for number, entry, stored in _lines(path):
            if begin is None:
                # Whatever is wrong with the line: where a part begins, its first entry says.
                goes_on = entry["what"] == "goes_on"
                begin = at = (entry["n"] - 1, entry["after"]) if goes_on else (0, START)
            n, head = at[0] + 1, _link(at[1], json.dumps(entry, sort_keys=True))
            if head != stored or entry["n"] != n:
                return Part(begin, at, wall_ms, f"line {number} does not follow", jumps)
            at, wall_ms = (n, head), entry["wall"]
            jumps += entry.get("gone", ())
    except VaultError as e:
        return Part(begin, at, wall_ms, str(e), jumps)
    except (KeyError, TypeError, AttributeError):
        return Part(begin, at, wall_ms, f"line {number} is no entry", jumps)
    return Part(begin or (0, START), at or (0, START), wall_ms, None, jumps)


def _lines(path):
    """Iterate ``(number, entry, hash)``; VaultError where a line cannot be read."""
    with open(path, "rb") as f:
        number = 0
        while line := f.readline(LINE_BYTES_MAX):
            number += 1
            try:
                data = json.loads(line)
                yield number, data["entry"], data["hash"]
            except (ValueError, KeyError, TypeError, RecursionError):
                raise VaultError(f"line {number} cannot be read") from None
