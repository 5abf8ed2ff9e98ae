"""What a loop hears from beside it, and how often a chip was read where it lay."""

import pytest

from firmware.table import crosstalk, zones
from firmware.table.presence import CANDIDATE, PRESENT, Tag, Track
from firmware.table.values import BESIDE_MUCK_HITS, ENTER_HITS, SELDOM_READ_MS
from tests.firmware_table.test_zones_bounds import Fresh, settles, track
from tests.firmware_table.test_zones_bounds import zones as reading


@pytest.mark.parametrize(("name", "value", "votes"), [
    ("mouth:1", 0, 1), ("mouth:1", 100, 0), ("seat:1", 0, 0), ("board:3", 0, 0),
])  # fmt: skip
def test_only_cards_read_at_the_mouth_say_which_way_they_face(name, value, votes):
    z, _, tag = reading(value)
    at = track(tag, name)
    z.entered(at)
    assert tag.downs + tag.ups == votes
    z.again(at)
    assert tag.downs + tag.ups == 2 * votes


@pytest.mark.parametrize(("hits", "lost", "misses", "before", "share"), [
    (7, 1, 0, 256, 256), (6, 1, 0, 256, 219), (15, 1, 0, 256, 256), (7, 1, 0, 255, 224),
    (7, 0, 0, 200, 256), (1, 0, 0, 256, 256), (1, 3, 3, 256, 256), (6, 4, 3, 256, 219),
    (0, 0, 0, 256, 0), (1, 1, 0, 256, 128),
])  # fmt: skip
def test_the_share_of_readings_that_had_a_chip_is_kept_when_it_is_not_nearly_all(
    hits, lost, misses, before, share
):
    z, _, tag = reading(100, "line:1")
    tag.home = at = track(tag, "line:1", hits=hits, lost=lost, misses=misses)
    tag.share = before
    z.left(at)
    assert tag.share == share


@pytest.mark.parametrize(("home", "name", "run", "moves"), [
    ("muck", "mouth:1", BESIDE_MUCK_HITS - 1, False), ("seat:1", "mouth:1", 0, True),
    ("muck", "burn", 0, True), ("muck", "mouth:1", BESIDE_MUCK_HITS, True),
])  # fmt: skip
def test_only_what_the_mouth_hears_of_the_muck_takes_more_reads(home, name, run, moves):
    z, _, tag = reading()
    tag.home = track(tag, home, misses=1, seen=1500)
    assert settles(z, tag, track(tag, name, run=run)) == moves


@pytest.mark.parametrize(("seen", "zone", "misses", "folded"), [
    (1501, "seat:1", 0, False), (1500, "seat:1", 0, True), (1501, "muck", 0, True),
    (1501, "seat:1", 1, True),
])  # fmt: skip
def test_a_hand_the_rest_of_which_its_seat_reads_since_was_not_folded(seen, zone, misses, folded):
    z, _, tag = reading(zone="seat:1")
    tag.nth = 1
    home = tag.home = track(tag, "seat:1", misses=1, seen=1500)
    other = Track(Tag(b"o", 0), home.antenna, 0)
    other.seen, other.tag.zone, other.misses = seen, zone, misses
    home.antenna.tracks = [home, other]
    assert z._folded(track(tag, "muck", state=CANDIDATE)) == folded


@pytest.mark.parametrize(("hits", "unbet", "folded"), [
    (ENTER_HITS - 1, True, False), (ENTER_HITS, True, True), (ENTER_HITS - 1, False, True),
    (ENTER_HITS + 1, True, True),
])  # fmt: skip
def test_a_hand_with_no_bet_to_answer_takes_as_many_reads_as_any_tag(hits, unbet, folded):
    z, tracker, tag = reading(zone="seat:1")
    tag.nth, tracker.no_bet = 1, unbet
    assert z._folded(track(tag, "muck", state=CANDIDATE, hits=hits)) == folded


@pytest.mark.parametrize(("read", "since", "then"), [
    (0, 1, 1), (0, 0, 1500), (1000, 1000, 1500), (1000, 1001, 1001), (1000, 999, 1500),
])  # fmt: skip
def test_a_card_the_mouth_read_till_then_was_only_heard_elsewhere(read, since, then):
    z, tracker, tag = reading()
    tag.read, tracker.transit = read, True
    at = track(tag, "muck", since=since, seen=1500)
    z._at_rest(tag, at)
    assert at.since == then


