"""The comparing tool, and what ``feltwire play`` says about wrong input."""

import json

import pytest

from tests.play.direct import OWN
from tools import cli
from tools.playing import compare

HAND = {
    "path": "a/b.phh",
    "actions": [
        {"k": "raise", "p": "p2", "to": 300, "amt": 250, "allin": False},
        {"k": "fold", "p": "p1"},
    ],
    "board": [],
    "stacks_after": [900, 1100],
    "incidents": [],
}
EXPECTED = {"b.phh": dict(HAND, path="b.phh")}


def changed(**fields):
    return json.loads(json.dumps(dict(HAND, **fields)))


def test_a_printed_path_is_found_by_its_end():
    assert compare.find(EXPECTED, "../x/a/b.phh") is EXPECTED["b.phh"]
    assert compare.find(EXPECTED, "../x/ab.phh") is None


def test_equal_hands_have_no_differences():
    assert compare.differences(HAND, EXPECTED["b.phh"]) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"actions": HAND["actions"][:1]},
        {"board": ["As"]},
        {"stacks_after": [1100, 900]},
        {"incidents": [{"ruling": "misdeal", "cite": ["tda-2011:32a"]}]},
        {"error": "nothing came"},
    ],
)
def test_every_kind_of_difference_is_told(fields):
    assert len(compare.differences(changed(**fields), EXPECTED["b.phh"])) == 1


def test_the_command_counts_and_fails_on_a_difference(tmp_path, capsys):
    (tmp_path / "out.jsonl").write_text(json.dumps(HAND) + "\n" + json.dumps(changed(board=["As"])))
    (tmp_path / "exp.jsonl").write_text(json.dumps(EXPECTED["b.phh"]))
    assert compare.main([str(tmp_path / "out.jsonl"), str(tmp_path / "exp.jsonl")]) == 1
    assert "1 equal, 1 different, 0 not among" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "word"),
    [
        (["nowhere.phh"], "no such file"),
        ([str(OWN), "--rulebook", "hoyle"], "hoyle"),
        ([str(OWN), "--tables", "0"], "--tables"),
        ([str(OWN), "--noise", "-1"], "--noise"),
        ([str(OWN), "--table", "twelve_max"], "twelve_max"),
        ([str(OWN), "--vm", "abacus"], "abacus"),
    ],
)
def test_wrong_input_is_one_clear_line(argv, word, capsys):
    assert cli.main(["play", *argv]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert word in said
