"""``feltwire broker``: the embedded MQTT broker, until it is told to stop."""

from gateway.process import saying
from gateway.process.shutdown import interrupt_once
from gateway.settings.fields import LOOPBACK
from tools.errors import CommandError
from tools.install.pki import passwords, permissions
from tools.install.pki.ca_folder import GATEWAY_NAME, Store, named

PORT = 18830


def add_arguments(parser):
    """Arguments of the command."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=PORT, help="port to listen on (%(default)s)")
    parser.add_argument(
        "--passwords",
        metavar="DIR",
        default="var/broker",
        help="folder of the users' passwords, made where there is none (%(default)s)",
    )
    parser.add_argument("--pki", metavar="DIR", help="folder of the CA: TLS, with its rules")


def run(args):
    """Run until SIGINT or SIGTERM."""
    from tools.install.broker import EmbeddedBroker, quiet  # an extra: a venue has its own broker

    quiet()
    if args.pki:
        broker = EmbeddedBroker(args.host, args.port, Store(args.pki))
    else:
        if args.host not in LOOPBACK:
            raise CommandError(f"--host {args.host}: beyond the loopback with --pki only")
        passwords.add(args.passwords, named(GATEWAY_NAME, permissions.GATEWAY))
        broker = EmbeddedBroker(args.host, args.port, passwords=args.passwords)
    interrupt_once()
    saying.go_on_unheard()
    try:
        broker.start()
        while True:
            broker.wait(3600)
    except KeyboardInterrupt:
        return 0
    finally:
        broker.stop()
