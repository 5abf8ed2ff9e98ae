"""``feltwire enrol``: decks and chips on a PC/SC reader. No tag number is ever printed."""

import csv

from gateway import extras
from shared_rules import cards
from tools.enrol import chips_on_reader, common, deck_on_reader, testtags
from tools.enrol.deck_files import JOKER
from tools.enrol.pcsc import Pcsc
from tools.enrol.reader_errors import EnrolError
from tools.plurals import counted


def add_arguments(parser):
    """Command line of ``feltwire enrol``."""
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    one = what.add_parser("deck", help="enrol a deck card by card; goes on where it stopped")
    one.add_argument("name", help="the deck's name")
    one.add_argument("--table", help="give it to this table when it is whole")
    one.add_argument("--dev", default="c1", help="that table's controller (%(default)s)")
    one.add_argument("--jokers", type=int, default=0, choices=range(5), help="0 to 4 (%(default)s)")
    one.add_argument("--as-they-come", action="store_true", help="in any order; type each card")
    one.add_argument("--list", help="the maker's list (CSV: number,card): cards in any order")
    common.store_arguments(one)
    common.reader_arguments(one)
    many = what.add_parser("chips", help="write denominations to chips; goes on where it stopped")
    many.add_argument("--denomination", type=int, required=True, help="value of each chip")
    many.add_argument("--count", type=int, help="chips of the batch (until none comes)")
    many.add_argument("--batch", default="1", help="name of the batch (%(default)s)")
    common.store_arguments(many)
    common.reader_arguments(many)
    test = what.add_parser("test-tags", help="make tags that calibration reads, and play does not")
    test.add_argument("--count", type=int, default=1, help="how many (%(default)s)")
    common.store_arguments(test)
    common.reader_arguments(test)


def run(args):
    """Enrol; EnrolError when it cannot go on."""
    if extras.absent("enrol"):
        raise EnrolError(extras.missing("enrolment", "enrol"))
    with common.alone(args):
        return {"deck": _deck, "chips": _chips, "test-tags": _test_tags}[args.what](args)


def _deck(args):
    store, registry = common.store_of(args), common.registry_of(args)
    if store.has(args.name):
        found = store.deck(args.name)
        if found["state"] == "retired":
            raise EnrolError(f"deck {args.name} was retired")
        if found["cards"]:
            common.say(f"deck {args.name}: going on, {len(found['cards'])} cards are enrolled")
    else:
        found = store.new_deck(args.name, args.jokers)
    session = deck_on_reader.DeckSession(found, owner_of(store, registry, args.name))
    if session.missing():
        _read(args, session, store)
    _report(session)
    if args.table:
        give(store, found, args.table, args.dev)
    return 0


def _read(args, session, store):
    tags, checks = common.tags_of(args), common.checks_of(args)
    listed = maker_list(args.list) if args.list else None

    def walk(missing, _uid):
        return missing[0]

    def by_list(missing, uid):
        if uid.hex() not in listed:
            common.say("refused: this tag is not on the maker's list")
        return listed.get(uid.hex())

    def typed(missing, uid):
        known = session.face_of(uid)
        return known if known and known != JOKER else ask(missing)

    def prompt(missing):
        if listed is None and not args.as_they_come:
            common.say(f"lay down the {missing[0]}, then take it away")
        else:
            common.say(deck_on_reader.picture(missing, session.deck["jokers"]))

    choose = by_list if listed is not None else typed if args.as_they_come else walk
    with Pcsc(args.reader) as pcsc:
        feed = common.feed_of(pcsc, args)
        try:
            deck_on_reader.enrol(
                session, feed, checks, tags["card_afi"], store, common.say, choose, prompt
            )
        finally:
            feed.close()


def ask(missing):
    """Ask which card lies there; empty: none of this deck's."""
    while True:
        try:
            text = input("which card is it (As, Td, JK; empty: leave it out)? ").strip()
        except EOFError:
            raise EnrolError("no answer; what is done is kept") from None
        face = text[:1].upper() + text[1:].lower() if text.upper() != JOKER else JOKER
        if not text:
            return None
        if cards.is_known(face):
            return face
        common.say(f"{text!r} is no card; missing are: {' '.join(missing)}")


def maker_list(path):
    """uid (hex) -> card of a maker's list. EnrolError names the line, never its number."""
    found = {}
    try:
        with open(path, newline="", encoding="utf-8") as f:
            for number, row in enumerate(csv.reader(f), 1):
                if not row or row[0].startswith("#"):
                    continue
                uid = row[0].strip().lower().replace(":", "") if len(row) == 2 else ""
                face = row[1].strip() if len(row) == 2 else ""
                good = len(uid) == 16 and uid.startswith("e0") and cards.is_known(face)
                if not good or uid in found or any(c not in "0123456789abcdef" for c in uid):
                    raise EnrolError(f"{path}, line {number}: not `number,card` of a new tag")
                found[uid] = face
    except (OSError, UnicodeDecodeError) as e:
        raise EnrolError(f"{path}: {getattr(e, 'strerror', None) or 'not text'}") from None
    return found


def owner_of(store, registry, apart_from):
    """A function that names what a tag belongs to already."""

    def owner(uid):
        name = store.owner(uid, apart_from)
        if name is not None:
            return f"deck {name}"
        chip = registry.get(uid)
        return None if chip is None else f"the chips, batch {chip[1]}"

    return owner


def _report(session):
    found = session.deck
    signed = sum(1 for c in found["cards"] if c["signed"])
    common.say(
        f"deck {found['name']}: {counted(len(found['cards']), 'card')}, {found['state']}; "
        f"{signed} with a good originality signature"
    )


def give(store, found, table, dev):
    """Hand a deck to a table's vault and say what is left to do."""
    store.assign(found, table, dev)
    common.say(f"table {table} plays with deck {found['name']} from its next hand on")


def _chips(args):
    if not 1 <= args.denomination <= chips_on_reader.DENOMINATION_MAX:
        raise EnrolError(f"--denomination must be from 1 to {chips_on_reader.DENOMINATION_MAX}")
    if args.count is not None and args.count < 1:
        raise EnrolError("--count must be at least 1")
    store, registry = common.store_of(args), common.registry_of(args)
    tags, checks = common.tags_of(args), common.checks_of(args)
    done = registry.count(args.batch).get(args.denomination, 0)
    if done:
        common.say(f"batch {args.batch}: going on, {done} chips of {args.denomination} are done")
    with Pcsc(args.reader) as pcsc:
        feed = common.feed_of(pcsc, args)
        try:
            counts = chips_on_reader.enrol(
                feed,
                checks,
                registry,
                tags,
                args.denomination,
                args.batch,
                common.say,
                store.owner,
                args.count,
            )
        finally:
            feed.close()
            total = registry.count(args.batch)
            text = ", ".join(f"{n} of {d}" for d, n in sorted(total.items())) or "none"
            common.say(f"batch {args.batch}: {text}")
    return 1 if counts.refused else 0


def _test_tags(args):
    if args.count < 1:
        raise EnrolError("--count must be at least 1")
    if args.afi_by_maker:
        raise EnrolError("--afi-by-maker: a test tag's AFI is written here, which needs a session")
    owner = owner_of(common.store_of(args), common.registry_of(args), None)
    with Pcsc(args.reader) as pcsc:
        feed = common.feed_of(pcsc, args)
        try:
            refused = testtags.mark(feed, common.checks_of(args), args.count, common.say, owner)
        finally:
            feed.close()
    return 1 if refused else 0
