"""``feltwire event simulate``: whole events of virtual players, with what they show."""

import contextlib
import hashlib
import os
import tempfile
import time
from pathlib import Path

from gateway.event import acts, structure
from gateway.event.log import BadLog, EventLog
from shared_rules.rulebooks import BOOKS
from tools.errors import CommandError
from tools.event.checks import Broken
from tools.event.radio_tables import DirectorsEye, RadioTables
from tools.event.simulate import Day, Options, Stuck
from tools.event.simulated_hands import Unfinished
from tools.install import configfile

PLAYERS_MAX = 10_000
SEEDS_MAX = 100_000
MONEY_MAX = 1_000_000
DAYS_MAX = 4
TROUBLES_SHOWN = 5
RADIO_MAX = 60  # tables; each is a process of its own
HANDS_MAX = 100_000


def add_arguments(parser):
    """Command line of ``event simulate``."""
    parser.add_argument("--players", type=int, default=540, help="who registers (default: 540)")
    parser.add_argument("--seed", type=int, default=1, help="everything follows from it")
    parser.add_argument("--seeds", type=int, default=1, help="so many events, seeds counted up")
    books = [*BOOKS, "all"]
    text = "the book in force; 'all': one after the other, seed by seed"
    parser.add_argument("--rulebook", default="tda-2011", choices=books, help=text)
    parser.add_argument("--hours", type=float, default=8.0, help="hours the structure is laid for")
    parser.add_argument("--stack", type=int, default=20_000, help="starting stack")
    parser.add_argument("--template", default="regular", choices=structure.TEMPLATES)
    parser.add_argument("--reentry", action="store_true", help="who is out may enter once more")
    text = "who is out in time may rebuy, and add on in the first break"
    parser.add_argument("--rebuys", action="store_true", help=text)
    text = "each table plays until one player has all its chips; the winners play on"
    parser.add_argument("--shootout", action="store_true", help=text)
    text = "money on each head, progressive: half of it goes on the winner's head"
    parser.add_argument("--bounty", type=int, default=0, metavar="MONEY", help=text)
    parser.add_argument("--days", type=int, default=1, help="days it is played on (1 to 4)")
    text = "the last N share the prizes by the Independent Chip Model"
    parser.add_argument("--deal-at", type=int, default=0, metavar="N", help=text)
    text = "tables 1 to N and the final table are played through radio and all (default: none)"
    parser.add_argument("--radio", type=int, default=0, metavar="N", help=text)
    text = "so many hands of each such table go by radio, the rest on the engine (default: all)"
    parser.add_argument("--radio-hands", type=int, metavar="N", help=text)
    text = "of the radio: 0 perfect (default), 1 as measured"
    parser.add_argument("--noise", type=float, default=0.0, help=text)
    parser.add_argument("--log", help="keep the event's log here (one seed only)")
    text = "where the log of an event that fails is kept (default: a new folder for it)"
    parser.add_argument("--failed", metavar="FOLDER", help=text)
    parser.add_argument("--quiet", action="store_true", help="one line an event")


def run(args):
    """Simulate; yields lines of progress. CommandError where a property does not hold."""
    if not 2 <= args.players <= PLAYERS_MAX:
        raise CommandError(f"--players must be from 2 to {PLAYERS_MAX}")
    if not 1 <= args.seeds <= SEEDS_MAX:
        raise CommandError(f"--seeds must be from 1 to {SEEDS_MAX}")
    if not 0 <= args.bounty <= MONEY_MAX:
        raise CommandError(f"--bounty must be from 0 to {MONEY_MAX}")
    if not 1 <= args.days <= DAYS_MAX:
        raise CommandError(f"--days must be from 1 to {DAYS_MAX}")
    if args.rebuys + args.reentry + args.shootout > 1:
        raise CommandError("--rebuys, --reentry and --shootout are three formats: keep one")
    if not 0 <= args.radio <= RADIO_MAX:
        raise CommandError(f"--radio must be from 0 to {RADIO_MAX}")
    if args.radio_hands is not None and not 1 <= args.radio_hands <= HANDS_MAX:
        raise CommandError(f"--radio-hands must be from 1 to {HANDS_MAX}")
    configfile.check_option("noise", args.noise)
    if args.log and args.seeds > 1:
        raise CommandError("--log keeps one event: leave --seeds away")
    books = BOOKS if args.rulebook == "all" else [args.rulebook]
    with tempfile.TemporaryDirectory(prefix="feltwire-event-") as folder:
        for i in range(args.seeds):
            seed = args.seed + i
            path = args.log or os.path.join(folder, "event.jsonl")
            options = Options(
                args.players, seed, books[i % len(books)], args.hours, args.stack, args.template,
                reentry=args.reentry, deal_at=args.deal_at, rebuys=args.rebuys,
                shootout=args.shootout, bounty=args.bounty, days=args.days, radio=args.radio,
                radio_hands=args.radio_hands, noise=args.noise,
            )  # fmt: skip
            yield from _one(options, path, args.quiet or args.seeds > 1, args)
            if not args.log:
                os.unlink(path)


