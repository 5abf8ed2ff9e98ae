"""Table events as the controller makes them (``shared_rules/events.py`` describes the fields)."""

from shared_rules import zones


def card_move(t, cards, frm, to, face, by, nth=0, boxed=False):
    """Cards have come to rest in another zone, or were turned over in place (``frm`` = ``to``)."""
    ev = {
        "t": t,
        "what": "card_move",
        "cards": cards,
        "from": frm,
        "to": to,
        "face": face,
        "by": by,
    }
    if nth:
        ev["nth"] = nth
    if boxed:
        ev["boxed"] = True
    if zones.kind(to) == "line":
        ev["released"] = True
        ev["crossed"] = "full"
    return ev


def chips_move(t, seat, chips, frm, to, by):
    """Chips (denominations, largest first) have changed place."""
    return {
        "t": t,
        "what": "chips_move",
        "seat": seat,
        "chips": sorted(chips, reverse=True),
        "from": frm,
        "to": to,
        "by": by,
    }


def bet_motion(t, seat, chips, motion, crossed="full", frm=None):
    """A player's motion with chips onto the bet spot; ``crossed`` ``in_hand`` = not released."""
    line = zones.line_zone(seat)
    ev = chips_move(t, seat, chips, frm or zones.seat_zone(seat), line, "player")
    ev["motion"] = motion
    ev["released"] = crossed != "in_hand"
    ev["crossed"] = crossed
    return ev


def notice(t, kind, seat=None):
    """A fault of the deal or the board that the table itself points at."""
    ev = {"t": t, "what": "notice", "by": "table", "kind": kind}
    if seat is not None:
        ev["about_seat"] = seat
    return ev


def check_said(t, seat):
    """A check nobody keyed, as the dealer has said when asked."""
    return {"t": t, "what": "gesture", "seat": seat, "kind": "tap"}


def correction(t, seat, chips, line, about):
    """Chips that lay on a bet spot since the motion told at ``about`` and were read only now."""
    return {
        "t": t,
        "what": "correction",
        "seat": seat,
        "chips": sorted(chips, reverse=True),
        "to": line,
        "about": about,
        "confidence": "medium",
    }


def not_folded(t, seat, cards, zone, about):
    """A hand told folded at ``about`` was read nowhere then, and lay at its seat."""
    ev = correction(t, seat, [], zone, about)
    ev["cards"] = cards
    return ev