@pytest.mark.parametrize(("likelier", "moves"), [(True, True), (False, False)])
def test_a_chip_just_arrived_lies_where_it_likelier_lies(monkeypatch, likelier, moves):
    z, _, tag = reading(100, "line:1")
    tag.item, tag.home = Fresh(), track(tag, "line:1", hits=9)
    at = track(tag, "line:2", hits=2)
    monkeypatch.setattr(crosstalk, "likelier", lambda *_: at if likelier else None)
    assert z._louder(tag, tag.home, at) == moves


@pytest.mark.parametrize(("misses", "state", "found"), [
    (0, PRESENT, True), (1, PRESENT, False), (0, CANDIDATE, False),
])  # fmt: skip
def test_a_tag_is_elsewhere_where_another_loop_reads_it_at_this_moment(misses, state, found):
    z, _, tag = reading()
    home = track(tag, "seat:1")
    other = track(tag, "board:1", misses=misses, state=state)
    assert z._elsewhere(tag, home) is (other if found else None)
    assert z._elsewhere(tag, other) is home


@pytest.mark.parametrize(("misses", "lost", "n", "pushed"), [
    (1, 1, 1, True), (1, 1, 2, False), (1, 2, 3, True), (0, 2, 2, False), (0, 2, 3, False),
    (1, 2, 4, False), (2, 3, 4, True),
])  # fmt: skip
def test_a_chip_its_pots_loop_misses_with_most_others_was_pushed(misses, lost, n, pushed):
    _, _, tag = reading(100, "pot")
    home = tag.home = track(tag, "pot", misses=misses)
    others = [Track(Tag(bytes([k]), 100), home.antenna, 0) for k in range(n - 1)]
    for other in others[: lost - (misses > 0)]:
        other.misses = 1
    home.antenna.tracks = [home, *others]
    at = track(tag, "line:1", state=CANDIDATE)
    at.antenna.period_ms = SELDOM_READ_MS
    assert zones._pushed(at) == pushed


@pytest.mark.parametrize(("zone", "frm", "fresh", "value", "pushed"), [
    (None, None, False, 100, False),  # a wager just being put down, read once
    ("line:1", None, True, 100, False), ("line:1", "seat:1", True, 100, False),
    ("line:1", None, False, 100, True),  # the bet that nobody called lies there
    ("line:1", "pot", True, 100, True), ("pot", None, False, 100, True),  # of the same push
    ("line:1", "pot", False, 100, True), ("seat:1", "pot", False, 100, False),  # of one before
    (None, None, False, 0, True),  # a card
])  # fmt: skip
def test_a_chip_of_the_pot_heard_with_a_wager_is_not_pushed(zone, frm, fresh, value, pushed):
    _, _, tag = reading(zone="pot")
    at = track(tag, "line:1", state=CANDIDATE)
    at.antenna.period_ms = SELDOM_READ_MS
    other = Tag(b"2", value)
    other.zone, other.frm, other.item = zone, frm, Fresh() if fresh else None
    at.antenna.tracks = [at, Track(other, at.antenna, 0)]
    assert zones._pushed(at) == pushed
    with_it = Tag(b"3", 100)  # one of the pot with it: both are pushed
    with_it.zone = "pot"
    at.antenna.tracks.append(Track(with_it, at.antenna, 0))
    assert zones._pushed(at)


@pytest.mark.parametrize(("name", "since", "misses", "stray"), [
    ("burn", 999, 0, True), ("burn", 1000, 0, False), ("burn", 999, 1, False),
    ("muck", 999, 0, False), ("burn", 1001, 0, False),
])  # fmt: skip
def test_a_card_off_the_deck_that_the_burn_place_read_first_is_no_stray(name, since, misses, stray):
    _, _, tag = reading(zone="stub")
    track(tag, name, since=since, misses=misses)
    assert zones._stray_at_mouth(tag, track(tag, "mouth:1", since=1000)) == stray
