"""ipr-2018 about what is kept in view, chips that may play, coming into the game, kills and
openers. Rows: ``rows.py``."""

from shared_rules.rulebooks.rows import left_open, outcome

# fmt: off
OUTCOMES = (
    outcome("view.cards_out", ruling="floor_decides", misdeal=False, steps=("penalty_possible",),
            decided_by="floor", cite=("29.1", "TDA#24 in 29"), confidence="medium"),
    outcome("view.cards_covered", ruling="hand_may_be_killed", misdeal=False,
            steps=("call_floor", "penalty_possible"), decided_by="floor", cite=("29.2",)),
    outcome("view.chips_hidden", ruling="floor_decides", misdeal=False, decided_by="dealer",
            cite=("32.3", "34.1", "TDA#24 in 32"), confidence="medium",
            note="put right at once, the hand is not touched"),
    outcome("view.stacks_uncountable", ruling="floor_decides", misdeal=False, decided_by="dealer",
            cite=("32.7", "34.1", "TDA#24 in 32", "TDA#24 in 29", "TDA#21 in 34"),
            confidence="medium", note="stacks of ten or twenty"),
    outcome("view.high_chips_hidden", ruling="floor_decides", misdeal=False, decided_by="dealer",
            cite=("34.3", "TDA#24 in 29", "TDA#21 in 34"), confidence="medium",
            note="put right at once, the hand is not touched"),
    outcome("showdown.hand_told", ruling="hand_live_penalty", misdeal=False,
            steps=("penalty_possible",), decided_by="floor", cite=("6.2",)),
    outcome("showdown.nuts_checked", ruling="floor_decides", misdeal=False,
            steps=("penalty_possible", "disqualification_possible"), decided_by="td",
            cite=("50.6",), confidence="medium",
            note="a penalty is possible, soft play for the director to find; nothing of the hand"),
    outcome("fold.face_up", ruling="fold_binding", misdeal=False, binding=True,
            steps=("penalty_possible",), decided_by="dealer", cite=("63.1",), confidence="medium",
            note="cards are released face down"),
    outcome("pots.all_in_button", ruling="result_stands", misdeal=False, decided_by="dealer",
            cite=("58.1", "58.2"), note="the dealer lays one for each player all-in"),
    outcome("pots.losers_not_killed", ruling="no_incident", misdeal=False, decided_by="automatic",
            cite=("73.3",), note="the award itself stands"),
    outcome("pots.winner_turned_down", ruling="must_table_all_cards", misdeal=False,
            decided_by="dealer", cite=("73.4",), note="face up until the pot is pushed"),
    outcome("chips.rebuy_announced", ruling="no_incident", misdeal=False, binding=True,
            decided_by="floor", cite=("17.3", "TDA#26 in 17"), note="plays, and must be paid"),
    outcome("chips.rebuy_late", ruling="chips_not_in_play", misdeal=False, decided_by="floor",
            cite=("17.3",), confidence="medium", note="only before the new deal"),
    outcome("chips.rebuy_owed", ruling="no_incident", misdeal=False, binding=True,
            steps=("stop_action",), decided_by="automatic", cite=("17.4",),
            note="the funds are shown first"),
)

SILENT = (
    left_open("view.rack view.foreign_chips view.discards_searched showdown.lowball_pair "
              "frame.draw_for_order frame.draw_out_of_order chips.of_another "
              "chips.posted_for_another chips.bets_pushed chips.too_small chips.below_unit "
              "chips.cash_unnoticed chips.cash_objected chips.behind_announced "
              "chips.behind_unannounced entry.big_blind entry.new entry.waits entry.between "
              "entry.let_pass entry.playing_over entry.missed entry.busted entry.new_game "
              "entry.new_game_drew entry.new_game_seat entry.seat_change entry.seat_change_near "
              "entry.seat_change_post entry.dealt_off entry.lowball_new entry.lowball_passed "
              "entry.single_short entry.single_half entry.single_failed entry.ante_right "
              "entry.ante_seat_change entry.forfeited entry.killed_pot entry.on_button "
              "kill.leg_away kill.must_post kill.again kill.unaware_required kill.unaware "
              "kill.look_ok kill.look_late kill.look_short kill.second openers.passed_out "
              "openers.false openers.opened_after openers.may_not_open openers.nobody "
              "openers.pot_plays openers.all_in openers.all_in_false openers.bet_stays "
              "openers.retrieve openers.keep openers.split openers.split_proved "
              "openers.split_false openers.proved openers.caller_refund stud.beaten_by_board "
              "draw.sevens_won draw.sevens_lost draw.sevens_short_all_in", cite=("1.2", "1.1"),
              decided_by="floor"),
)

VALUES = ()
# fmt: on
