"""stg-2011: a charity's no-limit hold'em tournament rules, 2011. The parts hold the rows."""

PARTS = ("stg_2011_cards", "stg_2011_wagers", "stg_2011_frame")
SILENCE = ("M1",)  # the director decides in fairness
OUTCOMES = ()
VALUES = ()
