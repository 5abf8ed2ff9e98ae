"""Hands no longer read at their seat and nowhere else yet: on their way, lifted, or folded.

A pile of cards in the muck is read badly: a folded hand may stay unread for long. So what happens
after a hand has left its seat waits for it for a moment. Is it still nowhere when the turn passes
on beyond its seat, it was folded: told before what shows it, with less confidence.
"""

from firmware.table import phase as ph
from firmware.table.order import Item
from firmware.table.values import (
    ACT_HELD_MAX_MS,
    BOARD_CARDS,
    EDGE_PARTS,
    FOLD_SURE_MS,
    FOLD_WAIT_MS,
    HAND_LIFTED_MS,
    KEY_LATE_MS,
    LOOK_PERIOD_MS,
    SHADOW_MS,
    TORN_MAX_DWELLS,
    UNCOLLECTED_MS,
    UNSTEADY_PARTS,
)
from shared_rules.zones import MUCK, line_zone, seat_of, seat_zone


def passed_of():
    """What tells keys apart: it needs this module."""
    from firmware.table import passed

    return passed


class Gone(Item):
    """Cards of one seat that its antenna no longer reads."""

    def __init__(self, cards, zone, t):
        Item.__init__(self, t)
        self.cards = cards
        self.zone = zone

    def ready(self, now):
        """Found again, whichever way."""
        return not silent(self.cards, self.zone) or not self.wait("hand", self.t + FOLD_WAIT_MS)

    def stale(self, now):
        """Not found in time: others are told meanwhile."""
        return now - self.t >= FOLD_WAIT_MS

    def emit(self, now):
        """Note since when it was missed: it may have been put down at the loop's edge."""
        self.cards.missed_t[self.zone] = self.t


def note(cards, tag, t):
    """A card of a hand is missed at its seat since ``t``: let it hold up what comes after."""
    if cards.phase.now != ph.BETTING or tag.item is not None or tag.zone[:5] != "seat:":
        return
    for item in cards.order.items:
        if isinstance(item, Gone) and item.zone == tag.zone:
            return
    for other in lying(cards, tag.zone):
        if read_there(other):
            return  # part of the hand is read: a fade, or it shows in time
    cards.order.add(Gone(cards, tag.zone, t))


def lying(cards, zone):
    """Cards told to lie in a zone, read or not, in the order they were dealt."""
    return _dealt(cards, cards.tags.lying(zone))


def _dealt(cards, tags):
    # by token, not by UID, where the deal does not say: the order is told
    return sorted(tags, key=lambda tag: (tag.nth, cards.name(tag)))


def silent(cards, zone):
    """Cards of a zone when none of them is read there and none has come to rest elsewhere; else
    none."""
    there = lying(cards, zone)
    for tag in there:
        if tag.item is not None or read_there(tag):
            return []
    return there


def given_up(cards, zone, t):
    """Cards of a hand that had left its seat by ``t``, wherever they are now; else none.

    A card that is read elsewhere has left for sure; without one the hand must have been silent for
    a while, or it may only have been lifted: for longer than players look at their cards where it
    has no bet to answer.
    """
    hand = _hand(cards, zone, not cards.unbet(zone))
    found = False
    missed = 0
    for tag in hand:
        if tag.zone == zone and (tag.item is not None and not at_mouth(tag) or read_there(tag)):
            return []
        if tag.home is not None and tag.home.antenna.zone != zone:
            found = True
            since = cards.missed_t.get(zone, tag.read)  # then its seat lost it, whatever read it on
            went = since <= tag.read <= since + UNCOLLECTED_MS  # its way
            missed = max(missed, since if went else tag.read)
        else:
            missed = max(missed, _missed_since(tag, zone))
    if not found:
        missed += UNCOLLECTED_MS if cards.unbet(zone) else FOLD_SURE_MS
    return hand if missed <= t else []


def _hand(cards, zone, pushed=False):
    """Cards of a seat, those on their way to the muck among them, in the order they were dealt;
    ``pushed``: and over its own line, as who has a bet to answer does with a hand to fold it."""
    lying = cards.tags.lying
    away = lying(MUCK) + (lying(line_zone(seat_of(zone))) if pushed else [])
    return _dealt(
        cards, lying(zone) + [tag for tag in away if getattr(tag.item, "frm", None) == zone]
    )


def at_mouth(tag):
    """True for a card that the mouth reads on its way elsewhere."""
    return getattr(tag.item, "to", MUCK) is None


