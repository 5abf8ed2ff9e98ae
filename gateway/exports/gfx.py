"""A session as JSON of the shape users of PokerGFX document: for programs that read such files.

Written from what users have published of their own exports, field by field; it is no format of
ours, and nothing of that program was looked at. What Feltwire does not know has the value such
files have when it is not used.
"""

from gateway.tables.handmoves import UNKNOWN

VERSION = "Feltwire"
GAMES = {"nlhe": "HOLDEM", "fl_holdem": "HOLDEM"}
CLASSES = {"flop": "FLOP", "stud": "STUD", "draw": "DRAW"}
BETS = {"no_limit": "NOLIMIT", "pot_limit": "POTLIMIT", "limit": "FIXEDLIMIT"}
EVENTS = {
    "fold": "FOLD", "check": "CHECK", "call": "CALL", "bet": "BET", "raise": "RAISE",
    "complete": "RAISE", "bring_in": "BET",
}  # fmt: skip


def frame(first, title=""):
    """The file of a session without its hands. ``first``: the first of them as Kept, or None."""
    begun = first.begun() if first else None
    return {
        "CreatedDateTimeUTC": _time(begun) if begun else "", "EventTitle": title,
        "ID": int(begun.timestamp() * 10_000_000) if begun else 0, "SoftwareVersion": VERSION,
        "Type": "FEATURE_TABLE", "Payouts": [0] * 10, "Hands": [],
    }  # fmt: skip


class Hands:
    """Hands of a session, one after the other: they are numbered, and winnings add up."""

    def __init__(self):
        self._number, self._won = 0, {}

    def hand(self, kept):
        """The member of ``Hands`` for the next Kept."""
        self._number += 1
        return _hand(kept, self._number, self._won)


def _time(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%f") + "Z"


def _hand(kept, number, won):
    record, start = kept.record, kept.start
    seats = sorted(kept.seats)
    for seat in seats:
        name = kept.name(seat)
        won[name] = won.get(name, 0) + kept.after(seat) - kept.stack(seat)
    seconds = (record["t1"] - record["t0"]) / 1000
    return {
        "HandNum": number, "AnteAmt": start.get("ante") or 0,
        "BetStructure": BETS.get(start["betting"], "FIXEDLIMIT"), "BombPotAmt": 0,
        "Description": _description(kept),
        "Duration": f"PT{int(seconds // 60)}M{seconds % 60:.3f}S",
        "GameClass": CLASSES[kept.game.family],
        "GameVariant": GAMES.get(kept.game.name, kept.game.name.upper()),
        "NumBoards": 1, "RunItNumTimes": 1, "StartDateTimeUTC": _time(kept.begun()),
        "RecordingOffsetStart": "", "FlopDrawBlinds": _blinds(start),
        "StudLimits": _limits(start),
        "Players": [_player(kept, s, won) for s in seats], "Events": _events(kept),
    }  # fmt: skip


def _description(kept):
    keyed = ", ".join(kept.keyed())
    return f"Keyed by hand: {keyed}" if keyed else ""


def _blinds(start):
    types = {"each": "ANTE_ALL", "big_blind_ante": "BB_ANTE_BB1ST", "button_ante": "BTN_ANTE"}
    return {
        "AnteType": types.get(start.get("ante_type"), "ANTE_ALL"),
        "BigBlindAmt": start.get("bb") or 0, "BigBlindPlayerNum": start.get("bb_seat") or 0,
        "BlindLevel": 0, "ButtonPlayerNum": start.get("button") or 0,
        "SmallBlindAmt": start.get("sb") or 0, "SmallBlindPlayerNum": start.get("sb_seat") or 0,
        "ThirdBlindAmt": 0, "ThirdBlindPlayerNum": 0,
    }  # fmt: skip


def _limits(start):
    return {
        "BringInAmt": start.get("bring_in") or 0, "BringInPlayerNum": 1,
        "HighLimitAmt": start.get("big_bet") or 0, "LowLimitAmt": start.get("small_bet") or 0,
    }  # fmt: skip


def _player(kept, seat, won):
    known = [c.lower().replace("t", "10", 1) if c[0] == "T" else c.lower()
             for c in kept.holes(seat) if c != UNKNOWN]  # fmt: skip
    return {
        "PlayerNum": seat, "Name": kept.name(seat), "LongName": kept.name(seat),
        "StartStackAmt": kept.stack(seat), "EndStackAmt": kept.after(seat),
        "CumulativeWinningsAmt": won[kept.name(seat)], "HoleCards": [" ".join(known)],
        "SittingOut": False, "EliminationRank": -1, "BlindBetStraddleAmt": 0,
    }  # fmt: skip


def _events(kept):
    out, pot = [], 0
    for action in kept.record["actions"]:
        if action["act"] in ("post", "ante"):
            pot += action["amt"]
    for street in kept.streets:
        for card in street.cards:
            out.append(_event("BOARD CARD", 0, 0, pot, card.lower()))
        for seat, cards in street.draws.items():
            out.append({**_event("DRAW", seat, 0, pot), "NumCardsDrawn": len(cards)})
        for action in street.actions:
            pot += action["amt"] or 0
            bet = action.get("to") or action["amt"] or 0
            out.append(_event(EVENTS[action["act"]], action["seat"], bet, pot))
    return out


def _event(kind, seat, amount, pot, card=None):
    return {
        "EventType": kind, "PlayerNum": seat, "BetAmt": amount, "Pot": pot, "BoardNum": 0,
        "BoardCards": card, "NumCardsDrawn": 0, "DateTimeUTC": None,
    }  # fmt: skip
