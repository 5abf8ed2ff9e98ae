"""A client that takes nothing is cut with a reason; the others do not notice."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
import structlog

from gateway.web import stream


async def _send(hub, table, taken, gate):
    """What the server does with a stream: each message waits until the client takes it."""
    async for text in hub.follow(table, lambda: {"n": len(taken), "x": "y" * 1000}):
        if text.startswith("data"):
            await gate.wait()
            taken.append(text)


async def _scene():
    hub = stream.Hub()
    hub.attach(asyncio.get_running_loop())
    opened, closed = asyncio.Event(), asyncio.Event()
    opened.set()
    quick_took, slow_took = [], []
    quick = asyncio.ensure_future(_send(hub, "7", quick_took, opened))
    slow = asyncio.ensure_future(_send(hub, "7", slow_took, closed))
    while not slow.done():
        hub._wake("7")
        await asyncio.sleep(0.01)
    await asyncio.sleep(0)
    had, left = len(quick_took), hub.count()
    while len(quick_took) < had + 3:
        hub._wake("7")
        await asyncio.sleep(0.01)
    quick.cancel()
    await asyncio.gather(quick, return_exceptions=True)
    return slow.cancelled(), slow_took, left


def on_a_loop(scene):
    """What a scene returns, on a loop of its own: the browser's tests leave theirs behind."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(asyncio.wait_for(scene(), 60))).result()


def test_a_client_that_takes_nothing_is_cut_and_no_other(monkeypatch):
    monkeypatch.setattr(stream, "SLOW_S", 0.3)
    monkeypatch.setattr(stream, "MIN_PAUSE_S", 0.001)
    with structlog.testing.capture_logs() as said:
        cancelled, took, _left = on_a_loop(_scene)
    assert cancelled and took == []
    assert [line["event"] for line in said] == ["a screen was cut: it took nothing"]


def test_a_stream_queues_nothing_for_a_slow_client(monkeypatch):
    """A thousand changes while one message waits: the next one tells the newest state only."""
    monkeypatch.setattr(stream, "MIN_PAUSE_S", 0.001)

    async def scene():
        hub, gate, taken, state = stream.Hub(), asyncio.Event(), [], [0]
        hub.attach(asyncio.get_running_loop())

        async def send():
            async for text in hub.follow("7", lambda: {"n": state[0]}):
                taken.append(text)
                if text.startswith("data"):
                    await gate.wait()

        task = asyncio.ensure_future(send())
        while not any(t.startswith("data") for t in taken):
            await asyncio.sleep(0.001)
        for state[0] in range(1, 1001):
            hub._wake("7")
        gate.set()
        while not any('"n":1000' in t for t in taken):
            await asyncio.sleep(0.001)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return [t for t in taken if t.startswith("data")]

    reported = on_a_loop(scene)
    assert reported == ['data: {"n":0}\n\n', 'data: {"n":1000}\n\n']


@pytest.mark.parametrize("steps", range(6))
def test_a_stream_that_is_ended_as_it_wakes_ends(steps, monkeypatch):
    """However far the loop has carried the news of a change to it."""
    monkeypatch.setattr(stream, "MIN_PAUSE_S", 0)

    async def scene():
        hub = stream.Hub()
        hub.attach(asyncio.get_running_loop())

        async def send():
            async for _changed in hub.wakes("7"):
                pass

        task = asyncio.ensure_future(send())
        for _ in range(20):  # it waits
            await asyncio.sleep(0)
        hub._wake("7")
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task], timeout=stream.KEEPALIVE_S)
        hub.close()  # one that goes on ends here
        return task.done() and task.cancelled()

    assert on_a_loop(scene)
