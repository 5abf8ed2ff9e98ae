"""stg-2011 at the desk of an event. Shape of a row: see ``books.py``."""

from shared_rules.desk.books import CASH

# fmt: off
RULES = (
    ("newcomer.dealt", "except_between", "automatic", ("M7",), ""),
    ("break.drawn", True, "automatic", ("M7",), "moved players take the duties of the seat"),
    ("balance.button_games", "earliest_blind", "automatic", ("M7",), ""),
    ("final_table.size", ((6, 9), ("flop", 10)), "automatic", ("M7", "M5"),
     "from the sheet of table sizes"),
    ("level.applies", "clock", "automatic", ("M11", "D-H2"), ""),
    ("hand.begins", ("riffle",), "automatic", ("M11", "D-H2"), ""),
    ("button.dead", True, "automatic", ("M7", "C1b", "C2a", "C2b", "C2c"), ""),
    ("button.heads_up", True, "automatic", ("M10", "A3"), ""),
    ("ante.each", True, "automatic", ("A3", "M9"), ""),
    ("color_up.when", True, "automatic", ("B2", "B1", "M11"), ""),
    ("race.cards", True, "automatic", ("B3b", "M11"), ""),
    ("race.rounding", "up", "automatic", ("B3a",), ""),
    ("race.one_each", True, "automatic", ("B3b", "M11"), ""),
    ("race.survivor", "first", "automatic", ("B3c", "M11"), ""),
    ("race.rounded_up", True, "td", ("B2", "M11"), "the director's choice"),
    ("chips.hidden", True, "floor", ("M4",), ""),
    ("chips.disqualified", True, "td", ("M2",), ""),
    ("chips.left", 0, "automatic", ("M9",), ""),
    ("places.single", True, "automatic", ("M5",), ""),
    ("places.same_hand", "stacks", "automatic", ("M5",), ""),
    ("places.equal", "shared", "automatic", ("M5",), ""),
    ("prizes.time_limit", "stacks", "td", ("M6",), ""),
    ("prizes.left", True, "automatic", ("M9", "M5"), ""),
    ("deal.terms", "any", "td", ("M6",), ""),
    ("deal.all", True, "td", ("M6",), ""),
    ("entry.until", "first_level", "automatic", ("M3",), "later than that nobody enters"),
    ("entry.again", False, "automatic", ("M4", "M5"), "nobody buys chips twice"),
    ("entry.unregister", False, "automatic", ("M3",), ""),
    ("entry.refund", False, "automatic", ("M3",), ""),
    ("entry.refund_cancelled", True, "automatic", ("M3",), "so below ten entries"),
    ("entry.least", 10, "automatic", ("M3",), "entries, or the event is cancelled"),
    ("entry.most", 80, "automatic", ("M3",), "on the sheet of the event"),
    ("entry.stack", "full", "automatic", ("M4", "M3"), ""),
    ("entry.refund_disqualified", False, "automatic", ("M3", "M2"), ""),
    ("entry.refund_shootout", False, "automatic", ("M3",), ""),
    ("rebuy.period", "never", "automatic", ("M4",), ""),
    ("add_on.period", "never", "automatic", ("M4",), ""),
    ("absent.dealt", True, "automatic", ("M9",), ""),
    ("penalty.given", True, "floor", ("M2",), ""),
    ("penalty.hands", True, "floor", ("M2",), ""),
    ("penalty.dealt", True, "automatic", ("M9", "M2"), ""),
    ("penalty.disqualified", True, "td", ("M2",), ""),
)

SILENT = (
    (("M7", "M1"), "td", " break.seat_cards balance.stud balance.mixed balance.source "
                         "balance.button_ante balance.within halt.short halt.within_one "
                         "redraw.at redraw.overnight "),
    (("M3", "M1"), "td", " seat.wrong_start seat.wrong_shootout entry.identified entry.once "
                         "entry.alternate entry.transfer seat.request seat.family "
                         "chips.unsold chips.at_will absent.late_stack "),
    (("M11", "M1"), "td", " clock.hand_for_hand clock.last_hands hands.drawn "),
    (("M6", "M11", "M1"), "td", " clock.deal_talk "),
    (("A3", "M1"), "td", " ante.button ante.together ante.big_blind "),
    (("M7", "M1"), "td", " button.first button.final_table "),
    (("M11", "M4", "M1"), "td", " chips.found_late "),
    (("M5", "M1"), "td", " hand_for_hand.play payout.identified "),
    (("M2", "M5", "M1"), "td", " prizes.disqualified "),
    (("M6", "M1"), "td", " deal.pressure deal.lawful deal.icm deal.tickets "),
    (("M9", "M1"), "td", " absent.removed absent.left "),
    (("M4", "M1"), "td", " rebuy.bound "),
    (("M2", "M1"), "td", " offence.soft_play offence.chip_transfer offence.stalling "
                            "offence.stalling_again offence.false_id move.dodging move.delayed "
                            "penalty.rounds penalty.moved penalty.warned_again "),
    (("M1",), "td", CASH),
)
# fmt: on
