"""Files of recorded hands, read again: PHH by us and by pokerkit, the others against what is known
of their formats."""

import csv
import io
import json
import tomllib
import warnings
from pathlib import Path

import jsonschema
import pokerkit
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gateway.exports import files, keeper, ohh, phh
from gateway.exports.hand import NotKept, kept
from gateway.tables import pots_won
from tests.exports import sample_hands
from tools.playing.replay import replay

VARIANTS = ("F2L3D", "F7S", "F7S/8", "FB", "FO/8", "FR", "FT", "N2L1D", "NT", "PO")
EVERY = {"NT": 100, "FT": 100}  # of the big samples; all others whole
SCHEMA = json.loads((Path(__file__).parent / "ohh_schema.json").read_text())
FORCED = ("post", "ante")


def chosen(variant):
    hands = [h for h in sample_hands.expected() if h["variant"] == variant]
    return sample_hands.records(hands[:: EVERY.get(variant, 1)])


def played(run, seats=None):
    """What players did, with the seats of the table."""
    named = seats or {a["seat"]: a["seat"] for a in run.result["actions"]}
    return [
        (a["act"], named[a["seat"]], a["amt"], a["to"], a["street"])
        for a in run.result["actions"]
        if a["act"] not in FORCED
    ]


def same_again(path, record):
    """Keep a hand, read its PHH, play that: the same actions, board and stacks."""
    found, first = sample_hands.run(path, record)
    made = phh.record(kept(found))
    text = phh.text(made)
    again = replay(path, tomllib.loads(text))
    seats = dict(enumerate(made["seats"], 1))
    assert played(again, seats) == played(first), path
    assert again.result["board"] == first.result["board"], path
    after = {seats[s]: n for s, n in again.result["stacks_after"].items()}
    assert after == first.result["stacks_after"], path
    assert [after[s] for s in made["seats"]] == made["finishing_stacks"], path
    return text


@pytest.mark.parametrize("variant", VARIANTS)
def test_our_phh_is_the_same_hand_again_and_pokerkit_plays_it_to_its_end(variant):
    hands = chosen(variant)
    assert hands
    for path, record in hands:
        text = same_again(path, record)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            states = list(pokerkit.HandHistory.loads(text))
        assert not states[-1].status, path


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_recorded_hand_is_the_same_again(data):
    hands = sample_hands.expected()
    hand = hands[data.draw(st.integers(0, len(hands) - 1))]
    same_again(*sample_hands.records([hand])[0])


@pytest.mark.parametrize("variant", ["FT", "NT", "PO", "FO/8"])
def test_open_hand_histories_are_as_described_and_pay_what_was_put_in(variant):
    for path, record in chosen(variant):
        one = sample_hands.kept_of(path, record)
        made = json.loads(json.dumps(ohh.hand(one)))
        jsonschema.validate(made, SCHEMA)
        hand = made["ohh"]
        put = sum(a["amount"] for r in hand["rounds"] for a in r["actions"])
        won = sum(w["win_amount"] for p in hand["pots"] for w in p["player_wins"])
        assert won == sum(p["amount"] for p in hand["pots"]), path
        assert won == sum(pots_won.put_in(one.record).values()) <= put, path
        board = [c for r in hand["rounds"] for c in r["cards"]]
        assert board == one.record["board"], path


@pytest.mark.parametrize("variant", ["F7S", "FB", "N2L1D"])
def test_open_hand_history_has_no_place_for_a_game_without_a_board(variant):
    path, record = chosen(variant)[0]
    with pytest.raises(NotKept):
        ohh.hand(sample_hands.kept_of(path, record))


def test_the_gfx_shape_has_the_fields_users_document_and_chips_add_up():
    hands = [sample_hands.kept_of(*found) for found in chosen("NT")[:5] + chosen("F7S")[:2]]
    made = json.loads(files.rendered("json", hands, title="Day 1"))
    assert [h["HandNum"] for h in made["Hands"]] == [1, 2, 3, 4, 5, 6, 7]
    for hand in made["Hands"]:
        players = hand["Players"]
        assert sum(p["EndStackAmt"] - p["StartStackAmt"] for p in players) == 0
        assert all(len(p["HoleCards"]) == 1 for p in players)
        assert {"EventType", "PlayerNum", "BetAmt", "Pot", "BoardCards"} <= set(hand["Events"][0])
    assert made["Hands"][0]["GameVariant"] == "HOLDEM" and made["Hands"][5]["GameClass"] == "STUD"


def test_the_sheet_has_a_row_a_player_and_computes_no_name():
    path, record = chosen("NT")[0]
    found, _run = sample_hands.run(path, record)
    found["names"] = {"1": "=HYPERLINK(1)"}
    rows = list(csv.DictReader(io.StringIO(files.rendered("csv", [kept(found)]))))
    assert len(rows) == len(record["starting_stacks"])
    assert sum(int(r["net"]) for r in rows) == 0
    assert rows[0]["player"] == "'=HYPERLINK(1)"


