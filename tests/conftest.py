"""What all tests share: where the material beside the repository lies, and when to do without."""

import ast
import functools
import gc
import os
from pathlib import Path

import argon2
import pytest
from hypothesis import HealthCheck, settings

from gateway.people import credentials
from tests import compiled
from tools.virtual import vm

# Machines are shared and noisy: nothing here may fail for being slow. A failure prints its seed.
settings.register_profile(
    "feltwire", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("feltwire")

# Between two looks of the garbage collector; 700 of Python took 11% of a test's time, this 4%
# (seven files of six folders, 8 s, by turns, twice).
NEW_OBJECTS = 20_000

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SHARED = ROOT.parent / "shared"


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Without the garbage collector: what is gathered stays until the end, and it would look
    through it in vain."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish(session):
    """The garbage collector goes no more through what stays until the end (modules, thousands of
    tests), and begins less often: by default one new object in 700 makes it look.

    Nor does it look once before: what gathering has left over is little, and stays.
    """
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)


def _without_collection(parse):
    """``ast.parse`` with the garbage collector off.

    CPython 3.11 counts its depth in one place for all: when a collection in its midst writes the
    traceback of a task that was dropped (which parses source, too, for its carets), the count is
    off and a SystemError says so.
    """

    @functools.wraps(parse)
    def parsed(*args, **kwargs):
        was_on = gc.isenabled()
        gc.disable()
        try:
            return parse(*args, **kwargs)
        finally:
            if was_on:
                gc.enable()

    return parsed


ast.parse = _without_collection(ast.parse)

# A hash of a PIN costs a fifth of a second, on purpose. Here nobody guesses: what is asserted of
# secrets does not depend on the cost, and that Feltwire ships the full one has a test of its own.
SHIPPED_HASHER = credentials._HASHER
credentials._HASHER = argon2.PasswordHasher(time_cost=1, memory_cost=1024)
credentials._NOBODY = credentials._nobodys()


@pytest.fixture(scope="session")
def real_image(tmp_path_factory):
    """``(ROM file system, short names)`` of the whole firmware: 4 s of work, done once a run."""
    from tools.install.images import build

    def make(_place):
        short = {}
        return build.rom(short=short), short

    return compiled.once_a_run(tmp_path_factory, "real_image", make)


@pytest.fixture(scope="session", autouse=True)
def _compiled_program(tmp_path_factory):
    """Virtual tables load what is compiled already."""
    vm.compiled = compiled.tree_of(tmp_path_factory)


def shared(*parts):
    """Path of a file in the material folder beside the repository.

    Outside CI a test that needs it is skipped with the reason; under CI its absence is a failure.
    """
    path = SHARED.joinpath(*parts)
    if not path.exists():
        missing(f"{os.path.join('..', 'shared', *parts)} beside the repository")
    return path


def missing(what):
    """A test cannot do without ``what``: a failure under CI, elsewhere a skip with the reason."""
    text = f"needs {what}"
    if os.environ.get("CI"):
        pytest.fail(text)
    pytest.skip(text)
