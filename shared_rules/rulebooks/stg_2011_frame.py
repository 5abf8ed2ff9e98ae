"""stg-2011 about presence, time, showdown, pots and the frame of hands. Rows: ``keys.py``."""

# fmt: off
_DEAD = ("kill_hand",)
_PEN = ("penalty_possible",)
_SHOW = ("show_card_to_all",)

OUTCOMES = (
    ("presence.live_in_time", "no_incident", False, None, (), "automatic", ("M9",), "high", ""),
    ("presence.absent_on_turn", "hand_dead", False, None, _DEAD, "dealer", ("M9",), "high", ""),
    ("presence.left_pending", "hand_dead", False, None, _DEAD, "dealer", ("M9",), "medium", ""),
    ("clock.called", "no_incident", False, None, (), "floor", ("M9",), "high", ""),
    ("clock.called_away", "request_refused", False, None, (), "floor", ("M9",), "high", ""),
    ("clock.called_other_table", "request_refused", False, None, (), "floor", ("M9",), "medium",
     ""),
    ("clock.called_too_early", "request_refused", False, None, (), "floor", ("M9",), "medium", ""),
    ("clock.acted_in_time", "no_incident", False, True, (), "floor", ("M9",), "high", ""),
    ("clock.expired_facing_bet", "hand_dead", False, None, _DEAD, "floor", ("M9", "D-D3e"),
     "high", ""),
    ("clock.expired_no_bet", "floor_decides", False, None, (), "floor", ("M9", "D-D3e"), "medium",
     "one rule kills the hand always, another only facing a bet"),
    # -- showdown
    ("showdown.first_last_aggressor", "show_first", False, None, (), "dealer", ("A10",), "high",
     ""),
    ("showdown.first_no_wager", "show_first", False, None, (), "dealer", ("A10",), "high", ""),
    ("showdown.side_pot_first", "show_first", False, None, (), "dealer", ("A10",), "high", ""),
    ("showdown.table_all", "table_all_hands", False, None, (), "dealer", ("M14", "AI4"), "high",
     ""),
    ("showdown.all_cards_to_win", "must_table_all_cards", False, None, (), "dealer", ("M14",),
     "high", ""),
    ("showdown.thrown_away", "no_claim_to_pot", False, None, (), "dealer", ("A1", "M14"), "high",
     ""),
    ("showdown.board_claimed_thrown", "no_incident", False, None, (), "automatic",
     ("A1", "M14"), "medium",
     "the board was claimed in time"),
    ("showdown.last_live_hand", "no_incident", False, None, (), "automatic", ("M14",), "high", ""),
    ("showdown.see_mucked_hand", "hand_shown_dead", False, None, (), "dealer",
     ("D-X18", "M14"), "high", ""),
    ("showdown.see_hand_by_winner", "hand_shown_live", False, None, (), "dealer",
     ("D-X18", "M14"), "high", ""),
    ("showdown.see_hand_by_caller", "hand_shown_live", False, None, (), "dealer",
     ("D-X18", "M14"), "high", ""),
    ("showdown.see_hand_no_right", "request_refused", False, None, (), "dealer",
     ("D-X18", "M14"), "high", ""),
    ("showdown.cards_speak", "cards_speak", False, None, (), "dealer", ("M14",), "high", ""),
    ("showdown.miscall_harmed", "cards_speak", False, None, ("pot_forfeit_possible",), "floor",
     ("M14",), "medium", ""),
    ("showdown.show_one_show_all_now", "show_card_to_all", False, None, _SHOW, "dealer",
     ("D-X18",), "high", ""),
    ("showdown.show_one_show_all_after", "show_card_after_hand", False, None, (), "dealer",
     ("D-X18",), "high", ""),
    ("showdown.own_cards_shown_pending", "hand_live_penalty", False, None, _PEN, "floor",
     ("M13",), "high", ""),
    # -- pots
    ("pots.odd_chip_flop", "odd_chip_to", False, None, (), "dealer", ("A2",), "high", ""),
    ("pots.odd_chips_many", "odd_chips_one_each", False, None, (), "dealer", ("A2",), "high", ""),
    ("pots.side_pots", "pots_built", False, None, (), "automatic", ("AI2", "AI3"), "high", ""),
    ("pots.side_pots_apart", "pots_built", False, None, (), "automatic", ("A2", "AI3", "AI1"),
     "high", ""),
    ("pots.hidden_chips_lost", "hidden_chips_in_play", False, None, (), "floor", ("D-B7",),
     "medium", "the director may award them"),
    ("pots.hidden_chips_won", "hidden_chips_not_paid", False, None, (), "floor", ("D-B7",),
     "medium", ""),
    ("pots.hidden_chips_late", "eliminated_chips_removed", False, None, (), "floor", ("D-B7",),
     "high", ""),
    ("pots.award_in_time", "award_corrected", False, None, (), "floor", ("D-H2", "D-H3"), "high",
     ""),
    ("pots.award_too_late", "result_stands", False, None, (), "floor", ("D-H2",), "high", ""),
    ("pots.award_break", "award_corrected", False, None, (), "floor", ("D-H2",), "medium", ""),
    ("pots.chop", "request_refused", False, None, (), "dealer", ("M6",), "high", ""),
    # -- frame
    ("frame.hand_started", "no_incident", False, None, (), "automatic", ("M11",), "high", ""),
    ("frame.new_level", "new_level_applies", False, None, (), "dealer", ("M11",), "high", ""),
    ("frame.new_level_next", "no_incident", False, None, (), "automatic", ("M11",), "high", ""),
    ("frame.level_dealer_push", "new_level_applies", False, None, (), "dealer", ("M11",), "high",
     ""),
    ("frame.button_right", "no_incident", False, None, (), "automatic",
     ("M7", "M10", "C1b", "C2a", "C2b", "C2c"), "high", ""),
    ("frame.button_adjust_dead", "button_adjusted", False, None, (), "dealer",
     ("M7", "C1b", "C2a", "C2b", "C2c"), "high", ""),
    ("frame.button_heads_up", "button_adjusted", False, None, (), "dealer", ("M10", "A3"), "high",
     ""),
    ("frame.blind_wrong_seat", "button_adjusted", False, None, (), "dealer", ("A3",), "high", ""),
    ("frame.blind_late", "no_incident", False, None, (), "automatic", ("A3",), "medium",
     "due before the deal, and nothing follows where it was not"),
    ("frame.newcomer_no_hand", "no_incident", False, None, (), "automatic", ("M7",), "high", ""),
    ("frame.newcomer_dealt", "no_incident", False, None, (), "automatic", ("M7",), "high", ""),
    ("frame.race", "race_result", False, None, (), "dealer",
     ("M11", "B2", "B3a", "B3b"), "high", ""),
    ("frame.race_survivor", "race_result", False, None, (), "dealer", ("M11", "B3c"), "high", ""),
    ("frame.chips_in_transit", "chips_forfeited", False, None, (), "floor", ("M4",), "high", ""),
    ("frame.chips_off_table", "chips_forfeited", False, None, (), "floor", ("M4",), "high", ""),
)

