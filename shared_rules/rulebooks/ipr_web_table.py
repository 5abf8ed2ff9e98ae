"""ipr-web about what is kept in view, chips that may play, coming into the game, kills and
openers. Shape of a row: see ``keys.py``."""

# fmt: off
OUTCOMES = (
    ("view.cards_out", "floor_decides", False, None, ("penalty_possible",), "floor",
     ("W23.1",), "medium", ""),
    ("view.cards_covered", "floor_decides", False, None, ("penalty_possible",), "floor",
     ("W23.2",), "medium", "what follows is not said"),
    ("view.chips_hidden", "floor_decides", False, None, (), "dealer",
     ("W30.3", "W32.1",), "medium", "put right at once, the hand is not touched"),
    ("view.stacks_uncountable", "floor_decides", False, None, (), "dealer",
     ("W30.7", "W32.1",), "medium", "stacks of ten or twenty"),
    ("view.high_chips_hidden", "floor_decides", False, None, (), "dealer",
     ("W32.3",), "medium", "put right at once, the hand is not touched"),
    ("showdown.hand_told", "hand_live_penalty", False, None, ("penalty_possible",), "floor",
     ("W7.2",), "high", ""),
    ("fold.face_up", "fold_binding", False, True, ("penalty_possible",), "dealer",
     ("W58.1",), "medium", "cards are released face down"),
    ("pots.all_in_button", "result_stands", False, None, (), "dealer",
     ("W57.1", "W57.2",), "high", "the dealer lays one for each player all-in"),
    ("pots.losers_not_killed", "no_incident", False, None, (), "automatic",
     ("W68.3",), "high", "the award itself stands"),
    ("pots.winner_turned_down", "must_table_all_cards", False, None, (), "dealer",
     ("W68.4",), "high", "face up until the pot is pushed"),
    ("chips.rebuy_announced", "no_incident", False, True, (), "floor",
     ("W17.3",), "high", "plays, and must be paid"),
    ("chips.rebuy_late", "chips_not_in_play", False, None, (), "floor",
     ("W17.3",), "medium", "only before the new deal"),
    ("chips.rebuy_owed", "no_incident", False, True, ("stop_action",), "automatic",
     ("W17.4",), "high", "the funds are shown first"),
    ("entry.on_button", "no_incident", False, None, (), "floor",
     ("W36.5",), "high", "where it is the worst place"),
)

SILENT = (
    (("W1.2", "W1.1"), "floor",
     " presence.absent_original_deal view.rack view.foreign_chips view.discards_searched "
     "showdown.nuts_checked "
     "showdown.lowball_pair frame.draw_for_order frame.draw_out_of_order chips.of_another "
     "chips.posted_for_another chips.bets_pushed chips.too_small chips.below_unit "
     "chips.cash_unnoticed chips.cash_objected chips.behind_announced "
     "chips.behind_unannounced entry.big_blind entry.new entry.waits entry.between "
     "entry.let_pass entry.playing_over entry.missed entry.busted entry.new_game "
     "entry.new_game_drew entry.new_game_seat entry.seat_change entry.seat_change_near "
     "entry.seat_change_post entry.dealt_off entry.lowball_new entry.lowball_passed "
     "entry.single_short entry.single_half entry.single_failed entry.ante_right "
     "entry.ante_seat_change entry.forfeited entry.killed_pot kill.leg_away kill.must_post "
     "kill.again kill.unaware_required kill.unaware kill.look_ok kill.look_late "
     "kill.look_short kill.second openers.passed_out openers.false openers.opened_after "
     "openers.may_not_open openers.nobody openers.pot_plays openers.all_in "
     "openers.all_in_false openers.bet_stays openers.retrieve openers.keep openers.split "
     "openers.split_proved openers.split_false openers.proved openers.caller_refund "
     "stud.beaten_by_board draw.sevens_won draw.sevens_lost draw.sevens_short_all_in "),
)

VALUES = ()
# fmt: on
