"""tda-2011 about deal, deck, board, stud and draw cards. Shape of a row: see ``keys.py``."""

from shared_rules.rulebooks import steps as s

# fmt: off
OUTCOMES = (
    ("deal.first_two_exposed", "misdeal", True, None, s.MISDEAL, "dealer", ("32a",), "high", ""),
    ("deal.exposed_one", "floor_decides", False, None, s.NONE, "floor", ("32", "32a", "32b", "1"),
     "medium", "one later card is no misdeal; what happens to it is the house's"),
    ("deal.exposed_many", "misdeal", True, None, s.MISDEAL, "dealer", ("32b",), "high", ""),
    ("deal.exposed_with_boxed", "misdeal", True, None, s.MISDEAL, "dealer", ("32b",), "medium",
     "exposed and boxed cards are read as one joint count"),
    ("deal.exposed_late", "deal_stands", False, None, s.PLAY, "floor", ("32", "33"), "high", ""),
    ("deal.keep_exposed_asked", "floor_decides", False, None, s.NONE, "floor",
     ("32", "1"), "medium", ""),
    ("deal.flashed_by_player", "card_plays", False, None, s.NONE, "dealer", ("53", "51"), "medium",
     "a player's own exposure is no fault of the deal; the hand lives"),
    ("deal.dropped_by_player", "card_plays", False, None, s.NONE, "dealer", ("51", "1"), "medium",
     "only throwing cards off the table is penalised"),
    ("deal.off_table_first_two", "misdeal", True, None, s.MISDEAL, "dealer",
     ("32a", "32"), "medium", "read as an exposure"),
    ("deal.off_table_many", "misdeal", True, None, s.MISDEAL, "dealer", ("32b",), "medium",
     "read as exposures"),
    ("deal.boxed_one", "floor_decides", False, None, s.NONE, "floor", ("32b", "32", "1"), "medium",
     "one boxed card is below the number"),
    ("deal.boxed_one_next_gone", "floor_decides", False, None, s.NONE, "floor",
     ("32b", "32", "1"), "medium", ""),
    ("deal.boxed_many", "misdeal", True, None, s.MISDEAL, "dealer", ("32b",), "high", ""),
    ("deal.boxed_over_limit", "misdeal", True, None, s.MISDEAL, "dealer", ("32b",), "high", ""),
    ("deal.boxed_many_late", "deal_stands", False, None, s.PLAY, "floor",
     ("32", "33"), "high", ""),
    ("deal.out_of_sequence_late", "deal_stands", False, None, s.PLAY, "floor",
     ("32", "33"), "high", ""),
    ("deal.two_to_button", "no_incident", False, None, s.NONE, "automatic", ("32",), "high", ""),
    ("deal.mixed_hands", "floor_decides", False, None, s.NONE, "floor", ("49", "32", "1"),
     "medium", "a fouled hand has no redress; the deal itself is not mentioned"),
    ("deal.mixed_hands_late", "floor_decides", False, None, s.NONE, "floor",
     ("49", "32", "33", "1"), "medium", ""),
    ("deal.wrong_first_seat", "misdeal", True, None, s.MISDEAL, "dealer",
     ("32c", "33"), "high", ""),
    ("deal.wrong_first_seat_late", "deal_stands", False, None, s.PLAY, "floor",
     ("32", "33"), "high", ""),
    ("deal.empty_seat", "misdeal", True, None, s.MISDEAL, "dealer", ("32d",), "high", ""),
    ("deal.empty_seat_late", "deal_stands", False, None, s.PLAY, "floor",
     ("32", "33", "32d"), "high", ""),
    ("deal.not_entitled_seat", "misdeal", True, None, s.MISDEAL, "dealer", ("32d",), "high", ""),
    ("deal.not_entitled_seat_late", "deal_stands", False, None, s.PLAY, "floor",
     ("32", "33", "32d"), "high", ""),
    ("deal.seat_left_out", "misdeal", True, None, s.MISDEAL, "dealer", ("32e",), "high", ""),
    ("deal.seat_left_out_late", "deal_stands", False, None, s.PLAY, "floor",
     ("32", "33", "32e"), "high", ""),
    ("deal.absent_left_out", "misdeal", True, None, s.MISDEAL, "dealer", ("32e", "27"), "high",
     "a stack is dealt in whether or not its player is there"),
    ("deal.absent_dealt_in", "no_incident", False, None, s.NONE, "automatic",
     ("27", "32"), "high", ""),
    ("deal.misdeal_declared", "misdeal", True, None, s.MISDEAL, "floor", ("32",), "high", ""),
    ("deck.fault_after_new_hand", "result_stands", False, None, s.NONE, "floor", ("19", "20"),
     "high", "a hand can be disputed until the next begins"),
    ("deck.change_asked", "request_refused", False, None, s.NONE, "dealer", ("23",), "high", ""),
    ("deck.change_asked_damaged", "floor_decides", False, None, s.NONE, "floor",
     ("23", "1"), "medium", ""),
    ("board.flop_four_known", "scramble_pick_burn", False, None, s.SCRAMBLE_FLOP, "floor",
     ("34",), "high", ""),
    ("board.flop_four_unknown", "scramble_pick_burn", False, None, s.SCRAMBLE_FLOP, "floor",
     ("34",), "high", ""),
    ("board.rabbit_card", "rabbit_hunting", False, None, s.NONE, "dealer", ("26",), "high", ""),
    ("board.rabbit_asked", "request_refused", False, None, s.NONE, "dealer", ("26",), "high", ""),
    ("stud.down_card_exposed_cash", "misdeal", True, None, s.MISDEAL, "dealer",
     ("32",), "high", ""),
    ("stud.down_card_exposed_tournament", "misdeal", True, None, s.MISDEAL, "dealer",
     ("32",), "high", ""),
    ("stud.exposed_many_cash", "misdeal", True, None, s.MISDEAL, "dealer", ("32",), "high", ""),
    ("stud.exposed_many_tournament", "misdeal", True, None, s.MISDEAL, "dealer",
     ("32",), "high", ""),
    ("stud.both_down_exposed_cash", "misdeal", True, None, s.MISDEAL, "dealer",
     ("32",), "high", ""),
    ("stud.both_down_exposed_tournament", "misdeal", True, None, s.MISDEAL, "dealer",
     ("32",), "high", ""),
)

