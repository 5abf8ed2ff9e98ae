"""The folder of the venue's CA: ``ca.pem``, ``ca.key``, ``crl.pem``, and ``issued.json``, the list
of every certificate it has signed.

The list is what the broker's rules are made from: a certificate that is not on it, or revoked, has
no rights, whoever signed it. Writers take turns by a lock file; files are replaced whole.
"""

import contextlib
import datetime
import fcntl
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes

from tools.errors import CommandError
from tools.install.images import certificates as ce
from tools.install.pki import permissions

FOLDER = "var/keys/tls"
LIST = "issued.json"
CRL = "crl.pem"
GATEWAY_NAME, IMAGES_NAME = "feltwire-gateway", "feltwire-images"
TECHNICIAN_NAME = "feltwire-technician"
NAME_MAX = 64  # characters of a common name (RFC 5280, ub-common-name)
SECOND = datetime.timedelta(seconds=1)
_WORD = re.compile(r"[A-Za-z0-9_-]{1,32}\Z")
_NAME = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")


@dataclass(frozen=True)
class Holder:
    """A certificate's holder: its name in the certificate, and what it is. ``table`` and ``dev``
    of a controller, else empty."""

    name: str
    kind: str
    table: str = ""
    dev: str = ""


def controller(table, dev):
    """Holder of a table's controller. CommandError for names a topic or a rule cannot take."""
    for what, text in (("--table", table), ("--dev", dev)):
        if not _WORD.match(text):
            raise CommandError(f"{what} {text!r}: 1 to 32 letters, digits, - or _")
    return Holder(f"feltwire-{table}-{dev}", permissions.CONTROLLER, table, dev)


def named(name, kind):
    """Holder of a broker's or gateway's certificate. CommandError for a name no rule can take."""
    if not _NAME.match(name):
        raise CommandError(f"--name {name!r}: 1 to {NAME_MAX} letters, digits, - . or _")
    return Holder(name, kind)


