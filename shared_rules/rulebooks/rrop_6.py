"""rrop-6: Robert's Rules of Poker, version 6. The parts hold the rows."""

PARTS = ("rrop_6_cards", "rrop_6_games", "rrop_6_wagers", "rrop_6_frame")
SILENCE = ("S2-DEC-1", "S2-DEC-2")  # management decides in fairness
OUTCOMES = ()
VALUES = ()
