"""Every setting of the gateway: meaning, unit, bounds, default. The environment gives none.

A configuration file is TOML with these names under ``[gateway]``; ``docs/settings.md`` and
``feltwire.example.toml`` are made from this file (``python -m tools.docs.references``).
"""

import dataclasses
import difflib
from dataclasses import dataclass, field
from pathlib import Path

from gateway.errors import GatewayError
from gateway.settings import kinds

SECTION = "gateway"
TLS = ("mqtt_ca", "mqtt_cert", "mqtt_key")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
PRODUCTION = (
    "allowed_hosts",
    "http_cert",
    "tls_in_front",
    "mqtt_ca",
    "cluster_url",
)  # no trial has these
SHARED = (
    ("log_url", "all gateways share one PostgreSQL"),
    ("vault_socket", "all gateways share one vault (feltwire vault)"),
    ("cluster_password_file", "the broker asks for a password"),
)


def setting(default, text, low=None, high=None, choices=None, kind=None, file=None):
    """A field with what a person needs to know of it; ``low`` and ``high`` are inclusive.

    ``kind``: what a text must be; ``file``: what the machine must have under it (setting_kinds).
    """
    about = {"text": text, "low": low, "high": high, "choices": choices}
    return field(default=default, metadata={**about, "kind": kind, "file": file})


