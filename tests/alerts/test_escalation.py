"""Whether an alert that nobody saw or answered goes to more people, and by when. Virtual time."""

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.alerts import escalation as es
from gateway.alerts import registry
from gateway.alerts.escalator import Escalator
from gateway.settings.fields import Settings
from gateway.tables import alerts, projections
from tests.alerts.alert_scene import Broken, Scene, play
from tests.gateway.disk import hush_crashes

LIMITS = es.limits_of(Settings())


@pytest.fixture
def scene(tmp_path):
    made = Scene(tmp_path / "log")
    yield made
    if made.rig:
        made.rig.close()


def only(scene):
    (key,) = scene.raised
    return key


# -- the transition function


def body(severity="urgent", **facts):
    return {"severity": severity, "steps": [], **facts}


def test_the_state_is_a_fact_of_the_alert():
    assert es.state_of(body()).name == es.RAISED
    assert es.state_of(body(shown={"wall": 1})).name == es.SHOWN
    assert es.state_of(body(shown={}, taken={"level": 0})).name == es.TAKEN
    assert es.state_of(body(decision={"act": "director"})).name == es.CALLED
    assert es.state_of(body(decision={"act": "accept"})).name == es.SETTLED
    assert es.state_of(body(withdrawn=True)).name == es.SETTLED


@pytest.mark.parametrize(
    ("facts", "after_ms", "why"),
    [
        ({}, LIMITS.undelivered_ms, "undelivered"),
        ({"shown": {"wall": 1}}, LIMITS.unanswered_ms, "unanswered"),
        ({"taken": {"level": 0}}, LIMITS.undecided_ms, "undecided"),
        ({"decision": {"act": "director"}}, LIMITS.unanswered_ms, "director"),
    ],
)
def test_each_state_escalates_in_its_time_and_so_often(facts, after_ms, why):
    watch, at = None, []
    for now in range(0, 1_000_000, 500):
        watch, said = es.step(watch, es.state_of(body(**facts)), now, LIMITS)
        if said:
            assert said == why
            at.append(now)
    assert at[0] == after_ms and len(at) == es.LEVELS
    assert [b - a for a, b in zip(at, at[1:], strict=False)] == [LIMITS.repeat_ms] * 2


def test_an_old_alert_is_due_at_once():
    watch, why = es.step(None, es.State(es.RAISED, 0), 7, LIMITS, age_ms=8000)
    assert why == "undelivered" and watch.count == 1


def test_what_is_settled_needs_no_watch():
    watch, _ = es.step(None, es.State(es.SHOWN, 0), 0, LIMITS)
    assert es.step(watch, es.State(es.SETTLED, 0), 10**9, LIMITS) == (None, None)


STATES = [es.State(n, m) for n in (es.RAISED, es.SHOWN, es.TAKEN, es.CALLED) for m in (0, 1)]


@given(st.lists(st.tuples(st.sampled_from(STATES), st.integers(0, 20_000)), min_size=1))
def test_whatever_happens_something_is_due_or_was_said(path):
    """No path leads to an alert that is not settled, was never called out and never will be."""
    watch, now, said = None, 0, 0
    for state, ms in path:
        now += ms
        watch, why = es.step(watch, state, now, LIMITS)
        said += why is not None
        assert watch is not None and (watch.due_ms is not None or said)
        if watch.due_ms is not None:
            assert now < watch.due_ms <= now + LIMITS.undecided_ms


# -- what becomes of alerts


def test_a_phone_that_shows_it_and_nobody_who_answers(scene):
    scene.call_floor()
    scene.run(6_500)
    assert scene.level(only(scene)) == 0
    assert scene.rig.tables.get("1").alerts[only(scene)[1:]]["shown"]["where"] == "floor"
    scene.run(2_500)
    assert scene.level(only(scene)) == 1
    (shown,) = projections.alert_lists(scene.rig.tables.get("1"))["escalated"]
    assert shown["unanswered"] == "Nobody has answered"


def test_a_phone_that_is_dead(scene):
    scene.phone = False
    scene.call_floor()
    scene.run(6_000)
    assert scene.level(only(scene)) == 1
    dealer = projections.dealer(scene.rig.tables.get("1"))
    assert dealer["alerts"][0]["unanswered"] == "No floor screen has shown this"
    lists = projections.alert_lists(scene.rig.tables.get("1"))
    assert lists["escalated"] and lists["director"]


@pytest.mark.parametrize("act", ["accept", "override"])
def test_an_answer_ends_it(scene, act):
    scene.call_floor()
    scene.run(3_000)
    assert scene.answer(only(scene), act)
    scene.run(60_000)
    assert scene.level(only(scene)) == 0 and not scene.page()


def test_somebody_on_the_way_is_an_answer_for_a_while_only(scene):
    scene.call_floor()
    scene.run(9_000)
    key = only(scene)
    assert scene.level(key) == 1
    scene.answer(key, "take")
    scene.answered.clear()
    assert not projections.alert_lists(scene.rig.tables.get("1"))["escalated"]
    scene.run(60_000)
    assert scene.level(key) == 1
    scene.run(LIMITS.undecided_ms - 50_000)
    assert scene.level(key) == 2
    assert projections.alert_lists(scene.rig.tables.get("1"))["escalated"]
    scene.answer(key, "take")  # again: it is theirs again
    assert not projections.alert_lists(scene.rig.tables.get("1"))["escalated"]


def test_a_called_director_who_does_not_come_is_called_again(scene):
    scene.call_floor()
    scene.run(2_000)
    key = only(scene)
    scene.answer(key, "director")
    scene.run(LIMITS.unanswered_ms + 1000)
    assert scene.level(key) == 1
    (waiting,) = projections.alert_lists(scene.rig.tables.get("1"))["director"]
    assert waiting["unanswered"] == "The director has not answered"
    scene.answer(key, "accept")
    assert not projections.alert_lists(scene.rig.tables.get("1"))["director"]


