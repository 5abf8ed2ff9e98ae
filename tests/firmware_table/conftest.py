"""What the tests of the table code share."""

import pytest

from tests.firmware_table.rig import Rig


@pytest.fixture(scope="session")
def dealt_rig():
    """What ``rig`` is a copy of: to deal takes longer than to copy."""
    r = Rig()
    r.hand()
    r.emitted()
    return r


@pytest.fixture
def rig(dealt_rig):
    """A table whose hand has been dealt to seats 1 to 3; what was told so far is forgotten."""
    return dealt_rig.again()
