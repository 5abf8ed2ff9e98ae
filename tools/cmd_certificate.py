"""``feltwire certificate``: the room's CA and the broker's certificate."""

from pathlib import Path

from tools.errors import CommandError
from tools.images import certificates as ce

FOLDER = "var/keys/tls"


def add_arguments(parser):
    """Subcommands of ``feltwire certificate``."""
    sub = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    ca = sub.add_parser("ca", help="make the CA that signs broker and controllers")
    broker = sub.add_parser("broker", help="make the broker's certificate and key (PEM)")
    broker.add_argument("--name", required=True, help="the name controllers look for")
    broker.add_argument("--address", nargs="*", default=["127.0.0.1"], help="its IP addresses")
    client = sub.add_parser("client", help="make a certificate of a program (gateway, tools)")
    client.add_argument("--name", required=True, help="the name access rules go by")
    for one in (ca, broker, client):
        one.add_argument("--dir", default=FOLDER, help="folder of the CA (%(default)s)")
        if one is not ca:
            one.add_argument("--days", type=int, default=ce.DAYS, help="validity (%(default)s)")


def run(args):
    """Make what was asked for; prints the files."""
    folder = Path(args.dir)
    if args.what == "ca":
        ce.open_ca(folder, make=True)
        print(f"{folder / 'ca.pem'}: for the broker and the controllers; keep ca.key to yourself")
        return 0
    server = args.what == "broker"
    try:
        cert, key = ce.open_ca(folder).issue(
            args.name, end=args.days, server=server, addresses=args.address if server else ()
        )
    except ValueError as e:
        raise CommandError(str(e)) from None
    stem = "broker" if server else args.name
    ce.save(folder / f"{stem}.key", ce.pem(key), secret=True)
    ce.save(folder / f"{stem}.pem", ce.pem(cert))
    print(f"{folder / stem}.pem, {folder / stem}.key: {args.name}, {args.days} days")
    return 0
