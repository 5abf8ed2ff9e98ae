"""``feltwire doctor``: what is wrong with an installation, and what to do. Changes nothing.

One line a check: ``ok``, ``look`` (it works, and will not for long) or ``WRONG``. Exit code 1 when
something is wrong.
"""

import importlib.metadata
import os
import shutil
import socket
import ssl
import stat
import sys
import tempfile
import threading
import time
from pathlib import Path

import paho.mqtt.client as paho
from cryptography import x509

from gateway import extras
from gateway.errors import GatewayError, LogDamaged, LogError
from gateway.ingest.mqtt import password_of, tls_context
from gateway.log.sqlite import SqliteLog
from gateway.settings.fields import LOOPBACK
from gateway.vault import decks, frames, release_modes
from gateway.vault.sealing import Key
from gateway.vault.server import SOCKET, at
from shared_rules import topics
from tools.cli import cmd_gateway
from tools.cli.cmd_up import bracketed, healthy
from tools.install import configfile
from tools.install.pki import passwords
from tools.install.pki.ca_folder import CRL
from tools.plurals import counted
from tools.virtual.vm import VmError, interpreter

OK, LOOK, WRONG = "ok", "look", "WRONG"
FREE_LOOK, FREE_WRONG = 2 << 30, 200 << 20  # bytes
BROKER_S = 5
REFUSAL_S = 1
CERTIFICATE_LOOK_DAYS = 30
YEAR_FIRST = 2025  # a clock before it is unset
PACKAGES = ("paho-mqtt", "fastapi", "msgspec", "uvicorn", "influxdb-client")


def add_arguments(parser):
    """Arguments of the command: those of the gateway, whose installation is looked at."""
    cmd_gateway.add_arguments(parser)


def run(args):
    """Check everything; 0 when nothing is wrong."""
    settings = cmd_gateway.settings_of(args)
    rules = configfile.vault_rules(args.config)
    worst = 0
    for check in (*CHECKS, lambda settings: vault_modes(settings, rules)):
        for level, what, text in check(settings):
            print(f"{level:5}  {what}: {text}", flush=True)
            worst = max(worst, level == WRONG)
    return int(worst)


def versions(_settings):
    """Python, the packages, the interpreter of virtual tables."""
    yield OK, "Python", sys.version.split()[0]
    found, gone = [], []
    for name in PACKAGES:
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            gone.append(name)
    yield OK, "packages", ", ".join(found)
    if gone:
        yield WRONG, "packages", f"missing: {', '.join(gone)}; run make setup"
    try:
        interpreter("wheel")
        yield OK, "MicroPython", "found"
    except VmError as e:
        yield LOOK, "MicroPython", f"{e} (only virtual tables need it)"


def settings_check(settings):
    """The settings themselves, and the files they name."""
    try:
        settings.check_files()
    except GatewayError as e:
        yield WRONG, "settings", str(e)
    else:
        yield OK, "settings", f"rulebook {settings.rulebook}"
    if settings.http_host not in LOOPBACK and not settings.http_cert:
        text = f"served on {settings.http_host} without TLS: give http_cert and http_key"
        yield LOOK, "pages", f"{text}, or PINs can be read on that network"
    if settings.demo:
        yield LOOK, "pages", "demo = true: whoever is at this machine is director"


def clock(_settings):
    """The wall clock: the delay of hole cards and certificates depend on it."""
    year = time.gmtime().tm_year
    if year < YEAR_FIRST:
        yield WRONG, "clock", f"the year is {year}: set it, and start a time service (NTP)"
        return
    synchronized = Path("/run/systemd/timesync/synchronized").exists()
    if synchronized or shutil.which("chronyc") or shutil.which("ntpq"):
        yield OK, "clock", time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())
    else:
        yield LOOK, "clock", "no time service found: install chrony or systemd-timesyncd"


def disk(settings):
    """The folder of log and vault: writable, private, with room."""
    folder = Path(settings.data_dir)
    if not folder.exists():
        yield LOOK, "data folder", f"{folder} does not exist yet: the first start makes it"
        return
    if not os.access(folder, os.W_OK):
        yield WRONG, "data folder", f"{folder} cannot be written by this user: chown or chmod it"
        return
    try:
        with tempfile.TemporaryFile(dir=folder):  # a disk that failed is still said to be writable
            pass
    except OSError as e:
        yield WRONG, "disk", f"{folder} takes no file: {e.strerror}"
        return
    free = shutil.disk_usage(folder).free
    text = f"{free / (1 << 30):.1f} GB free in {folder}"
    if free < FREE_WRONG:
        yield WRONG, "disk", f"{text}: make room, events will soon not be stored"
    else:
        yield (LOOK if free < FREE_LOOK else OK), "disk", text
    vault = settings.vault_dir()
    if vault.exists() and stat.S_IMODE(vault.stat().st_mode) & 0o077:
        yield WRONG, "vault", f"{vault} can be read by others: chmod 700 {vault}"


