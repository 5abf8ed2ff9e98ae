"""The scan on the real interpreter, against the register-level readers of the virtual table."""

import random

import pytest

from tests.firmware_radio.scan_on_vm import scan
from tools.hardware import description
from tools.virtual import noise
from tools.virtual.things import Card, Chip, make_chips, make_deck

# ms of air for so many tags (mean, limit of the method) plus what SPI and the radio cost us
AIR_CARDS = {0: 2.1, 1: 6.2, 2: 19.1, 3: 32.1, 5: 58, 10: 123}


def uids(dwell):
    return sorted(dwell.uids)


def by_zone(dwells):
    out = {}
    for d in dwells:
        out.setdefault(d.zone, []).append(d)
    return out


@pytest.mark.parametrize("vm", ["wheel", "i386"])
def test_every_count_of_cards_and_chips_is_read_whole_with_denominations(vm):
    deck = make_deck(3)
    values = [25, 25, 100, 100, 500, 1000, 5000, 25000, 100000, 1000000] * 2
    chips = make_chips(3, values)
    cards = {"seat:1": 0, "seat:2": 1, "seat:3": 2, "seat:4": 3, "seat:5": 5, "muck": 20}
    stacks = {"line:1": 0, "line:2": 1, "line:3": 2, "line:7": 3, "line:8": 5, "pot": 20}
    lies = {}

    def place(table):
        left, piles = list(deck), list(chips)
        for zone, n in cards.items():
            lies[zone] = [left.pop() for _ in range(n)]
        for zone, n in stacks.items():
            pile = piles if n < 20 else make_chips(4, values)
            lies[zone] = [pile.pop() for _ in range(n)]
        for zone, things in lies.items():
            for thing in things:
                table.world.place(thing, zone)

    dwells, _ = scan(place, 1_500_000, dict.fromkeys((*cards, *stacks), 100), vm=vm)
    seen = by_zone(dwells)
    for zone, things in lies.items():
        assert len(seen[zone]) >= 3, zone
        for d in seen[zone]:
            assert uids(d) == sorted(t.uid for t in things), zone
            assert not d.partial and not d.crc_error
            worth = {t.uid: getattr(t, "denomination", 0) for t in things}
            assert d.denominations == [worth[u] for u in d.uids]
    for zone, n in cards.items():
        if n in AIR_CARDS:
            assert seen[zone][-1].ms < AIR_CARDS[n] * 1.3 + 1, zone


@pytest.mark.parametrize("zone", ["seat:1", "line:1"])
def test_uids_with_zero_nibbles_and_long_common_parts_are_all_read(zone):
    tails = ["0000000000", "0000000001", "0100000000", "0000000010", "1000000000", "0080000000",
             "ff00000000", "ff00000001", "00000000f0", "0000100000"]  # fmt: skip
    things = [Chip(bytes.fromhex("e00401" + t), 100 + i) for i, t in enumerate(tails)]
    for n in (2, 5, len(things)):
        dwells, _ = scan(
            lambda t, n=n: [t.world.place(c, zone) for c in things[:n]],
            700_000,
            {zone: 100},
            extra_config={"tags": {"card_afi": 0, "chip_block": 0}},
        )
        reads = [uids(d) for d in dwells if d.zone == zone]
        assert len(reads) >= 2
        assert all(r == sorted(c.uid for c in things[:n]) for r in reads)


def test_random_sets_of_uids_are_read_whole():
    rng = random.Random(8)
    zones = ["seat:1", "seat:2", "seat:3", "muck", "board:1", "line:1", "line:2", "pot"]
    lies = {}

    def place(table):
        for zone in zones:
            # few free bits: long common prefixes, in the order of the air and of people
            kind = rng.choice(("low", "high", "any"))
            pool = set()
            while len(pool) < 8:
                tail = bytearray(rng.randbytes(5))
                if kind == "low":
                    tail[1:] = b"\x00\x07\x00\x00"
                elif kind == "high":
                    tail[:4] = b"\x00\x00\x30\x00"
                pool.add(b"\xe0\x04\x01" + bytes(tail))
            lies[zone] = [Card(u) for u in sorted(pool)]
            for c in lies[zone]:
                table.world.place(c, zone)

    dwells, _ = scan(place, 2_000_000, dict.fromkeys(zones, 500))
    seen = by_zone(dwells)
    for zone, cards in lies.items():
        for d in seen[zone]:
            assert uids(d) == sorted(c.uid for c in cards), zone


