"""structlog is loaded by what speaks, and without what it would draw tracebacks with."""

import subprocess
import sys
import types

import pytest
import structlog

from gateway.process import logger
from tests.conftest import ROOT

TOLD = """
import sys
from gateway.process.logger import Logger
from gateway.vault import client
log = Logger("gateway.vault")
assert "structlog" not in sys.modules
log.warning("the first line", table="7")
assert "structlog" in sys.modules and "rich" not in sys.modules
"""


def test_what_says_nothing_loads_no_logger_and_what_speaks_nothing_that_draws():
    done = subprocess.run([sys.executable, "-c", TOLD], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "the first line" in done.stdout and "table" in done.stdout


@pytest.mark.parametrize("before", [types.ModuleType(logger.DRAWS), None], ids=["there", "none"])
def test_what_others_have_loaded_is_left_as_it_was(before, monkeypatch):
    monkeypatch.delitem(sys.modules, logger.DRAWS, raising=False)
    if before:
        monkeypatch.setitem(sys.modules, logger.DRAWS, before)
    logger.structlog.cache_clear()
    assert logger.structlog() is structlog
    assert sys.modules.get(logger.DRAWS) is before
    assert before or logger.DRAWS not in sys.modules
