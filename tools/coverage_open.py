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
