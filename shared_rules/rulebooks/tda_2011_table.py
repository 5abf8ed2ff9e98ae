"""tda-2011 about what is kept in view, chips that may play, coming into the game, kills and
openers. Rows: ``rows.py``."""

from shared_rules.rulebooks.rows import left_open, outcome

# fmt: off
OUTCOMES = (
    outcome("view.chips_hidden", ruling="floor_decides", misdeal=False, decided_by="dealer",
            cite=("22",), confidence="medium", note="put right at once, the hand is not touched"),
    outcome("view.stacks_uncountable", ruling="floor_decides", misdeal=False, decided_by="dealer",
            cite=("22",), confidence="medium", note="stacks of twenty are advised"),
    outcome("view.high_chips_hidden", ruling="floor_decides", misdeal=False, decided_by="dealer",
            cite=("22",), confidence="medium", note="put right at once, the hand is not touched"),
    outcome("showdown.hand_told", ruling="hand_live_penalty", misdeal=False,
            steps=("penalty_after_hand",), decided_by="floor", cite=("53", "51"),
            confidence="medium"),
    outcome("chips.rebuy_announced", ruling="no_incident", misdeal=False, binding=True,
            decided_by="floor", cite=("24",), note="plays, and must be paid"),
    outcome("chips.rebuy_late", ruling="chips_not_in_play", misdeal=False, decided_by="floor",
            cite=("24",), confidence="medium", note="only before the new hand"),
)

SILENT = (
    left_open("view.cards_out view.cards_covered view.rack view.foreign_chips "
              "view.discards_searched showdown.nuts_checked showdown.see_hand_showed_early "
              "showdown.lowball_pair fold.face_up pots.all_in_button pots.losers_not_killed "
              "pots.winner_turned_down frame.draw_for_order frame.draw_out_of_order "
              "chips.of_another chips.posted_for_another chips.bets_pushed chips.too_small "
              "chips.below_unit chips.cash_unnoticed chips.cash_objected chips.rebuy_owed "
              "chips.behind_announced chips.behind_unannounced entry.big_blind entry.new "
              "entry.waits entry.between entry.let_pass entry.playing_over entry.missed "
              "entry.busted entry.new_game entry.new_game_drew entry.new_game_seat "
              "entry.seat_change entry.seat_change_near entry.seat_change_post entry.dealt_off "
              "entry.lowball_new entry.lowball_passed entry.single_short entry.single_half "
              "entry.single_failed entry.ante_right entry.ante_seat_change entry.forfeited "
              "entry.killed_pot entry.on_button kill.leg_away kill.must_post kill.again "
              "kill.unaware_required kill.unaware kill.look_ok kill.look_late kill.look_short "
              "kill.second openers.passed_out openers.false openers.opened_after "
              "openers.may_not_open openers.nobody openers.pot_plays openers.all_in "
              "openers.all_in_false openers.bet_stays openers.retrieve openers.keep openers.split "
              "openers.split_proved openers.split_false openers.proved openers.caller_refund "
              "stud.beaten_by_board draw.sevens_won draw.sevens_lost draw.sevens_short_all_in",
              cite=("1",), decided_by="floor"),
)

VALUES = ()
# fmt: on
