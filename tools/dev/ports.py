"""Ports for systems started beside others: tests, pictures and benchmarks take them here.

A port the kernel gave and took back (``bind`` to 0, then close) is given away again at once, to any
connection on its way out. These ports lie below the range the kernel gives from, and a lock that
lasts as long as the process keeps two processes from taking the same one.
"""

import fcntl
import os
import random
import socket
import tempfile
from pathlib import Path

# Above the well-known ports and the brokers', databases' and web servers' usual ones.
LOWEST = 15_000
# Linux gives its ports from 32768 up where nothing was changed (ip(7), ip_local_port_range).
RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")
OUTGOING = 32_768
ATTEMPTS = 1_000

_any = random.Random()  # its own: tests that seed the common one stay as repeatable as they were
_held = []  # open lock files: closed, and so unlocked, when the process ends


def free_port(count=1):
    """First of ``count`` TCP ports in a row on 127.0.0.1 that nobody listens on or was given.

    They are this process's until it ends, so a server may be stopped and started on them again.
    Raises OSError when there are none.
    """
    folder = Path(tempfile.gettempdir()) / f"feltwire-ports-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    highest = _outgoing() - count
    for _ in range(ATTEMPTS):
        first = _any.randint(LOWEST, highest)
        locks = _locked(folder, range(first, first + count))
        if locks:
            _held.extend(locks)
            return first
    raise OSError(f"no free port between {LOWEST} and {highest}")


def _outgoing():
    """First port the kernel gives to connections on their way out."""
    try:
        lowest = int(RANGE.read_text().split()[0])
    except (OSError, ValueError, IndexError):  # another system than Linux
        return OUTGOING
    return lowest if lowest > LOWEST + 1_000 else 65_536


def _locked(folder, ports):
    """Lock files of all these ports; nothing, and none locked, when one of them is in use."""
    locks = []
    for port in ports:
        lock = (folder / str(port)).open("w")
        locks.append(lock)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as s:
                s.bind(("127.0.0.1", port))
        except OSError:
            for lock in locks:
                lock.close()
            return None
    return locks
