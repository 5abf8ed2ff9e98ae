"""``feltwire table``: one virtual table that plays hands at a broker, over and over.

``feltwire table new`` designs one: see cmd_table_new.py.
"""

import errno
import itertools
import os
import sys
from pathlib import Path

from gateway.errors import GatewayError
from gateway.ingest.mqtt import password_of
from gateway.process import saying
from gateway.process.lock import FolderLock
from gateway.process.shutdown import interrupt_once
from tools.cli import cmd_table_new
from tools.cli.cmd_broker import PORT as MQTT_PORT
from tools.errors import CommandError
from tools.install import configfile
from tools.playing import phh
from tools.virtual.irregularities import KINDS
from tools.virtual.player import TablePlayer, agree, enrol, give_ticket
from tools.virtual.recorded_plan import plan_hand
from tools.virtual.slips import NotPossible
from tools.virtual.table import VirtualTable
from tools.virtual.vm import VmError

HANDS = Path(__file__).parents[1] / "playing" / "hands"
DEV = "c1"
PASSING = (errno.ENOSPC, errno.EIO, errno.EMFILE, errno.ENOMEM)  # may be over at the next start
# With --inject mixed, these of seven hands go wrong, each time another way. Seven, so that with
# another number of hands each of them has its turn.
MIXED_OF, MIXED_TURNS = 7, (1, 3, 5)


def add_arguments(parser):
    """Arguments of the command."""
    parser.add_argument("hands", nargs="*", help="PHH files or folders (default: our own hands)")
    parser.add_argument("--id", default="1", help="the table's name (%(default)s)")
    parser.add_argument("--data", default="var", help="folder for flash and vault (%(default)s)")
    parser.add_argument("--mqtt-host", default="127.0.0.1", help="broker (%(default)s)")
    parser.add_argument("--mqtt-port", type=int, default=MQTT_PORT, help="its port (%(default)s)")
    parser.add_argument("--mqtt-user", help="user there, if it asks for a password")
    parser.add_argument("--mqtt-password-file", help="file with that password")
    parser.add_argument("--table", default="nine_max", help="table description (%(default)s)")
    parser.add_argument("--vm", default="wheel", help="wheel, i386 or an interpreter")
    parser.add_argument("--rulebook", default="tda-2011", help="what the dealer knows")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--noise", type=float, default=0.0, help="radio noise, 1 = as measured")
    parser.add_argument(
        "--inject", choices=[*KINDS, configfile.MIXED], help="what goes wrong in each hand"
    )
    parser.add_argument("--pace", type=float, default=1.0, help="speed, 1 = real time")
    parser.add_argument("--share", default="1/1", help="I/N: every N-th hand from the I-th on")
    parser.add_argument("--once", action="store_true", help="stop after the last hand")
    cmd_table_new.add_arguments(parser)


def run(args):
    """Play until SIGINT or SIGTERM (or, with --once, to the last hand)."""
    if args.hands[:1] == ["new"]:
        return cmd_table_new.run(args)
    interrupt_once()
    saying.go_on_unheard()
    for name in ("table", "seed", "noise", "pace"):
        configfile.check_option(name, getattr(args, name))
    configfile.check_rulebook(args.rulebook)
    configfile.check_broker(args.mqtt_host, args.mqtt_port)
    hands = shared_out(load(args.hands or [HANDS]), args.share)
    lock = FolderLock(folder_of(args), "table")
    try:
        lock.take()  # its journal has one writer
    except GatewayError as e:
        raise CommandError(f"table {args.id}: {e}") from None
    try:
        return _run(args, hands)
    finally:
        lock.free()


def folder_of(args):
    """What the table keeps: its flash."""
    return Path(args.data) / "tables" / args.id


def _run(args, hands):
    try:
        table, player = _set_up(args)
    except (VmError, OSError, ValueError) as e:
        if getattr(e, "errno", None) in PASSING:
            print(f"table {args.id}: {e}", file=sys.stderr, flush=True)
            return 1
        raise CommandError(f"table {args.id}: {e}") from None
    try:
        _play(args, table, player, hands)
    except KeyboardInterrupt:
        return 0
    except VmError as e:
        print(f"table {args.id}: {e}", file=sys.stderr, flush=True)
        return 1
    finally:
        table.stop()
    return 0


def load(paths):
    """All hands of files and folders; a bad file in a folder is named and passed over."""
    found = []
    try:
        files = phh.files(paths)
    except phh.BadHand as e:
        raise CommandError(str(e)) from None
    for path in files:
        try:
            found += phh.read(path)
        except phh.BadHand as e:
            print(e, file=sys.stderr, flush=True)
    if not found:
        raise CommandError("no hand that can be played")
    return found


def shared_out(hands, share):
    """Every N-th hand from the I-th on (``"I/N"``), all of them when that leaves none."""
    first, _, of = share.partition("/")
    if not (first.isdigit() and of.isdigit() and 1 <= int(first) <= int(of)):
        raise CommandError("--share must be I/N with I from 1 to N")
    return hands[int(first) - 1 :: int(of)] or hands


def kinds(inject):
    """What goes wrong in hand after hand, without end."""
    if inject != configfile.MIXED:
        return itertools.repeat(inject)
    slips = itertools.cycle(k for k in KINDS if k != "none")
    return (next(slips) if i % MIXED_OF in MIXED_TURNS else None for i in itertools.count())


def _set_up(args):
    cores = sorted(os.sched_getaffinity(0))
    number = int(args.id) if args.id.isdigit() else sum(args.id.encode())
    options = {
        "hw_config": args.table,
        "seed": f"{args.seed}/{args.id}",
        "noise": args.noise,
        "broker": (args.mqtt_host, args.mqtt_port),
        "table_id": args.id,
        "flash_dir": folder_of(args) / "flash",
        "pace": args.pace,
        "vm": args.vm,
        "dev": DEV,
        "core": cores[number % len(cores)],
        "extra": {"rules": args.rulebook, **_login(args)},
    }
    table = VirtualTable(**options)
    player = TablePlayer(table, args.rulebook, args.seed)
    enrol(player.stage, args.data, args.id, DEV)
    if give_ticket(table.flash, args.data, args.id, DEV):
        agree(VirtualTable(**options))
    table.start()
    return table, player


def _login(args):
    """What config.json says of the table's user at the broker."""
    if not args.mqtt_user:
        return {}
    return {"mqtt": {"user": args.mqtt_user, "password": password_of(args.mqtt_password_file)}}


def _play(args, table, player, hands):
    rounds = range(1) if args.once else itertools.count()
    slips = kinds(args.inject)
    for _ in rounds:
        played = 0
        for label, record in hands:
            played += _play_one(args, player, label, record, next(slips))
        if not played:
            raise CommandError(f"table {args.id}: none of the {len(hands)} hands can be played")
    player.drain(lambda: False)


def _play_one(args, player, label, record, kind):
    """Play one hand; a slip it has no room for is left out. 1 when it was played, else 0."""
    try:
        plan = plan_hand(Path(label).name, record, args.seed, player.world.table["seats"])
    except phh.BadHand as e:
        print(e, file=sys.stderr, flush=True)
        return 0
    players = record.get("players")
    if isinstance(players, list):
        seats = plan.setup["seats"]
        plan.setup["names"] = {str(s): str(p) for s, p in zip(seats, players, strict=False)}
    for attempt in (kind, None):
        try:
            player.play(plan, attempt)
            return 1
        except NotPossible:
            continue
    return 0
