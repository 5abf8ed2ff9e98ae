"""Ports for systems started beside others: tests, pictures and benchmarks take them here.

A port the kernel gave and took back (``bind`` to 0, then close) is given away again at once, to any
connection on its way out. These ports lie below the range the kernel gives from, and a lock that
lasts as long as the process keeps two processes from taking the same one: of one byte a port in one
file, so that a process of a thousand ports has one file open, not a thousand. From file 1024 on
``select`` takes none, and no MQTT client finds its broker any more.
"""

import fcntl
import functools
import os
import random
import socket
import tempfile
import threading
from pathlib import Path

# Above the well-known ports and the brokers', databases' and web servers' usual ones.
LOWEST = 15_000
# Linux gives its ports from 32768 up where nothing was changed (ip(7), ip_local_port_range).
RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")
OUTGOING = 32_768
ATTEMPTS = 1_000

_any = random.Random()  # its own: tests that seed the common one stay as repeatable as they were
_held = set()  # ports of this process: its own locks do not keep it from taking them twice
_one_at_a_time = threading.Lock()


def free_port(count=1):
    """First of ``count`` TCP ports in a row on 127.0.0.1 that nobody listens on or was given.

    They are this process's until it ends, so a server may be stopped and started on them again.
    Raises OSError when there are none.
    """
    highest = _outgoing() - count
    with _one_at_a_time:
        for _ in range(ATTEMPTS):
            first = _any.randint(LOWEST, highest)
            if _taken(range(first, first + count)):
                return first
    raise OSError(f"no free port between {LOWEST} and {highest}")


def _outgoing():
    """First port the kernel gives to connections on their way out."""
    try:
        lowest = int(RANGE.read_text().split()[0])
    except (OSError, ValueError, IndexError):  # another system than Linux
        return OUTGOING
    return lowest if lowest > LOWEST + 1_000 else 65_536


@functools.cache
def _locks():
    """The file of the locks. Opened once: to close it anywhere would give all of them back."""
    folder = Path(tempfile.gettempdir()) / f"feltwire-ports-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    return (folder / "locks").open("w")


def _taken(ports):
    """Take all these ports; False, and none taken, when one of them is in use."""
    locked = []
    for port in ports:
        try:
            if port in _held:
                raise OSError("ours already")
            fcntl.lockf(_locks(), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
            locked.append(port)
            with socket.socket() as s:
                s.bind(("127.0.0.1", port))
        except OSError:
            for one in locked:
                fcntl.lockf(_locks(), fcntl.LOCK_UN, 1, one)
            return False
    _held.update(ports)
    return True
