"""Which function sees which event. ``python -m tools.watched`` writes it: do not edit.

A line without a blank before it is a kind of event (``after``: the looks after each event). The
lines below it are functions, with the families of games after ``/`` and the record they wait for
after ``?`` where there are such, and the ways of the moves.
"""

INDEX = """
riffle
 frame.on_riffle
 hand_start.on_start
 button_due.on_riffle ?frame_open
 dealing.on_riffle
machine_deck_cut
 frame.on_riffle
 hand_start.on_start
 button_due.on_riffle ?frame_open
 dealing.on_riffle
shuffler_button
 hand_start.on_start
dealer_push
 hand_start.on_start
deck_swap
 deck_said.on_deck_swap
card_move
 places.on_card_move
 rare.on_stub_card ?rare stub>*
 rare.on_own_card seat>seat,seat>muck,muck>muck
 forced.on_card_move ?button_ante stub>*
 forced.on_first_card ?antes_in stub>*
 deck.on_card_move
 dealing.on_card_move stub>*,mouth>*,seat>*
 stud_cards.on_card_move /stud stub>seat,stub>mouth,seat>seat,*>burn,burn>*
 draw_cards.on_card_move /draw stub>seat,stub>burn,stub>mouth
 board.on_card_move *>burn,*>board,burn>*,board>*,stub>stub,stub>mouth
 clock.on_act ?clock seat>*
 presence.on_first_card ?absence stub>*
 turn_order.on_card_move ?counts seat>*
 folding.on_card_move seat>*,line>muck
 showdown.note_discard seat>muck
 showdown.on_discard seat>muck,seat>line
 showdown.on_card_move stub>board,stub>burn,seat>seat
 acting.on_card_move seat>muck,line>muck
zone_merge
 places.on_zone_merge
 deck_said.on_zone_merge
 deal_said.on_zone_merge
 board.on_zone_merge
 folding.on_zone_merge
tag_read
 deck_said.on_tag_read
rfid_count
 deck_said.on_rfid_count
 deal_said.on_rfid_count
 stud_cards.on_rfid_count /stud
 draw_cards.on_rfid_count /draw
 turn_order.on_rfid_count
chips_move
 places.on_chips_forward *>line
 places.on_chips_back line>*
 race.on_old_chips ?race *>seat,*>line
 race.on_chips_off seat>off,line>off
 rare.on_pot pot>*
 rare.on_announced ?behind off>seat
 rare.on_others_line seat>others_line
 rare.on_small_chips ?rare *>line
 bring_in.on_chips_move /stud *>line,line>*
 posting.on_chips_move ?no_betting_yet *>line
 deck.on_action ?jokers *>line
 dealing.on_act ?deal_open *>line
 stud_cards.on_act /stud ?stud
 board.on_act ?board_fault
 clock.on_act ?clock
 presence.on_act ?absence *>line
 wagers.on_added off>seat
 wagers.on_forward *>line
 wagers.on_taken_back line>seat
 pots.on_pulled_in line>pot
 pots.on_pushed pot>seat
 pots.on_own_bet_back line>seat
 acting.on_chips_move *>line
puck_move
 button_place.on_puck_move
 rare_said.on_kill_table
 clock_calls.on_time_card
presence
 rare_said.on_kill_table
 presence.on_presence
declare
 deck.on_action ?jokers
 dealing.on_act ?deal_open
 stud_cards.on_declare /stud ?stud
 stud_cards.on_act /stud ?stud
 board.on_act ?board_fault
 clock.on_act ?clock
 presence.on_act ?absence
 words.on_declare
 acting.on_declare
gesture
 deck.on_action ?jokers
 dealing.on_act ?deal_open
 stud_cards.on_act /stud ?stud
 draw_cards.on_gesture /draw
 board.on_act ?board_fault
 clock.on_act ?clock
 presence.on_act ?absence
 words.on_gesture
 acting.on_gesture
hand_claim
 folding.on_hand_claim
 showdown.on_hand_claim
draw
 places.on_draw
 draw_cards.on_draw /draw
request
 rare_said.on_request
 deck_said.on_request
 deal_said.on_request
 draw_cards.on_request /draw
 board.on_request
 showing.on_request
 requests.on_request
notice
 penalties.on_notice
 rare_said.on_notice
 bring_in.on_notice /stud
 deck_said.on_notice
 deal_said.on_notice
 stud_cards.on_notice /stud
 board.on_notice
 presence.on_notice
 showing.on_notice
 requests.on_notice
 turn_order.on_notice
 folding.on_notice
 disputes.on_notice
 odd_chips.on_notice
 hidden_chips.on_notice
flag
 rare_said.on_openers
 deck_said.on_flag
 deal_said.on_flag
 board.on_flag
 folding.on_flag
finding
 penalties.on_finding
 rare_said.on_openers
 deck_said.on_finding
 deal_said.on_finding
 board.on_finding
announce
 requests.on_announce
clock_call
 clock_calls.on_clock_call
clock_start
 clock_calls.on_clock_start
shot_clock
 clock_calls.on_shot_clock
timer
 clock_calls.on_timer
level
 hand_start.on_level
break_start
 disputes.on_break
color_up
 race.on_color_up
race_cards
 race.on_race_cards
 rare_said.on_race_cards
showdown
 forced.on_showdown
 showdown.on_showdown
 pots.on_showdown
 odd_chips.on_showdown
 hidden_chips.on_showdown
pot_awarded
 rare_said.on_openers
 board.on_pot_awarded ?board
 kill.on_pot_awarded
 pots.on_pot_awarded
deal
 places.on_deal
 rare.on_deal
 forced.on_deal
 presence.on_first_card
post
 hand_start.on_post
 button_due.on_post ?frame_open
 rare.on_post
 bring_in.on_post /stud
 forced.on_post
 posting.on_post
action
 deck.on_action ?jokers
 dealing.on_act ?deal_open
 stud_cards.on_act /stud ?stud
 board.on_act ?board_fault
 wagers.on_action
 acting.on_action
after
 hand_start.review ?old_posted
 bring_in.review /stud
 dealing.review ?deal
 stud_cards.review /stud
 board.review ?board
 clock.review ?clock
 presence.review ?presence
"""