class Store:
    """See the module. ``now``: the time, as a UTC datetime; for tests."""

    def __init__(self, folder=FOLDER, now=None):
        self.folder = Path(folder)
        self._now = now or (lambda: datetime.datetime.now(datetime.UTC))

    # -- reading

    def rows(self):
        """All certificates ever signed, in order, as dicts. CommandError for a broken list."""
        return self._read()["certificates"]

    def in_force(self):
        """Rows that are neither revoked nor past their end."""
        now = self._now().isoformat()
        return [r for r in self.rows() if not r["revoked"] and r["ends"] > now]

    def holders(self):
        """Holders of certificates in force, each once, by name."""
        found = {r["name"]: holder_of(r) for r in self.in_force()}
        return [found[name] for name in sorted(found)]

    def outs(self):
        """Folders a broker's files were written to."""
        return [Path(p) for p in self._read()["outs"]]

    def _read(self):
        path = self.folder / LIST
        try:
            data = json.loads(path.read_text())
            rows = data["certificates"]
            whole = all({"serial", "name", "kind", "ends", "revoked"} <= set(r) for r in rows)
            if not whole or not isinstance(data["outs"], list):
                raise ValueError
        except FileNotFoundError:
            return {"v": 1, "outs": [], "certificates": []}
        except OSError as e:
            raise CommandError(f"{path}: {e.strerror}") from None
        except (ValueError, KeyError, TypeError, RecursionError):
            raise CommandError(f"{path} cannot be read: put a copy of it back") from None
        return data

    # -- writing

    def init(self):
        """Make the CA, and an empty revocation list. CommandError when there is one already."""
        made = ce.open_ca(self.folder, make=True)
        os.chmod(self.folder, 0o700)
        self._write_crl(made, [])
        return made

    def issue(self, holder, days=ce.DAYS, addresses=("127.0.0.1",), begin=-1):
        """``(certificate, key)`` for a holder, on the list before it is handed out.

        What the same holder had before is revoked: its key may be anywhere by now.
        """
        with self._locked():
            data = self._read()
            clash = [
                r for r in data["certificates"]
                if r["name"] == holder.name and holder_of(r) != holder and not r["revoked"]
            ]  # fmt: skip
            if clash:
                what = " ".join(t for t in (clash[0]["kind"], clash[0].get("table")) if t)
                raise CommandError(f"{holder.name} is the name of {what} already: choose another")
            if len(holder.name) > NAME_MAX:
                raise CommandError(f"{holder.name}: a name has at most {NAME_MAX} characters")
            ca = ce.open_ca(self.folder)
            server = holder.kind == permissions.BROKER
            try:
                cert, key = ca.issue(holder.name, begin, days, server, addresses if server else ())
            except ValueError as e:
                raise CommandError(str(e)) from None
            self._mark(data, holder.name)
            data["certificates"].append(
                {
                    "serial": format(cert.serial_number, "x"), "name": holder.name,
                    "kind": holder.kind, "table": holder.table, "dev": holder.dev,
                    "ends": cert.not_valid_after_utc.isoformat(), "revoked": None,
                }
            )  # fmt: skip
            self._write(data, ca)
        return cert, key

    def revoke(self, name):
        """Revoke every certificate of a name in force; how many that were."""
        with self._locked():
            data = self._read()
            count = self._mark(data, name)
            if count:
                self._write(data, ce.open_ca(self.folder))
            elif not any(r["name"] == name for r in data["certificates"]):
                raise CommandError(f"{name} was never issued here: `feltwire pki list` has all")
        return count

    def remember_out(self, folder):
        """From now on a change of the list is written to this broker's folder too."""
        with self._locked():
            data = self._read()
            if str(folder) not in data["outs"]:
                data["outs"].append(str(folder))
                self._write_list(data)

    def _mark(self, data, name):
        now = self._now().isoformat()
        found = [r for r in data["certificates"] if r["name"] == name and not r["revoked"]]
        for row in found:
            row["revoked"] = now
        return len(found)

    def _write(self, data, ca):
        self._write_list(data)
        self._write_crl(ca, [r for r in data["certificates"] if r["revoked"]])

    def _write_list(self, data):
        replace(self.folder / LIST, json.dumps(data, indent=1).encode() + b"\n", 0o600)

    def _write_crl(self, ca, rows):
        """The revocation list. Valid as long as the CA: the broker reads it from its own disk, and
        one that ran out would lock every table out."""
        path = self.folder / CRL
        begin = self._now() - ce.DAY  # a controller's or broker's clock may be behind
        with contextlib.suppress(OSError, ValueError):
            # OpenSSL holds on to an older list it has read, unless the next is dated later.
            before = x509.load_pem_x509_crl(path.read_bytes()).last_update_utc
            begin = max(begin, before + SECOND)
        made = (
            x509.CertificateRevocationListBuilder()
            .issuer_name(ca.name)
            .last_update(begin)
            .next_update(ca.certificate.not_valid_after_utc)
        )
        for row in rows:
            made = made.add_revoked_certificate(
                x509.RevokedCertificateBuilder()
                .serial_number(int(row["serial"], 16))
                .revocation_date(datetime.datetime.fromisoformat(row["revoked"]))
                .build()
            )
        replace(path, ce.pem(made.sign(ca.key, hashes.SHA256())), 0o644)

    @contextlib.contextmanager
    def _locked(self):
        if not self.folder.is_dir():
            raise CommandError(f"{self.folder} does not exist; make a CA with `feltwire pki init`")
        try:
            with open(self.folder / "lock", "w") as f:
                fcntl.flock(f, fcntl.LOCK_EX)
                yield
        except OSError as e:
            raise CommandError(f"{e.filename}: {e.strerror}") from None


def holder_of(row):
    """Holder of a row of the list."""
    return Holder(row["name"], row["kind"], row.get("table", ""), row.get("dev", ""))


def replace(path, data, mode, group=None):
    """Write a file whole or not at all, with its mode from the first byte on."""
    aside = path.with_name(path.name + ".new")
    with contextlib.suppress(FileNotFoundError):
        aside.unlink()
    with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as f:
        f.write(data)
        f.flush()
        os.fchmod(f.fileno(), mode)
        if group is not None:
            os.fchown(f.fileno(), -1, group)
        os.fsync(f.fileno())
    os.replace(aside, path)
