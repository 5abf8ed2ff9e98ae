"""The codes of rulings and the sentence a person reads for each, in our own words.

A sentence never names a card: a ruling can go to every screen. Loaded when one is needed.
"""

# code, sentence ({seat} and {amount} are filled in)
CODES = (
    # -- deal
    ("misdeal", "Misdeal: bets go back, the cards are collected, shuffled and dealt again."),
    ("replace_exposed_card", "Show the exposed card to everyone and replace it."),
    ("card_plays", "The card that was seen stays in the hand of {seat}."),
    ("scrap_card", "The boxed card is scrap: set it aside and replace it."),
    ("return_extra_as_burn", "The extra card goes back on the stub and is the next burn."),
    ("give_top_card", "{seat} is short: give the top card of the stub."),
    ("give_additional_card", "{seat} is short and nobody has acted: fill the hand."),
    ("complete_on_draw", "{seat} plays on short and is filled on the draw."),
    ("hand_dead", "The hand of {seat} is dead, its chips stay in the pot."),
    ("hand_live_short", "The hand of {seat} plays although its number of cards is wrong."),
    ("third_card_dealt_down", "The exposed down card stays up, the third card comes down."),
    ("deal_stands", "Too late to void the deal: play on."),
    ("exact_replay", "Deal again as an exact replay: same button, level and seats."),
    # -- deck
    ("hand_void", "The hand is void: all bets go back."),
    ("result_stands", "The result stands."),
    ("refund_denied", "The hand is void, the chips of {seat} do not come back."),
    ("reconstitute_deck_play_on", "Rebuild the stub and finish the hand."),
    # -- board
    ("redeal_flop", "Take the flop back into the stub, reshuffle and deal it again."),
    ("reshuffle_redeal_flop", "The flop came too early: finish the betting, then a new flop."),
    ("scramble_pick_burn", "Scramble the flop cards face down; the floor picks the burn."),
    ("extra_card_is_next_burn", "One board card too many: the last of them is the next burn."),
    ("extra_card_dead", "The surplus river card is dead."),
    ("floor_picks_card", "The order is not known: the floor picks the board card."),
    ("swap_burn", "Burn and board card change places."),
    ("return_extra_burn", "The second burn goes back on top of the stub."),
    ("second_burn_becomes_board_card", "The surplus burn is the board card that was due."),
    ("board_stands", "The board stays as it is."),
    ("keep_original_river", "The turn came too early: the natural river stays the river."),
    ("river_card_becomes_turn", "The turn came too early: the natural river becomes the turn."),
    ("reshuffle_redeal_river", "The river came too early: reshuffle and deal a new river."),
    ("forced_check", "{seat} is taken to have checked."),
    ("eliminate_premature_round", "The card came too early: set it and one per player aside."),
    ("cards_corrected", "Put the cards back into their natural order."),
    ("burns_reused", "The last card and the burns are mixed to finish the deal."),
    ("common_card", "One card in the middle counts for everybody."),
    ("second_also_face_up", "The other last card is dealt face up as well."),
    ("may_declare_all_in", "{seat} may declare itself all-in: its last card lies face up."),
    # -- wagers
    ("bet", "{seat} bets {amount}."),
    ("call", "{seat} calls, {amount} in all."),
    ("raise", "{seat} raises to {amount}."),
    ("min_bet", "The bet of {seat} is brought up to {amount}."),
    ("min_raise", "{seat} makes the minimum raise, to {amount}."),
    ("not_a_bet", "No wager by {seat}: the chips come back."),
    ("wager_reduced_to_max", "The wager of {seat} is cut back to the maximum, {amount}."),
    ("wager_corrected", "The wager of {seat} is set to {amount}, the size of this street."),
    ("wager_stands", "Too large, but everyone has acted on it: {amount} stands."),
    ("oversize_may_stand", "Too large: the floor may let {amount} stand."),
    ("complete_allowed", "{seat} may complete to {amount}."),
    ("complete_or_fold_forfeit", "{seat} completes the call or folds and leaves {amount}."),
    ("may_withdraw_reconsider", "{seat} may take the chips back and act anew."),
    ("call_retractable", "{seat} may take the call back."),
    ("must_call_or_raise", "{seat} can no longer fold: {amount} to call."),
    ("raise_allowed", "{seat} may raise, to {amount}."),
    ("raise_not_allowed", "{seat} may not raise: {amount} to call."),
    ("straddle_not_allowed", "The straddle of {seat} is void."),
    ("ante_amount_wrong", "The right ante is {amount}."),
    ("award_ante_only", "{seat} is all-in for the ante and can win {amount} of antes only."),
    ("chips_not_in_play", "Chips added during the hand do not count: {amount} counts."),
    # -- turn, folding, time
    ("out_of_turn", "{seat} acted out of turn."),
    ("oot_binding", "The act of {seat} out of turn binds."),
    ("oot_void_all_options", "The act of {seat} out of turn is void: all options are open."),
    ("action_backs_up", "Action goes back to {seat}, who was skipped."),
    ("fold_binding", "The fold of {seat} counts."),
    ("forced_fold", "{seat} is taken to have folded."),
    ("hand_retrievable", "{seat} may take the discarded hand back."),
    ("retrieve_and_table", "Bring the all-in hand of {seat} back and show it."),
    ("retrieve_and_award", "Restore the tabled winner of {seat} and pay it."),
    ("thrown_cards_dead", "The thrown cards are dead, the hand they hit is not."),
    ("time_bank_auto_used", "An extension of {amount} ms starts for {seat}."),
    ("hand_may_be_killed", "The floor may kill the hand of {seat}."),
    ("hand_live_post_next", "The hand of {seat} plays; the missed blind is due next hand."),
    # -- showdown and pots
    ("show_first", "{seat} shows first."),
    ("must_table_all_cards", "{seat} must show all cards to win."),
    ("table_all_hands", "All-in and betting is over: all hands face up now."),
    ("no_claim_to_pot", "The hand {seat} threw away wins nothing."),
    ("hand_shown", "The hand of {seat} is shown on request."),
    ("hand_shown_dead", "The hand of {seat} is shown on request and cannot win."),
    ("hand_shown_live", "The hand of {seat} is shown on request and may win."),
    ("cards_speak", "The tabled cards decide, not the words."),
    ("odd_chip_to", "{seat} gets the odd chip."),
    ("odd_chips_one_each", "The odd chips go out one per player in order."),
    ("split_even", "The pot is halved: {amount} each."),
    ("pots_built", "The main pot is {amount}."),
    ("hidden_chips_in_play", "The chips found count if lost: wager {amount}."),
    ("hidden_chips_not_paid", "The chips found are not paid: wager {amount}."),
    ("eliminated_chips_removed", "Found too late: {amount} leaves play."),
    ("award_corrected", "The award is corrected: {amount} goes to {seat}."),
    ("show_card_to_all", "Show the card to everybody now."),
    ("show_card_after_hand", "Show the card to everybody after the hand."),
    # -- frame
    ("no_incident", "Nothing to rule on."),
    ("floor_decides", "The rulebook leaves this to the floor."),
    ("new_level_applies", "This hand is played at the new level, big blind {amount}."),
    ("button_adjusted", "Move button and blinds to the right seats."),
    ("button_draw_required", "Draw for the first button."),
    ("race_result", "The race awards {amount} new chips."),
    ("chips_forfeited", "{amount} leaves play."),
    ("penalty_hands", "{seat} misses {amount} hands."),
    ("hand_live_penalty", "The hand of {seat} plays, a penalty follows."),
    ("request_refused", "The request is not granted."),
    ("info_refused", "The information is not given."),
    ("rabbit_hunting", "A card turned after the hand has no effect and is not allowed."),
    ("kill_due", "The next pot is a kill pot: kill blind {amount}."),
    ("kill_not_due", "No kill."),
    ("leg_kept", "{seat} keeps its leg."),
    ("kill_button_neutral", "Nobody holds a leg."),
    ("bring_in_corrected", "{seat} brings in instead."),
    ("bring_in_stands", "The bring-in of {seat} stands."),
)

