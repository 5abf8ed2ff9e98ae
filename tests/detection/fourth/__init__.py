"""A fourth generator of recordings: a felt measured in millimetres, and people who act on it.

It knows where every tag lies or moves (felt.py), what a loop hears of it (radio.py), how people
and dealer pass their time (people.py), how a hand is dealt and played (dealing.py), what can go
wrong (irregularities.py), how a recording is written (writing.py) and what the program makes of it
(scoring.py). It imports nothing of the project; the program is run as a user runs it.

    python -m tests.detection.fourth --seed 1 --count 10 --out DIR
    python -m tests.detection.fourth --seed 1 --count 120 --out DIR --score
"""
