"""rrop-6 at the desk of an event and at the cash list. Shape of a row: see ``books.py``."""

# fmt: off
RULES = (
    ("newcomer.dealt", "always", "automatic", ("S15-16",), ""),
    ("break.seat_cards", "from_seat_one", "automatic", ("S3-TIES-2", "S15-13"), ""),
    ("break.drawn", True, "automatic", ("S15-16", "S15-13"), ""),
    ("balance.button_games", "earliest_blind", "automatic", ("S15-15",), ""),
    # up to so many tables, players apart at most
    ("balance.within", ((6, 1), (None, 2)), "automatic", ("S15-17",), ""),
    # tables left, how many at least began for it to be a duty
    ("redraw.at", ((3, 6), (2, 0), (1, 0)), "automatic", ("S15-18",), ""),
    ("level.applies", "clock", "automatic", ("S15-9", "S2-DEC-5"), "on the signal"),
    ("hand.begins", ("riffle",), "automatic", ("S15-9", "S2-DEC-5"), ""),
    ("button.dead", True, "automatic", ("S15-30", "S4-2b"), ""),
    ("button.heads_up", True, "automatic", ("S15-31", "S4-4", "S15-30"), ""),
    ("button.first", "high_card", "automatic", ("S15-7",), ""),
    ("button.final_table", "high_card", "automatic", ("S15-7", "S15-18"), ""),
    ("ante.each", True, "automatic", ("S15-6", "S15-8"), ""),
    ("color_up.when", True, "automatic", ("S15-10",), ""),
    ("race.cards", True, "automatic", ("S15-10",), ""),
    ("race.rounding", "half", "automatic", ("S15-10",), "the last chip needs half"),
    ("race.one_each", False, "automatic", ("S15-10",),
     "chips go by card, to one seat twice if need be"),
    ("race.survivor", "first", "automatic", ("S15-10",), ""),
    ("chips.hidden", True, "floor", ("S15-27",), ""),
    ("chips.disqualified", True, "td", ("S15-27", "S15-28"), "in the preamble"),
    ("chips.left", 0, "automatic", ("S15-6",), ""),
    ("places.single", True, "automatic", ("S15-35", "S15-21"), ""),
    ("places.same_hand", "stacks", "automatic", ("S15-35",), ""),
    ("prizes.left", True, "automatic", ("S15-6", "S15-35"), ""),
    ("deal.all", True, "td", ("S15-37",), "one left out makes it improper"),
    ("entry.stack", "blinded", "automatic", ("S15-5", "S15-3"), "a stack put in place for it"),
    ("seat.request", False, "automatic", ("S15-14",), "after play starts"),
    ("rebuy.period", "posted", "automatic", ("S15-33", "S15-19"), ""),
    ("rebuy.bound", True, "automatic", ("S15-33",), ""),
    ("absent.dealt", True, "automatic", ("S15-6",), ""),
    # ms since the start, or a new level
    ("absent.removed", 1800000, "td", ("S15-4",), ""),
    ("penalty.given", True, "floor", ("S15-28", "S15-27"), "in the preamble"),
    ("penalty.hands", True, "floor", ("S15-28",), "so long as was said"),
    ("penalty.dealt", False, "automatic", ("S15-28",), ""),
    ("penalty.disqualified", True, "td", ("S15-27", "S15-28"), ""),
    ("cash.buy_in", 10, "automatic", ("S3-BUY-1",), "times the largest bet, at limit"),
    ("cash.back", 3600000, "automatic", ("S2-PROC-5",), "ms since he cashed out"),
    ("cash.moved", True, "automatic", ("S3-BUY-3",), ""),
    ("cash.short_buy_in", 1, "automatic", ("S3-BUY-2",), ""),
    ("cash.limit", 2, "automatic", ("S2-PROC-17",), "objections that keep the limit"),
    ("cash.present", True, "automatic", ("S2-SEAT-1",), ""),
    ("cash.seat_order", True, "automatic", ("S2-SEAT-12",), ""),
    ("cash.list", True, "automatic", ("S2-SEAT-2", "S2-SEAT-12", "S2-SEAT-1"), ""),
    ("cash.absence", 1800000, "floor", ("S2-PROC-20",), "ms, longer than that"),
    # ms in a new game, ms in any game
    ("cash.lock_up", (300000, 600000), "floor", ("S2-PROC-21",), "when someone waits"),
    ("cash.one_seat", True, "automatic", ("S2-SEAT-4",), ""),
    ("cash.games", "management", "td", ("S2-PROC-1",), "opens and closes them"),
    # names waiting up to which a new player need not pay
    ("cash.collection", 1, "automatic", ("S2-PROC-2",), "courtesy only while nobody waits"),
    ("cash.restored", True, "automatic", ("S2-PROC-4",), ""),
    ("cash.permission", True, "floor", ("S2-PROC-11",), ""),
    ("cash.playing_over", True, "floor", ("S2-PROC-12",), "with a box"),
    ("cash.similar", True, "floor", ("S2-SEAT-3",), "numbers after the transfer"),
    ("cash.seat_choice", True, "automatic", ("S2-SEAT-7",), "arrival, then the list"),
    ("cash.extra_player", 1, "floor", ("S2-SEAT-8",), "the first seat left goes"),
    # ms a player who refuses is kept away from the must-move games of that kind
    ("cash.must_move", 3600000, "automatic", ("S2-SEAT-9",), "order of the first list"),
    # empty seats, were he to play, up to which he has to
    ("cash.keeps_place", 3, "automatic", ("S2-SEAT-10",), ""),
    ("cash.must_move_entry", True, "automatic", ("S2-SEAT-11",), ""),
    # names waiting from which he goes at once
    ("cash.lock_up_move", 2, "automatic", ("S2-SEAT-13",), "stud: from one"),
    ("cash.broken_game", True, "automatic", ("S2-SEAT-14", "S3-TIES-2"), "the high card first"),
    ("cash.broken_kind", True, "automatic", ("S13-13",), "a required kill is another kind"),
    ("cash.new_player", True, "automatic", ("S4-5", "S4-6", "S4-7", "S4-8", "S4-13"),
     "nobody owes at the first hand"),
    ("cash.missed_blinds", True, "automatic", ("S4-10", "S4-8", "S4-12"),
     "the dead part is above one bet"),
    ("cash.top_up", True, "automatic", ("S3-BUY-2", "S2-PROC-6"), "between hands"),
)