def read_there(tag):
    """True for a card its told zone reads."""
    home = tag.home
    return home is not None and not home.misses and home.antenna.zone == tag.zone


def hidden(cards, zone):
    """True while a card told to lie in a zone is not read there: it is looked at, or in a shadow.
    Not one that nobody has ever read."""
    return bool([tag for tag in lying(cards, zone) if not (tag.blank or read_there(tag))])


def partners(cards, tags, frm):
    """Cards that lay with ``tags`` in a seat's zone and are silent since: they went along."""
    if frm[:5] != "seat:" or cards.phase.hole is None:
        return []
    out = []
    for tag in lying(cards, frm):
        if tag not in tags and tag.item is None and not read_there(tag):
            out.append(tag)
    return out


def passed_over(cards, seat, t, shows=None):
    """``[(seat, hand), ...]`` due to act before ``seat`` did at ``t``, and silent since.

    ``seat`` None: the street is over; ``shows``: seat that tables its hand then, which it has not
    folded, however it is turned up. The first that is still there ends the row, at the end of a
    street one with a bet to answer: a hand gone behind it has been lifted, or folded out of turn,
    which nobody infers.
    """
    phase = cards.phase
    if phase.now != ph.BETTING:
        return []
    out = []
    for due in phase.turns():
        if due == seat or len(phase.live) - len(out) < 2:
            break
        if due in phase.owing:
            hand = given_up(cards, seat_zone(due), t) if due != shows else ()
            if hand:
                out.append((due, hand))
            elif seat is not None or phase.front.get(due, 0) < phase.high(due):
                break
    return out


def gone_early(cards, seat, t):
    """``[(seat, hand), ...]`` due to act after ``seat`` did at ``t`` with a bet to answer, whose
    hand the muck has read since and that had left its seat for longer by then than players look at
    their cards: folded out of turn."""
    out = []
    t = left_by(cards, seat, t) - UNCOLLECTED_MS
    for due in cards.phase.owing:
        zone = seat_zone(due)
        hand = given_up(cards, zone, t) if due != seat and not cards.unbet(zone) else None
        if hand and [tag for tag in hand if tag.zone != zone]:
            out.append((due, hand))
    return out


def left_by(cards, seat, t):
    """When a seat that acted at ``t`` did: its hand had left it before, where it has only been
    read in the muck since. One that lies there had left when its seat read it last, however late it
    was collected; one that does not may have been lifted for long before its player acts."""
    zone = seat_zone(seat)
    left = cards.missed_t.get(zone, t)
    if left < t <= left + UNCOLLECTED_MS:
        return left
    thrown = False
    for tag in _hand(cards, zone) if left < t else ():
        thrown = thrown or tag.home is not None and tag.home.antenna.zone == MUCK
        if tag.read > left or [k for k in tag.tracks if k.antenna.zone == zone]:
            return t
    return left if thrown else t


def was_gone(cards, seat, t):
    """True when the hand of a seat had been given up at ``t``."""
    return bool(given_up(cards, seat_zone(seat), t))


def fold(cards, seat, hand, t):
    """Tell a fold that the act at ``t`` shows: the hand is taken to be in the muck."""
    frm = seat_zone(seat)
    tokens = []
    seen = 0
    for tag in hand:
        if tag.item is not None:
            cards.order.remove(tag.item)
            tag.item = None
            seen += 1
        tag.zone = MUCK
        tokens.append(cards.name(tag))
    t = min(t, max([max(tag.read, _missed_since(tag, frm)) for tag in hand]))
    if not seen:
        cards.unfound[frm] = (t, hand)
    cards.emit_fold(t, tokens, frm, seen == len(hand))


def lost_unseen(cards, t):
    """A tabled hand is collected at ``t``: hands nobody has shown that had been given up by then
    were mucked before it, wherever they are read, if they are."""
    phase = cards.phase
    if not _shown_down(phase):
        return
    for seat in tuple(phase.live):
        hand = given_up(cards, seat_zone(seat), t) if seat not in phase.tabled else None
        if hand:
            fold(cards, seat, hand, t)


def losers_undecided(item, now):
    """True while a hand that nobody has shown, and that had left its seat when a tabled one was
    collected, may only be looked at; silent for longer it was mucked before that one. Where its
    loop is read no more nothing is known of it, and nothing waits longer than an act may."""
    cards, phase = item.cards, item.cards.phase
    if item.to != MUCK or seat_of(item.frm) not in phase.tabled or not _shown_down(phase):
        return False
    if now - item.t >= ACT_HELD_MAX_MS:
        return False
    for seat in [s for s in phase.live if s not in phase.tabled]:
        hand = silent(cards, seat_zone(seat))
        if hand and last_read(hand) <= item.t:
            if lifted(cards, item, seat, now):
                return True
            fold(cards, seat, hand, item.t)
    return False


