"""ipr-web: the later web page of the International Poker Rules. The parts hold the rows."""

from shared_rules.rulebooks import moments
from shared_rules.rulebooks.rows import deadline, left_open

PARTS = ("ipr_web_cards", "ipr_web_wagers", "ipr_web_frame", "ipr_web_table")
SILENCE = ("W1.2", "W1.1")  # floor and director rule in fairness
# wagers, turn, folds and requests this book says nothing about
SILENT = (
    left_open(
        "wager.raise_after_correction wager.over_house_cap wager.chips_not_released_limit "
        "wager.raise_then_motions_string wager.short_allins_add_up "
        "wager.completion_no_raise wager.open_pair_bet wager.open_pair_not_allowed "
        "wager.chips_added_in_hand wager.straddle_ok wager.straddle_limit "
        "wager.straddle_wrong wager.straddle_tournament wager.wrong_blind "
        "wager.mixed_chips_needed wager.lost_track_all_in turn.oot_caller_may_not_raise "
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
    deadline("two_acted", keys=moments.MISDEAL, cite=("W19.4",)),
    deadline("next_hand", keys=moments.FOULED, cite=("W3.2",)),
    deadline("next_hand", keys=moments.AWARD + " pots.award_break ", cite=("W68.6", "W3.2")),
    deadline("turn_comes", keys=moments.OUT_OF_TURN, cite=("W48.4",)),
    deadline("substantial_action", keys="turn.skipped_in_time turn.skipped_waiting",
             cite=("W46.3", "W46.1")),
    deadline("first_card", keys="chips.rebuy_announced", cite=("W17.3",)),
    deadline("time_up", keys="clock.called", cite=("W75.2",)),
)
# fmt: on
