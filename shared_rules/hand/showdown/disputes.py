"""Awards that are disputed: in time, too late, or when a break has begun."""

from shared_rules.cards import rank_value
from shared_rules.hand.cards import joker
from shared_rules.hand.cards.deck import JOKER
from shared_rules.hand.showdown import pots, shares
from shared_rules.hand.start import hand_start


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
    seats, amount, t, _pot = awards[-1]
    claimed = hand.ruled("pots.award_in_time")
    if hand_start.next_began(hand) and claimed and claimed["seat"] == seat and claimed["open"]:
        from shared_rules.hand import incidents

        incidents.raise_again(hand, "pots.award_in_time")  # it was raised in time
    elif hand_start.next_began(hand):
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
        if hand.rule(key, seat=seat, amount=due)["ruling"] == "award_corrected":
            roll_back(hand, seat, due)
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

    0 when the cards show that the award was right. In a high-low game the halves are looked at
    together: what the claimant should have of the pot, less what was pushed to it.
    """
    if hand.game.low and hand.game.high:
        return _half_due(hand, seat, given_to, amount)
    hands = tabled(hand)
    if seat not in hands or [s for s in given_to if s not in hands]:
        return 0 if seat in given_to and len(given_to) == 1 else amount
    best = _best(hand, hands) or []
    if seat not in best:
        return 0
    chip = hand.setup.get("smallest_chip", 1)
    due = amount // len(best) // chip * chip
    had = amount // len(given_to) // chip * chip if seat in given_to else 0
    return max(0, due - had)


def _best(hand, hands):
    name = joker.ranking_of(hand, hand.game.high or hand.game.low)
    from shared_rules import ranking  # only a disputed pot is ranked

    return ranking.best(name, hands, hand.board)


def wins(hand, seat):
    """True when the hand a seat has tabled wins a pot, or a part of one, by the cards on the table.

    Every hand that plays for that pot must lie open, or have been thrown away.
    """
    lain = hand.pending.get("tabled", {})
    gone = hand.pending.get("discarded", ())
    shown = {}
    for s in hand.shown:
        cards = lain.get(s, ())
        known = not [c for c in cards if not (rank_value(c) or _plays(hand, c))]
        if known and len(cards) >= hand.game.hole_cards(hand.street):
            shown[s] = cards
    if seat not in shown:
        return False
    for _, seats in pots.build(hand) or ((0, hand.live),):
        rivals = [s for s in seats if s in shown or s not in gone]
        if seat not in rivals or len(rivals) != len([s for s in rivals if s in shown]):
            continue
        if seat in _winners(hand, {s: shown[s] for s in rivals}):
            return True
    return False


def _winners(hand, hands):
    """Seats with the best hand, high or low, of some whose cards are known."""
    best = list(_best(hand, hands) or ())
    if hand.game.low and hand.game.high:
        from shared_rules import ranking

        best += ranking.best(hand.game.low, hands, hand.board) or ()
    return best


def tabled(hand):
    """Seat -> cards of the hands that lie open and whose cards are known."""
    hands = {}
    for s in hand.shown:
        cards = hand.held(s)
        if cards and not [c for c in cards if not (rank_value(c) or _plays(hand, c))]:
            hands[s] = cards
    return hands


def _plays(hand, card):
    return card == JOKER and joker.in_use(hand)


def _half_due(hand, seat, given_to, amount):
    """``share_due`` of a high-low pot: by the cards, else by the winners the dealer read."""
    hands = tabled(hand)
    pushed = _pushed(hand)
    if seat in hands and not [s for s in pushed if s not in hands]:
        from shared_rules import ranking

        high = ranking.best(hand.game.high, hands, hand.board)
        low = ranking.best(hand.game.low, hands, hand.board)
    elif hand.winners is not None and seat in (hand.winners[0] or []) + (hand.winners[1] or []):
        high, low = hand.winners
    else:
        return 0 if seat in given_to and len(given_to) == 1 else amount
    total = 0
    for s in pushed:
        total += pushed[s]
    entitled = shares.split(hand, total, high or (), low)
    return max(0, entitled.get(seat, 0) - pushed.get(seat, 0))


def _pushed(hand):
    """Seat -> chips pushed to it of the pot that was pushed last (its halves together)."""
    awards = hand.pending["awards"]
    name = awards[-1][3]
    out = {}
    for seats, amount, _t, pot in awards:
        if pot == name:
            part = shares.split(hand, amount, seats)
            for s in part:
                out[s] = out.get(s, 0) + part[s]
    return out


def roll_back(hand, seat, amount):
    """The wrong award is undone: chips go from who had too much to the claimant.

    The hand is over, or the award has just been entered: its stacks are what the next hand
    starts with. What was pushed last is taken back first.
    """
    if not hand.from_start or not amount:
        return
    left = amount
    for seats, _amount, _t, _pot in reversed(hand.pending["awards"]):
        for s in seats:
            take = min(left, hand.awarded.get(s, 0)) if s != seat else 0
            if take:
                hand.awarded[s] -= take
                left -= take
                if hand.phase == "over" and s in hand.stacks:
                    hand.stacks[s] -= take
    moved = amount - left
    if moved:
        hand.awarded[seat] = hand.awarded.get(seat, 0) + moved
        if hand.phase == "over" and seat in hand.stacks:
            hand.stacks[seat] += moved


HANDLERS = (
    ("break_start", on_break),
    ("notice", on_notice),
)
