"""Antes of chips: what was pulled into the pot before the first card is what counts."""

import pytest

from tests.rulings.ruling_scene import Scene, ring

BOOKS = ("tda-2011", "rrop-6", "ipr-2018", "ipr-web", "stg-2011")
SEATS = (1, 2, 3, 4)


def pulled(put, pull=None, **setup):
    """A scene up to the first card: seats put ``put[seat]`` in, ``pull[seat]`` of it is pulled."""
    s = Scene(ring(SEATS, ante=25, ante_type="each", **setup)).start()
    for seat, chips in put.items():
        line = f"line:{seat}"
        s.add("chips_move", seat=seat, chips=chips, **{"from": f"seat:{seat}", "to": line},
              by="player", motion=1, released=True, crossed="full")  # fmt: skip
    for seat, chips in (pull or put).items():
        s.add("chips_move", seat=seat, chips=chips, **{"from": f"line:{seat}", "to": "pot"},
              by="dealer")  # fmt: skip
    return s.deal([1])


def wrong(scene, book):
    found = scene.hand(book).ruled("wager.ante_wrong")
    return found and (found["seat"], found["amount"])


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("chips", [[25, 1], [25, 25], [20, 4]])
def test_one_ante_of_another_size_is_wrong(book, chips):
    assert wrong(pulled({**dict.fromkeys(SEATS, [25]), 3: chips}), book) == (3, 25)


@pytest.mark.parametrize("book", BOOKS)
def test_antes_of_the_right_size_say_nothing(book):
    assert wrong(pulled(dict.fromkeys(SEATS, [25])), book) is None


def test_change_given_among_the_antes_says_nothing():
    put = {**dict.fromkeys(SEATS, [25]), 3: [100]}
    pull = {1: [25], 2: [25], 4: [25], 3: [25]}
    assert wrong(pulled(put, pull), "tda-2011") is None
    among = {1: [25, 25], 2: [25], 3: [25], 4: []}
    assert wrong(pulled(dict.fromkeys(SEATS, [25]), among), "tda-2011") is None


def test_where_two_antes_differ_nobody_is_named():
    put = {**dict.fromkeys(SEATS, [25]), 2: [25, 25], 3: [25, 25]}
    assert wrong(pulled(put), "tda-2011") is None


def test_a_short_stack_s_ante_is_all_it_has():
    short = {"1": 1000, "2": 1000, "3": 10, "4": 1000}
    put = {**dict.fromkeys(SEATS, [25]), 3: [10]}
    assert wrong(pulled(put, stacks=short), "tda-2011") is None


def put(scene, seat, chips, to=None):
    """Chips of a seat onto its line, or back behind it."""
    line, behind = f"line:{seat}", f"seat:{seat}"
    frm, to = (behind, line) if to is None else (line, behind)
    return scene.add("chips_move", seat=seat, chips=chips, **{"from": frm, "to": to}, by="player",
                     motion=1, released=True, crossed="full")  # fmt: skip


def antes(*motions):
    """A scene with antes put out in this order: ``(seat, chips)``, or with a third item, back."""
    stacks = {str(seat): 1000 for seat in SEATS}
    s = Scene(ring(SEATS, ante=25, ante_type="each", stacks=stacks)).add("riffle", 0)
    for motion in motions:
        put(s, *motion)
    return s


def pull(scene, *seats):
    """The antes of seats go into the pot."""
    for n in seats:
        scene.add("chips_move", seat=n, chips=[25], **{"from": f"line:{n}", "to": "pot"},
                  by="dealer")  # fmt: skip
    return scene


BACK = "behind"
BLIND = "frame.blind_wrong_seat"


def situations(scene, book):
    """Irregular situations of a scene, in order."""
    return [r["situation"] for r in scene.hand(book).rulings if r["irregular"]]


OTHERS = [(2, [25]), (4, [25])]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("part", [[1], [24], [10, 5]])
def test_a_short_ante_made_whole_after_others_was_wrong(book, part):
    s = antes((3, part), *OTHERS, (3, [25 - sum(part)]))
    assert wrong(s, book) == (3, 25)
    assert situations(s, book) == ["wager.ante_wrong"]


def test_an_ante_put_out_in_two_motions_before_anybody_else_s_is_right():
    assert wrong(antes(*OTHERS, (3, [20]), (3, [5])), "tda-2011") is None
    assert wrong(antes((3, [5]), (3, [10]), (3, [10]), *OTHERS), "tda-2011") is None


def test_parts_of_an_ante_count_from_the_first_of_them():
    assert wrong(antes((3, [5]), (2, [25]), (3, [10]), (3, [10])), "tda-2011") == (3, 25)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("chips", [[25, 25], [20, 6], [25, 1]])