def vault_files(settings):
    """The vault's files, one a table."""
    paths = sorted(settings.vault_dir().glob("*.json"))
    for path in paths:
        try:
            own = settings.vault_dir() / "key"
            named = settings.vault_key or (own if own.exists() else None)
            decks.load(path, Key.of_file(named) if named else None)
        except GatewayError as e:
            yield WRONG, "vault", str(e)
    left = sorted((Path(settings.data_dir) / "keys").glob("root-*"))
    if left:
        text = f"{len(left)} roots of controllers lie in {left[0].parent} and open all their hands"
        yield WRONG, "vault", f"{text}: feltwire vault roots --data {settings.data_dir}"
    if paths:
        yield OK, "vault", f"{counted(len(paths), 'table')} enrolled"
    else:
        yield LOOK, "vault", "no table is enrolled: cards stay unnamed"


def vault_modes(settings, rules):
    """Whether the vault that runs keeps to ``rules``, the table ``[vault]`` of the file."""
    folder = Path(settings.vault_socket) if settings.vault_socket else settings.vault_dir()
    if rules is None or not (folder / SOCKET).exists():
        return  # no file, or no vault: nothing to compare
    if os.geteuid() not in (
        place.stat().st_uid for place in (folder / SOCKET, Path(settings.data_dir))
    ):
        text = "run this as the gateway's user to compare its modes with the file's"
        yield LOOK, "vault", text  # anybody else is a stranger to it, and an alarm
        return
    try:
        with at(folder) as path, socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(BROKER_S)
            sock.connect(path)
            frames.send(sock, {"op": "hello"})
            hello = frames.receive(sock)
        lines = release_modes.differences(release_modes.from_table(rules), hello or {})
    except (OSError, KeyError, TypeError) as e:
        yield LOOK, "vault", f"no vault answers at {folder} ({getattr(e, 'strerror', None) or e})"
        return
    for line in lines:
        yield WRONG, "vault", f"{line}: restart the vault"
    if not lines:
        yield OK, "vault", "it keeps to [vault] of the file"


def log(settings):
    """The event log: it opens, and every table's hash chain holds."""
    if settings.cluster_url:
        return  # what of it several gateways share: see cluster
    where = "PostgreSQL" if settings.log_url else settings.log_path()
    count = 0
    try:
        found = _log_read_only(settings)
        names = found.tables() if found else ()
    except LogError as e:
        todo = (
            "start PostgreSQL, or mend log_url" if settings.log_url else "restore it from a backup"
        )
        yield WRONG, "event log", f"{where}: {e}; {todo}"
        return
    if found is None:
        yield LOOK, "event log", f"{where}: none yet: the first start makes it"
        return
    for table in names:
        try:
            count += sum(1 for _ in found.read(table))
        except LogDamaged as e:
            yield WRONG, "event log", f"{e}; restore that table from a backup"
        if found.quarantined(table, 1):
            yield LOOK, "event log", f"table {table} sent malformed messages; they are kept aside"
    yield OK, "event log", f"{counted(count, 'event')} of {counted(len(names), 'table')} verified"


def _log_read_only(settings):
    """The event log of the settings, which stays as it is; None when there is none yet."""
    if not settings.log_url:
        there = settings.log_path().exists()
        return SqliteLog.read_only(settings.log_path()) if there else None
    try:
        from gateway.log.postgres import PostgresLog  # psycopg is an extra
    except ImportError:
        raise LogError(extras.missing("log_url", "postgres")) from None
    return PostgresLog.read_only(settings.log_url)


def cluster(settings):
    """RabbitMQ's nodes, the shards, the other gateways."""
    if not settings.cluster_url:
        return
    try:
        from tools.install.cluster import doctor
    except ImportError:
        yield WRONG, "cluster", extras.missing("cluster_url", "cluster")
    else:
        yield from doctor.check(settings)


