"""Which messages of controllers are genuine. Nobody outside the vault has the keys to forge one.

An enrolled device is not believed without a signature, from its first message on.
"""

import hashlib

import msgspec

from gateway.errors import VaultError
from gateway.ingest import decoder
from gateway.ingest import payload as pl
from gateway.vault import messages, tokens
from gateway.vault.interface import REPLAYED
from gateway.vault.rings import Ring
from shared_rules import topics

LEAP_HANDS = 500  # hands between what is known of a device and a boot of it: a quarter of a ms
UNSIGNED = "it is not signed, and the device of this table is enrolled"
FORGED = "its signature is not this device's"
FAR = (
    f"it counts more than {LEAP_HANDS} hands beyond what the vault knows of this device:"
    " provide the controller again, or put back the vault's newer state"
)
UNAGREED = (
    "the device of this table has agreed on no root with the vault: provide it (feltwire flash)"
)
BOOTED = "booted"  # beside the topics: boot and hand of the last key that was proven
FOREIGN = "it is of a device that is not enrolled for this table"
COUNTED = (
    topics.UP_STATE, topics.UP_HEALTH, topics.UP_PROGRAM, topics.UP_IMAGE, topics.UP_TIME,
    topics.UP_CALIBRATE,
)  # fmt: skip


def digest(row):
    """What is remembered of a genuine row: 16 bytes over its text."""
    return hashlib.sha256(row.encode()).digest()[:16]


class Device:
    """Where a device stands: followed up to ``(boot, seq)``, log number ``n``."""

    def __init__(self, boot=0, seq=0, n=0, signs=False, heard=None):
        self.boot, self.seq, self.n, self.signs = boot, seq, n, bool(signs)
        self.heard = heard or {}  # name of a topic -> [boot, count] of the last signature
        self.hand = 0
        self.genuine = {}  # (boot, seq) -> digest of signed rows not followed yet
        self.mark = None  # of the installation that all of this is known of
        self.base = None  # Ratchet at the hand of the last boot that has signed

    def counted(self):
        """The furthest hand that is known of it."""
        return max(self.hand, self.heard.get(BOOTED, (0, 0))[1])


