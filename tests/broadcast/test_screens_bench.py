"""What ``bench screens`` makes of what pages and traces say, without a browser."""

import time

import pytest

from tools.bench import screens


def test_a_frame_shows_all_events_up_to_its_own():
    ahead = time.time() - time.monotonic()
    sent = {("7", seq): 100.0 + seq for seq in range(1, 6)}
    numbers = [(10, 1), (11, 2), (13, 3), (14, 4), (15, 5)]  # 12 was an act of a person
    drawn = [[14, 1000 * (ahead + 104.25)], [11, 1000 * (ahead + 102.5)]]
    found = screens.delays_of(drawn, numbers, sent, "7", since=101.5)
    assert found == pytest.approx([0.5, 1.25, 0.25], abs=0.01)  # 15 was not drawn any more


def test_frames_are_those_of_the_process_that_draws():
    traced = [{"name": "DrawFrame", "pid": 3, "ts": 20_000 * n} for n in range(51)]
    traced += [{"name": "DrawFrame", "pid": 4, "ts": 5}, {"name": "BeginFrame", "pid": 4, "ts": 9}]
    assert screens.frames_of(traced) == {"frames_s": 50.0, "frame_ms": {"50": 20.0, "99": 20.0}}
    assert screens.frames_of([])["frames_s"] is None