SILENT = (
    (("S15-15", "S15-17", "S2-DEC-1"), "td", " balance.stud balance.mixed balance.source "
                                 "balance.button_ante "),
    (("S15-17", "S2-DEC-1"), "td", " halt.short halt.within_one "),
    (("S15-18", "S15-2", "S2-DEC-1"), "td", " redraw.overnight final_table.size "),
    (("S15-2", "S15-14", "S2-DEC-1"), "td", " seat.wrong_start seat.wrong_shootout "),
    (("S15-37", "S15-8", "S15-1", "S2-DEC-1"), "td", " clock.deal_talk "),
    (("S15-8", "S15-9", "S15-1", "S2-DEC-1"), "td", " clock.hand_for_hand "
                                           "clock.last_hands hands.drawn ante.button "
                                           "ante.together ante.big_blind "),
    (("S15-10", "S2-DEC-1"), "td", " race.rounded_up chips.found_late "),
    (("S15-5", "S2-DEC-1"), "td", " chips.unsold entry.most entry.until entry.alternate "
                                  "absent.late_stack "),
    (("S15-35", "S15-1", "S2-DEC-1"), "td", " hand_for_hand.play places.equal "),
    (("S15-39", "S15-38", "S2-DEC-1"), "td", " prizes.disqualified prizes.time_limit entry.least "
                                             "payout.identified "),
    (("S15-37", "S15-36", "S15-38", "S2-DEC-1"), "td", " deal.terms deal.pressure deal.lawful "
                                                       "deal.icm deal.tickets "),
    (("S15-3", "S15-5", "S2-DEC-1"), "td", " entry.identified entry.once entry.again "
                                           "entry.unregister entry.transfer "),
    (("S15-39", "S2-DEC-1"), "td", " entry.refund entry.refund_cancelled "
                                   "entry.refund_disqualified entry.refund_shootout "),
    (("S2-SEAT-5", "S15-14", "S15-2", "S2-DEC-1"), "td", " seat.family "),
    (("S15-33", "S2-DEC-1"), "td", " add_on.period "),
    (("S15-4", "S15-6", "S2-DEC-1"), "td", " absent.left chips.at_will "),
    (("S1", "S15-28", "S2-PROC-25", "S15-1", "S2-DEC-1"), "td",
     " offence.soft_play offence.chip_transfer offence.stalling offence.stalling_again "
     "offence.false_id "),
    (("S15-13", "S15-28", "S15-1", "S2-DEC-1"), "td", " move.dodging move.delayed "),
    (("S15-28", "S2-DEC-1"), "floor", " penalty.rounds penalty.moved penalty.warned_again "),
)
# fmt: on