class Signatures:
    """``secrets``: Secrets; ``devices``: (table, dev) -> Device, shared with who follows;
    ``rings``: Rings; ``agreements``: Agreements, of devices that are to have a new root."""

    def __init__(self, secrets, devices, rings, agreements):
        self._secrets, self._devices = secrets, devices
        self._rings, self._agreements = rings, agreements

    def check(self, table, name, payload):
        """``(fault, rows, device)``: fault None for a message to be believed.

        ``rows``: ``[(boot, seq, digest)]`` of events that are genuine; ``device``: the Device whose
        standing changed, or None.
        """
        found = self._secrets.of(table)
        if found is None:
            return None, (), None
        secrets = found
        device = self._devices.setdefault((table, secrets.dev), Device())
        if _dev(name, payload) not in (None, secrets.dev):
            return FOREIGN, (), None
        by = messages.signed_by(payload)
        if by is None:
            return (None if _is_last_word(name, payload) else UNSIGNED), (), None
        self._settle(table, secrets.dev, name, payload, by)
        fault = self._fault(device, secrets, name, payload, by)
        if fault is not None:
            return fault, (), None
        if name == topics.UP_EVENTS:
            return self._events(device, secrets, payload, by)
        return self._counted(device, name, payload, by)

    def _settle(self, table, dev, name, payload, by):
        """The first message signed under a root that was agreed on: the device has it, so the one
        before is given up."""
        agreed = self._agreements.root(table, dev)
        boot, hand, _count = by
        if agreed is None or not 0 <= hand <= LEAP_HANDS:
            return
        ring = Ring(agreed.mark, agreed.root)
        key = messages.message_key(ring.root(hand), table, boot, hand)
        if messages.is_genuine(key, name, payload):
            self._rings.put(table, dev, ring)
            self._agreements.settled(table, dev)

    def _fault(self, device, secrets, name, payload, by):
        """What is wrong with a signature. What it costs is bounded, whatever numbers it has.

        A boot signs with the root of the hand in which it began: the same one to its end, and no
        earlier one than the boot before.
        """
        boot, hand, _count = by
        ring = self._install(device, secrets)
        if ring is None:
            return UNAGREED
        last_boot, last_hand = device.heard.get(BOOTED, (0, 0))[:2]
        if (boot, hand) in ring.boots:
            self._base(device, ring, last_hand)
            key = ring.boots[(boot, hand)][0]
            return None if messages.is_genuine(key, name, payload) else FORGED
        if boot < last_boot:
            return REPLAYED
        if hand < max(last_hand, ring.hand()) or (boot == last_boot and hand != last_hand):
            return FORGED
        if hand > device.counted() + LEAP_HANDS:
            return FAR
        root = self._base(device, ring, last_hand).root(hand)
        key = messages.message_key(root, secrets.table, boot, hand)
        if not messages.is_genuine(key, name, payload):
            return FORGED
        ring.boot(secrets.table, boot, hand, root)
        device.heard[BOOTED] = [boot, hand, ring.mark]
        return None

    def _install(self, device, secrets):
        """The device's ring; what is known of a device is known under the root it has now."""
        ring = self._rings.of(secrets.table, secrets.dev)
        if ring is None or device.mark == ring.mark:
            return ring
        device.mark, device.base = ring.mark, None
        if device.heard.get(BOOTED, [0, 0, ring.mark])[2] != ring.mark:
            del device.heard[BOOTED]  # it was provided anew
            device.hand = 0
        return ring

    @staticmethod
    def _base(device, ring, last_hand):
        hand = max(last_hand, ring.hand())
        if device.base is None or device.base.begins > hand:
            device.base = tokens.Ratchet(ring.root(ring.hand()), ring.hand())
        if device.base.begins < hand:
            device.base = device.base.at(hand)
        return device.base

    def order_key(self, table, sender):
        """``(boot, key)`` of what ``sender`` tells a table's device in the boot that signed last;
        None for a table without one. VaultError for a device that was never heard."""
        secrets = self._secrets.of(table)
        if secrets is None:
            return None
        device = self._devices.setdefault((table, secrets.dev), Device())
        ring = self._install(device, secrets)
        at = tuple(device.heard.get(BOOTED, ())[:2])
        if ring is None or at not in ring.boots:
            raise VaultError(f"table {table}: its controller has not been heard yet")
        keys = ring.boots[at][1]
        if sender not in keys:  # a boot from before the vault knew of this sender
            raise VaultError(f"table {table}: start its controller again, then ask once more")
        return at[0], keys[sender]

    def _events(self, device, secrets, payload, by):
        try:
            batch = decoder.batch(payload)
        except decoder.BadPayload:
            return None, (), None  # it says what is wrong with it by itself
        if batch.dev != secrets.dev or batch.boot > by[0]:
            return FORGED, (), None
        rows = []
        for i, row in enumerate(batch.ev):
            at = (batch.boot, batch.seq + i)
            if at > (device.boot, device.seq) and at not in device.genuine:
                device.genuine[at] = digest(decoder.text(row))
                rows.append((*at, device.genuine[at]))
        changed = device if rows or not device.signs else None
        device.signs = True
        return None, rows, changed

    def _counted(self, device, name, payload, by):
        """Messages that are not numbered themselves: each is newer than the one before.

        A last will is made when the controller boots and may come at any time of that boot.
        """
        last = tuple(device.heard.get(name, (0, 0)))
        now = (by[0], by[2])
        if name == topics.UP_STATE and by[2] == 0:
            if by[0] < last[0]:
                return REPLAYED, (), None
            device.signs = True
            return None, (), device
        retained = name == topics.UP_STATE and now == last  # the broker gives it to each newcomer
        if now <= last and not retained:
            return REPLAYED, (), None
        device.heard[name] = list(now)
        device.signs = True
        return None, (), device


def _is_last_word(name, payload):
    """A controller in safe mode has no root to sign with: it may say so, and that it is gone.

    Whoever forges that makes a table look ill until its next message; nothing is released by it.
    """
    if name != topics.UP_STATE:
        return False
    try:
        state = decoder.state(payload)
    except decoder.BadPayload:
        return False
    return bool(state.safe) or not state.online


class _From(msgspec.Struct):
    """Who a message says it is from; ``up/health`` does not say."""

    dev: str | None = None


_from = pl.decoder(_From)


def _dev(name, payload):
    """The device a message names; None when it names none, or is no message of this name."""
    try:
        return decoder.batch(payload).dev if name == topics.UP_EVENTS else _from(payload).dev
    except decoder.BadPayload:
        return None  # what is wrong with it is said where it is taken in
