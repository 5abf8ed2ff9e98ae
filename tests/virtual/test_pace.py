"""A paced table keeps to wall time and does not race after a pause."""

from tools.virtual.pace import Pace


class Wall:
    """A clock that sleeping moves on."""

    def __init__(self):
        self.t = 100.0
        self.slept = 0.0

    def clock(self):
        return self.t

    def sleep(self, seconds):
        self.t += seconds
        self.slept += seconds


def test_virtual_time_is_held_back_to_wall_time_times_speed():
    wall = Wall()
    pace = Pace(2.0, wall.clock, wall.sleep)
    for second in range(5):
        pace.hold(second * 1_000_000)
    assert abs(wall.slept - 2.0) < 0.01


def test_after_falling_far_behind_it_goes_on_at_its_speed():
    wall = Wall()
    pace = Pace(1.0, wall.clock, wall.sleep)
    pace.hold(0)
    wall.t += 60
    pace.hold(1_000_000)
    wall.slept = 0.0
    pace.hold(2_000_000)
    assert abs(wall.slept - 1.0) < 0.01


def test_without_a_speed_nothing_waits():
    wall = Wall()
    Pace(None, wall.clock, wall.sleep).hold(10_000_000)
    assert wall.slept == 0.0