def _shown_down(phase):
    """True where all betting is done on a complete board and nobody has won yet."""
    return not (phase.awarded or phase.owing) and phase.board >= BOARD_CARDS


def lifted(cards, item, seat, now):
    """True while the hand of a seat, read nowhere when ``item`` is to be told, may only be looked
    at: found elsewhere it was thrown away, and so it was when it stays silent for longer than
    players look at their cards, which may have begun and ended a revisit after its reads say."""
    zone = seat_zone(seat)
    hand = silent(cards, zone)
    if not hand:
        return False
    for tag in hand:
        if [k for k in tag.tracks if k.antenna.zone == zone and not k.misses]:
            return item.wait("lifted", 0, seat)  # its seat has read it again, once
    (ant,) = [a for a in cards.antennas if a.zone == zone]
    over = last_read(hand) + UNCOLLECTED_MS
    if now >= over:
        cards.attention.look(ant, now, LOOK_PERIOD_MS)
    until = max(item.held + HAND_LIFTED_MS, over + 2 * ant.period_ms)
    return item.waits(now, until, "lifted", seat)


def discarded(cards, zone):
    """Cards of a hand when all of them are on their way to the muck; else none."""
    hand = _hand(cards, zone)
    return hand if not [tag for tag in hand if tag.zone == zone and not tag.blank] else []


def collected_since(cards, zone, hand, item, t):
    """True for a hand in the muck that had begun to leave its seat by ``t``, at an act: one of its
    cards was lost there, read badly, or all of it was missed for a moment, or read no more since,
    and it was collected as soon as folds are."""
    mucked = min([tag.item.t for tag in hand])
    if mucked - item.t > UNCOLLECTED_MS:
        return False
    missed = cards.missed_t.get(zone)  # put down where its loop reads it now and then
    moved = missed is not None and missed <= item.t and mucked - missed <= UNCOLLECTED_MS
    read = max([tag.read for tag in hand])  # from then on it may have been on its way
    return item.beside >> seat_of(zone) & 1 or moved or min([read] + [k.left for k in hand]) <= t


def partly(cards, zone, t, since=0):
    """True while a card told to lie in a zone is not read there, nor was at ``t``, missed after
    ``since`` ms."""
    for tag in lying(cards, zone):
        if not (tag.blank or read_there(tag)) and since <= _missed_since(tag, zone) <= t:
            return True
    return False


def came_after(cards, other, item):
    """True for what took place after an item: not a hand read in the muck since that had left its
    seat before."""
    if other is item or other.t < item.t:
        return False
    thrown = passed_of().is_thrown(other)
    return not thrown or took_place(cards, other) >= took_place(cards, item)


def took_place(cards, item):
    """When an item took place, ms: a hand gone may have been lifted first, and one found in the
    muck had left its seat when that lost it."""
    if isinstance(item, Gone):
        hand = silent(cards, item.zone)
        return max(item.t, last_read(hand)) if hand else item.t
    if not passed_of().is_thrown(item):
        return item.t
    gone = [i.t for i in cards.order.items if isinstance(i, Gone) and i.zone == item.frm]
    away = [g.left for g in item.tags if g.home is None or g.home.antenna.zone != item.frm]
    return min([item.t] + gone + ([max(away)] if away else []))


def unsteady(cards, zone):
    """True for a hand whose loop misses one reading in so many of a card of it: looked at, or lying
    badly, it may have left before the miss that shows it; the misses since it was read last may be
    those of a hand that has just left. Not where the loop carries all of it: at an edge it would
    carry less, and a shadow takes nothing from the load."""
    if cards.laden.excess(zone) == 0:
        return False
    for tag in lying(cards, zone):
        for track in tag.tracks:
            lost = track.lost - track.misses
            badly = lost > 1 and UNSTEADY_PARTS * lost > track.hits + lost
            if badly and track.antenna.zone == zone:
                return True  # more than one miss, which anything has
    return False


