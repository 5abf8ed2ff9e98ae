"""An alert whose remedy is done closes by itself once play goes on; what is open stays open."""

from types import SimpleNamespace

from gateway.alerts import escalation
from gateway.tables import projections
from gateway.tables.live import LiveTable, Results
from shared_rules.table import Table
from tests.rulings.ruling_scene import Scene, ring

FOUR = [2, 4, 6, 8]


class Vault:
    """Knows no card."""

    def follow(self, table, event):
        """Nothing to follow."""

    def open_hand(self, table, dev, boot, hand):
        """No tokens."""

    def public(self, table):
        """No card is public."""
        return {}


def live(events, book="rrop-6", vault=None):
    """A live table after the events."""
    table = LiveTable("1", Table, vault or Vault(), book)
    setup = ring(FOUR, stacks={str(s): 9000 for s in FOUR}, game="nlhe", what="setup", t=0)
    for n, event in enumerate([setup, *events]):
        entry = SimpleNamespace(n=n, t=event["t"], wall=event["t"], dev="c1", boot=1, bad=None,
                                event=dict(event), row=None)  # fmt: skip
        table.apply(entry, Results())
    return table


def short_hand():
    """The last seat got one card; it is given the other."""
    s = Scene(ring(FOUR)).start().deal(rounds=1).deal([2, 4, 6])
    s.add("rfid_count", zone="seat:8", cards=1).notice("wrong_card_count", by="player", seat=8)
    return s.card("seat:8")


def test_an_alert_closes_when_its_remedy_is_done_and_play_goes_on():
    table = live(short_hand().events)
    (body,) = table.alerts.values()
    assert body["ruling"] == "give_top_card" and not body.get("closed")
    assert len(table.open_alerts()) == 1
    table = live(short_hand().act(6, "fold").events)
    (body,) = table.alerts.values()
    assert body["closed"] and table.open_alerts() == [] and table.waiting() == {}
    assert escalation.state_of(body).name == escalation.SETTLED
    (settled,) = projections.alert_lists(table)["settled"]
    assert settled["closed"] and not settled["withdrawn"]


def test_an_alert_nobody_did_anything_about_stays_open():
    s = Scene(ring(FOUR)).start().deal(rounds=1).deal([2, 4, 6])
    s.add("rfid_count", zone="seat:8", cards=1).notice("wrong_card_count", by="player", seat=8)
    table = live(s.act(6, "fold").events)
    assert [b["ruling"] for _, _, b in table.open_alerts()] == ["give_top_card"]


def test_a_misdeal_is_open_until_the_new_deal_is_played():
    s = Scene(ring(FOUR)).start().card("seat:2", "Kd", "up")
    s.add("finding", kind="misdeal_declared").card("stub", "Kd", frm="seat:2")
    s.nth = 0
    s.start().deal(rounds=2)
    (body,) = [b for b in live(s.events).alerts.values() if b["ruling"] == "misdeal"]
    assert not body.get("closed")
    (body,) = [b for b in live(s.act(6, "fold").events).alerts.values() if b["misdeal"]]
    assert body["closed"]