# (cites, decided_by, " keys "): situations this book leaves open
SILENT = (
    (("32", "1"), "floor",
     " deal.off_table_one deal.boxed_two_below_limit deal.joker_in_deal "
     "deal.joker_in_hand deal.joker_acted_on deal.extra_one deal.extra_many deal.long_before "
     "deal.short_before deal.last_card_missing deal.omaha_long_before deal.omaha_short_before "
     "deal.omaha_last_card_missing deal.pineapple_long_before deal.pineapple_short_before "
     "deal.pineapple_last_card_missing deal.pineapple_not_discarded deal.out_of_sequence "
     "deal.wrong_button deal.redeal stud.exposed_low_card_skipped "
     "stud.short_before stud.long_before stud.folded_seat_dealt draw.short_before "
     "draw.button_short draw.first_two_exposed draw.exposed_many draw.exposed_rank_unknown "
     "draw.long_before draw.lowball_short_before draw.lowball_button_short "
     "draw.exposed_kept_high draw.exposed_kept_a5 draw.exposed_replaced_a5 "
     "draw.exposed_kept_27 draw.exposed_replaced_27 draw.exposed_kept_a5_big_bet "
     "draw.exposed_replaced_a5_big_bet draw.exposed_kept_27_big_bet "
     "draw.exposed_replaced_27_big_bet deal.flash_beside_exposure "),
    (("32", "33", "1"), "floor",
     " deal.extra_one_late deal.extra_many_late deal.long_after deal.short_after "
     "deal.last_card_missing_late deal.omaha_last_card_missing_late "
     "deal.omaha_long_after deal.omaha_short_after "
     "deal.pineapple_long_after deal.pineapple_short_after deal.button_moved_twice "
     "deal.button_not_moved deal.button_wrong_late stud.short_after stud.long_after "
     "draw.short_after draw.long_after draw.lowball_short_after "),
    (("1",), "floor",
     " deck.card_missing deck.too_many deck.duplicate deck.duplicate_known_and_bet "
     "deck.foreign_in_hand deck.foreign_in_stub deck.joker_in_stub deck.damaged "
     "deck.stub_dropped deck.reshuffle_asked "
     "deck.reshuffle_asked_late deck.swapped_in_hand "
     "board.turn_two_known board.turn_two_unknown board.turn_many_after_action "
     "board.river_two_known board.river_two_unknown board.river_many_after_action "
     "board.flop_short board.premature_flop board.premature_turn board.premature_river "
     "board.premature_flop_folded board.premature_turn_folded board.premature_river_folded "
     "board.keep_premature_asked board.missed_with_time_facing_bet "
     "board.missed_with_time_no_bet board.flop_no_burn_known board.flop_no_burn_unknown "
     "board.turn_no_burn board.river_no_burn board.flop_no_burn_after board.turn_no_burn_after "
     "board.river_no_burn_after board.two_burns_unexposed board.turn_two_burns_unexposed "
     "board.river_two_burns_unexposed board.flop_two_burns board.flop_two_burns_unknown "
     "board.turn_two_burns board.turn_two_burns_unknown board.river_two_burns "
     "board.river_two_burns_unknown board.flop_two_burns_after board.turn_two_burns_after "
     "board.river_two_burns_after board.burn_exposed board.boxed board.stub_card_exposed "
     "stud.more_than_seven stud.less_than_seven stud.seventh_missing "
     "stud.burn_fault_at_once stud.no_burn_at_once stud.burn_fault_late "
     "stud.burn_fault_last_down_seen stud.premature_card stud.premature_last_card_seen "
     "stud.seven_cards_no_raise "
     "stud.stub_short_burns stud.stub_short_no_burn stud.stub_short_common "
     "stud.last_card_up_many stud.last_card_up_two stud.last_card_up_second_of_two "
     "stud.last_card_up_all_in "
     "draw.wrong_after_draw draw.lowball_wrong_after_draw draw.exposed_on_draw "
     "draw.lowball_exposed_on_draw draw.five_new_cards draw.lowball_five_new_cards "
     "draw.five_new_at_once draw.change_allowed draw.change_too_late draw.count_asked "
     "draw.count_asked_late draw.rap_is_pat "),
    (("34", "1"), "floor", " board.flop_many board.flop_many_after_action "),
)

