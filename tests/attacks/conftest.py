"""One running Feltwire of each kind, for the attacks that leave it as it was.

It ends with them: left running it would write of its alerts into the output of other tests.
"""

import pytest

from tests.attacks.attacked import House
from tests.attacks.demo_and_venue import BOTH


@pytest.fixture(scope="package", params=list(BOTH))
def house(request, tmp_path_factory):
    """See House; at table 7 hands have been played to their end, at the others none."""
    made = House(tmp_path_factory.mktemp(request.param), setup=BOTH[request.param])
    yield made
    made.close()
