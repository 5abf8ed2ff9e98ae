"""What is put right: deadlines of rulings, the wrong bring-in, halves pushed to the wrong seat."""

import pytest

from shared_rules import rulebooks, sentences
from shared_rules.rulebooks import keys
from shared_rules.table import Table
from tests.rulings.ruling_scene import Scene, ring, stud
from tests.rulings.spots import play, say, setup
from tests.rulings.start.test_frame import UPS, bring_in

# -- deadlines -------------------------------------------------------------------------------------


def until(scene, book):
    r = scene.ruling(book)
    assert r["irregular"]
    return r["deadline"] and r["deadline"]["until"]


def test_a_misdeal_can_be_called_until_the_books_own_moment():
    s = Scene(ring([1, 2, 4, 5, 6], button=6, sb_seat=1, bb_seat=2)).start()
    s.deal([1, 2]).card("seat:3").deal([4, 5, 6])
    got = {book: until(s, book) for book in rulebooks.BOOKS}
    assert got.pop("tda-2011") == "substantial_action"
    assert set(got.values()) == {"two_acted"}
    assert s.ruling("tda-2011")["deadline"]["cite"] == ["tda-2011:32", "tda-2011:33"]


def test_a_burn_fault_can_be_put_right_until_somebody_acts_on_the_street():
    s = Scene(ring(street="flop", live=[3, 4], board=["Kd", "8s", "3c"], street_closed=True,
                   burned=1)).board("5h")  # fmt: skip
    assert until(s, "rrop-6") == until(s, "stg-2011") == "street_acted"
    late = s.act(3, "check").notice("missing_burn")
    assert until(late, "rrop-6") is None


def test_an_act_out_of_turn_is_open_until_the_action_comes_round():
    table = setup("flop", (3, 4, 5))
    for book in rulebooks.BOOKS:
        r = play(book, table, [say(4, "bet", 600)]).answer()
        assert r["deadline"]["until"] == "turn_comes", book


def test_a_book_without_a_deadline_gives_none():
    s = Scene(ring(street="flop", live=[3, 4], board=["Kd", "8s", "3c"])).act(3, "bet", 500)
    s.add("chips_move", seat=4, chips=[1000], **{"from": "seat:4"}, to="line:4", by="player",
          motion=1, released=True, crossed="full")  # fmt: skip
    for book in rulebooks.BOOKS:
        assert s.ruling(book)["deadline"] is None


def test_a_break_cuts_a_dispute_short_where_the_book_counts_the_minute():
    row = rulebooks.get("ipr-2018").outcome("pots.award_break").deadline
    assert row[:2] == ("next_hand", 60000)


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_deadlines_name_situations_and_have_words(book):
    known = {key for key, _ in keys.SITUATIONS}
    words = {word for word, _ in sentences.DEADLINES}
    first = rulebooks.module_of(book.replace("-", "_"))
    named = []
    for until_, ms, cites, text in first.DEADLINES:
        assert until_ in words and cites and (ms is None or ms > 0)
        named += text.split()
    assert set(named) <= known
    assert len(named) == len(set(named)), "two deadlines for one situation"


# -- open pair -------------------------------------------------------------------------------------

PAIR = {"2": ["9h", "9d"], "4": ["Ks", "4c"], "6": ["7c", "8c"]}


def fourth(ups=PAIR, game="stud7"):
    return Scene(stud("fourth", live=[2, 4, 6], upcards=ups), game)


def test_open_pair_opens_the_upper_limit_to_everybody():
    assert fourth().hand("rrop-6").bounds(2) == (0, 200, 400)
    assert fourth().act(2, "check").hand("rrop-6").bounds(4) == (0, 200, 400)
    assert fourth().act(2, "bet", 200).hand("rrop-6").bounds(4) == (200, 400, 600)


def test_after_a_wager_of_the_upper_limit_all_raises_are_of_that_size():
    assert fourth().act(2, "bet", 400).hand("rrop-6").bounds(4) == (400, 800, 800)
    s = fourth().act(2, "bet", 200).act(4, "raise", 600)
    assert s.hand("rrop-6").bounds(6) == (600, 1000, 1000)


def test_no_open_pair_no_upper_limit():
    plain = {"2": ["9h", "Ad"], "4": ["Ks", "4c"], "6": ["7c", "8c"]}
    assert fourth(plain).hand("rrop-6").bounds(2) == (0, 200, 200)
    assert fourth(game="stud8").hand("rrop-6").bounds(2) == (0, 200, 200)
    assert fourth().hand("tda-2011").bounds(2) == (0, 200, 200)  # the book is silent


