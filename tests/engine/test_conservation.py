"""No chip comes or goes unseen: stacks after a hand add up to those before it, or it is said."""

import random

import pytest

from shared_rules import rulebooks
from shared_rules.table import BadSetup, Table
from tests.engine import fuzz
from tests.play import direct
from tests.play.test_chain import whole
from tests.samples import in_soak
from tools.playing.replay import RecordingTable, replay
from tools.virtual.irregularities import BY_KIND

SAID = "pots.not_conserved"
RECORD = {
    "variant": "NT", "antes": [0, 0, 0], "blinds_or_straddles": [50, 100, 0], "min_bet": 100,
    "starting_stacks": [1000, 2000, 3000],
    "actions": ["d dh p1 AsKs", "d dh p2 2c3d", "d dh p3 7c7d", "p3 f", "p1 cc", "p2 cc",
                "d db 4h5s9c", "p1 cc", "p2 cc", "d db Td", "p1 cc", "p2 cc", "d db Jh",
                "p1 cc", "p2 cc", "p1 sm AsKs", "p2 sm 2c3d"],
}  # fmt: skip


def events():
    table = RecordingTable("tda-2011")
    replay("x", RECORD, table=table)
    return table.seen


def last_hand(seen, book="tda-2011"):
    table, found = Table(book), None
    for event in seen:
        for out in table.apply(event):
            found = out if out["k"] == "hand" else found
    return found


def said(hand):
    return [(r["ruling"], r["amount"]) for r in hand["incidents"] if r["situation"] == SAID]


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_a_hand_that_adds_up_says_nothing(book):
    hand = last_hand(events(), book)
    assert hand["stacks_after"] == {1: 1100, 2: 1900, 3: 3000}
    assert hand["incidents"] == []


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_more_pushed_than_the_pot_held_is_said_with_its_amount(book):
    seen = events()
    assert (seen[-1]["from"], seen[-1]["to"]) == ("pot", "seat:1")
    seen[-1] = dict(seen[-1], chips=[100, 100, 25])
    hand = last_hand(seen, book)
    assert sum(hand["stacks_after"].values()) == 6025
    assert said(hand) == [("floor_decides", 25)]


def test_a_pot_of_which_a_part_was_never_pushed_is_said():
    seen = events()
    push = dict(seen[-1], chips=[100, 25])
    other = dict(push, seat=2, to="seat:2", chips=[50])
    nxt = {"t": push["t"] + 5000, "what": "riffle"}
    table, outputs = Table("tda-2011"), []
    for event in [*seen[:-1], push, other, nxt]:
        outputs += table.apply(event)
    hand = [o for o in outputs if o["k"] == "hand"][0]
    assert sum(hand["stacks_after"].values()) == 5975
    assert said(hand) == [("floor_decides", 25)]


@pytest.mark.parametrize("when", ["before the deal", "in the hand", "after it"])
def test_chips_brought_openly_are_in_the_stack_of_the_next_hand(when):
    seen = events()
    at = {"before the deal": 2, "in the hand": len(seen) - 8, "after it": len(seen)}[when]
    brought = {"t": seen[at - 1]["t"], "what": "chips_move", "seat": 3, "chips": [500],
               "from": "off", "to": "seat:3", "by": "player"}  # fmt: skip
    table, outputs = Table("tda-2011"), []
    for event in [*seen[:at], brought, *seen[at:], {"t": 10**6, "what": "riffle"}]:
        outputs += table.apply(event)
    hand = [o for o in outputs if o["k"] == "hand"][0]
    assert said(hand) == []
    assert table.setup["stacks"] == {"1": 1100, "2": 1900, "3": 3500}


@pytest.mark.parametrize("lists", [200, *in_soak(600)])
def test_whatever_is_seen_stacks_add_up_or_it_is_said(lists):
    hands = [h for h in fuzz.hands_to_change() if h[1] is None]
    ended = moments = 0
    for seed in range(lists):
        rng = random.Random(f"conservation/{seed}")
        shown = fuzz.admitted(fuzz.mutated(rng.choice(hands)[0], rng))
        table = Table(rulebooks.BOOKS[seed % len(rulebooks.BOOKS)])
        for event in shown:
            try:
                outputs = table.apply(event)
            except BadSetup:
                continue
            moments += as_many_as_ever(table.hand, event)
            for out in outputs:
                if out["k"] != "hand" or len(outputs) > 200:
                    continue
                ended += 1
                check(table, out, seed)
    assert ended > lists // 2 and moments > 50 * lists


def as_many_as_ever(hand, event):
    """Stacks, bets and pots of a hand that goes on are the chips it began with; True where looked
    at: a table with a stack nobody named knows neither."""
    if (
        hand is None
        or hand.phase == "over"
        or [s for s in hand.seats if s not in hand.stacks_before]
    ):
        return False
    began = sum(hand.stacks_before.values()) + sum((hand.setup.get("bets") or {}).values())
    began += (hand.pot or 0) + sum(hand.pending.get("added", {}).values())
    assert sum(hand.stacks.values()) + hand.pot_total() == began, event
    return True


@pytest.mark.parametrize("kind", [None, *BY_KIND])
def test_at_every_moment_of_an_irregular_hand_the_chips_are_as_many(kind):
    """Whatever is ruled about chips that have moved, and whatever becomes of it, in each book."""
    for book in rulebooks.BOOKS:
        *_, script, _ = direct.play("x", whole(kind), kind, book)
        table, moments = Table(book), 0
        for event in script.mirror.events:
            table.apply(event)
            moments += as_many_as_ever(table.hand, event)
        assert table.hand.phase == "over" and moments > 4


