"""ipr-2018: the FIDPA's International Poker Rules, March 2018. The parts hold the rows."""

PARTS = ("ipr_2018_cards", "ipr_2018_board", "ipr_2018_wagers", "ipr_2018_frame")
SILENCE = ("1.2", "1.1")  # floor and director rule in fairness
OUTCOMES = ()
VALUES = ()