# Steps of a remedy (LANGUAGE.md section 6). A step that ends in _N or _A is filled in.
# fmt: off
STEPS = (
    "return_all_bets", "collect_all_cards", "reshuffle_deck", "redeal", "void_hand", "replace_deck",
    "correct_button", "button_stays", "levels_stay", "no_new_players", "finish_deal",
    "finish_dealing", "show_card_to_all", "replace_from_top_of_stub", "exposed_card_is_next_burn",
    "exposed_card_kept", "discard_as_scrap", "replace_with_next_card", "replace_after_round_dealt",
    "extra_card_to_stub_as_burn", "deal_top_card_to_seat", "third_card_face_down",
    "draw_completes_to_five", "complete_draw_for_all", "kill_hand", "no_refund", "play_out_hand",
    "other_hand_stays_live", "cards_retrieved", "table_all_hands", "return_ante",
    "return_uncalled_bet", "return_chips", "return_chips_if_no_one_acted_after",
    "return_excess_chips", "offender_chips_stay_for_next_deal", "shuffle_stub", "cut_stub",
    "reconstitute_stub", "burn_one", "burn_stays", "no_burn", "return_burn_to_stub",
    "burn_two_next_street", "no_burn_next_street", "one_burn_back_as_next_burn",
    "extra_burn_to_top_of_stub", "extra_burn_into_flop", "board_cards_to_stub", "board_stands",
    "deal_flop", "deal_turn", "deal_river", "deal_next_street", "scramble_flop_face_down",
    "scramble_two_cards", "floor_picks_burn", "floor_picks_next_burn", "floor_picks_turn",
    "other_three_are_flop", "first_card_stays", "other_card_is_river_burn",
    "other_card_dead_exposed", "fourth_card_is_exposed_burn", "first_flop_card_is_exposed_burn",
    "next_card_fills_flop", "misplaced_card_is_burn", "next_card_is_turn", "next_card_is_river",
    "second_burn_becomes_turn", "second_burn_becomes_river", "exposed_turn_is_river_burn",
    "exposed_river_dead", "last_flop_card_to_top_of_stub", "set_aside_premature_card",
    "premature_card_to_stub", "finish_betting_round", "finish_turn_betting",
    "deal_original_river_face_down_aside", "river_is_the_set_aside_card",
    "set_aside_one_card_per_remaining_player", "set_aside_cards_back_before_final_street",
    "second_burn_becomes_first_card", "natural_order_restored", "deal_all_but_last_card",
    "mix_last_card_with_burns", "announce_common_card", "one_card_face_up_center",
    "others_dealt_face_down", "high_board_starts", "deal_other_last_card_face_up", "betting_normal",
    "call_floor", "stop_action", "penalty_possible", "penalty_after_hand",
    "disqualification_possible", "may_be_binding", "pot_forfeit_possible", "skipped_player_acts",
    "floor_rules_on_skipped_hand", "force_check", "spread_pot_only", "button_back_one",
    "then_button_forward_two", "correct_button_next_hand", "button_moves_on_normally",
    "button_to_seat_N", "big_blind_seat_N", "return_wager_to_seat_N", "seat_N_brings_in",
    "chip_to_seat_N", "one_chip_to_seat_N", "survivor_chip_to_seat_N", "main_A", "side_A", "none",
)
# fmt: on


