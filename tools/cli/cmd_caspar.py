"""``feltwire caspar``: put an overlay on a layer of CasparCG, play, stop or update it (AMCP)."""

from gateway.broadcast import amcp
from tools.errors import CommandError

ACTIONS = ("add", "play", "stop", "next", "update", "remove", "version")


def add_arguments(parser):
    """Command line of ``feltwire caspar``."""
    parser.add_argument("action", choices=ACTIONS, help="what the server is to do")
    parser.add_argument(
        "--server", default="127.0.0.1", metavar="HOST[:PORT]",
        help=f"where CasparCG listens (port {amcp.PORT} unless named; default 127.0.0.1)",
    )  # fmt: skip
    parser.add_argument("--layer", default="1-20", help="channel and layer (default 1-20)")
    parser.add_argument("--address", help="of add: the overlay's page, as the server reaches it")
    parser.add_argument(
        "--field", action="append", default=[], metavar="NAME=TEXT",
        help="of add and update: a field of the page (docs/crew.md); several are allowed",
    )  # fmt: skip


def run(args):
    """Send one command and say what came of it; returns 0."""
    try:
        host, port = amcp.address_of(args.server)
    except ValueError as e:
        raise CommandError(f"--server {e}") from None
    try:
        layer = amcp.layer_of(args.layer)
    except ValueError as e:
        raise CommandError(f"--layer {e}") from None
    fields = dict(_field(text) for text in args.field)
    if args.action == "add" and not args.address:
        raise CommandError("add needs --address: the overlay's page, as the server reaches it")
    if args.action == "update" and not fields:
        raise CommandError("update needs a --field: NAME=TEXT (docs/crew.md names them)")
    try:
        with amcp.Client(host, port) as caspar:
            print(_carry_out(caspar, args, layer, fields))
    except amcp.AmcpError as e:
        raise CommandError(str(e)) from None
    return 0


def _field(text):
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise CommandError(f"--field {text}: NAME=TEXT is needed")
    return name, value


def _carry_out(caspar, args, layer, fields):
    """What is said once the server has done it."""
    if args.action == "version":
        return f"CasparCG {caspar.version()}"
    if args.action == "add":
        caspar.add(layer, args.address, fields=fields)
    elif args.action == "update":
        caspar.update(layer, fields)
    else:
        getattr(caspar, args.action)(layer)
    return f"{args.action}: done on {layer}"
