"""Hands through the whole chain: tags, readers, firmware on its VM, MQTT, gateway, engine.

A minute at a table costs seconds of processor time: the hands are few and short, and all without
noise are played in one evening at the same two tables.
"""

import pytest

from tests.play.direct import OWN, own, recorded
from tests.play.test_slips_direct import BOOKS, RULINGS, VOID
from tools.playing import phh
from tools.playing.compare import differences
from tools.playing.play import Options, Session, line
from tools.virtual.recorded_plan import plan_hand

# one before the flop, one on the board, one wager; `make soak` plays every irregularity
OF_EACH_PART = ("seat-skipped", "premature-flop", "string-bet")
UNPLAYABLE = "cannot be played"
NO_ROOM = "no room for a call"


def run(source, tables=2, **options):
    """Play ``(label, record, irregularity, rulebook)``; what became of each, in order."""
    return list(Session(Options(tables=tables, **options)).run_hands(iter(source)))


def book_for(number, kind):
    """One of the books, in turn (directly: always both)."""
    if kind == "undercall":
        return BOOKS[1]  # by the other the chips made it good: nothing is left of it in the hand
    return BOOKS[number % 2]


def sample():
    """Two of the recorded no-limit hold'em hands: of the first half in file order the shortest, of
    the second the shortest with a whole board; `make soak` plays all."""
    hands = recorded()
    half = len(hands) // 2
    whole = [hand for hand in hands[half:] if len(hand[2]["board"]) == 5]
    return [min(hands[:half], key=_acts), min(whole, key=_acts)]


def _acts(hand):
    return len(hand[1]["actions"])


def programme():
    """The evening's hands, in order; the one that cannot be played comes before all others."""
    label, record = own("chan-seidel-1988.phh")
    yield UNPLAYABLE, dict(record, actions=record["actions"][:3]), None, "tda-2011"
    for label, record, _ in sample():
        yield label, record, None, "tda-2011"
    yield NO_ROOM, FOLD, "undercall", "tda-2011"
    yield from spoilt_hands(SOME, SPOILT)


def spoilt_hands(kinds, records):
    """What ``run`` takes, for each ``(irregularity, rulebook)``."""
    for kind, book in kinds:
        yield f"{kind}/{book}", records[kind], kind, book


# Four players, so that every irregularity has room, and as few acts as they need: a raise, a flop.
SHORT = {
    "variant": "NT",
    "antes": [0] * 4,
    "blinds_or_straddles": [50, 100, 0, 0],
    "min_bet": 100,
    "starting_stacks": [10_000] * 4,
    "actions": ["d dh p1 AsKs", "d dh p2 QdQh", "d dh p3 7c2d", "d dh p4 8h9h"]
    + ["p3 f", "p4 cbr 300", "p1 cc", "p2 f", "d db 5h6h8s", "p1 cc", "p4 cbr 500", "p1 f"],
}
ALL_STREETS = "ferguson-cloutier-2000.phh"  # the shortest of our own with a whole board
ON_THE_BOARD = ("premature-flop", "missing-burn", "two-burns")
IRREGULAR = [(kind, book_for(i, kind)) for i, kind in enumerate(RULINGS)]
SOME = [each for each in IRREGULAR if each[0] in OF_EACH_PART]
# everybody folds to a raise
SHORTEST = dict(SHORT, actions=[*SHORT["actions"][:6], "p1 f", "p2 f"])
# between two players
TWO = {
    "variant": "NT",
    "antes": [0, 0],
    "blinds_or_straddles": [50, 100],
    "min_bet": 100,
    "starting_stacks": [10_000, 10_000],
}
DEALT = ["d dh p1 AsKs", "d dh p2 2c3d"]
RAISE = dict(TWO, actions=[*DEALT, "p2 cbr 300", "p1 f"])
FOLD = dict(TWO, actions=[*DEALT, "p2 f"])
FLOP = dict(TWO, actions=[*DEALT, "p2 cc", "p1 cc", "d db 5h6h8s", "p1 f"])
# irregularity -> the shortest hand that has room for it
SPOILT = {"seat-skipped": SHORT, "premature-flop": FLOP, "string-bet": RAISE}
ALL_IN = {
    "variant": "NT",
    "antes": [0, 0],
    "blinds_or_straddles": [50, 100],
    "min_bet": 100,
    "starting_stacks": [100, 50],
    "actions": ["d dh p1 AsKs", "d dh p2 2c3d", "p1 sm AsKs", "p2 sm 2c3d"]
    + ["d db 5h6h8s", "d db 9d", "d db Jd"],
}


