"""Child processes: started, watched, started again with growing pauses, ended together."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections import deque
from pathlib import Path

_PR_SET_PDEATHSIG = 1
STEADY_S = 20  # a child that ran this long has started well: its pauses begin anew
PAUSE_FIRST_S, PAUSE_MAX_S = 0.5, 15.0
FAILS_MAX = 8  # in a row, each within STEADY_S: a child that never served then stays down
END_S = 6  # after SIGTERM, before SIGKILL
USAGE_ERROR = 2  # a child that exits so was started wrongly: again would not help


def die_with_parent():
    """In a child, before exec: the kernel ends it when the thread that started it ends (Linux)."""
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    except (OSError, AttributeError):
        pass  # not Linux: the supervisor ends its children itself


def die_with_parent_hard():
    """As ``die_with_parent``, by SIGKILL: for a child that may not listen."""
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    except (OSError, AttributeError):
        pass


class Child:
    """One supervised process.

    ``ready()`` tells when it serves (None: as soon as it runs). ``finishes``: exit code 0 means
    that its work is done, not that it died.
    """

    def __init__(self, name, argv, ready=None, finishes=False, env=None):
        self.name, self.argv, self.ready, self.finishes = name, argv, ready, finishes
        self.env = env
        self.process = None
        self.state = "new"  # new, starting, running, waiting, done, failed
        self.fails = 0
        self.proven = False  # it has served once: started rightly, whatever ends it later
        self.started_at = 0.0
        self.again_at = 0.0
        self.last_lines = deque(maxlen=5)

    def running(self):
        """True while the process lives."""
        return self.process is not None and self.process.poll() is None


class Supervisor:
    """Keeps children alive. ``say(line)`` prints; ``clock()`` gives seconds, monotonic."""

    def __init__(self, say, clock=time.monotonic, spawn=None):
        self.children = []
        self._say, self._clock = say, clock
        self._spawn = spawn or _spawn

    def add(self, child):
        """Start a child and watch it from now on."""
        self.children.append(child)
        self._start(child)

    def _start(self, child):
        child.started_at = self._clock()
        try:
            child.process = self._spawn(child)
        except OSError as e:  # no process, memory or descriptor is left: that passes
            self._fail(child, f"cannot be started ({e.strerror})")
        else:
            child.state = "starting"

    def step(self):
        """Look after every child once; call a few times a second."""
        for child in self.children:
            if child.state in ("starting", "running"):
                self._look(child)
            elif child.state == "waiting" and self._clock() >= child.again_at:
                self._start(child)

    def _look(self, child):
        code = child.process.poll()
        if code is None:
            if child.state == "starting" and (child.ready is None or child.ready()):
                child.state = "running"
                child.proven = child.proven or child.ready is not None
                self._say(f"{child.name}: running")
            return
        if code == 0 and child.finishes:
            child.state = "done"
            self._say(f"{child.name}: finished")
            return
        if self._clock() - child.started_at >= STEADY_S:
            child.fails, child.proven = 0, True
        if not child.proven and (code == USAGE_ERROR or child.fails >= FAILS_MAX):
            child.state = "failed"
            self._say(f"{child.name}: stopped for good ({_how(code)})")
            return
        self._fail(child, f"ended ({_how(code)})")

    def _fail(self, child, how):
        """A child does not run: it is started again after a pause."""
        child.fails += 1
        pause = min(PAUSE_FIRST_S * 2 ** min(child.fails - 1, 10), PAUSE_MAX_S)
        child.state, child.again_at = "waiting", self._clock() + pause
        self._say(f"{child.name}: {how}, starts again in {pause:g} s")

    def wait_ready(self, child, timeout_s):
        """Look after all children until ``child`` runs; False when it does not in time."""
        end = self._clock() + timeout_s
        while self._clock() < end:
            self.step()
            if child.state == "running":
                return True
            if child.state in ("failed", "done"):
                return False
            time.sleep(0.05)
        return False

    def stop(self):
        """End all children, last started first; whoever does not listen is killed."""
        living = [c for c in reversed(self.children) if c.running()]
        for child in living:
            child.process.terminate()
        end = time.monotonic() + END_S
        for child in living:
            try:
                child.process.wait(max(0.05, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.process.kill()
                child.process.wait()
        for child in self.children:
            child.state = "done"


def _spawn(child):
    # A session of its own: Ctrl-C in the terminal reaches the supervisor only, which then ends
    # its children in order.
    return subprocess.Popen(
        child.argv,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=die_with_parent,
        env=child.env,
    )


def _how(code):
    if code < 0:
        try:
            return signal.Signals(-code).name
        except ValueError:
            return f"signal {-code}"
    return f"exit code {code}"


def feltwire(*args):
    """Argument vector of a ``feltwire`` subcommand under this interpreter."""
    return [sys.executable, "-m", "tools.cli", *[str(a) for a in args]]


def child_env():
    """Environment in which ``tools`` can be imported from anywhere."""
    root = str(Path(__file__).resolve().parents[2])
    env = dict(os.environ)
    env["PYTHONPATH"] = os.pathsep.join(p for p in (root, env.get("PYTHONPATH")) if p)
    env["PYTHONUNBUFFERED"] = "1"
    return env
