"""What goes wrong with turns, wagers, forced chips and pots: hooks of `tenhand.Hand` by class.

``expect``: the rulings and situations that are right; ``turn.*`` is any situation of that family.
"""

from .tenfelt import seat_at
from .tenmisdeal import DEAL_CLASSES, needs

NOLIMIT = needs(games=("nlhe",))
DEEP = needs(games=("nlhe",), deep=80)
STRICT = needs(games=("nlhe",), formats=("tournament",), deep=80)  # no string bets in any book
TURN, WAGER = ("turn.*", "out_of_turn", "oot_binding"), ("wager.*",)
STRING = ("wager.string_bet", "wager.string_raise")


def facing(h, seat):
    """Whether a seat faces a bet it can well afford to call and raise."""
    return (
        seat
        and h.stakes.owes(seat) > h.sizes[0]
        and h.stakes.behind[seat] > 6 * h.stakes.owes(seat)
    )


def waiting(h):
    """The seat after the one to act, if it has yet to act."""
    pending = [s for s in h.stakes.pending if s in h.stakes.live]
    return pending[1] if len(pending) > 1 else None


def unbet(h, street, seat):
    """Whether nobody has bet after the flop and the seat is deep."""
    return street != "preflop" and not h.stakes.high and h.stakes.behind[seat] > 9 * h.bb


def part(h, amount):
    """An amount in whole chips."""
    return int(amount) // h.sizes[0] * h.sizes[0]


