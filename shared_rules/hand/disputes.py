"""Awards that are disputed: in time, too late, or when a break has begun."""

from shared_rules import ranking, zones
from shared_rules.cards import rank_value
from shared_rules.hand import hand_start


def on_pot_awarded(hand, ev):
    """Remember what was pushed to whom, and when."""
    amount = ev.get("amount")
    if amount is None and ev.get("each") is not None:
        amount = ev["each"] * len(ev["seats"])
    if amount is None:
        amount = hand.pot_total()
    awards = hand.pending.setdefault("awards", [])
    awards.append([list(ev["seats"]), amount, ev["t"]])


def on_chips_move(hand, ev):
    """The pot (or a part of it) is pushed to a seat."""
    if ev["from"] != zones.POT or ev["by"] != "dealer" or zones.kind(ev["to"]) != "seat":
        return
    if hand.phase not in ("closed", "showdown", "award"):
        return
    seat, amount = zones.seat_of(ev["to"]), sum(ev["chips"])
    awards = hand.pending.setdefault("awards", [])
    if awards and awards[-1][0] == [seat]:
        amount += awards.pop()[1]  # one pot in several pushes
    awards.append([[seat], amount, ev["t"]])


def on_break(hand, ev):
    """A break begins."""
    hand.pending["break"] = ev["t"]


def on_notice(hand, ev):
    """A player says that the pot was his."""
    if ev["kind"] != "claims_pot":
        return None
    seat = ev.get("seat")
    if seat is None:
        seat = ev.get("about_seat")
    awards = hand.pending.get("awards")
    if not awards:
        if hand.from_start and hand.phase in ("setup", "deal", "betting"):
            hand.rule("pots.award_too_late", seat=seat)
            return True
        return None
    seats, amount, t = awards[-1]
    if hand_start.next_began(hand):
        hand.rule("pots.award_too_late", seat=seat)
    elif hand.pending.get("break") is not None and _beyond_break(hand, t):
        hand.rule("pots.award_break", seat=seat, amount=_amount(hand, "pots.award_break", amount))
    else:
        due = share_due(hand, seat, seats, amount)
        if not due:
            hand.rule("pots.award_in_time", seat=seat, ruling="result_stands")
            return True
        in_break = hand.pending.get("break") is not None
        key = "pots.award_break" if in_break and _corrects(hand) else "pots.award_in_time"
        hand.rule(key, seat=seat, amount=due)
    return True


def _corrects(hand):
    return hand.book.outcome("pots.award_break").ruling == "award_corrected"


def _amount(hand, key, amount):
    return amount if hand.book.outcome(key).ruling == "award_corrected" else None


def _beyond_break(hand, t):
    limit = hand.book.value("pots.dispute_break_ms", 0)
    return bool(limit) and hand.t - t > limit


def share_due(hand, seat, given_to, amount):
    """What of an award is the claimant's by the cards as tabled; all of it when they are not known.

    0 when the cards show that the award was right.
    """
    hands = {}
    for s in hand.shown:
        cards = hand.held(s)
        if cards and not [c for c in cards if not rank_value(c)]:
            hands[s] = cards
    both_ways = hand.game.low and hand.game.high
    if seat not in hands or [s for s in given_to if s not in hands] or both_ways:
        return 0 if seat in given_to and len(given_to) == 1 else amount
    best = ranking.best(hand.game.high or hand.game.low, hands, hand.board) or []
    if seat not in best:
        return 0
    chip = hand.setup.get("smallest_chip", 1)
    due = amount // len(best) // chip * chip
    had = amount // len(given_to) // chip * chip if seat in given_to else 0
    return max(0, due - had)


HANDLERS = (
    ("pot_awarded", on_pot_awarded),
    ("chips_move", on_chips_move),
    ("break_start", on_break),
    ("notice", on_notice),
)