def test_an_alert_outlives_its_hand(scene):
    """The dealer goes on; the floor has still to say something."""
    scene.call_floor()
    scene.run(1_000)
    live = scene.rig.tables.get("1")
    scene.rig.send("1", 1, 3, [[0, 5, 1]])
    scene.rig.send("1", 1, 4, [[0, 6, 2]])
    assert not live.open_alerts() and live.hand == 2
    scene.run(10_000)
    assert scene.level(only(scene)) == 1
    assert [a["n"] for a in scene.page()] == [2]


def test_a_step_of_the_dealer_needs_somebody_to_see_it(scene):
    """What the dealer carries out escalates only while no screen shows it."""
    live = scene.rig.tables.table("1")
    ruling = {"source": "ruling", "ruling": "burn_and_deal_again", "wall": 0, "t": 0}
    live.alerts[(1, 0)] = {**ruling, "severity": "ask"}
    assert list(live.waiting()) == [(1, 0)]
    live.note({"alert": [1, 0], "act": "shown", "where": "dealer", "wall": 0})
    assert not live.waiting()
    live.alerts[(1, 1)] = {**ruling, "severity": "info"}
    assert not live.waiting()


def test_what_waits_is_forgotten_last(scene):
    live = scene.rig.tables.table("1")
    scene.call_floor()
    scene.run(500)
    for i in range(300):
        live.warn("message_refused", f"no {i}", 0, type("R", (), {"alerts": []}))
        live.decide(list(live.alerts)[-1], "accept", "", 0)
    assert only(scene)[1:] in live.alerts and len(live.alerts) <= 200


# -- kills


def test_the_gateway_killed_before_it_escalates(scene):
    scene.phone = False
    scene.call_floor()
    scene.run(3_000)
    scene.kill()
    scene.run(4_000)
    scene.start()
    scene.run(2_500)  # 9.5 s after the call
    assert scene.level(only(scene)) == 1


def test_a_gateway_dead_for_long_escalates_with_its_first_look(scene):
    scene.call_floor()
    scene.run(2_000)
    scene.kill()
    scene.run(60_000)
    scene.start()
    scene.run(500)
    assert scene.level(only(scene)) == 1


def test_an_escalation_and_a_receipt_survive_the_gateway(scene):
    scene.call_floor()
    scene.run(10_000)
    key = only(scene)
    before = dict(scene.rig.tables.get("1").alerts[key[1:]])
    assert before["escalated"]["level"] == 1 and before["shown"]
    scene.kill()
    scene.start()
    after = scene.rig.tables.get("1").alerts[key[1:]]
    assert (after["escalated"], after["shown"]) == (before["escalated"], before["shown"])


def test_the_broker_killed(scene):
    """What the gateway knows escalates without it; what it does not know yet comes later."""
    scene.call_floor("1")
    scene.run(1_000)
    scene.broker = False
    scene.call_floor("2")
    scene.run(9_000)
    assert scene.level(only(scene)) == 1
    scene.broker = True
    scene.run(9_500)
    assert all(scene.level(key) >= 1 for key in scene.raised) and len(scene.raised) == 2


def test_a_full_disk_delays_no_escalation(scene):
    scene.call_floor()
    scene.run(1_000)
    scene.disk_fails = apsw.FullError
    scene.run(9_000)
    key = only(scene)
    assert scene.level(key) == 1
    assert [t for t in scene.reported if t[4] == 1]
    scene.disk_fails = None
    scene.run(8_000)  # now it is stored too
    scene.kill()
    scene.start()
    assert scene.level(key) >= 1


def test_the_wall_clock_says_nothing_about_when(scene):
    """A jump back makes no alert younger than it is to this gateway."""
    scene.call_floor()
    scene.run(1_000)
    scene._clocks = lambda: (
        setattr(scene.rig, "now_ms", scene.now),
        setattr(scene.rig, "wall", scene.now - 10**11),
    )
    scene.run(9_000)
    assert scene.level(only(scene)) == 1


@pytest.mark.parametrize("seed", range(25))
def test_kills_from_a_seed(seed, tmp_path):
    hush_crashes()
    scene = play(seed, tmp_path / "log")
    assert scene.raised
    if scene.rig:
        scene.rig.close()


@pytest.mark.parametrize("broken", ["never due", "vanishes"])
def test_a_break_is_caught(broken, monkeypatch, tmp_path):
    hush_crashes()
    if broken == "never due":
        monkeypatch.setattr(Escalator, "_escalate", lambda *_: None)
    else:
        monkeypatch.setattr(alerts, "waits", lambda body, now: now and body["severity"] != "info")
        monkeypatch.setattr("gateway.tables.live.ALERTS_KEPT", 1)
    with pytest.raises(Broken):
        for seed in range(10):
            scene = play(seed, tmp_path / str(seed))
            scene.rig and scene.rig.close()


# -- trouble of the gateway itself


def test_trouble_of_the_gateway_is_told_once_it_lasts(scene):
    said, trouble, now = [], [None], [0]
    away = registry.alert("broker_away")
    escalator = Escalator(
        Settings(), scene.rig.tables, None, said.append, lambda: trouble[0], lambda: now[0]
    )
    for at, found in ((0, away), (4_000, away), (4_500, None), (5_000, away), (9_500, away)):
        now[0], trouble[0] = at, found
        escalator.tick()
    assert not said
    for at in (10_000, 11_000, 90_000):
        now[0] = at
        escalator.tick()
    assert [a["body"]["text"] for a in said] == [away.text]
