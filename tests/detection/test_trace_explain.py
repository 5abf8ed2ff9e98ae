"""``feltwire trace explain``: why the table thought what it thought, without a card's name."""

import ast
import contextlib
import gzip
import io
import json
import re
import sys
import tracemalloc

import pytest

from firmware.table.order import Item
from firmware.table.view import View
from tests.conftest import ROOT
from tests.detection.otherhand import Hand
from tests.detection.otherradio import Radio, Recorder
from tools import cli
from tools.trace import narrate, source
from tools.trace.reading import Reader
from tools.trace.replay import Replay
from tools.trace.source import OutOfOrder, Source, Trace, in_order


def lines_of(seed=1, **kwargs):
    scene = Hand(seed, None, **kwargs).play()
    return list(Recorder(scene, Radio(noise=0.0), seed).lines())


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    path = tmp_path_factory.mktemp("trace") / "hand.jsonl"
    path.write_text("\n".join(lines_of()) + "\n")
    return path


def run(capsys, *words):
    code = cli.main(["trace", *[str(w) for w in words]])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture(scope="module")
def replayed(recorded):
    """What ``trace replay`` answers of the recorded hand, as ``run`` does: asked once for all."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = cli.main(["trace", "replay", str(recorded)])
    return code, out.getvalue(), err.getvalue()


@pytest.fixture(scope="module")
def events(replayed):
    """The table events of the recorded hand."""
    code, out, _ = replayed
    assert code == 0
    return [json.loads(line) for line in out.splitlines()]


def test_a_bet_under_way_is_explained_by_its_chips_its_wait_and_what_came_of_it(
    recorded, events, capsys
):
    bet = next(e for e in events if e["what"] == "chips_move")
    code, out, err = run(capsys, "explain", recorded, "--at", bet["t"] + 200)
    assert (code, err) == (0, "")
    seat = bet["seat"]
    assert f"chips onto line:{seat}, begun at {bet['t']} ms: chip " in out
    assert "     waits for the motion to end, until " in out
    assert re.search(rf"line:{seat}: for it: its home, read in \d+ of \d+ dwell", out)
    assert f"came of it: {bet['t']} ms: chips_move" in out


def test_a_card_on_its_way_has_the_seat_that_is_due_among_its_places(recorded, events, capsys):
    deal = next(e for e in events if e["what"] == "card_move")
    _, out, _ = run(capsys, "explain", recorded, "--at", deal["t"] + 30)
    assert "a card off the deck, begun at" in out and "the mouth saw it" in out
    assert f"{deal['to']}: for it: the next card is due here; against it: not read there" in out
    assert re.search(f"came of it: {deal['t']} ms: card_move, card \\d+, by dealer", out)


def test_what_was_decided_lately_is_told_with_what_spoke_for_it(recorded, events, capsys):
    deal = next(e for e in events if e["what"] == "card_move")
    _, out, _ = run(capsys, "explain", recorded, "--at", deal["t"] + 1500, "--around", 2)
    lately = out.split("Lately decided:")[1].split("Table events")[0]
    found = re.search(f"a card off the deck, begun at {deal['t']} ms: (card \\d+)\n", lately)
    assert f"came of it: {deal['t']} ms: card_move, {found[1]}, by dealer" in lately


def test_no_uid_and_no_name_of_a_card_is_printed(recorded, events, capsys):
    header = json.loads(recorded.read_text().splitlines()[0])
    last = events[-1]["t"]
    for at in range(2000, last, last // 3):
        _, out, err = run(capsys, "explain", recorded, "--at", at, "--around", 60)
        assert not re.search(r"\b[2-9TJQKA][shdc]\b", out + err)
        for uid in [*header["deck"], *header["chips"]]:
            assert uid.lower() not in (out + err).lower()
    assert "card " in out


def test_only_the_tag_or_the_place_that_is_asked_for(recorded, events, capsys):
    deal = next(e for e in events if e["what"] == "card_move")
    at = deal["t"] + 30
    _, out, _ = run(capsys, "explain", recorded, "--at", at, "--tag", 1)
    assert re.search(r"The tag asked for:\n  chip 1 \(\d+\): held to be at line:", out)
    _, out, _ = run(capsys, "explain", recorded, "--at", at, "--zone", deal["to"].upper())
    assert f"Loops:\n  {deal['to']}: " in out and "revisit time" in out
    _, out, _ = run(capsys, "explain", recorded, "--at", at, "--zone", "pot")
    assert "Nothing is under way." in out and "Loops:\n  pot: " in out


def test_a_packed_trace_is_the_same_trace(recorded, replayed, capsys, tmp_path):
    packed = tmp_path / "hand.jsonl.gz"
    packed.write_bytes(gzip.compress(recorded.read_bytes()))
    assert run(capsys, "replay", packed) == replayed
    plain = run(capsys, "explain", recorded, "--at", 9000)
    assert run(capsys, "explain", packed, "--at", 9000) == plain


def test_a_packed_trace_comes_by_stdin_too(recorded, replayed, capsys, tmp_path, monkeypatch):
    packed = tmp_path / "hand.jsonl.gz"
    packed.write_bytes(gzip.compress(recorded.read_bytes()))
    with packed.open("rb") as file:
        monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": file}))
        assert run(capsys, "replay", "-") == replayed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--at", "-1"], "--at: the trace is from"),
        (["--at", "99999999"], "--at: the trace is from"),
        (["--at", "9000", "--tag", "0"], "--tag: a number from 1 to"),
        (["--at", "9000", "--tag", "5000"], "--tag: a number from 1 to"),
        (["--at", "9000", "--zone", "cellar"], "--zone: 'cellar' is no zone"),
        (["--at", "9000", "--around", "-1"], "--around: 0 to 600 seconds"),
    ],
)
def test_a_bad_argument_gets_one_line(recorded, capsys, words, said):
    code, out, err = run(capsys, "explain", recorded, *words)
    assert code == 2 and out == "" and len(err.splitlines()) == 1 and said in err


def test_a_file_that_is_no_trace_gets_one_line(recorded, capsys, tmp_path):
    torn = tmp_path / "torn.gz"
    torn.write_bytes(gzip.compress(recorded.read_bytes())[:-40])
    spoilt = tmp_path / "spoilt.gz"
    spoilt.write_bytes(b"\x1f\x8bnot packed at all")
    for path, said in (
        (torn, "packed, but not whole"), (spoilt, "packed, but not whole"),
        (tmp_path / "none", "No such file"), (tmp_path, "Is a directory"),
    ):  # fmt: skip
        code, out, err = run(capsys, "replay", path)
        assert code == 2 and out == "" and said in err and len(err.splitlines()) == 1


def test_bad_lines_do_not_say_what_they_hold(recorded, capsys, tmp_path):
    rows = recorded.read_text().splitlines()
    header = json.loads(rows[0])
    uid = next(iter(header["deck"]))
    header["deck"] = dict(header["deck"], **{uid: "Asx"})
    spoilt = tmp_path / "spoilt.jsonl"
    key = '{"t_us": 9000000, "key": {"what": "Qs"}}'
    spoilt.write_text("\n".join([json.dumps(header), *rows[1:], json.dumps([uid]), key]))
    code, out, err = run(capsys, "explain", spoilt, "--at", 9000)
    assert code == 1 and "its value is no card" in err and "got a list" in err
    assert "key refused: see feltwire trace replay" in err
    assert "Asx" not in out + err and "Qs" not in out + err and uid not in out + err


def test_every_reason_to_wait_has_its_words():
    emitted = set()
    for path in (ROOT / "firmware" / "table").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("wait", "waits"):
                emitted |= {a.value for a in node.args if isinstance(getattr(a, "value", 0), str)}
    assert emitted | {"rest", "no_way"} == set(narrate.WAITS)


def test_an_item_waits_up_to_its_bound_and_not_at_it():
    item = Item(5)
    assert item.waits(99, 100, "motion", 3)
    assert (item.why, item.until, item.upon) == ("motion", 100, 3)
    assert not item.waits(100, 100, "short")
    assert item.why == "motion"


def test_looking_changes_nothing(recorded):
    header, entries = Reader(pytest.fail).read(recorded.read_text().splitlines())

    def emitted(looking):
        events = []
        replay = Replay(header, entries, events.append, complain=pytest.fail)
        view = View(replay.table)
        replay.begin()
        until = entries[0].at_us // 1000
        while replay.play(until):
            until += 50
            if looking:
                zones = [ant.zone for ant in replay.table.antennas]
                repr([view.hand(), view.things(), view.contested(), view.tags_at(zones[0])])
        replay.finish()
        return events

    assert emitted(True) == emitted(False) and len(emitted(False)) > 20


# -- files of any length ------------------------------------------------------------------------


def dwell(t_us, uids=()):
    return json.dumps({"t_us": t_us, "antenna": "pot", "uids": list(uids)})


def peak_of(path):
    trace = Trace(Source(path), lambda text: None)
    tracemalloc.start()
    try:
        assert sum(1 for _ in trace) > 0
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_the_memory_does_not_grow_with_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "HELD_MAX", 1000)
    peaks = []
    for n in (6000, 18000):
        path = tmp_path / f"{n}.jsonl"
        path.write_text("\n".join(["{}", *[dwell(i * 5000) for i in range(n)]]))
        peaks.append(peak_of(path))
    assert peaks[1] < 1.2 * peaks[0]


@pytest.mark.parametrize(("n", "held"), [(7, True), (8, False)])
def test_a_short_trace_is_read_but_once(n, held, tmp_path, monkeypatch):
    monkeypatch.setattr(source, "HELD_MAX", 7)
    path = tmp_path / "short.jsonl"
    path.write_text("\n".join(["{}", *[dwell(i) for i in range(n)]]))
    trace = Trace(Source(path), lambda text: None)
    path.write_text("{}")
    assert len(list(trace)) == (n if held else 0)


def test_lines_far_from_their_place_are_put_there_too(tmp_path):
    path = tmp_path / "reversed.jsonl"
    times = list(range(0, 6000_000, 1000))
    path.write_text("\n".join(["{}", *[dwell(t) for t in reversed(times)]]))
    trace = Trace(Source(path), lambda text: None)
    assert [e.t_us for e in trace] == times == [e.t_us for e in trace]
    assert trace.survey.end_us == times[-1]


@pytest.mark.parametrize(("window", "fits"), [(3, True), (2, False)])
def test_a_line_may_stand_as_far_from_its_place_as_lines_are_held_back(window, fits):
    _, entries = Reader(lambda text: None).read(["{}", *[dwell(t) for t in (2, 3, 4, 5)]])
    late = [*entries[1:], entries[0]]
    if fits:
        assert list(in_order(late, window)) == entries
        return
    with pytest.raises(OutOfOrder):
        list(in_order(late, window))