def test_an_ante_too_large_taken_back_and_put_out_again_was_wrong(book, chips):
    s = antes(*OTHERS, (3, chips), (3, chips, BACK), (3, [25]), (1, [25]))
    assert wrong(s, book) == (3, 25)
    assert situations(s, book) == ["wager.ante_wrong"]
    hand = s.hand(book)
    assert hand.stack(3) == 975


@pytest.mark.parametrize("chips", [[100], [25], [20, 5], [5] * 5])
def test_an_ante_taken_back_that_is_right_or_a_chip_to_be_changed_says_nothing(chips):
    s = antes(*OTHERS, (3, chips), (3, chips, BACK), (3, [25]))
    assert situations(s, "tda-2011") == []


def test_a_wrong_ante_that_is_pulled_in_is_named_once():
    s = antes((3, [10]), *OTHERS, (1, [25]), (3, [15]))
    s.add("chips_move", seat=3, chips=[25, 10], **{"from": "line:3", "to": "pot"}, by="dealer")
    assert situations(s.deal([1]), "tda-2011") == ["wager.ante_wrong"]


@pytest.mark.parametrize(("more", "reported"), [(25, []), (99, []), (100, [BLIND]), (101, [])])
def test_only_what_lies_beside_an_ante_can_be_a_blind_of_another_seat(more, reported):
    assert situations(antes(*OTHERS, (3, [25]), (1, [25]), (3, [more])), "rrop-6") == reported


def test_an_ante_put_right_when_the_blinds_lie_opens_no_betting():
    s = Scene(ring(SEATS, ante=25, ante_type="each")).start()
    put(put(put(s, 3, [25, 25]), 3, [25, 25], BACK), 3, [25])
    assert (situations(s, "rrop-6"), s.hand("rrop-6").phase) == (["wager.ante_wrong"], "setup")


def test_chips_after_the_antes_are_pulled_in_are_no_ante_put_out_again():
    s = antes(*OTHERS, (3, [25]), (1, [25]))
    assert situations(put(pull(s, *SEATS), 3, [100]), "rrop-6") == [BLIND]


def late(seat, *parts, unread=True, stack=1000, lie=False):
    """Posts of a blind seat whose ante of 25 was not seen (or was) when the others' are pulled."""
    stacks = {**dict.fromkeys(("1", "2", "3", "4"), 1000), str(seat): stack}
    s = Scene(ring(SEATS, ante=25, ante_type="each", stacks=stacks)).add("riffle", 0)
    others = [n for n in SEATS if n != seat or not unread]
    for n in others:
        put(s, n, [25])
    if not lie:
        pull(s, *others)
    for chips in parts:
        put(s, seat, chips)
    return dict(s.hand("rrop-6").posted.get(seat, ()))


@pytest.mark.parametrize(("seat", "parts", "posted"), [
    (1, [[100]], {"sb": 100}), (1, [[50], [50]], {"sb": 100}), (2, [[200]], {"bb": 200}),
    (2, [[100], [100]], {"bb": 200}), (1, [[100, 5], [20]], {"sb": 100, "ante": 25}),
    (1, [[25]], {"ante": 25}), (1, [[25], [100]], {"ante": 25, "sb": 100}),
    (1, [[100, 25]], {"ante": 25, "sb": 100}), (1, [[500]], {"ante": 25, "sb": 100}),
    (3, [[100]], {"ante": 25}),
])  # fmt: skip
def test_a_blind_after_the_antes_were_pulled_in_is_no_ante_nobody_saw(seat, parts, posted):
    assert late(seat, *parts) == posted


def test_a_chip_of_the_blind_s_seat_is_its_ante_where_the_antes_still_lie_or_the_stack_is_short():
    assert late(1, [100], lie=True) == {"ante": 25}  # to be changed
    assert late(1, [60], stack=60) == {"ante": 25, "sb": 35}
    assert late(1, [100], stack=100) == {"ante": 25, "sb": 75}
    assert late(1, [100], unread=False) == {"ante": 25, "sb": 100}
    lies = antes((1, [100]), *OTHERS, (3, [25]))
    for scene, posted in (
        (lies, [("ante", 25)]),  # nothing is pulled in yet
        (pull(antes((1, [100]), (2, [25]), (3, [25])), 1, 2, 3), [("ante", 25)]),  # its own is
        (pull(antes((1, [50]), (2, [25]), (3, [25])), 2, 3), [("ante", 25)]),  # no blind's size
    ):
        assert scene.deal([1]).hand("tda-2011").posted[1] == posted


