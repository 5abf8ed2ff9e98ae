"""A card the mouth saw face up, and nothing reads since: put aside, or none of the deal's."""

import pytest

from firmware.table import phase as ph
from firmware.table.values import ASK_MS, UPS_ALONE_READS, UPS_UNNOTICED_READS
from tests.firmware_table.bench import Bench, card
from tests.firmware_table.test_nowhere_bounds import LEFT, loads, lost, next_card

GONE = LEFT + 1800  # the time of a pitch is over


def seen(ups=2, downs=0, now=ph.DEAL, after="seat:1", **phase):
    """A card read so often at the mouth; the next one went to the seat that was due."""
    bench, item = lost(now, **phase)
    item.tag.ups, item.tag.downs = ups, downs
    if after:
        next_card(bench, after)
    return bench, item


def asked(bench, item, t=GONE):
    """Whether the card waits at a time, and what the dealer was asked by then."""
    waits = item.stale(t) is False
    return waits, bench.emitted("kind", "cards")


def stub(bench):
    """Cards told at the mouth, face up."""
    told = [e for e in bench.events if e["what"] == "card_move" and e["to"] == "mouth"]
    return [(e["face"], e.get("boxed")) for e in told]


@pytest.mark.parametrize(("ups", "downs", "asks"), [
    (0, 0, False), (1, 0, False), (2, 0, True), (UPS_ALONE_READS, 0, True),
    (UPS_UNNOTICED_READS - 1, 1, True), (UPS_UNNOTICED_READS - 1, 2, False),
    (UPS_UNNOTICED_READS, 0, False), (0, 2, False), (2, 1, False),
])  # fmt: skip
def test_the_dealer_is_asked_about_one_the_mouth_may_have_read_face_up(ups, downs, asks):
    bench, item = seen(ups, downs)
    questions = asked(bench, item)[1]
    assert questions == ([("boxed_card", [bench.cards.name(item.tag)])] if asks else [])


@pytest.mark.parametrize("change", [
    "too soon", "betting", "nobody", "unseen", "where it was due", "by its load", "lands",
])  # fmt: skip
def test_nobody_is_asked_where_something_else_tells(change):
    bench, item = seen(
        now=ph.BETTING if change == "betting" else ph.DEAL,
        after="seat:2" if change == "where it was due" else "seat:1",
    )
    if change == "nobody":
        bench.cards.ask = None
    elif change == "unseen":
        item.passed = False
    elif change == "by its load":
        loads(bench, seat1=1)
    elif change == "lands":
        item.zone = "seat:1"
    assert asked(bench, item, GONE - (change == "too soon"))[1] == []


def test_the_last_card_that_a_seat_lacks_is_dealt_and_nobody_is_asked():
    bench, item = seen(after=None, counts={1: 1, 2: 2, 3: 2})
    assert asked(bench, item)[1] == []


@pytest.mark.parametrize(("ups", "downs", "value", "boxed"), [
    (2, 0, "yes", True), (2, 0, None, False), (2, 0, "no", False),
    (UPS_ALONE_READS, 0, None, True), (UPS_ALONE_READS, 0, "no", False),
    (UPS_ALONE_READS, 1, None, False), (UPS_ALONE_READS, 1, "yes", True),
])  # fmt: skip
def test_it_lay_face_up_in_the_deck_by_the_dealers_word_or_by_enough_reads(
    ups, downs, value, boxed
):
    bench, item = seen(ups, downs)
    assert asked(bench, item)[0]
    if value:
        bench.table.key({"what": "answer", "id": 1, "value": value}, GONE + 900)
    assert item.stale(GONE + ASK_MS)
    bench.order.remove(item)
    item.expire(GONE + ASK_MS)
    assert stub(bench) == ([("up", True)] if boxed else [])


@pytest.mark.parametrize(("late", "waits"), [(-1, True), (0, False), (1, False)])
def test_the_answer_is_waited_for_so_long_and_asked_for_once(late, waits):
    bench, item = seen()
    assert asked(bench, item) == (True, [("boxed_card", [bench.cards.name(item.tag)])])
    assert asked(bench, item, GONE + ASK_MS + late) == (waits, [])


def test_an_answer_ends_the_wait():
    bench, item = seen()
    asked(bench, item)
    bench.table.key({"what": "answer", "id": 1, "value": "no"}, GONE + 900)
    assert item.stale(GONE + 901)


# -- on the board


def street(*reads, now=ph.BETTING):
    """A flop that lies on the board, its burn told; reads of each card face up and face down."""
    bench = Bench(now)
    bench.phase.board, bench.phase.burned, bench.cards.count = 0, True, 7
    for n, (ups, downs) in enumerate(reads):
        (tag,) = bench.lie(f"board:{n + 1}", card(20 + n), since=0, n=1)
        item = bench.cards._off_deck(tag, 4000 + 300 * n, True)
        item.zone, item.landed, tag.zone = "board", 4500 + 300 * n, "board"
        tag.ups, tag.downs = ups, downs
    del bench.events[:]
    return bench, bench.order.items[0]


@pytest.mark.parametrize(("first", "second", "names"), [
    ((0, 3), (0, 3), 0), ((UPS_UNNOTICED_READS, 1), (0, 3), 1),
    ((UPS_UNNOTICED_READS - 1, 1), (0, 3), 0), ((UPS_ALONE_READS, 0), (0, 3), 1),
    ((UPS_ALONE_READS - 1, 0), (0, 3), 0), ((0, 3), (UPS_ALONE_READS, 0), 1),
])  # fmt: skip
def test_the_dealer_is_asked_about_a_card_of_a_street_that_the_mouth_read_face_up(
    first, second, names
):
    bench, item = street(first, second, (0, 3))
    assert item.ready(9000) != bool(names)
    assert bench.emitted("kind") == [("boxed_card",)] * names
    assert item.ready(8999 + ASK_MS) != bool(names) and item.ready(9000 + ASK_MS)
    assert bench.emitted("kind") == []  # once


@pytest.mark.parametrize(("answer", "boxed"), [(None, None), ("no", None), ("yes", True)])
@pytest.mark.parametrize("n", [0, 2])
def test_one_that_lies_on_the_board_lay_so_in_the_deck_if_the_dealer_says_so(answer, boxed, n):
    reads = [(0, 3)] * 3
    reads[n] = (UPS_UNNOTICED_READS, 1)
    bench, item = street(*reads)
    said = []
    bench.cards.ask = lambda *args, **_: said.append(args)
    assert not item.ready(9000)
    if answer:
        said[0][2](answer, 9500)
    assert item.ready(9001 + ASK_MS) and len(said) == 1
    bench.order.remove(item)
    item.emit(9001 + ASK_MS)
    assert bench.emitted("to", "face", "boxed") == [("board", "up", boxed)]
