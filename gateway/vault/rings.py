"""Keys of a device in the vault. They go forward only: what lies behind a hand is given up with it.

A ring holds the device's root at the hand it dealt last, from which no earlier one can be computed,
and what the last boots sign with. It lies sealed in the vault's state, in a row of one length, so
that a newer one is written over the older (``State.wipe`` does the rest).
"""

from gateway.vault import messages, tokens
from shared_rules import topics

BOOTS_KEPT = 4  # whose messages may still be on their way: the one that runs, and those before it


class Ring:
    """``mark``: names the installation; ``root``: at ``hand``; ``boots``: (boot, hand) ->
    ``[key of its messages, {sender: key of what it is emitted}]``."""

    def __init__(self, mark, root, hand=0, boots=None):
        self.mark = mark
        self._ratchet = tokens.Ratchet(root, hand)
        self.boots = boots or {}
        self.changed = True  # not kept yet

    def hand(self):
        """The earliest hand whose keys can be made."""
        return self._ratchet.begins

    def root(self, hand):
        """Root of a hand; ValueError for one that was given up, or no number."""
        return self._ratchet.root(hand)

    def advance(self, hand):
        """Give up every root before that of ``hand``."""
        if hand > self._ratchet.begins:
            self._ratchet = self._ratchet.at(hand)
            self.changed = True

    def boot(self, table, boot, hand, root):
        """Keep what a boot signs with: its root will be given up before its last message."""
        if (boot, hand) in self.boots:
            return
        order_keys = {
            sender: messages.order_key(root, table, boot, hand, sender) for sender in topics.SENDERS
        }
        self.boots[(boot, hand)] = [messages.message_key(root, table, boot, hand), order_keys]
        while len(self.boots) > BOOTS_KEPT:
            del self.boots[min(self.boots)]
        self.changed = True

    def facts(self):
        """The ring as JSON holds it."""
        begins = self._ratchet.begins
        boots = [
            [*at, key.hex(), {sender: k.hex() for sender, k in order_keys.items()}]
            for at, (key, order_keys) in sorted(self.boots.items())
        ]
        return [self.mark, self._ratchet.root(begins).hex(), begins, boots]

    @classmethod
    def of_facts(cls, facts):
        """The ring that ``facts`` was taken of."""
        mark, root, hand, boots = facts
        found = {
            (boot, at): [bytes.fromhex(key), {s: bytes.fromhex(k) for s, k in order_keys.items()}]
            for boot, at, key, order_keys in boots
        }
        made = cls(mark, bytes.fromhex(root), hand, found)
        made.changed = False
        return made


class Rings:
    """The rings of a vault: ``(table, dev)`` -> Ring. ``state``: State."""

    def __init__(self, state):
        self._state = state
        self._rings = {at: Ring.of_facts(facts) for at, facts in state.rings()}

    def of(self, table, dev):
        """The ring of a device, None for one that has not agreed on a root."""
        return self._rings.get((table, dev))

    def put(self, table, dev, ring):
        """A device has a new root; the one before is given up when ``keep_changed`` returns."""
        self._rings[(table, dev)] = ring

    def is_changed(self):
        """True when something is not kept yet."""
        return any(ring.changed for ring in self._rings.values())

    def keep_changed(self):
        """Write down what has changed, in the caller's transaction. True when anything had."""
        found = [(at, ring) for at, ring in self._rings.items() if ring.changed]
        for (table, dev), ring in found:
            self._state.keep_ring(table, dev, ring.facts())
            ring.changed = False
        return bool(found)
