"""ipr-2018 about what is kept in view, chips that may play, coming into the game, kills and
openers. Shape of a row: see ``keys.py``."""

# fmt: off
OUTCOMES = (
    ("view.cards_out", "floor_decides", False, None, ("penalty_possible",), "floor",
     ("29.1", "TDA#24 in 29",), "medium", ""),
    ("view.cards_covered", "hand_may_be_killed", False, None, ("call_floor", "penalty_possible"),
     "floor",
     ("29.2",), "high", ""),
    ("view.chips_hidden", "floor_decides", False, None, (), "dealer",
     ("32.3", "34.1", "TDA#24 in 32",), "medium", "put right at once, the hand is not touched"),
    ("view.stacks_uncountable", "floor_decides", False, None, (), "dealer",
     ("32.7", "34.1", "TDA#24 in 32", "TDA#24 in 29", "TDA#21 in 34",), "medium",
     "stacks of ten or twenty"),
    ("view.high_chips_hidden", "floor_decides", False, None, (), "dealer",
     ("34.3", "TDA#24 in 29", "TDA#21 in 34",), "medium",
     "put right at once, the hand is not touched"),
    ("showdown.hand_told", "hand_live_penalty", False, None, ("penalty_possible",), "floor",
     ("6.2",), "high", ""),
    ("showdown.nuts_checked", "floor_decides", False, None, ("penalty_possible",
     "disqualification_possible"), "td",
     ("50.6",), "high", "soft play is for the director to find"),
    ("fold.face_up", "fold_binding", False, True, ("penalty_possible",), "dealer",
     ("63.1",), "medium", "cards are released face down"),
    ("pots.all_in_button", "result_stands", False, None, (), "dealer",
     ("58.1", "58.2",), "high", "the dealer lays one for each player all-in"),
    ("pots.losers_not_killed", "no_incident", False, None, (), "automatic",
     ("73.3",), "high", "the award itself stands"),
    ("pots.winner_turned_down", "must_table_all_cards", False, None, (), "dealer",
     ("73.4",), "high", "face up until the pot is pushed"),
    ("chips.rebuy_announced", "no_incident", False, True, (), "floor",
     ("17.3", "TDA#26 in 17",), "high", "plays, and must be paid"),
    ("chips.rebuy_late", "chips_not_in_play", False, None, (), "floor",
     ("17.3",), "medium", "only before the new deal"),
    ("chips.rebuy_owed", "no_incident", False, True, ("stop_action",), "automatic",
     ("17.4",), "high", "the funds are shown first"),
)

SILENT = (
    (("1.2", "1.1"), "floor",
     " view.rack view.foreign_chips view.discards_searched showdown.lowball_pair "
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
     "openers.retrieve openers.keep openers.split openers.split_proved openers.split_false "
     "openers.proved openers.caller_refund stud.beaten_by_board draw.sevens_won "
     "draw.sevens_lost draw.sevens_short_all_in "),
)

VALUES = ()
# fmt: on
