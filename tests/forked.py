"""``feltwire`` commands, each a process of its own, forked from one that has loaded what most load.

To load it anew takes a tenth of a second of processor time each; what a command finds when it is
asked to load more, or does not find, is what the first process finds.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

# Reads ``[words, what stands at its keyboard, where it writes, where its errors]`` of a command,
# says the process that runs it and, once that is over, its exit code. The process ends as any
# Python does.
FIRST = """
import contextlib, importlib, json, os, runpy, sys
for name in json.loads(sys.argv[1]):
    with contextlib.suppress(ImportError):
        importlib.import_module(name)
for line in sys.stdin:
    words, keyboard, said, errors = json.loads(line)
    pid = os.fork()
    if not pid:
        break
    print(pid, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
else:
    sys.exit()
os.setsid()
for number, path in enumerate((keyboard, said, errors)):
    opened = os.open(path, os.O_WRONLY if number else os.O_RDWR)
    os.dup2(opened, number)
    os.close(opened)
sys.stdin, sys.argv = open(0), ["feltwire", *words]
runpy.run_module("tools.cli", run_name="__main__", alter_sys=True)
"""


class Forked:
    """The first process; ``folder``: where the commands run."""

    def __init__(self, folder, env, modules):
        self.folder = Path(folder)
        self._said = self.folder / "said.fifo"
        os.mkfifo(self._said)
        os.mkfifo(self.folder / "nobody.fifo")
        line = [sys.executable, "-c", FIRST, json.dumps(list(modules))]
        self._first = subprocess.Popen(
            line, cwd=folder, env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def start(self, words, keyboard=None, errors=None):
        """Start a command; ``keyboard``: a file of what is typed, by default nobody types;
        ``errors``: a file that is there, for its error output, by default with the rest."""
        typed = keyboard or self.folder / "nobody.fifo"
        asked = [words, *map(str, (typed, self._said, errors or self._said))]
        self._first.stdin.write(json.dumps(asked) + "\n")
        self._first.stdin.flush()
        pid = int(self._first.stdout.readline())
        return Command(pid, self._said.open(), self._first.stdout)

    def end(self):
        """No more commands."""
        self._first.stdin.close()
        self._first.wait()


class Command:
    """A command that runs: ``pid`` leads its process group, ``stdout`` is what it says."""

    def __init__(self, pid, stdout, codes):
        self.pid, self.stdout, self._codes = pid, stdout, codes
        self.returncode = None

    def wait(self):
        """All it says until it ends."""
        out = self.stdout.read()
        self.stdout.close()
        self.returncode = int(self._codes.readline())
        return out
