"""``feltwire adjudicate``: one answer a line, bad lines named by number and field."""

import io
import json

import pytest

from tests.engine.test_correcting import SETUP, chips, correction
from tools import cli
from tools.cases.adjudicate import BadCase, answer_of, explain, play, read_case

CASE = {
    "id": "three-call@rrop-6",
    "rulebook": "rrop-6",
    "game": "nlhe",
    "setup": {
        "format": "cash", "betting": "no_limit", "seats": [1, 2, 3], "button": 3, "ante": 0,
        "sb_seat": 1, "bb_seat": 2, "sb": 1, "bb": 2, "betting_line": True, "street": "flop",
        "live": [1, 2, 3], "board": ["Kd", "8s", "3c"],
    },
    "happening": [{"t": 5, "what": "action", "seat": 1, "act": "bet", "to": 10}],
}  # fmt: skip


def changed(**setup):
    return json.dumps(dict(CASE, setup=dict(CASE["setup"], **setup)))


def test_clean_play_is_no_incident_with_the_accepted_amount():
    case = read_case(json.dumps(CASE))
    hand, outputs = play(case)
    answer = answer_of(case, hand)
    assert (answer["ruling"], answer["amount"], answer["misdeal"]) == ("no_incident", 10, False)
    reported = "\n".join(explain(case, hand, outputs))
    assert "seat 1 bet 10" in reported
    assert "in force: no_incident" in reported


def corrected(*happening):
    """Ruling and last act of a case in which seat 3 calls 100 with 50, and what came to light."""
    setup = {key: value for key, value in SETUP.items() if key not in ("t", "what", "hand_id")}
    deal = {"t": 9, "what": "deal", "until": 9, "seats": [1, 2, 3], "cards_each": 2, "from_nth": 1}
    played = [{"t": 1, "what": "riffle"}, chips(2, 1, [50]), chips(3, 2, [100]), deal]
    case = dict(CASE, setup=setup, rulebook="tda-2011", happening=[*played, *happening])
    hand, outputs = play(read_case(json.dumps(case)))
    act = hand.actions[-1]
    return answer_of(case, hand)["ruling"], (act["act"], act["to"]), [o["k"] for o in outputs[-1]]


def test_chips_read_late_are_ruled_on_as_if_they_had_been_told_in_time():
    short = chips(100, 3, [50])
    assert corrected(short)[0] == "floor_decides"
    whole = corrected(chips(100, 3, [50, 50]))[:2]
    assert corrected(short, correction(100, [50])) == (*whole, ["withdraw", "action"])
    assert corrected(short, correction(99, [50]))[0] == "floor_decides"


def test_a_raise_keyed_after_its_chips_was_said_with_them():
    said = {"t": 200, "what": "declare", "seat": 3, "word": "raise", "wording": "plain"}
    said["amount"] = 300
    before = corrected({**said, "t": 99}, chips(100, 3, [50]))[:2]
    assert corrected(chips(100, 3, [50]), {**said, "about": 100})[:2] == before
    assert corrected(chips(100, 3, [50]), {**said, "about": 99})[1] == ("raise", 300)


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("{", "not JSON"),
        ("[]", "a case is a JSON object"),
        (json.dumps(dict(CASE, rulebook="hoyle")), "rulebook"),
        (json.dumps(dict(CASE, game="bridge")), "game"),
        (changed(betting="spread"), "setup.betting"),
        (changed(live=["3"]), "setup.live"),
        (changed(street="third"), "setup.street"),
        (changed(bb=1.5), "setup.bb"),
        (json.dumps(dict(CASE, happening=[{"t": 1, "what": "sneeze"}])), "happening[0]"),
        (json.dumps(dict(CASE, happening=[{"t": 1, "what": ["riffle"]}])), "happening[0].what"),
        (
            json.dumps(dict(CASE, happening=[dict(CASE["happening"][0], to="10")])),
            "happening[0].to",
        ),
        (
            json.dumps(dict(CASE, happening=[dict(CASE["happening"][0], seat=99)])),
            "happening[0].seat",
        ),
        (changed(button=10**30), "setup.button"),
        (changed(stacks={"2": -5}), "setup.stacks.2"),
        (changed(upcards={"2": "Ah"}), "setup.upcards.2"),
        (changed(previous={"button": 1, "sb": [], "bb": 2}), "setup.previous.sb"),
        (
            json.dumps(dict(CASE, happening=[{"t": 9, "what": "riffle"}, CASE["happening"][0]])),
            "happening[1].t",
        ),
    ],
)
def test_a_bad_case_names_its_field(line, field):
    with pytest.raises(BadCase) as error:
        read_case(line)
    assert str(error.value).startswith(field)


def test_other_lines_are_still_answered(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("nonsense\n" + json.dumps(CASE) + "\n"))
    assert cli.main(["adjudicate", "-"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["id"] == CASE["id"]
    assert err.startswith("feltwire adjudicate: line 1: not JSON")


def test_a_missing_file_is_one_clear_line(capsys):
    assert cli.main(["adjudicate", "/nowhere/cases.jsonl"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
