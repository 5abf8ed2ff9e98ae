"""``python -m pytest -p tests.spent FILES``: processor seconds of each test file, the dearest last.

User and system time of this process and of all it has waited for. What tests share is counted where
it is made, or ends: a browser at the last test that has it.
"""

import os
from collections import Counter

SHOWN = 30  # files

_spent = Counter()  # file -> s
_before = 0.0


def _now():
    return sum(os.times()[:4])


def pytest_runtest_logstart():
    """A test begins."""
    global _before
    _before = _now()


def pytest_runtest_logfinish(location):
    """A test has ended, with the fixtures that end after it."""
    _spent[location[0]] += _now() - _before


def pytest_terminal_summary(terminalreporter):
    """The dearest files, and what all of it took."""
    terminalreporter.section("processor seconds")
    for path, seconds in reversed(_spent.most_common(SHOWN)):
        terminalreporter.line(f"{seconds:8.1f} {path}")
    terminalreporter.line(f"{_now():8.1f} all, the gathering of the tests included")
