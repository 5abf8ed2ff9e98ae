"""How each worker of `make test` gathers the tests, and what it says of them, at little cost.

Every worker gathers all tests. Where nothing has run yet each would compile all of them, too, for
20 s of processor time; but what is compiled already is only loaded. So each worker begins
elsewhere, and finds at the end what the others have compiled.
"""

import contextlib
import gc
import importlib

import pytest
from _pytest.runner import runtestprotocol


@contextlib.contextmanager
def without_collector():
    """What is gathered stays until the end: the garbage collector would look through it in vain."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def begin_elsewhere(folder, number, workers):
    """Load all test modules below ``folder``, a package: worker ``number`` of ``workers`` begins
    at its place among them, counted from 0.

    What cannot be loaded is left to pytest, which tries again and says why.
    """
    paths = sorted(folder.rglob("test_*.py"))
    first = len(paths) * number // workers
    for path in paths[first:] + paths[:first]:
        name = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
        with contextlib.suppress(Exception, SystemExit, pytest.skip.Exception):
            importlib.import_module(name)


def run_and_say(item, nextitem):
    """Run a test and report what it came to; that it begins, and what passes before and after it,
    is not said: each message to the run that gathers them costs as much as a small test.
    """
    for report in runtestprotocol(item, nextitem=nextitem, log=False):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
