"""What a person tells in place of the antennas, kind by kind: what the hand makes of it, and when.

Pages and rights have tests of their own; here a fact keyed is compared with the same fact read.
"""

import pytest

from tests.rulings.ruling_scene import Scene, ring, stud

SEATS = [1, 3, 5, 7]  # button 7, blinds 1 and 3
STACKS = {str(s): 5000 for s in SEATS}
BOOK = "tda-2011"


def table(**more):
    return Scene(ring(SEATS, stacks=dict(STACKS), **more)).add("riffle", 0)


def keyed(s, kind, **fields):
    """One fact by hand."""
    return s.add("by_hand", kind=kind, why="misread", **fields)


def begun(**more):
    """Everybody has cards; seats 5 and 7 have called."""
    s = table(**more)
    s.add("post", seats=[1], kind="sb", amount=100).add("post", seats=[3], kind="bb", amount=200)
    return s.deal(rounds=2).act(5, "call", 200).act(7, "call", 200)


def flop(*cards):
    """Four on the flop, which was read unless other cards are named."""
    s = begun().act(1, "call", 200).act(3, "check")
    return s.burn().board(*(cards or ("Kd", "8s", "3c")))


def over():
    """Seat 3 bet 600 on the flop and was not called: it has the pot of 800."""
    s = flop().act(1, "check").act(3, "bet", 600)
    for seat in (5, 7, 1):
        s.act(seat, "fold")
    return s.add("pot_awarded", seats=[3], amount=800)


def seen(hand):
    """What a table looks like from outside."""
    return (hand.phase, hand.turn, hand.street, dict(hand.bets), dict(hand.stacks),
            list(hand.live), list(hand.board), hand.pot_total())  # fmt: skip


# -- the deal -----------------------------------------------------------------------------------


@pytest.mark.parametrize("ante", [0, 25])
def test_a_deal_that_is_told_is_a_deal_that_was_read(ante):
    reported = keyed(table(ante=ante), "dealt").hand(BOOK)
    read = table(ante=ante)
    for seat in SEATS if ante else ():
        read.add("post", seats=[seat], kind="ante", amount=ante)
    read.add("post", seats=[1], kind="sb", amount=100).add("post", seats=[3], kind="bb", amount=200)
    assert seen(reported) == seen(read.deal(rounds=2).hand(BOOK))
    assert reported.off_deck == 8 and reported.incidents() == []


@pytest.mark.parametrize(("owing", "put_in"), [((), {1: 100, 3: 200}), ((1,), {3: 200}),
                                               ((1, 3), {}), ((5,), {1: 100, 3: 200})])  # fmt: skip
def test_who_owes_a_blind_has_not_put_it_in(owing, put_in):
    hand = keyed(table(), "dealt", owing=list(owing)).hand(BOOK)
    assert {seat: n for seat, n in hand.bets.items() if n} == put_in
    assert hand.stacks == {s: 5000 - put_in.get(s, 0) for s in SEATS}


@pytest.mark.parametrize("stack", [1, 99, 100, 101])
def test_a_blind_is_never_more_than_the_stack(stack):
    s = Scene(ring(SEATS, stacks={**STACKS, "1": stack})).add("riffle", 0)
    hand = keyed(s, "dealt").hand(BOOK)
    assert (hand.bet(1), hand.stacks[1]) == (min(stack, 100), max(0, stack - 100))


def test_a_deal_is_told_once_and_before_a_card_was_read():
    once = keyed(table(), "dealt")
    assert seen(keyed(once, "dealt").hand(BOOK)) == seen(once.hand(BOOK))
    for s in (table().deal([1]), begun(), Scene(ring(SEATS, button=None)).add("riffle", 0)):
        before = seen(s.hand(BOOK))
        assert seen(keyed(s, "dealt").hand(BOOK)) == before


def test_a_stud_deal_has_the_cards_of_third_street():
    hand = keyed(Scene(stud(stacks={str(s): 900 for s in range(1, 8)}), "stud7"), "dealt").hand(
        "rrop-6"
    )
    assert hand.off_deck in (0, 21)  # without a button nobody knows whom it begins with


