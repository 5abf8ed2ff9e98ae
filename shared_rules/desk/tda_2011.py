"""tda-2011 at the desk of an event. Shape of a row: see ``books.py``."""

from shared_rules.desk.books import CASH

# fmt: off
RULES = (
    ("newcomer.dealt", "except_between", "automatic", ("7",), ""),
    ("break.drawn", True, "automatic", ("7",), "newcomers take the duties of the seat"),
    ("balance.button_games", "worst", "automatic", ("8",), "never the small blind"),
    ("balance.stud", "last_opened", "automatic", ("8",), ""),
    ("balance.mixed", "frozen_button", "automatic", ("8",), ""),
    ("halt.short", (3, "fullest"), "automatic", ("8",), "short of the fullest table"),
    ("seat.wrong_start", "moved", "automatic", ("5",), ""),
    ("final_table.size", (("stud", 9), (6, 7), ("flop", 10)), "automatic", ("9",), ""),
    ("level.applies", "announced_in_time", "automatic", ("20",), ""),
    ("hand.begins", ("riffle", "machine_button"), "automatic", ("20",), ""),
    ("button.dead", True, "automatic", ("29",), ""),
    ("button.heads_up", True, "automatic", ("31", "29"), ""),
    ("race.cards", True, "automatic", ("21",), ""),
    ("race.one_each", True, "automatic", ("21",), ""),
    ("race.survivor", "extra", "automatic", ("21",), ""),
    ("chips.hidden", True, "floor", ("48",), ""),
    ("chips.disqualified", True, "td", ("51",), ""),
    ("rebuy.period", "posted", "automatic", ("24",), "no hand may be missed"),
    ("rebuy.bound", True, "automatic", ("24",), ""),
    ("absent.dealt", True, "automatic", ("27", "51"), ""),
    ("offence.soft_play", "", "floor", ("51", "54"), ""),
    ("offence.chip_transfer", "", "floor", ("54", "51"), ""),
    ("offence.stalling_again", "", "floor", ("55",), ""),
    ("move.dodging", "blind_from_break", "floor", ("30",), ""),
    ("penalty.rounds", "hands", "floor", ("51",), "hands = players at the table times rounds"),
    ("penalty.hands", True, "floor", ("51",), ""),
    ("penalty.moved", "hands", "floor", ("51",), "counted when the penalty is given"),
    ("penalty.given", True, "floor", ("51",), ""),
    ("penalty.dealt", True, "automatic", ("51",), ""),
    ("penalty.disqualified", True, "td", ("51",), ""),
)

SILENT = (
    (("8", "1"), "floor", " balance.source "),
    (("8", "1"), "td", " balance.within halt.within_one balance.button_ante "),
    (("7", "1"), "td", " break.seat_cards "),
    (("8", "5", "9", "1"), "td", " redraw.at redraw.overnight "),
    (("9", "29", "1"), "td", " button.final_table "),
    (("5", "1"), "td", " seat.wrong_shootout seat.request entry.until entry.once "
                       "entry.alternate entry.stack entry.again entry.unregister "
                       "entry.transfer entry.identified "),
    (("6", "5", "1"), "td", " seat.family "),
    (("20", "1"), "td", " clock.deal_talk clock.hand_for_hand clock.last_hands hands.drawn "
                        "ante.button ante.together ante.big_blind ante.each "),
    (("29", "1"), "td", " button.first "),
    (("21", "22", "1"), "td", " color_up.when race.rounding race.rounded_up chips.found_late "),
    (("1",), "td", " chips.unsold chips.left chips.at_will entry.least "
                   "hand_for_hand.play places.single places.same_hand "
                   "places.equal prizes.disqualified prizes.time_limit prizes.left deal.terms "
                   "deal.all deal.pressure deal.lawful deal.icm deal.tickets entry.refund "
                   "entry.refund_cancelled entry.refund_shootout payout.identified "
                   "entry.most absent.removed absent.left absent.late_stack offence.false_id "
                   + CASH),
    (("51", "1"), "td", " entry.refund_disqualified penalty.warned_again "),
    (("24", "1"), "td", " add_on.period "),
    (("55", "51", "1"), "floor", " offence.stalling "),
    (("30", "1"), "floor", " move.delayed "),
)
# fmt: on
