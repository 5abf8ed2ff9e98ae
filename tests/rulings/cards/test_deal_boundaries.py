"""The initial deal at the edges of its rules: which card, how many, and how late.

Every position of a card in the deal, every count of cards seen or boxed, every number of acts after
which a deal may no longer be voided; with two to nine seats.
"""

import itertools

import pytest

from shared_rules.hand.cards import deal_order
from tests.rulings.ruling_scene import RING, Scene, draw, ring, stud
from tests.rulings.spots import BOOKS

CARDS = ["As", "Kd", "Qc", "Jh", "Ts", "9d", "8c", "7h", "6s", "5d", "4c", "3h", "2s"]


def pitched(exposed=(), off=(), seats=RING, rounds=2, game="nlhe", stop=None, setup=None):
    """A deal of single cards; those at the positions ``exposed`` (from 1) turn over."""
    s = Scene(setup or ring(seats), game).start()
    order = list(seats) * rounds
    for n, seat in enumerate(order[:stop], 1):
        if n in off:
            s.card("off")
        elif n in exposed:
            s.card(f"seat:{seat}", CARDS[n % 13], "up")
        else:
            s.card(f"seat:{seat}")
    return s


def keys(s, book):
    """Situations of the incidents of a scene, in order."""
    return [r["situation"] for r in s.hand(book).incidents()]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seats", [2, 3, 9])
def test_which_single_card_is_exposed(seats, book):
    ring_of = RING[:seats]
    for n in range(1, 2 * seats + 1):
        s = pitched([n], seats=ring_of)
        want = "deal.first_two_exposed" if n <= 2 else "deal.exposed_one"
        got = s.hand(book).incidents()
        assert [r["situation"] for r in got] == [want], n
        assert got[0]["seat"] == ring_of[(n - 1) % seats]


@pytest.mark.parametrize("book", BOOKS)
def test_a_second_exposed_card_makes_it_many(book):
    for a, b in itertools.combinations((1, 2, 3, 10, 18), 2):
        want = "deal.first_two_exposed" if a <= 2 else "deal.exposed_many"
        assert keys(pitched([a, b]), book)[-1] == want, (a, b)
    assert keys(pitched([3, 10, 18]), book)[-1] == "deal.exposed_many"


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("n", [1, 2, 3, 9, 10, 17])
def test_which_single_card_leaves_the_table(n, book):
    s = pitched(off=[n], stop=n)
    want = "deal.off_table_first_two" if n <= 2 else "deal.off_table_one"
    assert keys(s, book) == [want]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
def test_how_many_cards_lie_boxed(count, book):
    s = Scene(ring()).start()
    for token in CARDS[:count]:
        s.deal([1]) if not s.nth else s.deal([1 + s.nth % 9])
        s.boxed(token)
    limit = 3 if book == "ipr-web" else 2
    if count == 0:
        want = None
    elif count == 1:
        want = "deal.boxed_one"
    elif count < limit:
        want = "deal.boxed_two_below_limit"
    else:
        want = "deal.boxed_many" if count == limit else "deal.boxed_over_limit"
    got = keys(s, book)
    assert (got[-1] if got else None) == want


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_boxed_cards_in_lowball_have_a_limit_in_one_book_only(count, book):
    s = Scene(draw(), "27_lowball").start().deal([1])
    for token in CARDS[:count]:
        s.boxed(token)
    got = keys(s, book)[-1]
    if book == "ipr-web" and count >= 3:
        assert got == ("deal.boxed_many" if count == 3 else "deal.boxed_over_limit")
    else:
        assert got == ("deal.boxed_one" if count == 1 else "deal.boxed_two_below_limit")


# -- until when -----------------------------------------------------------------------------------

ACTS = {"F": ("fold", None), "C": ("call", 200), "R": ("raise", 400)}


def acted(s, acts):
    """Acts of the seats left of the big blind, by their letters."""
    for seat, letter in zip((3, 4, 5, 6), acts, strict=False):
        what, to = ACTS[letter]
        if letter == "C" and "R" in acts[: seat - 3]:
            to = 400
        s.act(seat, what, to)
    return s


