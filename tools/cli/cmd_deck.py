"""``feltwire deck``: check, retire, replace, audit, export, import, give to a table, life."""

from pathlib import Path

from gateway.errors import GatewayError
from gateway.log.sqlite import SqliteLog
from gateway.settings.fields import Settings
from gateway.vault.client import ask
from gateway.vault.wear import WINDOW_HANDS
from shared_rules import cards
from tools.cli.cmd_enrol import give, owner_of
from tools.cli.cmd_vault import passphrase
from tools.enrol import chips_on_reader, common, deck_on_reader, life
from tools.enrol.deck_files import JOKER
from tools.enrol.pcsc import Pcsc
from tools.enrol.reader_errors import EnrolError
from tools.plurals import counted

SHOWN = 5  # cards of a life report

READING = ("list", "check", "life")  # what changes nothing


def add_arguments(parser):
    """Command line of ``feltwire deck``."""
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    plain = (
        ("list", "name every deck"),
        ("check", f"prove that a deck is {cards.FULL_DECK} different cards"),
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
    sub = what.add_parser("life", help="age, reads, cards read less and less, foreign cards")
    sub.add_argument("name", help="the deck's name")
    sub.add_argument("--table", required=True, help="the table it was played at")
    sub.add_argument("--holder", required=True, help="a key-holder; two of them ask, one by one")
    sub.add_argument("--socket", type=Path, help="folder of the vault's socket (<data>/vault)")
    common.store_arguments(sub)
    sub = what.add_parser("chips", help="count chips; find lost and foreign ones")
    sub.add_argument("--batch", help="one batch (all)")
    sub.add_argument("--table", help="also look for foreign chips in this table's log")
    sub.add_argument("--audit", action="store_true", help="lay every chip on the reader")
    sub.add_argument("--mark-lost", action="store_true", help="mark what the audit did not see")
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
    work = globals()[f"_{args.what}"]
    if args.what in READING:
        return work(args, common.store_of(args)) or 0
    with common.alone(args):
        return work(args, common.store_of(args)) or 0


def _list(args, store):
    for name in store.names():
        found = store.deck(name)
        common.say(f"{name}: {counted(len(found['cards']), 'card')}, {found['state']}")


def _check(args, store):
    found = store.deck(args.name)
    lines = deck_on_reader.faults(found)
    for line in lines:
        common.say(f"{args.name}: {line}")
    if not lines:
        jokers = f" and {found['jokers']} jokers" if found["jokers"] else ""
        whole = f"{cards.FULL_DECK} different cards{jokers} on different tags"
        common.say(f"{args.name}: {whole}, {found['state']}")
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
    session = deck_on_reader.DeckSession(
        found, owner_of(store, common.registry_of(args), args.name)
    )
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
            deck_on_reader.enrol(
                session, feed, checks, tags["card_afi"], store, common.say, choose, prompt
            )
        finally:
            feed.close()
    store.note(found, "replaced", card=args.card)
    store.save(found)
    common.say(f"deck {args.name}: {args.card} is on a new tag; give it to its table again")


def _audit(args, store):
    found = store.deck(args.name)
    session = deck_on_reader.DeckSession(found, lambda uid: None)
    tags = common.tags_of(args)
    with Pcsc(args.reader) as pcsc:
        feed = common.feed_of(pcsc, args)
        try:
            result = deck_on_reader.audit(session, feed, tags["card_afi"], common.say)
        finally:
            feed.close()
    missing = result.missing()
    common.say(deck_on_reader.picture(missing, found["jokers"]))
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


def _life(args, store):
    found = store.deck(args.name)
    question = {
        "op": "life", "table": args.table, "holder": args.holder,
        "passphrase": passphrase(f"passphrase of {args.holder}: "),
    }  # fmt: skip
    try:
        answer = ask(args.socket or args.data / "vault", question)
    except GatewayError as e:
        raise EnrolError(str(e)) from None
    if not answer["done"]:
        common.say(answer["text"])
        return 0
    report = life.of_deck(found, answer["windows"], common.now_ms())
    common.say(
        f"{args.name} at table {args.table}: {counted(report.hands, 'hand')}, "
        f"{counted(report.reads, 'read')}, {counted(round(report.days), 'day')} old"
    )
    if not report.cards:
        common.say(f"under {WINDOW_HANDS} hands: too few to judge single cards")
    for card in sorted(report.cards, key=lambda c: (c.share(), c.card))[:SHOWN]:
        late = f"of late {card.share(1):.0%}"
        common.say(f"  {card.card}: {card.share():.0%} of what is expected, {late}")
    for line in report.prompts():
        common.say(line)
    return 1 if report.prompts() else 0


def _chips(args, store):
    registry = common.registry_of(args)
    for state in registry.STATES:
        counts = registry.count(args.batch, state)
        text = ", ".join(f"{n} of {d}" for d, n in sorted(counts.items())) or "none"
        common.say(f"{state}: {text}")
    trouble = _foreign_chips(args, registry) if args.table else False
    if args.audit:
        trouble = _audit_chips(args, registry) or trouble
    return 1 if trouble else 0


def _audit_chips(args, registry):
    with Pcsc(args.reader) as pcsc:
        feed = common.feed_of(pcsc, args)
        try:
            found = chips_on_reader.audit(
                feed, registry, common.tags_of(args), args.batch, common.say
            )
        finally:
            feed.close()
    common.say(f"{found.seen} seen, {len(found.missing)} missing, {found.foreign} foreign")
    if args.mark_lost:
        for uid in found.missing:
            registry.mark(uid, "lost")
        common.say(f"{len(found.missing)} marked as lost")
    return bool(found.missing or found.foreign)


def _foreign_chips(args, registry):
    try:
        log = SqliteLog.read_only(Settings(data_dir=args.data).log_path())
        found = life.foreign_chips(log.read(args.table), registry.count())
    except GatewayError as e:
        raise EnrolError(str(e)) from None
    for value, times in sorted(found.items()):
        common.say(f"foreign: a chip of {value} moved {times} times, none is enrolled")
    return bool(found)
