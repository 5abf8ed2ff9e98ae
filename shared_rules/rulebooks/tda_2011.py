"""tda-2011: the Tournament Directors Association's rules, 2011. The parts hold the rows."""

PARTS = ("tda_2011_cards", "tda_2011_wagers", "tda_2011_frame")
SILENCE = ("1",)  # the floor decides in fairness where nothing is written
OUTCOMES = ()
VALUES = ()