SILENT = (
    (("M1",), "floor",
     " presence.absent_original_deal presence.absent_at_first_card "
     "presence.absent_at_last_card presence.absent_at_full_hands "
     "presence.left_after_acting presence.phone clock.expired_short_level clock.shot_in_time "
     "clock.shot_expired_with_card clock.shot_expired_facing_bet clock.shot_expired_no_bet "
     "clock.time_card_used showdown.first_stud showdown.first_razz showdown.table_all_cash "
     "showdown.lowball_overclaim showdown.openers_not_proved pots.odd_chip_high_low "
     "pots.odd_chip_stud_high pots.odd_chip_low pots.odd_chip_razz pots.identical_both_ways "
     "frame.button_adjust_moving frame.first_button_drawn frame.first_button_placed "
     "frame.owes_blind_acts frame.owes_blind_not_acted frame.mixed_button_frozen "
     "frame.old_chips_found frame.penalty_seat_acts frame.kill_due frame.kill_not_due "
     "frame.kill_leg_kept frame.kill_leg_lost frame.kill_first_leg frame.kill_neutral "
     "frame.kill_acts_in_turn frame.bring_in_corrected frame.bring_in_stands "
     "frame.bring_in_right frame.low_card_all_in pots.not_conserved "
     "frame.blind_wrong_seat_late "),
    (("M2", "M1"), "floor", " frame.penalty "),
)

VALUES = (
    ("frame.absent_posts", True, ("M9",), ""),
    ("presence.deadline", "own_turn", ("M9",), ""),
    ("presence.state", "at_seat", ("M9",), "at the table"),
    ("clock.reasonable_ms", 10000, ("M9",), "reasonable time, no figure given: ours"),
    ("clock.ms", 60000, ("M9",), ""),
    ("clock.count_extra_ms", 0, ("M9",), "the last ten seconds are counted"),
    ("clock.short_level_minutes", 0, (), "none"),
    ("clock.short_ms", 0, (), "none"),
    ("clock.only_facing_bet", True, ("D-D3e",), ""),
    ("clock.caller", "table", ("M9",), ""),
    ("clock.shot_ms", 0, (), "none"),
    ("clock.extension_ms", 0, (), "none"),
    ("clock.extension_auto", False, (), "none"),
    ("showdown.first_checked", "first_to_act", ("A10",), ""),
    ("showdown.ask_right", "dealt_in", ("D-X18", "M14"), ""),
    ("pots.odd_chip_low_suit", "high", (), "hold'em only"),
    ("pots.odd_chip_cards", "best_five", (), "hold'em only"),
    ("pots.dispute_ends", "next_hand", ("D-H2",), ""),
    ("pots.dispute_break_ms", 0, ("D-H2",), "no limit"),
    ("frame.hand_starts", ("riffle",), ("M11", "D-H2"), ""),
    ("frame.button_method_cash", "dead", ("M7", "C1b"), "tournaments only"),
    ("frame.button_method_tournament", "dead", ("M7", "C1b"), ""),
    ("frame.first_button", "house", (), "not mentioned"),
    ("frame.newcomer_between", False, ("M7",), ""),
    ("frame.race_rounding", "up", ("B3a",), ""),
    ("frame.race_survivor_first", True, ("B3c",), ""),
    ("frame.race_one_each", True, ("M11", "B3b"), ""),
    ("frame.penalty_unit", "hands_times_players", ("M2",), "time-outs"),
    ("frame.kill", False, (), ""),
    ("frame.kill_scoop_bets", 0, (), ""),
    ("frame.big_blind_twice", True, ("M10",), "not excluded: the button alternates"),
)
# fmt: on
