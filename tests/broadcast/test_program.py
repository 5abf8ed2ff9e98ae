"""What the crew puts on the air, what a scene holds, and what it leaves out."""

import json
import socketserver
import threading
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlsplit

import pytest

from gateway.broadcast import eventfile, onair, scene, stats, titles, vmix
from gateway.broadcast.reel import Reel
from gateway.errors import BadRequest
from gateway.settings import kinds
from gateway.vault import equity

HOLES = {"1": ["As", "9c"], "2": ["Ad", "Qc"]}


def picture(phase="betting", states=("live", "live")):
    seats = [
        {
            "seat": i + 1, "name": name, "stack": 5000, "bet": 200, "state": states[i],
            "to_act": False, "badges": [], "cards": 2, "shown": [], "last": "", "won": 0,
            "hole": HOLES[str(i + 1)], "equity": 0.5, "tie": 0.1, "outs": ["9h"],
        }
        for i, name in enumerate(("Ana Ruiz", "Ben Okafor"))
    ]  # fmt: skip
    return {
        "phase": phase, "seats": seats, "pot": 400, "board": ["2h"], "bb": 100, "sb": 50,
    }  # fmt: skip


def held(snapshot):
    return [seat.get("hole") for seat in snapshot["seats"]]


@pytest.mark.parametrize(
    "reveal, phase, states, shown",
    [
        ("released", "betting", ("live", "live"), True),
        ("end", "betting", ("live", "live"), False),
        ("end", "showdown", ("live", "live"), False),
        ("end", "award", ("live", "folded"), True),
        ("showdown", "betting", ("live", "live"), False),
        ("showdown", "showdown", ("live", "all_in"), True),
        ("showdown", "award", ("live", "folded"), False),
        ("never", "over", ("live", "live"), False),
    ],
)
def test_the_reveal_policy_takes_hole_cards_and_their_figures_out(reveal, phase, states, shown):
    snapshot = picture(phase, states)
    scene.covered(snapshot, reveal)
    assert (held(snapshot) != [None, None]) == shown
    if not shown:
        text = json.dumps(snapshot)
        assert not any(w in text for w in ("hole", "equity", "tie", "outs", "As", "9h"))


def test_no_equity_is_shown_beside_a_board_somebody_keyed():
    snapshot = dict(picture(), board_keyed=[0])
    scene.covered(snapshot, "released")
    assert held(snapshot) != [None, None]
    assert not any(w in json.dumps(snapshot) for w in ("equity", "tie", "outs"))


def test_of_two_reveal_policies_the_stricter_holds():
    for i, one in enumerate(onair.REVEALS):
        for other in onair.REVEALS[i:]:
            assert onair.stricter(one, other) == onair.stricter(other, one) == other


def test_the_program_is_what_was_taken_and_is_kept(tmp_path):
    crew = onair.OnAir(tmp_path)
    crew.prepare("7", {"layout": "round", "lower": {"kind": "player", "seat": 3}})
    assert crew.of("7")["program"]["layout"] == "column"
    crew.act("7", "take")
    crew.act("7", "hide")
    again = onair.OnAir(tmp_path).of("7")
    assert again["program"]["layout"] == "round" and again["hidden"]
    assert again["program"]["lower"] == {"kind": "player", "seat": 3}
    assert onair.OnAir(tmp_path).of("../8")["program"] == onair.fresh()


def test_a_table_with_an_odd_name_keeps_its_file_in_the_folder(tmp_path):
    onair.OnAir(tmp_path).act("../../x", "hide")
    assert [p.parent for p in tmp_path.rglob("*.json")] == [tmp_path / "onair"]


