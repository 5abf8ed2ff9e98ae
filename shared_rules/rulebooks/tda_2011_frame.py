"""tda-2011 about presence, time, showdown, pots and the frame of hands. Rows: ``keys.py``."""

# fmt: off
_DEAD = ("kill_hand",)
_PEN = ("penalty_possible",)

OUTCOMES = (
    # -- presence and time
    ("presence.live_in_time", "no_incident", False, None, (), "automatic", ("27",), "high", ""),
    ("presence.absent_at_full_hands", "hand_dead", False, None, _DEAD, "dealer", ("27",), "high",
     ""),
    ("presence.left_pending", "floor_decides", False, None, _PEN, "floor", ("28", "51"), "medium",
     "a live hand keeps its player at the table; what becomes of the hand is not said"),
    ("presence.left_after_acting", "floor_decides", False, None, _PEN, "floor", ("28", "51"),
     "medium", ""),
    ("presence.phone", "floor_decides", False, None, (), "floor", ("4",), "medium",
     "house rules"),
    ("clock.called", "no_incident", False, None, (), "floor", ("25", "27"), "high", ""),
    ("clock.called_away", "request_refused", False, None, (), "floor", ("27",), "high", ""),
    ("clock.called_other_table", "request_refused", False, None, (), "floor", ("27", "25"),
     "medium", ""),
    ("clock.called_too_early", "request_refused", False, None, (), "floor", ("25",), "medium", ""),
    ("clock.acted_in_time", "no_incident", False, True, (), "floor", ("25",), "high", ""),
    ("clock.expired_facing_bet", "hand_dead", False, None, _DEAD, "floor", ("25",), "high", ""),
    ("clock.expired_no_bet", "hand_dead", False, None, _DEAD, "floor", ("25",), "medium",
     "the rule makes no difference by the bet"),
    # -- showdown
    ("showdown.first_last_aggressor", "show_first", False, None, (), "dealer", ("12",), "high", ""),
    ("showdown.first_no_wager", "show_first", False, None, (), "dealer", ("12",), "high", ""),
    ("showdown.first_stud", "show_first", False, None, (), "dealer", ("12",), "high", ""),
    ("showdown.first_razz", "show_first", False, None, (), "dealer", ("12",), "high", ""),
    ("showdown.table_all", "table_all_hands", False, None, (), "dealer", ("11",), "high", ""),
    ("showdown.all_cards_to_win", "must_table_all_cards", False, None, (), "dealer", ("13",),
     "high", ""),
    ("showdown.thrown_away", "no_claim_to_pot", False, None, (), "dealer", ("13",), "high", ""),
    ("showdown.board_claimed_thrown", "no_claim_to_pot", False, None, (), "dealer",
     ("13",), "high", ""),
    ("showdown.last_live_hand", "no_incident", False, None, (), "automatic", ("14",), "high", ""),
    ("showdown.see_mucked_hand", "floor_decides", False, None, (), "td", ("15",), "high",
     "a privilege at the director's discretion"),
    ("showdown.see_hand_by_winner", "floor_decides", False, None, (), "td", ("15",), "high", ""),
    ("showdown.see_hand_by_caller", "floor_decides", False, None, (), "td", ("15",), "high", ""),
    ("showdown.see_hand_no_right", "request_refused", False, None, (), "dealer", ("14", "15"),
     "high",
     "the right is lost by mucking unseen"),
    ("showdown.cards_speak", "cards_speak", False, None, (), "dealer", ("10",), "high", ""),
    ("showdown.miscall_harmed", "cards_speak", False, None, _PEN, "floor", ("10",), "medium", ""),
    ("showdown.own_cards_shown_pending", "hand_live_penalty", False, None,
     ("penalty_after_hand",), "floor", ("53", "51"), "high", ""),
    # -- pots
    ("pots.odd_chip_flop", "odd_chip_to", False, None, (), "dealer", ("17",), "high", ""),
    ("pots.odd_chips_many", "odd_chips_one_each", False, None, (), "dealer", ("17",), "medium",
     "one a player is not written"),
    ("pots.odd_chip_high_low", "odd_chip_to", False, None, (), "dealer", ("17",), "high", ""),
    ("pots.odd_chip_stud_high", "odd_chip_to", False, None, (), "dealer", ("17",), "medium",
     "which cards are compared is not said"),
    ("pots.odd_chip_low", "odd_chip_to", False, None, (), "dealer", ("17",), "medium", ""),
    ("pots.odd_chip_razz", "odd_chip_to", False, None, (), "dealer", ("17",), "medium", ""),
    ("pots.identical_both_ways", "split_even", False, None, (), "dealer", ("17",), "high", ""),
    ("pots.side_pots", "pots_built", False, None, (), "automatic", ("18",), "high", ""),
    ("pots.side_pots_apart", "pots_built", False, None, (), "automatic", ("18",), "high", ""),
    ("pots.award_in_time", "award_corrected", False, None, (), "floor", ("19", "20"), "high", ""),
    ("pots.award_too_late", "result_stands", False, None, (), "floor", ("19", "20"), "high", ""),
    ("pots.award_break", "award_corrected", False, None, (), "floor", ("19",), "high", ""),
    # -- frame
    ("frame.hand_started", "no_incident", False, None, (), "automatic", ("20",), "high", ""),
    ("frame.new_level", "new_level_applies", False, None, (), "dealer", ("20",), "high", ""),
    ("frame.new_level_next", "no_incident", False, None, (), "automatic", ("20",), "high", ""),
    ("frame.level_dealer_push", "new_level_applies", False, None, (), "dealer", ("20",), "high",
     ""),
    ("frame.button_right", "no_incident", False, None, (), "automatic", ("29", "31"), "high", ""),
    ("frame.button_adjust_dead", "button_adjusted", False, None, (), "dealer", ("29",), "high", ""),
    ("frame.button_heads_up", "button_adjusted", False, None, (), "dealer", ("31",), "high", ""),
    ("frame.newcomer_no_hand", "no_incident", False, None, (), "automatic", ("7",), "high", ""),
    ("frame.newcomer_dealt", "no_incident", False, None, (), "automatic", ("7",), "high", ""),
    ("frame.mixed_button_frozen", "no_incident", False, None, (), "automatic", ("8",), "high", ""),
    ("frame.race", "race_result", False, None, (), "dealer", ("21",), "high", ""),
    ("frame.race_survivor", "race_result", False, None, (), "dealer", ("21",), "high", ""),
    ("frame.chips_in_transit", "chips_forfeited", False, None, ("disqualification_possible",),
     "floor", ("48",), "high", ""),
    ("frame.chips_off_table", "chips_forfeited", False, None, ("disqualification_possible",),
     "floor", ("48",), "medium", ""),
    ("frame.penalty", "penalty_hands", False, None, (), "automatic", ("51",), "high", ""),
    ("frame.penalty_seat_acts", "hand_dead", False, None, _DEAD, "dealer", ("51",), "medium", ""),
)