def whole(kind):
    """The record an irregularity is put into where it is played on: some with a whole board."""
    return own(ALL_STREETS)[1] if kind in ON_THE_BOARD else SHORT


@pytest.fixture(scope="module")
def evening():
    """Label -> what became of the hand."""
    return {played.label: played for played in run(programme())}


def printed(evening, label):
    """A hand as it is printed."""
    assert evening[label].reason is None, evening[label].reason
    return line(evening[label])


@pytest.mark.soak
def test_all_own_hands_are_reconstructed():
    hands = list(phh.read_all([OWN]))
    played = run((label, record, None, "tda-2011") for label, record in hands)
    reconstructed({each.label: each for each in played}, hands)


def test_recorded_hands_are_reconstructed(evening):
    hands = [(label, record) for label, record, expected in sample() if expected["board"]]
    assert hands
    reconstructed(evening, hands)


def reconstructed(evening, hands):
    for label, record in hands:
        plan = plan_hand(label, record)
        got = printed(evening, label)
        assert got["path"] == label
        assert got["incidents"] == []
        assert got["board"] == [c for s in plan.steps for c in s.cards]
        assert got["stacks_after"] == [plan.stacks_after[s] for s in sorted(plan.stacks_after)]
        assert got["events"] > 20
        assert got["virtual_ms"] > 5000


def test_the_irregularities_played_are_of_both_books_and_every_part_of_a_hand():
    assert [kind for kind, _ in SOME] == list(OF_EACH_PART)
    assert {book for _, book in SOME} == set(BOOKS)
    assert {kind in ON_THE_BOARD for kind, _ in SOME} == {True, False}


@pytest.mark.parametrize("kind, book", SOME)
def test_irregularities_are_found_and_ruled(evening, kind, book):
    found_and_ruled(evening, kind, book, SPOILT[kind])


@pytest.mark.soak
def test_every_irregularity_is_found_and_ruled():
    records = {kind: whole(kind) for kind, _ in IRREGULAR}
    played = {each.label: each for each in run(spoilt_hands(IRREGULAR, records))}
    for kind, book in IRREGULAR:
        found_and_ruled(played, kind, book, records[kind])


def found_and_ruled(evening, kind, book, record):
    got = printed(evening, f"{kind}/{book}")
    assert evening[f"{kind}/{book}"].note is None, "played as recorded"
    ruling = RULINGS[kind][BOOKS.index(book)]
    assert got["incidents"]
    first = got["incidents"][0]
    assert ruling is None or first["ruling"] == ruling, got["incidents"]
    assert first["cite"]
    assert all(cite.startswith(book + ":") for cite in first["cite"])
    before = record["starting_stacks"]
    assert sum(got["stacks_after"]) == sum(before)
    if any(i["ruling"] in VOID for i in got["incidents"]):
        assert got["stacks_after"] == before


def test_a_hand_that_cannot_be_played_does_not_hold_up_the_others(evening):
    assert evening[UNPLAYABLE].reason.startswith(f"{UNPLAYABLE}: ")
    label, record, _ = sample()[-1]  # at the same table
    after = plan_hand(label, record).stacks_after
    assert printed(evening, label)["stacks_after"] == [after[s] for s in sorted(after)]


def test_recorded_hands_match(evening):
    wrong = {}
    for label, _, expected in sample():
        reasons = differences(printed(evening, label), expected)
        if reasons:
            wrong[label] = reasons
    assert wrong == {}


def test_an_irregularity_without_room_leaves_the_hand_as_recorded(evening):
    assert "undercall" in evening[NO_ROOM].note
    got = printed(evening, NO_ROOM)
    assert got["stacks_after"] == [10_050, 9_950]
    assert got["incidents"] == []


def through_noise(*records):
    """What noise hides is asked about or missed, a hand may find no end, but the run goes on."""
    hands = [(str(i), record, None, "tda-2011") for i, record in enumerate(records)]
    played = run(hands, tables=1, seed=3, noise=1.0)
    assert [p.label for p in played] == [label for label, *_ in hands]
    return played


def test_noise_does_not_end_a_run():
    through_noise(RAISE, RAISE)


@pytest.mark.soak
def test_noise_does_not_end_a_run_with_a_whole_board_and_the_same_seed_prints_the_same():
    played = through_noise(SHORTEST, ALL_IN)
    [again] = through_noise(SHORTEST)
    assert line(again) == line(played[0])
