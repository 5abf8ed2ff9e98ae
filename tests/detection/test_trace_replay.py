"""``feltwire trace replay``: traces of another table, spelled in other ways, and broken ones."""

import functools
import json
import subprocess
import sys

import pytest

from tests.detection.judge import Outcome
from tests.detection.otherhand import Hand, Style
from tests.detection.otherradio import Radio, Recorder
from tests.samples import in_soak
from tools.trace import chip_load
from tools.trace.reading import Reader


def trace(seed, style=None, radio=None, **kwargs):
    scene = Hand(seed, style, **kwargs).play()
    return scene, list(Recorder(scene, radio or Radio(noise=0.0), seed).lines())


@functools.cache
def one_trace():
    return trace(1)


@pytest.mark.parametrize("seed", [0, *in_soak(1, 2)])
def test_a_clean_trace_of_another_table_is_the_hand_that_was_played(seed):
    scene, lines = trace(seed)
    outcome = Outcome(lines)
    assert outcome.wrong(scene) == [] and outcome.complaints == []


def test_a_table_without_a_mouth_is_followed_too():
    scene, lines = trace(4, Style(mouth=0), Radio(noise=0.0, leave_out=("mouth",)))
    assert Outcome(lines).wrong(scene) == []


def test_a_riffle_in_the_trace_begins_the_hand_once():
    scene, lines = trace(5, Style(riffle=True))
    outcome = Outcome(lines)
    assert outcome.wrong(scene) == []
    assert [e["what"] for e in outcome.events].count("riffle") == 1


def test_antennas_read_in_any_order_at_a_slow_rate():
    scene, lines = trace(6, radio=Radio(noise=0.0, order="random", dwell=14))
    assert Outcome(lines).wrong(scene) == []


@pytest.mark.parametrize("inject", ["exposed_first", "extra", "string"])
def test_an_irregularity_in_the_trace_gets_its_ruling(inject):
    scene, lines = trace(8, inject=inject)
    assert scene.ruling and Outcome(lines).wrong(scene) == []


def test_bad_lines_are_named_and_the_rest_goes_on():
    scene, lines = trace(1)
    spoilt = [
        lines[0],
        "{not json",
        '["a list"]',
        '{"t_us": "soon", "antenna": "seat:3", "uids": []}',
        '{"t_us": 1, "antenna": 7, "uids": []}',
        '{"t_us": 1, "antenna": "seat:77", "uids": []}',
        '{"t_us": 1, "antenna": "seat:1", "uids": ["E0", 5, "no hex"]}',
        '{"t_us": 1, "antenna": "seat:1", "uids": [], "agc": "loud"}',
        '{"t_us": 1, "key": "fold"}',
        *lines[1:],
    ]
    outcome = Outcome(spoilt)
    assert outcome.wrong(scene) == []
    text = "\n".join(outcome.complaints)
    for part in (
        "line 2: line: not JSON", "line 3: line: an object", "line 4: t_us:", "line 5: antenna:",
        "'seat:77'", "line 7: uids[1]:", "line 7: uids[2]:", "line 8: agc:", "line 9: key:",
    ):  # fmt: skip
        assert part in text


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda lines: ["\ufeff" + lines[0], *[line + "\r" for line in lines[1:]]], None),
        (lambda lines: [lines[0], *[x for line in lines[1:] for x in (line, line)]], "twice"),
        (lambda lines: [lines[0], *lines[200:0:-1], *lines[201:]], None),
        (lambda lines: [*lines, '{"t_us": 1000000000000000000, "antenna": "pot"}'], None),
        (lambda lines: [*lines[:9], "[" * 100_000, *lines[9:]], "line 10: line: not JSON"),
        (lambda lines: [*lines, lines[-1][:-9]], "line: not JSON"),
        (lambda lines: [*lines, '{"t_us": 9, "key": {"what": "dance"}}'], "dance"),
        (
            lambda lines: [*lines, '{"t_us": 9, "key": {"what": "declare", "word": "yell"}}'],
            "key.word: 'yell'",
        ),
    ],
)
def test_a_spoilt_file_is_the_same_hand(spoil, said):
    scene, lines = one_trace()
    outcome = Outcome(spoil(list(lines)))
    assert outcome.wrong(scene) == []
    assert len(outcome.complaints) == (1 if said else 0)
    assert said is None or said in outcome.complaints[0]


def test_an_empty_file_is_said_to_be_empty():
    assert "no line" in Outcome([]).complaints[0]


@pytest.mark.parametrize(
    ("noise", "tells"), [(lambda n: 512, False), (lambda n: 300 + n, False), (None, True)]
)
def test_a_load_that_says_nothing_of_chips_is_left_out(noise, tells):
    _, lines = trace(1, radio=Radio(noise=0.0, agc=True))
    rows = [json.loads(line) for line in lines]
    for row in rows[1:]:
        if noise is not None and "antenna" in row:
            row["agc"] = noise(len(row["uids"]))
    _, entries = Reader(pytest.fail).read([json.dumps(row) for row in rows])
    assert chip_load.counts_chips(entries) is tells


def test_a_uid_of_nobody_that_is_read_once_is_noise():
    scene, lines = one_trace()
    rows = [json.loads(line) for line in lines]
    for number, row in enumerate(rows[1:]):
        if number % 50 == 0 and "antenna" in row:
            row["uids"] = [*row["uids"], f"E0040100{number:08X}"]
    outcome = Outcome([json.dumps(row) for row in rows])
    assert outcome.wrong(scene) == [] and outcome.complaints == []


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"table": "moon"}, "table"),
        ({"rulebook": "none"}, "rulebook"),
        ({"deck": ["As"]}, "deck"),
        ({"chips": {"E004010000000001": "many"}}, "chips[0]"),
        ({"stacks": 5}, "stacks"),
        ({"stacks": {"1": 100, "44": 100, "2": -1}}, "stacks.44"),
        ({"button": "left"}, "button"),
    ],
)
def test_a_bad_header_field_is_named_and_the_dwells_are_replayed(change, named):
    _, lines = one_trace()
    lines = list(lines[:200])
    lines[0] = json.dumps(dict(json.loads(lines[0]), **change))
    outcome = Outcome(lines)
    assert any(f"line 1: {named}:" in c for c in outcome.complaints)


def test_the_command_prints_json_lines_and_says_what_was_bad(tmp_path):
    _, lines = trace(1)
    path = tmp_path / "t.jsonl"
    path.write_text("\n".join([lines[0], "nonsense", *lines[1:]]))
    command = [sys.executable, "-m", "tools.cli", "trace", "replay", str(path), "--rule"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1 and "line 2" in done.stderr
    assert any(r.get("what") == "card_move" for r in rows)
    assert any(r.get("k") == "action" for r in rows)
