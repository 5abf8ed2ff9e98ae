"""What the page of rules says about rules that no sensor can decide by itself.

``OPEN`` would list decidable rules that nothing holds, with the reason; a test fails when list and
data disagree. It is empty. ``KEYED`` are the situations that rest on a person's word: somebody
keys a notice, a request or a finding, and the book says what follows.
"""

OPEN = ()

KEYED = (
    "view.",
    "entry.",
    "showdown.hand_told",
    "showdown.nuts_checked",
    "chips.bets_pushed",
    "chips.cash_",
    "chips.rebuy_announced",
    "chips.rebuy_late",
    "chips.behind_",
    "openers.split",
    "openers.keep",
    "kill.unaware",
)


def keyed(name):
    """True for the name of a situation that a person has to report."""
    return any(name.startswith(start) for start in KEYED)


def listed():
    """{(book, rule)} of the rules nothing holds. Numbers with blanks stand apart, after a bar."""
    out = set()
    for _reason, books in OPEN:
        for book, text in books:
            first, *named = text.split("|")
            out.update((book, rule) for rule in first.split() + named)
    return out


def reason(book, rule):
    """Why a rule is not held, None when it is not on the list."""
    for why, books in OPEN:
        for name, text in books:
            first, *named = text.split("|")
            if name == book and rule in first.split() + named:
                return why
    return None


# Situations no test of ours reaches, with the reason; a test fails for any other.
UNSHOWN = (
    (
        "deal.boxed_many_late deal.extra_many_late deal.button_wrong_late",
        "found late, such a deal is ruled on as its single hands are",
    ),
    (
        "wager.lost_track_all_in request.change",
        "every book is silent: nothing is said",
    ),
    ("wager.left_behind_counts", "cited beside the wager it decides, never ruled by itself"),
    ("wager.button_ante_all_in", "a button ante is played with a big blind, which wins more"),
)
# Values that say in a word what outcomes of the same book decide; no code reads them.
DESCRIBED = (
    ("deal.exposed_and_boxed_joint", "deal.exposed_with_boxed"),
    ("deal.last_card_may_be_given", "deal.last_card_missing"),
    ("deck.fouled_any_time", "deck.duplicate at every stage"),
    ("board.allin_is_no_action", "the board corrections of streets without betting"),
    ("clock.shot_ms", "the setup's shot_clock_ms"),
    ("pots.dispute_ends", "pots.award_too_late"),
    ("frame.penalty_unit", "frame.penalty"),
    ("wager.chips_bind", "wager.chips_not_released"),
    ("wager.min_raise", "wager.half_or_more"),
    ("wager.left_behind_counts", "wager.left_behind_counts, the outcome"),
    ("wager.pot_word_no_limit", "wager.pot_said_no_limit"),
    ("wager.button_ante", "wager.button_ante_due"),
    ("wager.forward_motion_limit", "wager.chips_not_released_limit, its citation"),
    ("turn.oot_binds", "turn.oot_unchanged"),
    ("fold.retrieve", "fold.retrieve_asked"),
)


def unshown():
    """Keys that need no test of their own."""
    return {k for text, _ in UNSHOWN for k in text.split()} | {k for k, _ in DESCRIBED}