VALUES = (
    ("deal.exposed_limit", 2, ("32b",), ""),
    ("deal.exposed_and_boxed_joint", True, ("32b",), ""),
    ("deal.boxed_limit", 2, ("32b",), ""),
    ("deal.boxed_limit_lowball", 0, ("32",), "draw games are left to the house"),
    ("deal.off_table_counts", True, ("32a",), ""),
    ("deal.two_to_button_allowed", True, ("32",), ""),
    ("deal.last_card_may_be_given", False, ("32",), "not mentioned"),
    ("deal.extra_returned_any_game", True, ("32",), "not mentioned"),
    ("deal.absent_entitled", "always", ("32e", "27"), ""),
    ("deal.too_late_flop", "substantial", ("32", "33"), ""),
    ("deal.too_late_stud", "substantial", ("32", "33"), ""),
    ("deal.too_late_draw", "substantial", ("32", "33"), ""),
    ("deal.substantial_chips", 2, ("33",), "both of two players put chips in"),
    ("deal.substantial_any", 3, ("33",), ""),
    ("deal.redeal_is_replay", False, ("32",), "not mentioned"),
    ("deck.fouled_any_time", False, ("1",), "not mentioned"),
    ("deck.suits", "shdc", ("17",), "the usual order, not written out"),
    ("board.allin_is_no_action", True, ("34",), ""),
    ("draw.max_at_once", 0, ("1",), "house rules"),
)
# fmt: on
