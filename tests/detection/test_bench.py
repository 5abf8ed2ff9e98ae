"""The detection bench: its hands, its judgement, its figures."""

from types import SimpleNamespace

import pytest

from tests.samples import in_soak
from tools.bench import detection_gateway as chain
from tools.bench import detection_report as report
from tools.bench.detection import one
from tools.bench.detection_run import Result, run_one
from tools.virtual.irregularities import MEASURED

CLEAN = 3  # seeds: `make soak` plays three thousand
EACH = 1  # hand a class: what the time of `make test` allows; `make soak` plays a thousand
FIRST_SEED = 7


@pytest.mark.parametrize("noise", [*in_soak(0.0), 1.0])
def test_clean_hands_come_out_as_they_were_played(noise):
    results = [run_one(None, seed, noise) for seed in range(CLEAN)]
    assert sum(r.wagers for r in results) > 10
    assert [r.false for r in results] == [[]] * CLEAN and all(r.exact for r in results)


@pytest.mark.parametrize("kind", MEASURED)
def test_every_class_of_irregularity_gets_its_ruling(kind):
    """At the stated noise 999 of 1000 must: of so few hands, all."""
    seeds = range(FIRST_SEED, FIRST_SEED + EACH)
    played = [r for r in (one((kind, seed, 1.0, "tda-2011")) for seed in seeds) if r is not None]
    print(f"{kind}: seeds {seeds.start} to {seeds.stop - 1}, {len(played)} hands")
    assert len(played) == EACH
    missed = [f"{kind}, seed {r.seed}, said instead: {r.said}" for r in played if not r.found]
    assert not missed, missed


@pytest.mark.parametrize(("kind", "seed"), [("string-bet", 48), (None, 100107), (None, 400400)])
def test_what_once_went_wrong_is_right(kind, seed):
    result = run_one(kind, seed, 1.0)
    assert (result.found, result.false, result.wrong) == (True, [], 0)


def test_the_same_seed_is_the_same_hand():
    assert run_one("string-bet", 3, 2.0) == run_one("string-bet", 3, 2.0)


def test_a_missed_ruling_and_a_false_one_show_in_the_tables():
    rows = [Result("clean", 0, false=["turn.oot: out_of_turn"], wagers=4, wrong=1)]
    rows += [Result("string-bet", 0, found=False), Result("string-bet", 1, latency_ms=[400])]
    text = report.tables({1.0: rows}, "the command", 60)
    assert "| 1 | 1 | 1 | 1000.0 |" in text and "2500.0" in text
    assert "1 of 2" in text and "turn.oot" in text and "400 | 400 | 400" in text
    assert "string-bet" in report.plot({1.0: rows})


def test_a_gateways_latency_is_virtual_up_to_the_message_and_wall_time_from_there(monkeypatch):
    now = iter([10.0, 11.0, 11.030])
    monkeypatch.setattr(chain.time, "monotonic", lambda: next(now))
    watch = chain.Watch()
    watch.publish(5_000_000, "feltwire/1/up/ev", b'{"ev":[[5,4900]]}')
    watch.publish(6_000_000, "feltwire/1/up/ev", b'{"ev":[[5,5700],[5,5800]]}')
    due = {"situation": "wager.string_bet", "ruling": "call", "seat": 3}
    body = dict(due, source="ruling", t=5800)
    watch.change(SimpleNamespace(alerts={(7, 0): body, (8, 0): dict(body, source="table")}))
    assert watch.latency(due, 5600, set()) == (400, 430)
    assert watch.latency(dict(due, seat=4), 5600, set()) is None
    assert watch.latency(due, 5600, {(7, 0)}) is None
    rows = [chain.Measured("string-bet", 2, 1, [400], [430]), chain.Measured("undercall", 1)]
    text = chain.table_of(rows, "the command")
    assert "| `string-bet` | 2 | 1 | 400 / 400 / 400 | 430 / 430 / 430 |" in text
    assert "| `undercall` | 1 | 0 | - | - |" in text and "| all | 3 | 1 | 400" in text