@pytest.mark.parametrize("before", [False, True])
def test_the_pot_of_a_blind_whose_ante_was_not_seen_is_what_was_seen(before):
    s = antes(*[(n, [25]) for n in (2, 3, 4)])
    put(put(s if before else pull(s, 2, 3, 4), 2, [100, 100]), 1, [100])
    pull(s, *((2, 3, 4) if before else ()))
    assert s.deal([1]).hand("tda-2011").posted[1] == [("sb", 100)]
    s.nth = 1
    s.deal([2, 3, 4, 1, 2, 3, 4]).act(3, "fold").act(4, "fold").act(1, "fold")
    for n, chips in ((1, [100]), (2, [100, 100])):
        s.add("chips_move", seat=n, chips=chips, **{"from": f"line:{n}", "to": "pot"}, by="dealer")
    s.add("chips_move", seat=2, chips=[100, 100, 100, 25, 25, 25], **{"from": "pot"}, to="seat:2",
          by="dealer")  # fmt: skip
    hand = s.add("riffle").hand("tda-2011")
    # 100 of the big blind are nobody's to call
    assert hand.pot_total() == 275 and hand.ruled("pots.not_conserved") is None


@pytest.mark.parametrize("small", [25, 24, 26])
def test_a_second_ante_beside_the_first_is_no_blind_of_the_same_size(small):
    s = Scene(ring(SEATS, ante=25, ante_type="each", sb=small, bb=200)).add("riffle", 0)
    put(put(s, 3, [25]), 3, [small])
    assert situations(s, "rrop-6") == ([] if small == 25 else [BLIND])


# -- the big blind ante goes before the big blind (ipr-web:W39.4c) ---------------------------------


def big_blind(stack, *posts, known=True, kind="big_blind_ante"):
    """A hand in which seat 2 owes blind and ante of 200 each: what its posts are told as."""
    stacks = {str(seat): 5000 for seat in SEATS}
    if known:
        stacks["2"] = stack
    else:
        del stacks["2"]
    s = Scene(ring(SEATS, ante=200, ante_type=kind, stacks=stacks)).add("riffle")
    s.add("post", seats=[1], kind="sb", amount=100)
    left = stack
    for what, amount in posts:
        left -= amount
        s.add("post", seats=[2], kind=what, amount=amount, **({} if left else {"all_in": True}))
    return s.deal(rounds=2)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(("stack", "blind"), [(399, 199), (300, 100), (201, 1)])
def test_a_blind_before_the_ante_of_a_stack_too_short_is_the_ante_first(stack, blind, known):
    s = big_blind(stack, ("bb", 200), ("bb_ante", stack - 200), known=known)
    hand = s.hand("ipr-web")
    r = hand.answer()
    assert (r["ruling"], r["seat"], r["amount"]) == ("ante_amount_wrong", 2, 200)
    assert "ipr-web:W39.4c" in r["cite"]
    assert dict(hand.posted[2]) == {"bb": blind, "bb_ante": 200}
    assert (hand.dead, hand.bet(2), hand.high) == (200, blind, 200)  # W39.4d: 200 to call
    assert hand.pot_total() == stack + 100 and 2 in hand.all_in
    assert not known or hand.stacks[2] == 0


@pytest.mark.parametrize(("stack", "known"), [(200, True), (150, True), (1, True)])
def test_a_stack_of_an_ante_or_less_is_no_blind(stack, known):
    hand = big_blind(stack, ("bb", stack), known=known).hand("ipr-web")
    assert wrong(big_blind(stack, ("bb", stack)), "ipr-web") == (2, stack)
    assert (hand.posted[2], hand.dead, hand.bet(2)) == ([("bb_ante", stack)], stack, 0)
    assert hand.pot_total() == stack + 100 and hand.stacks[2] == 0


def test_both_parts_in_their_order_or_enough_for_both_say_nothing():
    for stack, posts in (
        (300, (("bb_ante", 200), ("bb", 100))),
        (400, (("bb", 200), ("bb_ante", 200))),
        (300, (("bb", 100), ("bb_ante", 200))),
        (150, (("bb_ante", 150),)),
    ):
        assert wrong(big_blind(stack, *posts), "ipr-web") is None, posts
    hand = big_blind(400, ("bb", 200), ("bb_ante", 200)).hand("ipr-web")
    assert dict(hand.posted[2]) == {"bb": 200, "bb_ante": 200} and hand.dead == 200


@pytest.mark.parametrize("book", [b for b in BOOKS if b != "ipr-web"])
def test_books_without_such_an_ante_have_no_such_order(book):
    hand = big_blind(300, ("bb", 200), ("bb_ante", 100)).hand(book)
    assert hand.ruled("wager.ante_wrong") is None
    assert dict(hand.posted[2]) == {"bb": 200, "bb_ante": 100}


