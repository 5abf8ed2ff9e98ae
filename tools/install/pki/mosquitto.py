"""Everything Mosquitto needs, in one folder: ``mosquitto.conf``, ``acl``, CA, revocation list, and
the broker's own certificate with its key.

Each client shows a certificate; its name there is its user **and** its client id, so that nobody
can take over another's session by calling itself so. Written for Mosquitto 2.0.
"""

import contextlib
import grp
import os
import pwd
import signal
from pathlib import Path

from tools.errors import CommandError
from tools.install.pki import permissions
from tools.install.pki.ca_folder import CRL, replace

USER = "mosquitto"  # whom Debian's service runs as
PID_FILE = "/run/mosquitto/mosquitto.pid"  # Debian's service makes that folder for it
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


def write(store, out, port, host="", log=None, pid_file=None, mounted=None, group=None):
    """Write the folder; from now on each change of the list is written there too.

    ``mounted``: the folder's path as the broker sees it, when a container mounts it elsewhere.
    ``group``: number of the group that may read it, when root writes; else that of Debian's broker.
    """
    out = Path(out).resolve()
    group = _group() if group is None else group
    cert, key = store.folder / "broker.pem", store.folder / "broker.key"
    if not cert.exists() or not key.exists():
        raise CommandError(f"{cert} is missing: make it with `feltwire pki broker --name NAME`")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise CommandError(f"--out {out}: {e.strerror}") from None
    text = CONF.format(
        port=port, host=f" {host}" if host else "", folder=mounted or out, packet=PACKET_BYTES_MAX
    )
    if os.getuid() == 0 and group is None:
        text += "user root\n"  # there is no other to become
    if log:
        text += LOG.format(log=Path(log).resolve())
    if pid_file:
        _check_pid_file(Path(pid_file).resolve())
        text += f"pid_file {Path(pid_file).resolve()}\n"
    try:
        _open_folder(out, group)
        files = {"ca.pem": store.folder / "ca.pem", "broker.pem": cert, "broker.key": key}
        for name, source in files.items():
            _put(out / name, source.read_bytes())
        _put(out / "mosquitto.conf", text.encode())
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
        found = permissions.of(holder)
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


def _check_pid_file(path):
    """CommandError where Mosquitto 2.0 would not start: it writes the file as its own user."""
    if not path.parent.is_dir():
        raise CommandError(f"--pid-file {path}: there is no folder {path.parent}")
    user = _user() if os.getuid() == 0 else None
    if user is None:
        can = os.access(path if path.exists() else path.parent, os.W_OK)
    else:
        can = may_write(path if path.exists() else path.parent, user.pw_uid, user.pw_gid)
    if not can:
        raise CommandError(
            f"--pid-file {path}: Mosquitto, as its own user, cannot write there and would not"
            f" start: name a file in a folder of the user {USER}, as {PID_FILE}"
        )


def may_write(path, uid, gid):
    """True when a user who is not root may write a file, or make one in a folder, by its mode."""
    at = os.stat(path)
    bits = 0o3 if path.is_dir() else 0o2
    shift = 6 if at.st_uid == uid else 3 if at.st_gid == gid else 0
    return at.st_mode >> shift & bits == bits


def _user():
    with contextlib.suppress(KeyError):
        return pwd.getpwnam(USER)
    return None


def _group():
    with contextlib.suppress(KeyError):
        return grp.getgrnam(USER).gr_gid
    return None


def _put(path, data):
    """Readable by this user, and by the group the folder was opened to."""
    folder = os.stat(path.parent)
    open_to = folder.st_gid if folder.st_mode & 0o050 == 0o050 else None
    replace(path, data, 0o600 if open_to is None else 0o640, open_to)


def _open_folder(out, group):
    """Only root can open it to a group that may not be its own."""
    group = group if os.getuid() == 0 else None
    os.chmod(out, 0o700)
    if group is not None:
        os.chown(out, -1, group)
        os.chmod(out, 0o750)
