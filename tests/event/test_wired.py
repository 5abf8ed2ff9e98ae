"""A gateway tells the event's desk and the cash room of each hand: its riffle, then its record."""

from gateway.cash import from_forms as cash_forms
from gateway.event import acts, structure
from gateway.ingest import decoder
from gateway.log.base import Entry
from gateway.web.app import create_app
from shared_rules import wire
from tests.gateway import wired
from tests.gateway.gateway_rig import Rig
from tests.gateway.support import Counter, hand


class Seated(Counter):
    """Ends each hand with the chips of seats 1 and 2 as they were."""

    def apply(self, event):
        out = super().apply(event)
        return [{**o, "stacks_after": {1: 5000, 2: 5000}} for o in out]


def test_hands_and_riffles_of_one_message_are_told_in_the_order_of_the_log(tmp_path):
    rig, reported = Rig(tmp_path), []
    rig.tables.on_start(lambda table: reported.append(("begins", table)))
    rig.tables.on_hand(lambda record: reported.append((record["hand_id"], record["table"])))
    events = [e for i in range(3) for e in hand(100 * i, f"h{i}", i + 1)]
    rig.send("7", 1, 1, [wire.encode(e) for e in events[:-1]])
    rig.close()
    assert reported == [("begins", "7"), ("h0", "7"), ("begins", "7"), ("h1", "7"), ("begins", "7")]


def test_the_event_and_the_cash_room_of_a_gateway_follow_its_tables(tmp_path):
    gateway = wired.start(tmp_path, make_engine=Seated)
    try:
        state = create_app(gateway).app.state
        desk, room = state.desk, state.cash
        desk.open("tda-2011", structure.plan(9, 5000, 3, buy_in=100), "Anna")
        seats = {"A": "1:1", "B": "1:2"}
        for player, place in seats.items():
            paid = ("register", {"player": player, "name": player, "paid": 100})
            seated = ("seated", {"player": player, "to": place, "stack": 5000})
            desk.do(lambda o, c, entry=(paid, seated): list(entry), "Anna")
        desk.do(lambda o, c: acts.start_clock(o), "Anna")
        desk.do(lambda o, c: acts.first_button(o, c, 1), "Anna")
        kinds = {"kind1": "nl", "game1": "no_limit_holdem", "sb1": "2", "bb1": "5"}
        room.open("rrop-6", cash_forms.setup(kinds), "Anna")
        opened = {"table": 2, "kind": "nl", "max": 9, "by": "management"}
        room.do(lambda r, c: [("game_opened", opened)], "Anna")
        for player, place in (("C", "2:1"), ("D", "2:2")):
            given = ("seat_given", {"player": player, "to": place})
            sits = ("seated", {"player": player, "to": place, "amount": 300})
            room.do(lambda r, c, entry=(given, sits): list(entry), "Anna")
        for table in ("1", "2"):
            begun, over = hand(0, "h", 1)[:2], hand(0, "h", 1)[2:]
            _report(gateway, table, 1, begun)
            assert _playing(desk, room) == [table == "1", table == "2"]
            _report(gateway, table, 3, over)
            assert _playing(desk, room) == [False, False]
        assert desk.read(lambda o, t, e: o.hands) == {1: 1}
        assert room.read(lambda r, e: r.games[2].hands) == 1
    finally:
        gateway.stop()


def _report(gateway, table, seq, events):
    """A controller's message, and all that follows from it."""
    rows = [
        (seq + i, e["t"], e["what"], decoder.text(wire.encode(e))) for i, e in enumerate(events)
    ]
    gateway.tables.take([Entry(table, n, "c1", 1, n, t, 0, *row) for n, t, *row in rows])


def _playing(desk, room):
    busy = desk.read(lambda o, t, e: o.event.tables[1].state == "playing")
    return [busy, room.read(lambda r, e: r.games[2].playing)]
