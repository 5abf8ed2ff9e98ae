"""Decidable rules nothing holds yet, by reason. A test fails when list and data disagree."""

OPEN = (
    (
        "order of stacks, cards and racks in front of a player: no event says it yet",
        (
            ("ipr-2018", "29.1 29.2 32.3 32.7 34.1 34.3|TDA#24 in 29|TDA#24 in 32|TDA#21 in 34"),
            ("ipr-web", "W23.1 W23.2 W30.3 W30.7 W32.1 W32.3"),
            ("rrop-6", "S2-PROC-8 S2-PROC-18 S2-PROC-19 S2-PROC-23 S15-25 S15-26"),
        ),
    ),
    (
        "manner of an act that changes no ruling (folding low, killing losers first, markers)",
        (
            ("ipr-2018", "G5.C 6.2 50.6 58.1 58.2 63.1 73.3 73.4"),
            ("ipr-web", "W7.2 W57.1 W57.2 W58.1 W68.3 W68.4"),
            ("rrop-6", "S2-PROC-13 S3-SHOW-4 S3-TIES-2 S11-16"),
        ),
    ),
    (
        "chips bought, announced or played behind",
        (
            ("ipr-2018", "17.3 17.4|TDA#26 in 17"),
            ("ipr-web", "W17.3 W17.4"),
            ("rrop-6", "S2-PROC-3 S2-PROC-7 S2-PROC-10 S2-PROC-14 S3-BET-7 S14-NL-13 S15-33 S16-5"),
            ("tda-2011", "24"),
        ),
    ),
    (
        "entering and leaving a cash game: newcomers, missed blinds, single blinds",
        (
            ("ipr-web", "W36.5"),
            (
                "rrop-6",
                "S4-5 S4-6 S4-7 S4-10 S4-12 S4-13 S4-14 S4-15 S11-3 S11-4 S11-5 S11-6 S11-7 "
                "S12-10 S12-11 S16-3",
            ),
        ),
    ),
    (
        "jacks or better, the joker's uses, the sevens rule, antes only",
        (
            (
                "rrop-6",
                "S8-19 S11-A5-1 S11-A5-4 S11-NL-4 S12-12 S12-13 S12-JB-1 S12-JB-4 S12-JB-5 "
                "S12-JB-6 S12-JB-7 S12-JB-8 S12-JB-9 S12-JB-10 S12-JB-11 S12-JK-2 S12-JK-3 "
                "S12-JK-4",
            ),
        ),
    ),
    (
        "kill pots beyond who kills and how much",
        (("rrop-6", "S13-5 S13-6 S13-7 S13-9 S13-10 S13-11 S13-12"),),
    ),
)


def listed():
    """{(book, rule)} of all of them. Numbers with blanks stand apart, after a bar."""
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