def late(book, acts):
    """By the text: two players have acted; by one book two with chips in a row, or any three."""
    if book == "tda-2011":
        pairs = zip(acts, acts[1:], strict=False)
        return len(acts) >= 3 or any(a != "F" and b != "F" for a, b in pairs)
    return len(acts) >= 2


SEQUENCES = ["", "F", "C", "R", "FF", "FC", "CF", "CC", "CR", "RC", "FR", "FFF", "CFF", "CCC",
             "FFFF"]  # fmt: skip


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("acts", SEQUENCES)
def test_acts_after_which_a_deal_stands(acts, book):
    s = acted(Scene(ring()).start().deal([2, 3, 4, 5, 6, 7, 8, 9, 1], rounds=2), acts)
    hand = s.hand(book)
    assert deal_order.too_late(hand) == late(book, acts)
    s.notice("wrong_first_card")
    got = [k for k in keys(s, book) if "wrong_first" in k]
    if acts:
        tail = "_late" if late(book, acts) else ""
        assert got and got[-1] == "deal.wrong_first_seat" + tail


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("chips", [0, 1, 2])
def test_substantial_action_counts_players_not_acts(chips, book):
    hand = Scene(ring()).hand(book)
    same = [{"seat": 3, "amt": 200}, {"seat": 3, "amt": 200}]
    assert not deal_order.substantial(hand, same) or book in ("rrop-6", "stg-2011")
    two = [{"seat": 3 + i, "amt": 200 if i < chips else 0} for i in range(2)]
    need = {"tda-2011": 2, "ipr-2018": 1, "ipr-web": 1}.get(book)
    if need is not None:
        assert deal_order.substantial(hand, two) == (chips >= need)
        assert deal_order.substantial(hand, [{"seat": s, "amt": 0} for s in (3, 4, 5)])
        assert not deal_order.substantial(hand, two[:1])
        assert not deal_order.substantial(hand, [])


# -- how many cards a seat got --------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seat", RING)
def test_any_seat_may_be_the_one_with_a_card_too_many(seat, book):
    s = Scene(ring()).start().deal(rounds=2).card(f"seat:{seat}")
    got = s.hand(book).incidents()
    assert [r["situation"] for r in got] == ["deal.extra_one"]
    assert got[0]["seat"] == seat


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seat", RING)
def test_any_seat_may_be_the_one_left_out(seat, book):
    rest = [s for s in RING if s != seat]
    s = Scene(ring()).start().deal(rest, rounds=2)
    s.act(3 if seat != 3 else 4, "fold")
    found = s.hand(book).incidents()
    wrong_start = seat == 1  # the first card went to the second seat
    want = "deal.wrong_first_seat" if wrong_start else "deal.seat_left_out"
    assert found[0]["situation"] == want, [r["situation"] for r in found]
    assert found[0]["seat"] == (2 if wrong_start else seat)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("game", "due"), [("nlhe", 2), ("plo", 4), ("crazy_pineapple", 3)])
@pytest.mark.parametrize("off", [-1, 0, 1])
def test_tags_counted_in_a_hand(game, due, off, book):
    s = Scene(ring(street="preflop", live=RING, bets={"1": 100, "2": 200}), game)
    s.add("rfid_count", zone="seat:4", cards=due + off)
    got = keys(s, book)
    if off == 0:
        assert got == []
    else:
        s.notice("wrong_count", about_seat=4)
        assert len(keys(s, book)) >= len(got)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("missing", [1, 2, 3])
def test_cards_missing_at_the_end_of_the_deal(missing, book):
    s = Scene(ring()).start().deal(rounds=1).deal(RING[:-missing])
    s.act(3, "fold")
    got = s.hand(book).incidents()
    want = "deal.last_card_missing" if missing == 1 else "deal.short_before"
    assert [r["situation"] for r in got] == [want]
    assert got[0]["seat"] == RING[-missing]