def test_between_the_two_limits_goes_to_the_nearer():
    for said, due in ((250, 200), (320, 400)):
        s = fourth().add("declare", seat=2, word="bet", wording="plain", amount=said)
        r = s.ruling("rrop-6")
        assert (r["ruling"], r["amount"], r["deadline"]["until"]) == (
            "wager_corrected", due, "street_over")  # fmt: skip


# -- bring-in --------------------------------------------------------------------------------------


def test_corrected_bring_in_takes_the_wrong_wager_back():
    s = bring_in(3).add("post", seats=[5], kind="bring_in", amount=50)
    hand = s.hand("rrop-6")
    assert (hand.bets.get(3, 0), hand.bets[5], hand.turn) == (0, 50, 6)
    assert hand.pot_total() == 50
    assert [(a["seat"], a["act"]) for a in hand.actions] == [(5, "bring_in")]
    assert hand.answer()["ruling"] == "bring_in_corrected"


def test_a_wrong_bring_in_that_was_acted_on_stays_in_the_pot():
    hand = bring_in(3).act(4, "call", 50).hand("rrop-6")
    assert (hand.bets[3], hand.bets[4]) == (50, 50)
    assert hand.answer()["ruling"] == "bring_in_stands"


def test_wrong_bring_in_by_chips_alone():
    s = Scene(stud("third", live=[1, 2, 3, 4, 5, 6, 7], upcards=UPS), "stud7")
    chips = {"motion": 1, "released": True, "crossed": "full", "by": "player"}
    s.add("chips_move", seat=3, chips=[50], **{"from": "seat:3"}, to="line:3", **chips)
    r = s.ruling("rrop-6")
    assert (r["ruling"], r["seat"]) == ("bring_in_corrected", 5)
    s.add("chips_move", seat=3, chips=[50], **{"from": "line:3"}, to="seat:3", by="player")
    s.add("chips_move", seat=5, chips=[50], **{"from": "seat:5"}, to="line:5", **chips)
    hand = s.hand("rrop-6")
    assert (hand.bets.get(3, 0), hand.bets[5], hand.turn) == (0, 50, 6)


# -- disputed awards of high-low pots --------------------------------------------------------------


def high_low():
    """A live Omaha high-low table at the showdown: seat 1 has the high, seat 2 the low."""
    table = Table("rrop-6")
    s = Scene(
        ring(
            [1, 2],
            format="cash",
            betting="limit",
            sb=10,
            bb=20,
            small_bet=20,
            big_bet=40,
            button=1,
            sb_seat=1,
            bb_seat=2,
            stacks={"1": 500, "2": 500},
        ),
        "limit_omaha8",
    )
    setup_event = dict(s.setup, t=0, what="setup", game="limit_omaha8")
    s.start()
    hands = {1: ["Ks", "Kh", "Qs", "Qh"], 2: ["As", "2s", "9d", "Td"]}
    for i in range(4):
        for seat in (2, 1):
            s.card(f"seat:{seat}", hands[seat][i])
    s.act(1, "call", 20).act(2, "check")
    for cards in (["Kd", "5c", "6h"], ["8c"], ["Qd"]):
        s.burn().board(*cards).act(2, "check").act(1, "check")
    for seat in (1, 2):
        s.card(f"seat:{seat}", hands[seat], "up", "player", f"seat:{seat}")
    for event in [setup_event, *s.events]:
        table.apply(event)
    return table, s


def reported(table, s, *events):
    out = []
    for what, fields in events:
        s.add(what, **fields)
        out += table.apply(s.events[-1])
    return [o for o in out if o["k"] == "ruling"]


def test_low_half_pushed_to_the_high_hand_goes_over():
    table, s = high_low()
    rulings = reported(table, s, ("pot_awarded", {"seats": [1], "amount": 40, "scoop": True}),
                   ("notice", {"by": "player", "kind": "claims_pot", "seat": 2}))  # fmt: skip
    assert [(r["ruling"], r["seat"], r["amount"]) for r in rulings] == [("award_corrected", 2, 20)]
    assert table.view()["awarded"] == {1: 20, 2: 20}
    assert table.hand.stacks == {1: 500, 2: 500}


