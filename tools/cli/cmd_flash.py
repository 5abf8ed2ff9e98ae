"""``feltwire flash``: provision a controller at a serial port, with mpremote."""

import sys
from pathlib import Path

from gateway import extras
from tools.errors import CommandError
from tools.install import configfile
from tools.install.images import provision
from tools.install.images.serial_board import BOARDS, SerialBoard, find_port

ALIASES = {"esp32s3": "esp32s3_w5500", "pico2": "w5500_evb_pico2"}


def add_arguments(parser):
    """Command line of ``feltwire flash``."""
    names = ", ".join([*ALIASES, *BOARDS])
    parser.add_argument("--board", required=True, help=f"one of {names}")
    parser.add_argument("--table", required=True, help="the table's MQTT name")
    parser.add_argument("--layout", default="nine_max", help="a name in hardware/tables")
    parser.add_argument("--dev", default="c1", help="the device's name")
    parser.add_argument(
        "--broker",
        default="127.0.0.1:1883",
        help="host:port of the MQTT broker; further nodes after commas",
    )
    parser.add_argument("--tls", metavar="DIR", help="folder of the CA: the controller gets TLS")
    parser.add_argument("--broker-name", help="the broker's name in its certificate (the host)")
    parser.add_argument("--root", help="file of the device's root (root-TABLE-DEV in --keys)")
    parser.add_argument("--keys", default="var/keys", help="folder of the roots (%(default)s)")
    parser.add_argument(
        "--key", action="append", default=[],
        help="whose images it runs: signing key file, or modulus in hex; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--rulebook", default="tda-2011",
        help="what the controller's own light follows (%(default)s); none: the gateway alone",
    )  # fmt: skip
    parser.add_argument("--port", help="serial port (the only board there is)")
    parser.add_argument("--dry-run", action="store_true", help="say what would be written")


def run(args):
    """Provision; 0 when the board has restarted as a controller."""
    board = ALIASES.get(args.board, args.board)
    if board not in BOARDS:
        raise CommandError(f"--board {args.board!r}: one of {', '.join([*ALIASES, *BOARDS])}")
    brokers = configfile.brokers(args.broker)
    if args.rulebook != "none":
        configfile.check_rulebook(args.rulebook)
    if not args.dry_run and extras.absent("flash"):
        raise CommandError(extras.missing("flashing", "flash"))
    root = args.root or Path(args.keys) / f"root-{args.table}-{args.dev}"
    if args.dry_run:
        secret = "0" * 64  # nothing is made, nothing secret is read
    else:
        where = args.port or find_port()
        secret = provision.root_of(root)

    def files(try_out):
        papers = provision.papers(args.tls, args.table, args.dev, try_out) if args.tls else None
        return provision.files(
            args.layout, board, args.table, args.dev, brokers, secret,
            provision.keys_of(args.key), papers, args.broker_name,
            book=None if args.rulebook == "none" else args.rulebook,
        )  # fmt: skip

    made = files(try_out=True)  # what cannot be is said before a certificate is on the list
    if not args.key:
        print("no --key: this controller will take no images over the network", file=sys.stderr)
    if args.dry_run:
        for name, data, hidden in made.items:
            print(f"{name}: {len(data)} bytes{' (secret)' if hidden else ''}")
        return 0
    link = SerialBoard(where)
    try:
        _write(link, board, files(try_out=False) if args.tls else made)
    finally:
        link.close()
    print(f"{where}: table {args.table}, {args.dev}; root in {root}")
    if args.tls:
        print("Mosquitto learns of a new certificate when it is told: systemctl reload mosquitto")
    return 0


def _write(link, board, made):
    system, _machine, _release, ours, free = link.check(board)
    program = []
    if not ours:
        if system == "rp2":
            raise CommandError(
                "this board's program does not hold Feltwire, and files would not leave room for "
                "images: flash the program built with "
                "tools/install/images/boards/rp2/manifest.py first"
            )
        program = provision.program_files().items
    need = sum(len(data) + 4096 for _, data, _ in [*program, *made.items])
    if need > free:
        raise CommandError(f"{need} bytes are needed, the board has {free} free")
    for name, data, _ in [*program, *made.items]:
        link.put(name, data)
    link.restart()
