"""Every range a world is drawn from: its quiet part, the whole of it, unit, meaning, source.

Sources: ``motion``, ``noise``, ``scan`` are tables of the design's radio notes (judgements, to be
replaced by what a real table says); ``ours`` is a range of our own where the notes name the thing
without a figure.
"""


class Range:
    """``quiet`` and ``whole``: ``(low, high)``; ``log``: uniform in the logarithm."""

    def __init__(self, quiet, whole, unit, text, source, log=False):
        self.quiet, self.whole = quiet, whole
        self.unit, self.text, self.source, self.log = unit, text, source, log


def _share(quiet, whole, text, source):
    return Range(quiet, whole, "share", text, source)


PEOPLE = {
    "pace_s": Range((0.45, 0.8), (0.25, 0.9), "s", "pace of the deal, a card", "motion"),
    "slide_share": _share((0.2, 0.6), (0.2, 0.6), "pitched cards that slide, others fly", "motion"),
    "beside_share": _share((0.0, 0.02), (0.0, 0.12), "pitched cards landing partly beside", "ours"),
    "peek_share": _share((0.1, 0.3), (0.1, 0.8), "players who lift their hand, 1 to 3 s", "ours"),
    "peek_beside": _share((0.0, 0.05), (0.0, 0.35), "of them, a card back beside the loop", "ours"),
    "fold_spot": Range((0.5, 1.0), (0.2, 1.0), "weight", "fold rests on the bet spot", "ours"),
    "fold_short": Range((0.0, 0.1), (0.0, 0.6), "weight", "fold rests short of it", "ours"),
    "fold_past": Range((0.0, 0.1), (0.0, 0.8), "weight", "fold rests 60 to 120 mm past it", "ours"),
    "fold_muck": Range((0.2, 0.5), (0.1, 0.6), "weight", "fold thrown to the muck", "ours"),
    "fold_two": _share((0.0, 0.1), (0.0, 0.5), "folds left to lie for the next one", "ours"),
    "fold_wait_s": Range((0.4, 1.5), (0.2, 2.5), "s", "fold lies at most", "motion"),
    "fold_apart": _share((0.0, 0.1), (0.0, 0.6), "folds whose cards rest apart", "ours"),
    "think_s": Range((1.2, 4.0), (0.5, 6.0), "s", "thinking time, median", "ours", True),
    "moves_share": _share((0.0, 0.1), (0.0, 0.45), "wagers in 2 to 4 movements, said", "ours"),
    "said_share": _share((0.2, 0.5), (0.1, 0.8), "wagers said and keyed", "ours"),
    "knock_share": _share((0.0, 0.02), (0.0, 0.15), "wagers knocked over, squared up", "ours"),
    "edge_pile": _share((0.0, 0.05), (0.0, 0.3), "wagers with a pile at the spot's edge", "ours"),
    "swap_share": _share((0.0, 0.1), (0.0, 0.5), "calls by one chip, blind taken back", "ours"),
    "change_share": _share((0.0, 0.05), (0.0, 0.2), "closing calls by a big chip, change", "ours"),
    "spread_share": _share((0.0, 0.3), (0.0, 0.6), "flops laid as a pile, then spread", "ours"),
    "sweep_s": Range((0.3, 0.9), (0.15, 0.9), "s", "bets swept in, a spot", "motion"),
    "back_s": Range((0.8, 1.6), (0.6, 1.6), "s", "uncalled chips back, last fold", "motion"),
    "key_late_s": Range((0.2, 0.6), (0.2, 1.5), "s", "a key comes late by at most", "motion"),
    "key_after": _share((0.0, 0.0), (0.0, 0.15), "keys after the next act", "ours"),
    "key_none": _share((0.0, 0.0), (0.0, 0.04), "keys forgotten", "ours"),
}  # fmt: skip
RADIO = {
    "miss": _share((0.005, 0.007), (0.005, 0.01), "readings that miss a tag lying well", "noise"),
    "edge_lo": _share((0.1, 0.15), (0.1, 0.2), "misses at an edge, a rest's least", "noise"),
    "edge_hi": _share((0.2, 0.3), (0.3, 0.5), "misses at an edge, a rest's most", "noise"),
    "two": _share((0.03, 0.04), (0.03, 0.08), "misses of two aligned cards, each", "noise"),
    "four": _share((0.8, 0.85), (0.8, 0.95), "misses of four and more, each", "noise"),
    "near20": _share((0.2, 0.25), (0.2, 0.4), "read by a loop up to 20 mm away", "noise"),
    "near50": _share((0.01, 0.015), (0.01, 0.03), "read by a loop 50 mm away", "noise"),
    "shadow": _share((0.0, 0.01), (0.01, 0.04), "time a tag is shadowed", "motion"),
    "ghost": _share((0.0, 0.01), (0.01, 0.02), "readings with a ghost collision", "noise"),
    "crc": _share((0.0, 0.005), (0.005, 0.01), "readings with a damaged answer", "noise"),
    "strong": _share((0.1, 0.12), (0.1, 0.2), "collisions read as the stronger tag", "noise"),
    "cross": Range((0.001, 0.002), (0.001, 0.02), "share", "cross-talk at most", "motion", True),
    "cross_pairs": _share((0.2, 0.4), (0.4, 0.4), "pairs within 125 mm with cross-talk", "motion"),
    "flight": _share((0.0, 0.0), (0.05, 0.3), "pitched cards read on their way", "motion"),
    "metal_min": Range((0.0, 0.0), (0.0, 1.0), "a minute", "metal on a loop, 0.5 to 3 s", "ours"),
    "partial": _share((0.0, 0.0), (0.0, 0.02), "readings cut short", "ours"),
    "strange": Range((0.0, 0.0), (0.0, 8.0), "a hand", "UIDs of nobody, at most", "ours"),
}  # fmt: skip
SCAN = {
    "revisit_s": Range((0.08, 0.2), (0.04, 1.0), "s", "between readings", "motion", True),
    "slow": Range((1.0, 1.0), (1.5, 6.0), "times", "one reader slower", "ours", True),
    "away_min": Range((0.0, 0.0), (0.5, 3.0), "a minute", "absences of one reader", "ours"),
    "away_s": Range((0.5, 1.0), (0.5, 3.0), "s", "each absence at most", "ours"),
}  # fmt: skip
RANGES = {**PEOPLE, **RADIO, **SCAN}
# chips of a whole table: misses in stacks by kind (``noise``); loads: one in five says nothing
CHIPS = ("untuned", "tuned", "uhf")
LOADS = ("real", "real", "noisy", "drifting", "useless")
PROGRAMS = ("round", "adaptive")
READS_NOTHING_IN_MOTION = 0.15  # of the worlds that may read cards in flight (``ours``)


def table():
    """The ranges as Markdown."""
    out = ["| range | unit | quiet | whole | what | source |", "|---|---|---|---|---|---|"]
    for name, row in RANGES.items():
        log = ", log" if row.log else ""
        quiet = "{:g}-{:g}".format(*row.quiet)
        whole = "{:g}-{:g}".format(*row.whole)
        out.append(
            f"| `{name}` | {row.unit} | {quiet} | {whole}{log} | {row.text} | {row.source} |"
        )
    return "\n".join(out)
