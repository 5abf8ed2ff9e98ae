"""Odd requests made from the published description: no failure, no status that is not described."""

import itertools
import json
import os

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import status_code_conformance

from tests.people.people_venue import OWN
from tools.docs import interfaces

EXAMPLES = int(
    os.environ.get("SCHEMA_EXAMPLES", "12")
)  # of each operation; soak: tests.people.soak_requests
SCHEMA = schemathesis.openapi.from_dict(json.loads(interfaces.openapi()))
CHECKS = [not_a_server_error, status_code_conformance]
QUIET = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much]
statuses = {}
turn = itertools.count()


@pytest.fixture(scope="module")
def bearer(venue):
    yield {"Authorization": "Bearer " + venue.program("director")}
    asked = {label: sorted(set(found)) for label, found in statuses.items()}
    print(f"\n{sum(map(len, statuses.values()))} odd requests: {asked}")


@SCHEMA.exclude(path_regex="/stream$").parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=QUIET, database=None)
def test_no_request_breaks_an_operation(case, venue, bearer):
    if "table" in (case.path_parameters or {}) and next(turn) % 2:
        case.path_parameters["table"] = OWN  # made-up names never are a table's
    for headers in (bearer, {}):
        answer = case.call(base_url=venue.origin, headers={**(case.headers or {}), **headers})
        case.validate_response(answer, checks=CHECKS)
        statuses.setdefault(case.operation.label, []).append(answer.status_code)
        if not headers and case.operation.path.startswith("/api/"):
            assert answer.status_code in (401, 403)


def test_a_plain_request_to_each_operation_is_answered(venue, bearer):
    """Positive control: the token opens every one, so that odd requests get past the door."""
    paths = [path.replace("{table}", OWN) for path in SCHEMA.raw_schema["paths"]]
    asked = {p: venue.ask("GET", p, **bearer)[0] for p in paths if not p.endswith("/stream")}
    assert len(asked) >= 4
    assert {p for p, status in asked.items() if status != 200} == {"/metrics"}  # closed: 404
