"""The table as a whole: its grid of time, its keys, its counts, what it shows and takes up."""

from types import SimpleNamespace as Of

import pytest

from firmware.table import (
    changes,
    crosstalk,
    due,
    keys,
    late,
    riffle,
    spoken,
    street,
    table,
    unread,
    ways,
)
from firmware.table import phase as ph
from firmware.table.conservation import Conservation
from firmware.table.departures import Departure
from firmware.table.events import bet_motion
from firmware.table.order import Item, Keyed
from firmware.table.presence import CANDIDATE, PRESENT, Tag, Track
from firmware.table.restore import restore
from firmware.table.spots import Arrival
from firmware.table.values import (
    DECK_MAX_CARDS,
    HELD_MAX_KEYS,
    LOAD_ASKED_MASK_MS,
    SETTLE_MAX_MS,
    STEP_MS,
)
from firmware.table.view import View
from firmware.table.ways import Move
from shared_rules.zones import MOUTH, MUCK, POT
from tests.firmware_table.bench import Bench, card, chip
from tests.firmware_table.rig import setup

# -- its time -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("now", "name", "begins", "burns"), [
    (ph.BETWEEN, "muck", True, False), (ph.SHOWDOWN, "muck", True, False),
    (ph.BETTING, "muck", False, False), (ph.BETWEEN, "burn", False, True),
    (ph.BETTING, "burn", False, True), (ph.BETWEEN, "seat:1", False, False),
])  # fmt: skip
def test_what_a_dwell_of_muck_and_burn_place_may_begin(monkeypatch, now, name, begins, burns):
    bench = Bench()
    bench.phase.now = now
    said, begun = [], []
    monkeypatch.setattr(unread, "watch_burn", lambda *args: said.append(args))
    bench.table.riffle = Of(note=lambda _: True, when=1234)
    bench.table.begin_hand = begun.append
    bench.read(2000, name)
    assert begun == ([1234] if begins else []) and bool(said) == burns


@pytest.mark.parametrize(("polled", "t", "steps"), [
    (80, 87, []), (80, 88, [88]), (80, 89, [88]), (80, 104, [88, 96, 104]), (80, 79, []),
])  # fmt: skip
def test_decisions_fall_on_a_grid_of_time(polled, t, steps):
    bench = Bench()
    said = []
    bench.table._step, bench.table._polled = said.append, polled
    bench.order.items = [Item(0)]
    bench.table.poll(t)
    assert said == steps and STEP_MS == 8


@pytest.mark.parametrize(("now", "awaited", "settled", "served"), [
    (ph.BETTING, True, False, True), (ph.BETTING, True, True, False),
    (ph.BETTING, False, False, False), (ph.SHOWDOWN, True, False, False),
])  # fmt: skip
def test_blinds_are_watched_once_all_have_their_cards(monkeypatch, now, awaited, settled, served):
    bench = Bench()
    said = []
    monkeypatch.setattr(changes, "watch_blinds", lambda *args: said.append(args) or settled)
    bench.phase.now, bench.phase.served = now, True
    bench.phase.blinds_awaited = lambda: awaited
    bench.table._step(800)
    assert bench.phase.served == served
    assert bool(said) == (now == ph.BETTING and awaited)


@pytest.mark.parametrize(("awarded", "t", "gathers"), [
    (True, LOAD_ASKED_MASK_MS + 1, True), (True, LOAD_ASKED_MASK_MS, False),
    (False, LOAD_ASKED_MASK_MS + 1, False),
])  # fmt: skip
def test_the_board_is_gathered_once_the_pot_is_paid(monkeypatch, awarded, t, gathers):
    bench = Bench()
    said = []
    monkeypatch.setattr(table, "gather_board", lambda *args: said.append(args))
    bench.phase.awarded = awarded
    bench.table._step(t)
    assert bool(said) == gathers