def check(table, out, seed):
    hand = table.hand
    if hand.phase != "over":
        return  # the event began the next hand, too
    before = sum(hand.stacks_before.values()) + (hand.pot or 0)
    brought = sum(hand.pending.get("added", {}).values())
    after = sum(out["stacks_after"].values()) + out.get("carried", 0)
    reported = [r for r in out["incidents"] if r["situation"] == SAID]
    if out.get("cut"):  # chips are whose they were; where the pot went somebody has to look
        assert after == sum(hand.stacks_before.values()) + brought, seed
        assert [r["amount"] for r in reported] == [n for n in [hand.pot_total()] if n], seed
        return
    assert (after != before + brought) == bool(reported), (seed, before, brought, after)
    for ruling in reported:
        assert ruling["amount"] == abs(after - before - brought), seed


def all_in_three_ways(pushes):
    """Stacks after the hand and what is said: 300 are all-in against 900 and 2000, three pots
    (900 for all, 1200 for two, 1100 uncalled given back), pushed as ``pushes``: [(seat, chips)]."""
    record = dict(RECORD, starting_stacks=[300, 900, 2000], actions=[
        "d dh p1 AsKs", "d dh p2 2c3d", "d dh p3 7c7d", "p3 cbr 2000", "p1 cc", "p2 cc",
        "p1 sm AsKs", "p2 sm 2c3d", "p3 sm 7c7d", "d db 4h5s9c", "d db Td", "d db Jh",
    ])  # fmt: skip
    table = RecordingTable("tda-2011")
    replay("x", record, table=table)
    seen = [e for e in table.seen if not (e["what"] == "chips_move" and e["from"] == "pot")]
    pushed = [e for e in table.seen if e not in seen]
    for seat, chips in pushes:
        seen.append(dict(pushed[-1], seat=seat, to=f"seat:{seat}", chips=chips))
    seen.append({"t": seen[-1]["t"] + 9000, "what": "riffle"})
    hand = last_hand(seen)
    return hand["stacks_after"], said(hand)


@pytest.mark.parametrize("read, after", [
    ([(1, [500, 300, 100]), (3, [1000, 200])], {1: 900, 2: 0, 3: 2300}),
    ([(1, [500, 300]), (3, [1000, 200])], {1: 900, 2: 0, 3: 2300}),
    ([(1, [500, 300, 100]), (3, [1000, 100])], {1: 900, 2: 0, 3: 2300}),
    ([(1, [400]), (2, [400, 50]), (3, [1000, 200])], {1: 450, 2: 450, 3: 2300}),
])  # fmt: skip
def test_chips_unread_on_their_way_belong_where_the_pots_come_out_even(read, after):
    assert all_in_three_ways(read) == (after, [])


def test_chips_unread_that_could_be_anybody_s_are_said():
    stacks, reported = all_in_three_ways([(1, [100]), (3, [1000, 200, 500])])
    assert reported == [("floor_decides", 300)] and sum(stacks.values()) == 2900


SIDE = {
    "variant": "NT", "antes": [0, 0, 0], "blinds_or_straddles": [50, 100, 0], "min_bet": 100,
    "starting_stacks": [2000, 2000, 500],
    "actions": ["d dh p1 AsKs", "d dh p2 2c3d", "d dh p3 7c7d", "p3 cbr 500", "p1 cc", "p2 cc",
                "d db 4h7s9c", "p1 cbr 400", "p2 cc", "d db Td", "p1 cc", "p2 cc", "d db Ah",
                "p1 cc", "p2 cc", "p1 sm AsKs", "p2 sm 2c3d", "p3 sm 7c7d"],
}  # fmt: skip


def side_pot(winners, pushes):
    """The last hand of a side pot's table: winners as keyed, chips pushed as far as was read."""
    table = RecordingTable("tda-2011")
    replay("x", SIDE, table=table)
    seen = [e for e in table.seen if e.get("from") != "pot"]
    t = seen[-1]["t"]
    seen.append({"t": t + 1, "what": "showdown", "seats": [1, 2, 3], **winners})
    for seat, chips in pushes:
        seen.append({"t": t + 2, "what": "chips_move", "seat": seat, "chips": chips,
                     "from": "pot", "to": f"seat:{seat}", "by": "dealer"})  # fmt: skip
    return last_hand([*seen, {"t": t + 5000, "what": "riffle"}])


def test_a_side_pot_whose_winner_was_not_read_is_nobodys():
    hand = side_pot({"high": [3]}, [])
    assert hand["stacks_after"] == {1: 1100, 2: 1100, 3: 1500}
    assert said(hand) == [("floor_decides", 800)]


def test_a_side_pot_of_which_chips_came_to_one_seat_is_that_seats():
    hand = side_pot({"high": [3]}, [(1, [500, 100])])
    assert hand["stacks_after"] == {1: 1900, 2: 1100, 3: 1500}
    assert said(hand) == []
    both = side_pot({"high": [3]}, [(1, [100]), (2, [100])])
    assert both["stacks_after"] == {1: 1100, 2: 1100, 3: 1500}
    assert said(both) == [("floor_decides", 800)]


def test_a_winner_read_for_all_pots_is_paid_all():
    hand = side_pot({"high": [1]}, [])
    assert hand["stacks_after"] == {1: 1100 + 2300, 2: 1100, 3: 0}
    assert said(hand) == []
