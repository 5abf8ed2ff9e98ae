"""``feltwire calibrate``: a test tag on each zone, thresholds, a heat map, drift since then."""

import contextlib
import re
import time
from pathlib import Path

from tools.calibrate import calibration_file, calibration_steps, dwell_printer, measure
from tools.errors import CommandError
from tools.hardware import description


def add_arguments(parser):
    """Command line of ``feltwire calibrate``."""
    parser.add_argument("table", help="table description: a name or a .toml file")
    parser.add_argument(
        "--over-mqtt", metavar="TABLE", help="a real table by its MQTT name: over its own link"
    )
    parser.add_argument("--broker", default="127.0.0.1:1883", help="host:port of the broker")
    parser.add_argument("--tls", nargs=3, metavar=("CA", "CERT", "KEY"), help="files, PEM")
    parser.add_argument("--vault", type=Path, help="folder of the vault's socket (<data>/vault)")
    parser.add_argument("--on-board", help="command that runs the program on a board")
    parser.add_argument("--program", type=Path, help="only write the board's program to this file")
    parser.add_argument("--id", help="the table's name (the description's)")
    parser.add_argument("--data", type=Path, default=Path("var"), help="data folder (%(default)s)")
    parser.add_argument("--zones", nargs="*", help="these zones only")
    parser.add_argument(
        "--dwells", type=int, default=40, help="readings of each spot (%(default)s)"
    )
    parser.add_argument("--keep", action="store_true", help="compare only, keep the stored one")
    parser.add_argument("--seed", type=int, default=0, help="of the virtual table")
    parser.add_argument("--noise", type=float, default=1.0, help="of the virtual table's radio")
    parser.add_argument("--vm", default="wheel", help="of the virtual table: wheel, i386")


def run(args):
    """Calibrate; 1 when something must be looked at before the table is played on."""
    if args.program:
        args.program.write_text(dwell_printer.SOURCE.lstrip(), encoding="utf-8")
        print(f"{args.program}: run it on the board, e.g. mpremote run {args.program}")
        return 0
    if args.over_mqtt and args.on_board:
        raise CommandError("--over-mqtt or --on-board: one of them")
    if args.dwells < 5:
        raise CommandError("--dwells: 5 at least")
    try:
        table = description.load_table(args.table)
        bad = description.table_problems(table)
    except description.BadHardware as e:
        raise CommandError(e.lines[0]) from None
    if bad:
        raise CommandError(bad[0])
    if args.over_mqtt:
        _check_stored(args, table)
    with _source(args) as source:
        figures = calibration_steps.run(table, source, args.dwells, _say, args.zones)
        return report(args, table, figures, time.time_ns() // 1_000_000, source)


def _say(text):
    print(text, flush=True)


def _ask(text):
    try:
        input(text + " ")
    except EOFError:
        raise CommandError("nobody answers: calibration needs a person") from None


@contextlib.contextmanager
def _over_mqtt(args):
    """A LinkSource that is in the calibrating mode; who asked for it is in the record of acts."""
    from tools.calibrate import line, over_link
    from tools.install import configfile

    (host, port), *_ = configfile.brokers(args.broker)
    speaker = _speaker(args)
    _enter(args, "start")
    with (
        line.MqttLine(args.over_mqtt, host, port, args.tls) as found,
        over_link.LinkSource(speaker, found, _say, _ask, args.zones) as source,
    ):
        yield source


def _speaker(args):
    from gateway.vault import server
    from tools.calibrate import over_link

    folder = args.vault or args.data / "vault"
    if not (folder / server.SOCKET).exists():
        if args.vault:
            raise CommandError(f"--vault {folder}: no vault runs there")
        return over_link.Speaker(args.over_mqtt)  # a table that is enrolled will not hear it
    return over_link.Speaker.of_vault(folder, args.over_mqtt)


def _enter(args, act, **detail):
    """Put an act into the gateway's record, before it is done; CommandError: it cannot be."""
    from gateway.errors import GatewayError
    from gateway.people.from_settings import open_people
    from tools.cli import cmd_user
    from tools.install import configfile

    settings = configfile.settings(args.config_file, data_dir=str(args.data))
    folder = settings.people_path()
    if not (settings.cluster_url or folder.is_dir()):
        raise CommandError(
            f"{folder}: no record of acts is there to hold this: give --data, the gateway's data"
            " folder, or --config"
        )
    try:
        with contextlib.closing(open_people(settings)) as people:
            people.note("calibrate", cmd_user.by(), args.over_mqtt, act=act, **detail)
    except GatewayError as e:
        raise CommandError(str(e)) from None


def _check_stored(args, table):
    """A table's own file is of its own layout. CommandError with one line."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,32}", args.over_mqtt):
        raise CommandError(f"--over-mqtt {args.over_mqtt!r}: 1 to 32 letters, digits, - or _")
    path = _path(args, table)
    if path.exists() and (was := calibration_file.load(path).get("table")) != table["name"]:
        raise CommandError(f"{path}: it is of a {was}: is {args.over_mqtt} a {table['name']}?")


def _path(args, table):
    """Where a table's calibration is stored: each real table has its own."""
    return args.data / "calibration" / f"{args.id or args.over_mqtt or table['name']}.json"


def _source(args):
    if args.over_mqtt:
        return _over_mqtt(args)
    if args.on_board:
        from tools.calibrate.over_serial import BoardSource

        return BoardSource(args.on_board, _say, _ask)
    from tools.calibrate.virtual import VirtualSource

    return VirtualSource(args.table, args.seed, args.noise, args.vm, zones=args.zones)


def report(args, table, figures, t_ms, source=None):
    """Store, draw, compare and tell; the exit code. ``source``: one that can ``keep`` thresholds is
    given them, once nothing is to be mended."""
    path = _path(args, table)
    data = calibration_file.document(table["name"], figures, t_ms)
    changed = []
    if path.exists():
        before = calibration_file.load(path)
        kept = {z: f for z, f in before["zones"].items() if not args.zones or z in args.zones}
        changed = measure.drift(kept, figures)
        if args.zones:  # the others stay as they were
            data = calibration_file.document(table["name"], {**before["zones"], **figures}, t_ms)
    for line in changed:
        _say(f"drift: {line}")
    faults = measure.faults(figures)
    for line in faults:
        _say(f"look: {line}")
    if not (args.keep and path.exists()):
        calibration_file.save(path, data)
        drawn = path.with_suffix(".svg")
        drawn.write_text(calibration_file.heat_map(table, data), encoding="utf-8")
        _say(f"{path}: {len(data['zones'])} zones; heat map {drawn}")
        if args.over_mqtt:
            _send(args, data, measure.faults(data["zones"]), source)
    return 1 if faults or changed else 0


def _send(args, data, faults, source):
    """The thresholds of a whole calibration go to the controller."""
    leave, cross = data["thresholds"]["leave"], data["thresholds"]["cross"]
    if faults:
        _say("the controller keeps its thresholds: they would hide what is to be mended first")
        return
    _enter(args, "keep", leave=leave, cross=cross)
    source.keep(leave, cross)
    shown = ", ".join(f"{kind} {misses}" for kind, misses in leave.items())
    _say(f"table {args.over_mqtt}: its controller keeps the thresholds ({shown})")
