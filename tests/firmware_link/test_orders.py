"""What a controller is told is taken from those who may, once, and for this boot."""

import pytest

from firmware.link.orders import EPOCHS, Orders
from gateway.vault import messages
from shared_rules import topics

ROOT, TABLE, BOOT, HAND = bytes(range(32)), "7", 3, 12
KEY = b'{"id":1,"key":{"what":"gesture"}}'


class Slots:
    def __init__(self, **more):
        self.value = {"root": ROOT.hex(), "hand": HAND, **more}


@pytest.fixture
def said():
    return []


@pytest.fixture
def orders(said):
    return Orders(Slots(), TABLE, BOOT, said.append)


def order(by, name=topics.DOWN_KEY, payload=KEY, sender=None, boot=BOOT, table=TABLE, root=ROOT):
    key = messages.order_key(root, table, boot, HAND, sender or topics.sender(name))
    return messages.sign(key, name, payload, by)


def test_a_signed_order_is_taken_as_it_was_before_it_was_signed(orders, said):
    assert orders.taken(topics.DOWN_KEY, order((BOOT, 9, 1))) == KEY
    assert orders.taken(topics.DOWN_ACK, order((BOOT, 9, 2), topics.DOWN_ACK, b'{"seq":1}')) == (
        b'{"seq":1}'
    )
    assert not said and orders.refused == 0


def test_a_block_of_an_image_comes_out_as_bytes(orders):
    block = b"\0\0\0\0" + bytes(range(256)) * 8
    signed = order((BOOT, 9, 1), topics.DOWN_BLOCK, block + b"}")
    assert bytes(orders.taken(topics.DOWN_BLOCK, signed)) == block


FORGED = {
    "unsigned": KEY,
    "empty": b"",
    "of another root": order((BOOT, 9, 1), root=bytes(32)),
    "of another table": order((BOOT, 9, 1), table="8"),
    "under a key of another boot": order((BOOT, 9, 1), boot=BOOT + 1),
    "of who sends images": order((BOOT, 9, 1), sender=topics.IMAGES),
    "of who calibrates": order((BOOT, 9, 1), sender=topics.TECHNICIAN),
    "of another topic": order((BOOT, 9, 1), topics.DOWN_ACK),
    "changed": order((BOOT, 9, 1)).replace(b'"id":1', b'"id":2'),
    "counted on": order((BOOT, 9, 1)).replace(b",9,1]", b",9,2]"),
    "a MAC that is no hex": order((BOOT, 9, 1))[:-34] + b"x" * 32 + b'"}',
    "two numbers": order((BOOT, 9, 1)).replace(b",9,1]", b",9]"),
    "a number that is none": order((BOOT, 9, 1)).replace(b",9,1]", b",9,-1]"),
    "a number without end": order((BOOT, 9, 1)).replace(b",9,1]", b",9,%s]" % (b"1" * 40)),
    "a tail alone": b',"by":[3,9,1],"mac":"' + b"0" * 32 + b'"}',
}


@pytest.mark.parametrize("payload", FORGED.values(), ids=FORGED.keys())
def test_what_nobody_with_the_key_has_sent_is_refused_counted_and_said(orders, said, payload):
    assert orders.taken(topics.DOWN_KEY, payload) is None
    assert orders.refused == 1 and len(said) == 1
    assert orders.taken(topics.DOWN_KEY, order((BOOT, 9, 1))) == KEY  # and stands in nobody's way


def test_the_gateway_offers_no_images(orders):
    offer = order((BOOT, 9, 1), topics.DOWN_IMAGE, b'{"restart":2}', topics.GATEWAY)
    assert orders.taken(topics.DOWN_IMAGE, offer) is None


@pytest.mark.parametrize("sender", [topics.GATEWAY, topics.IMAGES])
def test_nobody_else_calibrates(orders, sender):
    start = order((BOOT, 9, 1), topics.DOWN_CALIBRATE, b'{"do":"start"}', sender)
    assert orders.taken(topics.DOWN_CALIBRATE, start) is None
    start = order((BOOT, 9, 1), topics.DOWN_CALIBRATE, b'{"do":"start"}')
    assert orders.taken(topics.DOWN_CALIBRATE, start) == b'{"do":"start"}'


@pytest.mark.parametrize("boot", [0, BOOT - 1, BOOT + 1])
def test_an_order_for_another_boot_is_passed_over(orders, said, boot):
    assert orders.taken(topics.DOWN_KEY, order((boot, 9, 1), boot=boot)) is None
    assert not said and orders.refused == 0


def test_nothing_is_taken_twice(orders):
    first, second = order((BOOT, 9, 1)), order((BOOT, 9, 2))
    assert orders.taken(topics.DOWN_KEY, second) == KEY
    assert orders.taken(topics.DOWN_KEY, second) is None
    assert orders.taken(topics.DOWN_KEY, first) is None  # kept back, and sent later
    assert orders.taken(topics.DOWN_KEY, order((BOOT, 10, 1))) == KEY
    assert orders.taken(topics.DOWN_KEY, order((BOOT, 9, 3))) == KEY  # two gateways, in turn


def test_nothing_of_an_epoch_that_was_forgotten_is_taken_again(orders):
    sent = [order((BOOT, 100 + i, 1)) for i in range(3 * EPOCHS)]
    assert [orders.taken(topics.DOWN_KEY, m) for m in sent] == [KEY] * len(sent)
    assert [orders.taken(topics.DOWN_KEY, m) for m in sent] == [None] * len(sent)
    assert orders.taken(topics.DOWN_KEY, order((BOOT, 99, 7))) is None


def test_a_device_that_made_its_own_root_takes_what_it_is_told(said):
    orders = Orders(Slots(own=1), TABLE, BOOT, said.append)
    assert orders.taken(topics.DOWN_KEY, KEY) == KEY and not orders.signed


def test_every_topic_has_one_sender():
    down = [v for k, v in vars(topics).items() if k.startswith("DOWN_")]
    assert {n for n in down if topics.sender(n) == topics.IMAGES} == {"down/image", "down/block"}
    assert {n for n in down if topics.sender(n) == topics.TECHNICIAN} == {"down/calibrate"}
    assert {topics.sender(n) for n in down} == set(topics.SENDERS)
