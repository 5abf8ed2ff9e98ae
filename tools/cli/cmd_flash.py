"""``feltwire flash``: provision a controller at a serial port, with mpremote."""

import sys
from pathlib import Path

from gateway import extras
from gateway.errors import VaultError
from gateway.vault.client import ticket_of
from tools.calibrate import calibration_file
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
    parser.add_argument(
        "--ticket", help="file with a ticket of the vault's (feltwire vault ticket)"
    )
    parser.add_argument(
        "--vault", default="var/vault",
        help="without --ticket: folder of the socket of the vault to ask (%(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--key", action="append", default=[],
        help="whose images it runs: signing key file, or modulus in hex; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--rulebook", default="tda-2011",
        help="what the controller's own light follows (%(default)s); none: the gateway alone",
    )  # fmt: skip
    parser.add_argument(
        "--calibration", metavar="FILE", help="a calibration of this table: its thresholds"
    )
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
    tune = calibration_file.tune_for(args.calibration, args.layout)
    given = None
    if not args.dry_run:
        where = args.port or find_port()
        given = provision.ticket_of(args.ticket) if args.ticket else None

    def files(try_out, ticket="0" * 64):
        papers = provision.papers(args.tls, args.table, args.dev, try_out) if args.tls else None
        return provision.files(
            args.layout, board, args.table, args.dev, brokers, ticket,
            provision.keys_of(args.key), papers, args.broker_name,
            book=None if args.rulebook == "none" else args.rulebook, tune=tune,
        )  # fmt: skip

    made = files(try_out=True)  # what cannot be is said before a certificate is on the list
    only_images = BOARDS[board][0] == "rp2"
    if only_images and not args.key:
        raise CommandError(f"{board} plays from images alone: say with --key whose it takes")
    if not args.key:
        print("no --key: this controller will take no images over the network", file=sys.stderr)
    if args.dry_run:
        for name, data, hidden in made.items:
            print(f"{name}: {len(data)} bytes{' (secret)' if hidden else ''}")
        return 0
    link = SerialBoard(where)
    try:
        ticket = given or _ticket(args)  # the one before it is worth nothing from here on
        _write(link, board, files(False, ticket))
    finally:
        link.close()
    if only_images:
        print(f"{board} plays once it has an image: feltwire image build, feltwire image send")
    print(f"{where}: table {args.table}, {args.dev}; it agrees on a root with the vault next")
    if args.tls:
        print("Mosquitto learns of a new certificate when it is told: systemctl reload mosquitto")
    return 0


def _ticket(args):
    try:
        return ticket_of(Path(args.vault), args.table, args.dev)
    except VaultError as e:
        raise CommandError(
            f"{e}; on the vault's machine: feltwire vault ticket --table {args.table}"
            f" --dev {args.dev} > FILE, then give --ticket FILE here"
        ) from None


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
