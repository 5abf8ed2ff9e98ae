"""Groups of situations that share a deadline: until when such a fault can be put right.

A book names them in its ``DEADLINES`` (``rows.deadline``).
"""

# faults of the first deal that void it while they are raised in time
MISDEAL = (
    " deal.first_two_exposed deal.exposed_many deal.exposed_with_boxed deal.off_table_first_two "
    "deal.off_table_many deal.boxed_many deal.boxed_over_limit deal.extra_many deal.long_before "
    "deal.short_before deal.omaha_long_before deal.omaha_short_before deal.pineapple_long_before "
    "deal.pineapple_short_before deal.out_of_sequence deal.mixed_hands deal.wrong_first_seat "
    "deal.empty_seat deal.not_entitled_seat deal.seat_left_out deal.absent_left_out "
    "deal.wrong_button stud.down_card_exposed_tournament stud.both_down_exposed_tournament "
    "stud.exposed_many_cash stud.exposed_many_tournament stud.short_before stud.long_before "
    "draw.short_before draw.long_before draw.first_two_exposed draw.exposed_many "
)
# burns and board cards that can be set right while nobody has acted on the street
BOARD = (
    " board.flop_no_burn_known board.flop_no_burn_unknown board.turn_no_burn board.river_no_burn "
    "board.two_burns_unexposed board.turn_two_burns_unexposed board.river_two_burns_unexposed "
    "board.flop_two_burns board.flop_two_burns_unknown board.turn_two_burns "
    "board.turn_two_burns_unknown board.river_two_burns board.river_two_burns_unknown "
)
# a board of too many cards
COUNT = (
    " board.flop_four_known board.flop_four_unknown board.flop_many board.turn_two_known "
    "board.turn_two_unknown board.river_two_known board.river_two_unknown "
)
# wagers of the wrong size
SIZE = (
    " wager.silent_bet_low wager.bet_low wager.declared_raise_low wager.raise_said_low_chips "
    "wager.limit_size_wrong wager.limit_size_over wager.wrong_blind wager.short_call_miscount "
)
# a deck that is not what it should be
FOULED = (
    " deck.card_missing deck.too_many deck.duplicate deck.duplicate_known_and_bet "
    "deck.foreign_in_hand deck.foreign_in_stub "
)
# a wager out of turn, as long as the action has not come to its maker
OUT_OF_TURN = " turn.oot_pending "
# a pot pushed to the wrong place
AWARD = " pots.award_in_time "
