"""When a run gives a hand up: not while the gateway has events of it before it."""

from types import SimpleNamespace

from tools.playing import play


def test_a_gateway_that_is_behind_is_waited_for(monkeypatch):
    lost, live = [], SimpleNamespace(n=4)
    session = play.Session(play.Options())
    session.gateway = SimpleNamespace(
        tables={"1": live}, log=SimpleNamespace(last=lambda table: SimpleNamespace(n=5))
    )
    session.tables = [SimpleNamespace(name="1", open=True, drained=True, lose=lost.append)]

    def at(seconds):
        monkeypatch.setattr(play.time, "monotonic", lambda: session.moved + seconds)
        session._give_up_in_time()
        return len(lost)

    assert at(1) == at(play.LATE_S + 2) == 0
    live.n = 5
    assert at(play.LATE_S + 3) == at(2 * play.LATE_S + 2) == 0
    assert at(2 * play.LATE_S + 4) == 1


def test_a_gateway_that_takes_nothing_more_is_given_up(monkeypatch):
    lost = []
    session = play.Session(play.Options())
    session.gateway = SimpleNamespace(
        tables={}, log=SimpleNamespace(last=lambda table: SimpleNamespace(n=5))
    )
    session.tables = [SimpleNamespace(name="1", open=True, drained=True, lose=lost.append)]
    monkeypatch.setattr(play.time, "monotonic", lambda: session.moved + play.SILENCE_S + 1)
    session._give_up_in_time()
    assert lost
