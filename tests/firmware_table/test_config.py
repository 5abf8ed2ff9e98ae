"""config.json: complete or refused in one line; lights and figures of a running table."""

import json

import pytest

from firmware.config import TUNE, BadConfig, complete, load
from firmware.indicators import UNREAD_MS, Indicators
from tests.firmware_table.rig import NAMES, Rig, card, config
from tools.hardware.description import names, table_config


def good(**changes):
    data = {k: v for k, v in config().items() if k not in ("tune", "journal")}
    data.update(changes)
    return data


@pytest.mark.parametrize("table", names("tables"))
@pytest.mark.parametrize("board", names("boards"))
def test_every_described_table_makes_a_usable_configuration(table, board):
    data = json.loads(json.dumps(table_config(table, board, "7")))
    assert complete(data)["tune"] == TUNE


def test_one_tuned_time_leaves_the_other_defaults():
    tune = complete(good(tune={"gap_ms": 500, "enter": {"seat": 1}}))["tune"]
    assert tune["gap_ms"] == 500
    assert tune["enter"] == {"mouth": 1, "pot": 1, "seat": 1}
    assert tune["flight_ms"] == TUNE["flight_ms"]
    assert TUNE["enter"] == {"mouth": 1, "pot": 1}


@pytest.mark.parametrize(
    "changes, word",
    [
        ({"v": 2}, "version"),
        ({"table": None}, "table"),
        ({"seats": 1}, "seats"),
        ({"antennas": []}, "antennas"),
        ({"antennas": [["seat:1", 9, 0, 0, 0, []]]}, "reader"),
        ({"antennas": [["nowhere", 0, 0, 0, 0, []]]}, "nowhere"),
        ({"antennas": [["pot", 0, 0, 0, 0, []]] * 2}, "twice"),
        ({"tune": {"gap": 1}}, "gap"),
        ({"tune": {"gap_ms": 0}}, "gap_ms"),
        ({"tune": 3}, "tune"),
        ({"mqtt": {"port": 0}}, "port"),
        ({"mqtt": {"others": {"b": 1883}}}, "others"),
        ({"mqtt": {"others": [["b"]]}}, "others"),
        ({"mqtt": {"others": [["", 1883]]}}, "others"),
        ({"mqtt": {"others": [["b", 65536]]}}, "port of b"),
    ],
)
def test_what_cannot_be_used_is_one_clear_line(changes, word):
    with pytest.raises(BadConfig) as e:
        complete(good(**changes))
    assert word in str(e.value) and "\n" not in str(e.value)


def test_a_missing_file_and_one_that_is_not_json(tmp_path):
    with pytest.raises(BadConfig, match="missing"):
        load(str(tmp_path / "none.json"))
    (tmp_path / "c.json").write_text("{")
    with pytest.raises(BadConfig, match="not JSON"):
        load(str(tmp_path / "c.json"))


class Lights:
    def __init__(self):
        self.levels = {}

    def show(self, level, seat=None):
        self.levels[seat or 0] = level

    def poll(self, now):
        return 0


def test_a_seats_light_says_whether_its_cards_are_read():
    rig, lights = Rig(), Lights()
    says = Indicators(lights, 7, rig.table)
    rig.hand()
    says.poll(rig.t, 0, True)
    assert [lights.levels[i] for i in range(7)] == ["ok"] * 4 + ["off"] * 3
    rig.put(card(0), None)
    rig.run(UNREAD_MS + 1000)
    says.poll(rig.t, 0, True)
    assert lights.levels[1] == "ask" and lights.levels[2] == "ok"


def test_the_gateways_word_is_shown_at_the_seat_or_by_the_dealers_light():
    rig, lights = Rig(), Lights()
    says = Indicators(lights, 7, rig.table)
    says.say("alert", 3)
    says.poll(0, 0, True)
    assert (lights.levels[0], lights.levels[3]) == ("alert", "alert")
    says.say("nonsense", "x")
    says.poll(0, 0, True)
    assert (lights.levels[0], lights.levels[3]) == ("alert", "off")
    says.say("ok", None)
    says.poll(0, 0, False)
    assert lights.levels[0] == "ask"  # no link


def test_counts_of_cards_and_chips():
    rig = Rig()
    rig.hand()
    assert rig.table.conservation.counts() == (6, 6, 0, 0)
    assert len(rig.table.antennas) == len(NAMES)
