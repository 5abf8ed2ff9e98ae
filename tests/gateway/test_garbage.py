"""The garbage collector looks seldom in a process of ours, and never through what it has loaded."""

import subprocess
import sys

import pytest

from gateway.process.garbage import NEW_OBJECTS
from tests.conftest import ROOT

AT_THE_END = f"""
import atexit, gc, runpy, sys
usual = gc.get_threshold()
def end():  # what was registered first is called last
    print("frozen" if gc.get_freeze_count() else "thawed", end=" ")
    print("seldom" if gc.get_threshold()[0] == {NEW_OBJECTS} else "usual")
    assert gc.isenabled() and gc.get_threshold()[1:] == usual[1:]
atexit.register(end)
"""


def said(lines):
    """The last words of a process that runs these lines."""
    argv = [sys.executable, "-c", AT_THE_END + lines]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True)
    assert not done.stderr, done.stderr
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    "lines",
    [
        "sys.argv[1:] = ['--version']; runpy.run_module('tools.cli', run_name='__main__')",
        "sys.argv[1:] = ['--version']; import feltwire; feltwire.main()",
        "sys.argv[1:] = ['--help']; runpy.run_module('gateway.vault', run_name='__main__')",
    ],
    ids=["tools.cli", "feltwire", "gateway.vault"],
)
def test_a_process_of_ours_looks_seldom_and_leaves_out_what_stays_at_its_end(lines):
    assert said(lines) == "frozen seldom"


@pytest.mark.parametrize(
    "lines",
    [
        "from tools import cli; cli.main(['--version'])",
        "import feltwire; feltwire.main(['--version'])",
        "import gateway.vault.__main__, tools.playing.play_worker",
    ],
    ids=["cli.main", "feltwire.main", "loaded"],
)
def test_who_only_calls_or_loads_us_keeps_a_collector_of_its_own(lines):
    assert said(lines) == "thawed usual"