def test_cards_that_come_and_go_are_seen_at_the_next_dwell():
    deck = make_deck(5)
    world = {}

    def place(table):
        w = world["w"] = table.world
        w.at(300_000, lambda: w.place(deck[0], "seat:1"))
        w.at(600_000, lambda: w.place(deck[1], "seat:1"))
        w.at(900_000, lambda: w.lift(deck[0]))
        w.at(1_200_000, lambda: w.lift(deck[1]))

    dwells, _ = scan(place, 1_500_000, {"seat:1": 30})
    for d in dwells:
        if d.zone != "seat:1" or any(
            abs(d.t_us - t) < 30_000 for t in range(0, 1_500_001, 300_000)
        ):
            continue
        want = {0: [], 1: [0], 2: [0, 1], 3: [1], 4: []}[d.t_us // 300_000]
        assert uids(d) == sorted(deck[i].uid for i in want), d.t_us


def test_a_card_drowned_by_a_stronger_one_is_found(monkeypatch):
    deck = make_deck(6)

    def place(table):
        rng = random.Random(1)
        # half of all collisions are heard as the stronger tag alone
        table.world.field.noise.happens = lambda p: (
            p == noise.STRONGER_DECODED and rng.random() < 0.5
        )
        table.world.place(deck[0], "seat:1")
        table.world.place(deck[1], "seat:1")

    dwells, _ = scan(place, 2_000_000, {"seat:1": 30})
    whole = [d for d in dwells if d.zone == "seat:1" and len(d.uids) == 2]
    alone = [d for d in dwells if d.zone == "seat:1" and len(d.uids) == 1]
    assert len(whole) > 20 * max(1, len(alone)), (len(whole), len(alone))


@pytest.mark.parametrize("table_name,board", [("six_max", "w5500_evb_pico2")])
def test_the_other_table_on_the_other_board(table_name, board):
    deck = make_deck(7)
    zones = ["seat:6", "board:3", "mouth:2", "burn", "muck"]

    def place(table):
        for i, zone in enumerate(zones):
            table.world.place(deck[i], zone, offset=(-16, -22) if zone == "mouth:2" else (0, 0))

    dwells, _ = scan(place, 3_000_000, hw_config=table_name, board=board, only=False)
    seen = by_zone(dwells)
    assert set(seen) == set(description.zones_needed(6))
    for i, zone in enumerate(zones):
        if zone != "mouth:2":
            assert uids(seen[zone][0]) == [deck[i].uid]


def test_neighbouring_loops_never_radiate_together_and_no_antenna_is_forgotten():
    deck = make_deck(9)
    on, clashes = {}, []

    def place(table):
        w = table.world
        for i in range(9):
            w.place(deck[i], f"seat:{i + 1}")
            w.place(deck[10 + i], f"seat:{i + 1}")
        near = {}
        from tools.hardware.description import neighbours

        for i, row in enumerate(neighbours(w.table)):
            near[i] = set(row)
        for reader in w.board.readers:
            watch(reader, near)

    def watch(reader, near):
        air = reader.air
        energize, silence = air.energize, air.silence

        def on_energize(antenna, t):
            on[reader.name] = antenna.index
            for name, other in on.items():
                if name != reader.name and other in near.get(
                    antenna.index, ()
                ):  # references are far
                    clashes.append((reader.name, name, t))
            energize(antenna, t)

        def on_silence():
            on.pop(reader.name, None)
            silence()

        air.energize, air.silence = on_energize, on_silence

    # as much as four readers can do: every seat and bet spot all the time, the rest at its bound
    want = {f"{k}:{n}": 0 for k in ("seat", "line") for n in range(1, 10)}
    dwells, table = scan(place, 12_000_000, want, only=False)
    assert clashes == []
    rows = table.world.table["antennas"]
    bounds = table.world.table["unread_max_ms"]
    for row in rows:
        times = [0, *(d.end_us for d in dwells if d.zone == row["zone"]), 12_000_000]
        longest = max(b - a for a, b in zip(times, times[1:], strict=False))
        assert longest <= bounds[row["zone"].split(":")[0]] * 1000, (row["zone"], longest)


def test_a_pot_too_big_for_one_dwell_is_seen_whole_over_several():
    chips = make_chips(12, [25] * 150)
    dwells, _ = scan(lambda t: [t.world.place(c, "pot") for c in chips], 6_000_000, {"pot": 500})
    seen = set()
    for d in dwells:
        if d.zone == "pot":
            assert d.ms < 900
            assert d.partial or len(d.uids) == 150
            seen |= set(d.uids)
    assert seen == {c.uid for c in chips}


def test_under_the_noise_of_the_design_nothing_is_invented_and_little_is_missed():
    deck = make_deck(13)
    chips = make_chips(13, [25, 100, 500, 1000, 5000] * 4)
    cards, spots = {}, {}

    def place(table):
        for n in range(1, 10):
            cards[f"seat:{n}"] = deck[n : n + 1]
            spots[f"line:{n}"] = chips[2 * n : 2 * n + 2]
        for zone, things in (*cards.items(), *spots.items()):
            table.world.stack(zone, things)

    wanted = {f"{k}:{n}": 150 for k in ("seat", "line") for n in range(1, 10)}
    dwells, table = scan(place, 6_000_000, wanted, noise=1.0, seed=3)
    assert all(not any(s.faults) for s in table.states)
    right = whole = 0
    for d in dwells:
        things = {**cards, **spots}.get(d.zone, [])
        known = {t.uid: getattr(t, "denomination", 0) for t in things}
        for u, worth in zip(d.uids, d.denominations, strict=False):
            if u in known:
                assert worth == known[u]
        if things and not d.partial:
            whole += 1
            right += set(known) <= set(d.uids)
    assert right / whole > 0.9
