"""One recording from a seed: its lines, and the truth about it."""

import json
import random

from tests.detection.third.hand import Hand
from tests.detection.third.poker import VALUES, Retry
from tests.detection.third.scan import Scan
from tests.detection.third.world import Loop, World, table

# kind of an irregularity: the truth's own word for it
IRREGULAR = {
    "exposed-one": "deal.exposed_one",
    "boxed": "deal.boxed",
    "extra-card": "deal.extra_card",
    "missing-last": "deal.missing_card",
    "premature-flop": "board.premature_flop",
    "no-burn": "board.no_burn",
    "two-burns": "board.two_burns",
    "two-card-flop": "board.two_card_flop",
    "four-card-flop": "board.four_card_flop",
    "out-of-turn": "act.out_of_turn",
    "string-bet": "wager.string_bet",
    "undercall": "wager.undercall",
    "underraise": "wager.underraise",
    "fold-no-bet": "act.fold_no_bet",
    "winner-mucked": "showdown.winner_mucked",
    "wrong-ante": "post.wrong_ante",
    "button-late": "post.button_late",
    "missing-blind": "post.missing_blind",
    "pulled-back": "wager.pulled_back",
}
BOOKS = ["ipr-2018", "ipr-web", "rrop-6", "tda-2011", "stg-2011"]
TABLES = ["nine_max", "nine_max", "nine_max", "six_max"]
TRIES_MAX = 400
SECONDS_MAX = 240
RACK = 4  # chips of each value that are known and never seen


def kind_of(seed):
    """Two seeds of five are irregular, the kinds in turn."""
    if seed % 5 not in (1, 3):
        return "clean"
    kinds = list(IRREGULAR)
    return kinds[(seed // 5 * 2 + (seed % 5 == 3)) % len(kinds)]


class Recording:
    """One hand as the antennas heard it. ``lines``: the trace; ``truth``: see the package."""

    def __init__(self, seed):
        self.seed = seed
        self.kind = kind_of(seed)
        self.hand, self._world, self._table = self._play()
        hand = self.hand
        scan = Scan(hand.stage, hand.end)
        self._dwells = scan.run()
        self._misses = scan.field.counts
        self._pot_chips = len(hand.chips)
        for value in [value for value in VALUES if value >= hand.values[0]][:6]:
            for _ in range(RACK):
                hand.new_chip(value)
        self._keys = [(int(t * 1e6), key) for t, key in hand.stage.keys if 0 < t < hand.end]
        self.lines = self._lines()
        self.truth = self._truth()

    @property
    def name(self):
        """Kind and seed."""
        return f"{self.kind}-{self.seed:04d}"

    def _play(self):
        """The first hand in which the irregularity finds its moment."""
        for nth in range(TRIES_MAX):
            # the name it came with: another one would draw other hands
            rng = random.Random(f"gen3/{self.seed}/{nth}")
            world = World(rng)
            described = table(rng.choice(TABLES))
            loops = [Loop(antenna) for antenna in described["antennas"]]
            source = "real" if rng.random() < 0.35 else "own"
            book = rng.choice(BOOKS)
            try:
                hand = Hand(rng, world, described, loops, self.kind, source, book)
                hand.run()
            except Retry:
                continue
            if hand.end <= SECONDS_MAX:
                return hand, world, described
        raise AssertionError(f"no hand for {self.kind}")

    def _lines(self):
        rows = [
            (t, {"t_us": t, "antenna": zone, "uids": uids, "collision": collision,
                 "crc_error": crc, "agc": agc})
            for t, zone, uids, collision, crc, agc in self._dwells
        ]  # fmt: skip
        rows += [(t, {"t_us": t, "key": key}) for t, key in self._keys]
        rows.sort(key=lambda row: row[0])
        dumped = [json.dumps(row, separators=(",", ":")) for _, row in rows]
        return [json.dumps(self._header()), *dumped]

    def _header(self):
        hand = self.hand
        header = {
            "table": self._table["name"],
            "deck": {tag.uid: card for card, tag in hand.card_tags.items()},
            "chips": {chip.uid: chip.value for chip in hand.chips},
            "rulebook": hand.book,
            "stacks": {str(seat): hand.stacks_before[seat] for seat in hand.order},
            "button": hand.header_button,
            "sb": hand.small_blind,
            "bb": hand.big_blind,
        }
        if hand.ante:
            header.update(ante=hand.ante, ante_type=hand.ante_type)
        if hand.straddle:
            header["straddles"] = {str(hand.players[2]): hand.straddle}
        return header

    def _revisits(self):
        """Times between two dwells of one antenna (us), in order."""
        last, times = {}, []
        for t, zone, *_ in self._dwells:
            if zone in last:
                times.append(t - last[zone])
            last[zone] = t
        return sorted(times)

    def _truth(self):
        hand, world, irregular = self.hand, self._world, self.kind != "clean"
        revisits = self._revisits()
        return {
            "kind": self.kind,
            "expect": [IRREGULAR[self.kind]] if irregular else None,
            "wide": [],
            "at_ms": hand.at_ms if irregular else None,
            "irregular": hand.particulars or None,
            "book": hand.book,
            "noise": world.noise,
            "source": hand.source,
            "n": hand.n,
            "button": hand.button,
            "acts": hand.acts,
            "feats": hand.habits,
            "sched": world.sched,
            "revisit": round(sum(revisits) / len(revisits) / 1e6, 3),
            "revisit_p95": round(revisits[int(0.95 * len(revisits))] / 1e6, 3),
            "agc": world.agc,
            "in_flight": world.flight,
            "stacks": {str(seat): hand.stacks[seat] for seat in hand.order},
            "antes": {str(seat): ante for seat, ante in hand.antes.items()},
            "board": hand.board_laid,
            "hole": {str(seat): hand.hole[seat] for seat in hand.order},
            "winners": hand.winners,
            "seconds": round(hand.end, 1),
            "dwells": len(self._dwells),
            "misses": self._misses,
            "pace": round(world.pace, 2),
            "keys": len(self._keys),
            "pot_chips": self._pot_chips,
            "table": self._table["name"],
            "seed": self.seed,
            "world": world.ranges(),
        }