def test_halves_pushed_right_stand():
    table, s = high_low()
    rulings = reported(table, s, ("pot_awarded", {"seats": [1], "amount": 20}),
                   ("pot_awarded", {"seats": [2], "amount": 20}),
                   ("notice", {"by": "player", "kind": "claims_pot", "seat": 1}))  # fmt: skip
    assert [r["ruling"] for r in rulings] == ["result_stands"]
    assert table.view()["awarded"] == {1: 20, 2: 20}


def test_both_halves_to_the_low_hand():
    table, s = high_low()
    rulings = reported(table, s, ("pot_awarded", {"seats": [2], "amount": 20}),
                   ("pot_awarded", {"seats": [2], "amount": 20}),
                   ("notice", {"by": "player", "kind": "claims_pot", "seat": 1}))  # fmt: skip
    assert [(r["ruling"], r["amount"]) for r in rulings] == [("award_corrected", 20)]
    assert table.hand.stacks == {1: 500, 2: 500}


# -- the pot is pushed ------------------------------------------------------------------------

LATE = {
    "ipr-2018": "ipr-2018:73.6",
    "ipr-web": "ipr-web:W68.6",
    "rrop-6": "rrop-6:S2-DEC-5",
    "stg-2011": "stg-2011:D-H2",
    "tda-2011": "tda-2011:19",
}


def claim(s, seat):
    return s.notice("claims_pot", by="player", seat=seat)


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_a_pot_pushed_before_the_hand_is_disputed_until_that_hand_begins(book):
    def pushed(*seats):
        s = Scene(ring([2, 4, 7, 9], button=2, sb_seat=4, bb_seat=7))
        for seat in seats:
            s.add("pot_awarded", seats=[seat], amount=2600)
        return s

    assert claim(pushed(4), 7).ruling(book)["ruling"] == "award_corrected"
    late = claim(pushed(4).start(), 7).ruling(book)
    assert (late["ruling"], late["seat"]) == ("result_stands", 7) and LATE[book] in late["cite"]
    raised = claim(claim(pushed(4), 7).start(), 7).ruling(book)
    assert (raised["ruling"], raised["seat"]) == ("award_corrected", 7)
    put_right = claim(pushed(4), 7).add("pot_awarded", seats=[7], amount=2600)
    assert put_right.ruling(book)["ruling"] == "award_corrected"
    assert put_right.start().ruling(book)["ruling"] == "no_incident"
    claim(put_right, 4).deal([4, 7, 9, 2]).deal([4, 7, 9, 2])
    assert put_right.ruling(book)["ruling"] == "result_stands"
    assert put_right.act(9, "fold").ruling(book)["ruling"] == "no_incident"


def early_turn():
    s = Scene(ring([1, 4, 8], button=1, sb_seat=4, bb_seat=8, street="flop", live=[4, 8], pot=900,
                   board=["Kc", "8s", "3d"])).act(4, "bet", 600)  # fmt: skip
    return s.burn().board("Jc").act(8, "fold")


def shown_card():
    s = Scene(ring([2, 3, 6, 8], button=2, sb_seat=3, bb_seat=6)).start().deal()
    s.deal([3, 6]).card("seat:8", "9d", "up").deal([2]).card("seat:8")
    return s.act(8, "fold").act(2, "fold").act(3, "fold")


def unburned_turn():
    s = Scene(ring(street="flop", live=[3, 4], board=["Kd", "8s", "3c"], street_closed=True,
                   burned=1, pot=900)).board("5h").act(3, "check")  # fmt: skip
    return s.notice("missing_burn").act(4, "bet", 500).act(3, "fold")


@pytest.mark.parametrize("book", rulebooks.BOOKS)
@pytest.mark.parametrize(("scene", "last"), [(early_turn, 4), (shown_card, 6), (unburned_turn, 4)])
def test_a_remedy_on_cards_to_come_ends_with_the_pot_of_the_last_player(scene, last, book):
    s, by_chips = scene(), scene()
    by_chips.add("chips_move", seat=last, chips=[500], **{"from": "pot"}, to=f"seat:{last}",
                 by="dealer")  # fmt: skip
    s.add("pot_awarded", seats=[last], amount=900)
    assert s.ruling(book)["ruling"] == by_chips.ruling(book)["ruling"] == "no_incident"
    s.add("request", seat=8 if scene is early_turn else 3, kind="rabbit_card")
    assert s.ruling(book)["ruling"] == "request_refused"
