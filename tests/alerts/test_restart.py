"""What people are shown after a kill is what an undisturbed gateway shows: alerts, withdrawals,
answers, escalations. The real rules engine, a disk that keeps what a kill leaves, virtual time.
"""

import json

import pytest

from gateway.alerts import escalation as es
from gateway.controllers.self_reports import Controllers
from gateway.settings.fields import Settings
from gateway.tables import projections
from shared_rules import topics, wire
from shared_rules.table import Table
from tests.alerts.alert_scene import Scene
from tests.engine.test_correcting import SETUP, chips, correction

HANDS = 6
LIMITS = es.limits_of(Settings())


class Floor(Scene):
    """A Scene with the real engine, a table that plays hands, and a floor that answers."""

    def __init__(self, folder):
        self.pushes = {}
        super().__init__(folder, engine=Table)

    def report(self, **event):
        """One event of table 1 arrives, half a second passes."""
        self._seqs["1"] += 1
        self._unsent.append(("1", self._seqs["1"], wire.encode({"t": self.now, **event})))
        self.run(500)

    def say(self, act, place=0):
        """Somebody answers the alert that stands at a place of the page."""
        a = self.page()[place]
        wish = {"alert": [a["n"], a["k"]], "act": act, "reason": "so", "wall": self.rig.wall}
        self._operate("1", {**wish, "by": "ann"}, lambda error: None)
        self.run(500)

    def screens(self):
        """What every page shows of the table."""
        live = self.rig.tables.get("1")
        pages = [projections.dealer(live), projections.glance(live)]
        for page in pages:  # until the controller is heard, within two seconds
            page.pop("online")
        lists = projections.alert_lists(live)
        return json.loads(json.dumps([lists, *pages, list(live.finished)]))


def script():
    """Steps of the story: functions of a Floor."""
    for number in range(1, HANDS + 1):
        setup = {**SETUP, "hand_id": f"h{number}"}
        yield lambda f, s=setup: f.report(**{k: v for k, v in s.items() if k != "t"})
        yield lambda f, n=number: f.report(what="riffle", hand=n)
        for seat, value in ((1, 50), (2, 100)):
            yield lambda f, s=seat, v=value: f.report(**{**chips(0, s, [v]), "t": f.now})
        for nth in range(6):
            move = {"cards": [f"#{nth + 1}"], "from": "stub", "to": f"seat:{nth % 3 + 1}"}
            move.update(what="card_move", face="down", by="dealer", nth=nth + 1)
            yield lambda f, m=move: f.report(**m)
        yield short_call
        if number in (1, 3, 6):
            yield correct
        if number == 2:
            yield lambda f: f.run(9_000)
            yield lambda f: f.say("take")
            yield lambda f: f.run(200_000)
        if number == 3:
            yield lambda f: f.report(what="notice", by="dealer", kind="call_floor")
            yield lambda f: setattr(f, "phone", False)
            yield lambda f: f.report(what="notice", by="dealer", kind="call_floor")
            yield lambda f: f.run(40_000)
            yield lambda f: setattr(f, "phone", True)
            yield lambda f: f.run(9_000)
            yield lambda f: f.say("director")
            yield lambda f: f.run(120_000)
        if number == 4:
            yield lambda f: f.say("accept")
            yield lambda f: f.run(300_000)
    for _ in range(3):  # the next hand is set up, and set up again
        yield lambda f: f.report(**{k: v for k, v in SETUP.items() if k != "t"})
    yield lambda f: f.run(400_000)


def short_call(floor):
    """Seat 3 puts in less than a call: a ruling."""
    floor.at = floor.now
    floor.report(**{**chips(0, 3, [50]), "t": floor.now})


def correct(floor):
    """It was read wrongly: the ruling is withdrawn."""
    floor.report(**{**correction(floor.at, [50]), "t": floor.now})


def play(folder, kills=()):
    """The screens after each step, and how often each alert was pushed to phones as new."""
    floor, found = Floor(folder), []
    for i, step in enumerate(script()):
        step(floor)
        floor.escalator.tick()  # what was shown a moment ago is stored
        if i in kills:
            floor.kill()
            floor.start()
        found.append(floor.screens())
    news = [t[1:4] for t in floor.reported if t[4] == 0]
    levels = {k: (b.get("escalated") or {}).get("level") for k, b in
              floor.rig.tables.get("1").alerts.items()}  # fmt: skip
    floor.rig.close()
    return found, news, levels


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    return play(tmp_path_factory.mktemp("whole") / "log")


