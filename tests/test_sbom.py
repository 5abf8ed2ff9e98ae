"""The bill of materials names what runs; its check finds a known vulnerability (promise 40)."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import metadata

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from tests.conftest import ROOT
from tools import cli
from tools.install import sbom

ADVISORY = {
    "id": "GHSA-test-test-test",
    "modified": "2026-01-01T00:00:00Z",
    "published": "2026-01-01T00:00:00Z",
    "affected": [
        {
            "package": {"name": "starlette", "ecosystem": "PyPI"},
            "ranges": [
                {"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "999.0"}]},
            ],
        }
    ],
}


@pytest.fixture
def service():
    """A vulnerability service as OSV's, which knows the given names: (start(known, bad), asked)."""
    asked, servers = [], []

    def start(known, status=200):
        class Answers(BaseHTTPRequestHandler):
            def do_POST(self):
                query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                asked.append(query["package"]["name"])
                found = {"vulns": [ADVISORY]} if query["package"]["name"] in known else {}
                body = json.dumps(found).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args):
                pass

        server = HTTPServer(("127.0.0.1", 0), Answers)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}/v1/query"

    yield start, asked
    for server in servers:
        server.shutdown()
        server.server_close()


def test_the_bill_names_every_part_that_runs_and_none_of_the_tests():
    parts = {(c["name"], c["version"]) for c in json.loads(sbom.bill())["components"]}
    names = {name for name, _ in parts}
    for name in ("fastapi", "starlette", "paho-mqtt", "influxdb-client", "cryptography", "pyscard"):
        assert (name, metadata.version(name)) in parts, name
    assert ("idiomorph", "0.8.0") in parts  # copied into the tree
    assert not names & {"pytest", "ruff", "pip-audit", "hypothesis", "feltwire"}


def test_the_bill_is_valid_cyclonedx_and_tells_what_needs_what():
    text = sbom.bill()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    needs = {d["ref"]: d.get("dependsOn", []) for d in json.loads(text)["dependencies"]}
    assert "pypi:starlette" in needs["pypi:fastapi"]


KINDS = (".js", ".css", ".ttf", ".woff2")


def test_each_copied_file_is_told_and_has_a_part():
    copied = {part["path"] for part in sbom.copied()}
    there = {p for p in (ROOT / "gateway").rglob("vendor/*") if p.suffix in KINDS}
    assert copied == there and there


def test_a_part_without_vulnerabilities_passes_and_every_part_is_looked_up(service, capsys):
    start, asked = service
    assert cli.main(["sbom", "--check", "--osv-url", start(known=())]) == 0
    assert set(asked) == {name for name, _, _ in sbom.runtime()}
    assert "0 known vulnerabilities, 0 not looked up" in capsys.readouterr().out


def test_a_known_vulnerability_fails_and_is_named(service, capsys):
    start, _ = service
    assert cli.main(["sbom", "--check", "--osv-url", start(known=("starlette",))]) == 1
    out = capsys.readouterr().out
    assert f"starlette {metadata.version('starlette')}: GHSA-test-test-test; take 999.0" in out


def test_a_service_that_is_ill_is_never_a_pass(service, capsys):
    start, _ = service
    assert cli.main(["sbom", "--check", "--osv-url", start(known=(), status=503)]) == 2
    assert "could not be asked" in capsys.readouterr().err
