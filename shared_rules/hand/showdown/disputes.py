"""Awards that are disputed: in time, too late, or when a break has begun."""

from shared_rules import zones
from shared_rules.cards import rank_value
from shared_rules.hand.cards import joker
from shared_rules.hand.cards.deck import JOKER
from shared_rules.hand.showdown import pots, shares, showdown
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
    if not awards and not (hand.from_start and hand.phase in ("setup", "deal", "betting")):
        return None
    before = not awards or pots.of_hand_before(hand, awards)
    late = hand_start.began(hand) if before else hand_start.next_began(hand)
    claimed = hand.ruled("pots.award_in_time")
    if late and claimed and claimed["seat"] == seat and claimed["open"]:
        from shared_rules.hand import incidents

        incidents.raise_again(hand, "pots.award_in_time")  # it was raised in time
        return True
    if late:
        hand.rule("pots.award_too_late", seat=seat)
        return True
    if hand.opened and hand.void():
        return True  # all bets go back: nobody has won a pot
    seats, amount, t, _pot = awards[-1]
    if hand.pending.get("break") is not None and _beyond_break(hand, t):
        hand.rule("pots.award_break", seat=seat, amount=_amount(hand, "pots.award_break", amount))
    else:
        due = 0 if _given_up(hand, seat) else share_due(hand, seat, seats, amount)
        if not due:
            hand.rule("pots.award_in_time", seat=seat, ruling="result_stands")
            return True
        in_break = hand.pending.get("break") is not None
        key = "pots.award_break" if in_break and _corrects(hand) else "pots.award_in_time"
        if hand.rule(key, seat=seat, amount=due)["ruling"] == "award_corrected":
            roll_back(hand, seat, due)
    return True


def _given_up(hand, seat):
    """True for a hand that its player threw away unseen, and nothing was wrong about that."""
    wrong = [r for r in hand.rulings if r["irregular"] and r["situation"][:8] == "showdown"]
    thrown = seat in hand.pending.get("discarded", ())
    return thrown and seat not in hand.shown and not wrong


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
    apart = _pushed_apart(hand, seat, hands)
    if apart is not None:
        return apart
    parts = _parts(hand, amount)
    read = None
    if seat not in hands or [s for s in given_to if s not in hands]:
        read = (hand.winners or (None,))[0] or ()
        if seat not in read:
            return 0 if seat in given_to and len(given_to) == 1 else _open_to(parts, seat)
    due = 0
    for part, among in parts:
        if among is None or seat in among:
            best = _best(hand, _of(hands, among)) if read is None else _among(read, among)
            due += shares.split(hand, part, best or ()).get(seat, 0)
    return max(0, due - shares.split(hand, amount, given_to).get(seat, 0))


def _pushed_apart(hand, seat, hands):
    """``share_due`` of one pot pushed in several parts to the winners that were read or tabled.

    None where it was pushed at once, or to somebody else.
    """
    pushed = _pushed(hand)
    awards = [a for a in hand.pending["awards"] if a[3] == hand.pending["awards"][-1][3]]
    if len(awards) < 2 or seat not in pushed or len(_pots(hand)) > 1:
        return None
    among = {s: hands[s] for s in pushed if s in hands}
    best = _best(hand, among) if len(among) == len(pushed) else (hand.winners or (None,))[0]
    if not best or sorted(best) != sorted(pushed):
        return None
    total = sum([pushed[s] for s in pushed])
    return max(0, shares.split(hand, total, best).get(seat, 0) - pushed[seat])


def _pots(hand):
    """The pots of the hand as they were named or built."""
    from shared_rules.hand.showdown import odd_chips

    return odd_chips.list_pots(hand)


def _parts(hand, amount):
    """The pots that were pushed together, as (chips, seats that play for it); None: everybody.

    Several where they add up to what was pushed, one where it is that large.
    """
    built = _pots(hand)
    total = 0
    for part, _ in built:
        total += part
    if len(built) > 1 and total == amount:
        return built
    if len(built) == 1 and _rest(hand):
        return [(total, None)]  # even shares were pushed, and the odd chip is the seat's it is due
    same = [p for p in built if p[0] == amount]
    return same if len(built) > 1 and len(same) == 1 else [(amount, None)]


def _rest(hand):
    """Chips that even shares have left of the pot: odd ones, which nobody was given yet."""
    rest = hand.pot_total() - pots.awarded_total(hand)
    seats = hand.pending["awards"][-1][0]
    return rest if 0 < rest < shares.chip_of(hand) * len(seats) else 0


def _open_to(parts, seat):
    """Chips of the pots that a seat plays for."""
    total = 0
    for part, among in parts:
        total += part if among is None or seat in among else 0
    return total


def _among(seats, among):
    """Those of some seats that play for a pot."""
    return [s for s in seats if among is None or s in among]


def _of(hands, among):
    """The hands of the seats that play for a pot."""
    return hands if among is None else {s: hands[s] for s in hands if s in among}


def _best(hand, hands):
    name = joker.ranking_of(hand, hand.game.high or hand.game.low)
    from shared_rules import ranking  # only a disputed pot is ranked

    return ranking.best(name, hands, hand.board)


def wins(hand, seat):
    """True when the hand a seat has tabled wins a pot, or a part of one, by the cards on the table.

    Every hand that plays for that pot must lie open, or have been thrown away; or the dealer has
    read the winners of the hand. One that lies over its line, how is not known, may lie open there:
    it was thrown away when it is taken to the muck.
    """
    for read in hand.winners or ():
        if seat in (read or ()) and showdown.tabled_whole(hand, seat):
            return True
    lain = hand.pending.get("tabled", {})
    gone = [s for s in hand.pending.get("discarded", ()) if not hand.at.get(zones.line_zone(s))]
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
    total = 0
    for s in pushed:
        total += pushed[s]
    shown = seat in hands and not [s for s in pushed if s not in hands]
    read = hand.winners
    if not shown and (read is None or seat not in (read[0] or []) + (read[1] or [])):
        if seat in given_to and len(given_to) == 1:
            return 0
        return _open_to(_parts(hand, amount), seat)
    due = 0
    for part, among in _parts(hand, total):
        if shown:
            from shared_rules import ranking

            mine = _of(hands, among)
            high = ranking.best(hand.game.high, mine, hand.board)
            low = ranking.best(hand.game.low, mine, hand.board)
        else:
            high, low = [None if w is None else _among(w, among) for w in read]
        due += shares.split(hand, part, high or (), low).get(seat, 0)
    return max(0, due - pushed.get(seat, 0))


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
    left = amount = amount - min(amount, _rest(hand))  # what lies there is still to be pushed
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
