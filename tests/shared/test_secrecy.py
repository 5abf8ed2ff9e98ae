"""Controller and vault give the known answers: tokens, signatures, orders."""

import binascii

from firmware.link import tokens as controllers
from firmware.link.orders import Orders
from firmware.link.signing import Signer
from gateway.vault import messages
from gateway.vault import tokens as vaults
from shared_rules import known_answers as known
from shared_rules import secrecy, topics


class Slots:
    """The state a controller keeps in its flash."""

    def __init__(self, root, hand, hand_boot=known.BOOT):
        self.value = {
            "root": binascii.hexlify(root).decode(), "hand": hand, "hand_boot": hand_boot,
        }  # fmt: skip


def test_a_root_goes_on_as_known():
    for ratchet in (controllers.ratchet, vaults.ratchet):
        root = known.ROOT
        for _ in range(known.HAND):
            root = ratchet(root)
        assert root.hex() == known.ROOT_OF_HAND


def test_a_token_is_the_known_one():
    root = bytes.fromhex(known.ROOT_OF_HAND)
    key = vaults.hand_key(root, known.TABLE, known.BOOT, known.HAND)
    assert vaults.token(key, known.UID) == known.TOKEN
    made = controllers.Tokens(Slots(root, known.HAND), known.TABLE, known.BOOT, None)
    assert made.token(known.UID) == known.TOKEN
    assert len(known.TOKEN) == 2 * secrecy.TOKEN_BYTES


def test_the_parts_of_a_signature_fit():
    assert len(secrecy.MAC) + 2 * secrecy.MAC_BYTES + len(secrecy.END) == secrecy.TAIL_BYTES
    assert (secrecy.SIGNED_BY % (1, 2, 3)).encode().startswith(secrecy.BY + b"1")


def test_a_message_is_signed_and_checked_as_known():
    name, payload, by, sent = known.MESSAGE
    key = messages.message_key(known.ROOT, known.TABLE, known.BOOT, 0)
    assert messages.sign(key, name, payload, by) == sent
    assert messages.is_genuine(key, name, sent) and messages.signed_by(sent) == by
    assert not messages.is_genuine(key, "up/health", sent)
    signer = Signer(Slots(known.ROOT, 0), known.TABLE, known.BOOT)
    signer.count = by[2] - 1
    assert signer.sign(name, payload) == sent


def test_an_order_is_signed_and_taken_as_known():
    name, payload, by, sent = known.ORDER
    sender = topics.sender(name)
    key = messages.order_key(known.ROOT, known.TABLE, known.BOOT, 0, sender)
    assert messages.sign(key, name, payload, by) == sent
    orders = Orders(Slots(known.ROOT, 0), known.TABLE, known.BOOT, print)
    assert orders.taken("down/time", sent) is None and orders.refused == 1
    assert orders.taken(name, sent) == payload
