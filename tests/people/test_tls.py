"""TLS by the gateway itself, and when `feltwire up` may be a demonstration."""

import argparse
import datetime
import http.client
import ssl

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from gateway.errors import GatewayError
from gateway.settings.fields import Settings
from tests.gateway.support import until
from tests.people.people_venue import SECRETS, Venue
from tools.cli import cmd_up


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Paths of a self-signed certificate and its key."""
    folder = tmp_path_factory.mktemp("tls")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "feltwire.room")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(1).not_valid_before(now - datetime.timedelta(1))
        .not_valid_after(now + datetime.timedelta(1)).sign(key, hashes.SHA256())
    )  # fmt: skip
    pem = serialization.Encoding.PEM
    (folder / "cert.pem").write_bytes(made.public_bytes(pem))
    private = serialization.PrivateFormat.PKCS8
    plain = key.private_bytes(pem, private, serialization.NoEncryption())
    (folder / "key.pem").write_bytes(plain)
    return str(folder / "cert.pem"), str(folder / "key.pem")


def test_the_gateway_speaks_tls_with_its_own_certificate(tmp_path, files):
    cert, key = files
    site = Venue(tmp_path, http_cert=cert, http_key=key)
    try:
        context = ssl.create_default_context(cafile=cert)
        context.check_hostname = False
        line = http.client.HTTPSConnection("127.0.0.1", site.port, timeout=60, context=context)
        body = f"name=dora&secret={SECRETS['director']}"
        headers = {
            "Origin": f"https://127.0.0.1:{site.port}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        line.request("POST", "/login", body, headers)
        answer = line.getresponse()
        assert answer.status == 303
        assert answer.headers["set-cookie"].startswith("__Host-feltwire=")
        assert "Secure" in answer.headers["set-cookie"]
        assert "max-age" in answer.headers["strict-transport-security"]
        line.close()
        until(lambda: cmd_up.healthy(f"https://127.0.0.1:{site.port}"), "its health")
        assert site.settings.site() == f"https://127.0.0.1:{site.port}"
        with pytest.raises((http.client.HTTPException, OSError)):
            site.ask("GET", "/login")  # plain http has no answer
    finally:
        site.close()


def test_a_certificate_that_cannot_be_read_is_one_clear_line(tmp_path, files):
    with pytest.raises(GatewayError, match="http_cert '.*none.pem': No such file"):
        Venue(tmp_path, http_cert=str(tmp_path / "none.pem"), http_key=files[1])
    (tmp_path / "bad.pem").write_text("no certificate")
    with pytest.raises(GatewayError, match="http_cert, http_key: "):
        Venue(tmp_path, http_cert=str(tmp_path / "bad.pem"), http_key=files[1])
    with pytest.raises(GatewayError, match="go together"):
        Settings(http_cert="x").check()


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"http_host": "0.0.0.0"}, "http_host"),
        ({"allowed_hosts": ("feltwire.room",)}, "allowed_hosts"),
        ({"tls_in_front": True}, "tls_in_front"),
        ({"http_cert": "x", "http_key": "y"}, "http_cert"),
        ({"mqtt_ca": "a", "mqtt_cert": "b", "mqtt_key": "c"}, "mqtt_ca"),
    ],
)
def test_no_venue_is_a_demonstration(more, why):
    with pytest.raises(GatewayError, match=why):
        Settings(demo=True, **more).check()
    assert Settings(**more).check().demo is False


@pytest.mark.parametrize(
    ("given", "text", "demo"),
    [
        ({}, None, True),
        ({"tables": 0}, None, False),
        ({"mqtt_host": "broker.room"}, None, False),
        ({"host": "0.0.0.0"}, None, False),
        ({"sign_in": True}, None, False),
        ({}, "demo = false", False),
        ({}, 'allowed_hosts = ["feltwire.room"]', False),
        ({}, "tls_in_front = true", False),
        ({"tables": 0}, "demo = true", True),
        ({"host": "10.0.0.1"}, "demo = true", False),
        ({}, "metrics = true", True),
    ],
)
def test_up_is_a_demonstration_on_one_machine_with_virtual_tables_only(tmp_path, given, text, demo):
    path = None
    if text:
        path = tmp_path / "feltwire.toml"
        path.write_text(f"[gateway]\n{text}\n")
    args = {"config": path, "tables": 1, "mqtt_host": None, "host": "127.0.0.1", "sign_in": False}
    assert cmd_up.demo(argparse.Namespace(**{**args, **given})) is demo
