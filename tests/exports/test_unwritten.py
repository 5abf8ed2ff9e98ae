"""Files of hands that could not be written are, once they can be."""

import json

import pytest

from gateway.errors import LogError
from gateway.exports import keeper as keepers
from gateway.exports.keeper import Keeper
from tests.exports.test_reading_back import Live, OneTable, kept


def files_of(folder):
    return sorted(path.name for path in (folder / "hands").rglob("*") if path.is_file())


@pytest.fixture
def full(monkeypatch):
    """A disk for the files of hands that is full while the list is empty."""
    room, write, writing = [True], keepers.write_text, keepers.writing

    def checked(work):
        def done(*args):
            if not room:
                raise OSError(28, "No space left on device")
            return work(*args)

        return done

    monkeypatch.setattr(keepers, "write_text", checked(write))
    monkeypatch.setattr(keepers, "writing", checked(writing))
    return room


def test_a_hand_and_its_day_that_found_no_room_are_written_when_there_is(tmp_path, full):
    _made, log = kept(tmp_path, 50)
    records = [json.loads(text) for _n, text in log.hands_after("7", 0, 100)]
    keeper = Keeper(OneTable(Live()), log, tmp_path)
    keeper._new.append(records[0])
    keeper.step(last=True)
    whole = files_of(tmp_path)
    assert len(whole) == 5 and not keeper.fault
    full.clear()
    keeper._new.extend(records[1:3])
    keeper.step(last=True)
    assert files_of(tmp_path) == whole and keeper.fault
    full.append(True)
    keeper._new.append(records[3])
    keeper.step()
    assert keeper.fault  # two are missing still
    keeper.step(last=True)
    assert len(files_of(tmp_path)) == 8 and not keeper.fault
    assert not keeper._days and not any(keeper._unwritten.values())
    log.close()


def test_released_hands_and_days_are_not_forgotten_while_the_log_is_away(tmp_path, monkeypatch):
    _made, log = kept(tmp_path, 50)
    live = Live([("c1", 1, 48)])
    keeper = Keeper(OneTable(live), log, tmp_path)
    keeper._days = {("7", keeper.days("7")[0][0]): True}

    def away(*_):
        raise LogError("away")
        yield

    with monkeypatch.context() as patched:
        patched.setattr(log, "hands_back", away)
        patched.setattr(log, "hands_after", away)
        with pytest.raises(LogError):
            keeper.step(last=True)
    keeper.step(last=True)
    assert [name for name in files_of(tmp_path) if name.endswith("-48.phh")]
    assert len(files_of(tmp_path)) == 5
    log.close()


def test_a_hand_that_is_not_in_the_log_is_not_looked_for_for_ever(tmp_path, full):
    _made, log = kept(tmp_path, 3)
    record = json.loads(next(iter(log.hands_after("7", 0, 1)))[1])
    keeper = Keeper(OneTable(Live()), log, tmp_path)
    full.clear()
    keeper._new.append({**record, "key": ["c1", 9, 9]})
    keeper.step(last=True)
    full.append(True)
    keeper.step(last=True)
    assert not any(keeper._unwritten.values())
    log.close()
