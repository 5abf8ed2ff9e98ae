"""Hole cards that neither the mouth nor a loop has read: a dead tag, a stain, a shadow of seconds.

The deal goes round seat by seat. A card at the seat after the one that was due says that this one
was left out, or that its card goes unread. Where its load is there it lies there; where there was
time for it since the card before, the dealer is asked, and no answer means that it lies there: a
dead tag loads no loop as a card does. What lies there unread is told as a card without identity
(``#`` and its number), so that the deal counts it; it leaves with the hand. Read after all, it has
its name.

A card that passed the mouth and is read nowhere is told where it was due. Where its loop reads the
other card again and again and never this one, it may have gone over the rail: the dealer is asked.
"""

from firmware.table import absent, deal, events, facing, unread
from firmware.table import phase as ph
from firmware.table.order import Keyed
from firmware.table.presence import Tag
from firmware.table.values import (
    ABSENT_EDGE_DWELLS,
    ASK_MS,
    CARD_LEAST_16THS,
    CARD_STRONG_16THS,
    LOAD_ASKED_MASK_MS,
    LOAD_DECIDES_MS,
    PITCH_MAX_MS,
    SHADOW_MS,
    TWO_CARDS_16THS,
    UPS_ALONE_READS,
    UPS_UNNOTICED_READS,
)
from shared_rules.cards import UNREAD
from shared_rules.zones import BOARD, STUB, seat_of, seat_zone

CARD_BEFORE = "card"  # what the dealer is asked: has the seat passed over got its card?
EMITTED = "emitted"  # and what came of it
ASIDE = "aside"  # was a card put aside that lay face up in the deck?


def one_before_awaited(cards, item, now):
    """True while a card of the deal that came one seat too far waits for what is known of the one
    before it; that one is told first when it lies there."""
    phase = cards.phase
    if phase.hole is None or phase.now not in (ph.SHUFFLED, ph.DEAL):
        return False
    (due,) = phase.next_seats(1)
    if item.zone != seat_zone(phase.following(due)) or phase.counts.get(due, 0) >= phase.hole:
        return False
    if _said_left_out(cards, item, due):
        return False
    more = cards.laden.excess(seat_zone(due))
    if more is not None and more > 0 and not absent.hidden(cards, seat_zone(due)):
        emit(cards, due, item.t, item.tag.nth)
        return True
    if item.asked is None and cards.ask is not None:
        two = _time_for_two(cards, item)
        if two or _last_seen(cards, item)[1]:
            _ask_before(cards, item, now, due, doubted=not two)
    if item.asked != CARD_BEFORE or item.waits(now, item.asked_t + ASK_MS, "asked", due):
        return item.asked == CARD_BEFORE
    settle(cards, item)
    return item.answered


def first_left_out(cards, item, now):
    """True where no first card of the deal came before this one, which came one seat too far, as
    the dealer says, who is asked while it waits: there is no time to tell by. Nobody is asked where
    the loads tell, or where the mouth saw a card leave just before that is read nowhere: that one
    went where it was due. Without an answer it was left out: dealers slip more often than tags die.
    """
    phase = cards.phase
    (due,) = phase.next_seats(1)
    if phase.hole is None or item.zone != seat_zone(phase.following(due)):
        return False
    if _said_left_out(cards, item, due):
        return item.well  # else it may only be heard there
    untold = now - item.landed >= LOAD_DECIDES_MS and not item.loaded()
    if item.asked is None and untold:
        before = unread.left_before(cards, item)
        if before is not None and facing.verdict(before.tag) != facing.UP:
            return True
    if item.asked is None and cards.ask is not None and untold:
        _ask_before(cards, item, now, due, seat_of(item.zone))
    if item.asked != CARD_BEFORE or now < item.asked_t + ASK_MS:
        return False
    if not (item.answered or item.well):
        return False  # it may only be heard there
    if item.answered:
        settle(cards, item)
    return not item.answered


