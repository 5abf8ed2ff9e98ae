"""Slips and irregularities: what can go wrong in a hand, one kind at a time.

Each kind is a script that lets its mistake happen once and then acts as the dealer would, by the
ruling that the script's mirror of the table comes to: a void deal is collected, anything else is
put right and played on. Where only a person can see the mistake, the dealer keys a notice.
"""

from tools.virtual import slips_acts, slips_board, slips_deal, slips_wager
from tools.virtual.script import HandScript

CLASSES = (
    slips_deal.FirstCardExposed,
    slips_deal.LaterCardExposed,
    slips_deal.TwoExposed,
    slips_deal.BoxedCard,
    slips_deal.ExtraCard,
    slips_deal.CardToEmptySeat,
    slips_deal.SeatSkipped,
    slips_deal.FirstCardWrongSeat,
    slips_deal.ForeignCard,
    slips_board.PrematureFlop,
    slips_board.FourCardFlop,
    slips_board.MissingBurn,
    slips_board.TwoBurns,
    slips_wager.StringBet,
    slips_wager.OversizedChip,
    slips_wager.TwoEqualChips,
    slips_wager.ShortRaise,
    slips_wager.BetOutOfTurn,
    slips_wager.Undercall,
    slips_wager.FoldOutOfTurn,
)
# Measured by the detection bench only: the floor ends the hand, or nothing is ruled.
MORE = (
    slips_deal.DuplicateCard,
    slips_board.FlopWithoutBurn,
    slips_board.TwoBurnsFlop,
    slips_board.TwoTurnCards,
    slips_board.PrematureTurn,
    slips_acts.BetPulledBack,
    slips_acts.CheckOutOfTurn,
    slips_acts.RaiseSaidOutOfTurn,
    slips_acts.ShownAtMuck,
    slips_acts.ShownInTurn,
    slips_acts.EarlyCollect,
    slips_acts.ForeignChip,
)
BY_KIND = {c.kind: c for c in CLASSES}
MEASURED = {**BY_KIND, **{c.kind: c for c in MORE}}
KINDS = (*BY_KIND, "none")


def script_class(kind):
    """The script that plays a hand with this irregularity (None or ``none``: cleanly)."""
    return HandScript if kind in (None, "none") else MEASURED[kind]
