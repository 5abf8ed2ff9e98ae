"""A table that lacks some evidence: the recording lacks it, and nothing else."""

import pytest

from tools import cli
from tools.errors import CommandError
from tools.trace.reading import Dwell, Pressed
from tools.worlds import judge, lacking, record
from tools.worlds.bench import one
from tools.worlds.report import Row, worth


@pytest.fixture(scope="module")
def made():
    return record.record("calm", 7, "string-bet")


def entries(made, *without):
    return judge.read(made, pytest.fail, lacking.Lacking(without))[1]


def dwells(rows):
    return [e for e in rows if isinstance(e, Dwell)]


def test_without_the_load_no_dwell_has_a_gain_and_the_reads_stay(made):
    whole, less = dwells(entries(made)), dwells(entries(made, "load"))
    assert any(d.agc for d in whole) and not any(d.agc for d in less)
    assert [(d.t_us, d.antenna, d.uids) for d in whole] == [
        (d.t_us, d.antenna, d.uids) for d in less
    ]


def test_without_facing_the_loops_at_the_mouth_number_no_quadrant(made):
    whole, less = dwells(entries(made)), dwells(entries(made, "facing"))
    names = {d.antenna for d in less if d.antenna.startswith("mouth")}
    assert names == {"mouth:5", "mouth:6", "mouth:7", "mouth:8"}
    assert [d.uids for d in whole] == [d.uids for d in less]


@pytest.mark.parametrize("kind", lacking.LOOPS)
def test_without_a_kind_of_loop_its_dwells_are_not_there(made, kind):
    whole, less = dwells(entries(made)), dwells(entries(made, kind))
    kept = [d for d in whole if d.antenna.partition(":")[0] != kind]
    assert 0 < len(kept) < len(whole)
    assert [(d.t_us, d.antenna) for d in kept] == [(d.t_us, d.antenna) for d in less]


def test_without_keys_only_the_shuffler_is_left():
    table = lacking.Lacking(["keys"])
    assert table.pressed({"what": "riffle"}) and not table.pressed({"what": "declare"})
    assert lacking.Lacking().pressed({"what": "declare"})


def test_without_keys_nobody_answers(made):
    rows = entries(made, "keys")
    assert not [e for e in rows if isinstance(e, Pressed) and e.key["what"] != "riffle"]


def test_without_knowledge_only_the_rules_are_told_the_setup(made):
    heard = judge.replayed(made, without=("knowledge",))
    assert heard.state.hand is not None or heard.outputs
    assert [e["what"] for _, e in heard.events][0] == "setup"
    assert heard.events[0][1]["stacks"]


def test_settings_of_the_option():
    assert lacking.settings("") == [()]
    assert lacking.settings("load,keys,load") == [("load", "keys")]
    each = lacking.settings("each")
    assert each[0] == () and [k for (k,) in each[1:]] == list(lacking.KINDS)
    with pytest.raises(CommandError, match="'luck' is none of load, "):
        lacking.settings("luck")


def test_one_hand_is_judged_once_for_each_table_and_compared(made, monkeypatch):
    monkeypatch.setattr(record, "record", lambda *draw: made)
    rows = one(("calm", 7, "string-bet", [(), ("load",)]))
    assert [r.without for r in rows] == [[], ["load"]]
    page = worth(rows).splitlines()
    assert [line.split("|")[1].strip() for line in page[2:]] == ["nothing", "load"]
    assert "1 of 1" in page[2]


def test_a_hand_that_cannot_be_played_counts_nowhere():
    lost = Row.unplayed("calm", 1, "string-bet", "no room", ("load",))
    assert len(worth([lost]).splitlines()) == 2


def test_an_unknown_kind_gets_one_line(capsys):
    code = cli.main(["bench", "detection", "--worlds", "--without", "luck"])
    err = capsys.readouterr().err
    assert code == 2 and len(err.splitlines()) == 1 and "--without: 'luck'" in err