@pytest.mark.parametrize(("t", "whole", "state", "settling"), [
    (0, 2, PRESENT, False), (0, 1, PRESENT, True), (0, 2, CANDIDATE, True), (0, 3, PRESENT, False),
    (SETTLE_MAX_MS - 1, 1, PRESENT, True), (SETTLE_MAX_MS, 1, CANDIDATE, False),
])  # fmt: skip
def test_a_table_has_settled_when_each_loop_was_read_twice(t, whole, state, settling):
    bench = Bench()
    said = []
    bench.chips.settled = lambda *args: said.append(args)
    for ant in bench.table.antennas:
        ant.whole = 2
    ant = bench.ant("line:1")
    ant.whole = whole
    track = Track(Tag(b"", 0), ant, 0)
    track.state = state
    ant.tracks.append(track)
    bench.table.settling = True
    bench.table._settle(t)
    assert bench.table.settling == settling
    assert said == ([] if settling else [(0, t)])


# -- its keys -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("settling", "held", "then"), [
    (True, 0, 1), (True, HELD_MAX_KEYS - 1, HELD_MAX_KEYS), (True, HELD_MAX_KEYS, HELD_MAX_KEYS),
    (False, 0, 0),
])  # fmt: skip
def test_keys_are_held_while_the_table_is_read_anew(settling, held, then):
    bench = Bench()
    bench.order.items = []
    bench.table.settling, bench.table.keys = settling, [{}] * held
    bench.table.key({"what": "gesture", "seat": 1, "kind": "tap"}, 3000)
    assert len(bench.table.keys) == then
    assert len(bench.order.items) == (held == then)


@pytest.mark.parametrize(("key", "answers"), [
    ({"what": "answer", "id": 1, "value": "yes"}, True), ({"what": "answer", "id": 1}, False),
    ({"what": "answer", "value": "yes"}, False), ({"what": "tap", "id": 1, "value": 2}, False),
])  # fmt: skip
def test_an_answer_names_its_question_and_a_value(key, answers):
    bench = Bench()
    said = []
    bench.table.questions.answer = lambda *args: said.append(args)
    bench.table.key(key, 3000)
    assert bool(said) == answers and bool(bench.complaints) != answers
    assert bench.table.rejected == (0 if answers else 1)


@pytest.mark.parametrize(("what", "about"), [("exposed", 1), ("tabled", None)])
def test_a_key_of_an_exposed_card_is_about_its_seat(what, about):
    bench = Bench()
    bench.order.items = []
    bench.table.key({"what": what, "seat": 1}, 3000)
    assert bench.order.items[0].about == about


@pytest.mark.parametrize(("now", "counts", "seat", "awaited"), [
    (ph.DEAL, {1: 1}, 2, True), (ph.DEAL, {1: 1}, 3, True), (ph.DEAL, {1: 1}, 1, False),
    (ph.DEAL, {1: 2, 2: 1, 3: 1}, 2, True), (ph.DEAL, {1: 2, 2: 1, 3: 1}, 3, False),
    (ph.DEAL, {1: 2, 2: 0, 3: 1}, 2, True), (ph.DEAL, {1: 1}, 4, False),
    (ph.SHUFFLED, {}, 1, True), (ph.SHUFFLED, {}, 3, True), (ph.BETTING, {1: 2}, 3, False),
])  # fmt: skip
def test_a_card_is_awaited_where_it_is_due_or_where_none_lies(now, counts, seat, awaited):
    """Of those dealt around the time of the key some may be read late, and none was told."""
    bench = Bench(now)
    bench.phase.counts, bench.phase.last_seat = counts, 1 if counts else 3
    assert bool(bench.cards.awaited(seat, 0)) == awaited


@pytest.mark.parametrize(("kind", "about"), [
    ("exposed_card", 2), ("extra_card", 2), ("blind_missing", None),
])  # fmt: skip
def test_so_is_a_notice_of_a_card_just_dealt(kind, about):
    bench = Bench()
    bench.order.items = []
    bench.table._queue({"what": "notice", "kind": kind, "about_seat": 2, "t": 3000})
    assert bench.order.items[0].about == about


