"""The journal: nothing written is lost or invented, whatever byte the power goes at."""

import random

import pytest

from firmware.link import records
from firmware.link.journal import Journal
from tests.sim.controller_link import flash_of
from tests.sim.flash import Flash


def held(journal):
    out = []
    journal.visit(lambda boot, seq, payload: out.append((boot, seq, payload)))
    return out


def untaken(journal):
    out = []
    while (batch := journal.take(7, 300)) is not None:
        boot, first, rows = batch
        out += [(boot, first + i, row) for i, row in enumerate(rows)]
    return out


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "j")


def test_records_come_back_in_order_across_segments_and_boots(path):
    j = Journal(path, 1, 20, 200)
    for i in range(30):
        assert j.append(b"a%d" % i) == i + 1
    j.flush()
    j = Journal(path, 2, 20, 200)
    j.append(b"b")
    want = [(1, i + 1, b"a%d" % i) for i in range(30)] + [(2, 1, b"b")]
    assert held(j) == want
    assert untaken(j) == want


def test_a_cut_at_any_byte_loses_the_torn_record_only(path, tmp_path):
    j = Journal(path, 1, 4, 4096)
    sizes = []
    for i in range(6):
        j.append(b"payload %d" % i * (i + 1))
        sizes.append(j.segments[-1].size)
    data = (tmp_path / "j.0").read_bytes()
    for cut in range(records.SEGMENT_HEAD, len(data)):
        (tmp_path / "j.0").write_bytes(data[:cut])
        j = Journal(path, 2, 4, 4096)
        whole = sum(size <= cut for size in sizes)
        assert [(b, s) for b, s, _ in held(j)] == [(1, n + 1) for n in range(whole)]
        assert j.append(b"after") == 1
        assert held(j)[-1] == (2, 1, b"after")
        again = Journal(path, 3, 4, 4096)
        assert held(again)[-1] == (2, 1, b"after")
        assert untaken(again)[-1] == (2, 1, b"after")


def test_a_cut_in_a_segments_head_leaves_a_usable_journal(path, tmp_path):
    Journal(path, 1, 4, 4096).append(b"x")
    data = (tmp_path / "j.0").read_bytes()
    for cut in range(records.SEGMENT_HEAD):
        (tmp_path / "j.0").write_bytes(data[:cut])
        j = Journal(path, 2, 4, 4096)
        assert held(j) == []
        assert j.append(b"y") == 1
        assert held(Journal(path, 3, 4, 4096)) == [(2, 1, b"y")]


def test_a_flipped_bit_makes_no_false_record(path, tmp_path):
    j = Journal(path, 1, 4, 4096)
    rows = [b"row %d" % i for i in range(5)]
    for row in rows:
        j.append(row)
    data = (tmp_path / "j.0").read_bytes()
    true = {(1, i + 1, row) for i, row in enumerate(rows)}
    for at in range(records.SEGMENT_HEAD, len(data)):
        for bit in range(8):
            bad = bytearray(data)
            bad[at] ^= 1 << bit
            (tmp_path / "j.0").write_bytes(bad)
            found = held(Journal(path, 2, 4, 4096))
            assert set(found) <= true
            assert len(found) >= 4


def test_acknowledged_records_are_not_taken_again_also_after_a_restart(path):
    j = Journal(path, 1, 8, 4096)
    for i in range(10):
        j.append(b"%d" % i)
    assert j.ack(1, 6)
    assert not j.ack(1, 4)
    assert not j.ack(1, 11)
    assert j.unacked() == (1, 7)
    assert [s for _, s, _ in untaken(j)] == [7, 8, 9, 10]
    j.close()
    assert [s for _, s, _ in untaken(Journal(path, 2, 8, 4096))] == [7, 8, 9, 10]


def test_segments_are_given_back_once_acknowledged(path, tmp_path):
    j = Journal(path, 1, 64, 200, keep=2)
    for i in range(200):
        j.append(b"payload %03d" % i)
        j.ack(1, i)
    assert len(list(tmp_path.iterdir())) <= 4
    assert j.lost == []


def test_overflow_says_how_much_went_and_keeps_the_youngest(path):
    j = Journal(path, 1, 3, 200)
    for i in range(60):
        j.append(b"payload %03d" % i)
    gone = sum(n for n, _ in j.lost)
    assert gone
    assert j.lost[0][1] == 1
    left = held(j)
    assert [s for _, s, _ in left] == list(range(gone + 1, 61))
    assert [s for _, s, _ in untaken(j)] == [s for _, s, _ in left]


def test_a_rewind_takes_again_from_a_record_on(path):
    j = Journal(path, 1, 8, 200)
    for i in range(20):
        j.append(b"row %d" % i)
    assert len(untaken(j)) == 20
    j.rewind(1, 13)
    assert [s for _, s, _ in untaken(j)] == list(range(13, 21))
    j.rewind(1, 999)
    assert untaken(j) == []
    j.append(b"more")
    assert [s for _, s, _ in untaken(j)] == [21]


def test_a_record_is_written_before_it_can_be_taken_by_another_process(path):
    j = Journal(path, 1, 8, 4096)
    j.append(b"x")
    j.flush()
    assert held(Journal(path, 1, 8, 4096)) == [(1, 1, b"x")]


def test_the_same_boot_goes_on_counting(path):
    Journal(path, 4, 8, 4096).append(b"x")
    j = Journal(path, 4, 8, 4096)
    assert j.append(b"y") == 2


@pytest.mark.parametrize("seed", range(60))
def test_a_full_flash_costs_nothing_that_was_taken(seed):
    """Wherever the flash runs out of room (in a record, in a new segment's head): what was taken is
    held, in order; what was refused is not; and it goes on when there is room again."""
    rng, flash, taken = random.Random(seed), Flash(), []
    with flash_of(flash):
        journal = Journal("j", 1, 30, 300, keep=2)
        for i in range(150):
            if rng.random() < 0.1:
                flash.room = rng.choice((None, 0, rng.randrange(200)))
            payload = b"%d" % i * rng.randrange(1, 20)
            try:
                taken.append((1, journal.append(payload), payload))
            except OSError as e:
                assert e.args[0] == 28
            if rng.random() < 0.2 and taken:
                journal.ack(1, rng.choice(taken)[1])
        flash.room = None
        assert not journal.lost
        assert [s for _b, s, _p in taken] == list(range(1, len(taken) + 1))
        gone = taken[: len(taken) - len(held(journal))]
        assert held(journal) == taken[len(gone) :]
        assert all(s <= journal.acked[1] for _b, s, _p in gone)
        acked = journal.acked.get(1, 0)
        journal.rewind()
        assert untaken(journal) == [r for r in taken if r[1] > acked]
        again = Journal("j", 2, 30, 300, keep=2)
        assert held(again) == held(journal) and again.append(b"x") == 1