@dataclass(frozen=True)
class Settings:
    """What a gateway is started with."""

    data_dir: Path = setting(Path("var"), "folder of the event log, the vault's files and the lock")
    log_url: str = setting(
        "", "postgresql://user@host/database; empty: SQLite in data_dir", kind=kinds.database
    )
    rulebook: str = setting(
        "tda-2011", "rulebook in force where a table's setup names none", kind=kinds.rulebook
    )

    mqtt_host: str = setting("127.0.0.1", "broker's host name or address", kind=kinds.host)
    mqtt_port: int = setting(18830, "broker's port", 1, 65535)
    mqtt_client_id: str = setting(
        "feltwire-gateway", "this gateway's name at the broker; unique", kind=kinds.client_id
    )
    mqtt_ca: str = setting(
        "",
        "PEM file of the CA that signed the broker's certificate; empty: no TLS",
        file=kinds.readable,
    )
    mqtt_cert: str = setting("", "PEM file of this gateway's certificate", file=kinds.readable)
    mqtt_key: str = setting("", "PEM file of its key", file=kinds.readable)
    mqtt_user: str = setting("", "user at a broker that asks for a password; empty: none")
    mqtt_password_file: str = setting("", "file with that password", file=kinds.readable)
    mqtt_broker_log: str = setting(
        "",
        "Mosquitto's log file, followed for what it refuses (`feltwire pki mosquitto --log`)",
        file=kinds.there,
    )

    cluster_url: str = setting(
        "",
        "amqp(s)://user@host,host/vhost of RabbitMQ: several gateways share the tables, in place of"
        " MQTT (docs/cluster.md); empty: one gateway",
        kind=kinds.broker,
    )
    cluster_password_file: str = setting("", "file with the password for it", file=kinds.readable)
    cluster_shards: int = setting(
        16, "shards, as `feltwire cluster rabbitmq` made them; the same for every gateway", 1, 256
    )

    vault_key: str = setting(
        "", "key file of the vault's sealed files; when empty, vault/key in data_dir"
    )

    vault_socket: str = setting(
        "", "folder of the socket of a vault that runs by itself; empty: the gateway starts its own"
    )

    web: bool = setting(True, "serve the pages")
    http_host: str = setting(
        "127.0.0.1", "address the pages are served on; loopback by default", kind=kinds.host
    )
    http_port: int = setting(8080, "port of the pages", 1, 65535)
    allowed_hosts: tuple = setting(
        (), "names the site is reached by, besides loopback", kind=kinds.hosts
    )
    http_cert: str = setting(
        "",
        "PEM file of the pages' certificate (with its chain); empty: no TLS by the gateway",
        file=kinds.readable,
    )
    http_key: str = setting("", "PEM file of its key", file=kinds.readable)
    tls_in_front: bool = setting(
        False, "a proxy on this machine speaks TLS: cookies are Secure, it says who calls"
    )
    demo: bool = setting(
        False,
        "a local demonstration: whoever is at this machine is director, until somebody is added",
    )
    people_dir: str = setting(
        "", "folder of people and sessions, which gateways of one machine may share; empty: people"
        " in data_dir. With cluster_url they lie in its database instead"
    )  # fmt: skip
    session_h: int = setting(14, "h a login lasts", 1, 168)
    device_days: int = setting(30, "days a paired tablet, phone or overlay stays paired", 1, 365)

    commit_window_ms: int = setting(
        5, "group commit: ms the first event of a batch waits for others", 0, 1000
    )
    commit_events_max: int = setting(500, "messages committed together at most", 1, 100_000)
    inbox_messages_max: int = setting(
        20_000, "messages waiting for a commit; beyond it they are dropped and come again", 1
    )
    payload_bytes_max: int = setting(64 * 1024, "bytes of a message; longer ones are refused", 256)
    parked_events_max: int = setting(
        4_096, "a table's events that arrived ahead of a gap and wait for it", 1
    )
    head_interval_s: int = setting(
        30, "s between two sendings of the log's heads off the machine", 1, 60
    )
    head_sink: str = setting(
        "", "file or http(s) address the log's heads are also sent to",
        kind=kinds.sink, file=kinds.there,
    )  # fmt: skip
    verify_interval_h: int = setting(
        24, "h between two readings of the whole log in the background", 1, 8760
    )
    devices_max: int = setting(64, "controllers a table may have had", 1, 10_000)
    resend_first_ms: int = setting(200, "ms a gap is given to close by itself", 1, 60_000)
    resend_tries_max: int = setting(5, "times a gap is asked for before it is recorded", 1, 100)
    quarantine_rows_max: int = setting(
        10_000, "malformed messages kept of a table; the oldest go first", 1
    )
    alert_undelivered_s: int = setting(
        5, "s until an alert that no floor screen has confirmed escalates", 1, 60
    )
    alert_unanswered_s: int = setting(
        7, "s until an alert that the floor must answer and nobody has escalates", 1, 600
    )
    alert_undecided_s: int = setting(
        180, "s until an alert that somebody has taken and not decided escalates", 10, 3600
    )
    alert_repeat_s: int = setting(
        30, "s between two escalations of the same alert, three at most", 5, 600
    )
    push_contact: str = setting(
        "",
        "mailto: or https: address push services may write to; switches Web Push on",
        kind=kinds.contact,
    )
    push_services: tuple = setting(
        (
            "fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com",
            "notify.windows.com",
        ),
        "hosts of the push services phones may name",
        kind=kinds.push_services,
    )  # fmt: skip
    apprise_file: str = setting(
        "",
        "file with addresses for Apprise (ntfy, SMS gateways...), one a line; they hold secrets",
        file=kinds.readable,
    )
    vmix_titles: tuple = setting(
        (),
        "titles of vMix that are set while a table is played: TABLE URL INPUT [DELAY_MS] each",
        kind=kinds.titles,
    )
    metrics: bool = setting(False, "serve Prometheus metrics at /metrics; closed by default")
    telemetry_interval_s: int = setting(10, "s between two samples of all figures", 1, 3600)
    influx_url: str = setting(
        "", "server of an InfluxDB v2 API the samples go to; none when empty", kind=kinds.server
    )
    influx_org: str = setting("", "organisation there")
    influx_bucket: str = setting("feltwire", "bucket there")
    influx_token_file: str = setting(
        "", "file with the token for it; no token is ever a setting", file=kinds.readable
    )
    log_format: str = setting("text", "what the gateway says on stderr", choices=("text", "json"))

    settled_hands_shown: int = setting(10, "finished hands shown on a table's pages", 1, 1000)

    def log_path(self):
        """The event log's database file."""
        return Path(self.data_dir) / "log" / "events.sqlite3"

    def heads_path(self):
        """The file that says where the log ended, kept apart from it."""
        return Path(self.data_dir) / "log" / "heads"

    def vault_dir(self):
        """Folder of the vault's files, one a table."""
        return Path(self.data_dir) / "vault"

    def check(self):
        """Raise GatewayError with one line for a value that cannot work; return self."""
        for f in dataclasses.fields(self):
            _check(f, getattr(self, f.name))
        given = [name for name in TLS if getattr(self, name)]
        if given and len(given) < len(TLS):
            missing = next(name for name in TLS if name not in given)
            raise GatewayError(f"{missing} is missing: {', '.join(TLS)} go together")
        if bool(self.http_cert) != bool(self.http_key):
            raise GatewayError("http_cert and http_key go together: give both or none")
        if self.demo and (why := self.no_demo()):
            raise GatewayError(f"demo = true goes with a trial on one machine only, not with {why}")
        if self.cluster_url:
            if self.people_dir:
                raise GatewayError(
                    "people_dir goes without cluster_url: the people of a cluster lie in its"
                    " database (feltwire user import brings them in)"
                )
            for name, why in SHARED:
                if not getattr(self, name):
                    raise GatewayError(f"{name} is missing: with cluster_url {why}")
        return self

    def check_files(self):
        """Raise GatewayError for a file that is named and not there, or no file; return self.

        Apart from ``check``: only who uses the files has to have them, and may read them.
        """
        for f in dataclasses.fields(self):
            value, look = getattr(self, f.name), f.metadata["file"]
            fault = look(value) if look and value else None
            if fault:
                raise GatewayError(f"{f.name}{fault}")
        return self

    def no_demo(self):
        """The setting that says that this is no trial on one machine; empty when none does."""
        if self.http_host not in LOOPBACK:
            return f"http_host = {self.http_host}"
        for name in PRODUCTION:
            if getattr(self, name):
                return name
        return ""

    def site(self):
        """Scheme, name and port by which people on this or another machine reach the pages."""
        named = self.allowed_hosts[0] if self.allowed_hosts else self.http_host
        host = "127.0.0.1" if named in ("0.0.0.0", "::") else named
        host = f"[{host}]" if ":" in host else host
        if self.tls_in_front:
            return f"https://{host}"
        return f"{'https' if self.http_cert else 'http'}://{host}:{self.http_port}"

    def people_path(self):
        """Folder of people, sessions and the record of acts."""
        return Path(self.people_dir) if self.people_dir else Path(self.data_dir) / "people"

    def secure(self):
        """True when browsers reach the pages by TLS."""
        return bool(self.http_cert) or self.tls_in_front


