"""A run of pytest in a process that has imported what is slow to import already.

Each change is judged by a fork of this process: the libraries are there, and everything of the
project is imported anew from the tree with the change.
"""

import importlib
import os
import resource
import sys
import traceback

import pytest

from tests.conftest import ROOT
from tests.mutation import near

CHANGED_CPU_S = 120  # one run: a change may make a loop endless, which counts as caught


def start(tree, arguments, picks, out):
    """Fork a run of pytest in ``tree`` that writes to the file ``out``; returns its process id.

    ``picks``: file with the tests to run.
    """
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        _redirect(out)
        resource.setrlimit(resource.RLIMIT_CPU, (CHANGED_CPU_S, CHANGED_CPU_S + 5))
        _forget_project()
        os.chdir(tree)
        sys.path[:] = [str(tree), *[p for p in sys.path if p not in ("", str(ROOT))]]
        more = {"MUTATION_PICK": str(picks), "PYTHONDONTWRITEBYTECODE": "1"}
        os.environ.update(near.environment(tree, **more))
        sys.dont_write_bytecode = True
        code = int(pytest.main(arguments))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _redirect(out):
    """Write what is printed to a file."""
    file = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.close(file)


def _forget_project():
    """Make the next import of anything of the project read its file."""
    tops = {path.name for path in ROOT.iterdir() if path.is_dir()}
    for name in list(sys.modules):
        if name.split(".")[0] in tops:
            del sys.modules[name]
    importlib.invalidate_caches()