def only_heard(item, now):
    """True for a card of a hand that the muck's loop has read once and missed since, while its seat
    has read the rest of the hand: hands go as a whole. It lies where it lay. And while its seat,
    which reads the rest as far as is known, is still to be read; or, the muck having read it more
    often but missed it more often still, may read it again after a shadow, or until the muck's has
    had a reading whose misses count."""
    if item.to != MUCK or len(item.tags) > 1 or item.frm[:5] != "seat:":
        return False
    (tag,) = item.tags
    home, cards = tag.home, item.cards
    rest = [g.home for g in lying(cards, item.frm) if read_there(g)]
    if not rest:
        return item.once and _looked_at(item, now)
    if home is None or home.antenna.zone != MUCK:
        return False
    if home.hits > 1:
        faint = EDGE_PARTS * home.hits < home.dwells
        return faint and item.waits(now, item.t + SHADOW_MS, "rest_of_hand")
    if not home.misses or rest[0].seen <= home.seen:
        read_ms = max(2 * rest[0].antenna.period_ms, (TORN_MAX_DWELLS + 1) * home.antenna.period_ms)
        return item.waits(now, item.last + read_ms, "rest_of_hand")
    cards.order.remove(item)
    tag.zone = item.frm
    tag.item = None
    return True


def _looked_at(item, now):
    """True while a hand that the muck's loop has read once, and missed since, may have been heard
    there as it was lifted: until it is read elsewhere, or silent for longer than players look at
    their cards, or somebody else acts, as after a fold."""
    (tag,) = item.tags
    home = tag.home
    if home is not None and (home.antenna.zone != MUCK or home.hits > 1):
        item.once = False
    if not item.once or home is not None and not home.misses:
        return False
    cards = item.cards
    seat = seat_of(item.frm)
    for other in cards.order.items:
        done = not came_after(cards, other, item) or passed_of().folded_already(cards.phase, other)
        acts = None if done else other.acts()
        if acts is not None and (acts != seat or passed_of().is_fold(other)):
            return False
    (ant,) = [a for a in cards.antennas if a.zone == item.frm]
    until = max([g.read for g in lying(cards, item.frm) + item.tags]) + UNCOLLECTED_MS
    return item.waits(now, until + 2 * ant.period_ms, "lifted", seat)


def last_read(hand):
    """When the last of these cards was last read at its seat, ms."""
    return max([tag.home.seen if tag.home is not None else tag.read for tag in hand])


def _missed_since(tag, zone):
    """When a card was first missed at its seat."""
    for track in tag.tracks:
        if track.antenna.zone == zone:
            return max(track.missed_t, tag.left)
    return tag.left


def may_be_shown(item):
    """True for a hand that nobody has to throw away, with no bet to answer and none to come: laid
    over its own line it is tabled, as a rule; in the muck with the board complete it has lost to
    one that is. The key comes later than the cards are read."""
    phase = item.cards.phase
    seat = seat_of(item.frm)
    if seat is None or item.frm != seat_zone(seat) or item.to not in (line_zone(seat), MUCK):
        return False
    if seat in phase.tabled or phase.front.get(seat, 0) < min(phase.high(seat), phase.worth(seat)):
        return False
    if item.to == MUCK:
        return phase.now == ph.BETTING and phase.board >= BOARD_CARDS and seat in phase.owing
    over = phase.board >= BOARD_CARDS and seat not in phase.able(phase.owing)
    return phase.now == ph.SHOWDOWN or phase.closed() or over


def laid_by(item):
    """Until when the key of a hand that ``may_be_shown`` may come, ms: as late as a key does after
    its seat has read the rest of it last, which is not laid down yet, but once more at most."""
    read = [item.t]
    for tag in item.cards.tags.lying(item.frm):
        if tag in item.tags:
            continue
        if tag.home is None:
            read.append(tag.read)
        elif tag.home.antenna.zone == item.frm:
            read.append(tag.home.seen)
    down = min(max(read), item.t + KEY_LATE_MS)
    return (down if item.to != MUCK else item.t) + KEY_LATE_MS


def tabled_first(item):
    """Put the key of a hand that was tabled over its line before the cards, or that of any hand
    before one that has lost to it; True when it waited."""
    order = item.cards.order
    for other in order.items:
        event = getattr(other, "event", None)
        if event and event["what"] == "tabled" and item.to != MUCK:
            event = event if event.get("seat") == seat_of(item.frm) else None
        if event and event["what"] == "tabled":
            order.remove(other)
            other.t = max(0, item.t - 1)
            order.add(other)
            return True
    return False


def laid_down(cards, seat, t):
    """When a hand keyed as tabled at ``t`` ms was: before it is read over its line."""
    for item in cards.order.items:
        if getattr(item, "frm", None) == seat_zone(seat) and item.to == line_zone(seat):
            return min(t, max(0, item.t - 1))
    return t
