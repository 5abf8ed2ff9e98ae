"""``feltwire verify``: what the log alone shows of a hand: when it was sealed, what was opened."""

import json
from pathlib import Path

from gateway.errors import GatewayError, LogError
from gateway.log import backup, chain
from gateway.log.base import Entry
from gateway.vault import verify
from shared_rules import zones
from tools.cli import logplace
from tools.errors import CommandError
from tools.plurals import counted

VERSION = 1
DIGITS_MAX = 18  # of a hand's or an event's number; SQLite holds 19
SHOWN_MAX = 20  # hands without a seal are named so far, then counted


def add_arguments(parser):
    """Arguments of the command."""
    parser.add_argument(
        "what", nargs="?",
        help="number of a hand, or a file: a backup, or what --out wrote; without: every hand",
    )  # fmt: skip
    logplace.add_arguments(parser)
    parser.add_argument("--table", help="the table; needed where the log has several")
    parser.add_argument("--vault-key", help="the key the vault signs with, as noted elsewhere")
    parser.add_argument("--head", help="NUMBER:HASH of the table's log, as noted elsewhere")
    parser.add_argument("--out", help="write the hand's part of the log into a file to pass on")


def run(args):
    """Print what holds; 0 when all that was sealed holds, 1 when something does not."""
    try:
        return _run(args)
    except GatewayError as e:
        raise CommandError(str(e)) from None


def _number(what):
    """The number of a hand; None for a file, or where nothing is named."""
    if not what or not what.isdigit():
        return None
    if len(what) > DIGITS_MAX:
        raise CommandError("the log does not hold this hand")
    return int(what)


def _run(args):
    number = _number(args.what)
    entries = _of_file(args.what, args.table) if args.what and number is None else _of_log(args)
    wanted, entries = None, list(entries)
    if entries and isinstance(entries[0], list):  # the hand an excerpt is of
        wanted, entries = tuple(entries[0]), entries[1:]
    _compare_head(args.head, entries)
    reader = verify.read((entry for entry, _hash in entries), args.vault_key)
    hands = [
        hand
        for hand in reader.hands.values()
        if (number is None or hand.key[3] == number) and wanted in (None, hand.key)
    ]
    if (number is not None or wanted) and not hands:
        raise CommandError("the log does not hold this hand")
    if number is not None or wanted:
        hands = hands[-1:]  # a controller that was provided anew counts from 1 again
        _print_hand(hands[0], reader)
    else:
        _print_all(hands, reader)
    if args.out:
        if number is None:
            raise CommandError("--out: name one hand")
        _write(Path(args.out), hands[0], entries)
    faults = [*reader.faults, *(fault for hand in hands for fault in hand.faults)]
    return 1 if faults else 0


# -- where the log comes from: pairs of Entry and hash, its chain checked


def _of_log(args):
    log = logplace.reading(logplace.settings_of(args))
    try:
        tables = log.tables()
        table = args.table or (tables[0] if len(tables) == 1 else None)
        if table is None:
            raise CommandError(f"give --table: the log has {', '.join(tables) or 'none'}")
        if table not in tables:
            raise CommandError(f"the log has no table {table}")
        _n, previous = log.anchor(table)
        for entry in log.read(table):
            previous = chain.link(previous, entry)
            yield entry, previous
    finally:
        log.close()


def _of_file(path, table):
    if not Path(path).exists():
        raise CommandError(f"{path}: there is no such hand or file")
    if str(path).endswith(backup.SUFFIX):
        yield from _of_backup(path, table)
    else:
        yield from _of_excerpt(path)


def _of_backup(path, table):
    found = {}
    heads = backup.read(path, on_events=lambda batch: _gather(found, batch))
    if table is None and len(heads) != 1:
        raise CommandError(f"give --table: the backup has {', '.join(sorted(heads)) or 'none'}")
    if table is not None and table not in heads:
        raise CommandError(f"the backup has no table {table}")
    yield from found.get(table or next(iter(heads)), ())


def _gather(found, batch):
    for entry, digest in batch:
        found.setdefault(entry.table, []).append((entry, digest))


