"""Short-deck hold'em: 36 cards, antes and the button's blind, a flush beats a full house.

Cards are ranked as pokerkit ranks them; order, bounds and payments of random hands are compared in
``test_random_hands.py``.
"""

import random

import pokerkit
import pytest

from shared_rules import games, ranking, rulebooks
from shared_rules.engine import Hand
from shared_rules.table import Table
from tests.play.direct import play
from tools import cli
from tools.playing import phh
from tools.playing.phh import BadHand
from tools.playing.replay import replay

GAME = games.get("short_deck")
FILE = """# A hand of short-deck hold'em: the nut flush beats a full house.
variant = "NS"
antes = [300, 300, 300, 300]
blinds_or_straddles = [0, 0, 0, 600]
min_bet = 600
starting_stacks = [30000, 25000, 8000, 40000]
actions = [
  "d dh p1 AhKh", "d dh p2 9c9d", "d dh p3 ????", "d dh p4 Td8c",
  "p1 cbr 1800", "p2 cc", "p3 f", "p4 cc",
  "d db 9hTh6h", "p1 cbr 4000", "p2 cc", "p4 f",
  "d db 6s", "p1 cc", "p2 cbr 9000", "p1 cc",
  "d db Jd", "p1 cc", "p2 cc", "p1 sm AhKh", "p2 sm 9c9d",
]
"""


def hand_file(tmp_path, text=FILE):
    path = tmp_path / "short.phh"
    path.write_text(text)
    return path


def record(tmp_path, text=FILE):
    ((_, found),) = phh.read(hand_file(tmp_path, text))
    return found


# -- the game ---------------------------------------------------------------------------------


def test_the_deck_has_the_ranks_from_six_to_ace():
    deck = GAME.deck()
    assert len(deck) == GAME.deck_size() == len(set(deck)) == 36
    assert set(deck) == set(map(repr, pokerkit.Deck.SHORT_DECK_HOLDEM))


def test_every_game_has_the_deck_pokerkit_deals_it_from():
    for code, (name, _) in games.notation().items():
        kind = pokerkit.HandHistory.game_types.get(code)
        if kind is not None:
            assert set(games.get(name).deck()) == set(map(repr, kind.deck)), code


def test_every_code_of_the_notation_names_a_game():
    assert set(pokerkit.HandHistory.game_types) <= set(games.notation())
    assert games.notation()["NS"] == ("short_deck", "no_limit")


# -- the ranking ------------------------------------------------------------------------------


def theirs(hole, board=()):
    return pokerkit.ShortDeckHoldemHand.from_game("".join(hole), "".join(board))


def ours(hole, board=()):
    return ranking.value("short_deck", list(hole), list(board))


def sign(a, b):
    return (a > b) - (a < b)


@pytest.mark.parametrize("seed", range(4))
def test_random_hands_rank_as_with_pokerkit(seed):
    rng = random.Random(f"short/{seed}")
    orders = set()
    for _ in range(400):
        cards = rng.sample(GAME.deck(), 9)
        board, a, b = cards[:5], cards[5:7], cards[7:]
        order = sign(ours(a, board), ours(b, board))
        assert order == sign(theirs(a, board), theirs(b, board))
        orders.add(order)
    assert orders == {-1, 0, 1}


def test_five_cards_alike_but_for_one_rank_in_poker_rank_as_with_pokerkit():
    """Five cards of two ranks or of one suit, where the categories change places."""
    rng = random.Random("short/shapes")
    hands = []
    for _ in range(400):
        ranks = rng.sample(GAME.ranks, 2)
        hands.append(rng.sample([r + s for r in ranks for s in "cdhs"], 5))
        suit = rng.choice("cdhs")
        hands.append(rng.sample([r + suit for r in GAME.ranks], 5))
    for a, b in zip(hands, hands[1:], strict=False):
        assert sign(ours(a), ours(b)) == sign(theirs(a), theirs(b)), (a, b)


def cards(text):
    return text.split()


