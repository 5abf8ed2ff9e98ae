"""The gateway for programs: version 1 of the HTTP interface, described in docs/openapi.json."""
