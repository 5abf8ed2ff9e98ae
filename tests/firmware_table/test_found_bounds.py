"""What is found only where scores say so: hands pushed over a line, thrown away early, a check out
of turn, a card or a bet that comes late; each side of each bound."""

import pytest

from firmware.table import unread
from firmware.table import phase as ph
from firmware.table.deal import Deal
from firmware.table.values import (
    SHADOW_MS,
)
from shared_rules.zones import BOARD
from tests.firmware_table.bench import Bench, card

# -- the last card of a deal, asked for


def last_card(ms, passed=False, heard=False):
    """What is told when seat 1's last card comes so long after it was due."""
    bench = Bench(ph.DEAL)
    phase = bench.phase
    phase.seats, phase.counts, phase.live = [1, 2, 3], {1: 1, 2: 2, 3: 2}, [1, 2, 3]
    phase.hole, phase.last_seat, phase.first_deal, phase.last_deal = 2, 3, 1000, 3000
    bench.cards.lacks_t = 5100
    due = 3000 + phase.pace_ms()
    (tag,) = bench.lie("seat:1", card(9), since=due + ms, n=2)
    tag.home.antenna.period_ms = 100
    item = Deal(bench.cards, tag, due + ms, passed)
    item.zone, item.landed = "seat:1", due + ms
    if heard:
        tag.brief, tag.brief_t = bench.ant("seat:1"), due + 1
    del bench.events[:]
    unread.deal_completed(bench.cards, item)
    return bench.emitted("what", "kind")


MISSING = [("notice", "wrong_card_count")]


@pytest.mark.parametrize(("ms", "passed", "heard", "said"), [
    (SHADOW_MS, False, False, MISSING), (SHADOW_MS - 50, False, False, []),
    (SHADOW_MS, False, True, []), (SHADOW_MS, True, False, MISSING), (1000, True, False, []),
])  # fmt: skip
def test_a_last_card_the_mouth_missed_was_late_when_no_shadow_lasts_so_long(
    ms, passed, heard, said
):
    assert last_card(ms, passed, heard) == said


def test_a_card_for_another_place_says_nothing_of_it():
    bench = Bench(ph.DEAL)
    bench.cards.lacks_t = 5000
    item = Deal(bench.cards, None, 9000, True)
    item.zone = BOARD
    unread.deal_completed(bench.cards, item)
    assert not bench.events and not bench.cards.lacks_t
