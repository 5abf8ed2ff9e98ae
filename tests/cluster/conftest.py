"""The PostgreSQL of the gateway's tests, here as well."""

from tests.gateway.conftest import postgres  # noqa: F401 - a fixture
