"""Hands through the whole chain: tags, readers, firmware on its VM, MQTT, gateway, engine."""

import json

import pytest

from tests.conftest import shared
from tests.play.direct import OWN, own
from tests.play.test_slips_direct import BOOKS, RULINGS, VOID
from tools import cli, phh
from tools.compare import differences, find, read_expected
from tools.play import Options, Session, line
from tools.virtual.plan import plan_hand

# each run has its own tables, VMs and broker: one worker at a time is enough for two cores
pytestmark = pytest.mark.xdist_group("chain")
SAMPLE = 200


def run(source, tables=2, **options):
    """Play ``(label, record, irregularity, rulebook)``; the printed hands, in order."""
    out = []
    for played in Session(Options(tables=tables, **options)).run_hands(iter(source)):
        assert played.reason is None, played.reason
        out.append(line(played))
    return out


def test_own_hands_are_reconstructed():
    hands = list(phh.read_all([OWN]))
    printed = run((label, record, None, "tda-2011") for label, record in hands)
    for (label, record), got in zip(hands, printed, strict=True):
        plan = plan_hand(label, record)
        assert got["path"] == label
        assert got["incidents"] == []
        assert got["board"] == [c for s in plan.steps for c in s.cards]
        assert got["stacks_after"] == [plan.stacks_after[s] for s in sorted(plan.stacks_after)]
        assert got["events"] > 20
        assert got["virtual_ms"] > 5000


def book_for(number, kind):
    """One of the books, in turn (directly: always both)."""
    if kind == "undercall":
        return BOOKS[1]  # by the other the chips made it good: nothing is left of it in the hand
    return BOOKS[number % 2]


def test_every_irregularity_is_found_and_ruled():
    label, record = own("dwan-greenstein-2009.phh")
    wanted = [(kind, book_for(i, kind)) for i, kind in enumerate(RULINGS)]
    printed = run((f"{label}/{kind}/{book}", record, kind, book) for kind, book in wanted)
    before = record["starting_stacks"]
    for (kind, book), got in zip(wanted, printed, strict=True):
        ruling = RULINGS[kind][BOOKS.index(book)]
        assert got["incidents"], (kind, book)
        first = got["incidents"][0]
        assert ruling is None or first["ruling"] == ruling, (kind, book, got["incidents"])
        assert first["cite"]
        assert all(cite.startswith(book + ":") for cite in first["cite"]), (kind, book)
        assert sum(got["stacks_after"]) == sum(before), (kind, book)
        if any(i["ruling"] in VOID for i in got["incidents"]):
            assert got["stacks_after"] == before, (kind, book)


def test_a_hand_that_cannot_be_played_does_not_hold_up_the_others():
    label, record = own("chan-seidel-1988.phh")
    bad = dict(record, actions=record["actions"][:3])
    source = [("bad", bad, None, "tda-2011"), (label, record, None, "tda-2011")]
    first, second = Session(Options()).run_hands(iter(source))
    assert first.reason.startswith("bad: ")
    assert line(second)["stacks_after"] == [1670000, 0]


def _acts(hand):
    return len(hand[1]["actions"])


def test_two_hundred_recorded_hands_match():
    expected = read_expected(shared("hands", "expected.jsonl.gz"))
    hands = []
    for label, record in phh.read_all([shared("hands")]):
        if record.get("variant") == "NT" and find(expected, label):
            hands.append((label, record, None, "tda-2011"))
    step = len(hands) // SAMPLE
    groups = [hands[i * step : (i + 1) * step] for i in range(SAMPLE)]
    # of each group in file order the first, or by turns the shortest; `make soak` plays all
    chosen = [g[0] if i % 3 == 0 else min(g, key=_acts) for i, g in enumerate(groups)]
    printed = run(chosen)
    assert len(printed) == SAMPLE
    wrong = {}
    for got in printed:
        reasons = differences(got, find(expected, got["path"]))
        if reasons:
            wrong[got["path"]] = reasons
    assert wrong == {}


def test_an_irregularity_without_room_leaves_the_hand_as_recorded():
    record = {
        "variant": "NT",
        "antes": [0, 0],
        "blinds_or_straddles": [50, 100],
        "min_bet": 100,
        "starting_stacks": [100, 50],
        "actions": ["d dh p1 AsKs", "d dh p2 2c3d", "p1 sm AsKs", "p2 sm 2c3d"]
        + ["d db 5h6h8s", "d db 9d", "d db Jd"],
    }
    [played] = Session(Options()).run_hands(iter([("x", record, "string-bet", "tda-2011")]))
    assert "string-bet" in played.note
    assert line(played)["stacks_after"] == [150, 0]
    assert line(played)["incidents"] == []


def test_the_same_seed_prints_the_same_with_noise():
    label, record = own("dwan-ivey-2009.phh")
    source = [(label, record, None, "tda-2011")]
    first, second = (run(source, tables=1, seed=3, noise=1.0) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("noise", [1.0])
def test_own_hands_survive_the_noise_of_a_real_table(noise):
    # What noise hides is asked about or missed, but nothing is made up: the run ends in order.
    hands = list(phh.read_all([OWN]))
    source = ((label, record, None, "tda-2011") for label, record in hands)
    session = Session(Options(tables=2, noise=noise))
    assert len(list(session.run_hands(source))) == len(hands)


def test_the_command_prints_hands_and_nothing_else(capfd):
    assert cli.main(["play", "--json", str(OWN / "moneymaker-farha-2003-last.phh")]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert [json.loads(text)["incidents"] for text in lines] == [[]]
