"""tda-2011 at the desk of an event. Rows: ``books.py``."""

from shared_rules.desk.books import CASH, rule
from shared_rules.rulebooks.rows import left_open

# fmt: off
RULES = (
    rule("newcomer.dealt", "except_between", decided_by="automatic", cite=("7",)),
    rule("break.drawn", True, decided_by="automatic", cite=("7",),
         note="newcomers take the duties of the seat"),
    rule("balance.button_games", "worst", decided_by="automatic", cite=("8",),
         note="never the small blind"),
    rule("balance.stud", "last_opened", decided_by="automatic", cite=("8",)),
    rule("balance.mixed", "frozen_button", decided_by="automatic", cite=("8",)),
    rule("halt.short", (3, "fullest"), decided_by="automatic", cite=("8",),
         note="short of the fullest table"),
    rule("seat.wrong_start", "moved", decided_by="automatic", cite=("5",)),
    rule("final_table.size", (("stud", 9), (6, 7), ("flop", 10)), decided_by="automatic",
         cite=("9",)),
    rule("level.applies", "announced_in_time", decided_by="automatic", cite=("20",)),
    rule("hand.begins", ("riffle", "machine_button"), decided_by="automatic", cite=("20",)),
    rule("button.dead", True, decided_by="automatic", cite=("29",)),
    rule("button.heads_up", True, decided_by="automatic", cite=("31", "29")),
    rule("race.cards", True, decided_by="automatic", cite=("21",)),
    rule("race.one_each", True, decided_by="automatic", cite=("21",)),
    rule("race.survivor", "extra", decided_by="automatic", cite=("21",)),
    rule("chips.hidden", True, decided_by="floor", cite=("48",)),
    rule("chips.disqualified", True, decided_by="td", cite=("51",)),
    rule("rebuy.period", "posted", decided_by="automatic", cite=("24",),
         note="no hand may be missed"),
    rule("rebuy.bound", True, decided_by="automatic", cite=("24",)),
    rule("absent.dealt", True, decided_by="automatic", cite=("27", "51")),
    rule("offence.soft_play", "", decided_by="floor", cite=("51", "54")),
    rule("offence.chip_transfer", "", decided_by="td", cite=("54", "51")),
    rule("offence.stalling_again", "", decided_by="floor", cite=("55",)),
    rule("move.dodging", "blind_from_break", decided_by="floor", cite=("30",)),
    rule("penalty.rounds", "hands", decided_by="floor", cite=("51",),
         note="hands = players at the table times rounds"),
    rule("penalty.hands", True, decided_by="floor", cite=("51",)),
    rule("penalty.moved", "hands", decided_by="floor", cite=("51",),
         note="counted when the penalty is given"),
    rule("penalty.given", True, decided_by="floor", cite=("51",)),
    rule("penalty.dealt", True, decided_by="automatic", cite=("51",)),
    rule("penalty.disqualified", True, decided_by="td", cite=("51",)),
)

SILENT = (
    left_open("balance.source", cite=("8", "1"), decided_by="floor"),
    left_open("balance.within halt.within_one balance.button_ante",
              cite=("8", "1"), decided_by="td"),
    left_open("break.seat_cards", cite=("7", "1"), decided_by="td"),
    left_open("redraw.at redraw.overnight", cite=("8", "5", "9", "1"), decided_by="td"),
    left_open("button.final_table", cite=("9", "29", "1"), decided_by="td"),
    left_open("seat.wrong_shootout seat.request entry.until entry.once entry.alternate "
              "entry.stack entry.again entry.unregister entry.transfer entry.identified",
              cite=("5", "1"), decided_by="td"),
    left_open("seat.family", cite=("6", "5", "1"), decided_by="td"),
    left_open("clock.deal_talk clock.hand_for_hand clock.last_hands hands.drawn "
              "ante.button ante.together ante.big_blind ante.each",
              cite=("20", "1"), decided_by="td"),
    left_open("button.first", cite=("29", "1"), decided_by="td"),
    left_open("color_up.when race.rounding race.rounded_up chips.found_late",
              cite=("21", "22", "1"), decided_by="td"),
    left_open("chips.unsold chips.left chips.at_will entry.least hand_for_hand.play "
              "places.single places.same_hand places.equal prizes.disqualified "
              "prizes.time_limit prizes.left deal.terms deal.all deal.pressure deal.lawful "
              "deal.icm deal.tickets entry.refund entry.refund_cancelled "
              "entry.refund_shootout payout.identified entry.most absent.removed "
              "absent.left absent.late_stack offence.false_id " + CASH,
              cite=("1",), decided_by="td"),
    left_open("entry.refund_disqualified", cite=("51", "1"), decided_by="td"),
    left_open("penalty.warned_again", cite=("51", "1"), decided_by="floor"),  # staff assess them
    left_open("add_on.period", cite=("24", "1"), decided_by="td"),
    left_open("offence.stalling", cite=("55", "51", "1"), decided_by="floor"),
    left_open("move.delayed", cite=("30", "1"), decided_by="floor"),
)
# fmt: on