# each beats the one before it: what stands at a boundary of the ranking
LADDER = [
    "Ac Kd Qh Js 9c",  # no pair: no straight without a ten
    "6c 6d 7h 8s 9c",
    "Ac Ad Kh Ks Qc",
    "Ac Ad Ah Ks Qc",
    "Ac 6d 7h 8s 9c",  # the lowest straight, over three of a kind
    "6c 7d 8h 9s Tc",
    "Tc Jd Qh Ks Ac",
    "6c 6d 6h 7s 7c",
    "Ac Ad Ah Ks Kc",
    "6c 7c 8c 9c Jc",  # the lowest flush, over the best full house
    "Kc Ac Jc Qc 9c",
    "6c 6d 6h 6s 7c",
    "Ac Ad Ah As Kc",
    "Ac 6c 7c 8c 9c",  # the lowest straight flush, over four aces
    "Tc Jc Qc Kc Ac",
]


def test_the_ladder_of_hands():
    values = [ours(cards(text)) for text in LADDER]
    assert values == sorted(values) and len(set(values)) == len(values)
    for lower, higher in zip(LADDER, LADDER[1:], strict=False):
        assert theirs(cards(lower)) < theirs(cards(higher)), (lower, higher)


def test_what_is_a_straight_and_what_is_none():
    assert ours(cards("Ac 6d 7h 8s 9c"))[0] == ours(cards("6c 7d 8h 9s Tc"))[0]
    assert ours(cards("Kc 6d 7h 8s 9c"))[0] == 0  # a king does not stand below the six
    assert ours(cards("Ac Kd 6h 7s 8c"))[0] == 0  # nor does the ace join both ends
    assert ranking.value("high", cards("Ac 6d 7h 8s 9c"))[0] == 0  # with 52 cards it is no straight


def test_a_flush_announced_over_a_full_house_is_claimed_too_good():
    from shared_rules.hand.showdown import showdown

    setup = {"game": "short_deck", "betting": "no_limit", "seats": [1, 2], "button": 2,
             "stacks": {"1": 9, "2": 9}, "board": cards("9h Th 6h 6s Jd"), "street": "river",
             "live": [1, 2]}  # fmt: skip
    for game, better in (("short_deck", True), ("nlhe", False)):
        hand = Hand(dict(setup, game=game), game, "rrop-6")
        assert (showdown.compare(hand, ("flush", None), cards("9c 9d")) > 0) is better


# -- antes, the button's blind, the order -----------------------------------------------------


def test_a_hand_from_its_file_to_the_payment(tmp_path):
    run = replay("short", record(tmp_path), "rrop-6")
    acts = [(a["act"], a["seat"], a["amt"]) for a in run.result["actions"]]
    assert [a for a in acts if a[0] == "ante"] == [("ante", s, 300) for s in (1, 2, 3, 4)]
    assert [a for a in acts if a[0] == "post"] == [("post", 4, 600)]
    assert [a[1] for a in acts if a[0] not in ("ante", "post")][:4] == [1, 2, 3, 4]
    assert [b[1] for b in run.bounds[:4]] == [
        (600, 1200, 29700), (1800, 3000, 24700), (1800, 3000, 7700), (1200, 3000, 39700),
    ]  # fmt: skip
    # the button acts last before the flop and after it; nobody has the blind's extra turn
    assert [s for s, *_ in run.bounds[4:7]] == [1, 2, 4]
    assert all(in_turn for *_, in_turn in run.bounds)
    # a flush: with 52 cards the full house would have won
    assert run.result["stacks_after"] == {1: 47500, 2: 9900, 3: 7700, 4: 37900}
    assert run.result["incidents"] == []


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_each_rulebook_plays_it_and_the_virtual_table_plays_the_same(tmp_path, book):
    found = record(tmp_path)
    said = replay("short", found, book).result
    played, *_ = play("short", found, book=book)
    for hand in (said, played):
        after = hand["stacks_after"]
        assert hand["incidents"] == []
        assert sum(after.values()) == sum(found["starting_stacks"])
        assert max(after, key=lambda s: after[s] - found["starting_stacks"][s - 1]) == 1
    assert said["stacks_after"] == played["stacks_after"]


