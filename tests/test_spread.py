"""Tests are spread over workers by what they share."""

import pytest

from tests import spread
from tests.conftest import HERE


@pytest.mark.parametrize(
    ("test", "unit"),
    [
        ("tests/browser/test_pages.py::test_a[1]", "tests/browser"),
        ("tests/browser/test_room.py::test_b", "tests/browser"),
        ("tests/event/test_acts.py::test_c", "tests/event/test_acts.py"),
        ("tests/cluster/test_rights.py::test_d@cluster", "cluster"),
    ],
)
def test_a_file_a_group_and_a_folder_with_one_browser_stay_together(test, unit):
    assert spread.ByFile._split_scope(object.__new__(spread.ByFile), test) == unit


def test_what_is_named_is_there():
    assert [name for name in spread.LONGEST if not (HERE / name).is_file()] == []
    assert [name for name in spread.TOGETHER if not (HERE.parent / name).is_dir()] == []