# -- who is due a card ----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 6, 9])
@pytest.mark.parametrize("button", [1, 2, 9])
def test_the_deal_begins_left_of_the_button(seats, button):
    places = RING[:seats]
    hand = Scene(ring(places, button=button)).hand("tda-2011")
    order = deal_order.entitled(hand)
    assert sorted(order) == places
    assert order == sorted(places, key=lambda s: (s - button - 1) % 9)


@pytest.mark.parametrize("sb", [None, 2, 3, 4])
def test_newcomers_between_button_and_small_blind_wait(sb):
    moved = [{"seat": 2}, {"seat": 3}]
    for book in BOOKS:
        setup = ring(button=1, sb_seat=sb, bb_seat=5, moved_in=moved)
        order = deal_order.entitled(Scene(setup).hand(book))
        waits = sb is not None and book != "rrop-6"
        gone = [s for s in (2, 3) if waits and s < sb]
        assert [s for s in (2, 3) if s not in order] == gone, (book, sb)
        cash = deal_order.entitled(Scene(dict(setup, format="cash")).hand("rrop-6"))
        assert [s for s in (2, 3) if s not in cash] == [s for s in (2, 3) if sb and s < sb]


# -- draw and stud --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["27_lowball", "a5_lowball"])
@pytest.mark.parametrize("betting", ["limit", "no_limit"])
def test_which_exposed_cards_stay_in_lowball(game, betting):
    low = {
        ("27_lowball", "limit"): "23457",
        ("27_lowball", "no_limit"): "23457",
        ("a5_lowball", "limit"): "A234567",
        ("a5_lowball", "no_limit"): "A2345",
    }[game, betting]
    for token in CARDS:
        s = Scene(draw(betting=betting), game).start().deal([1, 2, 3])
        s.card("seat:4", token, "up")
        got = s.hand("rrop-6").incidents()[-1]["situation"]
        assert ("kept" if token[0] in low else "replaced") in got, token
        assert ("big_bet" in got) == (betting != "limit")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("fmt", ["cash", "tournament"])
def test_down_cards_exposed_in_stud(count, fmt, book):
    s = Scene(stud(format=fmt), "stud7").start()
    for n in range(1, 15):
        seat = (n - 1) % 7 + 1
        if n in (4, 11)[:count] or (count == 3 and n == 12):
            s.card(f"seat:{seat}", CARDS[n % 13], "up")
        else:
            s.card(f"seat:{seat}")
    got = keys(s, book)[-1]
    want = {1: "stud.down_card_exposed_", 2: "stud.both_down_exposed_", 3: "stud.exposed_many_"}
    assert got == want[count] + fmt


MIXED = [  # seats of the flag, its value: whether the hands of two seats are mixed
    ([], True, True), ([], False, False), ([1, 2], True, True), ([1, 2], False, False),
    ([1], True, False), ([1], False, False),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "value", "void"), MIXED)
def test_cards_are_mixed_between_hands_unless_one_seat_is_named(seats, value, void):
    s = Scene(ring()).start().deal(rounds=2).flag("mixed", value, seats=seats)
    for book in ("ipr-2018", "ipr-web"):
        assert (s.ruling(book)["ruling"] == "misdeal") == void


def test_pineapple_the_last_hand_is_filled_until_it_acts():
    def short(*acts):
        s = Scene(ring([1, 2, 4, 5]), "crazy_pineapple").start().deal(rounds=2).deal([1, 2, 4])
        for seat, what in acts:
            s.act(seat, what, 200 if what == "call" else None)
        return s.notice("wrong_card_count", by="player", seat=5, about_seat=5)

    for book in ("ipr-2018", "ipr-web"):
        first = short((4, "call")).ruling(book)
        assert (first["ruling"], first["confidence"]) == ("give_top_card", "high")
        acted = short((4, "call"), (5, "call"), (1, "call")).ruling(book)
        assert acted["ruling"] == "hand_live_short"
