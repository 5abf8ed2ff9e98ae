"""Times and counts at the edges of their rules: exactly, one under and one over.

The clock's last millisecond, seat counts that decide an ante, pots that almost divide, races that
are half a chip short, the acts after which a right is lost.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.hand.betting import turn_order
from shared_rules.hand.floor import race
from shared_rules.hand.showdown import kill, odd_chips, pots, shares
from tests.rulings.ruling_scene import Scene, draw, ring, stud
from tests.rulings.spots import BOOKS, act, play, put, say, setup

# -- clocks ---------------------------------------------------------------------------------------

BET = act(3, "bet", 500)


def facing(**more):
    return setup("turn", (3, 4, 5), board=["Kd", "8s", "3c", "2c"], **more)


def clock(at, seat=4):
    return {"what": "clock_start", "seat": seat, "t": at}


def reading(elapsed, at, kind="called_clock", seat=4):
    return {"what": "timer", "clock": kind, "seat": seat, "elapsed_ms": elapsed, "t": at}


# book -> time a called clock gives: a minute, and ten seconds counted down in one book
CALLED_MS = {"ipr-2018": 60000, "ipr-web": 60000, "rrop-6": 60000, "tda-2011": 70000,
             "stg-2011": 60000}  # fmt: skip


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("over", [-1, 0, 1])
def test_an_act_counts_up_to_the_last_millisecond_of_a_called_clock(book, over):
    end = 100000 + CALLED_MS[book]
    hand = play(book, facing(), [BET, clock(100000), say(4, "call", t=end + over)])
    in_time = over <= 0
    assert (4 in hand.live) == in_time
    assert hand.bet(4) == (500 if in_time else 0)
    assert hand.turn == 5
    assert bool(hand.incidents()) != in_time


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("over", [-1, 0, 1])
def test_a_reading_of_the_clock_ends_it_when_the_time_is_up(book, over):
    elapsed = CALLED_MS[book] + over
    hand = play(book, facing(), [BET, clock(100000), reading(elapsed, 100000 + elapsed)])
    assert (4 in hand.live) == (over < 0)
    assert hand.turn == (4 if over < 0 else 5)


@pytest.mark.parametrize("minutes", [None, 14, 15, 16])
def test_short_levels_of_a_quarter_of_an_hour_halve_the_clock(minutes):
    more = {} if minutes is None else {"level_minutes": minutes}
    for book in BOOKS:
        short = book in ("ipr-2018", "ipr-web") and minutes is not None and minutes <= 15
        limit = 30000 if short else CALLED_MS[book]
        for over in (-1, 0):
            elapsed = limit + over
            hand = play(book, facing(**more), [BET, clock(9000), reading(elapsed, 9000 + elapsed)])
            assert (4 in hand.live) == (over < 0), (book, minutes, over)
            key = "clock.expired_short_level" if short else "clock.expired_facing_bet"
            assert bool(hand.ruled(key)) == (over == 0)


def test_time_that_runs_out_without_a_bet_to_face():
    for book in BOOKS:
        end = CALLED_MS[book]
        hand = play(book, facing(), [clock(9000, 3), reading(end, 9000 + end, seat=3)])
        assert hand.ruled("clock.expired_no_bet"), book
        assert hand.ruled("clock.expired_facing_bet") is None
        dead = hand.ruled("clock.expired_no_bet")["ruling"] in ("hand_dead", "forced_fold")
        assert (3 in hand.live) != dead


@pytest.mark.parametrize(("minutes", "named"), [(15, True), (16, False)])
def test_the_rule_on_short_levels_is_named_where_no_bet_is_faced(minutes, named):
    for book, rule in (("ipr-2018", "54.5"), ("ipr-web", "W75.5")):
        table = facing(level_minutes=minutes)
        elapsed = 30000 if named else CALLED_MS[book]
        r = play(book, table, [clock(9000, 3), reading(elapsed, 9000 + elapsed, seat=3)]).answer()
        assert r["ruling"] == "floor_decides" and r["decided_by"] == "floor", book
        assert (f"{book}:{rule}" in r["cite"]) == named, book


@pytest.mark.parametrize("wait", [9999, 10000, 10001])
def test_a_clock_is_called_after_a_reasonable_time_only(wait):
    call = {"what": "clock_call", "by_seat": 5, "on_seat": 4, "t": 7500 + wait}
    for book in BOOKS:
        hand = play(book, facing(), [dict(BET, t=7500), call])
        early = wait < 10000 and book != "rrop-6"
        assert bool(hand.ruled("clock.called_too_early")) == early, book
        assert bool(hand.ruled("clock.called")) != early, book
        other = dict(
            call, on_seat=5, by_seat=4
        )  # not the seat the action is on: nothing to wait for
        assert play(book, facing(), [dict(BET, t=7500), other]).ruled("clock.called_too_early") is (
            None
        )


@pytest.mark.parametrize("elapsed", [29999, 30000, 30001])
def test_the_shot_clock_ends_with_its_last_millisecond(elapsed):
    shot = {"what": "shot_clock", "seat": 4, "ms": 30000, "time_cards": 0, "t": 9000}
    for book in ("ipr-2018", "ipr-web"):
        hand = play(book, facing(), [BET, shot, reading(elapsed, 9000 + elapsed, "shot_clock")])
        out = elapsed >= 30000
        assert (4 in hand.live) != out, book
        assert bool(hand.ruled("clock.shot_expired_facing_bet")) == out
        hand = play(book, facing(), [BET, shot, say(4, "call", t=9000 + elapsed)])
        assert (hand.bet(4) == 500) == (elapsed <= 30000), book


@pytest.mark.parametrize("cards", [0, 1, 2])
@pytest.mark.parametrize("over", [-1, 0])
def test_each_time_card_adds_thirty_seconds_by_itself_in_one_book(cards, over):
    shot = {"what": "shot_clock", "seat": 4, "ms": 30000, "time_cards": cards, "t": 9000}
    elapsed = 30000 * (cards + 1) + over
    end = [BET, shot, reading(elapsed, 9000 + elapsed, "shot_clock")]
    hand = play("ipr-web", facing(), end)
    assert (4 in hand.live) == (over < 0)
    noted = play("ipr-web", facing(), [BET, shot, reading(30000, 39000, "shot_clock")])
    assert bool(noted.ruled("clock.shot_expired_with_card")) == (cards > 0)
    assert (4 in noted.live) == (cards > 0)


@pytest.mark.parametrize("cards", [0, 1, 2])
@pytest.mark.parametrize("used", [29999, 30000, 30001])
def test_a_time_card_put_forward_in_time_adds_thirty_seconds(cards, used):
    shot = {"what": "shot_clock", "seat": 4, "ms": 30000, "time_cards": cards, "t": 9000}
    card = {"what": "puck_move", "puck": "time_card", "from": "seat:4", "to": "line:4",
            "by": "player", "t": 9000 + used}  # fmt: skip
    hand = play("ipr-2018", facing(), [BET, shot, card, reading(59999, 68999, "shot_clock")])
    in_time = cards > 0 and used <= 30000
    assert bool(hand.ruled("clock.time_card_used")) == in_time
    assert (4 in hand.live) == in_time or hand.ruled("clock.shot_expired_with_card")
    if in_time and cards == 1:
        gone = play("ipr-2018", facing(), [BET, shot, card, reading(60000, 69000, "shot_clock")])
        assert 4 not in gone.live


# -- seats that decide an ante --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("full", "players", "due"),
    [(6, 2, 0), (6, 3, 100), (6, 6, 100), (8, 2, 0), (8, 3, 100), (8, 5, 100), (8, 6, 200),
     (8, 8, 200), (7, 5, 100), (7, 6, 200), (9, 2, 0), (9, 3, 100), (9, 6, 100), (9, 7, 200),
     (10, 6, 100), (10, 7, 200), (10, 10, 200)],
)  # fmt: skip
def test_the_button_ante_by_seats_at_a_full_table_and_players(full, players, due):
    seats = list(range(1, players + 1))
    for book in ("ipr-2018", "ipr-web"):
        for paid in (due - 1, due, due + 1):
            if paid < 1:
                continue
            table = ring(seats, ante=due, ante_type="button_ante", table_max=full)
            s = Scene(table).add("riffle", 0)
            s.add("post", seats=[seats[-1]], kind="button_ante", amount=paid)
            hand = s.hand(book)
            wrong = hand.ruled("wager.ante_wrong")
            assert bool(wrong) == (paid != due), (book, paid)
            if wrong:
                assert wrong["amount"] == due
    for book in ("rrop-6", "tda-2011", "stg-2011"):
        hand = s.hand(book)
        assert (
            hand.ruled("wager.ante_wrong") is None and hand.ruled("wager.button_ante_due") is None
        )


@pytest.mark.parametrize("paid", [199, 200, 201, 99, 100])
def test_a_blind_is_paid_in_full_or_by_a_whole_stack(paid):
    for book in BOOKS:
        for stack, short in ((paid, True), (paid + 1, False), (None, False)):
            more = {} if stack is None else {"stacks": {"2": stack}}
            s = Scene(ring(**more)).add("riffle", 0)
            s.add("post", seats=[2], kind="bb", amount=paid)
            hand = s.hand(book)
            under = paid < 200
            assert bool(hand.ruled("wager.short_blind")) == (under and short), (book, stack)
            wrong = hand.ruled("wager.wrong_blind")
            assert bool(wrong) == (under and not short)
            assert wrong is None or (wrong["seat"], wrong["amount"]) == (2, 200)
    s = Scene(ring()).add("riffle", 0).add("post", seats=[1], kind="sb", amount=min(paid, 100))
    assert bool(s.hand("rrop-6").ruled("wager.wrong_blind")) == (paid == 99)


@pytest.mark.parametrize("paid", [24, 25, 26])
def test_an_ante_is_what_the_setup_says(paid):
    for book in BOOKS:
        s = Scene(ring(ante=25)).add("riffle", 0).add("post", seats=[3], kind="ante", amount=paid)
        wrong = s.hand(book).ruled("wager.ante_wrong")
        assert bool(wrong) == (paid != 25), book
        assert wrong is None or (wrong["seat"], wrong["amount"]) == (3, 25)
        s = Scene(ring(ante=25, stacks={"3": paid})).add("riffle", 0)
        s.add("post", seats=[3], kind="ante", amount=paid, all_in=True)
        assert s.hand(book).ruled("wager.ante_wrong") is None


@pytest.mark.parametrize("paid", [199, 200, 201, 25])
def test_a_big_blind_ante_is_a_big_blind_in_the_book_that_has_one(paid):
    for book in BOOKS:
        s = Scene(ring(ante=25, ante_type="big_blind_ante")).add("riffle", 0)
        s.add("post", seats=[2], kind="bb_ante", amount=paid)
        due = 200 if book == "ipr-web" else 25
        wrong = s.hand(book).ruled("wager.ante_wrong")
        assert bool(wrong) == (paid != due), book
        assert wrong is None or wrong["amount"] == due


@pytest.mark.parametrize("amount", [399, 400, 401, 200, 800])
@pytest.mark.parametrize("seat", [2, 3, 4])
def test_a_straddle_is_two_big_blinds_of_the_seat_behind(seat, amount):
    table = setup("preflop", range(1, 10), format="cash")
    post = {"what": "post", "seats": [seat], "kind": "straddle", "amount": amount}
    hand = play("rrop-6", table, [post])
    good = (seat, amount) == (3, 400)
    assert bool(hand.ruled("wager.straddle_ok")) == good
    assert bool(hand.ruled("wager.straddle_wrong")) != good
    assert hand.straddles == ({3: 400} if good else {})
    assert hand.turn == (4 if good else 3)
    assert hand.high == (400 if good else 200)


# -- penalties, kills, races ----------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 9])
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_a_penalty_of_rounds_is_that_many_hands_a_player(seats, rounds):
    s = Scene(ring(list(range(1, seats + 1))))
    s.add("finding", kind="penalty", seat=1, rounds=rounds)
    known = [b for b in BOOKS if s.ruling(b)["ruling"] == "penalty_hands"]
    assert known
    for book in known:
        assert s.ruling(book)["amount"] == (rounds * seats or 1), book


def killed(game, pot, button_with=None, seats=(3,), posted=None, **more):
    """The note on a pot pushed in a game with a kill: (situation, seat, amount)."""
    kill_setup = {"size": more.pop("size", "full"), "button_with": button_with}
    if posted:
        kill_setup.update(due=posted, amount=40)
    table = ring(format="cash", betting="limit", small_bet=20, big_bet=40, sb=10, bb=20,
                 kill=kill_setup)  # fmt: skip
    s = Scene(table, game).start()
    if posted:
        s.add("post", seats=[posted], kind="kill", amount=40)
    s.deal(rounds=2)
    s.add("pot_awarded", seats=list(seats), amount=pot, **more)
    hand = s.hand("rrop-6")
    notes = [r for r in hand.rulings if "kill" in r["situation"]]
    last = hand._ruling(notes[-1]["situation"], notes[-1]["how"], (), False)
    return notes[-1]["situation"], last["seat"], last["amount"]


@pytest.mark.parametrize(("pot", "due"), [(49, False), (50, True), (51, True)])
def test_the_second_pot_in_a_row_kills_when_it_holds_a_bet_beyond_the_blinds(pot, due):
    key, seat, amount = killed("limit_holdem", pot, button_with=3)
    assert (key, seat) == ("frame.kill_due" if due else "frame.kill_not_due", 3)
    assert amount == (40 if due else None)
    assert killed("limit_holdem", pot, button_with=4)[:2] == ("frame.kill_first_leg", 3)
    assert killed("limit_holdem", pot)[:2] == ("frame.kill_first_leg", 3)


@pytest.mark.parametrize(("size", "blind"), [("full", 40), ("half", 30)])
def test_a_half_kill_is_one_and_a_half_blinds(size, blind):
    assert killed("limit_holdem", 500, button_with=3, size=size)[2] == blind


def test_a_split_pot_moves_no_leg():
    assert killed("limit_holdem", 500, 3, (3, 4))[:2] == ("frame.kill_leg_kept", 3)
    assert killed("limit_holdem", 500, 5, (3, 4))[:2] == ("frame.kill_neutral", None)


def test_who_wins_the_kill_pot_kills_again():
    assert killed("limit_holdem", 500, None, (3,), posted=3) == ("kill.again", 3, 40)
    assert killed("limit_holdem", 500, None, (3, 4), posted=4)[:2] == ("kill.again", 4)
    assert killed("limit_holdem", 500, None, (5,), posted=4)[:2] == ("frame.kill_first_leg", 5)


@pytest.mark.parametrize(("pot", "due"), [(199, False), (200, True), (201, True)])
def test_a_scooped_high_low_pot_kills_from_five_upper_limits_on(pot, due):
    got = killed("limit_omaha8", pot, scoop=True)
    assert got[:2] == (("frame.kill_due", 3) if due else ("frame.kill_not_due", None))
    assert killed("limit_omaha8", pot, scoop=False)[:2] == ("frame.kill_not_due", None)
    assert killed("limit_omaha8", pot, seats=(3, 4), scoop=True)[0] == "frame.kill_not_due"


def raced(book, odd, old=25, new=100, cards=None, **more):
    table = ring(color={"old": old, "new": new}, **more)
    s = Scene(table).add("color_up", stage="race", odd_chips={str(k): odd[k] for k in odd})
    dealt = cards or {str(k): [c] for k, c in zip(sorted(odd), ("As", "Kd", "Qc"), strict=False)}
    s.add("race_cards", cards=dealt)
    return s.hand(book)


@pytest.mark.parametrize(
    ("chips", "up", "half"),
    [(1, 1, 0), (2, 1, 1), (3, 1, 1), (4, 1, 1), (5, 2, 1), (6, 2, 2), (7, 2, 2), (8, 2, 2)],
)
def test_odd_chips_of_a_race_are_rounded(chips, up, half):
    odd = {1: min(3, chips), 2: min(3, max(0, chips - 3)), 3: max(0, chips - 6)}
    odd = {seat: odd[seat] for seat in odd if odd[seat]}
    for book in ("ipr-2018", "ipr-web", "stg-2011"):
        assert race.new_chips(raced(book, odd), odd) == up, book
    assert race.new_chips(raced("rrop-6", odd), odd) == half
    tda = raced("tda-2011", odd).answer()
    assert (tda["ruling"] == "floor_decides") == (chips % 4 != 0)


def test_the_highest_single_card_wins_the_chip_and_suits_break_ties():
    odd = {1: 1, 2: 2, 3: 1}
    for cards, steps in (
        ({"1": ["Kd"], "2": ["Qs", "Qh"], "3": ["Kh"]}, ["chip_to_seat_3"]),
        ({"1": ["Kd"], "2": ["As", "2h"], "3": ["Kh"]}, ["chip_to_seat_2"]),
        ({"1": ["Ks"], "2": ["Kc", "Kd"], "3": ["Kh"]}, ["chip_to_seat_1"]),
    ):
        for book in BOOKS:
            assert raced(book, odd, cards=cards).answer()["remedy_steps"] == steps, book


@pytest.mark.parametrize("stack", [24, 25, 26, 50, 51])
def test_nobody_is_raced_out_of_the_tournament(stack):
    hand = raced("tda-2011", {1: 3, 2: 1}, stacks={"1": 5075, "2": stack})
    steps = hand.answer()["remedy_steps"]
    assert steps[0] == "chip_to_seat_1"
    assert ("survivor_chip_to_seat_2" in steps) == (stack <= 25)
    assert hand.answer()["amount"] == (2 if stack <= 25 else 1)


# -- acts after which a right is lost -------------------------------------------------------------


@pytest.mark.parametrize("behind", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("chips", [0, 1, 2, 3])
def test_a_silent_player_loses_its_turn_to_substantial_action(behind, chips):
    for book in BOOKS:
        hand = play(book, setup(), [])
        lost = {
            "ipr-2018": behind >= 3 or (behind == 2 and chips >= 1),
            "ipr-web": behind >= 3 or (behind == 2 and chips >= 1),
            "rrop-6": behind >= 3,
            "tda-2011": False,
            "stg-2011": False,
        }[book]
        assert bool(turn_order.lost_right(hand, behind, chips)) == lost, book


# -- pots -----------------------------------------------------------------------------------------


def at_showdown(paid, live, pot=0, dead=0, game="nlhe", **more):
    """A hand whose chips are in: ``paid`` seat -> chips of the hand."""
    more.setdefault("seats", sorted(paid))
    table = setup("river", live, pot=pot, board=["Kd", "8s", "3c", "2c", "Th"], **more)
    hand = play("rrop-6", table, [], game)
    hand.paid = dict(paid)
    hand.dead = dead
    return hand


def layers(paid, live, extra):
    """Chip by chip: who can win the chip at each level of the contributions."""
    out = []
    top = max(paid[s] for s in live)
    for level in range(1, max(paid.values()) + 1):
        chips = len([s for s in paid if paid[s] >= level])
        seats = sorted(s for s in live if paid[s] >= min(level, top))
        if out and out[-1][1] == seats:
            out[-1][0] += chips
        else:
            out.append([chips, seats])
    if extra:
        if out:
            out[0][0] += extra
        else:
            out.append([extra, sorted(live)])
    return [tuple(p) for p in out]


@given(st.dictionaries(st.integers(1, 6), st.integers(0, 6), min_size=2), st.data())
def test_every_chip_is_in_the_pot_of_those_who_matched_it(paid, data):
    live = data.draw(st.lists(st.sampled_from(sorted(paid)), min_size=1, unique=True))
    extra = data.draw(st.integers(0, 3))
    if not any(paid[s] for s in live):
        paid[live[0]] = 1
    hand = at_showdown(paid, live, pot=extra)
    built = [(a, sorted(s)) for a, s in pots.build(hand)]
    low = min(paid[s] for s in live)
    if low == 0 and extra:  # a live hand without a chip in plays for the dead money alone
        assert built[0] == (extra, sorted(live)) or built[0][0] > extra
        assert sum(a for a, _ in built) == extra + sum(paid.values())
    else:
        assert built == layers(paid, live, extra)
    assert hand.pot_total() == extra + sum(paid.values())


@given(
    st.integers(0, 2000),
    st.sampled_from([1, 5, 25]),
    st.lists(st.integers(1, 9), min_size=1, max_size=4, unique=True),
    st.integers(1, 9),
)
def test_a_pot_is_shared_to_the_chip_from_the_left_of_the_button(amount, chip, seats, button):
    hand = at_showdown(
        dict.fromkeys(range(1, 10), 0), seats, button=button, smallest_chip=chip, pot=amount
    )
    out = shares.share(hand, amount, seats)
    assert sum(out.values()) == amount and set(out) == set(seats)
    order = sorted(seats, key=lambda s: (s - button - 1) % 9)
    parts = [out[s] for s in order]
    assert parts == sorted(parts, reverse=True)
    assert parts[0] - parts[-1] <= chip
    below = amount % chip  # less than a chip: nobody has change for it
    assert len([p for p in parts if p % chip]) <= (1 if below else 0)


@pytest.mark.parametrize("amount", [999, 1000, 1001, 1024, 1025, 1049, 1050, 1051])
@pytest.mark.parametrize("chip", [1, 25])
def test_the_odd_chip_of_two_halves_goes_to_the_high_hand(amount, chip):
    hand = at_showdown({2: 0, 8: 0}, [2, 8], game="plo8", button=5, smallest_chip=chip, pot=amount)
    out = shares.split(hand, amount, [2], [8])
    assert out[8] == amount // chip // 2 * chip
    assert out[2] == amount - out[8]


@pytest.mark.parametrize("amount", [100, 101, 102, 103, 104])
def test_a_ruling_on_an_odd_chip_and_the_payment_agree(amount):
    for high, low in (([2], [8]), ([2, 8], [8]), ([2], [2, 8]), ([2, 8], None), ([2, 5, 8], None)):
        seats = sorted(set(high) | set(low or ()))
        s = Scene(ring(street="river", live=seats, street_closed=True, button=5, smallest_chip=1,
                       board=["Kd", "8s", "3c", "2c", "Th"], pot=amount), "plo8")  # fmt: skip
        s.add("showdown", seats=seats, high=high, **({"low": low} if low else {}))
        for book in ("ipr-2018", "ipr-web", "rrop-6", "tda-2011"):
            hand = s.hand(book)
            paid, answer = shares.split(hand, amount, high, low), hand.answer()
            assert sum(paid.values()) == amount
            if answer["ruling"] == "odd_chip_to" and low is None:
                assert paid[answer["seat"]] == max(paid.values()), (book, amount)
                assert amount % len(high) == 1
            if answer["ruling"] == "no_incident" and answer["amount"] and low is None:
                assert set(paid.values()) == {answer["amount"]}, (book, amount, high)
            assert bool(answer["remedy_steps"]) or amount % len(high) != 2 or low


def test_side_pots_of_a_setup_take_the_new_chips_of_their_seats():
    table = ring(street="turn", live=[2, 3, 4], board=["Kd", "8s", "3c", "2c"], all_in=[3],
                 pots=[{"name": "main", "amount": 300, "seats": [2, 3, 4]}])  # fmt: skip
    s = Scene(table).act(2, "bet", 200).act(4, "call", 200)
    assert odd_chips.built(s.hand("tda-2011")) == [(300, [2, 3, 4]), (400, [2, 4])]


def test_kill_blinds_by_size():
    hand = Scene(ring(sb=10, bb=20)).hand("rrop-6")
    assert [kill.blind(hand, {"size": size}) for size in ("full", "half")] == [40, 30]


# -- draws and stud -------------------------------------------------------------------------------


@pytest.mark.parametrize("bring_in", [49, 50, 51, 199, 200, 201])
def test_a_bring_in_short_of_the_limit_is_no_completion(bring_in):
    table = stud("third", live=[1, 2, 3], seats=[1, 2, 3],
                 upcards={"1": ["2c"], "2": ["Kd"], "3": ["9h"]})  # fmt: skip
    hand = play("rrop-6", table, [put(1, bring_in)], "stud7")
    assert hand.actions[-1]["act"] == ("complete" if bring_in >= 200 else "bring_in")
    assert hand.turn == 2


def test_draw_tables_open_left_of_the_button_after_the_draw():
    table = draw(street="after_draw", live=[2, 5], button=3)
    assert play("rrop-6", table, [], "27_lowball").turn in (5, 2)


@pytest.mark.parametrize(("order", "ruling"), [
    (None, "race_result"), ([1, 2, 3], "race_result"), ([2, 3, 1], "floor_decides"),
])  # fmt: skip
def test_race_cards_not_dealt_from_seat_one_on_are_for_the_floor(order, ruling):
    table = ring(color={"old": 25, "new": 100})
    s = Scene(table).add("color_up", stage="race", odd_chips={"1": 1, "2": 2, "3": 1})
    more = {} if order is None else {"order": order}
    s.add("race_cards", cards={"1": ["Kd"], "2": ["Qs", "Qh"], "3": ["Kh"]}, **more)
    for book in BOOKS:
        assert s.hand(book).answer()["ruling"] == ruling, book
