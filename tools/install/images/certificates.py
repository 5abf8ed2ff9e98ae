"""Certificates of a room: a CA of its own, the broker's, and one for each controller.

EC P-256, which a controller handles in a fraction of a second. The CA's files lie in one folder,
``ca.pem`` and ``ca.key``; the private key of a controller is written to the controller and nowhere
else.
"""

import datetime
import ipaddress
import os
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tools.errors import CommandError

DAY = datetime.timedelta(days=1)
CA_DAYS = 3650
DAYS = 730


def name_of(text):
    """Subject with this common name."""
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


class Authority:
    """A CA: ``certificate`` and ``key``. A new one is made unless both are given."""

    def __init__(self, name="Feltwire", certificate=None, key=None):
        self.key = key or ec.generate_private_key(ec.SECP256R1())
        self.name = certificate.subject if certificate else name_of(name)
        now = datetime.datetime.now(datetime.UTC)
        self.certificate = certificate or (
            self._builder(self.name, self.key, now - DAY, now + CA_DAYS * DAY)
            .add_extension(x509.BasicConstraints(True, 0), True)
            .add_extension(_usage(sign=True), True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(self.key.public_key()), False)
            .sign(self.key, hashes.SHA256())
        )

    def issue(self, name, begin=-1, end=DAYS, server=False, addresses=("127.0.0.1",)):
        """Certificate and key of ``name``, valid from ``begin`` to ``end`` days from now.

        ``server``: a broker's, also good for ``addresses``; otherwise a client's.
        """
        key = ec.generate_private_key(ec.SECP256R1())
        now = datetime.datetime.now(datetime.UTC)
        use = ExtendedKeyUsageOID.SERVER_AUTH if server else ExtendedKeyUsageOID.CLIENT_AUTH
        names = [x509.DNSName(name)]
        if server:
            names += [x509.IPAddress(ipaddress.ip_address(a)) for a in addresses]
        builder = self._builder(name_of(name), key, now + begin * DAY, now + end * DAY)
        builder = builder.add_extension(x509.BasicConstraints(False, None), True)
        builder = builder.add_extension(_usage(sign=False), True)
        builder = builder.add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), False
        )
        builder = builder.add_extension(x509.SubjectAlternativeName(names), False)
        builder = builder.add_extension(x509.ExtendedKeyUsage([use]), False)
        return builder.sign(self.key, hashes.SHA256()), key

    def _builder(self, subject, key, begin, end):
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self.name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(begin)
            .not_valid_after(end)
        )


def _usage(sign):
    """Key usage: to sign certificates and lists of revoked ones, or to prove oneself."""
    return x509.KeyUsage(
        digital_signature=not sign, key_cert_sign=sign, crl_sign=sign, content_commitment=False,
        key_encipherment=False, data_encipherment=False, key_agreement=False,
        encipher_only=False, decipher_only=False,
    )  # fmt: skip


def open_ca(folder, make=False):
    """The CA in a folder; ``make``: a new one, when there is none yet. Raises CommandError."""
    folder = Path(folder)
    cert, key = folder / "ca.pem", folder / "ca.key"
    if make:
        if cert.exists() or key.exists():
            raise CommandError(f"{folder} has a CA already")
        made = Authority()
        folder.mkdir(parents=True, exist_ok=True)
        save(key, pem(made.key), secret=True)
        save(cert, pem(made.certificate))
        return made
    try:
        return Authority(
            certificate=x509.load_pem_x509_certificate(cert.read_bytes()),
            key=serialization.load_pem_private_key(key.read_bytes(), None),
        )
    except OSError as e:
        text = f"{e.filename}: {e.strerror}; make a CA with `feltwire pki init`"
        raise CommandError(text) from None
    except (ValueError, TypeError):
        raise CommandError(f"{folder}: ca.pem or ca.key cannot be read") from None


def save(path, data, secret=False):
    """Write a file, readable by its owner only when it is secret."""
    mode = 0o600 if secret else 0o644
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as f:
        f.write(data)


def der(thing):
    """DER of a certificate or key, as controllers read it."""
    if hasattr(thing, "private_bytes"):
        return thing.private_bytes(
            serialization.Encoding.DER,
            serialization.PrivateFormat.TraditionalOpenSSL,
            serialization.NoEncryption(),
        )
    return thing.public_bytes(serialization.Encoding.DER)


def pem(thing):
    """PEM, as Mosquitto reads it."""
    if hasattr(thing, "private_bytes"):
        return thing.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    return thing.public_bytes(serialization.Encoding.PEM)
