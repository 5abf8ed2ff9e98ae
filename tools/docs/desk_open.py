"""Why the desk decides nothing by a rule about an event or about conduct.

``WITHOUT`` has a sentence and the rules it is true of, a book at a time; numbers with blanks stand
after a bar. A test has every rule of the list either held or in one of these rows, and none in
both.
"""

WITHOUT = (
    (
        "It says who has authority, and that fairness goes before the letter; a decision shows its"
        " judge and can be overruled, but no program weighs fairness.",
        ("ipr-2018", "G3.A G3.B G4.A G4.B 3.1 9.1 32.6 42.3 54.7 53.8 76.2|TDA#1 in 1"),
        ("ipr-web", "W4.1 W8.1 W30.6 W40.3 W72.2 W74.11 W75.7"),
        ("rrop-6", "S2-DEC-4 S2-DEC-7 S2-DEC-8"),
    ),
    (
        "It asks staff or players to speak up; what somebody keys in is a happening, silence is"
        " nothing a machine can hear.",
        ("ipr-2018", "1.3 4.1 5.1 11.3 31.4 37.5 43.2 61.6 65.2 69.2 73.5 79.4 35.6 36.7"),
        ("ipr-web", "W1.3 W3.1 W6.1 W10.3 W33.6 W34.7 W35.5 W41.2 W46.4 W54.6 W60.2 W66.2 W68.5"
                    " W71.4 W80.4"),
        ("rrop-6", "S2-DEC-3 S3-SHOW-3"),
        ("stg-2011", "D-H1"),
    ),
    (
        "It tells dealers how to speak and work; no answer depends on it.",
        ("ipr-2018", "1.4 G5.A G5.B G5.D 10.3 48.4 51.4 56.3 56.8 56.9"),
        ("ipr-web", "W1.4 W9.3 W9.5 W43.4 W47.3 W47.8 W47.9 W50.4"),
        ("rrop-6", "S8-12 S9-5 S12-JK-1"),
    ),
    (
        "Language at the table is heard by people.",
        ("ipr-2018", "10.1 10.2|TDA#5 in 10"),
        ("ipr-web", "W9.1 W9.2 W9.4"),
        ("rrop-6", "S2-PROC-28"),
        ("tda-2011", "2"),
        ("stg-2011", "M15"),
    ),
    (
        "Phones, headphones and other devices are seen by people; the table knows a phone only"
        " when it is keyed.",
        ("ipr-2018", "11.1 11.2 11.5 11.6 11.7 11.8 11.9 44.2 45.2|TDA#4 in 11"),
        ("ipr-web", "W10.2 W10.5 W10.6 W10.7 W10.8 W10.9 W76.2 W77.2"),
    ),
    (
        "It is about talk, advice or showing cards to somebody; a person has to judge what was"
        " said or meant.",
        ("ipr-2018", "3.2 3.4 3.6 5.5 5.6 6.1 6.3 9.2 66.2 66.4 70.2 72.2"
                     "|TDA#2 in 3|TDA#62 in 6|TDA#65 in 7|TDA#66B in 9|TDA#62 in 66"),
        ("ipr-web", "W4.2 W4.4 W4.5 W5.3 W7.1 W7.3 W7.4 W8.2 W61.2 W61.3 W64.2 W65.2 W67.2"),
        ("rrop-6", "S2-PROC-9 S10-7"),
        ("tda-2011", "52"),
    ),
    (
        "It is advice on how to act; an act that goes wrong is ruled on by the rules of the hand.",
        ("ipr-2018", "49.2 50.5 51.1 52.1 52.4 56.4 58.3 61.2 63.2 76.1"),
        ("ipr-web", "W45.1 W45.4 W47.4 W48.2 W50.1 W54.2 W57.3 W58.2 W72.1"),
    ),
    (
        "Clothes, people beside the table and things on it are seen by people.",
        ("ipr-2018", "G2.A G2.C 7.2 18.2 28.4 29.3 29.4 32.4 34.4"),
        ("ipr-web", "W5.2 W16.2 W22.4 W23.3 W23.4 W30.4 W32.4"),
        ("rrop-6", "S2-PROC-26 S2-PROC-27"),
    ),
    (
        "Fraud, damage and a fouled deck are established by people; what follows is given as a"
        " penalty.",
        ("ipr-2018", "5.9 28.3 73.7"),
        ("ipr-web", "W6.5 W6.6 W22.3 W68.7"),
    ),
    (
        "The organiser posts, prints or announces it before the start; the desk takes what was"
        " posted as given.",
        ("ipr-2018", "G1.A G1.B G1.C G1.D G1.E G1.F G1.G G2.D G3.D 1.5 3.3 21.6 21.7 21.8 23.3 23.4"
                     " 35.3 45.7 53.5 53.6"),
        ("ipr-web", "W1.5 W4.3 W26.6 W26.7 W26.8 W28.3 W28.4 W33.3 W74.1 W74.6 W74.7 W74.8 W74.9"
                    " W74.10 W77.7 W79.1"),
        ("rrop-6", "S14-NL-16"),
    ),
    (
        "Players carry and show papers, check receipts and pay taxes themselves; the desk takes"
        " whether an identification was shown as told.",
        ("ipr-2018", "12.1 12.3 13.4 13.7 18.5 45.5"),
        ("ipr-web", "W11.1 W11.3 W12.4 W12.7 W16.6 W77.5"),
    ),
    (
        "Seats and cards are drawn by people, and chance is told to the desk; which seat follows"
        " is then not open.",
        ("ipr-2018", "18.3 20.1 20.2 20.3|TDA#9 in 23"),
        ("ipr-web", "W16.3 W25.1 W25.2 W25.3"),
    ),
    (
        "It asks players to go, to stand up or to leave chips where they are; the desk decides only"
        " when somebody reports that they did not.",
        ("ipr-2018", "18.6 21.1 32.2 42.1"),
        ("ipr-web", "W16.7 W26.1 W30.1 W30.2 W40.1"),
    ),
    (
        "It names a step of the staff's work that has no other outcome.",
        ("ipr-2018", "27.1 33.1 36.2 44.4"),
        ("ipr-web", "W20.3 W21.2 W31.1 W34.2 W76.4"),
    ),
    (
        "It is about the tables themselves.",
        ("ipr-2018", "47.8 47.9 48.7"),
        ("ipr-web", "W43.7 W44.8 W44.9"),
    ),
    (
        "The book's own text says otherwise (46.3) and goes first.",
        ("ipr-2018", "|TDA#11 in 46"),
    ),
)  # fmt: skip


def reasons():
    """(book, rule) -> the sentence why no machine decides by it."""
    out = {}
    for sentence, *books in WITHOUT:
        for book, text in books:
            first, *named = text.split("|")
            for rule in first.split() + named:
                out[book, rule] = sentence
    return out
