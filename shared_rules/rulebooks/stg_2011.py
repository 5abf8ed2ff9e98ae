"""stg-2011: a charity's no-limit hold'em tournament rules, 2011. The parts hold the rows."""

from shared_rules.rulebooks import moments
from shared_rules.rulebooks.rows import deadline, left_open

PARTS = ("stg_2011_cards", "stg_2011_wagers", "stg_2011_frame", "stg_2011_table")
SILENCE = ("M1",)  # the director decides in fairness
# wagers, turn, folds and requests this book says nothing about
SILENT = (
    left_open(
        "wager.raise_after_correction wager.over_house_cap wager.oversized_pot_limit "
        "wager.chips_not_released_limit wager.raise_then_motions_string "
        "wager.pot_said_pot_limit wager.limit_allin_half wager.limit_allin_under_half "
        "wager.limit_no_reopen wager.cap_reached wager.cap_reached_two_rounds "
        "wager.cap_reached_heads_up wager.cap_not_uncapped wager.cap_not_reached "
        "wager.cap_not_reached_two_rounds wager.no_cap_heads_up wager.completion_no_raise "
        "wager.limit_raise_fixed wager.limit_size_wrong wager.limit_size_over "
        "wager.open_pair_bet wager.open_pair_not_allowed wager.pot_over_max "
        "wager.pot_over_all_acted wager.pot_over_considered wager.pot_legal "
        "wager.chips_added_in_hand wager.straddle_ok wager.straddle_limit "
        "wager.straddle_wrong wager.straddle_tournament wager.wrong_blind "
        "wager.mixed_chips_needed wager.button_ante_due wager.button_ante_none "
        "wager.bb_ante_all_in wager.lost_track_all_in wager.button_ante_all_in "
        "turn.skipped_lost_facing_bet turn.skipped_lost_no_bet turn.check_raise_not_allowed "
        "fold.no_bet_stud fold.stud_upcards_lifted fold.stud_upcards_showdown "
        "request.run_twice request.run_twice_chips_behind request.run_twice_limit "
        "request.chop_blinds_cash request.chop_blinds_contested request.pot_count_pot_limit "
        "request.change request.run_twice_tournament",
        cite=SILENCE,
        decided_by="floor",
    ),
)
OUTCOMES = ()
VALUES = ()
# fmt: off
DEADLINES = (
    deadline("two_acted", keys=moments.MISDEAL, cite=("D-X1",)),
    deadline("first_act", keys="deal.extra_one", cite=("D-X3",)),
    deadline("own_act", keys="deal.joker_in_deal deal.joker_in_hand", cite=("D-P5",)),
    deadline("next_hand", keys=moments.FOULED + moments.AWARD + " pots.award_break ",
             cite=("D-H2",)),
    deadline("next_hand", keys="pots.hidden_chips_lost pots.hidden_chips_won", cite=("D-B7",)),
    deadline("street_acted", keys=moments.BOARD + moments.COUNT, cite=("D-X10", "D-X13")),
    deadline("street_over", keys=moments.SIZE, cite=("D-B2",)),
    deadline("turn_comes", keys=moments.OUT_OF_TURN, cite=("D-B1",)),
    deadline("time_up", keys="clock.called", cite=("M9",)),
)
# fmt: on
