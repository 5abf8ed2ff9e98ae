"""Table time never runs backwards: not over a reboot, not over a restart of the gateway."""

from gateway.tables.tabletime import TableTime


def test_within_a_boot_the_controllers_clock_counts():
    time = TableTime()
    assert [time.at(("c1", 1), t) for t in (5, 10, 10, 400)] == [5, 10, 10, 400]


def test_a_reboot_goes_on_after_the_last_event():
    time = TableTime()
    time.at(("c1", 1), 90_000)
    assert time.at(("c1", 2), 1_500) == 91_500
    assert time.at(("c1", 2), 2_000) == 92_000


def test_a_clock_that_steps_back_holds_still():
    time = TableTime()
    time.at(("c1", 1), 500)
    assert [time.at(("c1", 1), t) for t in (100, 499, 501)] == [500, 500, 501]


def test_a_restarted_gateway_maps_as_before():
    time = TableTime()
    seen = [time.at(b, t) for b, t in ((("c1", 1), 90), (("c1", 2), 15), (("c2", 1), 7))]
    again = TableTime.resume([("c1", 1, 9, seen[0]), ("c1", 2, 3, seen[1]), ("c2", 1, 1, seen[2])])
    assert again.at(("c2", 1), 20) == time.at(("c2", 1), 20)
    assert again.at(("c2", 2), 20) == time.at(("c2", 2), 20)
