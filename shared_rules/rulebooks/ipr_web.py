"""ipr-web: the later web page of the International Poker Rules. The parts hold the rows."""

from shared_rules.rulebooks import moments

PARTS = ("ipr_web_cards", "ipr_web_wagers", "ipr_web_frame", "ipr_web_table")
SILENCE = ("W1.2", "W1.1")  # floor and director rule in fairness
# wagers, turn, folds and requests this book says nothing about
SILENT = (
    (
        SILENCE,
        "floor",
        " wager.raise_after_correction "
        "wager.over_house_cap "
        "wager.chips_not_released_limit wager.raise_then_motions_string "
        "wager.short_allins_add_up wager.completion_no_raise wager.open_pair_bet "
        "wager.open_pair_not_allowed wager.chips_added_in_hand wager.straddle_ok "
        "wager.straddle_limit wager.straddle_wrong wager.straddle_tournament wager.wrong_blind "
        "wager.mixed_chips_needed wager.lost_track_all_in turn.oot_caller_may_not_raise "
        "turn.oot_checker_may_not_bet turn.check_raise_not_allowed fold.no_bet_stud "
        "fold.forward_no_action fold.stud_upcards_showdown request.run_twice "
        "request.run_twice_limit request.chop_blinds_cash "
        "request.chop_blinds_contested request.chop_blinds_tournament "
        "request.change request.run_twice_tournament ",
    ),
)
OUTCOMES = ()
VALUES = ()
# fmt: off
DEADLINES = (
    ("two_acted", None, ("W19.4",), moments.MISDEAL),
    ("next_hand", None, ("W3.2",), moments.FOULED),
    ("next_hand", None, ("W68.6", "W3.2"), moments.AWARD + " pots.award_break "),
    ("turn_comes", None, ("W48.4",), moments.OUT_OF_TURN),
    ("substantial_action", None, ("W46.3", "W46.1"),
     " turn.skipped_in_time turn.skipped_waiting "),
    ("first_card", None, ("W17.3",), " chips.rebuy_announced "),
    ("time_up", None, ("W75.2",), " clock.called "),
)
# fmt: on
