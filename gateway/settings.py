"""Every setting of the gateway, its unit and its default. Nothing is read from the environment."""

from dataclasses import dataclass, field
from pathlib import Path

from gateway.errors import GatewayError


@dataclass(frozen=True)
class Settings:
    """What a gateway is started with. Times in milliseconds, sizes in bytes unless named."""

    data_dir: Path = Path("var")
    mqtt_host: str = "127.0.0.1"
    mqtt_port: int = 18830
    mqtt_client_id: str = "feltwire-gateway"
    rulebook: str = "tda-2011"

    web: bool = True
    http_host: str = "127.0.0.1"  # loopback unless told otherwise
    http_port: int = 8080
    allowed_hosts: tuple = field(default=())  # names this site is reached by, besides loopback

    commit_window_ms: int = 5  # group commit: how long the first event of a batch waits for others
    commit_events_max: int = 500
    inbox_messages_max: int = 20_000  # beyond it messages are dropped; the controllers send again
    payload_bytes_max: int = 64 * 1024
    parked_events_max: int = 4_096  # a table's events that arrived ahead of a gap
    resend_first_ms: int = 200  # a gap is given this long to close by itself
    resend_tries_max: int = 5
    quarantine_rows_max: int = 10_000  # a table; the oldest go first
    settled_hands_shown: int = 10

    def log_path(self):
        """The event log's database file."""
        return Path(self.data_dir) / "log" / "events.sqlite3"

    def vault_dir(self):
        """Folder of the vault's files, one a table."""
        return Path(self.data_dir) / "vault"

    def check(self):
        """Raise GatewayError with one line for a value that cannot work; return self."""
        for name in ("mqtt_port", "http_port"):
            port = getattr(self, name)
            if not isinstance(port, int) or not 0 < port < 65536:
                raise GatewayError(f"{name} must be a port number from 1 to 65535, got {port!r}")
        for name in ("commit_events_max", "inbox_messages_max", "parked_events_max"):
            if getattr(self, name) < 1:
                raise GatewayError(f"{name} must be at least 1")
        return self
