"""Promises 29 and 31, on a whole running Feltwire; a build that leaks is caught."""

import math
import random
from collections import Counter, defaultdict

from tests.vault import canary_hands
from tests.vault.rooms import Shuffled, message, signed

HANDS = 10  # `make soak` plays ten thousand
# The vault answers with every card, and the gateway keeps the answers.
LEAK = """
from gateway.vault.client import VaultClient
from gateway.vault.sealedhand import SealedHand
SealedHand.public_cards = lambda self: dict(self.cards)
kept, ask = [], VaultClient._ask
def keeping(self, asked):
    answer = ask(self, asked)
    kept.append(repr(answer))
    return answer
VaultClient._ask = keeping
"""


def test_canary_hands_leave_nothing(tmp_path):
    hits, figures = canary_hands.play(tmp_path, HANDS)
    print(figures)
    assert hits == []
    # there was something to find, and it was looked for where it would have been
    assert figures["pairs"] > HANDS // 2 and figures["public"] > HANDS
    assert figures["memory"] > 10_000_000 and figures["bodies"] > 100_000


def test_a_leaking_build_is_caught(tmp_path):
    hits, _figures = canary_hands.play(tmp_path, 5, LEAK, kills=0)
    assert ("memory of the gateway", "a sealed card beside its token") in hits


def test_the_search_finds_what_it_looks_for():
    canaries = canary_hands.Canaries(b"r" * 32)
    source = Shuffled(3)
    for _ in range(6):
        canaries.add(*source.hand())
    a, b = next(iter(canaries.pairs - canaries.open_pairs))
    token, card = next(iter(canaries.sealed.items()))
    uid = next(iter(canary_hands.paper.UIDS.values()))
    for data in (
        f'["{a}","{b}"]', f"['{a}', '{b}']", f'"{token}":"{card}"', f"'{token}': '{card}'",
        uid.hex(), uid.hex().upper(), uid[::-1].hex(), "72" * 32, '{"hole":[]}',
    ):  # fmt: skip
        assert canaries.hits("here", b"..." + data.encode() + b"..."), data
    assert canaries.hits("here", b"..." + uid + b"...") and canaries.hits("here", b"r" * 40)
    assert canaries.hits("here", b'"As"', canary_hands.NAME) and not canaries.hits("here", b'"As"')
    for leaked in (b'{"deck":{"e004":"As","e005":"Kd"}}', b"['7c', 'As', '2d', '3h']"):
        assert canaries.hits("here", leaked, canary_hands.NAME_IN_TEXT)
    assert not canaries.hits(
        "here", b'\x8f\x01"As"\xd0\x9e', canary_hands.NAME_IN_TEXT
    )  # by chance


def test_only_pages_of_zeros_are_left_out_of_the_memory():
    page, token = canary_hands.PAGE, b"72" * 8
    across = bytes(page - 5) + token + bytes(page)
    found = canary_hands.written(across + bytes(9 * page) + token + b"x" * 7)
    assert found.count(token) == 2 and len(found) < 4 * page
    assert canary_hands.written(b"x" + bytes(page) * 2) == b"x" + bytes(page - 1) + b"\0\0"
    assert token not in canary_hands.written(b"72727272".rjust(page) + bytes(page) + b"72727272")


def test_a_classifier_of_lengths_and_times_does_no_better_than_chance():
    """Promise 31: naive Bayes over length and gap of the message that tells a dealt card."""
    source, rng = Shuffled(5, canary_hands.FEW_PLAYERS), random.Random(1)
    seen = []
    for _ in range(600):
        events, cards = source.hand()
        last = events[0]["t"]
        for event in events:
            if (
                event["what"] == "card_move"
                and event["from"] == "stub"
                and len(event["cards"]) == 1
            ):
                length = len(signed(message([dict(event, t=10**6)])))
                if event["cards"][0] in cards:
                    seen.append((cards[event["cards"][0]], length, event["t"] - last))
            last = event["t"]
    rng.shuffle(seen)
    half = len(seen) // 2
    right = correct(seen[:half], seen[half:])
    chance = (len(seen) - half) / 52
    assert len(seen) > 2000 and right < chance + 4 * math.sqrt(chance)
    # and it would notice: a message that is a byte longer for hearts
    reported = [(c, n + (c[1] == "h"), t) for c, n, t in seen]
    assert correct(reported[:half], reported[half:]) > chance + 4 * math.sqrt(chance)


def correct(learnt, asked):
    """How many of ``asked`` a classifier names that has learnt from ``learnt``."""
    table = defaultdict(Counter)
    for card, *features in learnt:
        table[tuple(features)][card] += 1
    common = Counter(card for card, *_ in learnt)
    return sum(
        (table.get(tuple(features)) or common).most_common(1)[0][0] == card
        for card, *features in asked
    )
