"""``feltwire gateway``: ingest, event log, rules and pages, until it is told to stop."""

import sys
from pathlib import Path

from gateway.errors import GatewayError
from gateway.process import malloc, saying
from gateway.process.shutdown import ENDS, Ending
from gateway.service import Gateway
from gateway.settings.fields import LOOPBACK, Settings
from gateway.telemetry.logs import speak
from tools.errors import CommandError
from tools.install import configfile

# option -> the setting it stands for
OPTIONS = (
    ("data", "data_dir"),
    ("log_url", "log_url"),
    ("host", "http_host"),
    ("port", "http_port"),
    ("mqtt_host", "mqtt_host"),
    ("mqtt_port", "mqtt_port"),
    ("mqtt_user", "mqtt_user"),
    ("mqtt_password_file", "mqtt_password_file"),
    ("rulebook", "rulebook"),
    ("vault_key", "vault_key"),
    ("vault_socket", "vault_socket"),
)


def add_arguments(parser):
    """Arguments of the command."""
    d = Settings()
    parser.add_argument("--config", help="TOML file of settings (docs/settings.md)")
    parser.add_argument("--data", help=f"folder of the log and the vault's files ({d.data_dir})")
    parser.add_argument("--log-url", help="postgresql://... instead of SQLite in the folder")
    parser.add_argument("--host", help=f"address of the pages ({d.http_host})")
    parser.add_argument("--port", type=int, help=f"port of the pages ({d.http_port})")
    parser.add_argument("--mqtt-host", help=f"broker ({d.mqtt_host})")
    parser.add_argument("--mqtt-port", type=int, help=f"its port ({d.mqtt_port})")
    parser.add_argument("--mqtt-user", help="user there, if it asks for a password")
    parser.add_argument("--mqtt-password-file", help="file with that password")
    parser.add_argument("--rulebook", help=f"rulebook in force ({d.rulebook})")
    parser.add_argument("--vault-key", help="file with the key of the vault's sealed files")
    parser.add_argument("--vault-socket", help="folder of a running vault's socket")
    parser.add_argument("--no-web", action="store_true", help="no pages")
    parser.add_argument(
        "--demo", action="store_true", help="trial: whoever is at this machine is director"
    )


def settings_of(args):
    """Settings of the file, with what the command line gives in their place."""
    given = {name: getattr(args, option) for option, name in OPTIONS}
    given["data_dir"] = None if args.data is None else Path(args.data)
    given["web"] = False if args.no_web else None
    given["demo"] = True if args.demo else None
    return configfile.settings(args.config, **given)


def show_way_in(gateway, settings):
    """One-time link of the first director; what is said of it is on the terminal, in no log."""
    link = gateway.first_link()
    if link:
        print(f"Nobody is director yet. Open this once, within an hour: {link}", flush=True)
    if settings.http_host not in LOOPBACK and not settings.secure():
        text = "PINs can be read on that network: give http_cert and http_key"
        print(f"The pages are served without TLS on {settings.http_host}: {text}.", flush=True)


def run(args):
    """Run until SIGINT or SIGTERM."""
    settings = settings_of(args)
    saying.go_on_unheard()
    speak(settings.log_format)
    malloc.keep_small()
    done = Ending(*ENDS)
    try:
        gateway = Gateway(settings, rules=configfile.vault_rules(args.config))
        gateway.start()
    except GatewayError as e:
        raise CommandError(str(e)) from None
    show_way_in(gateway, settings)
    try:
        while not done.wait(1.0):
            if not gateway.alive():
                print("feltwire gateway: a worker thread ended, giving up", file=sys.stderr)
                return 1
    finally:
        gateway.stop()
    return 0