# Until when a fault can be put right or a ruling acted on, in the words of people.
DEADLINES = (
    ("first_act", "anybody acts"),
    ("two_acted", "two players have acted after the forced bets"),
    ("substantial_action", "there is substantial action"),
    ("three_acted", "three players have acted behind"),
    ("own_act", "the player acts on the hand"),
    ("next_act", "the next player acts"),
    ("turn_comes", "the action comes to the player"),
    ("street_acted", "somebody acts on the street"),
    ("all_acted", "all have acted on the wager"),
    ("street_over", "the betting of the street is over"),
    ("draw_begins", "the betting before the draw is complete"),
    ("draw_served", "a card is dealt or somebody acts on the number"),
    ("draw_acted", "somebody acts after the draw"),
    ("third_card", "anybody gets a third card"),
    ("first_card", "the first card is dealt"),
    ("time_up", "the time is up"),
    ("pot_awarded", "the pot is awarded"),
    ("next_hand", "the next hand begins"),
)


def until(word):
    """The words of a deadline (a word of ``DEADLINES``)."""
    for row in DEADLINES:
        if row[0] == word:
            return row[1]
    return word.replace("_", " ")


def sentence(code, seat=None, amount=None):
    """What a person reads for a ruling; never names a card."""
    for row in CODES:
        if row[0] == code:
            text = row[1]
            text = text.replace("{seat}", "the player" if seat is None else "seat %d" % seat)
            text = text.replace("{amount}", "the amount" if amount is None else str(amount))
            return text[0].upper() + text[1:]
    return code.replace("_", " ")