def _ask_before(cards, item, now, due, seat=None, doubted=False):
    """Ask the dealer whether the seat that is due has got a card before this one; ``seat``: before
    its own first one. A no holds for all that is read later: none came before this one.

    Without an answer it has, but where that is ``doubted``, or it has been passed over before and
    nothing has spoken for the card it was told to have got: a seat left out of the deal is passed
    over in each round, and two cards of one seat that neither mouth nor loop can read are rarer."""
    doubted = doubted or seat or cards.supposed >> due & 1

    def answered(value, t):
        item.asked_t = now - ASK_MS  # wait no longer
        item.answered = value == "yes" if doubted else value != "no"
        item.spoken_for = value == "yes"
        if value == "no":
            _none_before(cards, item)

    item.asked = CARD_BEFORE
    item.asked_t = now
    item.answered = not doubted
    cards.ask(now, "card_unread", answered, due, before=seat)


def _said_left_out(cards, item, due):
    """True where somebody has keyed, since a card came one seat too far, that the seat which was
    due got none: what the dealer would be asked."""
    for other in cards.order.items:
        event = other.event if isinstance(other, Keyed) and other.t >= item.t else {}
        seat = event.get("about_seat", event.get("seat"))
        if event.get("kind") == "not_dealt_in" and seat == due:
            if not item.next_off:
                _none_before(cards, item)
            return True
    return False


def _none_before(cards, item):
    """The dealer says that no card came to the seat passed over before this one."""
    item.answered = False
    item.next_off = True
    deal.in_rotation(cards)


def asked_since(cards, item, now):
    """True while a card that the mouth has not seen is put before one on whose account the dealer
    is asked whether any came before it."""
    for other in cards.order.items:
        if other.asked == CARD_BEFORE and other.t > item.t:
            return item.waits(now, other.asked_t + ASK_MS, "asked")
    return False


def settle(cards, item):
    """A card that waited for word of the one before it is told: that one first, but for a no, or
    when it has been read since."""
    item.asked = EMITTED
    (due,) = cards.phase.next_seats(1)
    if item.answered and not item.spoken_for and _passed_again(cards, item, due):
        item.answered = False
    if item.zone != seat_zone(due):
        cards.supposed |= 1 << due
        if item.answered:
            emit(cards, due, item.t, item.tag.nth)


def _passed_again(cards, item, due):
    """True where the deal has gone round while a card waited, and has passed over the seat that is
    due in the next round, too: the seat after it has its next card, and none has come between."""
    since = [i for i in cards.order.items if i.passed is not None and i.t > item.t]
    if [i for i in since if i.zone is None or i.zone == seat_zone(due)]:
        return False
    return bool([i for i in since if i.zone == item.zone])


def _time_for_two(cards, item):
    """True when a card came so long after the one told last that one more was pitched between, or
    no time speaks against that.

    A seat that was left out costs the dealer no time. The pace is that of all other cards, those
    since among them: a mouth read seldom dates each a while too late. Nobody knows when a card came
    that the mouth has not seen: its landing may be well after it left. Where this is one, the next
    that it saw tells the time for both, but of a mouth that misses many, which has missed another
    rather than that a seat was left out; where it is the one before, the last that it saw does, and
    the dealer is asked all the same.
    """
    phase = cards.phase
    if phase.now != ph.DEAL:
        return False  # before the first card there is none to count the time from
    if not (item.passed or unread.mouth_sure(cards)):
        return True
    start, between = _last_seen(cards, item)
    deals = [i for i in cards.order.items if i.passed is not None]
    off = [item] + [i for i in deals if i.t > item.t]
    seen = [n for n in range(len(off)) if off[n].passed]
    if not seen or start is None:
        return True
    first, last = seen[0], seen[-1]
    since, cards_before = last - first, phase.dealt() - between
    pace_ms = phase.pace_ms()
    if between:
        pace_ms = (start - phase.first_deal) // (cards_before - 1) if cards_before > 2 else 0
    if since > 1 or since and not pace_ms:
        before = cards_before - 1 if pace_ms else 0
        ms = off[last].t - off[first].t + before * pace_ms
        pace_ms = ms // (since + before)
    times = TWO_CARDS_16THS + 16 * (first + between)
    return times * pace_ms <= 16 * (off[first].t - start)


