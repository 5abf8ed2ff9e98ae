"""ipr-web about what is kept in view, chips that may play, coming into the game, kills and
openers. Rows: ``rows.py``."""

from shared_rules.rulebooks.rows import left_open, outcome

# fmt: off
OUTCOMES = (
    outcome("showdown.nuts_checked", ruling="floor_decides", misdeal=False,
            steps=("penalty_possible", "disqualification_possible"), decided_by="td",
            cite=("W49.5",), confidence="medium",
            note="the words after the fifth point, as in the book of 2018"),
    outcome("view.cards_out", ruling="floor_decides", misdeal=False, steps=("penalty_possible",),
            decided_by="floor", cite=("W23.1",), confidence="medium"),
    outcome("view.cards_covered", ruling="floor_decides", misdeal=False,
            steps=("penalty_possible",), decided_by="floor", cite=("W23.2",), confidence="medium",
            note="what follows is not said"),
    outcome("view.chips_hidden", ruling="floor_decides", misdeal=False, decided_by="dealer",
            cite=("W30.3", "W32.1"), confidence="medium",
            note="put right at once, the hand is not touched"),
    outcome("view.stacks_uncountable", ruling="floor_decides", misdeal=False, decided_by="dealer",
            cite=("W30.7", "W32.1"), confidence="medium", note="stacks of ten or twenty"),
    outcome("view.high_chips_hidden", ruling="floor_decides", misdeal=False, decided_by="dealer",
            cite=("W32.3",), confidence="medium",
            note="put right at once, the hand is not touched"),
    outcome("showdown.hand_told", ruling="hand_live_penalty", misdeal=False,
            steps=("penalty_possible",), decided_by="floor", cite=("W7.2",)),
    outcome("fold.face_up", ruling="fold_binding", misdeal=False, binding=True,
            steps=("penalty_possible",), decided_by="dealer", cite=("W58.1",), confidence="medium",
            note="cards are released face down"),
    outcome("pots.all_in_button", ruling="result_stands", misdeal=False, decided_by="dealer",
            cite=("W57.1", "W57.2"), note="the dealer lays one for each player all-in"),
    outcome("pots.losers_not_killed", ruling="no_incident", misdeal=False, decided_by="automatic",
            cite=("W68.3",), note="the award itself stands"),
    outcome("pots.winner_turned_down", ruling="must_table_all_cards", misdeal=False,
            decided_by="dealer", cite=("W68.4",), note="face up until the pot is pushed"),
    outcome("chips.rebuy_announced", ruling="no_incident", misdeal=False, binding=True,
            decided_by="floor", cite=("W17.3",), note="plays, and must be paid"),
    outcome("chips.rebuy_late", ruling="chips_not_in_play", misdeal=False, decided_by="floor",
            cite=("W17.3",), confidence="medium", note="only before the new deal"),
    outcome("chips.rebuy_owed", ruling="no_incident", misdeal=False, binding=True,
            steps=("stop_action",), decided_by="automatic", cite=("W17.4",),
            note="the funds are shown first"),
    outcome("entry.on_button", ruling="no_incident", misdeal=False, decided_by="floor",
            cite=("W36.5",), note="where it is the worst place"),
)

SILENT = (
    left_open("presence.absent_original_deal view.rack view.foreign_chips view.discards_searched "
              "showdown.lowball_pair frame.draw_for_order "
              "frame.draw_out_of_order chips.of_another chips.posted_for_another "
              "chips.bets_pushed chips.too_small chips.below_unit chips.cash_unnoticed "
              "chips.cash_objected chips.behind_announced chips.behind_unannounced "
              "entry.big_blind entry.new entry.waits entry.between entry.let_pass "
              "entry.playing_over entry.missed entry.busted entry.new_game entry.new_game_drew "
              "entry.new_game_seat entry.seat_change entry.seat_change_near "
              "entry.seat_change_post entry.dealt_off entry.lowball_new entry.lowball_passed "
              "entry.single_short entry.single_half entry.single_failed entry.ante_right "
              "entry.ante_seat_change entry.forfeited entry.killed_pot kill.leg_away "
              "kill.must_post kill.again kill.unaware_required kill.unaware kill.look_ok "
              "kill.look_late kill.look_short kill.second openers.passed_out openers.false "
              "openers.opened_after openers.may_not_open openers.nobody openers.pot_plays "
              "openers.all_in openers.all_in_false openers.bet_stays openers.retrieve "
              "openers.keep openers.split openers.split_proved openers.split_false openers.proved "
              "openers.caller_refund stud.beaten_by_board draw.sevens_won draw.sevens_lost "
              "draw.sevens_short_all_in", cite=("W1.2", "W1.1"), decided_by="floor"),
)

VALUES = ()
# fmt: on
