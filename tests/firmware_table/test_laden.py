"""What the load of a loop tells of cards nobody has read, and of keys that name them."""

import pytest

from tests.firmware_table.rig import Rig, card

EMPTY, CARD = 420, 9


class Weighed(Rig):
    """A rig whose loops feel the cards on them, read or not; ``more``: counts besides."""

    def __init__(self, sign=1):
        self.more = {}
        self.sign = sign
        super().__init__()

    def gain(self, name):
        load = CARD * len(self.at[name]) + self.more.get(name, 0)
        return EMPTY - self.sign * load


def dealt(rig):
    """A hand dealt, the first act made, the load of a card learned."""
    rig.run(9000)
    rig.hand()
    rig.run(3000)
    rig.key(what="declare", seat=3, word="call")
    rig.run(200)
    rig.emitted()
    return rig


def burn(rig, i, read=True):
    if not read:
        rig.blind["burn"] = [*rig.blind.get("burn", ()), card(i)]
    rig.deal(i, "burn")


def burned(rig):
    return [e for e in rig.emitted("card_move") if e["to"] == "burn"]


def test_a_second_burn_that_is_never_read_is_told_by_its_load():
    rig = dealt(Weighed())
    burn(rig, 20)
    burn(rig, 21, read=False)
    rig.run(2500)  # a slip by load alone waits until a pitch is over
    emitted = burned(rig)
    assert [e["cards"] for e in emitted] == [["1c20"], ["1c21"]]
    assert emitted[1]["confidence"] == "medium" and "confidence" not in emitted[0]


@pytest.mark.parametrize("sign,more", [(0, 0), (-1, 0), (1, 160)])
def test_nothing_is_said_where_the_load_tells_nothing(sign, more):
    """No load, one that grows the wrong way, metal on the loop."""
    rig = dealt(Weighed(sign))
    burn(rig, 20)
    rig.run(300)
    rig.more["burn"] = more
    burn(rig, 21, read=False)
    rig.run(1500)
    assert [e["cards"] for e in burned(rig)] == [["1c20"]]


def test_a_card_to_a_seat_without_a_player_is_told_before_it_could_be_doubted():
    rig = dealt(Weighed())
    rig.riffle()
    rig.emitted()
    for i, seat in ((0, 1), (1, 2), (2, 4)):  # seat 4 is not in the hand
        rig.deal(i, f"seat:{seat}")
    rig.run(1000)
    assert [e["to"] for e in rig.emitted("card_move")] == ["seat:1", "seat:2", "seat:4"]


def test_a_street_without_a_burn_is_not_held_back_where_the_burn_place_bears_none():
    rig = dealt(Weighed())
    for i in range(3):
        rig.deal(20 + i, f"board:{i + 1}")
    rig.run(1200)
    emitted = rig.emitted()
    assert [e["to"] for e in emitted if "to" in e] == ["board"]
    assert not [e for e in emitted if "id" in e]


@pytest.mark.parametrize("passed", [True, False])
def test_a_card_keyed_as_exposed_is_told_before_the_key(passed):
    """Where the mouth has seen it, from the key; else it is waited for."""
    rig = Rig()
    rig.hand()
    rig.riffle()
    rig.emitted()
    rig.blind = {"seat:1": [card(0)], "mouth:1": [] if passed else [card(0)]}
    rig.deal(0, "seat:1")
    rig.key(what="notice", kind="exposed_card", by="dealer", about_seat=1)
    rig.run(1200)
    assert bool(rig.events) == passed
    rig.blind = {}
    rig.run(1500)
    assert [e["what"] for e in rig.events] == ["card_move", "notice"]
    assert rig.events[0]["to"] == "seat:1"


def test_a_key_about_a_card_that_never_shows_is_told_all_the_same():
    rig = Rig()
    rig.hand()
    rig.riffle()
    rig.emitted()
    rig.key(what="notice", kind="exposed_card", by="dealer", about_seat=1)
    rig.run(3000)
    assert [e["what"] for e in rig.events] == ["notice"]
