"""rrop-6: Robert's Rules of Poker, version 6. The parts hold the rows."""

from shared_rules.rulebooks import moments
from shared_rules.rulebooks.rows import deadline, left_open

PARTS = ("rrop_6_cards", "rrop_6_games", "rrop_6_wagers", "rrop_6_frame", "rrop_6_table")
SILENCE = ("S2-DEC-1", "S2-DEC-2")  # management decides in fairness
# wagers, turn, folds and requests this book says nothing about
SILENT = (
    left_open(
        "wager.over_house_cap wager.mixed_chips_needed wager.nobody_to_raise "
        "wager.ante_wrong wager.button_ante_due wager.button_ante_none wager.bb_ante_all_in "
        "wager.lost_track_all_in wager.button_ante_all_in request.pot_count_no_limit "
        "request.pot_count_pot_limit request.stack_count request.stack_count_all_in "
        "request.chop_blinds_tournament request.change request.run_twice_tournament "
        "turn.shown_may_not_bet",
        cite=SILENCE,
        decided_by="floor",
    ),
)
OUTCOMES = ()
VALUES = ()
# fmt: off
DEADLINES = (
    deadline("two_acted", keys=moments.MISDEAL, cite=("S3-MIS-2",)),
    deadline("first_act", keys="deal.extra_one", cite=("S3-IRR-11", "S5-2")),
    deadline("own_act", keys="deal.joker_in_deal deal.joker_in_hand", cite=("S3-IRR-8",)),
    deadline("next_hand", keys=moments.FOULED + moments.AWARD + " pots.award_break ",
             cite=("S2-DEC-5",)),
    deadline("next_hand", keys="pots.hidden_chips_lost pots.hidden_chips_won", cite=("S15-19",)),
    deadline("street_acted", keys=moments.BOARD + moments.COUNT, cite=("S3-IRR-15",)),
    deadline("street_acted", keys="stud.last_card_up_many stud.last_card_up_second_of_two",
             cite=("S8-17a", "S8-17b")),
    deadline("first_act", keys="draw.lowball_short_before", cite=("S11-11",)),
    deadline("draw_served", keys="draw.change_allowed", cite=("S12-6", "S11-12")),
    deadline("draw_acted", keys="draw.count_asked", cite=("S12-7", "S11-13")),
    deadline("street_over", keys=moments.SIZE, cite=("S3-BET-16",)),
    deadline("all_acted", keys="wager.pot_over_max wager.oversized_pot_limit", cite=("S14-PL-2",)),
    deadline("next_act", keys="request.unaware_of_raise", cite=("S3-BET-13",)),
    deadline("next_act", keys="frame.bring_in_corrected", cite=("S8-5",)),
    deadline("turn_comes", keys=moments.OUT_OF_TURN, cite=("S3-BET-10",)),
    deadline("three_acted", keys="turn.skipped_in_time turn.skipped_waiting", cite=("S3-BET-11",)),
    deadline("first_card", keys="chips.rebuy_announced", cite=("S15-33",)),
    deadline("third_card", keys="kill.look_ok", cite=("S13-10",)),
    deadline("draw_begins", keys="openers.false openers.opened_after",
             cite=("S12-JB-4", "S12-JB-6")),
    deadline("time_up", keys="clock.called", cite=("S14-NL-15",)),
)
# fmt: on