def _of_excerpt(path):
    """First the key of its hand, then its entries."""
    try:
        lines = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
        begin, *rows, end = lines
        if begin.get("feltwire") != "hand" or begin.get("v") != VERSION:
            raise LogError(f"{path} is no part of a log")
        pairs, previous = [], bytes.fromhex(begin["hash"])
        for i, row in enumerate(rows, begin["first"] + 1):
            entry = Entry(begin["table"], *row)
            previous = chain.link(previous, entry)
            if entry.n != i:
                raise LogError(f"{path}: event {i} is missing")
            pairs.append((entry, previous))
        if end["head"] != [entry.n, previous.hex()]:
            raise LogError(f"{path} was changed: its chain does not hold")
        return [begin["of"], *pairs]
    except (OSError, UnicodeDecodeError) as e:
        raise LogError(f"{path}: {e}") from None
    except (ValueError, TypeError, KeyError, AttributeError, UnboundLocalError, RecursionError):
        raise LogError(f"{path} is no part of a log") from None


def _write(path, hand, entries):
    part = [(e, digest) for e, digest in entries if hand.began <= e.n <= hand.last]
    before = [digest for e, digest in entries if e.n == hand.began - 1]
    first = part[0][0]
    previous = before[0] if before else chain.start(first.table, part[0][1])
    head = part[-1][0].n, part[-1][1].hex()
    lines = [
        {"feltwire": "hand", "v": VERSION, "table": first.table, "first": first.n - 1,
         "hash": previous.hex(), "of": list(hand.key)},
        *([e.n, e.dev, e.boot, e.seq, e.t, e.wall, e.what, e.row, e.bad] for e, _d in part),
        {"end": True, "head": head},
    ]  # fmt: skip
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    print(f"{path}: events {first.n} to {head[0]}; compare the log with --head {head[0]}:{head[1]}")


def _compare_head(text, entries):
    if not text:
        return
    number, _, digest = text.partition(":")
    if not number.isdigit() or len(number) > DIGITS_MAX or len(digest) != 64:
        raise CommandError(f"--head {text}: give NUMBER:HASH")
    held = [d.hex() for e, d in entries if e.n == int(number)]
    if not held:
        raise CommandError(f"--head {text}: event {number} is not among these")
    if held[0] != digest:
        raise CommandError(f"the log is not what it was at event {number}: its hash differs")


# -- what is said


def _print_hand(hand, reader):
    table, dev, boot, number = hand.key
    end = f"to {hand.ended - 1}" if hand.ended else "on; it is not over"
    print(
        f"hand {number} of table {table} (device {dev}, boot {boot}), from event {hand.began} {end}"
    )
    if hand.sealed_n is None:
        print("  not sealed: the log holds no commitment of this hand")
    elif not hand.before:
        print(f"  sealed at event {hand.sealed_n}, before its first card was dealt")
    for note in hand.notes:
        print(f"  {note}")
    if hand.testified is not None and not hand.faults:
        print(f"  its {hand.testified} rows are those the controller signed, says the vault")
    for zone, cards in _by_zone(hand):
        print(f"  {zone}: {', '.join(cards)}")
    if hand.foreign():
        print(f"  {hand.foreign()} tags were dealt that are not of the deck")
    for fault in [*reader.faults, *hand.faults]:
        print(f"  DOES NOT HOLD: {fault}")
    if reader.key:
        print(f"  signed with {reader.key}")


def _by_zone(hand):
    """``(zone, [text of each card, in the order they were dealt])``."""
    found = {}
    for place, (_n, token, zone) in enumerate(hand.dealt, 1):
        opened = hand.open.get(token)
        said = f"{opened[0]} (opened at event {opened[1]})" if opened else "sealed"
        name = f"seat {zones.seat_of(zone)}" if zones.kind(zone) == "seat" else zone
        found.setdefault(name, []).append(f"{place}. {said}")
    return found.items()


def _print_all(hands, reader):
    sealed = [hand for hand in hands if hand.sealed_n is not None]
    late = [hand for hand in sealed if hand.notes]
    opened = sum(len(hand.open) for hand in hands)
    print(
        f"{counted(len(hands), 'hand')}, {len(sealed)} sealed, {len(late)} of them late; "
        f"{counted(opened, 'card')} opened"
    )
    old = [hand for hand in hands if hand.sealed_n is None]
    if old:
        names = ", ".join(str(hand.key[3]) for hand in old[:SHOWN_MAX])
        more = f" and {len(old) - SHOWN_MAX} more" if len(old) > SHOWN_MAX else ""
        print(f"not sealed: hand {names}{more}")
    for hand in late:
        for note in hand.notes:
            print(f"hand {hand.key[3]}: {note}")
    for fault in reader.faults:
        print(f"DOES NOT HOLD: {fault}")
    for hand in hands:
        for fault in hand.faults:
            print(f"hand {hand.key[3]} DOES NOT HOLD: {fault}")
    if reader.key:
        print(f"signed with {reader.key}")