@pytest.mark.parametrize(("what", "done", "told"), [
    ("declare", True, False), ("declare", False, True), ("gesture", True, True),
])  # fmt: skip
def test_words_about_what_chips_have_done_already_are_not_told(monkeypatch, what, done, told):
    bench = Bench()
    monkeypatch.setattr(spoken, "done_already", lambda *_: done)
    bench.events.clear()
    bench.table._keyed({"what": what, "seat": 3, "word": "call", "t": 3000}, 3000)
    assert bool(bench.events) == told and bool(bench.complaints) != told


@pytest.mark.parametrize(("seats", "refused"), [([], False), ([1], False), ([1, 3], True)])
def test_a_riffle_is_refused_while_two_hands_are_read(seats, refused):
    bench = Bench()
    for seat in seats:
        bench.hand(seat, card(seat))
    bench.events.clear()
    assert bench.table._refused("riffle", 3000) == refused
    assert bench.emitted("kind", "seats") == ([("riffle_refused", seats)] if refused else [])
    assert bench.table.rejected == int(refused)


@pytest.mark.parametrize(("ups", "said_up", "value", "up"), [
    (2, False, 0, True), (2, True, 0, False), (0, False, 0, False), (2, False, 100, False),
])  # fmt: skip
def test_cards_were_read_up_that_the_mouth_alone_says_so_of(ups, said_up, value, up):
    bench = Bench()
    tag = Tag(card(1)[0], value)
    tag.ups, tag.said_up, tag.token = ups, said_up, "c"
    bench.tags[tag.uid] = tag
    assert bench.table.read_up(["c"]) == up
    assert bench.table.read_up([]) and not bench.table.read_up(["c", "other"])


def test_a_seat_reads_the_cards_that_lie_there():
    bench = Bench()
    bench.hand(1, card(1), card(2))
    bench.hand(2, card(3))
    (track, other) = bench.ant("seat:1").tracks
    assert bench.table.read_at(1) == 2
    other.tag.home = None
    assert bench.table.read_at(1) == 1
    track.tag.value = 100
    assert bench.table.read_at(1) == 0


@pytest.mark.parametrize(("t", "item", "frm", "at", "since"), [
    (2000, Move, "seat:1", 2000, True), (2001, Move, "seat:1", 2000, False),
    (2000, Move, "seat:2", 2000, False), (None, Move, "seat:1", 2000, False),
    (2000, Item, "seat:1", 2000, False), (1999, Move, "seat:1", 2000, True),
])  # fmt: skip
def test_cards_that_left_since_are_of_the_zone_as_it_was(t, item, frm, at, since):
    bench = Bench()
    tag = Tag(card(1)[0], 0)
    tag.item = Move(bench.cards, tag, at, frm, MUCK) if item is Move else Item(at)
    assert table._since(tag, "seat:1", t) == since


def test_events_are_counted_and_never_run_backwards():
    bench = Bench()
    before = bench.table.events
    for t, then in ((5000, 5000), (4000, 5000), (6000, 6000)):
        bench.table.emit({"what": "notice", "t": t})
        assert (bench.events[-1]["t"], bench.table.last_t) == (then, then)
    assert bench.table.events == before + 3


@pytest.mark.parametrize(("up", "read_up"), [(True, True), (False, None), (None, None)])
def test_a_hand_keyed_as_tabled_says_whether_it_was_read_so(up, read_up):
    read = None if up is None else lambda tokens: up
    event = keys.event_of({"what": "tabled", "seat": 1}, 5, lambda _: [(1, "a"), (2, "b")], read)
    assert (event["cards"], event.get("read_up")) == (["a", "b"], read_up)


@pytest.mark.parametrize(("crossed", "released"), [("full", True), ("in_hand", False)])
def test_chips_in_the_hand_are_not_released(crossed, released):
    assert bet_motion(5, 1, [25, 100], 1, crossed)["released"] == released


# -- what it counts -------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "zone", "told"), [
    (0, "seat:1", True), (100, "line:1", False), (0, None, False),
])  # fmt: skip
def test_a_tag_in_two_places_is_counted_and_a_card_told(value, zone, told):
    said = []
    counting = Conservation(None, said.append, lambda _: "token")
    tag = Tag(b"a", value)
    tag.zone = zone
    counting.double(tag, Of(zone="muck"), 5)
    assert counting.doubles == 1
    row = {"t": 5, "what": "tag_read", "zone": "muck", "cards": ["token"]}
    assert said == ([row] if told else [])


