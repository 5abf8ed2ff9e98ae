"""A hand told folded unread and read at its seat again: it lay there, or was taken back."""

import pytest

from firmware.table import absent, unfolded
from firmware.table import phase as ph
from firmware.table.values import RETRIEVED_MS
from tests.firmware_table.bench import Bench, card
from tests.firmware_table.test_restored import UP, deal, move, restored

FOLD = 2000  # when the hand of seat 3 is told folded


def silent(seen=0):
    """Seat 3's hand, read nowhere but so many cards of it in the muck, is told folded."""
    bench = Bench()
    hand = bench.hand(3, card(6), card(7))
    for tag in hand:
        tag.tracks, tag.home, tag.left, tag.read = (), None, FOLD, FOLD - 100
        bench.ant("seat:3").tracks = []
    for tag in hand[:seen]:
        bench.cards.went(tag, "muck", FOLD)
    absent.fold(bench.cards, 3, hand, FOLD + 500)
    return bench, hand


def read_again(bench, ms=RETRIEVED_MS, since=4000):
    """Its seat reads it from ``since`` on for so long, every 100 ms; what that tells."""
    del bench.events[:]
    for t in range(since, since + ms + 1, 100):
        bench.read(t, "seat:3", card(6), card(7))
        bench.cards.poll(t)
    bench.cards.poll(since + ms)
    bench.order.poll(since + ms + 5000)
    return [(e["what"], e.get("about"), e.get("cards")) for e in bench.events]


def test_a_hand_read_nowhere_and_at_its_seat_again_was_not_folded():
    bench, hand = silent()
    assert bench.events[-1]["confidence"] == "medium"
    tokens = [bench.cards.name(tag) for tag in hand]
    assert read_again(bench) == [("correction", FOLD, tokens)]
    ev = bench.events[-1]
    assert (ev["seat"], ev["to"], ev["chips"]) == (3, "seat:3", [])
    assert [tag.zone for tag in hand] == ["seat:3", "seat:3"]
    assert not (bench.cards.astray or bench.cards.unfound)
    assert (3 in bench.phase.live, bench.phase.actor, bench.phase.counts[3]) == (True, 3, 2)


@pytest.mark.parametrize("ms", [RETRIEVED_MS - 100, RETRIEVED_MS])
def test_it_must_have_rested_there_as_one_taken_back(ms):
    bench, _ = silent()
    assert bool(read_again(bench, ms)) == (ms == RETRIEVED_MS)


@pytest.mark.parametrize("reads", [1, 2, 5])
def test_one_that_the_muck_has_read_since_was_taken_back(reads):
    bench, _ = silent()
    for n in range(reads):
        bench.read(2600 + 100 * n, "muck", card(7))
    for n in range(9 * reads):
        bench.read(2700 + 100 * (reads + n), "muck")
    assert [what for what, _, _ in read_again(bench, since=12000)] == ["card_move"]


def test_one_found_in_the_muck_was_folded():
    bench, _ = silent(seen=1)
    assert not bench.cards.unfound
    assert [what for what, _, _ in read_again(bench)] == ["card_move"]


@pytest.mark.parametrize(("t", "zone", "mucked"), [
    (FOLD, "muck", False), (FOLD + 1, "muck", True), (FOLD + 1, "line:3", False),
])  # fmt: skip
def test_what_the_muck_read_before_says_nothing(t, zone, mucked):
    bench, (tag, _) = silent()
    bench.read(t, zone, card(6))
    assert unfolded._mucked(tag, FOLD) == mucked
    tag.tracks, tag.brief, tag.brief_t = (), bench.ant(zone), t
    assert unfolded._mucked(tag, FOLD) == mucked


@pytest.mark.parametrize(("change", "said"), [
    ({}, "correction"), ({"now": ph.SHOWDOWN}, "correction"), ({"awarded": True}, "card_move"),
    ({"now": ph.BETWEEN}, "card_move"),
])  # fmt: skip
def test_only_while_its_player_may_still_play_it(change, said):
    bench, _ = silent()
    for name, value in change.items():
        setattr(bench.phase, name, value)
    assert [what for what, _, _ in read_again(bench)] == [said]


def test_a_new_hand_knows_of_no_fold_before():
    bench, _ = silent()
    bench.cards.begin([])
    assert not bench.cards.unfound


@pytest.mark.parametrize(("change", "now", "owing", "actor"), [
    ({}, ph.BETTING, [1, 3], 3), ({"owing": [1, 3]}, ph.BETTING, [1, 3], 1),
    ({"now": ph.SHOWDOWN, "live": [1]}, ph.BETTING, [1, 3], 3),
    ({"now": ph.SHOWDOWN, "live": [1], "tabled": [1]}, ph.SHOWDOWN, [1], 1),
    ({"now": ph.SHOWDOWN, "live": [1, 2]}, ph.SHOWDOWN, [1], 1),
])  # fmt: skip
def test_who_had_not_folded_is_due(change, now, owing, actor):
    phase = Bench().phase
    phase.live, phase.counts, phase.owing, phase.actor = [1, 2], {1: 2, 2: 2}, [1], 1
    for name, value in change.items():
        setattr(phase, name, value)
    unfolded.follow(phase, {"seat": 3, "cards": ["a", "b"]})
    assert (phase.now, phase.owing, phase.actor, phase.counts[3]) == (now, owing, actor, 2)
    assert phase.live[-1] == 3


@pytest.mark.parametrize("corrected", [True, False])
def test_it_lies_at_its_seat_after_a_cut(corrected):
    rows = deal(6)
    cards = [row["cards"][0] for row in rows if row.get("to") == "seat:3"]
    fold = dict(move(UP + 9000, 1, 3), cards=cards, to="muck", by="player")
    fold["from"] = "seat:3"
    rows.append(fold)
    if corrected:
        rows.append({
            "t": UP + 9999, "what": "correction", "seat": 3, "chips": [], "to": "seat:3",
            "about": UP + 9000, "cards": cards,
        })  # fmt: skip
    bench = restored(rows)
    zones = [bench.cards.known[token][0] for token in cards]
    assert zones == ["seat:3" if corrected else "muck"] * 2
    assert (3 in bench.phase.live) == corrected
