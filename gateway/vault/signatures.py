"""Which messages of controllers are genuine. Nobody outside the vault has the keys to forge one.

An enrolled device is not believed without a signature, from its first message on.
"""

import hashlib

import msgspec

from gateway.ingest import payload as pl
from gateway.ingest import shape
from gateway.vault import messages
from gateway.vault.interface import REPLAYED
from shared_rules import topics

KEYS_KEPT = 16  # of a table's boots
LEAP_HANDS = 20_000  # a signature this far beyond what is known costs time: few are tried
LEAPS_MAX, LEAPS_MS = 5, 60_000
UNSIGNED = "it is not signed, and the device of this table is enrolled"
FORGED = "its signature is not this device's"
FOREIGN = "it is of a device that is not enrolled for this table"
COUNTED = (topics.UP_STATE, topics.UP_HEALTH, topics.UP_PROGRAM, topics.UP_IMAGE, topics.UP_TIME)


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
        self.keys = {}  # (boot, hand) -> key of messages
        self.root = None  # that the keys were made of
        self.leaps = []


class Signatures:
    """``secrets``: Secrets; ``devices``: (table, dev) -> Device, shared with who follows."""

    def __init__(self, secrets, devices):
        self._secrets, self._devices = secrets, devices

    def check(self, table, name, payload, now_ms):
        """``(fault, rows, device)``: fault None for a message to be believed.

        ``rows``: ``[(boot, seq, digest)]`` of events that are genuine; ``device``: the Device whose
        standing changed, or None.
        """
        found = self._secrets.of(table)
        if found is None:
            return None, (), None
        secrets, ratchet = found
        device = self._devices.setdefault((table, secrets.dev), Device())
        if _dev(name, payload) not in (None, secrets.dev):
            return FOREIGN, (), None
        by = messages.signed_by(payload)
        if by is None:
            return (None if _is_last_word(name, payload) else UNSIGNED), (), None
        key = self._key(device, secrets, ratchet, by, now_ms)
        if key is None or not messages.is_genuine(key, name, payload):
            return FORGED, (), None
        if name == topics.UP_EVENTS:
            return self._events(device, secrets, payload, by)
        return self._counted(device, name, payload, by)

    def _key(self, device, secrets, ratchet, by, now_ms):
        boot, hand, _count = by
        if device.root != secrets.root:
            device.root, device.keys = secrets.root, {}
        key = device.keys.get((boot, hand))
        if key is not None:
            return key
        if hand > device.hand + LEAP_HANDS:
            device.leaps = [t for t in device.leaps if now_ms - t < LEAPS_MS]
            if len(device.leaps) >= LEAPS_MAX:
                return None
            device.leaps.append(now_ms)
        try:
            key = messages.message_key(ratchet.root(hand), secrets.table, boot, hand)
        except ValueError:
            return None
        while len(device.keys) >= KEYS_KEPT:
            del device.keys[next(iter(device.keys))]
        device.keys[(boot, hand)] = key
        return key

    def _events(self, device, secrets, payload, by):
        try:
            batch = shape.batch(payload)
        except shape.BadPayload:
            return None, (), None  # it says what is wrong with it by itself
        if batch.dev != secrets.dev or batch.boot > by[0]:
            return FORGED, (), None
        rows = []
        for i, row in enumerate(batch.ev):
            at = (batch.boot, batch.seq + i)
            if at > (device.boot, device.seq) and at not in device.genuine:
                device.genuine[at] = digest(shape.text(row))
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
        state = shape.state(payload)
    except shape.BadPayload:
        return False
    return bool(state.safe) or not state.online


class _From(msgspec.Struct):
    """Who a message says it is from; ``up/health`` does not say."""

    dev: str | None = None


_from = pl.decoder(_From)


def _dev(name, payload):
    """The device a message names; None when it names none, or is no message of this name."""
    try:
        return shape.batch(payload).dev if name == topics.UP_EVENTS else _from(payload).dev
    except shape.BadPayload:
        return None  # what is wrong with it is said where it is taken in
