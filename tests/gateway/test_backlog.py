"""What waits for the rules engines is bounded by events: beyond it the ingest takes no more."""

import threading

from gateway.tables import all_tables, backlog
from gateway.tables.backlog import Backlog
from tests.gateway import wired
from tests.gateway.support import Counter, until

EVENTS = b'{"v":1,"dev":"c1","boot":1,"seq":%d,"ev":[[26,1],[26,2],[26,3],[26,4]]}'


def test_a_batch_waits_for_room_and_a_large_one_for_all_of_it():
    waits, entered = Backlog(events_max=10), []

    def put(size):
        waits.put([None] * size)
        entered.append(size)

    for size in (6, 4, 1, 40):
        thread = threading.Thread(target=put, args=(size,), daemon=True)
        thread.start()
        if size > 4:
            thread.join(0.2)
            assert entered == [6] or thread.is_alive()
        elif size == 4:
            thread.join()
    assert waits.events() == 10 and entered == [6, 4]
    assert len(waits.get()[0]) == 6
    until(lambda: 1 in entered, "room for one")
    assert 40 not in entered
    assert [len(waits.get()[0]) for _ in range(3)] == [4, 1, 40]
    waits.end("stop")
    assert waits.get() == ("stop", None) and (waits.events(), waits.batches()) == (0, 0)


def test_engines_that_stand_still_hold_up_what_is_taken_in_and_lose_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(all_tables, "Backlog", lambda: Backlog(events_max=8))
    goes_on = threading.Event()

    class Slow(Counter):
        def apply(self, event):
            goes_on.wait()
            return super().apply(event)

    gateway = wired.start(tmp_path, make_engine=Slow, commit_events_max=1)
    try:
        for i in range(30):
            gateway.link.give("feltwire/7/up/ev", EVENTS % (1 + 4 * i))
        waits = gateway.tables._backlog
        until(lambda: waits.events() == 8 and gateway.inbox_messages(), "that the ingest waits")
        assert gateway.log.last("7").n < 120 and waits.events() <= 8
        goes_on.set()
        until(lambda: gateway.log.last("7") and gateway.log.last("7").n == 120, "all of it")
        wired.drain(gateway)
        assert gateway.tables.get("7").n == 120
    finally:
        goes_on.set()
        gateway.stop()


def test_all_that_may_wait_is_less_than_a_tenth_of_what_the_unit_allows():
    from tests.gateway.aged import memory_max

    bytes_an_event = 1500  # measured: the entry, its row, its event
    assert backlog.EVENTS_MAX * bytes_an_event < memory_max() / 10