def _last_seen(cards, item):
    """When the mouth saw the last card leave that was told before one, ms, and how many it has
    missed since; (None, 0) where it has seen none of them."""
    if not [tag for tag in cards.tags.cards if tag.nth == item.tag.nth - 1 and tag.mouth_missed]:
        return cards.phase.last_deal, 0
    nth, zone = 0, None
    for tag in cards.tags.cards:
        if nth < tag.nth < item.tag.nth and not (tag.mouth_missed or tag.blank):
            nth, zone = tag.nth, tag.zone
    return (cards.dealt_t(zone), item.tag.nth - 1 - nth) if nth else (None, 0)


def seen_up(cards, item, now):
    """True while the dealer is asked whether a card that the mouth saw face up, dealt to a seat all
    the same, or to the board, lay so in the deck. Without an answer it did not where the deal has
    gone on, or it lies on the board still: who deals one face up sees it and stops."""
    tag = item.tag
    dealt = cards.phase.now <= ph.DEAL or item.zone == BOARD
    if cards.ask is None or not dealt or item.asked not in (None, "up"):
        return False
    if item.asked is None:

        def answered(value, t):
            item.asked_t = now - ASK_MS
            tag.said_up = value == "yes"
            item.answered = value != "no"

        item.asked = "up"
        item.asked_t = now
        cards.ask(now, "boxed_card", answered, cards=[cards.name(tag)])
    if item.waits(now, item.asked_t + ASK_MS, "asked"):
        return True
    later = [i for i in cards.order.items if i.passed and i.t > item.t] or item.zone == BOARD
    if not tag.said_up and (later or not item.answered):
        tag.ups = 0
        tag.downs = 1
    return False


def put_aside(cards, item, now):
    """True while the dealer is asked whether a card that the mouth saw face up, and that nothing
    reads since nor any seat lacks, lay so in the deck and was put aside. Not where the mouth has
    read it so for sure. Without an answer it did where no read was for face down, of as many as
    tell that of a card dealt."""
    tag = item.tag
    if item.asked is None:
        if cards.ask is None or cards.phase.now != ph.DEAL or not item.passed:
            return False
        if tag.ups >= UPS_UNNOTICED_READS or facing.verdict(tag) != facing.UP:
            return False
        if unread.loaded_zone(cards, item, True) or unread.place_of(cards, item):
            return False

        def answered(value, t):
            item.asked_t = now - ASK_MS
            tag.said_up = value == "yes"
            item.answered = value != "no"

        item.asked = ASIDE
        item.asked_t = now
        cards.ask(now, "boxed_card", answered, cards=[cards.name(tag)])
    if item.asked != ASIDE or item.waits(now, item.asked_t + ASK_MS, "asked"):
        return item.asked == ASIDE
    if tag.said_up or item.answered and tag.ups >= UPS_ALONE_READS and not tag.downs:
        tag.ups, tag.downs = UPS_UNNOTICED_READS, 0
    return False


def emit(cards, seat, t, nth=0):
    """Tell a card nobody has read at a seat, the ``nth`` off the deck (0: the last of them)."""
    cards.count += 1
    cards.mouth_missed += 1
    nth = nth or cards.count
    for item in cards.order.items:
        other = getattr(item, "tag", None)
        if other is not None and other.nth >= nth:
            other.nth += 1
    put(cards, UNREAD + str(nth), seat_zone(seat), nth)
    ev = events.card_move(
        t, [UNREAD + str(nth)], STUB, seat_zone(seat), facing.UNKNOWN, "dealer", nth
    )
    ev["confidence"] = "medium"
    cards.emit(ev)


def last_folded(cards, item):
    """The hand of the seat that lacks the last card of the deal goes to the muck while nothing is
    known of that card: nobody folds before he has it, so it lay there unread."""
    seat = unread.last_of(cards)
    if seat is None or item.frm != seat_zone(seat):
        return
    if cards.short_t < cards.phase.last_deal or cards.lacks_t:
        cards.lacks_t = 0
        emit(cards, seat, item.t)


def put(cards, token, zone, nth):
    """Remember a card without identity as lying in a zone."""
    tag = Tag(bytes([nth & 255]), 0)
    tag.blank = True
    tag.token = token
    tag.zone = zone
    tag.nth = nth
    cards.tags[tag.uid] = tag
    cards.blanks += 1


