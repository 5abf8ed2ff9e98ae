"""What a person tells in place of the antennas, or puts right after them (``by_hand``).

The kinds, their fields and who may key them are in ``shared_rules/by_hand.py``. A card that was
keyed is the token ``As``: it names itself, so that nobody asks the vault for it, and since a card
that was read never does, it can be told from one wherever it lies.
"""

from shared_rules import zones
from shared_rules.hand import places
from shared_rules.hand.betting import acting, turn
from shared_rules.hand.showdown import pots
from shared_rules.hand.start import frame, posting

DONE = ("award", "over")  # phases in which the betting and the cards are over


def on_by_hand(hand, ev):
    """Take it as a fact. What does not fit the moment changes nothing."""
    do, over = _KINDS.get(ev["kind"]), hand.phase == "over"
    if do is not None and (not over or ev["kind"] in LATE):
        do(hand, ev)
        if over:
            pots.record(hand, amended=True)
    return True


# -- cards ------------------------------------------------------------------------------------


def _dealt(hand, ev):
    """Antes and blinds are in, but of seats ``owing``; all have the cards of the first street."""
    if hand.phase != "setup" or hand.dealt or hand.button is None:
        return
    for seat in hand.after(hand.button, hand.seats):
        for kind, amount in posting.dues(hand, seat):
            paid = min(amount, hand.stack(seat))
            if paid and seat not in (ev.get("owing") or ()):
                hand.dispatch({
                    "t": ev["t"], "what": "post", "seats": [seat], "kind": kind, "amount": paid,
                })  # fmt: skip
    street = hand.game.streets[0]
    seats = hand.after(hand.button, hand.dealt_in)
    places.on_deal(hand, {
        "t": ev["t"], "until": ev["t"], "seats": seats, "cards_each": street.down + street.up,
        "from_nth": hand.off_deck + 1,
    })  # fmt: skip


def _board(hand, ev):
    """Cards come to the board; before the first of a street one was burned."""
    street = hand.game.after(hand.street)
    begun = street is None or places.board_due(hand, street) - len(hand.board) < street.board
    if not begun:
        _move(hand, ev, [], zones.STUB, zones.BURN, "down")
    _move(hand, ev, list(ev["cards"]), zones.STUB, zones.BOARD, "up")


def _move(hand, ev, cards, frm, to, face):
    hand.dispatch({
        "t": ev["t"], "what": "card_move", "cards": cards, "from": frm, "to": to, "face": face,
        "by": "dealer", "nth": hand.off_deck + 1, "keyed": True,
    })  # fmt: skip


def _card(hand, ev):
    """The ``n``th card of the board is ``card``; without one none lies there."""
    at = ev["n"] - 1
    if not 0 <= at < len(hand.board):
        return
    if ev.get("card"):
        old, hand.board[at] = hand.board[at], ev["card"]
        record = hand.pending.get("board")
        if record and old in record["cards"]:
            record["cards"][record["cards"].index(old)] = hand.board[at]
    else:
        hand.board.pop(at)


def _cards(hand, ev):
    """A hand was shown: its cards, once the hand is over."""
    if hand.phase not in DONE or ev["seat"] not in hand.dealt_in:
        return
    hand.at[zones.seat_zone(ev["seat"])] = list(ev["cards"])
    if ev["seat"] not in hand.shown:
        hand.shown.append(ev["seat"])


# -- chips ------------------------------------------------------------------------------------


def _chips(hand, ev):
    """A player silently puts chips in front; ``motion``: number of the hand motion."""
    line = zones.line_zone(ev["seat"])
    hand.dispatch({
        "t": ev["t"], "what": "chips_move", "seat": ev["seat"], "chips": list(ev["chips"]),
        "from": zones.seat_zone(ev["seat"]), "to": line, "by": "player",
        "motion": ev.get("motion", 1), "keyed": True,
    })  # fmt: skip


