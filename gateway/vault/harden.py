"""What a process does so that others cannot look into it (Linux; elsewhere nothing)."""

import contextlib
import ctypes
import importlib
import os
import pwd
import resource
import threading
import time

from gateway.errors import VaultError
from gateway.vault import equity
from shared_rules import games

_PR_SET_DUMPABLE = 4
_MCL_CURRENT_FUTURE = 3


LATE = (  # what the standard library imports when it is first needed
    "concurrent.futures.process", "encodings.idna", "encodings.unicode_escape",
    "multiprocessing.connection", "multiprocessing.popen_spawn_posix", "multiprocessing.queues",
    "multiprocessing.resource_tracker", "multiprocessing.spawn", "multiprocessing.synchronize",
    "multiprocessing.util", "traceback",
)  # fmt: skip


def load():
    """Import all that is ever needed, before the rights to read it are given up. Returns the files
    the process that computes has to be able to read."""
    for name in LATE:
        importlib.import_module(name)
    for name in games.names():  # their families are loaded when one is asked for
        games.find(name)
    return equity.load()


def close_to_others():
    """No core dump, no ptrace and no /proc/pid/mem by processes of the same user; no swap."""
    os.umask(0o077)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError, AttributeError):
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
        libc.mlockall(_MCL_CURRENT_FUTURE)  # needs a right or a limit that allows it


def begin_worker(parent):
    """First thing in a worker: closed to others, and gone when the process ``parent`` is."""
    close_to_others()

    def watch():
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def user_id(name):
    """The number of a user. VaultError when there is none of that name."""
    try:
        return pwd.getpwnam(name).pw_uid
    except KeyError:
        raise VaultError(f"there is no user {name}: useradd --system {name}") from None


def become(name, folder):
    """As root: give a folder to a user, and go on as that user for good."""
    if os.geteuid() != 0:
        raise VaultError(f"only root can become {name}: start it as that user")
    try:
        user = pwd.getpwnam(name)
    except KeyError:
        raise VaultError(f"there is no user {name}: useradd --system {name}") from None
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, user.pw_uid, user.pw_gid)
    os.initgroups(name, user.pw_gid)
    os.setgid(user.pw_gid)
    os.setuid(user.pw_uid)
