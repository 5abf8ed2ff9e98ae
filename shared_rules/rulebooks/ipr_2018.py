"""ipr-2018: the FIDPA's International Poker Rules, March 2018. The parts hold the rows."""

from shared_rules.rulebooks import moments
from shared_rules.rulebooks.rows import deadline, left_open

PARTS = ("ipr_2018_cards", "ipr_2018_board", "ipr_2018_wagers", "ipr_2018_frame", "ipr_2018_table")
SILENCE = ("1.2", "1.1")  # floor and director rule in fairness
# wagers, turn, folds and requests this book says nothing about
SILENT = (
    left_open(
        "wager.raise_after_correction wager.over_house_cap wager.chips_not_released_limit "
        "wager.raise_then_motions_string wager.completion_no_raise wager.open_pair_bet "
        "wager.open_pair_not_allowed wager.chips_added_in_hand wager.straddle_ok "
        "wager.straddle_limit wager.straddle_wrong wager.straddle_tournament "
        "wager.entry_over_short_blind wager.wrong_blind wager.bb_ante_all_in "
        "wager.lost_track_all_in wager.button_ante_all_in turn.oot_caller_may_not_raise "
        "turn.oot_checker_may_not_bet turn.check_raise_not_allowed fold.no_bet_stud "
        "turn.shown_may_not_bet "
        "fold.forward_no_action request.run_twice request.run_twice_chips_behind "
        "request.run_twice_limit request.chop_blinds_cash request.chop_blinds_contested "
        "request.chop_blinds_tournament request.change request.run_twice_tournament",
        cite=SILENCE,
        decided_by="floor",
    ),
)
OUTCOMES = ()
VALUES = ()
# fmt: off
DEADLINES = (
    deadline("two_acted", keys=moments.MISDEAL, cite=("77.4",)),
    deadline("next_hand", keys=moments.FOULED, cite=("4.2",)),
    deadline("next_hand", keys=moments.AWARD, cite=("73.6", "4.2")),
    deadline("next_hand", ms=60000, keys="pots.award_break", cite=("TDA#21 in 73",)),
    deadline("street_acted", keys=moments.BOARD + moments.COUNT, cite=("78.2",)),
    deadline("turn_comes", keys=moments.OUT_OF_TURN, cite=("49.4",)),
    deadline("substantial_action", keys="turn.skipped_in_time turn.skipped_waiting",
             cite=("TDA#40B in 49",)),
    deadline("pot_awarded", keys="fold.tabled_winner_mucked", cite=("69.1",)),
    deadline("first_card", keys="chips.rebuy_announced", cite=("17.3", "TDA#26 in 17")),
    deadline("time_up", keys="clock.called", cite=("54.2",)),
)
# fmt: on
