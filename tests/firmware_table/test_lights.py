"""The lights: an alert is lit at once, blinks, and stays lit."""

from firmware.drivers.lights import LEVELS, Lights

RED, GREEN = LEVELS["alert"], LEVELS["ok"]


class Clock:
    def __init__(self):
        self.us = 0

    def ticks_us(self):
        return self.us

    def ticks_diff(self, a, b):
        return a - b

    def ticks_add(self, a, b):
        return a + b


class Pixels(dict):
    def __init__(self, clock):
        super().__init__()
        self.clock = clock
        self.shown = []  # (us, the dealer's colour), where it changes

    def write(self):
        if not self.shown or self.shown[-1][1] != self[0]:
            self.shown.append((self.clock.us, self[0]))


def run(lights, clock, us):
    until = clock.us + us
    while clock.us < until:
        lights.poll(clock.us)
        clock.us += 10_000


def make():
    clock = Clock()
    pixels = Pixels(clock)
    lights = Lights(pixels, 3, clock)
    lights.show("ok", 0)
    run(lights, clock, 2_000_000)
    return clock, pixels, lights


def test_an_alert_is_lit_at_once_blinks_and_stays_lit():
    clock, pixels, lights = make()
    began = clock.us
    lights.show("alert", 0)
    run(lights, clock, 10_000_000)
    changes = [(t - began, c) for t, c in pixels.shown if t >= began]
    assert changes[0] == (0, RED)
    assert [c == RED for _, c in changes] == [True, False] * 6 + [True]
    assert changes[-1][0] < 4_000_000


def test_an_alert_that_comes_while_another_blinks_is_lit_at_once():
    for wait_us in (100_000, 300_000, 600_000, 2_900_000):
        clock, pixels, lights = make()
        lights.show("alert", 1)
        run(lights, clock, wait_us)
        lights.show("alert", 0)
        began = clock.us
        run(lights, clock, 20_000)
        assert pixels.shown[-1] == (began, RED), wait_us


def test_other_lights_stay_while_one_blinks():
    clock, pixels, lights = make()
    lights.show("alert", 2)
    run(lights, clock, 5_000_000)
    assert [c for _, c in pixels.shown if c not in (GREEN, (0, 0, 0))] == []
    assert pixels[0] == GREEN and pixels[2] == RED
