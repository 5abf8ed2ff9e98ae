"""Recordings by another hand: the generator draws what it always drew, and its hands come out."""

import copy
import hashlib

import pytest

from tests.conftest import shared
from tests.detection.third.__main__ import Judged
from tests.detection.third.recording import IRREGULAR, Recording, kind_of

# seed: SHA-256 of the lines, as the generator made them when it came. A real hand, one of its own,
# an irregular one.
DIGESTS = {
    5: "c4a324a6b1b45a3d6ace25e60191c2a38c2aef7717488620671697dc658aa030",
    27: "e9296fbf74e61b9878ee74fd28e6f0a3e6b0fa6afbf612f5e2e3a44be1a01bda",
    3: "bfa550d90b25a5a74a33eebbaa97215c792eb610d6d32e2f30ad16c009b5c5bd",
}


@pytest.fixture(scope="module")
def recordings():
    shared("hands", "expected.jsonl.gz")  # real hands
    return {seed: Recording(seed) for seed in DIGESTS}


@pytest.mark.parametrize("seed", DIGESTS)
def test_a_seed_draws_what_it_always_drew(recordings, seed):
    text = "\n".join(recordings[seed].lines)
    assert hashlib.sha256(text.encode()).hexdigest() == DIGESTS[seed]


@pytest.mark.parametrize("seed", [5, 27])
def test_a_clean_hand_comes_out_right(recordings, seed):
    judged = Judged(recordings[seed])
    assert (judged.clean, judged.alerts, judged.stacks_right) == (True, [], True)


def test_an_irregular_hand_is_found(recordings):
    judged = Judged(recordings[3])
    assert (judged.truth["kind"], judged.found, judged.first) == ("boxed", True, True)


def test_the_judge_sees_what_is_wrong(recordings):
    recording = copy.copy(recordings[27])
    recording.truth = dict(recording.truth, stacks={})
    assert Judged(recording).wrong() == ["stacks"]
    recording.truth, recording.kind = recordings[3].truth, "boxed"
    assert not Judged(recording).found


@pytest.mark.parametrize(("alert", "truth", "borne"), [
    ("fold.all_in_mucked", {"feats": ["mucked unseen"]}, True),
    ("fold.all_in_mucked", {"feats": []}, False),
    ("wager.bet_low", {"book": "ipr-2018", "acts": [["bet", 3, 1, 1]]}, True),
    ("wager.bet_low", {"book": "ipr-2018", "acts": [["bet", 3, 10**6, 9]]}, False),
    ("wager.bet_low", {"book": "rrop-6", "acts": [["bet", 3, 1, 1]]}, False),
    ("wager.string_bet", {"feats": ["mucked unseen"]}, False),
])  # fmt: skip
def test_the_judge_knows_what_people_did_against_the_book(recordings, alert, truth, borne):
    judged = copy.copy(Judged(recordings[27]))
    judged.truth = dict(judged.truth, **truth)
    assert judged._borne_out(alert, recordings[27]) == borne


@pytest.mark.parametrize(("kind", "book", "said", "passes"), [
    ("underraise", "rrop-6", True, True), ("underraise", "rrop-6", False, False),
    ("underraise", "tda-2011", True, False), ("undercall", "rrop-6", True, False),
])  # fmt: skip
def test_a_raise_made_up_after_the_word_is_right_where_the_book_takes_any_motions(
    recordings, kind, book, said, passes
):
    recording = copy.copy(recordings[27])
    recording.kind = kind
    recording.truth = dict(recording.truth, book=book, irregular={"said": said})
    assert Judged.let_pass(recording) == passes
    judged = Judged(recording)  # the hand is quiet and comes out right
    assert (judged.found, judged.first) == (passes, passes)
    recording.truth["stacks"] = {}
    assert not Judged(recording).found


def test_two_seeds_of_five_are_irregular_and_every_kind_has_its_turn():
    kinds = [kind_of(seed) for seed in range(5 * len(IRREGULAR))]
    assert kinds.count("clean") == 3 * len(IRREGULAR)
    assert {kinds.count(kind) for kind in IRREGULAR} == {2}
