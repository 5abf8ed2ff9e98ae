"""Going on with a hand after a reboot: what the journal tells of cards, chips and phase."""

from firmware.table import unread
from firmware.table.facing import UNKNOWN
from firmware.table.phase import STARTS
from firmware.table.values import SETTLE_MAX_MS
from shared_rules.cards import UNREAD
from shared_rules.zones import STUB


def restore(table, rows):
    """Bring a fresh Table to where the ``rows`` (events of this table, oldest first) left it.

    Returns True when a hand was under way. Cards and chips are found again by reading the zones;
    what was told of them before is not told again. The last row is at this boot's nought: the
    table's clock has begun anew, and what was told before lies before it.
    """
    if not rows:
        return False
    start = -1
    setup = -1
    for i in range(len(rows)):
        if rows[i]["what"] in STARTS and rows[i].get("hand") is not None:
            start = i
        if rows[i]["what"] == "setup":
            setup = i
    ago = -rows[-1]["t"]
    if setup >= 0:
        table.phase.note(later(rows[setup], ago))
    if start < 0:
        return False
    known = {}
    lying = {}
    count = 0
    for ev in rows[start:]:
        table.phase.note(later(ev, ago))
        if ev["what"] == "card_move":
            count = max(count, _cards(ev, known))
        elif ev["what"] == "chips_move":
            _chips(ev, lying)
        elif ev["what"] == "correction":
            lying.setdefault(ev["seat"], []).extend(ev["chips"])
            if "cards" in ev:
                _lay_there(table, ev, known)
    table.cards.short_t = ago - 1  # the last card of a deal that is under way is yet to be missed
    table.settling = True
    for ant in table.antennas:
        table.attention.look(ant, 0, SETTLE_MAX_MS // 2)
    table.cards.restore(known, count)
    for token in known:
        if token[:1] == UNREAD:
            unread.nowhere_of().put(table.cards, token, known[token][0], known[token][1])
    table.chips.restore(lying)
    return True


def later(event, ms):
    """A copy of an event, all its times by ``ms`` later."""
    event = dict(event)
    event["t"] += ms
    if "about" in event:
        event["about"] += ms
    return event


def _cards(ev, known):
    nth = ev.get("nth", 0)
    cards = ev["cards"]
    for i in range(len(cards)):
        token = cards[i]
        was = known.get(token)
        if was is None and ev["from"] == ev["to"]:
            was = _unread_before(ev["to"], known)
        if ev["to"] == STUB:
            if was is not None:
                del known[token]
            continue
        face = ev["face"]
        if ev.get("keyed"):
            face = was[2] if was else UNKNOWN
        known[token] = (ev["to"], nth + i if nth else (was[1] if was else 0), face)
    return nth + len(cards) - 1 if nth else 0


def _lay_there(table, ev, known):
    """A hand told folded before had not left its seat."""
    from firmware.table import unfolded  # loaded when there is one

    unfolded.follow(table.phase, ev)
    for token in ev["cards"]:
        _, nth, face = known[token]
        known[token] = (ev["to"], nth, face)


def _unread_before(zone, known):
    """Row of a card in a zone that had no identity until now; taken out of ``known``."""
    for token in known:
        if token[:1] == UNREAD and known[token][0] == zone:
            return known.pop(token)
    return None


def _chips(ev, lying):
    seat = ev["seat"]
    line = "line:%d" % seat
    here = lying.setdefault(seat, [])
    if ev["from"] == line:
        for value in ev["chips"]:
            if value in here:
                here.remove(value)
    if ev["to"] == line:
        here.extend(ev["chips"])  # what was only carried over it goes back by its own event
