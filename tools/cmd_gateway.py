"""``feltwire gateway``: ingest, event log, rules and pages, until it is told to stop."""

import logging
import signal
import sys
import threading
from pathlib import Path

from gateway.errors import GatewayError
from gateway.service import Gateway
from gateway.settings import Settings
from tools.cmd_broker import PORT as MQTT_PORT
from tools.errors import CommandError


def add_arguments(parser):
    """Arguments of the command."""
    parser.add_argument("--data", default="var", help="folder of the log and the vault's files")
    parser.add_argument("--host", default="127.0.0.1", help="address of the pages (%(default)s)")
    parser.add_argument("--port", type=int, default=8080, help="port of the pages (%(default)s)")
    parser.add_argument("--mqtt-host", default="127.0.0.1", help="broker (%(default)s)")
    parser.add_argument("--mqtt-port", type=int, default=MQTT_PORT, help="its port (%(default)s)")
    parser.add_argument("--rulebook", default="tda-2011", help="rulebook in force (%(default)s)")
    parser.add_argument("--no-web", action="store_true", help="no pages")


def run(args):
    """Run until SIGINT or SIGTERM."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(name)s: %(message)s")
    settings = Settings(
        data_dir=Path(args.data),
        mqtt_host=args.mqtt_host,
        mqtt_port=args.mqtt_port,
        http_host=args.host,
        http_port=args.port,
        rulebook=args.rulebook,
        web=not args.no_web,
    )
    done = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: done.set())
    try:
        gateway = Gateway(settings)
        gateway.start()
    except GatewayError as e:
        raise CommandError(str(e)) from None
    try:
        while not done.wait(1.0):
            if not gateway.alive():
                print("feltwire gateway: a worker thread ended, giving up", file=sys.stderr)
                return 1
    finally:
        gateway.stop()
    return 0
