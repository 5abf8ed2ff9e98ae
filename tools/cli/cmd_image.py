"""``feltwire image``: signing keys, program images, and offering them to a table."""

import json
import sys
import time
from pathlib import Path

from firmware.image import header as hd
from firmware.image.areas import FILE_BYTES
from shared_rules import topics
from tools.errors import CommandError
from tools.hardware import description
from tools.install.images import build, short_names

KEY = "var/keys/image.pem"
NAMES = ".names"  # what the file is called that lies beside an image


def add_arguments(parser):
    """Subcommands of ``feltwire image``."""
    sub = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    key = sub.add_parser("key", help="make a signing key; prints what controllers must know of it")
    key.add_argument("--key", default=KEY, help="file of the private key (%(default)s)")
    key.add_argument("--show", action="store_true", help="print the public part of an existing key")
    make = sub.add_parser("build", help="build an image, signed when there is a key")
    make.add_argument("--board", default="esp32s3_w5500", help="a name in hardware/boards")
    make.add_argument("--version", type=int, required=True, help="counts up with each release")
    make.add_argument("--oldest", type=int, default=0, help="no version below may run afterwards")
    make.add_argument("--name", default="", help="name for people, at most 16 characters")
    make.add_argument("--books", nargs="*", help="rulebooks to take along (all)")
    make.add_argument("--key", help="signing key; without it the image has to be signed later")
    make.add_argument("--out", required=True, help="file to write")
    sign = sub.add_parser("sign", help="sign an image that was built without a key")
    sign.add_argument("image", help="file of the image")
    sign.add_argument("--key", default=KEY, help="signing key (%(default)s)")
    sign.add_argument("--out", required=True, help="file to write")
    check = sub.add_parser("verify", help="check an image as a controller does")
    check.add_argument("image", help="file of the image")
    check.add_argument("--key", default=KEY, help="signing key whose public part is trusted")
    check.add_argument("--public", help="modulus in hex, instead of a key file")
    check.add_argument("--board", help="refuse an image for another board")
    trace = sub.add_parser("trace", help="a controller's traceback in the names of the source")
    trace.add_argument("image", help="file of the image; what `build` left beside it is read")
    trace.add_argument("text", nargs="?", help="file of the console's text (standard input)")
    send = sub.add_parser("send", help="offer an image to a table over MQTT")
    send.add_argument("image", help="file of the image")
    send.add_argument("--table", required=True, help="the table's MQTT name")
    send.add_argument("--broker", default="127.0.0.1:1883", help="host:port of the broker")
    send.add_argument("--tls", nargs=3, metavar=("CA", "CERT", "KEY"), help="files, PEM")
    send.add_argument("--vault", default="var/vault", help="folder of its socket (%(default)s)")
    send.add_argument("--restart", action="store_true", help="run it once no hand is under way")


def run(args):
    """Dispatch; 0 when done."""
    commands = {
        "key": _key, "build": _build, "sign": _sign, "verify": _verify, "trace": _trace,
        "send": _send,
    }  # fmt: skip
    return commands[args.what](args)


def _read(path):
    try:
        return Path(path).read_bytes()
    except OSError as e:
        raise CommandError(f"{path}: {e.strerror}") from None


def _write(path, data):
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(data)
    except OSError as e:
        raise CommandError(f"{path}: {e.strerror}") from None


def _key(args):
    key = build.read_key(args.key) if args.show else build.make_key(args.key)
    print(build.modulus(key).hex())
    return 0


def _build(args):
    try:
        described = description.load_board(args.board)
    except description.BadHardware as e:
        raise CommandError(str(e)) from None
    short, board = {}, described["name"]
    body = build.rom(books=args.books, short=short)
    room = described.get("image_bytes", FILE_BYTES)
    if hd.SIZE + len(body) > room:
        raise CommandError(
            f"{hd.SIZE + len(body):,} bytes, and an image area of {board} holds {room:,}: "
            f"{_less(args.books)}"
        )
    data = build.image(
        body,
        args.version,
        board,
        args.name,
        args.oldest,
        int(time.time()),
    )
    if args.key:
        data = build.sign(data, build.read_key(args.key))
    _write(args.out, data)
    _write(args.out + NAMES, json.dumps(short, indent=1).encode())
    print(f"{args.out}: version {args.version} for {board}, {len(data)} bytes", file=sys.stderr)
    return 0


def _less(books):
    """What makes an image smaller that was built with these rulebooks."""
    if books and len(books) == 1:
        return "one book is the least, so the program itself has to shrink (docs/controller.md)"
    return "name fewer --books; a table needs the one it plays by"


def _sign(args):
    data = _read(args.image)
    if data[:4] != hd.MAGIC or len(data) <= hd.SIGNED:
        raise CommandError(f"{args.image} is not a program image")
    signed = build.sign(data, build.read_key(args.key))
    build.verify(signed, [build.modulus(build.read_key(args.key))])
    _write(args.out, signed)
    return 0


def _verify(args):
    if args.public:
        try:
            keys = [bytes.fromhex(args.public)]
        except ValueError:
            raise CommandError("--public is the modulus in hex") from None
    else:
        keys = [build.modulus(build.read_key(args.key))]
    header = build.verify(_read(args.image), keys, args.board)
    print(
        f"{args.image}: good; version {header.version} (oldest {header.oldest}) for {header.board}"
        f", {header.length} bytes, sha256 {header.digest.hex()}"
    )
    return 0


def _trace(args):
    path = args.image + NAMES
    try:
        short = json.loads(_read(path))
        plain = all(isinstance(real, str) for of in short.values() for real in of.values())
    except (ValueError, AttributeError, RecursionError):
        plain = False
    if not plain:
        raise CommandError(f"{path} is not what `feltwire image build` leaves beside an image")
    text = sys.stdin.read() if args.text is None else _read(args.text).decode(errors="replace")
    print(short_names.explained(text, short), end="")
    return 0


def _order(args):
    """The key that signs what is sent to the table, of the vault; None without a vault."""
    from gateway.errors import VaultError
    from gateway.vault import client, server

    if not (Path(args.vault) / server.SOCKET).exists():
        return None
    try:
        return client.order_key_of(Path(args.vault), args.table, topics.IMAGES)
    except VaultError as e:
        raise CommandError(f"--vault {args.vault}: {e}") from None


def _send(args):
    from tools.install.images.offer import Offer, over_mqtt

    host, _, port = args.broker.rpartition(":")
    if not host or not port.isdigit():
        raise CommandError(f"--broker {args.broker!r}: give host:port")
    data = _read(args.image)
    try:
        offer = Offer(args.table, data, order=_order(args))
    except hd.BadImage as e:
        raise CommandError(f"{args.image}: {e}") from None
    over_mqtt(offer, host, int(port), args.tls, args.restart)
    return 0
