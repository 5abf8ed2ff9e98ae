"""How a controller and the vault come to share a root that nobody else ever holds.

A device is provided with a ticket of the vault's: 32 random bytes, for that device and once. At its
first boot it sends a fresh X25519 key (RFC 7748) on ``up/enrol``, the vault answers with one of its
own on ``down/enrol``, and each proves by the ticket that it is who was meant. The root is made of
what the two keys agree on, and both forget their private halves: a ticket that was kept, or seen by
whoever flashed it, opens nothing then. ``firmware/link/agreeing.py`` is the other end.

    up/enrol    {"dev": "c1", "key": "<64 hex>", "mac": "<32 hex>"}
    down/enrol  {"for": "<the key, 64 hex>", "key": "<64 hex>", "boot": 12, "mac": "<32 hex>"}

``boot``: the epoch the device goes on from, so that events of its former life are not taken for new
ones. The vault keeps ticket and answer until a message under the new root has come; until then the
device may ask again, and the root it had before goes on.
"""

import hashlib
import hmac
import os
import re

import msgspec
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from gateway.errors import VaultError

TICKET_BYTES = 32
AGREED = "agreed "  # how the mark of an installation begins that no file can take the place of
_HEX_KEY = re.compile(r"[0-9a-f]{64}\Z")


class Offer(msgspec.Struct):
    """What a controller says on ``up/enrol``."""

    dev: str
    key: str
    mac: str


class Agreed:
    """What was agreed on and is not proven yet: ``mark``, ``root``, ``answer`` to the device."""

    def __init__(self, ticket, offered=None, mark=None, root=None, answer=None):
        self.ticket, self.offered = ticket, offered
        self.mark, self.root, self.answer = mark, root, answer

    def facts(self):
        """As JSON holds it."""
        root = self.root and self.root.hex()
        return [self.ticket.hex(), self.offered, self.mark, root, self.answer]

    @classmethod
    def of_facts(cls, facts):
        """What ``facts`` was taken of."""
        ticket, offered, mark, root, answer = facts
        return cls(bytes.fromhex(ticket), offered, mark, root and bytes.fromhex(root), answer)


def mac(ticket, table, dev, *parts):
    """What proves one side to the other: 32 hex digits."""
    text = "|".join(["feltwire enrol", str(table), dev, *map(str, parts)])
    return hmac.digest(ticket, text.encode(), "sha256")[:16].hex()


def root_of(shared, ticket, table, dev, offered, answered):
    """The device's root at hand 0, from what both keys agree on."""
    text = "|".join(["feltwire root", str(table), dev, offered, answered])
    return hmac.digest(hashlib.sha256(shared + ticket).digest(), text.encode(), "sha256")


class Agreements:
    """Of a vault; ``state``: State. A caller without a transaction of its own begins one here."""

    def __init__(self, state):
        self._state = state
        self._settled = set()  # agreements that are over, and kept as open
        self._open = {at: Agreed.of_facts(facts) for at, facts in state.agreements()}

    def ticket(self, table, dev):
        """A new ticket for a device; one that was given out before is worth nothing then."""
        made = Agreed(os.urandom(TICKET_BYTES))
        with self._state.together():
            self._state.keep_agreement(table, dev, made.facts())
        self._open[(table, dev)] = made
        return made.ticket

    def root(self, table, dev):
        """The Agreed of a device that has been answered, None for any other."""
        found = self._open.get((table, dev))
        return found if found is not None and found.root is not None else None

    def settled(self, table, dev):
        """The device has used its new root: the ticket is spent, when ``keep_changed`` returns."""
        del self._open[(table, dev)]
        self._settled.add((table, dev))

    def keep_changed(self):
        """Write down what is settled, in the transaction that keeps the new root."""
        while self._settled:
            self._state.keep_agreement(*self._settled.pop(), None)

    def answer(self, table, payload, boot):
        """What to say on ``down/enrol`` to what came on ``up/enrol``: a dict. VaultError: nothing.

        ``boot(dev)``: the epoch a device goes on from.
        """
        try:
            offer = msgspec.json.decode(payload, type=Offer)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise VaultError("it is no offer of a key") from None
        found = self._open.get((table, offer.dev))
        if found is None:
            raise VaultError(f"no ticket is open for device {_plain(offer.dev)}")
        right = mac(found.ticket, table, offer.dev, "controller", offer.key)
        if not (_HEX_KEY.match(offer.key) and _same(right, offer.mac)):
            raise VaultError(f"device {_plain(offer.dev)} does not prove that it has the ticket")
        if found.offered != offer.key:
            found = self._agree(table, offer, found.ticket, boot(offer.dev))
        return found.answer

    def _agree(self, table, offer, ticket, boot):
        own = X25519PrivateKey.generate()
        try:
            shared = own.exchange(X25519PublicKey.from_public_bytes(bytes.fromhex(offer.key)))
        except ValueError:  # a key of small order
            raise VaultError("its key is none") from None
        key = own.public_key().public_bytes_raw().hex()
        answer = {"for": offer.key, "key": key, "boot": boot}
        answer["mac"] = mac(ticket, table, offer.dev, "vault", offer.key, key, boot)
        root = root_of(shared, ticket, table, offer.dev, offer.key, key)
        made = Agreed(ticket, offer.key, AGREED + os.urandom(16).hex(), root, answer)
        with self._state.together():
            self._state.keep_agreement(table, offer.dev, made.facts())
        self._open[(table, offer.dev)] = made
        return made


def _same(right, given):
    return hmac.compare_digest(right.encode(), given.encode())


def _plain(dev):
    return dev if re.match(r"[A-Za-z0-9_-]{1,32}\Z", dev) else "?"
