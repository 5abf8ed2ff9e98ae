"""Which function sees which event. ``tools/dev/watched.py`` writes it: do not edit.

A line without a blank before it is a kind of event (``after``: the looks after each event). The
lines below it are functions, with the families of games after ``/`` and the record they wait for
after ``?`` where there are such, and the ways of the moves.
"""

INDEX = """
riffle
 start.frame.on_riffle
 start.hand_start.on_start
 start.button_due.on_riffle ?frame_open
 cards.dealing.on_riffle
machine_deck_cut
 start.frame.on_riffle
 start.hand_start.on_start
 start.button_due.on_riffle ?frame_open
 cards.dealing.on_riffle
shuffler_button
 start.hand_start.on_start
dealer_push
 start.hand_start.on_start
deck_swap
 cards.deck_said.on_deck_swap
card_move
 places.on_card_move
 rare.on_stub_card ?rare stub>*
 rare.on_own_card seat>seat,seat>muck,muck>muck
 start.forced.on_card_move ?button_ante stub>*
 start.forced.on_first_card ?antes_in stub>*
 start.forced.on_over ?ante_over stub>*
 cards.deck.on_card_move
 cards.dealing.on_card_move stub>*,mouth>*,seat>*
 cards.stud_cards.on_card_move /stud stub>seat,stub>mouth,seat>seat,*>burn,burn>*
 cards.draw_cards.on_card_move /draw stub>seat,stub>burn,stub>mouth
 cards.board.on_card_move *>burn,*>board,burn>*,board>*,stub>stub,stub>mouth
 floor.clock.on_act ?clock seat>*
 floor.presence.on_first_card ?absence stub>*
 betting.turn_order.on_card_move ?counts seat>*
 betting.folding.on_card_move seat>*,line>muck
 betting.folding.on_brought_back ?discarded muck>seat,line>seat
 betting.folding.on_taken_up ?over_line line>seat
 betting.folding.on_taken_out muck>seat
 showdown.showdown.note_discard seat>muck
 showdown.showdown.on_discard seat>muck,seat>line
 showdown.showdown.on_card_move stub>board,stub>burn,seat>seat
 showdown.hidden_chips.on_card_move ?hidden seat>seat
 betting.acting.on_card_move seat>muck,line>muck
zone_merge
 places.on_zone_merge
 cards.deck_said.on_zone_merge
 cards.deal_said.on_zone_merge
 cards.board.on_zone_merge
 betting.folding.on_zone_merge
tag_read
 cards.deck_said.on_tag_read
rfid_count
 cards.deck_said.on_rfid_count
 cards.deal_said.on_rfid_count
 cards.stud_cards.on_rfid_count /stud
 cards.draw_cards.on_rfid_count /draw
 betting.turn_order.on_rfid_count
chips_move
 places.on_chips_forward *>line
 places.on_chips_back line>*
 floor.race.on_old_chips ?race *>seat,*>line
 floor.race.on_chips_off seat>off,line>off
 floor.race.on_chips_again off>seat
 rare.on_pot pot>*
 rare.on_announced ?behind off>seat
 rare.on_others_line seat>others_line
 rare.on_small_chips ?rare *>line
 start.bring_in.on_chips_move /stud *>line,line>*
 start.forced.on_chips ?no_betting_yet *>line
 start.forced.on_back ?ante_front line>seat
 start.blind_seats.on_back ?wrong_blind line>seat
 start.blind_seats.on_late ?late_blind *>line
 start.blind_seats.on_act ?wrong_blind *>line
 start.posting.on_chips_move ?no_betting_yet *>line
 cards.deck.on_action ?jokers *>line
 cards.dealing.on_act ?deal_open *>line
 cards.stud_cards.on_act /stud ?stud
 cards.board.on_act ?board_fault
 floor.clock.on_act ?clock
 floor.presence.on_act ?absence *>line
 betting.wagers.on_added off>seat
 betting.wagers.on_forward *>line
 betting.wagers.on_taken_back line>seat
 showdown.pots.on_pulled_in line>pot
 showdown.pots.on_pushed pot>seat
 showdown.pots.on_own_bet_back line>seat
 betting.acting.on_chips_move *>line
puck_move
 start.button_place.on_puck_move
 rare_said.on_kill_table
 floor.clock_calls.on_time_card
presence
 rare_said.on_kill_table
 floor.presence.on_presence
declare
 start.blind_seats.on_act ?wrong_blind
 cards.deck.on_action ?jokers
 cards.dealing.on_act ?deal_open
 cards.stud_cards.on_declare /stud ?stud
 cards.stud_cards.on_act /stud ?stud
 cards.board.on_act ?board_fault
 floor.clock.on_act ?clock
 floor.presence.on_act ?absence
 betting.words.on_declare
gesture
 start.blind_seats.on_act ?wrong_blind
 cards.deck.on_action ?jokers
 cards.dealing.on_act ?deal_open
 cards.stud_cards.on_act /stud ?stud
 cards.draw_cards.on_gesture /draw
 cards.board.on_act ?board_fault
 floor.clock.on_act ?clock
 floor.presence.on_act ?absence
 betting.words.on_gesture
hand_claim
 betting.folding.on_hand_claim
 showdown.showdown.on_hand_claim
draw
 places.on_draw
 cards.draw_cards.on_draw /draw
request
 rare_said.on_request
 cards.deck_said.on_request
 cards.deal_said.on_request
 cards.draw_cards.on_request /draw
 cards.board.on_request
 showdown.showing.on_request
 betting.requests.on_request
notice
 floor.penalties.on_notice
 rare_said.on_notice
 start.bring_in.on_notice /stud
 start.blind_seats.on_notice ?late_blind
 cards.deck_said.on_notice
 cards.deal_said.on_notice
 cards.stud_cards.on_notice /stud
 cards.board.on_notice
 floor.presence.on_notice
 showdown.showing.on_notice
 betting.requests.on_notice
 betting.turn_order.on_notice
 betting.folding.on_notice
 showdown.disputes.on_notice
 showdown.odd_chips.on_notice
 showdown.hidden_chips.on_notice
flag
 rare_said.on_openers
 cards.deck_said.on_flag
 cards.deal_said.on_flag
 cards.board.on_flag
 betting.folding.on_flag
finding
 floor.penalties.on_finding
 rare_said.on_openers
 cards.deck_said.on_finding
 cards.deal_said.on_finding
 cards.board.on_finding
announce
 betting.requests.on_announce
clock_call
 floor.clock_calls.on_clock_call
clock_start
 floor.clock_calls.on_clock_start
shot_clock
 floor.clock_calls.on_shot_clock
timer
 floor.clock_calls.on_timer
level
 start.hand_start.on_level
break_start
 showdown.disputes.on_break
color_up
 floor.race.on_color_up
race_cards
 floor.race.on_race_cards
 rare_said.on_race_cards
chip_exchange
 floor.race.on_chip_exchange ?race
showdown
 start.forced.on_showdown
 showdown.showdown.on_showdown
 showdown.pots.on_showdown
 showdown.odd_chips.on_showdown
 showdown.hidden_chips.on_showdown
pot_awarded
 rare_said.on_openers
 cards.board.on_pot_awarded ?board
 showdown.kill.on_pot_awarded
 showdown.pots.on_pot_awarded
 showdown.odd_chips.on_low_paid ?halves
 showdown.odd_chips.on_paid ?odd_chip
 showdown.hidden_chips.on_award ?hidden
deal
 places.on_deal
 rare.on_deal
 start.forced.on_deal
 floor.presence.on_first_card
post
 start.hand_start.on_post
 start.button_due.on_post ?frame_open
 rare.on_post
 start.bring_in.on_post /stud
 start.forced.on_post
 start.posting.on_post
action
 start.blind_seats.on_act ?wrong_blind
 cards.deck.on_action ?jokers
 cards.dealing.on_act ?deal_open
 cards.stud_cards.on_act /stud ?stud
 cards.board.on_act ?board_fault
 betting.wagers.on_action
 betting.acting.on_action
by_hand
 by_hand.on_by_hand
after
 start.hand_start.review ?old_posted
 start.bring_in.review /stud ?brought_in
 cards.dealing.review ?deal
 cards.stud_cards.review /stud ?stud
 cards.board.review ?board
 floor.clock.review ?clock
 floor.presence.review ?presence
"""
