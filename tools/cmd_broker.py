"""``feltwire broker``: the embedded MQTT broker, until it is told to stop."""

from gateway.ending import interrupt_once
from tools.broker import EmbeddedBroker, quiet
from tools.pki.store import Store

PORT = 18830


def add_arguments(parser):
    """Arguments of the command."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=PORT, help="port to listen on (%(default)s)")
    parser.add_argument("--pki", metavar="DIR", help="folder of the CA: TLS, with its rules")


def run(args):
    """Run until SIGINT or SIGTERM."""
    quiet()
    broker = EmbeddedBroker(args.host, args.port, Store(args.pki) if args.pki else None)
    interrupt_once()
    try:
        broker.start()
        while True:
            broker.wait(3600)
    except KeyboardInterrupt:
        return 0
    finally:
        broker.stop()
