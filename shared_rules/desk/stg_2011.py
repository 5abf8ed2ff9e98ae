"""stg-2011 at the desk of an event. Rows: ``books.py``."""

from shared_rules.desk.books import CASH, rule
from shared_rules.rulebooks.rows import left_open

# fmt: off
RULES = (
    rule("newcomer.dealt", "except_between", decided_by="automatic", cite=("M7",)),
    rule("break.drawn", True, decided_by="automatic", cite=("M7",),
         note="moved players take the duties of the seat"),
    rule("balance.button_games", "earliest_blind", decided_by="automatic", cite=("M7",)),
    rule("final_table.size", ((6, 9), ("flop", 10)), decided_by="automatic", cite=("M7", "M5"),
         note="from the sheet of table sizes"),
    rule("level.applies", "clock", decided_by="automatic", cite=("M11", "D-H2")),
    rule("hand.begins", ("riffle",), decided_by="automatic", cite=("M11", "D-H2")),
    rule("button.dead", True, decided_by="automatic", cite=("M7", "C1b", "C2a", "C2b", "C2c")),
    rule("button.heads_up", True, decided_by="automatic", cite=("M10", "A3")),
    rule("ante.each", True, decided_by="automatic", cite=("A3", "M9")),
    rule("color_up.when", True, decided_by="automatic", cite=("B2", "B1", "M11")),
    rule("race.cards", True, decided_by="automatic", cite=("B3b", "M11")),
    rule("race.rounding", "up", decided_by="automatic", cite=("B3a",)),
    rule("race.one_each", True, decided_by="automatic", cite=("B3b", "M11")),
    rule("race.survivor", "first", decided_by="automatic", cite=("B3c", "M11")),
    rule("race.rounded_up", True, decided_by="td", cite=("B2", "M11"),
         note="the director's choice"),
    rule("chips.hidden", True, decided_by="floor", cite=("M4",)),
    rule("chips.disqualified", True, decided_by="td", cite=("M2",)),
    rule("chips.left", 0, decided_by="automatic", cite=("M9",)),
    rule("places.single", True, decided_by="automatic", cite=("M5",)),
    rule("places.same_hand", "stacks", decided_by="automatic", cite=("M5",)),
    rule("places.equal", "shared", decided_by="automatic", cite=("M5",)),
    rule("prizes.time_limit", "stacks", decided_by="td", cite=("M6",)),
    rule("prizes.left", True, decided_by="automatic", cite=("M9", "M5")),
    rule("deal.terms", "any", decided_by="td", cite=("M6",)),
    rule("deal.all", True, decided_by="td", cite=("M6",)),
    rule("entry.until", "first_level", decided_by="automatic", cite=("M3",),
         note="later than that nobody enters"),
    rule("entry.again", False, decided_by="automatic", cite=("M4", "M5"),
         note="nobody buys chips twice"),
    rule("entry.unregister", False, decided_by="automatic", cite=("M3",)),
    rule("entry.refund", False, decided_by="automatic", cite=("M3",)),
    rule("entry.refund_cancelled", True, decided_by="automatic", cite=("M3",),
         note="so below ten entries"),
    rule("entry.least", 10, decided_by="automatic", cite=("M3",),
         note="entries, or the event is cancelled"),
    rule("entry.most", 80, decided_by="automatic", cite=("M3",), note="on the sheet of the event"),
    rule("entry.stack", "full", decided_by="automatic", cite=("M4", "M3")),
    rule("entry.refund_disqualified", False, decided_by="automatic", cite=("M3", "M2")),
    rule("entry.refund_shootout", False, decided_by="automatic", cite=("M3",)),
    rule("rebuy.period", "never", decided_by="automatic", cite=("M4",)),
    rule("add_on.period", "never", decided_by="automatic", cite=("M4",)),
    rule("absent.dealt", True, decided_by="automatic", cite=("M9",)),
    rule("penalty.given", True, decided_by="floor", cite=("M2",)),
    rule("penalty.hands", True, decided_by="floor", cite=("M2",)),
    rule("penalty.dealt", True, decided_by="automatic", cite=("M9", "M2")),
    rule("penalty.disqualified", True, decided_by="td", cite=("M2",)),
)

SILENT = (
    left_open("break.seat_cards balance.stud balance.mixed balance.source "
              "balance.button_ante balance.within halt.short halt.within_one redraw.at "
              "redraw.overnight",
              cite=("M7", "M1"), decided_by="td"),
    left_open("seat.wrong_start seat.wrong_shootout entry.identified entry.once "
              "entry.alternate entry.transfer seat.request seat.family chips.unsold "
              "chips.at_will absent.late_stack",
              cite=("M3", "M1"), decided_by="td"),
    left_open("clock.hand_for_hand clock.last_hands hands.drawn",
              cite=("M11", "M1"), decided_by="td"),
    left_open("clock.deal_talk", cite=("M6", "M11", "M1"), decided_by="td"),
    left_open("ante.button ante.together ante.big_blind", cite=("A3", "M1"), decided_by="td"),
    left_open("button.first button.final_table", cite=("M7", "M1"), decided_by="td"),
    left_open("chips.found_late", cite=("M11", "M4", "M1"), decided_by="td"),
    left_open("hand_for_hand.play payout.identified", cite=("M5", "M1"), decided_by="td"),
    left_open("prizes.disqualified", cite=("M2", "M5", "M1"), decided_by="td"),
    left_open("deal.pressure deal.lawful deal.icm deal.tickets",
              cite=("M6", "M1"), decided_by="td"),
    left_open("absent.removed absent.left", cite=("M9", "M1"), decided_by="td"),
    left_open("rebuy.bound", cite=("M4", "M1"), decided_by="td"),
    left_open("offence.soft_play offence.chip_transfer offence.stalling "
              "offence.stalling_again offence.false_id move.dodging move.delayed "
              "penalty.rounds penalty.moved penalty.warned_again",
              cite=("M2", "M1"), decided_by="td"),
    left_open(CASH, cite=("M1",), decided_by="td"),
)
# fmt: on
