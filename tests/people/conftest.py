"""A gateway that asks for a login, with somebody of each role, and two tables: 3 and 4."""

import pytest

from tests.people.people_venue import Venue


def pytest_configure(config):
    """What makes tests of a description, for who needs it: any test of others it costs a tenth of a
    millisecond."""
    config.pluginmanager.import_plugin("schemathesis.pytest.plugin")


@pytest.fixture(scope="module")
def venue(tmp_path_factory):
    made = Venue(tmp_path_factory.mktemp("people"))
    yield made
    made.close()
