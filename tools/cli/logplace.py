"""Which event log a command means, and how it opens it."""

from pathlib import Path

from gateway.errors import LogError
from gateway.ingest.mqtt import password_of, tls_context
from gateway.log.open import open_log
from gateway.log.sqlite import SqliteLog
from gateway.settings.fields import Settings
from tools.install import configfile


def add_arguments(parser):
    """Options that name a log."""
    parser.add_argument("--config", help="TOML file of settings (docs/settings.md)")
    parser.add_argument("--data", help=f"folder of the log ({Settings().data_dir})")
    parser.add_argument("--log-url", help="postgresql://... instead of SQLite in the folder")


def settings_of(args):
    """Settings of the file, with what the command line gives in their place."""
    data_dir = Path(args.data) if args.data else None
    return configfile.settings(args.config, data_dir=data_dir, log_url=args.log_url or None)


def reading(settings):
    """The log to read, beside a running gateway. LogError when there is none."""
    if settings.log_url:
        return open_log(settings)
    if not settings.log_path().exists():
        raise LogError(f"there is no event log at {settings.log_path()}: name its folder by --data")
    return SqliteLog.read_only(settings.log_path())


def publisher(settings, complain):
    """``publish(topic, payload, retain)`` for a command that is no gateway."""
    from paho.mqtt import MQTTException, publish

    def send(topic, payload, retain):
        try:
            publish.single(
                topic, payload, qos=1, retain=retain,
                hostname=settings.mqtt_host, port=settings.mqtt_port,
                auth=_name(settings), tls=tls_context(settings) if settings.mqtt_ca else None,
            )  # fmt: skip
        except (OSError, ValueError, MQTTException) as e:
            complain(f"broker {settings.mqtt_host}:{settings.mqtt_port}: {e}")
            return False
        return True

    return send


def _name(settings):
    """Who the gateway is at a broker that asks for a password; None at another."""
    if not settings.mqtt_user:
        return None
    return {"username": settings.mqtt_user, "password": password_of(settings.mqtt_password_file)}
