"""ipr-web: the later web page of the International Poker Rules. The parts hold the rows."""

PARTS = ("ipr_web_cards", "ipr_web_wagers", "ipr_web_frame")
SILENCE = ("W1.2", "W1.1")  # floor and director rule in fairness
OUTCOMES = ()
VALUES = ()
