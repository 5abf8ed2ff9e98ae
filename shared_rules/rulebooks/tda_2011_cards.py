"""tda-2011 about deal, deck, board, stud and draw cards. Rows: ``rows.py``."""

from shared_rules.rulebooks import steps as s
from shared_rules.rulebooks.rows import left_open, outcome, value

# fmt: off
OUTCOMES = (
    outcome("deal.first_two_exposed", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32a",)),
    outcome("deal.exposed_one", ruling="floor_decides", misdeal=False, steps=s.NONE,
            decided_by="floor", cite=("32", "32a", "32b", "1"), confidence="medium",
            note="one later card is no misdeal; what happens to it is the house's"),
    outcome("deal.exposed_many", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32b",)),
    outcome("deal.exposed_with_boxed", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32b",), confidence="medium",
            note="exposed and boxed cards are read as one joint count"),
    outcome("deal.exposed_late", ruling="deal_stands", misdeal=False, steps=s.PLAY,
            decided_by="floor", cite=("32", "33")),
    outcome("deal.keep_exposed_asked", ruling="floor_decides", misdeal=False, steps=s.NONE,
            decided_by="floor", cite=("32", "1"), confidence="medium"),
    outcome("deal.flashed_by_player", ruling="card_plays", misdeal=False, steps=s.NONE,
            decided_by="dealer", cite=("53", "51"), confidence="medium",
            note="a player's own exposure is no fault of the deal; the hand lives"),
    outcome("deal.dropped_by_player", ruling="card_plays", misdeal=False, steps=s.NONE,
            decided_by="dealer", cite=("51", "1"), confidence="medium",
            note="only throwing cards off the table is penalised"),
    outcome("deal.off_table_first_two", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32a", "32"), confidence="medium",
            note="read as an exposure"),
    outcome("deal.off_table_many", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32b",), confidence="medium", note="read as exposures"),
    outcome("deal.boxed_one", ruling="floor_decides", misdeal=False, steps=s.NONE,
            decided_by="floor", cite=("32b", "32", "1"), confidence="medium",
            note="one boxed card is below the number"),
    outcome("deal.boxed_one_next_gone", ruling="floor_decides", misdeal=False, steps=s.NONE,
            decided_by="floor", cite=("32b", "32", "1"), confidence="medium"),
    outcome("deal.boxed_many", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32b",)),
    outcome("deal.boxed_over_limit", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32b",)),
    outcome("deal.boxed_many_late", ruling="deal_stands", misdeal=False, steps=s.PLAY,
            decided_by="floor", cite=("32", "33")),
    outcome("deal.out_of_sequence_late", ruling="deal_stands", misdeal=False, steps=s.PLAY,
            decided_by="floor", cite=("32", "33")),
    outcome("deal.button_moved_twice", ruling="deal_stands", misdeal=False, steps=s.PLAY,
            decided_by="floor", cite=("32", "33")),
    outcome("deal.button_not_moved", ruling="deal_stands", misdeal=False, steps=s.PLAY,
            decided_by="floor", cite=("32", "33")),
    outcome("deal.button_wrong_late", ruling="deal_stands", misdeal=False, steps=s.PLAY,
            decided_by="floor", cite=("32", "33")),
    outcome("deal.two_to_button", ruling="no_incident", misdeal=False, steps=s.NONE,
            decided_by="automatic", cite=("32",)),
    outcome("deal.mixed_hands", ruling="floor_decides", misdeal=False, steps=s.NONE,
            decided_by="floor", cite=("49", "32", "1"), confidence="medium",
            note="a fouled hand has no redress; the deal itself is not mentioned"),
    outcome("deal.mixed_hands_late", ruling="floor_decides", misdeal=False, steps=s.NONE,
            decided_by="floor", cite=("49", "32", "33", "1"), confidence="medium"),
    outcome("deal.wrong_first_seat", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32c", "33")),
    outcome("deal.wrong_first_seat_late", ruling="deal_stands", misdeal=False, steps=s.PLAY,
            decided_by="floor", cite=("32", "33")),
    outcome("deal.empty_seat", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32d",)),
    outcome("deal.empty_seat_late", ruling="deal_stands", misdeal=False, steps=s.PLAY,
            decided_by="floor", cite=("32", "33", "32d")),
    outcome("deal.not_entitled_seat", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32d",)),
    outcome("deal.not_entitled_seat_late", ruling="deal_stands", misdeal=False, steps=s.PLAY,
            decided_by="floor", cite=("32", "33", "32d")),
    outcome("deal.seat_left_out", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32e",)),
    outcome("deal.seat_left_out_late", ruling="deal_stands", misdeal=False, steps=s.PLAY,
            decided_by="floor", cite=("32", "33", "32e")),
    outcome("deal.absent_left_out", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32e", "27"),
            note="a stack is dealt in whether or not its player is there"),
    outcome("deal.absent_dealt_in", ruling="no_incident", misdeal=False, steps=s.NONE,
            decided_by="automatic", cite=("27", "32")),
    outcome("deal.misdeal_declared", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="floor", cite=("32",)),
    outcome("deck.fault_after_new_hand", ruling="result_stands", misdeal=False, steps=s.NONE,
            decided_by="floor", cite=("19", "20"),
            note="a hand can be disputed until the next begins"),
    outcome("deck.change_asked", ruling="request_refused", misdeal=False, steps=s.NONE,
            decided_by="dealer", cite=("23",)),
    outcome("deck.change_asked_damaged", ruling="floor_decides", misdeal=False, steps=s.NONE,
            decided_by="floor", cite=("23", "1"), confidence="medium"),
    outcome("board.flop_four_known", ruling="scramble_pick_burn", misdeal=False,
            steps=s.SCRAMBLE_FLOP, decided_by="floor", cite=("34",)),
    outcome("board.flop_four_unknown", ruling="scramble_pick_burn", misdeal=False,
            steps=s.SCRAMBLE_FLOP, decided_by="floor", cite=("34",)),
    outcome("board.rabbit_card", ruling="rabbit_hunting", misdeal=False, steps=s.NONE,
            decided_by="dealer", cite=("26",)),
    outcome("board.rabbit_asked", ruling="request_refused", misdeal=False, steps=s.NONE,
            decided_by="dealer", cite=("26",)),
    outcome("stud.down_card_exposed_cash", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32",)),
    outcome("stud.down_card_exposed_tournament", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32",)),
    outcome("stud.exposed_many_cash", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32",)),
    outcome("stud.exposed_many_tournament", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32",)),
    outcome("stud.both_down_exposed_cash", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32",)),
    outcome("stud.both_down_exposed_tournament", ruling="misdeal", misdeal=True, steps=s.MISDEAL,
            decided_by="dealer", cite=("32",)),
)

# (cites, decided_by, " keys "): situations this book leaves open
SILENT = (
    left_open("deal.off_table_one deal.boxed_two_below_limit deal.joker_in_deal "
              "deal.joker_in_hand deal.joker_acted_on deal.extra_one deal.extra_many "
              "deal.long_before deal.short_before deal.last_card_missing deal.omaha_long_before "
              "deal.omaha_short_before deal.omaha_last_card_missing deal.pineapple_long_before "
              "deal.pineapple_short_before deal.pineapple_last_card_missing "
              "deal.pineapple_not_discarded deal.out_of_sequence deal.wrong_button deal.redeal "
              "stud.exposed_low_card_skipped stud.short_before stud.long_before "
              "stud.folded_seat_dealt draw.short_before draw.button_short draw.first_two_exposed "
              "draw.exposed_many draw.exposed_rank_unknown draw.long_before "
              "draw.lowball_short_before draw.lowball_button_short draw.exposed_kept_high "
              "draw.exposed_kept_a5 draw.exposed_replaced_a5 draw.exposed_kept_27 "
              "draw.exposed_replaced_27 draw.exposed_kept_a5_big_bet "
              "draw.exposed_replaced_a5_big_bet draw.exposed_kept_27_big_bet "
              "draw.exposed_replaced_27_big_bet deal.flash_beside_exposure", cite=("32", "1"),
              decided_by="floor"),
    left_open("deal.extra_one_late deal.extra_many_late deal.long_after deal.short_after "
              "deal.last_card_missing_late deal.omaha_last_card_missing_late "
              "deal.omaha_long_after deal.omaha_short_after deal.pineapple_long_after "
              "deal.pineapple_short_after stud.short_after stud.long_after draw.short_after "
              "draw.long_after draw.lowball_short_after", cite=("32", "33", "1"),
              decided_by="floor"),
    left_open("deck.card_missing deck.too_many deck.duplicate deck.duplicate_known_and_bet "
              "deck.foreign_in_hand deck.foreign_in_stub deck.joker_in_stub deck.damaged "
              "deck.stub_dropped deck.reshuffle_asked deck.reshuffle_asked_late "
              "deck.swapped_in_hand board.turn_two_known board.turn_two_unknown "
              "board.turn_many_after_action board.river_two_known board.river_two_unknown "
              "board.river_many_after_action board.flop_short board.premature_flop "
              "board.premature_turn board.premature_river board.premature_flop_folded "
              "board.premature_turn_folded board.premature_river_folded "
              "board.keep_premature_asked board.missed_with_time_facing_bet "
              "board.missed_with_time_no_bet board.flop_no_burn_known board.flop_no_burn_unknown "
              "board.turn_no_burn board.river_no_burn board.flop_no_burn_after "
              "board.turn_no_burn_after board.river_no_burn_after board.two_burns_unexposed "
              "board.turn_two_burns_unexposed board.river_two_burns_unexposed "
              "board.flop_two_burns board.flop_two_burns_unknown board.turn_two_burns "
              "board.turn_two_burns_unknown board.river_two_burns board.river_two_burns_unknown "
              "board.flop_two_burns_after board.turn_two_burns_after board.river_two_burns_after "
              "board.burn_exposed board.boxed board.stub_card_exposed stud.more_than_seven "
              "stud.less_than_seven stud.seventh_missing stud.burn_fault_at_once "
              "stud.no_burn_at_once stud.burn_fault_late stud.burn_fault_last_down_seen "
              "stud.premature_card stud.premature_last_card_seen stud.seven_cards_no_raise "
              "stud.stub_short_burns stud.stub_short_no_burn stud.stub_short_common "
              "stud.last_card_up_many stud.last_card_up_two stud.last_card_up_second_of_two "
              "stud.last_card_up_all_in draw.wrong_after_draw draw.lowball_wrong_after_draw "
              "draw.exposed_on_draw draw.lowball_exposed_on_draw draw.five_new_cards "
              "draw.lowball_five_new_cards draw.five_new_at_once draw.change_allowed "
              "draw.change_too_late draw.count_asked draw.count_asked_late draw.rap_is_pat",
              cite=("1",), decided_by="floor"),
    left_open("board.flop_many board.flop_many_after_action", cite=("34", "1"), decided_by="floor"),
)

VALUES = (
    value("deal.exposed_limit", 2, cite=("32b",)),
    value("deal.exposed_and_boxed_joint", True, cite=("32b",)),
    value("deal.boxed_limit", 2, cite=("32b",)),
    value("deal.boxed_limit_lowball", 0, cite=("32",), note="draw games are left to the house"),
    value("deal.off_table_counts", True, cite=("32a",)),
    value("deal.two_to_button_allowed", True, cite=("32",)),
    value("deal.last_card_may_be_given", False, cite=("32",), note="not mentioned"),
    value("deal.extra_returned_any_game", True, cite=("32",), note="not mentioned"),
    value("deal.absent_entitled", "always", cite=("32e", "27")),
    value("deal.too_late_flop", "substantial", cite=("32", "33")),
    value("deal.too_late_stud", "substantial", cite=("32", "33")),
    value("deal.too_late_draw", "substantial", cite=("32", "33")),
    value("deal.substantial_chips", 2, cite=("33",), note="both of two players put chips in"),
    value("deal.substantial_any", 3, cite=("33",)),
    value("deal.redeal_is_replay", False, cite=("32",), note="not mentioned"),
    value("deck.fouled_any_time", False, cite=("1",), note="not mentioned"),
    value("deck.suits", "shdc", cite=("17",), note="the usual order, not written out"),
    value("board.allin_is_no_action", True, cite=("34",)),
    value("draw.max_at_once", 0, cite=("1",), note="house rules"),
)
# fmt: on
