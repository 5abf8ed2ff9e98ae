"""Table time never runs backwards: not over a reboot, not over a restart of the gateway."""

from gateway.tables.tabletime import TableTime
from shared_rules import wire
from shared_rules.table import Table
from tests.engine.test_correcting import SETUP, chips, correction
from tests.gateway.gateway_rig import Rig


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


def test_chips_read_late_belong_to_their_wager_after_a_reboot_too(tmp_path):
    whole, cut = (views_of(tmp_path / name, boots) for name, boots in (("whole", 1), ("cut", 2)))
    assert whole == cut and whole["acts"] == [("call", 3, 100)]


def views_of(folder, boots):
    """What a table shows after a short call whose missing chips are read late, in its last boot."""
    rig = Rig(folder, engine=Table)
    begun = 0
    if boots > 1:  # an event of an earlier boot: the controller's clock begins anew after it
        rig.send("1", 1, 1, [wire.encode({"t": 90_000, "what": "riffle", "hand": 0})])
        begun = 90_000
    hand = [SETUP, {"t": 1, "what": "riffle", "hand": 1}, chips(2, 1, [50]), chips(3, 2, [100])]
    for nth in range(6):
        move = {"t": 10 + nth, "what": "card_move", "cards": [f"#{nth + 1}"], "from": "stub"}
        move.update(to=f"seat:{nth % 3 + 1}", face="down", by="dealer", nth=nth + 1)
        hand.append(move)
    hand += [chips(100, 3, [50]), correction(100, [50])]
    rig.send("1", boots, 1, [wire.encode(event) for event in hand])
    live = rig.tables.get("1")
    acts = [(a["act"], a["seat"], a["to"]) for a in live.actions if a["act"] != "post"]
    assert all(a["t"] >= begun for a in live.actions)
    rig.close()
    return {"acts": acts, "open": len(live.open_alerts())}