def small_chips(h, seat, extra):
    """A raise by so much, in chips of which none is needed for the call alone."""
    amount = h.stakes.owes(seat) + part(h, extra * h.stakes.step)
    tags = [h.chips.spare(h.sizes[0]) for _ in range(amount // h.sizes[0])]
    h.chips.tray += h.chips.exact(seat, amount)
    h.people.push(seat, tags, spread=18)


def fits(h, seat, extra, low):
    """Whether such a raise is well under the least and a handful of chips."""
    more = part(h, extra * h.stakes.step)
    few = h.stakes.owes(seat) + more <= 20 * h.sizes[0]
    return facing(h, seat) and few and more >= max(h.sizes[0], low * h.stakes.step)


def bet_and_protest(h, seat, other):
    """The next seat bets; the one that was skipped says it has not acted."""
    h.people.put(other, 3 * h.bb)
    h.people.key("notice", kind="not_acted", by="player", seat=seat, late=1500)
    h.people.t += 1500


def call_and_fold(h, seat, other):
    """The next seat calls, then the skipped one folds."""
    h.people.put(other, h.stakes.owes(other))
    h.people.wait(3500, 5000)
    h.people.throw_in(seat)


def check_early(h, seat, other):
    h.people.say(other, "check")
    h.people.t += 1500


def two_motions(h, seat, first, second):
    """Chips, a pause, and more chips without a word."""
    h.people.put(seat, first)
    h.people.wait(900, 1600)
    h.people.put(seat, second)


def named(h, seat, to):
    """A raise is announced and put in."""
    h.people.say(seat, "raise", to, late=150)
    h.people.wait(500, 900)
    h.people.put(seat, to - h.stakes.front[seat])


def back(h, seat):
    """A call lies there, then it is taken back."""
    tags = h.people.put(seat, h.stakes.owes(seat))
    at = h.people.t + h.rng.uniform(1400, 2600)
    h.people.home(seat, tags, at)
    h.people.t = at + 600


def shown(h, seat, other):
    """A player shows a card while others still act."""
    more = {"about_seat": seat, "intent": "on_purpose", "seen_by": [other]}
    h.people.key("notice", kind="cards_shown_by_player", by="dealer", **more)
    h.people.t += 1500


def thrown(h, seat, other):
    """A folded hand slides into the next player's cards."""
    h.people.say(seat, "fold")
    for tag in h.people.hole[seat]:
        h.people.go(tag, h.people.near(seat_at(other), 26), h.people.t, 600, 20)
    h.people.t += 800


ACTS = {  # draw, when (hand, seat, the seat after it, street), what, expect
    "oot_bet": (DEEP, lambda h, s, o, st: o and unbet(h, st, o), bet_and_protest, TURN),
    "oot_fold": (
        NOLIMIT,
        lambda h, s, o, st: o and o != h.bb_seat and h.stakes.owes(o),
        lambda h, s, o: h.people.throw_in(o),
        ("turn.*", "fold_binding", "out_of_turn"),
    ),
    "oot_call": (
        NOLIMIT,
        lambda h, s, o, st: facing(h, o),
        lambda h, s, o: h.people.put(o, h.stakes.owes(o)),
        TURN,
    ),
    "oot_raise": (
        DEEP,
        lambda h, s, o, st: facing(h, o),
        lambda h, s, o: named(h, o, h.stakes.high + 2 * h.stakes.step),
        TURN,
    ),
    "oot_check": (NOLIMIT, lambda h, s, o, st: o and unbet(h, st, o), check_early, TURN),
    "oot_then_back": (
        NOLIMIT,
        lambda h, s, o, st: facing(h, s) and facing(h, o),
        call_and_fold,
        TURN,
    ),
    "string_raise": (
        STRICT,
        lambda h, s, o, st: facing(h, s),
        lambda h, s, o: two_motions(h, s, h.stakes.owes(s), 2 * h.stakes.step),
        STRING,
    ),
    "string_open": (
        STRICT,
        lambda h, s, o, st: unbet(h, st, s),
        lambda h, s, o: two_motions(h, s, 2 * h.bb, 4 * h.bb),
        STRING,
    ),
    "raise_too_small": (
        DEEP,
        lambda h, s, o, st: fits(h, s, 0.7, 0.55),
        lambda h, s, o: small_chips(h, s, 0.7),
        ("min_raise",),
    ),
    "raise_far_too_small": (
        DEEP,
        lambda h, s, o, st: fits(h, s, 0.35, 0),
        lambda h, s, o: small_chips(h, s, 0.35),
        WAGER,
    ),
    "raise_named_too_small": (
        DEEP,
        lambda h, s, o, st: fits(h, s, 0.7, 0.55),
        lambda h, s, o: named(h, s, h.stakes.high + part(h, 0.7 * h.stakes.step)),
        ("min_raise", *WAGER),
    ),
    "short_call": (
        DEEP,
        lambda h, s, o, st: facing(h, s) and h.stakes.high >= 2 * h.bb,
        lambda h, s, o: h.people.put(s, max(h.sizes[0], part(h, h.stakes.owes(s) * 0.6))),
        WAGER,
    ),
    "bet_too_small": (
        DEEP,
        lambda h, s, o, st: unbet(h, st, s) and h.bb >= 2 * h.sizes[0],
        lambda h, s, o: h.people.put(s, part(h, h.bb / 2)),
        WAGER,
    ),
    "over_the_pot": (
        needs(games=("plo",), deep=80),
        lambda h, s, o, st: unbet(h, st, s) and h.stakes.behind[s] > 2 * h.stakes.pot(),
        lambda h, s, o: h.people.put(s, 2 * h.stakes.pot()),
        WAGER,
    ),
    "limit_size": (
        needs(games=("limit_holdem",), deep=80),
        lambda h, s, o, st: unbet(h, st, s),
        lambda h, s, o: h.people.put(s, h.bb * (3 if h.stakes.street == "flop" else 6)),
        WAGER,
    ),
    "pulled_back": (DEEP, lambda h, s, o, st: facing(h, s), lambda h, s, o: back(h, s), WAGER),
    "player_exposes": (
        needs(("ipr-2018", "rrop-6", "tda-2011", "stg-2011"), ("nlhe",), ("tournament",)),
        lambda h, s, o, st: o and len(h.stakes.live) > 2,
        shown,
        ("hand_live_penalty", "conduct.*", "exposed.*", "showdown.*"),
    ),
    "thrown_into_a_hand": (
        needs(("rrop-6", "tda-2011", "stg-2011"), ("nlhe",), seats=5),
        lambda h, s, o, st: o and h.stakes.owes(s) and len(h.stakes.live) > 2,
        thrown,
        ("thrown_cards_dead", "fold.*", "deal.*", "hand.*"),
    ),
}


def acting(draw, when, what, expect):
    """Hooks of something a player does wrong when it, or the seat before it, is to act."""

    def turn(h, seat, street):
        other = waiting(h)
        if when(h, seat, other, street) and h.rng.random() < 0.6:
            what(h, seat, other)
            h.happened(*expect, seat={seat, other} if other else {seat})

    return {"draw": draw, "turn": turn}


def one_short(h):
    """One player can go all-in for a little more than a bet."""
    DEEP(h)
    h.short = h.rng.choice(h.seats)
    h.stacks[h.short] = 7 * h.bb


def not_reopened(h, seat, street):
    """A short all-in does not reopen the betting for who has acted; it raises all the same."""
    stakes, short = h.stakes, h.short
    if street == "preflop" and seat == short and stakes.high == h.bb:
        return h.perform("call" if stakes.owes(seat) else "check", seat) or True
    if street != "flop" or short not in stakes.live or not stakes.behind[short]:
        if seat in stakes.closed_to and stakes.behind[seat] > 20 * h.bb and stakes.owes(seat):
            named(h, seat, stakes.high + 2 * stakes.step)
            h.happened("raise_not_allowed", *WAGER, seat={seat})
        return None
    if not stakes.high:
        return h.perform(*(("check", seat) if seat == short else ("bet", seat, 4 * h.bb))) or True
    top = stakes.front[short] + stakes.behind[short]
    if seat == short and stakes.high == 4 * h.bb < top:
        return h.perform("raise", seat, top) or True
    return None


def blinds(*seats_and_sizes):
    """Hooks of blinds that are not as they should be; then the cards are dealt."""

    def posts(h):
        for seat_of, size_of in seats_and_sizes:
            h.people.put(seat_of(h), size_of(h))
            h.people.wait(300, 900)
        h.people.wait(600, 1500)
        h.people.deal(h.order, h.each)
        h.happened("frame.*", *WAGER, "turn.*")

    return {"draw": needs(games=("nlhe",), seats=5), "posts": posts}


def ante_twice(h):
    """One seat's ante is twice what it should be."""
    seat = h.rng.choice(h.order)
    h.people.put(seat, h.sizes[0])
    h.people.wait(800, 1500)
    h.people.t = h.people.gather(h.order) + 500
    for payer, size in ((h.sb_seat, h.sb), (h.bb_seat, h.bb)):
        h.people.put(payer, size)
        h.people.wait(300, 1500)
    h.people.deal(h.order, h.each)
    h.happened("ante_amount_wrong", "wager.ante_wrong", seat={seat})


def all_in_mucks(h):
    """An all-in player throws the hand away unseen."""
    if len(h.people.board) > 3:
        return
    live = list(h.stakes.live)
    for seat in live[1:]:
        h.people.wait(300, 900)
        h.table(seat)
    h.people.wait(500, 1200)
    h.people.throw_in(live[0])
    h.happened("show.*", "showdown.*", "retrieve_and_table", "table_all_hands", "fold.*")


def wrong_winner(h, shares):
    """The pot is pushed to a loser of the showdown; the winner claims it."""
    losers = [s for s in h.stakes.live if not shares[s] and s in h.tabled]
    winners = [s for s in h.stakes.live if shares[s]]
    if losers and len(winners) == 1 and winners[0] in h.tabled:
        h.people.award({losers[0]: shares[winners[0]]})
        h.people.key("notice", kind="claims_pot", by="player", seat=winners[0])
        h.people.t += 1500
        h.happened("award_corrected", "pots.*", "award.*", "showdown.*")


def rabbit(h, shares):
    """The next board card is turned after the last fold."""
    if len(h.stakes.live) == 1 and 3 <= len(h.people.board) < 5:
        h.people.award(shares)
        h.people.wait(500, 1200)
        h.people.turn_up(1)
        h.people.wait(1500, 3000)
        h.happened("rabbit_hunting", "board.rabbit_card")


SB, HALF = (lambda h: h.sb_seat, lambda h: h.sb), lambda h: part(h, h.bb / 2)
CLASSES = DEAL_CLASSES | {name: acting(*row) for name, row in ACTS.items()}
CLASSES |= {
    "raise_not_reopened": {"draw": one_short, "turn": not_reopened},
    "blind_short": blinds(SB, (lambda h: h.bb_seat, HALF)),
    "blind_by_wrong_seat": blinds(SB, (lambda h: h.first, lambda h: h.bb)),
    "ante_twice": {
        "draw": needs(games=("nlhe",), formats=("tournament",), ante=True),
        "antes": ante_twice,
    },
    "all_in_mucks": {
        "draw": needs(games=("nlhe",), formats=("tournament",), deep=12),
        "all_in": all_in_mucks,
    },
    "wrong_winner": {"draw": NOLIMIT, "award": wrong_winner},
    "rabbit": {"draw": NOLIMIT, "award": rabbit},
}
