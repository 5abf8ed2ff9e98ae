"""Hands are read back from the log newest first, and no further than somebody asked."""

import json
import random

from gateway.exports import files
from gateway.exports.keeper import Keeper
from gateway.log.sqlite import SqliteLog
from gateway.tables import handmoves
from tests.exports import sample_hands

DAY_MS = 86_400_000


class Live:
    name = "7"

    def __init__(self, keys=()):
        self.keys = keys

    def released(self, _consumer):
        return {key: {"seats": {}} for key in self.keys}


class OneTable:
    def __init__(self, live):
        self.live = live

    def get(self, _name):
        return self.live

    def all(self):
        return [self.live]


class Watched:
    """A log that counts the hands read from it."""

    def __init__(self, log):
        self._log, self.read = log, 0

    def __getattr__(self, name):
        return getattr(self._log, name)

    def hands_back(self, *args):
        for row in self._log.hands_back(*args):
            self.read += 1
            yield row

    def hands_after(self, *args):
        for row in self._log.hands_after(*args):
            self.read += 1
            yield row


def test_newest_first_the_same_hands_stand():
    rng = random.Random(5)
    for _ in range(300):
        records = [
            {"key": ["c1", 1, rng.randrange(3)], "amended": rng.random() < 0.5, "i": i}
            for i in range(rng.randrange(8))
        ]
        back = list(handmoves.latest_back(reversed(records)))
        assert back[::-1] == handmoves.latest(records)
        assert list(handmoves.latest_on(records)) == handmoves.latest(records)


def test_a_span_ends_where_hands_are_older_and_not_at_one_wrong_clock():
    walls = [1000] * 20 + [5] * 30 + [1000] * 20 + [5] * 10_000
    given = iter(walls)
    found = list(handmoves.since(given, lambda wall: wall < 900))
    assert found == [1000] * 40
    assert sum(1 for _ in given) == 10_000 - handmoves.BEYOND_MAX - 1


def kept(tmp_path, count):
    """A log with so many hands, a hundred a day, and the Keeper of it."""
    path, record = sample_hands.records(
        [h for h in sample_hands.expected() if "dwan-ivey" in h["path"]]
    )[0]
    made = sample_hands.run(path, record)[0]
    log = SqliteLog(tmp_path / "events.sqlite3")
    store(log, made, range(1, count + 1))
    return made, log


def store(log, made, numbers):
    rows = []
    for i in numbers:
        wall = made["wall"] + i // 100 * DAY_MS
        rows.append(("7", i, json.dumps({**made, "hand": i, "key": ["c1", 1, i], "wall": wall})))
    log.keep_results(rows, [])


def test_a_day_s_hands_are_read_without_those_of_all_days_before(tmp_path):
    made, log = kept(tmp_path, 1450)
    watched = Watched(log)
    keeper = Keeper(OneTable(Live()), watched, tmp_path)
    days = keeper.days("7")
    assert [n for _day, n in days] == [51, *[100] * 13, 99]
    watched.read = 0
    assert len(list(keeper.hands("7", days[0][0]))) == 51
    assert watched.read == 51 + handmoves.BEYOND_MAX + 1 + 51  # back to its first hand, and on
    assert len(list(keeper.hands("7", days[0][0]))) == 51
    assert watched.read == 51 + handmoves.BEYOND_MAX + 1 + 2 * 51  # the first one is known now
    watched.read = 0
    assert len(list(keeper.hands("7", days[1][0]))) == 100
    assert watched.read == 151 + handmoves.BEYOND_MAX + 1 + 151
    assert list(keeper.hands("7", "1999-12-31")) == []
    store(log, made, range(1451, 1461))
    assert keeper.days("7")[0] == (days[0][0], 61)
    assert [one.record["hand"] for one in keeper.hands("7", days[0][0])][-1] == 1460
    assert len(list(keeper.hands("7"))) == 1460
    log.close()


def test_a_session_s_hands_are_read_one_at_a_time(tmp_path):
    _made, log = kept(tmp_path, 150)
    watched = Watched(log)
    hands = Keeper(OneTable(Live()), watched, tmp_path).hands("7")
    assert [next(hands).record["hand"] for _ in range(3)] == [1, 2, 3]
    assert watched.read == 4  # the next one might stand in place of the third
    hands.close()
    log.close()


def test_the_files_of_a_day_hold_what_each_format_says_of_its_hands(tmp_path):
    made, log = kept(tmp_path, 120)
    keeper = Keeper(OneTable(Live()), log, tmp_path)
    [last, day] = [day for day, _n in keeper.days("7")]
    keeper._days = {("7", day): True, ("7", last): True}
    keeper.step(last=True)
    for kind in files.FORMATS:
        found = list(keeper.hands("7", day))
        assert len(found) == 99
        written = (tmp_path / "hands" / "7" / day / f"day.{kind}").read_bytes().decode()
        assert written == files.rendered(kind, found)
    log.close()


def test_a_day_whose_log_fails_in_the_middle_keeps_the_files_it_had(tmp_path, monkeypatch):
    made, log = kept(tmp_path, 50)
    keeper = Keeper(OneTable(Live()), log, tmp_path)
    [(day, _count)] = keeper.days("7")
    place = tmp_path / "hands" / "7" / day
    keeper._days = {("7", day): True}
    keeper.step(last=True)
    before = {path.name: path.read_bytes() for path in place.iterdir()}
    assert sorted(before) == sorted(f"day.{kind}" for kind in files.FORMATS)
    whole = log.hands_after

    def broken(*args):
        for row in whole(*args):
            yield row
            raise OSError(5, "Input/output error")

    monkeypatch.setattr(log, "hands_after", broken)
    keeper._days = {("7", day): True}
    keeper.step(last=True)
    assert {path.name: path.read_bytes() for path in place.iterdir()} == before
    assert keeper.fault == f"{day}/day: Input/output error"
    log.close()


def test_cards_the_vault_releases_are_looked_for_among_the_newest_hands(tmp_path):
    _made, log = kept(tmp_path, 1450)
    watched, live = Watched(log), Live([("c1", 1, 1448)])
    keeper = Keeper(OneTable(live), watched, tmp_path)
    keeper.step()
    assert len(list((tmp_path / "hands").rglob("*-1448.phh"))) == 1
    assert watched.read == 3
    live.keys = [*live.keys, ("c1", 1, 1451)]  # its hand is not over
    keeper.step()
    assert watched.read == 4
    live.keys = [("c1", 1, 1451)]
    keeper.step()
    assert keeper._released == {"7": {("c1", 1, 1451)}}  # what is no longer released is forgotten
    log.close()
