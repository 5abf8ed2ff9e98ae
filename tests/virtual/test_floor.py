"""The demonstration's floor answers what it is shown, most of it in time, each act once."""

from tools.virtual.floor import DECIDE_S, LATE_TAKE_S, TAKE_S, Answers


def acts_of(answers, shown, seconds):
    """``[(second, alert, act)]`` of a run in which ``shown`` stands on the page all the time."""
    return [(s, *act) for s in range(seconds) for act in answers.due(s, shown)]


def test_an_alert_is_taken_and_then_accepted_once():
    done = acts_of(Answers(seed=1), ["7-12-0"], 120)
    assert [act for _s, _alert, act in done] == ["take", "accept"]
    took, accepted = done[0][0], done[1][0]
    assert TAKE_S[0] <= took <= LATE_TAKE_S[1] + 1
    assert DECIDE_S[0] - 1 <= accepted - took <= DECIDE_S[1] + 1


def test_some_are_answered_late_and_most_are_not():
    answers = Answers(seed=3)
    shown = [f"7-{n}-0" for n in range(400)]
    took = [s for s, _alert, act in acts_of(answers, shown, 120) if act == "take"]
    late = sum(s >= LATE_TAKE_S[0] for s in took)
    assert len(took) == 400 and 60 < late < 140


def test_what_has_left_the_page_is_not_answered_any_more():
    answers = Answers(seed=1)
    answers.due(0, ["7-12-0"])
    assert acts_of(answers, [], 120) == []


def test_the_same_seed_answers_alike():
    one, other = Answers(seed=5), Answers(seed=5)
    shown = ["a-b-1-0", "7-3-1"]
    assert acts_of(one, shown, 60) == acts_of(other, shown, 60)
