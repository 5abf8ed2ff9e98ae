"""rrop-6: Robert's Rules of Poker, version 6. The parts hold the rows."""

PARTS = ("rrop_6_cards", "rrop_6_games", "rrop_6_wagers", "rrop_6_frame")
SILENCE = ("S2-DEC-1", "S2-DEC-2")  # management decides in fairness
# wagers, turn, folds and requests this book says nothing about
SILENT = (
    (
        SILENCE,
        "floor",
        " wager.mixed_chips_needed wager.nobody_to_raise wager.ante_wrong wager.button_ante_due "
        "wager.button_ante_none wager.bb_ante_all_in wager.lost_track_all_in "
        "wager.button_ante_all_in request.pot_count_no_limit "
        "request.pot_count_pot_limit request.stack_count request.stack_count_all_in "
        "request.chop_blinds_tournament request.change request.run_twice_tournament ",
    ),
)
OUTCOMES = ()
VALUES = ()