@pytest.mark.parametrize("players", [2, 3])
def test_nobody_raises_and_the_button_may(players):
    antes, blinds = [100] * players, [0] * players
    blinds[0 if players == 2 else players - 1] = 200  # heads-up the lists change places
    holes = ("AhKh", "9c9d", "QsQd")
    deals = [f"d dh p{i + 1} {holes[i]}" for i in range(players)]
    calls = [f"p{i + 1} cc" for i in range(players - 1)]
    folds = [f"p{i + 1} f" for i in range(players - 1)]
    found = {"variant": "NS", "antes": antes, "blinds_or_straddles": blinds, "min_bet": 200,
             "starting_stacks": [5000] * players,
             "actions": [*deals, *calls, f"p{players} cbr 400", *folds]}  # fmt: skip
    run = replay("option", found)
    assert run.bounds[players - 1][:2] == (players, (0, 400, 4900))
    assert run.result["stacks_after"][players] == 5000 + (players - 1) * 300


@pytest.mark.parametrize("least", [199, 200, 201])
def test_a_button_all_in_for_about_its_blind(least):
    """One under the blind it is short and the others owe the whole; at it and over it is paid."""
    found = {"variant": "NS", "antes": [0] * 3, "blinds_or_straddles": [0, 0, 200], "min_bet": 200,
             "starting_stacks": [5000, 5000, least], "actions": []}  # fmt: skip
    found["actions"] += ["d dh p1 AhKh", "d dh p2 9c9d", "d dh p3 QsQd", "p1 cc", "p2 f"]
    if least > 200:
        found["actions"].append("p3 cc")
    board = ["d db 6c7c8h", "d db Ts", "d db Jd"]
    checks = [["p1 cc", "p3 cc"] if least > 200 else [] for _ in board]
    found["actions"] += [a for b, c in zip(board, checks, strict=True) for a in (b, *c)]
    found["actions"] += ["p1 sm AhKh", "p3 sm QsQd"]
    run = replay("short", found)
    assert run.bounds[0][1][0] == 200
    paid = min(least, 200)
    assert run.result["stacks_after"] == {1: 5000 - paid, 2: 5000, 3: least + paid}


def live(button, seats=(1, 2, 3)):
    stacks = {str(s): 5000 for s in seats}
    return {"t": 0, "what": "setup", "game": "short_deck", "betting": "no_limit",
            "format": "cash", "seats": list(seats), "button": button, "stacks": stacks, "sb": 0,
            "bb": 200, "ante": 100, "ante_type": "each"}  # fmt: skip


def places(hand):
    return hand.button, hand.sb_seat, hand.bb_seat


@pytest.mark.parametrize("seats", [(1, 2, 3), (2, 5)])
def test_the_button_posts_where_nobody_named_the_blind(seats):
    table = Table("tda-2011")
    table.apply(live(seats[-1], seats))
    table.apply({"t": 1, "what": "riffle"})
    assert places(table.hand) == (seats[-1], None, seats[-1])


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_the_next_hand_has_button_and_blind_one_seat_on(tmp_path, book):
    table = Table(book)
    replay("short", record(tmp_path), table=table)
    assert places(table.hand) == (4, None, 4)
    table.apply({"t": 10**6, "what": "riffle"})
    assert places(table.hand) == (1, None, 1)
    assert [r["situation"] for r in table.hand.open_incidents()] == []


# -- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["5h", "2c"])
def test_a_card_below_the_six_is_refused_in_a_line(tmp_path, card):
    text = FILE.replace("9hTh6h", f"9hTh{card}")
    with pytest.raises(BadHand) as found:
        replay("short.phh", record(tmp_path, text))
    said = f"action 9 'd db 9hTh{card}': {card} is not in the deck of Short-deck hold'em"
    assert str(found.value) == f"short.phh: {said}"


def test_the_command_replays_a_file(tmp_path, capsys):
    assert cli.main(["replay", str(hand_file(tmp_path))]) == 0
    assert "short.phh" in capsys.readouterr().out