def broker(settings):
    """The broker: a message there and back; with TLS, that it and we accept each other."""
    if settings.cluster_url:
        return  # the gateway speaks to the cluster's nodes by AMQP
    where = f"{settings.mqtt_host}:{settings.mqtt_port}"
    if settings.mqtt_ca:
        yield _handshake(settings, where)
        return
    if settings.mqtt_user or _is_ours(settings):
        yield _reachable(settings, where)
        return
    came, refused = threading.Event(), []
    topic, text = f"{topics.ROOT}/doctor/ping", os.urandom(8)
    client = paho.Client(paho.CallbackAPIVersion.VERSION2, client_id=f"doctor-{os.getpid()}")

    def connected(client, _userdata, _flags, reason, _properties):
        if reason.is_failure:
            refused.append(str(reason))
            came.set()
        else:
            client.subscribe(topic, 1)

    client.on_connect = connected
    client.on_subscribe = lambda *_: client.publish(topic, text, qos=1)
    client.on_message = lambda _c, _u, m: came.set() if m.payload == text else None
    begin = time.monotonic()
    try:
        client.connect(settings.mqtt_host, settings.mqtt_port)
    except OSError as e:
        why = e.strerror or e
        yield WRONG, "broker", f"nobody answers at {where} ({why}): start it (feltwire up has one)"
        return
    client.loop_start()
    answered = came.wait(BROKER_S)
    client.disconnect()
    client.loop_stop()
    if refused:
        yield WRONG, "broker", f"{where} refuses us: {refused[0]}"
    elif not answered:
        yield WRONG, "broker", f"{where} takes messages and does not deliver: check its rules"
    else:
        yield OK, "broker", f"{where}, there and back in {(time.monotonic() - begin) * 1000:.0f} ms"


def _is_ours(settings):
    """True for the broker of ``feltwire up``, which made passwords beside the gateway's data."""
    made = Path(settings.data_dir) / "broker" / passwords.USERS
    return settings.mqtt_host in LOOPBACK and made.exists()


def _reachable(settings, where):
    """No MQTT: the embedded broker takes a second one of a name for the first, and ends that."""
    try:
        password_of(settings.mqtt_password_file)
        socket.create_connection((settings.mqtt_host, settings.mqtt_port), BROKER_S).close()
    except GatewayError as e:
        return WRONG, "broker", str(e)
    except OSError as e:
        return WRONG, "broker", f"nobody answers at {where} ({e.strerror or e}): start it"
    return OK, "broker", f"{where}, somebody listens; it asks for passwords"


def _handshake(settings, where):
    """No MQTT: at the broker our name is taken by the running gateway, and would end it."""
    try:
        context = tls_context(settings)
        address = (settings.mqtt_host, settings.mqtt_port)
        with (
            socket.create_connection(address, BROKER_S) as plain,
            context.wrap_socket(plain, server_hostname=settings.mqtt_host) as line,
        ):
            line.settimeout(REFUSAL_S)
            line.recv(1)  # a refusal comes after the handshake in TLS 1.3
            return WRONG, "broker", f"{where} closed the connection"
    except TimeoutError:
        return OK, "broker", f"{where}, its certificate and ours are accepted"
    except GatewayError as e:
        return WRONG, "broker", str(e)
    except ssl.SSLCertVerificationError as e:
        return WRONG, "broker", f"{where} is not who it should be: {e.verify_message}"
    except ssl.SSLError as e:
        return WRONG, "broker", f"{where} refuses our certificate ({e.reason}): issue it again"
    except OSError as e:
        return WRONG, "broker", f"nobody answers at {where} ({e.strerror or e}): start it"


def gateway(settings):
    """The gateway itself, when it runs."""
    scheme = "https" if settings.http_cert else "http"
    url = f"{scheme}://{bracketed(settings.http_host)}:{settings.http_port}"
    if healthy(url):
        yield OK, "gateway", f"running at {url}"
    else:
        yield LOOK, "gateway", f"not running at {url}, or not able to store events"


def certificates(settings):
    """Certificates of the settings and of a CA in ``<data>/keys/tls``: which end soon."""
    own = {Path(p) for p in (settings.mqtt_ca, settings.mqtt_cert, settings.http_cert) if p}
    folder = Path(settings.data_dir) / "keys" / "tls"
    for path in sorted(own | {p for p in folder.glob("*.pem") if p.name != CRL}):
        try:
            ends = x509.load_pem_x509_certificate(path.read_bytes()).not_valid_after_utc
        except (ValueError, OSError) as e:
            yield WRONG, "certificate", f"{path.name} cannot be read: {e}"
            continue
        days = (ends.timestamp() - time.time()) / 86400
        if days < 0:
            yield WRONG, "certificate", f"{path.name} has ended: issue it again"
        elif days < CERTIFICATE_LOOK_DAYS:
            yield LOOK, "certificate", f"{path.name} ends in {days:.0f} days: issue it again"


CHECKS = (
    versions, settings_check, clock, disk, vault_files, log, certificates, broker, cluster, gateway,
)  # fmt: skip
