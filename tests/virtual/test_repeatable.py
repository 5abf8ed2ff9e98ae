"""The real firmware in the virtual world: the same seed gives the same bytes."""

import functools
import json

import pytest

from shared_rules.wire import decode
from tests.samples import in_soak
from tests.virtual.fake_broker import FakeBroker
from tools.virtual.player import provision, root_of
from tools.virtual.table import VirtualTable
from tools.virtual.things import make_deck


def session(noise=0.0, lag_s=0.0, seed=5, vm="wheel", act=None, until_us=9_000_000):
    """Some seconds of a table; (event rows as bytes, the events, the table)."""
    broker = FakeBroker(lag_s=lag_s, root=root_of(seed, "1"))
    table = VirtualTable("six_max", seed=seed, noise=noise, broker=broker.address, vm=vm)
    provision(table.flash, root_of(seed, "1"))
    with table:
        (act or deal)(table.world)
        table.run_until(until_us)
    broker.close()
    rows = broker.rows()
    return json.dumps(rows).encode(), [decode(row) for _, _, row in rows], table


def deal(world):
    """Cards of a deck go from the muck into the well and out to seats, one at a time."""
    deck = make_deck(5)[:12]
    at = world.at
    at(
        1_000_000,
        lambda: world.keypad.press({"key": {"what": "notice", "by": "dealer", "kind": "x"}}),
    )
    for i, card in enumerate(deck):
        at(1_500_000, lambda c=card, i=i: world.place(c, "muck", offset=(4 * i - 24, 3 * i - 18)))
        at(3_500_000, lambda c=card: world.place(c, "stub"))
    for i, card in enumerate(deck[:6]):
        begin = 4_500_000 + 600_000 * i
        at(begin, lambda c=card: world.place(c, "mouth", facing="down"))
        at(begin + 300_000, lambda c=card, i=i: world.move(c, f"seat:{1 + i % 3}", 200_000))


@functools.cache
def first(noise):
    """The session that others are compared with: it is played once."""
    rows, events, _ = session(noise)
    assert events
    return rows


NOISES = [1.0, *in_soak(0.0)]


@pytest.mark.parametrize("noise", NOISES)
def test_a_seed_fixes_every_byte_on_both_interpreters_however_slow_the_broker(noise):
    assert first(noise) == session(noise, lag_s=0.01, vm="i386")[0]


def test_noise_depends_on_the_seed():
    """Noise changes what is read, not what happened: the streams differ in their times at least."""
    assert first(1.0) != session(1.0, seed=6)[0]


def test_a_power_cut_loses_no_event_and_makes_none_twice():
    def act(world):
        deal(world)

    broker = FakeBroker(root=root_of(5, "1"))
    table = VirtualTable("six_max", seed=5, broker=broker.address)
    provision(table.flash, root_of(5, "1"))
    with table:
        act(table.world)
        for cut in (5_000_000, 6_200_000):
            table.run_until(cut)
            table.kill()
            table.restart()
        table.run_until(14_000_000)
    boots = {boot for boot, _, _ in broker.rows()}
    assert boots == {1, 2, 3}
    broker.close()


def test_a_broker_that_dies_does_not_stop_the_table():
    broker = FakeBroker(root=root_of(5, "1"))
    table = VirtualTable("six_max", seed=5, broker=broker.address)
    provision(table.flash, root_of(5, "1"))
    with table:
        table.proxy.patience_s = 0.3
        deal(table.world)
        table.run_until(2_000_000)
        table.proxy.cut()
        table.run_until(8_000_000)
        assert table.world.now >= 8_000_000
        before = len(broker.rows())
        table.proxy.mend()
        while len(broker.rows()) <= before and table.world.now < 40_000_000:
            table.run_until(table.world.now + 1_000_000)
        assert len(broker.rows()) > before
        seqs = [seq for _, seq, _ in broker.rows()]
        assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
    broker.close()
