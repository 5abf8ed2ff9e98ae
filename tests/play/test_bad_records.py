"""Hands as people have them: one line that names hand, action and reason; the others go on."""

import json
from decimal import Decimal

import pytest

from tools import cli
from tools.playing import phh
from tools.playing.phh import BadHand
from tools.playing.replay import replay
from tools.virtual.recorded_plan import plan_hand

GOOD = {
    "variant": "NT", "antes": [0, 0, 0], "blinds_or_straddles": [50, 100, 0], "min_bet": 100,
    "starting_stacks": [1000, 2000, 3000],
    "actions": ["d dh p1 AsKs", "d dh p2 2c3d", "d dh p3 7c7d", "p3 f", "p1 cc", "p2 cc",
                "d db 4h5s9c", "p1 cc", "p2 cc", "d db Td", "p1 cc", "p2 cc", "d db Jh",
                "p1 cc", "p2 cc", "p1 sm AsKs", "p2 sm 2c3d"],
}  # fmt: skip


def acts(**changed):
    """The good hand with actions (from 1) replaced."""
    out = list(GOOD["actions"])
    for at, text in changed.items():
        out[int(at[1:]) - 1] = text
    return {"actions": out}


BAD = [
    ({"starting_stacks": [1000, Decimal("Infinity"), 3000]}, "starting_stacks, entry 2"),
    ({"starting_stacks": [1000, Decimal("NaN"), 3000]}, "starting_stacks, entry 2"),
    ({"starting_stacks": [1000, float("nan"), 3000]}, "starting_stacks, entry 2"),
    ({"starting_stacks": [1000, 5 * 10**18, 3000]}, "starting_stacks, entry 2"),
    ({"starting_stacks": [1000, "2000", 3000]}, "starting_stacks, entry 2: a number"),
    ({"starting_stacks": [1000, True, 3000]}, "starting_stacks, entry 2: a number"),
    ({"starting_stacks": [1000, 0, 3000]}, "starting_stacks, entry 2"),
    ({"starting_stacks": "1000"}, "starting_stacks: a list"),
    ({"starting_stacks": [1000]}, "1 players"),
    ({"antes": ["x", 0, 0]}, "antes, entry 1"),
    ({"antes": [-5, 0, 0]}, "antes, entry 1: -5 is less than 0"),
    ({"blinds_or_straddles": [50, 100, 0, 0, 0]}, "more amounts than the 3 players"),
    ({"min_bet": "a"}, "min_bet: a number"),
    ({"variant": ["NT"]}, "variant"),
    ({"actions": None}, "actions: a list"),
    ({"actions": [3]}, "action 1: text is needed"),
    (acts(a1="d dh p1 AsKx"), "action 1 'd dh p1 AsKx': 'Kx' is no card"),
    (acts(a1="d dh p1 AsK"), "action 1 'd dh p1 AsK': 'AsK' is not a list of cards"),
    (acts(a1="d dh p1 AsKsQs"), "3 cards, a hand of nlhe begins with 2"),
    (acts(a2="d dh p2 As3d"), "action 2 'd dh p2 As3d': As is already in play"),
    (acts(a7="d db 4h5sAs"), "As is already in play"),
    (acts(a1="d dh p9 AsKs"), "there are 3 players"),
    (acts(a4="p7 f"), "action 4 'p7 f': there are 3 players"),
    (acts(a4="p3 jump"), "action 4 'p3 jump': this is no action"),
    (acts(a4="p3 cbr"), "action 4 'p3 cbr': a word is missing"),
    (acts(a4="p3 cbr many"), "'many' is no number of chips"),
    (acts(a4="x3 f"), "action 4 'x3 f': who acts"),
    (acts(a7="d db 4h5s"), "2 cards are no street of the board"),
    (acts(a16="p1 sm AsQs"), "action 16 'p1 sm AsQs': p1 does not hold Qs"),
    (acts(a1="d dh p1 JKKs"), "'JK' is no card"),
    ({"actions": acts(a1="d dh p1 ????", a16="p1 sm ????")["actions"]}, "p1 shows cards the file"),
]


@pytest.mark.parametrize("reader", [replay, plan_hand])
@pytest.mark.parametrize(("change", "reason"), BAD)
def test_play_and_replay_refuse_a_hand_with_the_same_line(reader, change, reason):
    with pytest.raises(BadHand) as found:
        reader("file.phh", dict(GOOD, **change))
    text = str(found.value)
    assert text.startswith("file.phh: ") and reason in text and "\n" not in text


@pytest.mark.parametrize("reader", [replay, plan_hand])
@pytest.mark.parametrize("key", ["variant", "starting_stacks", "actions", "blinds_or_straddles"])
def test_a_missing_key_is_named(reader, key):
    record = {k: v for k, v in GOOD.items() if k != key}
    with pytest.raises(BadHand, match=f"file.phh: .*{key}|variant None"):
        reader("file.phh", record)


