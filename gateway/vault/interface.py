"""What the gateway may ask of the vault. Plain values go in and out, nothing is shared."""

from gateway.errors import VaultError

REPLAYED = "it was signed before a message already heard"  # a verdict of ``check``
EVERYWHERE = "-"  # in place of a table: an alarm that is about none
KEYED = ("vault_keyed", "vault_keyed_early")  # alarms about cards that somebody keyed as shown


class OrderKey:
    """Signs what a controller is told in its boot ``boot``; good until that boot ends.

    ``epoch``: higher each time a key is given out. ``next_by()`` counts; its caller sees to it that
    messages leave in that order.
    """

    def __init__(self, boot, epoch, key):
        self.boot, self.epoch, self.key = boot, epoch, key
        self._count = 0

    def next_by(self):
        """``(boot, epoch, count)`` of the next message."""
        self._count += 1
        return self.boot, self.epoch, self._count


class Vault:
    """Knows decks and device roots. Follows the committed events and decides what is public."""

    on_proof = None  # (table, act, done): an act of the vault's own is to be put into the log
    differs = ""  # how its rules differ from the configuration's, in one line; empty: not at all

    def open_hand(self, table, dev, boot, hand):
        """A hand begins: the tokens its deck will show, **sorted**: their order tells nothing.

        None when this table's deck or device is not known here. VaultAway: ask again, nobody has to
        be told that ``is_away`` does not tell; VaultError: it cannot be opened.
        """
        raise NotImplementedError

    def follow(self, table, event):
        """A committed event of a table; what it makes public can be asked for from now on."""
        raise NotImplementedError

    def public(self, table):
        """``{token: card}`` of the current hand's cards that everybody at the table may see."""
        raise NotImplementedError

    def check(self, messages):
        """``[(table, name, payload)]`` -> a list: None, or why a message is not to be believed."""
        return [None] * len(messages)

    def order_key(self, table):
        """An OrderKey that signs what the gateway tells a table's controller; None when none is
        enrolled there, which takes it unsigned. VaultError when there is one and it
        cannot be had."""
        return

    def agree(self, table, payload):
        """What a controller is told that offers a key on ``up/enrol``, as bytes. VaultError: why it
        gets no answer."""
        raise VaultError("there is no vault that could agree with it")

    def take(self, entries):
        """Committed entries of the log, before anybody is shown what follows from them."""

    def catch_up(self, log, table, after):
        """The log of a table is about to be replayed from the event after ``after``."""

    def released(self, table, consumer):
        """Hands a consumer may have, ``{(dev, boot, hand): release}``; see docs/security.md."""
        return {}

    def is_away(self):
        """True while it does not answer; what it has to check or name waits."""
        return False

    def audit_heads(self):
        """``{name: (n, hash, 0)}``: how its audit log ends, for ``witness.Witness``."""
        return {}

    def audit_fault(self, n, digest):
        """Why the audit log is not what it was when it ended with entry ``n``; None: it is."""

    def close(self):
        """The gateway ends."""