def test_what_is_seen_now_is_counted_apart_from_what_was_dealt():
    tags = {n: Tag(bytes([n]), value) for n, value in enumerate((0, 0, 0, 100, 25, 5))}
    for n in (1, 3, 4):
        tags[n].home = object()
    tags[0].nth, tags[1].nth = 4, 5
    counting = Conservation(Of(tags=tags), None, None)
    assert counting.counts() == (2, 1, 2, 125)
    tags[3].home = None
    assert counting.counts() == (2, 1, 1, 25)


def test_of_too_many_cards_those_not_read_for_longest_are_forgotten():
    counting = Conservation(Of(tags={}), lambda _: None, None)
    hands = {bytes([n % 256, n // 256]): n % 3 for n in range(DECK_MAX_CARDS + 2)}
    oldest = sorted(hands, key=lambda uid: (hands[uid], uid))[-2:]
    counting.cards = dict(hands)
    counting._count_cards(5)
    assert sorted(hands.keys() - counting.cards.keys()) == sorted(oldest)


@pytest.mark.parametrize(("amount", "awarded", "due", "kind"), [
    (25, True, 0, "chips_short"), (-25, True, 0, "chips_over"), (0, True, 0, None),
    (25, False, 0, None), (25, True, 25, None),
])  # fmt: skip
def test_a_pot_that_does_not_add_up_drifts(amount, awarded, due, kind):
    said = []
    counting = Conservation(Of(tags={}), said.append, None)
    phase = Of(pot_sum=amount, awarded=awarded, change_due=lambda: due, set_up=True, deck=None)
    counting.hand_over(5, phase)
    assert [(e["kind"], e["amount"]) for e in said] == ([(kind, 25)] if kind else [])
    assert counting.drifts == len(said)


# -- taken up after a cut --------------------------------------------------------------------------


def cut(*rows, now=9000):
    """A table that goes on with rows, the last of which was told at ``now`` ms of that boot."""
    bench = Bench(ph.BETWEEN)
    looks = []
    bench.table.attention.look = lambda *args: looks.append(args)
    done = restore(bench.table, [{"t": now, **row} for row in rows])
    return bench, done, looks


def moved(frm, to, *tokens, face="down", **more):
    return {"what": "card_move", "from": frm, "to": to, "cards": list(tokens), "face": face,
            "by": "dealer", **more}  # fmt: skip


RIFFLE = {"what": "riffle", "hand": 1, "t": 8000}
KEYED = moved("seat:1", "seat:1", "a", face="up", keyed=True)


@pytest.mark.parametrize(("rows", "under_way", "seats"), [
    ([], False, [1, 2, 3, 4, 5, 6]), ([{"what": "notice"}], False, [1, 2, 3, 4, 5, 6]),
    ([RIFFLE], True, [1, 2, 3, 4, 5, 6]), ([{"what": "riffle"}], False, [1, 2, 3, 4, 5, 6]),
    ([dict(setup((1, 3)), what="setup")], False, [1, 3]),
    ([dict(setup((1, 3)), what="setup"), RIFFLE], True, [1, 3]),
    ([{"what": "gesture", "hand": 1}], False, [1, 2, 3, 4, 5, 6]),
])  # fmt: skip
def test_a_hand_was_under_way_that_had_begun(rows, under_way, seats):
    bench = Bench(ph.BETWEEN)
    bench.phase.seats = [1, 2, 3, 4, 5, 6]
    assert restore(bench.table, [{"t": 9000, **row} for row in rows]) == under_way
    assert bench.phase.seats == seats and bench.table.settling == under_way


def test_its_times_lie_before_this_boot_and_every_loop_is_read():
    bench, _, looks = cut(RIFFLE, moved("stub", "seat:1", "a", nth=1))
    assert bench.cards.short_t == -9001 and bench.phase.last_deal == 0
    assert looks == [(ant, 0, SETTLE_MAX_MS // 2) for ant in bench.table.antennas]


@pytest.mark.parametrize(("rows", "known", "count"), [
    ([], {}, 0), ([moved("stub", "seat:1", "a", nth=1)], {"a": ("seat:1", 1, "down")}, 1),
    ([moved("stub", "board", "a", "b", "c", nth=4, face="up")],
     {"a": ("board", 4, "up"), "b": ("board", 5, "up"), "c": ("board", 6, "up")}, 6),
    ([moved("stub", "seat:1", "a", nth=2), moved("seat:1", "muck", "a")],
     {"a": ("muck", 2, "down")}, 2),
    ([moved("seat:1", "muck", "a")], {"a": ("muck", 0, "down")}, 0),
    ([moved("stub", "seat:1", "a", nth=2), moved("seat:1", "stub", "a")], {}, 2),
    ([moved("seat:1", "stub", "a")], {}, 0),
    ([moved("stub", "seat:1", "a", nth=2, face="x"), KEYED], {"a": ("seat:1", 2, "x")}, 2),
    ([KEYED], {"a": ("seat:1", 0, "unknown")}, 0),
    ([moved("stub", "seat:1", "#3", nth=3), moved("seat:1", "seat:1", "a")],
     {"a": ("seat:1", 3, "down")}, 3),
    ([moved("stub", "seat:1", "#3", nth=3), moved("seat:2", "seat:2", "a")],
     {"#3": ("seat:1", 3, "down"), "a": ("seat:2", 0, "down")}, 3),
    ([moved("stub", "seat:1", "#3", nth=3), moved("seat:2", "seat:1", "a")],
     {"#3": ("seat:1", 3, "down"), "a": ("seat:1", 0, "down")}, 3),
])  # fmt: skip
def test_cards_are_where_they_were_told_to_lie(rows, known, count):
    bench, done, _ = cut(RIFFLE, *rows)
    assert done and (bench.cards.known, bench.cards.count) == (known, count)
    blanks = [(tag.zone, tag.nth, tag.token) for tag in bench.cards.tags.values() if tag.blank]
    assert blanks == [(known[t][0], known[t][1], t) for t in known if t[:1] == "#"]


def bet(frm, to, *chips, **more):
    return {"what": "chips_move", "seat": 1, "from": frm, "to": to, "chips": list(chips), **more}


@pytest.mark.parametrize(("rows", "lying"), [
    ([], []), ([bet("seat:1", "line:1", 100, 25)], [100, 25]),
    ([bet("seat:1", "line:1", 100, crossed="in_hand")], [100]),
    ([bet("seat:1", "line:1", 100, 25), bet("line:1", POT, 100)], [25]),
    ([bet("seat:1", "line:1", 100, 25), bet("line:1", POT, 100, 100)], [25]),
    ([bet("seat:1", "line:1", 100, 25), bet("line:1", "line:1", 25)], [100, 25]),
    ([bet(POT, "seat:1", 100)], []),
])  # fmt: skip
def test_chips_lie_where_they_were_told_to(rows, lying):
    bench, _, _ = cut(RIFFLE, *rows)
    assert bench.chips.spots[1].expect == lying


# -- what it shows --------------------------------------------------------------------------------


@pytest.mark.parametrize(("tags", "queued", "shown"), [
    (1, False, True), (0, False, False), (1, True, False),
])  # fmt: skip
def test_chips_that_leave_beside_the_queue_are_shown(tags, queued, shown):
    bench = Bench()
    bench.order.items = []
    spot = bench.chips.spots[2]
    item = spot.departure = Departure(bench.chips, spot, 1000)
    item.tags, item.queued = [Tag(chip(1)[0], 25)] * tags, queued
    rows = View(bench.table).things()
    assert [row["kind"] for row in rows] == ["leaving"] * shown
    assert not shown or rows[0]["hand"] == View(bench.table).seat(2)


@pytest.mark.parametrize(("asked", "counted", "shown"), [
    (None, 0, False), ("burn", 0, True), (None, 5, True), (0, 0, True),
])  # fmt: skip
def test_what_was_asked_about_is_shown_as_such(asked, counted, shown):
    bench = Bench()
    item = Arrival(bench.chips, bench.chips.spots[2], 1000)
    item.asked, item.counted = asked, counted
    row = View(bench.table).thing(item)
    assert row["asked"] == shown and row["hand"]["front"] == 0
    assert "hand" not in View(bench.table).thing(Keyed(1, {"what": "tap", "seat": 2}, None))


@pytest.mark.parametrize(("acting", "tags", "second"), [(2, 1, True), (1, 1, False), (2, 0, False)])
def test_a_second_motion_is_shown_with_its_scores(monkeypatch, acting, tags, second):
    monkeypatch.setattr(late, "second", lambda *_: (1, 2))
    bench = Bench()
    bench.phase.acting = acting
    item = Arrival(bench.chips, bench.chips.spots[2], 1000)
    item.tags = [Tag(chip(1)[0], 25)] * tags
    assert View(bench.table).thing(item).get("second") == ((1, 2) if second else None)


@pytest.mark.parametrize(("home", "ups", "downs", "left", "facing"), [
    (True, 0, 0, 0, None), (False, 0, 0, 700, None), (True, 2, 0, 0, "up"), (True, 0, 1, 0, "down"),
    (False, 1, 1, 700, "unknown"),
])  # fmt: skip
def test_a_tag_is_shown_with_when_it_left_and_how_it_faces(home, ups, downs, left, facing):
    bench = Bench()
    (tag,) = bench.lie("seat:1", card(1))
    tag.left, tag.ups, tag.downs = 700, ups, downs
    if not home:
        tag.home = None
    row = View(bench.table).tag(tag)
    assert (row["left"], row["facing"]) == (left, facing)


@pytest.mark.parametrize(("value", "transit", "at", "due_there"), [
    (0, True, True, True), (100, True, True, False), (0, False, True, False),
    (0, True, False, False),
])  # fmt: skip
def test_a_place_is_due_the_cards_that_are_in_transit(monkeypatch, value, transit, at, due_there):
    monkeypatch.setattr(due, "in_transit", lambda *_: transit)
    monkeypatch.setattr(due, "due_at", lambda *_: at)
    bench = Bench()
    tag = Tag(b"a", value)
    assert View(bench.table)._unheard(tag, bench.ant("seat:1"))["due"] == due_there


@pytest.mark.parametrize(("value", "zone", "rest"), [
    (0, "seat:2", ways.rest_ms("seat:2", "seat:1")), (100, "seat:2", 0), (0, "stub", 0),
    (0, "seat:1", 0), (0, None, 0),
])  # fmt: skip
def test_how_long_a_card_must_rest_somewhere_is_shown(value, zone, rest):
    bench = Bench()
    tag = Tag(b"a", value)
    tag.zone = zone
    assert View._rest_ms(tag, bench.ant("seat:1")) == rest


@pytest.mark.parametrize(("name", "of", "row"), [
    ("line:2", "chips", (3, 40)), ("seat:2", "cards", (1, 20)), ("muck", None, (None, None)),
])  # fmt: skip
def test_what_a_load_says_is_shown(name, of, row):
    bench = Bench()
    bench.chips.bearing.says = lambda _: (3, 40)
    bench.cards.laden.says = lambda _: (1, 20) if of else None
    shown = View(bench.table).loop(bench.ant(name))
    assert (shown["more"], shown["centinats"]) == row


def test_tags_of_a_zone_are_those_read_or_held_there():
    bench = Bench()
    read, held, other = (Tag(card(n)[0], 0) for n in (1, 2, 3))
    for tag, zone in ((read, "stub"), (held, "board"), (other, "seat:2")):
        tag.zone = zone
        bench.tags[tag.uid] = tag
    read.tracks = (Track(read, bench.ant("board:2"), 0),)
    view = View(bench.table)
    assert [row["uid"] for row in view.tags_at("board")] == [read.uid, held.uid]
    assert [row["uid"] for row in view.tags_at("board:2")] == [read.uid]
    assert [ant.name for ant in view._loops("board")] == [f"board:{n}" for n in range(1, 6)]
    assert view._loops(MOUTH) == []


@pytest.mark.parametrize(("now", "last", "due_seat"), [
    (ph.DEAL, 3, 1), (ph.SHUFFLED, 1, 2), (ph.BETTING, 3, None),
])  # fmt: skip
def test_the_seat_due_the_next_card_is_shown(now, last, due_seat):
    bench = Bench()
    bench.phase.now, bench.phase.last_seat = now, last
    assert View(bench.table).hand()["due"] == due_seat
    bench.phase.seats = []
    assert View(bench.table).hand()["due"] is None


def test_a_seat_without_chips_in_front_is_shown_with_none():
    assert View(Bench().table).seat(2)["front"] == 0


def test_a_card_astray_that_is_read_nowhere_rests_nowhere():
    bench = Bench()
    tag = Tag(b"a", 0)
    tag.zone, tag.left = "seat:1", 700
    row = View(bench.table)._astray(tag)
    assert (row["t"], row["until"], row["to"], row["why"]) == (700, 0, None, "rest")


# -- what is gathered, on its way, or heard -------------------------------------------------------


@pytest.mark.parametrize(("read_ms", "riffled"), [(0, True), (riffle.GATHERING_MS - 1, True),
                                                  (riffle.GATHERING_MS, False)])  # fmt: skip
def test_a_deck_is_riffled_that_was_read_lately(read_ms, riffled):
    bench = Bench(ph.SHUFFLED)
    bench.phase.counts = {}
    ant = bench.ant("muck")
    ant.t = 5000
    for n in range(riffle.GATHER_CARDS):
        track = Track(Tag(bytes([n]), 0), ant, 0)
        track.seen = 5000 - read_ms
        ant.tracks.append(track)
    assert bool(riffle.under_way(bench.table.antennas, bench.phase)) == riffled


@pytest.mark.parametrize(("t", "then"), [(2000, 1999), (1, 0), (0, 0)])
def test_a_card_heard_where_burns_are_put_was_burned_before_the_street(monkeypatch, t, then):
    bench = Bench()
    tag = Tag(b"a", 0)
    monkeypatch.setattr(street, "left_first", lambda *_: None)
    monkeypatch.setattr(street, "_heard", lambda *_: [tag])
    said = []
    bench.cards.lay = lambda *args: said.append(args)
    assert street.burn_asked(bench.cards, Item(t), 5000)
    assert said == [(tag, "burn", then)]


@pytest.mark.parametrize(("beside", "excess", "puts"), [
    (1, None, True), (0, -1, True), (0, 0, False), (0, None, False), (0, 1, False),
])  # fmt: skip
def test_burns_are_put_beside_their_loop_where_it_carries_less(beside, excess, puts):
    bench = Bench()
    bench.order.items = []
    bench.cards.beside, bench.cards.laden.excess = beside, lambda _: excess
    assert street._beside(bench.cards, Item(1000), 5000) == puts


@pytest.mark.parametrize(("acts", "passed", "zone", "between"), [
    (1, None, None, True), (0, None, None, True), (None, True, None, True),
    (None, True, "board", False), (None, False, None, False), (None, None, None, False),
])  # fmt: skip
def test_an_act_or_a_card_that_may_be_a_burn_comes_between(acts, passed, zone, between):
    item = Item(1000)
    item.acts, item.passed, item.zone = lambda: acts, passed, zone
    assert bool(street._between(item)) == between


@pytest.mark.parametrize(("hits", "dwells", "due_seat", "weight"), [
    (1, 1, False, 256), (1, 2, False, 128), (0, 0, False, 0), (1, 2, True, 128 * 4),
])  # fmt: skip
def test_a_loop_weighs_by_the_share_of_its_dwells(monkeypatch, hits, dwells, due_seat, weight):
    monkeypatch.setattr(crosstalk, "_due", lambda *_: due_seat)
    monkeypatch.setattr(crosstalk, "DUE_SEAT_TIMES", 4)
    bench = Bench()
    track = Track(Tag(b"a", 25), bench.ant("line:2"), 0)
    track.hits, track.lost = hits, dwells - hits
    assert crosstalk._weight(bench.chips, track) == weight