def test_a_collection_is_read_as_our_own_files_are(tmp_path):
    from tools.playing import phh as reader

    hands = [sample_hands.kept_of(*found) for found in chosen("PO")]
    (tmp_path / "day.phhs").write_text(files.rendered("phhs", hands))
    assert len(reader.read(tmp_path / "day.phhs")) == len(hands)


@pytest.mark.parametrize("name", ['a "quoted" one', "back\\slash", "tab\there", "Zoë 🂡", "x\x7f"])
def test_any_name_comes_back_from_a_file(name):
    path, record = chosen("NT")[0]
    found, _run = sample_hands.run(path, record)
    found["names"] = {"1": name}
    read = tomllib.loads(phh.text(phh.record(kept(found))))
    assert name in read["players"]


def hidden(path, record):
    """A hand whose hole cards nobody may know but those tabled: board and tabled are public."""
    everything, run = sample_hands.run(path, record)
    public = set(everything["board"])
    for move in everything["moves"]:
        if move["do"] == "show":
            public |= set(move["cards"])
    named = {c: c for c in public}
    return sample_hands.run(path, record, named)[0], run, public


@pytest.mark.parametrize("kind", files.FORMATS)
@pytest.mark.parametrize("reveal", keeper.REVEALS)
def test_no_file_holds_a_card_that_was_not_released(kind, reveal):
    seen = 0
    for path, record in chosen("NT"):
        found, run, public = hidden(path, record)
        secret = {c for cards in run.hole.values() for c in cards} - public - {"??"}
        secret = {c for c in secret if c[0] != "#"}
        text = files.rendered(kind, [keeper.opened(found, {}, reveal)])
        for card in secret:
            assert card not in text.replace("ThirdBlind", ""), (path, card)
            assert f'"{card.lower()} ' not in text and f' {card.lower()}"' not in text, path
        seen += len(secret)
    assert seen > 50  # there was something to hide


def test_never_hides_the_tabled_hands_too():
    path, record = next(f for f in chosen("NT") if any(" sm " in a for a in f[1]["actions"]))
    found, _run, _public = hidden(path, record)
    one = keeper.opened(found, {}, "never")
    assert all(card == "??" for seat in one.seats for card in one.holes(seat))
    shown = keeper.opened(found, {}, "showdown")
    assert any(card != "??" for seat in shown.seats for card in shown.holes(seat))


def test_what_the_vault_releases_is_in_the_file_of_that_hand_alone():
    path, record = chosen("NT")[0]
    found, run, _public = hidden(path, record)
    seats = {str(s): list(cards) for s, cards in run.hole.items()}
    released = {("c1", 1, 1): {"seats": seats}}
    one = keeper.opened(found, released)
    assert {s: one.holes(s) for s in one.seats} == {s: seats[str(s)] for s in one.seats}
    other = keeper.opened({**found, "key": ["c1", 1, 2]}, released)
    assert "??" in [c for s in other.seats for c in other.holes(s)]
    assert keeper.opened(found, released, "showdown").holes(1) != one.holes(1) or not seats["1"]


def test_a_hand_cut_off_and_a_record_of_before_make_no_file():
    found, _run = sample_hands.run(*chosen("NT")[0])
    with pytest.raises(NotKept):
        kept({**found, "cut": True})
    with pytest.raises(NotKept):
        kept({k: v for k, v in found.items() if k not in ("start", "moves")})


def test_incidents_stand_in_fields_of_our_own_and_are_left_out_where_not_asked():
    found, _run = sample_hands.run(*chosen("NT")[0])
    reported = {
        "ruling": "string_bet_call", "seat": 2, "amount": 400, "misdeal": False,
        "remedy_steps": ["return_chips"], "decided_by": "dealer", "cite": ["tda-2011:40"],
        "confidence": "high",
    }  # fmt: skip
    one = kept({**found, "incidents": [reported]})
    read = tomllib.loads(phh.text(phh.record(one)))
    assert read["_incidents"][0]["cite"] == ["tda-2011:40"] and read["_rulebook"] is not None
    assert "_incidents" not in phh.record(one, rulings=False)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_session_written_hand_by_hand_is_one_object(count):
    hands = [sample_hands.kept_of(*found) for found in chosen("NT")[:count]]
    text = files.rendered("json", hands, title="Day 1")
    assert text == json.dumps(json.loads(text), indent=1, ensure_ascii=False)
    assert len(json.loads(text)["Hands"]) == count


@pytest.mark.parametrize("kind", files.FORMATS)
def test_a_file_comes_in_a_piece_a_hand(kind):
    hands = [sample_hands.kept_of(*found) for found in chosen("NT")[:3]]
    made = list(files.pieces(kind, iter(hands)))
    assert len(made) == 4 and all(made[:3])
    assert "".join(made) == files.rendered(kind, hands)