def _wager(hand, ev):
    """The act of a seat on this street was ``act``, to ``to`` chips in all."""
    seat, act = ev["seat"], ev["act"]
    if seat not in hand.dealt_in or hand.phase in ("showdown",):
        return
    _misread(hand, seat)
    changed = hand.revise(seat, act, ev.get("to"))
    if changed is None and hand.phase in ("setup", "deal", "betting"):
        acting.on_action(hand, ev)
    ante = hand.front.get(seat, 0) - hand.wagered(seat)
    hand.front[seat] = hand.bet(seat) + ante


def _misread(hand, seat):
    """Rulings on a wager of the seat on this street rest on what was misread."""
    for ruling in list(hand.rulings):
        of_it = ruling["seat"] == seat and ruling["situation"][:6] == "wager."
        if of_it and ruling["irregular"] and ruling["open"]:
            hand.withdraw(ruling["situation"], True)


def _stack(hand, ev):
    """A seat has ``amount`` behind, counted."""
    seat, amount = ev["seat"], ev["amount"]
    if seat not in hand.seats:
        return
    paid = hand.paid.get(seat, 0)
    before = hand.stacks.get(seat)
    if before is None:
        hand.stacks_before[seat] = amount + paid
    else:
        hand.stacks_before[seat] += amount - before
    hand.stacks[seat] = amount
    if amount and seat in hand.all_in:
        hand.all_in.remove(seat)
    elif not amount and paid and seat in hand.live and seat not in hand.all_in:
        hand.all_in.append(seat)
        hand.all_in.sort()


def _pot(hand, ev):
    """There are ``amount`` chips in the pot, those in front included."""
    hand.pot = (hand.pot or 0) + ev["amount"] - hand.pot_total()


def _award(hand, ev):
    """The pot went to these seats, whatever was read: ``awards``, seat -> chips."""
    if hand.phase not in ("closed", "showdown", "award", "over"):
        return
    awards = {int(text): ev["awards"][text] for text in ev["awards"]}
    if hand.phase == "over":
        pots.pay_again(hand, awards)
        return
    hand.awarded = {}
    for seat in sorted(awards):
        pots.award(hand, seat, awards[seat])


# -- seats ------------------------------------------------------------------------------------


def _seat(hand, ev):
    """A seat has a hand (``live``), has folded it (``folded``), or was not dealt in (``out``)."""
    seat, state = ev["seat"], ev["state"]
    if seat not in hand.seats:
        return
    if state == "folded" and seat in hand.live:
        if hand.phase == "betting":
            acting.accept(hand, seat, "fold")
        else:
            hand.live.remove(seat)
    elif state == "live" and seat not in hand.live:
        _in_again(hand, seat)
    elif state == "out":
        for seats in (hand.live, hand.dealt_in):
            if seat in seats:
                seats.remove(seat)
        if hand.turn == seat:
            hand.turn = turn.next_after(hand, seat)


def _in_again(hand, seat):
    """A hand that was taken for folded: its fold is taken back where it was on this street."""
    folds = [a for a in hand.actions if a["seat"] == seat and a["act"] == "fold"]
    if not (folds and folds[-1]["street"] == hand.street and hand.undo(seat)):
        if seat not in hand.dealt_in:
            hand.dealt_in = sorted(hand.dealt_in + [seat])
        hand.live = sorted(hand.live + [seat])
        if hand.phase == "award" and not hand.awarded:
            hand.phase, hand.winners = "closed", None


def _button(hand, ev):
    """The button lies at ``seat``; while blinds are due they follow it."""
    if ev["seat"] not in hand.seats:
        return
    hand.button = ev["seat"]
    if hand.phase not in ("none", "setup") or hand.dealt:
        return
    setup = dict(hand.setup)
    for name in ("sb_seat", "bb_seat", "previous"):
        setup.pop(name, None)
    setup["button"] = hand.button
    hand.setup = setup
    frame.place_blinds(hand)


_KINDS = {
    "dealt": _dealt, "board": _board, "card": _card, "cards": _cards, "chips": _chips,
    "wager": _wager, "stack": _stack, "pot": _pot, "award": _award, "seat": _seat,
    "button": _button,
}  # fmt: skip
LATE = ("cards", "stack", "award")  # that change a hand which is over

HANDLERS = (("by_hand", on_by_hand),)
