"""Remedies that several situations share: tuples of step names in the order they are done."""

NONE = ()
MISDEAL = ("return_all_bets", "collect_all_cards", "reshuffle_deck", "redeal")
MISDEAL_BUTTON = (
    "return_all_bets",
    "collect_all_cards",
    "reshuffle_deck",
    "redeal",
    "correct_button",
)
REPLAY = ("button_stays", "levels_stay", "no_new_players")
PLAY = ("play_out_hand",)
DEAD = ("kill_hand",)
DEAD_NO_REFUND = ("kill_hand", "no_refund", "play_out_hand")
REPLACE_BURN = (
    "finish_deal",
    "show_card_to_all",
    "replace_from_top_of_stub",
    "exposed_card_is_next_burn",
)
REPLACE = ("finish_deal", "replace_from_top_of_stub")
REPLACE_AND_BURN = ("finish_deal", "replace_from_top_of_stub", "exposed_card_is_next_burn")
REPLACE_ON_DRAW = ("complete_draw_for_all", "replace_from_top_of_stub")
KEPT = ("exposed_card_kept",)
SCRAP = ("discard_as_scrap", "replace_with_next_card")
SCRAP_LATER = ("discard_as_scrap", "replace_after_round_dealt")
SCRAP_AND_REPLACE = ("discard_as_scrap",) + REPLACE_BURN
EXTRA = ("extra_card_to_stub_as_burn",)
TOP = ("deal_top_card_to_seat",)
FILL = ("draw_completes_to_five",)
VOID = ("return_all_bets", "void_hand", "replace_deck")
VOID_KEEP_CHIPS = ("void_hand", "offender_chips_stay_for_next_deal")
PLAY_NEW_DECK = ("play_out_hand", "replace_deck")
STOP = ("stop_action", "call_floor")

# board
SCRAMBLE_FLOP = ("scramble_flop_face_down", "floor_picks_next_burn", "other_three_are_flop")
REDEAL_FLOP = (
    "board_cards_to_stub",
    "burn_stays",
    "shuffle_stub",
    "cut_stub",
    "no_burn",
    "deal_flop",
)
REDEAL_FLOP_BURN = ("board_cards_to_stub", "shuffle_stub", "cut_stub", "burn_one", "deal_flop")
PREMATURE_FLOP = ("finish_betting_round",) + REDEAL_FLOP
PREMATURE_TURN = (
    "set_aside_premature_card",
    "finish_betting_round",
    "burn_one",
    "deal_turn",
    "finish_turn_betting",
    "premature_card_to_stub",
    "shuffle_stub",
    "cut_stub",
    "no_burn",
    "deal_river",
)
PREMATURE_RIVER = (
    "set_aside_premature_card",
    "finish_betting_round",
    "premature_card_to_stub",
    "shuffle_stub",
    "cut_stub",
    "no_burn",
    "deal_river",
)
SWAP_TURN = ("misplaced_card_is_burn", "next_card_is_turn")
SWAP_RIVER = ("misplaced_card_is_burn", "next_card_is_river")
SWAP_FLOP = ("first_flop_card_is_exposed_burn", "next_card_fills_flop")
STANDS = ("board_stands",)
STANDS_BURN_TWO = ("board_stands", "burn_two_next_street")
STANDS_BURN_BACK = ("board_stands", "one_burn_back_as_next_burn")
STANDS_NO_BURN = ("board_stands", "no_burn_next_street")
BURN_TO_STUB = ("extra_burn_to_top_of_stub",)
BURN_IS_TURN = ("second_burn_becomes_turn", "exposed_turn_is_river_burn")
BURN_IS_RIVER = ("second_burn_becomes_river", "exposed_river_dead")
TURN_FIRST = ("first_card_stays", "other_card_is_river_burn")
RIVER_FIRST = ("first_card_stays", "other_card_dead_exposed")
TURN_PICK = ("scramble_two_cards", "floor_picks_turn", "other_card_is_river_burn")
RIVER_PICK = ("scramble_two_cards", "other_card_dead_exposed")

# stud
THIRD_DOWN = ("exposed_card_kept", "third_card_face_down")
ANTE_BACK = ("kill_hand", "return_ante")
BURN_FIRST_CARD = ("second_burn_becomes_first_card", "natural_order_restored")
CARD_IS_BURN = ("misplaced_card_is_burn", "natural_order_restored")
PREMATURE_STUD = (
    "set_aside_premature_card",
    "finish_betting_round",
    "set_aside_one_card_per_remaining_player",
    "burn_one",
    "deal_next_street",
)
BURNS_REUSED = (
    "deal_all_but_last_card",
    "mix_last_card_with_burns",
    "cut_stub",
    "burn_one",
    "finish_dealing",
)
BURNS_REUSED_NO_BURN = (
    "deal_all_but_last_card",
    "mix_last_card_with_burns",
    "cut_stub",
    "no_burn",
    "finish_dealing",
)
COMMON_CARD = ("announce_common_card", "burn_one", "one_card_face_up_center")
OTHERS_DOWN = ("others_dealt_face_down", "high_board_starts")
OTHER_UP = ("deal_other_last_card_face_up", "betting_normal")
