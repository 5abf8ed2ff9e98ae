"""Certificates for tests: a CA, a broker, controllers; made on the spot, valid when asked to be."""

import datetime
import ipaddress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

DAY = datetime.timedelta(days=1)


def name_of(text):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


class Authority:
    """A CA. ``issue(name)`` gives ``(certificate, key)``."""

    def __init__(self, name="Test CA"):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = name_of(name)
        now = datetime.datetime.now(datetime.UTC)
        self.certificate = (
            self._builder(self.name, self.key, now - DAY, now + 3650 * DAY)
            .add_extension(x509.BasicConstraints(True, 0), True)
            .sign(self.key, hashes.SHA256())
        )

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

    def issue(self, name, begin=-1, end=365, server=False):
        """Certificate of ``name``, valid from ``begin`` to ``end`` days from now."""
        key = ec.generate_private_key(ec.SECP256R1())
        now = datetime.datetime.now(datetime.UTC)
        use = ExtendedKeyUsageOID.SERVER_AUTH if server else ExtendedKeyUsageOID.CLIENT_AUTH
        names = [x509.DNSName(name)]
        if server:
            names.append(x509.IPAddress(ipaddress.ip_address("127.0.0.1")))
        builder = self._builder(name_of(name), key, now + begin * DAY, now + end * DAY)
        builder = builder.add_extension(x509.BasicConstraints(False, None), True)
        builder = builder.add_extension(x509.SubjectAlternativeName(names), False)
        builder = builder.add_extension(x509.ExtendedKeyUsage([use]), False)
        return builder.sign(self.key, hashes.SHA256()), key


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


def write(folder, form, **things):
    """Write things as ``<name>.<form>``; name -> path."""
    out = {}
    for name, thing in things.items():
        path = Path(folder) / f"{name}.{form}"
        path.write_bytes((der if form == "der" else pem)(thing))
        out[name] = str(path)
    return out