def test_an_ante_that_everybody_posts_takes_nothing_from_the_blind():
    hand = big_blind(300, ("bb", 200), ("ante", 100), kind="each").hand("ipr-web")
    assert (
        hand.bet(2) == 200 and wrong(big_blind(300, ("ante", 200), kind="each"), "ipr-web") is None
    )


@pytest.mark.parametrize(("stack", "amount", "want"), [(150, 150, None), (150, 100, (2, 150)),
                                                       (250, 150, (2, 200))])  # fmt: skip
def test_the_right_ante_of_a_short_stack_is_all_of_it(stack, amount, want):
    stacks = {str(seat): 5000 for seat in SEATS}
    stacks["2"] = stack
    s = Scene(ring(SEATS, ante=200, ante_type="big_blind_ante", stacks=stacks)).add("riffle")
    assert wrong(s.add("post", seats=[2], kind="bb_ante", amount=amount), "ipr-web") == want


# -- an ante that lies with the blind while bets are made ------------------------------------------


def beside(chips, pulled=False):
    """Seat 2's ante and blind of 200 each lie together; seat 3 raises to 600, and it puts more."""
    s = Scene(ring(SEATS, ante=200, ante_type="big_blind_ante")).add("riffle", 0)
    put(put(put(s, 1, [100]), 2, [200]), 2, [100, 100])
    if pulled:
        s.add("chips_move", seat=2, chips=[200], **{"from": "line:2", "to": "pot"}, by="dealer")
    s.deal(rounds=2)
    put(s, 3, [500, 100])
    s.act(4, "fold").act(1, "fold")
    return put(s, 2, chips)


@pytest.mark.parametrize("pulled", [False, True])
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("chips", "bet"), [([100, 100, 100, 100], 600), ([500] * 4, 2200)])
def test_an_ante_left_with_the_blind_is_no_part_of_a_wager(book, chips, bet, pulled):
    hand = beside(chips, pulled).hand(book)
    apart = book[:3] == "ipr" and bet > 600  # there the chips beside the blind are the wager
    assert hand.bet(2) == bet - 200 * apart
    assert situations(beside(chips, pulled), book) == []


@pytest.mark.parametrize("pulled", [False, True])
@pytest.mark.parametrize("book", BOOKS)
def test_nor_does_it_make_a_call_whole(book, pulled):
    said = situations(beside([100, 100], pulled), book)
    assert said[0][:15] == "wager.undercall"


@pytest.mark.parametrize("book", BOOKS)
def test_of_one_post_where_two_are_due_the_blind_is_what_lies_there(book):
    """The ante of seat 2 was pulled in with the others, and nobody has read it."""
    s = Scene(ring(SEATS, ante=200, ante_type="each")).add("riffle", 0)
    for seat in (1, 3, 4):
        put(s, seat, [200])
        s.add("chips_move", seat=seat, chips=[200], **{"from": f"line:{seat}", "to": "pot"},
              by="dealer")  # fmt: skip
    put(put(s, 1, [100]), 2, [200]).deal(rounds=2)
    put(s, 3, [500, 100]).act(4, "fold").act(1, "fold")
    assert situations(put(s, 2, [100] * 4), book) == []


# -- an ante too large that lies with the blind ----------------------------------------------------


def over(*chips, back=None):
    """Seat 2 owes an ante and a blind of 200 each: what it puts out before the first card."""
    s = Scene(ring(SEATS, ante=200, ante_type="big_blind_ante")).add("riffle", 0)
    put(s, 1, [100])
    for motion in chips:
        put(s, 2, motion)
    if back:
        put(s, 2, back, BACK)
    return s.card("seat:1")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("chips", [
    ([200], [200, 200]), ([200], [100, 101]), ([500, 100],),
    ([200], [200, 100], [100]), ([200], [200], [100]), ([200], [200], [1]),  # both without the last
    ([200], [201], [1]), ([200], [200], [500]),
])  # fmt: skip
def test_more_than_both_in_several_chips_is_an_ante_too_large(book, chips):
    assert wrong(over(*chips), book) == (2, 200)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("chips", [
    ([200], [200]), ([200, 200],), ([200], [500]), ([1000],), ([200], [100], [100]),
    ([200], [199], [2]), ([200], [100], [500]),
])  # fmt: skip
def test_both_as_they_are_due_or_a_big_chip_to_be_changed_say_nothing(book, chips):
    assert situations(over(*chips), book) == []


def test_what_is_taken_back_before_the_first_card_was_never_put_out():
    assert situations(over([200], [200, 200], back=[200]), "rrop-6") == []


def test_a_straddle_beside_an_ante_is_none():
    s = Scene(ring(SEATS, ante=25, ante_type="each")).start()
    assert wrong(put(put(s, 3, [25]), 3, [200, 200]).card("seat:1"), "rrop-6") is None