def from_table(table, where=SECTION):
    """Settings of a TOML table (names to values). GatewayError names the key and what to do."""
    known = {f.name: f for f in dataclasses.fields(Settings)}
    values = {}
    for name, value in table.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise GatewayError(f"{where}.{name} is no setting{hint}")
        values[name] = _converted(known[name], value, where)
        _check(known[name], values[name], where + ".")
    return Settings(**values)


def _converted(f, value, where):
    """TOML's value as the field's type; GatewayError when it is of another kind."""
    kind = f.type if isinstance(f.type, type) else type(f.default)
    if kind is tuple and isinstance(value, list) and all(isinstance(v, str) for v in value):
        return tuple(value)
    if issubclass(kind, Path) and isinstance(value, str):
        return Path(value)
    if type(value) is kind:
        return value
    wanted = {tuple: "a list of texts", bool: "true or false", int: "a whole number"}
    raise GatewayError(f"{where}.{f.name} must be {wanted.get(kind, 'a text')}, got {value!r}")


def _check(f, value, prefix=""):
    low, high, choices = (f.metadata.get(k) for k in ("low", "high", "choices"))
    if choices and value not in choices:
        raise GatewayError(f"{prefix}{f.name} must be one of {', '.join(choices)}, got {value!r}")
    if f.metadata["kind"] and (fault := f.metadata["kind"](value)):
        raise GatewayError(f"{prefix}{f.name}{fault}")
    if low is None:
        return
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or value < low or (high is not None and value > high):
        span = f"from {low} to {high}" if high is not None else f"at least {low}"
        raise GatewayError(f"{prefix}{f.name} must be a whole number, {span}; got {value!r}")
