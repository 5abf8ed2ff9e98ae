"""What the tests of the table code share."""

import pytest

from tests.firmware_table.rig import Rig


@pytest.fixture
def rig():
    """A table whose hand has been dealt to seats 1 to 3; what was told so far is forgotten."""
    r = Rig()
    r.hand()
    r.emitted()
    return r