# -- cards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [(3,), (1, 2), (1, 1, 1), (2, 1)])
def test_a_flop_told_in_parts_has_one_burn_and_opens_its_street_when_it_is_whole(moves):
    cards = ["Kd", "8s", "3c"]
    s = begun().act(1, "call", 200).act(3, "check")
    for n, count in enumerate(moves):
        keyed(s, "board", cards=[cards.pop(0) for _ in range(count)])
        hand = s.hand(BOOK)
        assert (hand.phase == "betting") == (n == len(moves) - 1)
        assert hand.pending["board"]["burns"] == 1
    assert seen(hand) == seen(flop().hand(BOOK)) and hand.incidents() == []


def test_turn_and_river_are_burned_for_one_by_one():
    s = flop()
    for n, card in enumerate(("2h", "9d")):
        for seat in SEATS:
            s.act(seat, "check")
        hand = keyed(s, "board", cards=[card]).hand(BOOK)
        assert (hand.street, len(hand.board)) == (("turn", "river")[n], 4 + n)
        assert hand.pending["board"]["burns"] == 1 and hand.incidents() == []


@pytest.mark.parametrize("n", [-1, 0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize("card", ["As", None])
def test_the_nth_card_of_the_board_is_another_or_none(n, card):
    board = ["Kd", "8s", "3c"]
    fields = {"card": card} if card else {}
    hand = keyed(flop(), "card", n=n, **fields).hand(BOOK)
    if 1 <= n <= 3:
        board[n - 1 : n] = [card] if card else []
    assert hand.board == board and hand.incidents() == []
    if card and 1 <= n <= 3:
        assert sorted(hand.pending["board"]["cards"]) == sorted(board)


def test_an_older_street_is_put_right_without_touching_the_newer():
    s = flop()
    for seat in SEATS:
        s.act(seat, "check")
    hand = keyed(s.burn().board("2h"), "card", n=2, card="As").hand(BOOK)
    assert hand.board == ["Kd", "As", "3c", "2h"] and hand.pending["board"]["cards"] == ["2h"]


@pytest.mark.parametrize(("s", "done"), [(begun, False), (flop, False), (over, True)])
def test_cards_are_told_once_the_hand_is_over(s, done):
    hand = keyed(keyed(s(), "cards", seat=5, cards=["Ah", "Ad"]), "cards", seat=5,
                 cards=["Ah", "Ac"]).hand(BOOK)  # fmt: skip
    assert (hand.held(5) == ["Ah", "Ac"]) == done
    assert hand.shown.count(5) == int(done)
    stranger = keyed(s(), "cards", seat=4, cards=["Ah", "Ad"]).hand(BOOK)
    assert 4 not in stranger.shown


# -- chips --------------------------------------------------------------------------------------


def test_chips_told_are_chips_read_in_as_many_motions():
    for motions in ([[500]], [[100]], [[100, 100], [300]], [[500], [300]], [[100], [100]]):
        reported, read = begun(), begun()
        for n, chips in enumerate(motions, 1):
            keyed(reported, "chips", seat=1, chips=chips, **({"motion": n} if n > 1 else {}))
            read.add("chips_move", seat=1, chips=chips, by="player", motion=n,
                     **{"from": "seat:1", "to": "line:1"})  # fmt: skip
        hand = reported.hand(BOOK)
        assert seen(hand) == seen(read.hand(BOOK)), motions
        assert hand.answer()["situation"] == read.hand(BOOK).answer()["situation"]


@pytest.mark.parametrize(("act", "to", "bet", "turn"), [
    ("call", 200, 200, 3), ("raise", 600, 600, 3), ("fold", None, 100, 3), ("check", None, 100, 3),
])  # fmt: skip
def test_an_act_that_was_not_read_is_told(act, to, bet, turn):
    fields = {"to": to} if to else {}
    hand = keyed(begun(), "wager", seat=1, act=act, **fields).hand(BOOK)
    assert (hand.bet(1), hand.turn, hand.front[1]) == (bet, turn, bet)
    assert (1 in hand.live) == (act != "fold")


def test_an_act_that_was_misread_is_put_right_with_what_was_ruled_on_it():
    s = begun()
    s.add("chips_move", seat=1, chips=[1000], by="player", motion=1, released=True, crossed="full",
          **{"from": "seat:1", "to": "line:1"})  # fmt: skip
    before = s.hand(BOOK)
    assert before.answer()["situation"] == "wager.oversized_facing_bet" and before.bet(1) == 200
    hand = keyed(s, "wager", seat=1, act="raise", to=1100).hand(BOOK)
    assert hand.incidents() == [] and not hand.opened
    assert (hand.bet(1), hand.front[1], hand.high, hand.turn) == (1100, 1100, 1100, 3)
    other = keyed(s, "wager", seat=7, act="call", to=200)  # of another seat
    s.events.pop(-2)
    assert other.hand(BOOK).answer()["situation"] == "wager.oversized_facing_bet"


def test_who_was_not_dealt_in_has_no_act():
    s = begun()
    assert seen(keyed(begun(), "wager", seat=4, act="call", to=200).hand(BOOK)) == seen(
        s.hand(BOOK)
    )


@pytest.mark.parametrize("amount", [0, 1, 4000, 4800, 6000])
def test_a_stack_that_was_counted_and_the_chips_it_began_with(amount):
    hand = keyed(begun(), "stack", seat=5, amount=amount).hand(BOOK)
    assert hand.stacks[5] == amount and hand.stacks_before[5] == 5000 + amount - 4800
    assert hand.all_in == ([5] if amount == 0 else [])
    again = keyed(keyed(begun(), "stack", seat=5, amount=amount), "stack", seat=5, amount=700)
    assert again.hand(BOOK).all_in == []
    assert seen(keyed(begun(), "stack", seat=4, amount=amount).hand(BOOK)) == seen(
        begun().hand(BOOK)
    )


def test_a_stack_nobody_had_named_is_what_lies_there_and_what_was_put_in():
    s = Scene(ring(SEATS)).start().deal(rounds=2).act(5, "call", 200)
    hand = keyed(s, "stack", seat=5, amount=1000).hand(BOOK)
    assert (hand.stacks[5], hand.stacks_before[5]) == (1000, 1200)
    idle = keyed(Scene(ring(SEATS)).add("riffle", 0), "stack", seat=5, amount=0).hand(BOOK)
    assert idle.all_in == []  # it has put nothing in: nobody is all-in before the deal


@pytest.mark.parametrize("amount", [0, 599, 800, 1001])
def test_the_pot_is_what_was_counted(amount):
    hand = keyed(flop(), "pot", amount=amount).hand(BOOK)
    assert hand.pot_total() == amount
    before = flop().hand(BOOK)
    assert seen(hand)[:-1] == seen(before)[:-1]


@pytest.mark.parametrize(("awards", "stacks"), [
    ({"3": 800}, {3: 5600}), ({"5": 800}, {3: 4800, 5: 5600}),
    ({"3": 300, "5": 500}, {3: 5100, 5: 5300}), ({"1": 799}, {3: 4800, 1: 5599}),
])  # fmt: skip
def test_an_award_told_after_the_hand_replaces_the_one_that_was_read(awards, stacks):
    base = over().hand(BOOK).stacks
    assert base == {1: 4800, 3: 5600, 5: 4800, 7: 4800}
    s = keyed(over(), "award", awards=awards)
    hand = s.hand(BOOK)
    want = {**base, **stacks}
    assert hand.stacks == want and hand.phase == "over"
    assert hand.awarded == {int(k): n for k, n in awards.items()}
    twice = keyed(s, "award", awards={"3": 800}).hand(BOOK)
    assert twice.stacks == base


def test_an_award_before_the_hand_is_over_ends_it_and_none_comes_while_people_bet():
    s = flop().act(1, "check").act(3, "bet", 600)
    assert keyed(s, "award", awards={"3": 800}).hand(BOOK).phase == "betting"
    s.events.pop()
    for seat in (5, 7, 1):
        s.act(seat, "fold")
    hand = keyed(s, "award", awards={"3": 800}).hand(BOOK)
    assert hand.phase == "over" and hand.stacks[3] == 5600


# -- seats --------------------------------------------------------------------------------------


def test_a_hand_folded_in_turn_and_out_of_it():
    hand = keyed(begun(), "seat", seat=1, state="folded").hand(BOOK)
    assert (hand.live, hand.turn) == ([3, 5, 7], 3)
    closed = begun().act(1, "call", 200).act(3, "check")
    assert keyed(closed, "seat", seat=5, state="folded").hand(BOOK).live == [1, 3, 7]
    again = keyed(keyed(begun(), "seat", seat=1, state="folded"), "seat", seat=1, state="folded")
    assert again.hand(BOOK).live == [3, 5, 7]
    assert 4 not in keyed(begun(), "seat", seat=4, state="live").hand(BOOK).live


def test_a_fold_of_this_street_is_taken_back_and_one_before_is_no_act():
    s = begun().act(1, "fold")
    assert s.hand(BOOK).turn == 3
    hand = keyed(s, "seat", seat=1, state="live").hand(BOOK)
    assert hand.live == SEATS and hand.turn == 1
    assert not [a for a in hand.actions if a["act"] == "fold"]
    s = begun().act(1, "fold").act(3, "check").burn().board("Kd", "8s", "3c")
    hand = keyed(s, "seat", seat=1, state="live").hand(BOOK)
    assert hand.live == SEATS and hand.street == "flop"
    assert [a["act"] for a in hand.actions if a["seat"] == 1] == ["post", "fold"]


@pytest.mark.parametrize("seat", [1, 3, 5])
def test_who_was_not_dealt_in_is_out_of_the_hand_and_of_the_order(seat):
    hand = keyed(begun(), "seat", seat=seat, state="out").hand(BOOK)
    assert seat not in hand.live and seat not in hand.dealt_in
    assert hand.turn == (3 if seat == 1 else 1)
    hand = keyed(keyed(begun(), "seat", seat=5, state="out"), "seat", seat=5, state="live")
    assert hand.hand(BOOK).dealt_in == SEATS


@pytest.mark.parametrize(("at", "sb", "bb"), [(7, 1, 3), (1, 3, 5), (3, 5, 7), (5, 7, 1)])
def test_blinds_follow_a_button_that_is_put_right_before_the_deal(at, sb, bb):
    hand = keyed(table(), "button", seat=at).hand(BOOK)
    assert (hand.button, hand.sb_seat, hand.bb_seat) == (at, sb, bb)
    later = keyed(begun(), "button", seat=at).hand(BOOK)
    assert (later.button, later.sb_seat, later.bb_seat) == (at, 1, 3)
    assert keyed(table(), "button", seat=4).hand(BOOK).button == 7


# -- when ---------------------------------------------------------------------------------------

AFTERWARDS = {
    "cards": {"seat": 5, "cards": ["Ah", "Ad"]}, "stack": {"seat": 5, "amount": 1},
    "award": {"awards": {"5": 800}},
}  # fmt: skip
BEFORE = {
    "dealt": {}, "board": {"cards": ["2h"]}, "card": {"n": 1, "card": "As"}, "pot": {"amount": 1},
    "chips": {"seat": 5, "chips": [100]}, "wager": {"seat": 5, "act": "call", "to": 600},
    "seat": {"seat": 5, "state": "live"}, "button": {"seat": 1},
}  # fmt: skip


@pytest.mark.parametrize("kind", [*AFTERWARDS, *BEFORE])
def test_what_changes_a_hand_that_is_over_gives_its_record_anew(kind):
    s = over()
    hand = s.hand(BOOK)
    before = seen(hand), hand.button, dict(hand.at)
    event = {"t": s.t + 1000, "what": "by_hand", "kind": kind, "why": "said_late"}
    event.update({**AFTERWARDS, **BEFORE}[kind])
    records = [o for o in hand.apply(event) if o["k"] == "hand"]
    changed = (seen(hand), hand.button, dict(hand.at)) != before
    assert changed == (kind in AFTERWARDS) and len(records) == int(changed)
    assert all(r["amended"] for r in records)