def stands_for(cards, item):
    """Tag of the card without identity that a card, come off the deck unseen, must be; or None.

    It lies where that one was told to lie, in the muck with its hand meanwhile, and no card is due
    there, or it lay there before the card told last left the deck.
    """
    if item.passed or item.zone is None:
        return None
    phase = cards.phase
    dealt = phase.now in (ph.SHUFFLED, ph.DEAL)
    seat = seat_of(item.zone)
    if dealt and (seat is None or phase.next_seats(1) == [seat] and not _lay_before(cards, item)):
        return None
    for tag in cards.tags.values():
        if tag.blank and tag.zone == item.zone and tag.item is None:
            return tag
    return None


def _lay_before(cards, item):
    """True for a card that its seat had read before one told already left the deck: it is not the
    one that comes after that."""
    home = item.tag.home
    if home is None or home.antenna.zone != item.zone:
        return False
    dealt = [tag for tag in cards.tags.values() if tag.nth and tag.item is None]
    return bool([tag for tag in dealt if not tag.mouth_missed and tag.read > home.since])


def name(cards, item, blank):
    """A card told without identity has been read: tell which it is, where it lies."""
    tag = item.tag
    cards.count -= 1
    cards.mouth_missed -= 1
    for other in cards.order.items:
        later = other.passed is not None and other.tag.nth > tag.nth
        if later:
            other.tag.nth -= 1
    tag.nth = blank.nth
    tag.item = None
    del cards.tags[blank.uid]
    cards.blanks -= 1
    cards.supposed &= ~(1 << (seat_of(item.zone) or 0))  # it was there
    tag.face = facing.UNKNOWN
    tokens = [cards.name(tag)]
    cards.emit(
        events.card_move(item.t, tokens, item.zone, item.zone, facing.UNKNOWN, "dealer", tag.nth)
    )


def doubt(cards, tag, t):
    """A hole card that passed the mouth was told at ``t`` where it was due, unread: watch it."""
    cards.unproved.append((tag, t, _reads(cards, tag.zone)))


def watch(cards, t):
    """Ask the dealer about such a card, once, when its loop has read the other one often enough for
    longer than shadows last, or sooner where its load is a card less; no more when it is read, or
    gone on, or the load has it."""
    if t & LOAD_ASKED_MASK_MS:
        return
    for row in tuple(cards.unproved):
        tag, emitted, reads = row
        if tag.home is not None or tag.item is not None or seat_of(tag.zone) is None:
            cards.unproved.remove(row)
        elif t - emitted >= SHADOW_MS and _reads(cards, tag.zone) - reads >= ABSENT_EDGE_DWELLS:
            more = cards.laden.excess(tag.zone)
            if t - emitted >= SHADOW_MS + PITCH_MAX_MS or more is not None and more < 0:
                cards.unproved.remove(row)
                if more != 0 and cards.ask is not None:
                    _ask(cards, tag, t)


def _reads(cards, zone):
    """Reads of the cards told to lie at a seat which its loop reads at this moment."""
    there = [tag for tag in absent.lying(cards, zone) if absent.read_there(tag)]
    return sum([tag.home.hits for tag in there])


def _ask(cards, tag, t):
    zone = tag.zone

    def answered(value, when):
        if value == "no" and tag.home is None and tag.zone == zone:
            cards.emit(events.notice(when, "wrong_card_count", seat_of(zone)))

    cards.ask(t, "card_unread", answered, seat_of(zone))


def loaded_where_read(cards, item, due):
    """Zone of the one seat that has read a card of the deal, too seldom for it to lie there, where
    its loop's load, too, says so; None: it does not, and the order of the deal decides.

    While no card's load is known: nothing is told to lie there, as who has cards looks at them, and
    the loop takes a strong card's load more than empty, that of the seat which is due none.
    """
    seats = [k.antenna for k in item.tag.tracks if k.antenna.kind == "seat"]
    ant = seats.pop() if len(seats) == 1 else None
    if ant is None or ant.number == due or cards.laden.card_load():
        return None
    if cards.phase.counts.get(ant.number):
        return None
    here = cards.laden.off_empty(ant.zone)
    there = cards.laden.off_empty(seat_zone(due))
    if here is None or there is None or here < CARD_STRONG_16THS or there >= CARD_LEAST_16THS:
        return None
    return ant.zone