SILENT = (
    (("1",), "floor",
     " presence.absent_original_deal presence.absent_at_first_card "
     "presence.absent_at_last_card presence.absent_on_turn "
     "clock.expired_short_level clock.shot_in_time clock.shot_expired_with_card "
     "clock.shot_expired_facing_bet clock.shot_expired_no_bet clock.time_card_used "
     "showdown.side_pot_first showdown.table_all_cash showdown.lowball_overclaim "
     "showdown.show_one_show_all_now showdown.show_one_show_all_after "
     "showdown.openers_not_proved pots.hidden_chips_won pots.hidden_chips_late pots.chop "
     "pots.not_conserved "
     "frame.blind_wrong_seat frame.blind_wrong_seat_late frame.blind_late "
     "frame.button_adjust_moving frame.first_button_drawn frame.first_button_placed "
     "frame.owes_blind_acts frame.owes_blind_not_acted frame.old_chips_found frame.kill_due "
     "frame.kill_not_due frame.kill_leg_kept frame.kill_leg_lost frame.kill_first_leg "
     "frame.kill_neutral frame.kill_acts_in_turn frame.bring_in_corrected "
     "frame.bring_in_stands frame.bring_in_right frame.low_card_all_in "),
    (("1",), "td", " pots.hidden_chips_lost "),
)

VALUES = (
    ("frame.absent_posts", True, ("51", "27"), ""),
    ("presence.deadline", "full_hands", ("27",), ""),
    ("presence.state", "at_seat", ("27",), ""),
    ("presence.phone_any_time", True, ("4",), ""),
    ("clock.reasonable_ms", 10000, ("25",), "reasonable time, no figure given: ours"),
    ("clock.ms", 60000, ("25",), ""),
    ("clock.count_extra_ms", 10000, ("25",), "counted down after the minute"),
    ("clock.short_level_minutes", 0, ("25",), "none"),
    ("clock.short_ms", 0, ("25",), "none"),
    ("clock.only_facing_bet", False, ("25",), ""),
    ("clock.caller", "seat", ("27",), ""),
    ("clock.shot_ms", 0, (), "none"),
    ("clock.extension_ms", 0, (), "none"),
    ("clock.extension_auto", False, (), "none"),
    ("showdown.first_checked", "left_of_button", ("12",), ""),
    ("showdown.ask_right", "td", ("15",), ""),
    ("pots.odd_chip_low_suit", "high", ("17",), ""),
    ("pots.odd_chip_cards", "best_five", ("17",), "not said"),
    ("pots.dispute_ends", "next_hand", ("19", "20"), ""),
    ("pots.dispute_break_ms", 0, ("19",), "no limit"),
    ("frame.hand_starts", ("riffle", "shuffler_button"), ("20",), ""),
    ("frame.button_method_cash", "dead", ("29",), "tournaments only"),
    ("frame.button_method_tournament", "dead", ("29",), ""),
    ("frame.first_button", "house", (), "not mentioned"),
    ("frame.newcomer_between", False, ("7",), ""),
    ("frame.race_survivor_first", False, ("21",), ""),
    ("frame.race_one_each", True, ("21",), ""),
    ("frame.penalty_unit", "hands_times_players", ("51",), ""),
    ("frame.kill", False, (), ""),
    ("frame.kill_scoop_bets", 0, (), ""),
    ("frame.big_blind_twice", False, ("31",), "nobody has the big blind twice in a row"),
)
# fmt: on
