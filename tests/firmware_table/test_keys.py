"""Keys: what may be keyed, what the controller completes, what it refuses in one line."""

import json

import pytest

from firmware.link.incoming import json_object
from firmware.link.keypad import LINE_MAX, Keypad, parse
from tests.firmware_table.rig import card, setup


class Uart:
    def __init__(self, data):
        self.data = bytearray(data)

    def any(self):
        return len(self.data)

    def readinto(self, buf):
        n = min(len(self.data), len(buf))
        buf[:n] = self.data[:n]
        del self.data[:n]
        return n


def keypad(data):
    keys, said = [], []
    pad = Keypad(Uart(data), keys.append, said.append)
    for _ in range(10):
        pad.poll()
    return keys, said


def test_each_line_is_a_key():
    line = json.dumps({"key": {"what": "gesture", "seat": 1, "kind": "tap"}}).encode()
    assert (
        keypad(line + b"\r\n\n" + line + b"\n")[0]
        == [{"what": "gesture", "seat": 1, "kind": "tap"}] * 2
    )


@pytest.mark.parametrize("bad", [b"{", b"[]", b"7", b'{"key":3}', b"\xff\xfe", b"x" * 3 * LINE_MAX])
def test_a_bad_line_is_one_complaint_and_the_next_is_read(bad):
    keys, said = keypad(bad + b'\n{"key":{"what":"dealer_push"}}\n')
    assert keys == [{"what": "dealer_push"}]
    assert len(said) == 1


HOSTILE = [
    b'{"key":%s}' % (b"[" * 900 + b"]" * 900), b'{"a":' * 300 + b"1" + b"}" * 300, b"[" * 2000,
    b'{"key":{"what":"declare","n":%s}}' % (b"9" * 33), b"\xff", b"", b"[]", b"7", b'{"a":1} x',
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_text_that_would_take_the_stack_is_no_key(text):
    assert json_object(text) is None and parse(text) is None


def test_an_object_within_bounds_is_read():
    assert json_object(b'{"a":[[1]],"b":"[[[[[[[[[[[[[[[[[[[["}') == {
        "a": [[1]], "b": "[" * 20,
    }  # fmt: skip


def test_a_message_of_the_panel_has_the_same_shape():
    assert parse(b'{"key":{"what":"dealer_push"},"id":"4"}') == {"what": "dealer_push"}
    assert parse(b"nonsense") is None


def test_tabled_names_the_cards_read_at_the_seat(rig):
    rig.key(what="tabled", seat=2)
    rig.run(50)
    assert rig.emitted() == [  # fmt: skip
        {
            "cards": ["1c1", "1c4"],
            "from": "seat:2",
            "to": "seat:2",
            "face": "up",
            "by": "player",
            "keyed": True,
        },
    ]


def test_exposed_names_the_card_last_dealt_to_the_seat(rig):
    rig.key(what="exposed", seat=2)
    rig.run(50)
    assert [(e["cards"], e["face"], e["by"]) for e in rig.emitted()] == [(["1c4"], "up", "dealer")]


@pytest.mark.parametrize(
    "key",
    [
        {"what": "tabled", "seat": 6},
        {"what": "tabled"},
        {"what": "card_move", "cards": [], "from": "stub", "to": "board", "face": "up", "by": "x"},
        {"what": "chips_move"},
        {"what": "nonsense"},
        {"what": "gesture"},
        {},
    ],
)
def test_what_cannot_be_keyed_is_refused_in_one_line(rig, key):
    rig.table.key(key, rig.t)
    rig.run(50)
    assert rig.emitted() == []
    assert len(rig.complaints) == 1


def test_the_setup_keeps_every_field(rig):
    rig.key(what="setup", **setup((2, 4)))
    rig.run(50)
    assert rig.emitted() == [setup((2, 4))]
    assert rig.table.phase.seats == [2, 4]


def test_a_keyed_riffle_begins_a_hand_and_one_seen_already_is_not_doubled(rig):
    for i in range(6):
        rig.put(card(i), None)
    rig.run(3000)
    rig.emitted()
    rig.key(what="riffle")
    rig.run(50)
    assert rig.emitted() == [{"hand": 2, "keyed": True}]
    rig.key(what="riffle")
    rig.run(50)
    assert rig.emitted() == []


def test_nobody_but_the_controller_counts_hands(rig):
    for i in range(6):
        rig.put(card(i), None)
    rig.run(3000)
    rig.emitted()
    rig.key(what="machine_deck_cut", hand=99)
    rig.run(50)
    assert rig.emitted() == [{"hand": 2, "keyed": True}]
    rig.key(what="shuffler_button", hand=99)
    rig.run(50)
    assert rig.emitted() == [{"keyed": True}]
