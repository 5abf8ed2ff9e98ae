"""The engine plays a full nine-handed hand on a small heap (32-bit VM, code in a mapped ROM)."""

import os

import pytest

from tools.bench.heap import Bench
from tools.errors import CommandError

LIMIT_KB = 108


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    try:
        return Bench(tmp_path_factory.mktemp("heap"), "tda-2011")
    except CommandError:
        if os.environ.get("CI"):
            raise
        pytest.skip("needs the 32-bit MicroPython and mpremote")


def test_a_full_hand_passes_on_the_limit(bench):
    assert bench.passes(LIMIT_KB)


def test_the_limit_is_felt(bench):
    assert not bench.passes(LIMIT_KB // 2)
