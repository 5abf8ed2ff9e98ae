"""ipr-2018: the FIDPA's International Poker Rules, March 2018. The parts hold the rows."""

from shared_rules.rulebooks import moments

PARTS = ("ipr_2018_cards", "ipr_2018_board", "ipr_2018_wagers", "ipr_2018_frame", "ipr_2018_table")
SILENCE = ("1.2", "1.1")  # floor and director rule in fairness
# wagers, turn, folds and requests this book says nothing about
SILENT = (
    (
        SILENCE,
        "floor",
        " wager.raise_after_correction "
        "wager.over_house_cap "
        "wager.chips_not_released_limit wager.raise_then_motions_string "
        "wager.completion_no_raise wager.open_pair_bet wager.open_pair_not_allowed "
        "wager.chips_added_in_hand wager.straddle_ok wager.straddle_limit wager.straddle_wrong "
        "wager.straddle_tournament wager.entry_over_short_blind wager.wrong_blind "
        "wager.bb_ante_all_in wager.lost_track_all_in wager.button_ante_all_in "
        "turn.oot_caller_may_not_raise turn.oot_checker_may_not_bet "
        "turn.check_raise_not_allowed fold.no_bet_stud fold.forward_no_action "
        "fold.stud_upcards_showdown request.run_twice request.run_twice_limit "
        "request.chop_blinds_cash "
        "request.chop_blinds_contested request.chop_blinds_tournament request.change "
        "request.run_twice_tournament ",
    ),
)
OUTCOMES = ()
VALUES = ()
# fmt: off
DEADLINES = (
    ("two_acted", None, ("77.4",), moments.MISDEAL),
    ("next_hand", None, ("4.2",), moments.FOULED),
    ("next_hand", None, ("73.6", "4.2"), moments.AWARD),
    ("next_hand", 60000, ("TDA#21 in 73",), " pots.award_break "),
    ("street_acted", None, ("78.2",), moments.BOARD + moments.COUNT),
    ("turn_comes", None, ("49.4",), moments.OUT_OF_TURN),
    ("substantial_action", None, ("TDA#40B in 49",), " turn.skipped_in_time turn.skipped_waiting "),
    ("pot_awarded", None, ("69.1",), " fold.tabled_winner_mucked "),
    ("first_card", None, ("17.3", "TDA#26 in 17"), " chips.rebuy_announced "),
    ("time_up", None, ("54.2",), " clock.called "),
)
# fmt: on
