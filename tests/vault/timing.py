"""Promise 31 on the real firmware: ``python -m tests.vault.timing``, part of ``make soak``.

A virtual table deals hands that are folded, each from another shuffle: tags, radio and readers as
physics has them, the firmware on its VM, a broker, a gateway. Somebody at the broker keeps length
and time of every message that tells of a dealt card. A classifier learns from one half which card,
which suit and which rank it was, and names those of the other half; it may do no better than
chance, and has to once a leak is put into what was taken: two bytes for hearts, later by rank.
"""

import argparse
import json
import math
import random
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from gateway.vault import tokens
from shared_rules import topics, wire, zones
from tests.attacks.attacked import House
from tests.attacks.demo_and_venue import SECOND
from tools.install.pki import permissions
from tools.install.pki.ca_folder import named
from tools.virtual.player import TablePlayer, enrol, provision
from tools.virtual.recorded_plan import DECK, plan_hand
from tools.virtual.table import VirtualTable

SEATS = 6
BIN_MS = 20  # times are told apart in steps of this
RANKS = "23456789TJQKA"
LATER_MS = 30  # a rank, in the build that leaks
SIGMAS = 4  # so far beyond chance nothing may come by chance
ASKED = {"card": lambda card: card, "suit": lambda card: card[1], "rank": lambda card: card[0]}


def record(rng):
    """A hand that everybody folds to the big blind, from a fresh shuffle."""
    deck = rng.sample(DECK, 2 * SEATS)
    deal = [f"d dh p{i + 1} {deck[2 * i]}{deck[2 * i + 1]}" for i in range(SEATS)]
    folds = [f"p{i} f" for i in [*range(3, SEATS + 1), 1]]
    return {
        "variant": "NT", "antes": [0] * SEATS, "blinds_or_straddles": [50, 100] + [0] * (SEATS - 2),
        "min_bet": 100, "starting_stacks": [10_000] * SEATS, "actions": deal + folds,
    }  # fmt: skip


def taken(folder, hands, seed=1, say=lambda number: None):
    """``[(card, bytes of the message, ms since the event before)]`` of the cards dealt."""
    house = House(folder)
    house.controller.stop()
    ear = house.client(named(SECOND, permissions.GATEWAY), "feltwire/7/up/#")
    options = house.setup.firmware("7")
    options.pop("pace")
    table = VirtualTable(
        "six_max", table_id="7", core=None, flash_dir=folder / "flash", seed=seed, **options
    )
    player, rng = TablePlayer(table, seed=seed), random.Random(seed)
    enrol(player.stage, folder, "7", "c1", house.root)
    provision(table.flash, house.root)
    try:
        table.start()
        for number in range(hands):
            player.play(plan_hand(f"hand {number}", record(rng), seed, table.world.table["seats"]))
            say(number + 1)
        player.drain(lambda: False)
        deck = {bytes.fromhex(uid): card for uid, card in player.stage.enrolled().items()}
        return samples(list(ear.heard), house.root, deck)
    finally:
        table.stop()
        ear.loop_stop()
        house.close()


def samples(heard, root, deck):
    """What ``taken`` gives, of the messages heard. Repeated ones count once."""
    names, ratchet, found, seen, last = {}, tokens.Ratchet(root), [], set(), 0
    for topic, payload in heard:
        if topic != topics.topic("7", topics.UP_EVENTS):
            continue
        message = json.loads(payload)
        for i, row in enumerate(message["ev"]):
            number = message["boot"], message["seq"] + i
            if number in seen:
                continue
            seen.add(number)
            event = wire.decode(row)
            if event["what"] == "riffle":
                key = tokens.hand_key(ratchet.root(event["hand"]), "7", number[0], event["hand"])
                names = {tokens.token(key, uid): card for uid, card in deck.items()}
            dealt = event["what"] == "card_move" and event["from"] == zones.STUB
            if dealt and zones.kind(event["to"]) == "seat":
                for card in (names[t] for t in event["cards"] if t in names):
                    found.append((card, len(payload), event["t"] - last))
            last = event["t"]
    return found


def right(learnt, asked, of):
    """How many of ``asked`` naive Bayes names that has learnt from ``learnt``."""
    prior, seen = Counter(), [defaultdict(Counter), defaultdict(Counter)]
    for card, *features in learnt:
        prior[of(card)] += 1
        for table, value in zip(seen, binned(features), strict=True):
            table[of(card)][value] += 1

    def likely(name, features):
        score = math.log(prior[name])
        for table, value in zip(seen, binned(features), strict=True):
            score += math.log((table[name][value] + 0.5) / (prior[name] + 10))
        return score

    return sum(
        max(prior, key=lambda name: likely(name, features)) == of(card) for card, *features in asked
    )


def binned(features):
    length, gap_ms = features
    return length, gap_ms // BIN_MS


def judged(found, rng):
    """``{what: (right, by chance, most by chance)}`` for card, suit and rank."""
    mixed = rng.sample(found, len(found))
    half = len(mixed) // 2
    learnt, asked, result = mixed[:half], mixed[half:], {}
    for what, of in ASKED.items():
        share = 1 / len({of(card) for card in DECK})
        chance = len(asked) * share
        most = chance + SIGMAS * math.sqrt(chance * (1 - share))
        result[what] = right(learnt, asked, of), chance, most
    return result


def leaking(found):
    """What a build that leaks would have said: longer for hearts, later the higher the rank."""
    return [(c, n + 2 * (c[1] == "h"), t + LATER_MS * RANKS.index(c[0])) for c, n, t in found]


def main():
    """Play, print the figures; exit code 1 when a card could be told, or the leak could not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--keep", type=Path, help="file for what was taken, as JSON")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="feltwire-timing-") as folder:
        found = taken(Path(folder), args.hands, say=lambda n: print(n, end=" ", flush=True))
    if args.keep:
        args.keep.write_text(json.dumps(found))
    reported, leak = judged(found, random.Random(1)), judged(leaking(found), random.Random(1))
    lengths, gaps = {n for _c, n, _t in found}, sorted(t for _c, _n, t in found)
    print(f"\n{len(found)} dealt cards, {len(lengths)} lengths, gaps {gaps[0]} to {gaps[-1]} ms")
    for what in ASKED:
        hits, chance, most = reported[what]
        leaked = leak[what][0]
        print(f"{what}: {hits} right, {chance:.0f} by chance, at most {most:.0f}; leaked {leaked}")
    bad = [w for w in ASKED if reported[w][0] > reported[w][2]]
    blind = [w for w in ("suit", "rank") if leak[w][0] <= leak[w][2]]
    return 1 if bad or blind else 0


if __name__ == "__main__":
    sys.exit(main())