def test_the_story_holds_what_is_to_be_compared(undisturbed):
    """The suite's own check: rulings, withdrawals, answers, calls, escalations are in it."""
    found, news, levels = undisturbed
    lists = found[-1][0]
    assert sum(a["withdrawn"] for a in lists["settled"]) == 3
    assert {(a["decision"] or {}).get("act") for a in lists["settled"]} >= {"accept", "director"}
    assert max(filter(None, levels.values())) >= es.LEVELS and len(news) == len(set(news)) >= 8


STEPS = len(list(script()))


@pytest.mark.parametrize("kills", [
    range(STEPS), range(0, STEPS, 3), range(1, STEPS, 7), [STEPS - 2], [STEPS - 1],
])  # fmt: skip
def test_after_any_kill_people_are_shown_what_they_would_have_been(undisturbed, tmp_path, kills):
    found, news, levels = play(tmp_path / "log", set(kills))
    for i, (got, want) in enumerate(zip(found, undisturbed[0], strict=True)):
        assert got == want, f"after step {i}"
    assert levels == undisturbed[2]
    assert set(news) == set(undisturbed[1])


def test_an_alert_escalates_so_often_and_no_oftener_however_often_it_is_restarted(tmp_path):
    floor = Floor(tmp_path / "log")
    floor.phone = False
    floor.call_floor()
    for _ in range(15):
        floor.run(40_000)
        floor.kill()
        floor.start()
    (key,) = floor.raised
    assert floor.level(key) == es.LEVELS
    floor.rig.close()


# -- when an alert escalates follows from the alert


def body(**facts):
    return {"severity": "urgent", "steps": [], "wall": 1000, **facts}


@pytest.mark.parametrize(
    ("facts", "count", "due_ms"),
    [
        ({}, 0, 1000 + LIMITS.undelivered_ms),
        ({"shown": {"wall": 3000}}, 0, 1000 + LIMITS.unanswered_ms),
        ({"escalated": {"level": 1, "wall": 6000}}, 1, 6000 + LIMITS.repeat_ms),
        ({"escalated": {"level": 1, "wall": 6000}, "shown": {"wall": 7000}}, 1,
         7000 + LIMITS.unanswered_ms),
        ({"escalated": {"level": 3, "wall": 6000}}, 3, None),
        ({"taken": {"wall": 9000, "level": 2}, "escalated": {"level": 2, "wall": 6000}}, 0,
         9000 + LIMITS.undecided_ms),
        ({"taken": {"wall": 9000, "level": 2}, "escalated": {"level": 3, "wall": 9900}}, 1,
         9900 + LIMITS.repeat_ms),
        ({"decision": {"act": "director", "wall": 9000}, "called_level": 2,
          "escalated": {"level": 2, "wall": 6000}}, 0, 9000 + LIMITS.unanswered_ms),
        ({"withdrawn": True}, None, None),
    ],
)  # fmt: skip
def test_when_it_is_due_after_a_restart(facts, count, due_ms):
    watch = es.taken_up(body(**facts), 10_000, 10_000, LIMITS)
    if count is None:
        assert watch is None
    else:
        assert watch.count == count
        assert watch.due_ms == (due_ms and max(due_ms, 10_000)), "overdue: at once"


@pytest.mark.parametrize("wall_ms", [0, 10**14])
def test_a_wall_clock_that_jumped_neither_hurries_more_than_once_nor_holds_up(wall_ms):
    watch = es.taken_up(body(), wall_ms, 50_000, LIMITS)
    assert 50_000 <= watch.due_ms <= 50_000 + LIMITS.undelivered_ms


# -- what no event raised


def test_what_a_retained_message_says_again_after_a_restart_is_no_second_alert(tmp_path):
    floor = Floor(tmp_path / "log")
    state = b'{"online":true,"dev":"c1","boot":1,"safe":"no image"}'
    for _ in range(3):
        tables = floor.rig.tables
        controllers = Controllers(
            None, list, tables.warn, says=lambda table, *what, t=tables: t.table(table).says(*what)
        )
        floor.rig.ingest._on_state = controllers.state
        floor.rig.turn((topics.topic("1", topics.UP_STATE), state))
        floor.report(what="break_start")
        floor.kill()
        floor.start()
    alerts = floor.rig.tables.get("1").alerts
    assert [b["ruling"] for b in alerts.values()] == ["safe_mode"]
    floor.rig.close()
