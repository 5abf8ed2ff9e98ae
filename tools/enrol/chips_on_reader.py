"""Chips on the reader: denomination blocks written and verified, one after the other."""

from tools.enrol.reader_errors import NoTag, TagRefused

DENOMINATION_MAX = 2**32 - 1


class Counts:
    """What a run has done."""

    def __init__(self):
        self.written = 0
        self.again = 0
        self.refused = 0


def block_of(denomination):
    """The chip block: 32 bits, little endian (docs/architecture.md)."""
    return denomination.to_bytes(4, "little")


def enrol(feed, checks, registry, tags, denomination, batch, say, owner, count=None):
    """Write and verify chips until ``count`` of the batch are done (None: until none comes).

    ``tags``: ``chip_afi`` and ``chip_block`` of the table description; ``owner(uid)``: the deck a
    tag belongs to. A chip is in the registry once it was read back, so a run goes on where it was
    broken off. Returns ``Counts``.
    """
    counts, last = Counts(), None
    while count is None or registry.count(batch).get(denomination, 0) < count:
        with feed.turn(say) as turn:
            tag = feed.next(last)
            known = registry.get(tag.uid)
            if known is not None and known[0] == denomination and known[2] == "in":
                last = tag.uid
                counts.again += 1
                say(f"counted already ({_done(registry, batch, denomination, count)})")
                continue
            _admit(tag, known, owner, checks)
            tag.set_afi(tags["chip_afi"])
            tag.write(tags["chip_block"], block_of(denomination))
            last = tag.uid
            registry.add(tag.uid, denomination, batch)
            counts.written += 1
            say(f"{denomination} written ({_done(registry, batch, denomination, count)})")
        counts.refused += turn.refused
    return counts


class Audit:
    """What a tray was found to hold. ``missing``: numbers (hex), never to be shown."""

    def __init__(self, expected):
        self.missing = list(expected)
        self.seen = 0
        self.foreign = 0


def audit(feed, registry, tags, batch, say):
    """Lay every chip down once; ends when all were seen or no tag comes. Returns an ``Audit``."""
    found, last = Audit(registry.uids(batch)), None
    while found.missing:
        try:
            with feed.turn(say) as turn:
                tag = feed.next(last)
                say(_judge(found, registry, tag, tags))
                last = tag.uid
            found.foreign += turn.refused
        except NoTag as e:
            say(str(e))
            break
    return found


def _judge(found, registry, tag, tags):
    known = registry.get(tag.uid)
    if known is None:
        found.foreign += 1
        return "foreign: this chip was never enrolled"
    if tag.read(tags["chip_block"]) != block_of(known[0]):
        found.foreign += 1
        return f"foreign: this chip was enrolled as {known[0]} and holds something else"
    if tag.uid.hex() in found.missing:
        found.missing.remove(tag.uid.hex())
        found.seen += 1
    return f"counted as {known[0]} ({found.seen} seen, {len(found.missing)} to come)"


def _admit(tag, known, owner, checks):
    if known is not None and known[2] == "in":
        raise TagRefused(f"this chip is a {known[0]} of batch {known[1]} already")
    if known is not None and known[2] == "retired":
        raise TagRefused("this chip was retired")
    deck = owner(tag.uid)
    if deck is not None:
        raise TagRefused(f"this is a card of deck {deck}")
    checks.pass_(tag)


def _done(registry, batch, denomination, count):
    done = registry.count(batch).get(denomination, 0)
    return f"{done} of {count}" if count else f"{done} in batch {batch}"
