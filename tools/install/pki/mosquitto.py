"""Everything Mosquitto needs, in one folder: ``mosquitto.conf``, ``acl``, CA, revocation list, and
the broker's own certificate with its key.

Each client shows a certificate; its name there is its user **and** its client id, so that nobody
can take over another's session by calling itself so. Written for Mosquitto 2.0.
"""

import contextlib
import grp
import os
import signal
from pathlib import Path

from tools.errors import CommandError
from tools.install.pki import rules
from tools.install.pki.store import CRL, replace

USER = "mosquitto"  # whom Debian's service runs as
PACKET_BYTES_MAX = 131_072
CONF = """\
# made by `feltwire pki mosquitto`; that command writes it anew
per_listener_settings false
listener {port}{host}
cafile {folder}/ca.pem
certfile {folder}/broker.pem
keyfile {folder}/broker.key
crlfile {folder}/crl.pem
tls_version tlsv1.2
require_certificate true
use_identity_as_username true
use_username_as_clientid true
allow_anonymous false
acl_file {folder}/acl
max_packet_size {packet}
# Nothing is lost with the broker: controllers keep their events until the gateway has them.
persistence false
connection_messages true
log_timestamp_format %Y-%m-%dT%H:%M:%S
log_dest stderr
"""
# Refusals of the rules are said at this level only; so is every packet.
LOG = "log_dest file {log}\nlog_type error\nlog_type warning\nlog_type notice\nlog_type debug\n"


def write(store, out, port, host="", log=None, pid_file=None):
    """Write the folder; from now on each change of the list is written there too."""
    out = Path(out).resolve()
    cert, key = store.folder / "broker.pem", store.folder / "broker.key"
    if not cert.exists() or not key.exists():
        raise CommandError(f"{cert} is missing: make it with `feltwire pki broker --name NAME`")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise CommandError(f"--out {out}: {e.strerror}") from None
    text = CONF.format(
        port=port, host=f" {host}" if host else "", folder=out, packet=PACKET_BYTES_MAX
    )
    if os.getuid() == 0 and _group() is None:
        text += "user root\n"  # there is no other to become
    if log:
        text += LOG.format(log=Path(log).resolve())
    if pid_file:
        text += f"pid_file {Path(pid_file).resolve()}\n"
    try:
        files = {"ca.pem": store.folder / "ca.pem", "broker.pem": cert, "broker.key": key}
        for name, source in files.items():
            _put(out / name, source.read_bytes())
        _put(out / "mosquitto.conf", text.encode())
        _open_folder(out)
    except OSError as e:
        raise CommandError(f"{e.filename}: {e.strerror}") from None
    store.remember_out(out)
    publish(store)


def publish(store):
    """Rules and revocation list to every folder a broker reads; the folders.

    All are tried; CommandError names the first that could not be written.
    """
    trouble = None
    for out in store.outs():
        try:
            _put(out / "acl", acl(store.holders()).encode())
            _put(out / CRL, (store.folder / CRL).read_bytes())
        except OSError as e:
            trouble = trouble or f"{out} was not brought up to date: {e.strerror}"
    if trouble:
        raise CommandError(trouble)
    return store.outs()


def acl(holders):
    """Mosquitto's rules for holders of certificates in force."""
    lines = ["# made by `feltwire pki`; who is not named may nothing"]
    for holder in holders:
        found = rules.of(holder)
        if found:
            lines += ["", f"user {holder.name}"]
            lines += [f"topic {access} {topic}" for access, topic in found]
    return "\n".join(lines) + "\n"


def reload(pid_file):
    """Make a running Mosquitto read rules and revocation list (SIGHUP)."""
    path = Path(pid_file)
    try:
        pid = int(path.read_text())
        if b"mosquitto" not in Path(f"/proc/{pid}/cmdline").read_bytes():
            raise CommandError(f"{path}: process {pid} is no Mosquitto")
        os.kill(pid, signal.SIGHUP)
    except ValueError:
        raise CommandError(f"{path} holds no process id") from None
    except OSError as e:
        raise CommandError(f"{path}: Mosquitto is not told: {e.strerror}") from None


def _group():
    with contextlib.suppress(KeyError):
        return grp.getgrnam(USER).gr_gid
    return None


def _put(path, data):
    """Readable by this user, and by Mosquitto's group when root writes."""
    group = _group() if os.getuid() == 0 else None
    replace(path, data, 0o600 if group is None else 0o640, group)


def _open_folder(out):
    group = _group() if os.getuid() == 0 else None
    os.chmod(out, 0o700 if group is None else 0o750)
    if group is not None:
        os.chown(out, -1, group)