@pytest.mark.parametrize("reader", [replay, plan_hand])
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (acts(a4="p1 cc"), "action 4 'p1 cc' could not be taken: p3 is to act"),
        (acts(a9="p1 cc"), "action 9 'p1 cc' could not be taken: p2 is to act"),
        ({"actions": GOOD["actions"][:5]}, "stops before the hand is over"),
        ({"actions": GOOD["actions"][:2]}, "stops before"),
        ({"actions": GOOD["actions"][:9]}, "stops before the hand is over"),
    ],
)
def test_a_hand_that_does_not_end_names_the_first_act_that_was_not_taken(reader, change, reason):
    with pytest.raises(BadHand) as found:
        reader("file.phh", dict(GOOD, **change))
    assert reason in str(found.value)


def test_cards_nobody_names_are_paid_as_the_file_says_whatever_the_seed():
    change = acts(a1="d dh p1 ????", a16="p1 sm ????")
    record = dict(GOOD, **change, finishing_stacks=[900, 2100, 3000])
    for seed in range(5):
        assert replay("x", record, seed=seed).result["stacks_after"] == {1: 900, 2: 2100, 3: 3000}
        assert plan_hand("x", record, seed).stacks_after == {"1": 900, "2": 2100, "3": 3000}


def test_a_result_in_half_chips_does_not_make_the_chips_smaller():
    record = dict(GOOD, finishing_stacks=[Decimal("1012.5"), Decimal("1987.5"), 3000])
    assert replay("x", record).scale == 1
    assert plan_hand("x", record).scale == 1


def test_a_big_stack_is_played_to_the_chip():
    top = 10**12
    record = dict(GOOD, starting_stacks=[top, top, 3000])
    record["actions"] = GOOD["actions"][:3] + ["p3 f", f"p1 cbr {top}", "p2 cc"] + [
        "d db 4h5s9c", "d db Td", "d db Jh", "p1 sm AsKs", "p2 sm 2c3d"]  # fmt: skip
    run = replay("x", record)
    assert run.bounds[1][1] == (50, 200, top)
    assert run.result["stacks_after"] == {1: 2 * top, 2: 0, 3: 3000}


def text_of(record):
    lines = []
    for key, value in record.items():
        lines.append(f"{key} = {json.dumps(value)}")
    return "\n".join(lines)


def test_a_byte_order_mark_and_windows_lines_are_read(tmp_path):
    path = tmp_path / "mark.phh"
    path.write_bytes(b"\xef\xbb\xbf" + text_of(GOOD).replace("\n", "\r\n").encode())
    [(label, record)] = phh.read(path)
    assert replay(label, record).result["stacks_after"] == {1: 1100, 2: 1900, 3: 3000}


def test_one_bad_hand_never_ends_a_run(tmp_path, capsys):
    bad = [dict(GOOD, **change) for change, _ in BAD]
    bad = [r for r in bad if not any(isinstance(v, Decimal) or v != v for v in flat(r))]
    text = ""
    for number, record in enumerate([*bad, GOOD], 1):
        record = {k: v for k, v in record.items() if v is not None}
        text += f"[{number}]\n{text_of(record)}\n"
    text += "[999]\nvariant = 'NT'\nantes=[0,0]\nblinds_or_straddles=[1,2]\nmin_bet=2\n"
    text += "starting_stacks=[inf, nan]\nactions=[]\n"
    (tmp_path / "many.phhs").write_text(text)
    (tmp_path / "cut.phh").write_text(text_of(GOOD)[:150])
    (tmp_path / "good.phh").write_text(text_of(GOOD))
    assert cli.main(["replay", str(tmp_path), "--json"]) == 1
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2
    lines = err.splitlines()
    assert len(lines) == len(bad) + 2
    assert all(line.startswith("feltwire replay: ") and ".phh" in line for line in lines)
    assert "[999]: starting_stacks, entry 1" in err and "cut.phh: not a hand history, or cut" in err


def flat(record):
    for value in record.values():
        yield from value if isinstance(value, list) else [value]


def test_what_was_folded_or_discarded_on_the_draw_may_be_dealt_again():
    record = {
        "variant": "F2L3D", "antes": [0] * 3, "blinds_or_straddles": [5, 10, 0],
        "small_bet": 10, "big_bet": 20, "starting_stacks": [500] * 3,
        "actions": ["d dh p1 2c3c4c5c7d", "d dh p2 2d3d4d5d8d", "d dh p3 2h3h4h5h9h", "p3 f",
                    "p1 cc", "p2 cc", "p1 sd 7d", "p2 sd 8d", "d dh p1 9h", "d dh p2 7d", "p1 f"],
    }  # fmt: skip
    assert replay("x", record).result["stacks_after"] == {1: 490, 2: 510, 3: 500}
    record["actions"][8] = "d dh p1 2d"
    with pytest.raises(BadHand, match="action 9 .* 2d is already in play"):
        replay("x", record)
