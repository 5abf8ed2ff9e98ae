"""Tables of a simulated event by radio: their hands come out as the players played them, and the
desk knows what the gateway saw."""

from random import Random

import pytest

from gateway.event import table_feed
from gateway.event.log import EventLog
from shared_rules.table import Table
from tests.samples import in_soak
from tools.event.planned import PlannedHand
from tools.event.radio_tables import DirectorsEye, RadioTables
from tools.event.simulate import Day, Options
from tools.virtual.script import HandScript, Mirror

SMALL = {"players": 7, "hours": 1, "stack": 1500, "template": "turbo", "table_max": 6}


def setup_of(n):
    """A hand's setup: any seats, a dead small blind now and then, every kind of ante."""
    rng = Random(n)
    seats = sorted(rng.sample(range(1, 10), rng.randint(2, 9)))
    stacks = {str(s): rng.choice((100, 300, 1000, 5000)) * rng.randint(1, 9) for s in seats}
    at = rng.randrange(len(seats))
    button, small, big = (seats[(at + i) % len(seats)] for i in range(3))
    if len(seats) == 2:
        button, small, big = seats[0], seats[0], seats[1]
    elif rng.random() < 0.2:
        small = None
    ante = rng.choice((0, 0, 25))
    kind = {"ante_type": rng.choice(("each", "big_blind_ante", "button_ante"))} if ante else {}
    return {
        "hand_id": f"hand {n}", "game": "nlhe", "betting": "no_limit", "format": "tournament",
        "seats": seats, "stacks": stacks, "betting_line": True, "street": "none", "sb": 50,
        "bb": 100, "button": button, "sb_seat": small, "bb_seat": big, "ante": ante,
        "smallest_chip": 25, **kind,
    }  # fmt: skip


@pytest.mark.parametrize("first", [0, *in_soak(10, 20, 30)])
def test_a_planned_hand_is_the_same_hand_when_its_motions_are_made(first):
    for n in range(first, first + 10):
        hand = PlannedHand(setup_of(n), "tda-2011", Random(n))
        result = hand.play()
        mirror = Mirror(Table("tda-2011"))
        script = HandScript(hand.plan(result, "tda-2011"), mirror=mirror)
        script.run()
        (made,) = [o for o in script.outputs if o["k"] == "hand"]
        assert made["stacks_after"] == result["stacks_after"]
        assert [a["act"] for a in made["actions"]] == [a["act"] for a in result["actions"]]
        assert not script.rulings()


class Paper:
    """Tables by radio without a radio: ``spoil(record)`` says what the gateway gives of a hand."""

    def __init__(self, spoil):
        self.numbers = (1, 2)
        self.spoil = spoil

    def deal(self, number, plan):
        return plan

    def record(self, number, plan):
        after = {int(s): chips for s, chips in plan.stacks_after.items()}
        record = {"table": str(number), "stacks_after": after, "incidents": [], "start": plan.setup}
        return self.spoil(record)


def moved(record, by=0):
    """Chips of one seat were read as another's."""
    after = record["stacks_after"]
    rich, poor = max(after, key=after.get), min(after, key=after.get)
    after[rich], after[poor] = after[rich] - 25 - by, after[poor] + 25
    return record


def half_out(record):
    """The two with most are read as out, their chips as another's."""
    after = record["stacks_after"]
    seats = sorted(after, key=after.get)
    after[seats[0]] += after[seats[-1]]
    after[seats[-1]] = 0
    return record


@pytest.mark.parametrize(
    "spoil, figure",
    [(lambda r: r, None), (lambda r: None, "unseen"), (moved, "silent"),
     (lambda r: moved(r, 100), "alerts"), (half_out, "alerts")],
)  # fmt: skip
def test_the_director_counts_where_the_table_saw_something_else(spoil, figure, tmp_path):
    eye = DirectorsEye(Paper(spoil), 12)
    day = Day(Options(seed=4, **SMALL | {"players": 14}), tmp_path / "e", eye)
    for _ in day.run():
        pass
    figures = eye.figures
    assert figures.hands == 24 and not eye.real and not eye.waiting
    wrong = {k: getattr(figures, k) for k in ("unseen", "silent", "alerts")}
    if figure is None:
        assert set(wrong.values()) == {0}
    else:
        assert wrong.pop(figure) > 12
        assert set(wrong.values()) == {0} or figure == "silent"
    plain = Day(Options(seed=4, **SMALL | {"players": 14}), tmp_path / "plain")
    for _ in plain.run():
        pass
    assert day.office.event.gone == plain.office.event.gone  # the same day, however it was seen


@pytest.mark.parametrize("hands", [2, *in_soak(3)])
def test_a_small_event_is_played_by_radio_and_all(hands, tmp_path):
    options = Options(seed=1, **SMALL)
    with RadioTables([1], options.rulebook, options.seed) as tables:
        tables.numbers = (1,)  # not the final table: its controller is one more to start
        eye = DirectorsEye(tables, hands)
        day = Day(options, tmp_path / "e", eye)
        for _ in day.run():
            pass
        riffles = {n: tables.riffles(n) for n in tables.numbers}
    figures = eye.figures
    assert eye.dealt == riffles == {1: hands}
    assert (figures.hands, figures.unseen, figures.alerts, figures.silent) == (hands, 0, 0, 0)
    assert figures.irregular == 0
    log = EventLog(tmp_path / "e")
    assert [e for e in log.entries() if e["who"] == "tables"]
    assert log.office().event.gone == day.office.event.gone
    assert not [t for t in log.office().event.in_order() if t.state in table_feed.IN_HAND]
