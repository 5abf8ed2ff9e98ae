"""Odd requests made from the published description: no failure, no status that is not described."""

import itertools
import json
import os

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import status_code_conformance

from tests.people.venue import OWN
from tools import docs_api

pytestmark = pytest.mark.xdist_group("schema")  # the last test counts what the others did
EXAMPLES = int(
    os.environ.get("SCHEMA_EXAMPLES", "12")
)  # of each operation; soak: tests.people.soak
SCHEMA = schemathesis.openapi.from_dict(json.loads(docs_api.openapi()))
CHECKS = [not_a_server_error, status_code_conformance]
QUIET = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much]
statuses = {}
turn = itertools.count()


@pytest.fixture(scope="module")
def bearer(venue):
    return {"Authorization": "Bearer " + venue.program("director")}


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


def test_the_operations_were_really_asked_for(venue):
    asked = {label: sorted(set(found)) for label, found in statuses.items()}
    print(f"\n{sum(map(len, statuses.values()))} odd requests: {asked}")
    assert {s for found in asked.values() for s in found} >= {200, 401}
    assert len(asked) >= 4 and 200 in asked["GET /api/v1/tables/{table}/events"]
