"""rrop-6: Robert's Rules of Poker, version 6. The parts hold the rows."""

from shared_rules.rulebooks import moments

PARTS = ("rrop_6_cards", "rrop_6_games", "rrop_6_wagers", "rrop_6_frame", "rrop_6_table")
SILENCE = ("S2-DEC-1", "S2-DEC-2")  # management decides in fairness
# wagers, turn, folds and requests this book says nothing about
SILENT = (
    (
        SILENCE,
        "floor",
        " wager.over_house_cap "
        "wager.mixed_chips_needed wager.nobody_to_raise wager.ante_wrong wager.button_ante_due "
        "wager.button_ante_none wager.bb_ante_all_in wager.lost_track_all_in "
        "wager.button_ante_all_in request.pot_count_no_limit "
        "request.pot_count_pot_limit request.stack_count request.stack_count_all_in "
        "request.chop_blinds_tournament request.change request.run_twice_tournament ",
    ),
)
OUTCOMES = ()
VALUES = ()
# fmt: off
DEADLINES = (
    ("two_acted", None, ("S3-MIS-2",), moments.MISDEAL),
    ("first_act", None, ("S3-IRR-11", "S5-2"), " deal.extra_one "),
    ("own_act", None, ("S3-IRR-8",), " deal.joker_in_deal deal.joker_in_hand "),
    ("next_hand", None, ("S2-DEC-5",), moments.FOULED + moments.AWARD + " pots.award_break "),
    ("next_hand", None, ("S15-19",), " pots.hidden_chips_lost pots.hidden_chips_won "),
    ("street_acted", None, ("S3-IRR-15",), moments.BOARD + moments.COUNT),
    ("street_acted", None, ("S8-17a", "S8-17b"),
     " stud.last_card_up_many stud.last_card_up_second_of_two "),
    ("first_act", None, ("S11-11",), " draw.lowball_short_before "),
    ("draw_served", None, ("S12-6", "S11-12"), " draw.change_allowed "),
    ("draw_acted", None, ("S12-7", "S11-13"), " draw.count_asked "),
    ("street_over", None, ("S3-BET-16",), moments.SIZE),
    ("all_acted", None, ("S14-PL-2",), " wager.pot_over_max wager.oversized_pot_limit "),
    ("next_act", None, ("S3-BET-13",), " request.unaware_of_raise "),
    ("next_act", None, ("S8-5",), " frame.bring_in_corrected "),
    ("turn_comes", None, ("S3-BET-10",), moments.OUT_OF_TURN),
    ("three_acted", None, ("S3-BET-11",), " turn.skipped_in_time turn.skipped_waiting "),
    ("first_card", None, ("S15-33",), " chips.rebuy_announced "),
    ("third_card", None, ("S13-10",), " kill.look_ok "),
    ("draw_begins", None, ("S12-JB-4", "S12-JB-6"), " openers.false openers.opened_after "),
    ("time_up", None, ("S14-NL-15",), " clock.called "),
)
# fmt: on
