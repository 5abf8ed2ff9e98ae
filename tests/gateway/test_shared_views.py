"""Screens that show the same share what is made for them: once a change, in step, none behind."""

import asyncio
import json

import pytest

from gateway.web import stream
from gateway.web.stream import FRAME, View
from tests.gateway.test_slow_client import on_a_loop


def read(text):
    return json.loads(text[len("data: ") :])


async def ended(tasks):
    """Cancel them until they have ended: ``wait_for`` may swallow one (CPython 3.11)."""
    while not all(task.done() for task in tasks):
        for task in tasks:
            task.cancel()
        await asyncio.sleep(0.001)


class Room:
    """Parts that a test changes, and how often they were made."""

    def __init__(self):
        self.parts, self.made = {"a": 1, "b": 1}, 0

    def render(self):
        self.made += 1
        return dict(self.parts)


def test_a_view_sends_each_client_what_is_new_to_it_and_writes_it_once(monkeypatch):
    written = []
    monkeypatch.setattr(stream, "message", lambda parts: written.append(parts) or str(parts))
    room = Room()
    view = View(room.render)
    view.renew(1)
    assert view.news(0) == view.news(0) == str({"a": 1, "b": 1})
    assert view.news(view.version) is None
    room.parts["b"] = 2
    view.renew(1)  # nothing has changed since, by the count
    assert room.made == 1 and view.news(1) is None
    view.renew(2)
    assert view.news(1) == view.news(1) == str({"b": 2})
    room.parts["a"] = 2
    view.renew(3)
    assert view.news(1) == str({"a": 2, "b": 2}) and view.news(2) == str({"a": 2})
    view.renew(4)  # made anew, and the same
    assert view.version == 3 and room.made == 4 and view.news(3) is None
    assert written == [{"a": 1, "b": 1}, {"b": 2}, {"a": 2, "b": 2}, {"a": 2}]


def test_another_frame_sends_all_that_lies_in_it():
    room = Room()
    room.parts[FRAME] = "<p>"
    view = View(room.render)
    view.renew(1)
    room.parts[FRAME] = "<p><p>"
    view.renew(2)
    assert read(view.news(1)) == {"a": 1, "b": 1, FRAME: "<p><p>"}
    del room.parts["b"]
    room.parts["a"] = 5
    view.renew(3)
    assert read(view.news(2)) == {"a": 5} and read(view.news(0)) == {"a": 5, FRAME: "<p><p>"}


@pytest.mark.parametrize("clients", [2, 20])
def test_many_clients_cost_one_rendering_a_change(monkeypatch, clients):
    monkeypatch.setattr(stream, "MIN_PAUSE_S", 0.01)

    async def scene():
        hub, room, has = stream.Hub(), Room(), [{} for _ in range(clients)]

        async def client(i):
            async for text in hub.follow("7", room.render, ("/floor", "en")):
                if text.startswith("data"):
                    has[i].update(read(text))

        tasks = [asyncio.ensure_future(client(i)) for i in range(clients)]
        for value in range(2, 12):
            room.parts["b"] = value
            hub._wake("7")
            while any(own.get("b") != value for own in has):
                await asyncio.sleep(0.001)
        made = room.made
        await ended(tasks)
        return made, hub

    made, hub = on_a_loop(scene)
    assert made <= 12  # ten changes, and what the first ones that came were shown
    assert hub._views == {} and hub.count() == 0


def test_nobody_stays_behind_when_changes_come_faster_than_they_are_shown(monkeypatch):
    monkeypatch.setattr(stream, "MIN_PAUSE_S", 0.005)
    monkeypatch.setattr(stream, "KEEPALIVE_S", 60.0)  # nothing is mended by the keepalive

    async def scene():
        hub, room, has, tasks = stream.Hub(), Room(), {}, []

        async def client(i):
            async for text in hub.follow("7", room.render, ("/floor", "en")):
                if text.startswith("data"):
                    has.setdefault(i, {}).update(read(text))

        for value in range(300):  # one more screen every tenth change, at any moment of a pause
            if value % 10 == 0:
                tasks.append(asyncio.ensure_future(client(len(tasks))))
            room.parts["b"] = value
            hub._wake("7")
            await asyncio.sleep(0.001)
        while len(has) < len(tasks) or any(own["b"] != 299 for own in has.values()):
            await asyncio.sleep(0.001)
        await ended(tasks)

    on_a_loop(scene)


def test_another_key_and_none_are_shown_their_own(monkeypatch):
    monkeypatch.setattr(stream, "MIN_PAUSE_S", 0.001)

    async def scene():
        hub, took = stream.Hub(), {}

        async def client(name, key):
            async for text in hub.follow("7", lambda: {"who": name}, key):
                if text.startswith("data"):
                    took[name] = read(text)["who"]

        keys = {"de": ("/", "de"), "en": ("/", "en"), "one": None, "two": None}
        tasks = [asyncio.ensure_future(client(name, key)) for name, key in keys.items()]
        while len(took) < len(keys):
            await asyncio.sleep(0.001)
        await ended(tasks)
        return took

    assert on_a_loop(scene) == {name: name for name in ("de", "en", "one", "two")}
