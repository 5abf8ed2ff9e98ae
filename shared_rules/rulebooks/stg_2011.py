"""stg-2011: a charity's no-limit hold'em tournament rules, 2011. The parts hold the rows."""

from shared_rules.rulebooks import moments

PARTS = ("stg_2011_cards", "stg_2011_wagers", "stg_2011_frame", "stg_2011_table")
SILENCE = ("M1",)  # the director decides in fairness
# wagers, turn, folds and requests this book says nothing about
SILENT = (
    (
        SILENCE,
        "floor",
        " wager.raise_after_correction "
        "wager.over_house_cap "
        "wager.oversized_pot_limit wager.chips_not_released_limit "
        "wager.raise_then_motions_string wager.pot_said_pot_limit wager.limit_allin_half "
        "wager.limit_allin_under_half wager.limit_no_reopen wager.cap_reached "
        "wager.cap_reached_two_rounds wager.cap_reached_heads_up wager.cap_not_uncapped "
        "wager.cap_not_reached wager.cap_not_reached_two_rounds wager.no_cap_heads_up "
        "wager.completion_no_raise wager.limit_raise_fixed wager.limit_size_wrong "
        "wager.limit_size_over wager.open_pair_bet wager.open_pair_not_allowed "
        "wager.pot_over_max wager.pot_over_all_acted wager.pot_over_considered wager.pot_legal "
        "wager.chips_added_in_hand wager.straddle_ok wager.straddle_limit wager.straddle_wrong "
        "wager.straddle_tournament wager.wrong_blind wager.mixed_chips_needed "
        "wager.button_ante_due wager.button_ante_none wager.bb_ante_all_in "
        "wager.lost_track_all_in wager.button_ante_all_in turn.skipped_lost_facing_bet "
        "turn.skipped_lost_no_bet turn.check_raise_not_allowed fold.no_bet_stud "
        "fold.stud_upcards_lifted fold.stud_upcards_showdown request.run_twice "
        "request.run_twice_limit request.chop_blinds_cash "
        "request.chop_blinds_contested request.pot_count_pot_limit "
        "request.change request.run_twice_tournament ",
    ),
)
OUTCOMES = ()
VALUES = ()
# fmt: off
DEADLINES = (
    ("two_acted", None, ("D-X1",), moments.MISDEAL),
    ("first_act", None, ("D-X3",), " deal.extra_one "),
    ("own_act", None, ("D-P5",), " deal.joker_in_deal deal.joker_in_hand "),
    ("next_hand", None, ("D-H2",), moments.FOULED + moments.AWARD + " pots.award_break "),
    ("next_hand", None, ("D-B7",), " pots.hidden_chips_lost pots.hidden_chips_won "),
    ("street_acted", None, ("D-X10", "D-X13"), moments.BOARD + moments.COUNT),
    ("street_over", None, ("D-B2",), moments.SIZE),
    ("turn_comes", None, ("D-B1",), moments.OUT_OF_TURN),
    ("time_up", None, ("M9",), " clock.called "),
)
# fmt: on
