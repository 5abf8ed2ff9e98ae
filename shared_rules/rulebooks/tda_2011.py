"""tda-2011: the Tournament Directors Association's rules, 2011. The parts hold the rows."""

from shared_rules.rulebooks import moments
from shared_rules.rulebooks.rows import deadline, left_open

PARTS = ("tda_2011_cards", "tda_2011_wagers", "tda_2011_frame", "tda_2011_table")
SILENCE = ("1",)  # the floor decides in fairness where nothing is written
# wagers, turn, folds and requests this book says nothing about
SILENT = (
    left_open(
        "wager.raise_after_correction wager.chips_not_released_limit "
        "wager.raise_then_motions_string wager.short_allins_add_up wager.limit_allin_half "
        "wager.limit_allin_under_half wager.limit_no_reopen wager.cap_reached_two_rounds "
        "wager.cap_not_uncapped wager.cap_not_reached_two_rounds wager.completion_no_raise "
        "wager.open_pair_bet wager.open_pair_not_allowed wager.pot_over_all_acted "
        "wager.pot_over_considered wager.chips_added_in_hand wager.straddle_ok "
        "wager.straddle_limit wager.straddle_wrong wager.straddle_tournament "
        "wager.entry_over_short_blind wager.wrong_blind wager.mixed_chips_needed "
        "wager.nobody_to_raise wager.ante_wrong wager.button_ante_due "
        "wager.button_ante_none wager.bb_ante_all_in wager.lost_track_all_in "
        "wager.button_ante_all_in turn.oot_caller_may_not_raise "
        "turn.oot_checker_may_not_bet turn.skipped_lost_facing_bet turn.skipped_lost_no_bet "
        "turn.check_raise_not_allowed fold.no_bet_stud "
        "turn.shown_may_not_bet fold.thrown_into_hand "
        "request.run_twice request.run_twice_chips_behind request.run_twice_limit "
        "request.chop_blinds_cash request.chop_blinds_contested "
        "request.chop_blinds_tournament request.change request.run_twice_tournament",
        cite=SILENCE,
        decided_by="floor",
    ),
)
OUTCOMES = ()
VALUES = ()
# fmt: off
DEADLINES = (
    deadline("substantial_action", keys=moments.MISDEAL, cite=("32", "33")),
    deadline("next_hand", keys=moments.AWARD + " pots.award_break ", cite=("19",)),
    deadline("turn_comes", keys=moments.OUT_OF_TURN, cite=("36",)),
    deadline("first_card", keys="chips.rebuy_announced", cite=("24",)),
    deadline("time_up", keys="clock.called", cite=("25",)),
)
# fmt: on
