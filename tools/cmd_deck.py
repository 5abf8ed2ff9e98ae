"""``feltwire deck``: check, retire, replace, audit, export, import, give to a table, life."""

from pathlib import Path

from shared_rules import cards
from tools.cmd_enrol import give, owner_of
from tools.enrol import common, deck
from tools.enrol.errors import EnrolError
from tools.enrol.pcsc import Pcsc
from tools.enrol.store import JOKER


def add_arguments(parser):
    """Command line of ``feltwire deck``."""
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    plain = (
        ("list", "name every deck"),
        ("check", "prove that a deck is 52 different cards"),
        ("retire", "take a deck out of play for good"),
    )
    for name, text in plain:
        sub = what.add_parser(name, help=text)
        if name != "list":
            sub.add_argument("name", help="the deck's name")
        common.store_arguments(sub)
    sub = what.add_parser("assign", help="give a deck to a table")
    sub.add_argument("name", help="the deck's name")
    sub.add_argument("table", help="the table")
    sub.add_argument("--dev", default="c1", help="the table's controller (%(default)s)")
    common.store_arguments(sub)
    sub = what.add_parser("replace", help="put a new tag in a card's place")
    sub.add_argument("name", help="the deck's name")
    sub.add_argument("card", help="the card, like As")
    common.store_arguments(sub)
    common.reader_arguments(sub)
    sub = what.add_parser("audit", help="lay down every card and say what is missing or foreign")
    sub.add_argument("name", help="the deck's name")
    common.store_arguments(sub)
    common.reader_arguments(sub)
    for name, text in (
        ("export", "write a deck, sealed with a passphrase"),
        ("import", "read one"),
    ):
        sub = what.add_parser(name, help=text)
        if name == "export":
            sub.add_argument("name", help="the deck's name")
        sub.add_argument("file", type=Path, help="the file")
        sub.add_argument("--with", dest="carry", required=True, help="file with the passphrase")
        common.store_arguments(sub)


def run(args):
    """Do it; EnrolError when it cannot be done."""
    store = common.store_of(args)
    return globals()[f"_{args.what}"](args, store) or 0


def _list(args, store):
    for name in store.names():
        found = store.deck(name)
        common.say(f"{name}: {len(found['cards'])} cards, {found['state']}")


def _check(args, store):
    found = store.deck(args.name)
    lines = deck.faults(found)
    for line in lines:
        common.say(f"{args.name}: {line}")
    if not lines:
        jokers = f" and {found['jokers']} jokers" if found["jokers"] else ""
        common.say(f"{args.name}: 52 different cards{jokers} on different tags, {found['state']}")
    return 1 if lines else 0


def _retire(args, store):
    found = store.deck(args.name)
    if found["state"] == "retired":
        raise EnrolError(f"deck {args.name} is retired already")
    found["state"] = "retired"
    store.note(found, "retired")
    store.save(found)
    common.say(f"deck {args.name} is retired; its tags are refused everywhere from now on")


def _assign(args, store):
    give(store, store.deck(args.name), args.table, args.dev)


def _replace(args, store):
    found = store.deck(args.name)
    if not cards.is_known(args.card):
        raise EnrolError(f"{args.card!r} is no card; cards are named like As, Td or JK")
    if found["state"] != "active":
        raise EnrolError(f"deck {args.name} is {found['state']}")
    session = deck.DeckSession(found, owner_of(store, common.registry_of(args), args.name))
    before = session.drop(args.card)
    barred = bytes.fromhex(before["uid"])
    tags, checks = common.tags_of(args), common.checks_of(args)

    def choose(missing, uid):
        if uid == barred:
            common.say("refused: this is the tag that is to be replaced")
            return None
        return missing[0]

    def prompt(missing):
        common.say(f"lay down the new {missing[0]}")

    with Pcsc(args.reader) as pcsc:
        feed = common.feed_of(pcsc, args)
        try:
            deck.enrol(session, feed, checks, tags["card_afi"], store, common.say, choose, prompt)
        finally:
            feed.close()
    store.note(found, "replaced", card=args.card)
    store.save(found)
    common.say(f"deck {args.name}: {args.card} is on a new tag; give it to its table again")


def _audit(args, store):
    found = store.deck(args.name)
    session = deck.DeckSession(found, lambda uid: None)
    tags = common.tags_of(args)
    with Pcsc(args.reader) as pcsc:
        feed = common.feed_of(pcsc, args)
        try:
            result = deck.audit(session, feed, tags["card_afi"], common.say)
        finally:
            feed.close()
    missing = result.missing()
    common.say(deck.picture(missing, found["jokers"]))
    common.say(
        f"{args.name}: {len(result.seen)} seen, {len(missing)} missing, {result.foreign} foreign"
    )
    if result.wrong_afi:
        common.say(f"wrong application family (AFI): {' '.join(result.wrong_afi)}")
    store.note(
        found, "audited", seen=len(result.seen), missing=len(missing), foreign=result.foreign
    )
    store.save(found)
    return 1 if missing or result.foreign or result.wrong_afi else 0


def _export(args, store):
    found = store.deck(args.name)
    store.export(found, args.file, common.passphrase_key(args.carry))
    store.note(found, "exported")
    store.save(found)
    common.say(f"deck {args.name} is in {args.file}, sealed with the passphrase")


def _import(args, store):
    found = store.bring_in(args.file, common.passphrase_key(args.carry))
    jokers = sum(1 for c in found["cards"] if c["card"] == JOKER)
    common.say(f"deck {found['name']}: {len(found['cards']) - jokers} cards, {jokers} jokers")