@pytest.mark.parametrize(
    "values",
    [
        {"layout": "star"}, {"fold_ms": -1}, {"fold_ms": onair.HOLD_MS_MAX + 1},
        {"fold_ms": True}, {"ticker": "x" * (onair.TEXT_MAX + 1)}, {"ticker": "a\nb"},
        {"theme": "../x"}, {"cards": True}, {"lower": {"kind": "card"}},
        {"lower": {"kind": "player"}}, {"lower": {"kind": "player", "seat": 11}}, [],
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_refused_and_nothing_changes(tmp_path, values):
    crew = onair.OnAir(tmp_path)
    with pytest.raises(BadRequest):
        crew.prepare("7", values)
    assert crew.of("7")["preview"] == onair.fresh()


def test_values_at_the_bound_are_taken(tmp_path):
    values = {"fold_ms": onair.HOLD_MS_MAX, "ticker": "x" * onair.TEXT_MAX}
    made = onair.OnAir(tmp_path).prepare("7", values)
    assert {k: made["preview"][k] for k in values} == values


def action(seat, act, street="preflop"):
    return {"seat": seat, "act": act, "street": street}


def hand(*actions, seats=(1, 2, 3), **more):
    names = {str(s): f"P{s}" for s in seats}
    after = {str(s): 1000 for s in seats}
    return {"table": "7", "names": names, "stacks_after": after, "actions": actions, **more}


def shown(*hands):
    made = stats.Stats()
    for one in hands:
        made.take(one)
    return made.of("7", [{"seat": s, "name": f"P{s}"} for s in (1, 2, 3)])


def test_figures_count_what_players_do_by_their_own_will():
    found = shown(
        hand(
            action(1, "post"), action(2, "post"), action(3, "raise"), action(1, "raise"),
            action(2, "fold"), action(3, "call"),
            action(1, "bet", "flop"), action(3, "fold", "flop"),
        ),
        hand(action(1, "post"), action(2, "post"), action(3, "fold"), action(1, "call"),
             action(2, "check")),
    )  # fmt: skip
    assert found["1"] == {
        "hands": 2, "vpip": 100, "pfr": 50, "three_bet": 100, "aggression": 100,
    }  # fmt: skip
    assert found["2"] == {"hands": 2, "vpip": 0, "pfr": 0, "three_bet": None, "aggression": None}
    assert found["3"]["vpip"] == 50 and found["3"]["three_bet"] is None
    assert found["3"]["aggression"] == 0


def test_a_hand_cut_off_or_void_counts_for_nobody():
    void = hand(action(3, "raise"), incidents=[{"misdeal": True}])
    assert shown(void, hand(action(3, "raise"), cut=True)) == {}


def test_outs_and_ties_are_those_of_the_cards():
    hands = {"1": ["As", "9c"], "2": ["Ad", "Qc"]}
    found = equity.equity("nlhe", hands, ["2h", "Kc", "4h", "Kh"])
    assert {seat: sorted(cards) for seat, cards in found["outs"].items()} == {
        "1": ["9d", "9h", "9s"]
    }
    assert found["exact"] and found["boards"] == 44
    assert 0 < found["ties"]["1"] == found["ties"]["2"] < 1
    total = sum(found["seats"].values())
    assert abs(total - 1) < 0.001
    assert equity.equity("nlhe", hands, [])["outs"] is None
    assert equity.equity("nlhe", hands, ["2h", "Kc", "4h", "Kh", "3s"])["outs"] is None


def test_the_next_pay_jump_is_the_first_place_that_pays_more():
    payouts = [[1, 900], [2, 500], [3, 200], [4, 200]]
    at = {n: eventfile.pay_jump({"players_left": n, "payouts": payouts}) for n in range(1, 7)}
    assert at[1] is None
    assert at[2] == {"place": 1, "now": 500, "next": 900}
    assert at[4] == {"place": 2, "now": 200, "next": 500}
    assert at[5] == {"place": 4, "now": 0, "next": 200}
    assert eventfile.pay_jump({"payouts": payouts}) is None


@pytest.mark.parametrize(
    "values",
    [
        {"pot": 1}, {"players_left": -1}, {"players_left": 1.5}, {"payouts": [[1]]},
        {"people": {"A": {"photo": "../x.jpg"}}}, {"people": {"A": {"cards": "AsAd"}}},
        {"level": {"bb": "2"}}, {"name": 3},
    ],
)  # fmt: skip
def test_an_event_that_cannot_be_shown_is_refused(values):
    with pytest.raises(BadRequest):
        eventfile.checked(values)


def test_a_bad_file_keeps_the_last_good_event_and_says_why(tmp_path):
    now = [0.0]
    kept = eventfile.EventFile(tmp_path, lambda: now[0])
    kept.put({"name": "Main Event"})
    assert kept.now() == {"name": "Main Event"}
    (tmp_path / eventfile.NAME).write_text('{"name": 3}')
    now[0] += eventfile.LOOK_S
    assert kept.now() == {"name": "Main Event"} and "name" in kept.fault


def test_the_event_of_the_desk_is_shown_and_the_file_has_the_last_word(tmp_path):
    desk = {"name": "Main Event", "players_left": 43}
    kept = eventfile.EventFile(tmp_path, desk=lambda: desk)
    first = kept.now()
    assert first == desk
    kept.look()
    assert kept.now() is first  # nothing new: scenes need not be made anew
    kept.put({"name": "The Main Event", "currency": "€"})
    assert kept.now() == {"name": "The Main Event", "players_left": 43, "currency": "€"}


class Tables:
    def get(self, name):
        return name


def test_each_consumer_sees_the_scene_of_its_own_delay_ago():
    now, version = [0.0], [0]
    made = Reel(
        Tables(),
        lambda live, cards, reveal: {"n": version[0]},
        lambda live, cards: version[0],
        lambda: now[0],
    )
    key = ("7", False, "never")
    assert made.at(key, 1000) is None
    made.want(key)
    for i in range(100):
        now[0], version[0] = i / 10, i
        made.step()
    assert made.at(key, 2000) == {"n": 79}
    assert made.at(key, 1900) == {"n": 80}
    assert made.at(key, 10_001) is None
    now[0] += 601
    made.step()
    assert made.at(key, 0) is None  # nobody has asked for so long: nothing is kept


class Vmix(BaseHTTPRequestHandler):
    """Takes ``/api/?Function=SetText&Input=...&SelectedName=...&Value=...`` as vMix does."""

    def do_GET(self):
        asked = urlsplit(self.path)
        values = {k: v[0] for k, v in parse_qs(asked.query, keep_blank_values=True).items()}
        good = asked.path == "/api/" and values.get("Function") in ("SetText", "OverlayInput1In")
        good = good and values.get("Input") == "Strips"
        if self.server.away:
            self.send_response(503)
            self.end_headers()
            return
        if good and values["Function"] == "SetText":
            self.server.texts[values["SelectedName"]] = values["Value"]
            self.server.asked += 1
        self.send_response(200 if good else 500)
        self.end_headers()

    def log_message(self, *args):
        pass


@pytest.fixture
def mixer():
    with socketserver.TCPServer(("127.0.0.1", 0), Vmix) as server:
        server.texts, server.asked, server.away = {}, 0, False
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_vmix_titles_are_set_and_only_what_has_changed_again(mixer):
    url = f"http://127.0.0.1:{mixer.server_address[1]}"
    parts = {"air": {"hidden": False}, "snapshot": picture(), "stats": {}}
    titles = vmix.Titles(url, "Strips")
    assert titles.show(vmix.fields(parts)) == mixer.asked == len(mixer.texts)
    assert mixer.texts["Seat1Name.Text"] == "Ana Ruiz" and mixer.texts["Pot.Text"] == "400"
    assert mixer.texts["Seat9Name.Text"] == ""
    parts["snapshot"]["seats"][0]["stack"] = 4000
    assert titles.show(vmix.fields(parts)) == 1
    assert mixer.texts["Seat1Stack.Text"] == "4,000"
    assert not any(card in str(mixer.texts) for card in ("As", "9c", "Ad", "Qc"))
    with pytest.raises(OSError):
        vmix.Titles(url, "No such title").show(vmix.fields(parts))


def test_a_title_that_was_away_is_told_everything_again(mixer):
    url = f"http://127.0.0.1:{mixer.server_address[1]}"
    parts = {"air": {"hidden": False}, "snapshot": picture(), "stats": {}}
    now, scene = [0.0], [None]
    feed = titles.Feed(url, "Strips", lambda: scene[0], lambda: now[0])
    feed.step()
    assert mixer.asked == 0  # no table so far
    scene[0] = parts
    feed.step()
    feed.step()
    assert mixer.asked == len(vmix.fields(parts)) and not feed.fault
    mixer.away = True
    parts["snapshot"]["pot"] = 900
    feed.step()
    assert "503" in feed.fault
    mixer.away, mixer.asked = False, 0
    feed.step()
    assert mixer.asked == 0  # it is left alone for a while
    now[0] += titles.AGAIN_S
    feed.step()
    assert mixer.asked == len(vmix.fields(parts)) and not feed.fault
    assert mixer.texts["Pot.Text"] == "900"


@pytest.mark.parametrize("text, parsed", [
    ("7 http://mixer:8088 Strips", ("7", "http://mixer:8088", "Strips", 0)),
    ("7 http://mixer:8088 2 1500", ("7", "http://mixer:8088", "2", 1500)),
    ("7 http://mixer:8088", None), ("7 mixer Strips", None), ("7 http://m 2 later", None),
    ("7 http://m 2 600001", None),
])  # fmt: skip
def test_a_title_is_named_by_table_place_and_input(text, parsed):
    fault = kinds.titles((text,))
    assert (fault is None) == (parsed is not None)
    if parsed:
        assert titles.parse(text) == parsed


def test_rows_for_vmix_are_flat_texts_without_hole_cards_and_empty_when_hidden():
    parts = {"air": {"hidden": False}, "snapshot": picture(), "stats": {}}
    found = vmix.rows(parts)
    assert all(isinstance(v, str) for row in found for v in row.values())
    assert found[0]["StackBB"] == "50.0" and found[0]["Cards"] == ""
    assert vmix.rows({**parts, "air": {"hidden": True}}) == vmix.rows(None) == []
