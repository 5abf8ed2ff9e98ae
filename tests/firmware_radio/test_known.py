"""Known tags by their shortest unique masks."""

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.drivers import iso15693 as iso
from firmware.scan import known
from firmware.scan.antennas import from_config
from tests.firmware_radio.scan_on_vm import PROGRAM, scan
from tools.virtual.things import Card, make_deck


def antenna(uids, with_block=False):
    a = from_config([["seat:1", 0, 0, 2 if with_block else 1, 1000, []]])[0]
    a.known = list(uids)
    known.learn(a)
    return a


tails = st.binary(min_size=5, max_size=5)


@settings(max_examples=200)
@given(st.sets(tails, min_size=2, max_size=known.KNOWN_MAX))
def test_each_mask_is_its_tags_alone_and_one_bit_less_is_not(some):
    uids = [b"\xe0\x04\x01" + t for t in sorted(some)]
    a = antenna(uids)
    assert known.usable(a)
    air, mask = bytearray(8), bytearray(8)
    for i, uid in enumerate(uids):
        iso.to_air(uid, mask)
        hits, wider = [], []
        for other in uids:
            iso.to_air(other, air)
            if iso.in_mask(air, mask, a.bits[i]):
                hits.append(other)
            if iso.in_mask(air, mask, a.bits[i] - 1):
                wider.append(other)
        assert hits == [uid]
        assert len(wider) > 1


def test_masks_are_used_where_they_win_and_everybody_is_asked_now_and_then():
    deck = [c.uid for c in make_deck(3)]
    assert not known.usable(antenna(deck[:1]))
    assert not known.usable(antenna(deck[: known.KNOWN_MAX + 1]))
    assert not known.usable(antenna(deck[: known.BLOCK_MAX + 1], with_block=True))
    a = antenna(deck[:2])
    turns = [known.usable(a) for _ in range(3 * (known.TURNS + 1))]
    assert turns.count(False) == 3


def test_a_newcomer_that_loads_nothing_is_found_among_known_cards():
    deck = make_deck(4)
    alike = Card(deck[0].uid[:-1] + bytes([deck[0].uid[-1] ^ 0x80]))  # shares a mask: it collides

    for newcomer in (deck[5], alike):

        def place(table, newcomer=newcomer):
            w = table.world
            w.field.agc = lambda antenna, t_us: 420
            w.place(deck[0], "seat:1")
            w.place(deck[1], "seat:1")
            w.at(1_000_000, lambda: w.place(newcomer, "seat:1"))

        dwells, _ = scan(
            place,
            2_000_000,
            {"seat:1": 30},
            extra_config={"tags": {"card_afi": 0, "chip_block": 0}},
        )
        first = next(d for d in dwells if newcomer.uid in d.uids)
        assert first.t_us - 1_000_000 < 40_000 * (known.TURNS + 2)


def test_a_tag_that_moves_is_the_object_the_table_has():
    card = make_deck(1)[0]
    kept = "met = {}\nscanner.keep_by(lambda uid: met.setdefault(uid, uid))\n"
    same = (
        "if dwell:\n        assert all([u is met[u] for u in dwell.uids[: dwell.n]])\n    if dwell:"
    )
    program = PROGRAM.replace("states = ", kept + "states = ").replace("if dwell:", same)

    def place(table):
        table.world.place(card, "seat:1")
        table.world.at(600_000, lambda: table.world.place(card, "seat:2"))

    dwells, _ = scan(place, 1_500_000, {"seat:1": 30, "seat:2": 30}, program=program)
    assert {d.zone for d in dwells if card.uid in d.uids} == {"seat:1", "seat:2"}