def _one(options, path, quiet, args):
    start, spent = time.monotonic(), time.process_time()
    day = None
    try:
        with by_radio(options) as eye:
            day = Day(options, path, eye)
            for office in day.run():
                if not quiet:
                    yield _progress(day, office, time.monotonic() - start)
        spent = time.process_time() - spent
        _same_again(path, day)
    except structure.BadStructure as error:
        raise CommandError(str(error)) from error
    except (Broken, Stuck, Unfinished, acts.Refused, BadLog) as error:
        if day is None:
            raise
        kept = Path(path).resolve() if args.log else _kept(options, path, args.failed)
        raise CommandError(
            f"seed {options.seed}, {options.rulebook}: {error}; log: {kept}"
        ) from error
    yield summary(day, path, spent)
    if eye is not None:
        yield f"seed {options.seed}: {eye.figures.text()}"
        yield from eye.tables.troubles()[:TROUBLES_SHOWN]


@contextlib.contextmanager
def by_radio(options):
    """The ``DirectorsEye`` on an event's tables by radio, which run as long; None without any."""
    if not options.radio:
        yield None
        return
    numbers = range(1, options.radio + 1)
    with RadioTables(numbers, options.rulebook, options.seed, options.noise) as tables:
        yield DirectorsEye(tables, options.radio_hands)


def _kept(options, path, folder):
    """A copy of the log of an event that failed; a new temporary folder holds it unless one is
    given. Nothing there is written over."""
    try:
        if folder is None:
            folder = tempfile.mkdtemp(prefix="feltwire-failed-")
        os.makedirs(folder, exist_ok=True)
        name = f"event-{options.seed}-{options.rulebook}"
        number = 1
        while True:
            kept = Path(folder, f"{name}.jsonl" if number == 1 else f"{name}-{number}.jsonl")
            try:
                with open(kept, "xb") as stream:
                    stream.write(Path(path).read_bytes())
                return kept.resolve()
            except FileExistsError:
                number += 1
    except OSError as error:
        return f"not kept ({getattr(error, 'filename', None) or folder}: {error.strerror})"


def _same_again(path, day):
    """The log read from the disk gives the state the day ended in."""
    again = EventLog(path).office()
    event, before = again.event, day.office.event
    if (event.gone, event.stacks, again.issued) != (before.gone, before.stacks, day.office.issued):
        raise Broken("the log does not give the state the day ended in")


def _progress(day, office, took_s):
    clock = office.clock
    row = office.event.row_of(clock.level) or {"sb": "-", "bb": "-"}
    return (
        f"{clock_of(day.now)} level {clock.level} {row['sb']}/{row['bb']}:"
        f" {office.event.left} players at {len(office.event.tables)} tables,"
        f" {day.hands} hands, {took_s:.1f} s"
    )


def summary(day, path, spent_s):
    """One line of a finished event; ``spent_s``: processor time it took."""
    digest = hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
    options, hours = day.options, day.now / 3_600_000
    return (
        f"seed {options.seed} {options.rulebook}: {day.office.entries} entries,"
        f" {day.most_tables} tables, {day.hands} hands in {clock_of(day.now)};"
        f" {day.properties.steps} entries looked at, all properties hold;"
        f" {spent_s:.1f} s of processor time ({hours / spent_s:.2f} hours a second); log {digest}"
    )


def clock_of(ms):
    """Hours and minutes of an event."""
    minutes = ms // 60_000
    return f"{minutes // 60}:{minutes % 60:02d}"
