"""Where a card must lie that left the deck and is read nowhere: inference, with less confidence.

What came before and after it leaves one place it can have gone to, or none; then nothing is said.
"""

from firmware.table import absent, due, events, facing
from firmware.table import phase as ph
from firmware.table.presence import CANDIDATE
from firmware.table.values import (
    ASK_MS,
    BURN_HEAVY_MS,
    CARD_UNREAD_MS,
    COIN_DWELLS,
    DUE_AHEAD_CARDS,
    KEY_ACT_LATE_MS,
    LAST_CARD_MS,
    LAST_CARD_TIMES,
    LATE_CENTINATS,
    LOOK_PERIOD_MS,
    MOUTH_SURE_TIMES,
    PACE_LEAST_MS,
    PITCH_USUAL_MS,
    SHADOW_MS,
)
from shared_rules.zones import BOARD, BURN, STUB, seat_of, seat_zone


def nowhere_of():
    """What knows of hole cards nobody reads: loaded when there seems to be one."""
    from firmware.table import nowhere

    return nowhere


def place_of(cards, item):
    """Zone of a card that passed the mouth and did not turn up; None when nothing tells."""
    if not item.passed:
        return None
    phase = cards.phase
    if phase.now in (ph.SHUFFLED, ph.DEAL):
        return _pitched(cards, item)
    if phase.now < ph.BETTING:
        return None
    about = _keyed_about(cards, item)
    if about is not None and not phase.board:
        return about
    later = [i for i in cards.order.items if is_later(i, item)]
    acted = [i for i in cards.order.items if i.t > item.t and i.acts()]
    if phase.flop_lacks():  # it is still to be completed; or left with the others, and they play
        spread = acted and not phase.burned and item.t - phase.last_deal <= LAST_CARD_MS
        return BOARD if later or spread else None
    if not phase.burned:
        from firmware.table import street  # loaded when it is needed: it costs heap

        first = street.left_first(cards, item)  # the burn, if any: see ``street.burn_asked``
        return BURN if first is None and [i for i in later if i.zone == BOARD] else None
    if phase.now == ph.BETTING and [i for i in later if i.zone == BOARD]:
        return BOARD
    if phase.board >= 3 and phase.hole is not None and acted and not later:
        return BOARD  # after a burn, and they play on
    return None


def is_later(other, item):
    """True for a card that came off the deck after ``item`` and lies somewhere."""
    lies = other.passed is not None and other.zone is not None
    return lies and other.tag.nth > item.tag.nth


def _pitched(cards, item):
    """The seat whose turn it was, when the next card that lies went to the one whose turn it was
    then, or is none."""
    phase = cards.phase
    (due,) = phase.next_seats(1)
    about = _keyed_about(cards, item)
    if about is not None:
        return about
    if phase.hole is None or phase.counts.get(due, 0) >= phase.hole:
        return None
    later = [i for i in cards.order.items if is_later(i, item)]
    if later:  # those between them may lack, too
        then = phase.next_seats(later[0].tag.nth - item.tag.nth + 1)[-1]
        if later[0].zone == seat_zone(then):
            return seat_zone(due)
        return nowhere_of().loaded_where_read(cards, item, due)
    if phase.now == ph.SHUFFLED:
        return None  # perhaps no deal yet: the deck is riffled, or being put into the well
    goes_on = [i for i in cards.order.items if i.passed and i.t > item.t]
    if goes_on and facing.verdict(item.tag) != facing.UP:  # else it was put aside
        return nowhere_of().loaded_where_read(cards, item, due) or seat_zone(due)
    lacking = [s for s in phase.seats if phase.counts.get(s, 0) < phase.hole]
    return seat_zone(due) if lacking == [due] else None


def watch_burn(cards, t):
    """A second burn that neither the mouth nor the burn place has read, by its load alone: told
    when the load has been one card more for a while and nothing else is under way."""
    laden = cards.laden
    phase = cards.phase
    more = laden.excess(BURN) if phase.now >= ph.BETTING and phase.burned else 0
    if more and more < 0 and laden.unnamed:
        laden.unnamed -= 1  # it went back on the deck
    if more != 1 or cards.order.items:
        laden.heavy = 0
    elif not laden.heavy:
        laden.heavy = t
        cards.attention.watch("burn", LOOK_PERIOD_MS, BURN_HEAVY_MS, t)
    elif t - laden.heavy >= BURN_HEAVY_MS and BURN in laden.heavier(BURN):
        cards.emit_burn(laden.heavy)
        laden.heavy = 0


def _burn_loaded(cards):
    """True when the burn place's load has a card nobody has read; a second burn, which would be a
    slip, takes surer evidence."""
    laden = cards.laden
    return BURN in laden.heavier(BURN) if cards.phase.burned else (laden.excess(BURN) or 0) > 0


def burn_excess(cards, item):
    """How many cards more than are told to lie there the burn place carries of those from before
    the street ``item``, see ``laden.excess``: not those that left the deck since, it carrying none.
    """
    more = cards.laden.excess(BURN)
    if not more or more < 0:
        return more
    later = [i for i in cards.order.items if i.passed and i.t > item.t]
    later = [i for i in later if i.zone is None]
    return more if later and later[0].over_burn else max(0, more - len(later))


def _keyed_about(cards, item):
    """Zone of the seat at which somebody has seen the card, keyed after it had left the deck."""
    phase = cards.phase
    for other in cards.order.items:
        if other.about is None or other.t < item.t:
            continue
        zone = seat_zone(other.about)
        if phase.next_seats(1) != [other.about] and other.t - cards.dealt_t(zone) < KEY_ACT_LATE_MS:
            continue  # it is about the card that came there just before
        since = [i for i in cards.order.items if item.t < i.t <= other.t]
        if not [i for i in since if i.passed is not None]:
            return zone  # it was the last one dealt
    return None


def keyed_awaited(cards, seat, t):
    """True while the card of the deal that something was keyed about at ``t`` ms has not been told
    at its seat: that has none yet, those of seats before it being read late as well, or is due
    next, or the deal can have come round to it by then, at the quickest pace, and the mouth misses
    cards or the one told there came longer ago than anybody keys. No more when the next one lies
    there that has left the deck since.
    """
    phase = cards.phase
    if phase.now not in (ph.SHUFFLED, ph.DEAL) or seat not in phase.seats:
        return False
    has = phase.counts.get(seat)
    if not has:
        return True
    zone = seat_zone(seat)
    if [i for i in cards.order.items if i.passed is not None and i.zone == zone and i.t > t]:
        return False
    if phase.next_seats(1) == [seat]:
        return True
    turns = 1 + phase.next_seats(len(phase.seats)).index(seat)
    if phase.hole is not None and has >= phase.hole or t - phase.last_deal < turns * PACE_LEAST_MS:
        return False
    return not mouth_sure(cards) or t - cards.dealt_t(zone) > KEY_ACT_LATE_MS


def before_keys(cards, item, unread_ms):
    """When a card that the mouth has not seen left the deck at the latest, ms: before somebody has
    keyed that it lies at its seat. Not where its loop did not read it at ``unread_ms``, after that,
    and another had come there so shortly before the key that this one may be meant."""
    t = item.t
    for key in cards.order.items:
        if key.about is None or t <= key.t or item.zone != seat_zone(key.about):
            continue
        if unread_ms <= key.t or key.t - cards.dealt_t(item.zone) > KEY_ACT_LATE_MS:
            t = max(0, key.t - 1)
    return t


def loaded_zone(cards, item, over=False):
    """Zone whose load is a card more than is read there, for one that is read nowhere.

    ``over``: it has had all the time a pitch takes; only then is a place believed where no card was
    due, and only where the load of the place that was due has none.
    """
    phase = cards.phase
    lost = [i for i in cards.order.items if i.passed and i.zone is None]
    if item not in lost:
        lost.insert(0, item)  # its time is over: it has left the queue, the oldest of them
    if lost[0] is not item:
        return None
    soon = not phase.burned and mouth_sure(cards)  # else the burn may be one it has missed
    street = phase.flop_lacks() and item.t - phase.last_deal <= LAST_CARD_MS  # left in between
    if phase.now >= ph.BETTING and (over or soon) and not street and _burn_loaded(cards):
        before = left_before(cards, item)
        if _of_another(cards, before or item, BURN):
            return None
        if before is None:
            return BURN
        before.lay(BURN)
        return None
    about = _keyed_about(cards, item)
    if about is not None:
        return about
    if phase.now >= ph.BETTING:  # a card too many, dealt before anybody has acted
        seats = [] if phase.board or phase.burned or not over else cards.laden.heavier("seat")
        return seats.pop() if len(seats) == len(lost) == 1 else None
    if phase.now not in (ph.SHUFFLED, ph.DEAL):
        return None
    due = seat_zone(*phase.next_seats(1))
    here = cards.laden.excess(due)
    if here is None or here > 0:
        return due if here and not _of_another(cards, item, due) else None
    # Who has cards looks at them: a hand over the loop takes as much load as a card (radio.md).
    seats = [z for z in cards.laden.heavier("seat") if not phase.counts.get(seat_of(z))]
    return seats.pop() if over and len(seats) == len(lost) == 1 else None


def left_before(cards, item):
    """The card that left the deck just before another, its time over and read nowhere yet: what
    lies unread is that one first. None where there is none."""
    tags = cards.tags
    for uid in tags:
        deal = tags[uid].item
        if getattr(deal, "detached", False) and deal.passed and tags[uid].nth == item.tag.nth - 1:
            return deal
    return None


def burned_before(cards, item):
    """Tell the card that left the deck just before a burn, its time over, where the burn place has
    read it since, if only once. Not one that may be of the street before."""
    phase = cards.phase
    before = left_before(cards, item) if phase.now >= ph.BETTING else None
    if before is None or phase.burned or phase.flop_lacks():
        return
    if _read_at_burns_since(before):
        before.lay(BURN)


def second_burn(cards, item):
    """Tell a card that left the deck between the burn of a street and the street ``item``, all of
    which is read, and that lies nowhere as a second burn: the mouth has read it twice, and the burn
    place has since, if too seldom."""
    lost = left_before(cards, item) if cards.phase.burned else None
    if lost is None or lost.tag.ups + lost.tag.downs < 2:
        return
    if _read_at_burns_since(lost):
        lost.lay(BURN)


def _read_at_burns_since(item):
    """True for a card that the burn place has read since it left the deck, in which nothing but the
    mouth reads it."""
    tag = item.tag
    if tag.brief is not None and tag.brief.kind == BURN and tag.brief_t > item.t:
        return True
    return bool([k for k in tag.tracks if k.antenna.kind == BURN and k.seen > item.t])


def turned_face_up(cards, now):
    """True while the dealer is asked about a card of the street that the mouth saw face up: it is
    the same as of a card dealt to a seat, see ``nowhere.seen_up``."""
    for item in cards.order.items:
        up = item.passed and item.zone == BOARD and cards.at_the_mouth(item) == facing.UP
        if up and not item.tag.said_up and nowhere_of().seen_up(cards, item, now):
            return True
    return False


def _of_another(cards, item, zone):
    """True where the load of a loop is another card's: it was there before this one can have come,
    or the loop has read another, if not often enough yet: not one that was told to lie there."""
    since = cards.laden.since(zone)
    flight_ms = 0 if zone == BURN else PITCH_USUAL_MS  # it lies beside the mouth
    left = due.off_deck(item.tag, item.t)
    if item.others == zone or since is not None and since < left + flight_ms:
        item.others = zone
        return True
    for ant in cards.antennas:
        if ant.zone == zone:
            for track in ant.tracks:
                other = track.tag
                if track.state == CANDIDATE and other is not item.tag and other.zone != zone:
                    return True
    return False


def came_late(item, since, began):
    """True for a card that the mouth has not seen, asked for and read first so long after it was
    due that its loop would have read it before: no shadow lasts so long.

    One that was heard on the table since the deal, or the street, ``began`` had left the deck.
    """
    tag = item.tag
    if tag.brief is not None and tag.brief_t >= began:
        return False
    from firmware.table import evidence  # loaded when it is needed: it costs heap

    return evidence.unread_since(tag, since, item.landed) >= LATE_CENTINATS


def watch_deal(cards, t):
    """The last card of the deal does not come: was it forgotten, or does nobody read it?

    A dealer who has pitched the others at a pace does not wait so long for the last. It was
    forgotten when mouth and seat, which read the others, would hardly both have missed it, or when
    the load of its loop says that none has come; else the dealer is asked, once. Who does not
    answer leaves it to what has been read since.
    """
    phase = cards.phase
    seat = last_of(cards)
    if seat is None or t - phase.last_deal < _pause_ms(cards):
        return
    if cards.short_t >= phase.last_deal and (not cards.lacks_t or t - cards.lacks_t < ASK_MS):
        return
    if [i for i in cards.order.items if i.passed is not None]:
        return  # cards are on their way
    if heard_at(cards, seat):
        return  # one more reading will tell
    more = cards.laden.excess(seat_zone(seat))
    if more == 1 and absent.hidden(cards, seat_zone(seat)):
        more = None  # a hand is above them, which loads the loop as a card does
    none = more == 0
    if more is None and mouth_sure(cards):
        none = _reads_well(cards, seat) and _surely_none(cards, seat)
        if not none and t - phase.last_deal < _pause_ms(cards) + SHADOW_MS:
            return
    if cards.lacks_t and not none and more != 1:
        return
    asked = cards.lacks_t
    cards.short_t = t
    cards.lacks_t = 0
    if more == 1:
        nowhere_of().emit(cards, seat, t)
    elif none and (asked or cards.ask is None):
        cards.emit(events.notice(t, "wrong_card_count", seat))
    elif cards.ask is not None:
        cards.lacks_t = t

        def answered(value, when):
            cards.lacks_t = 0
            if phase.now != ph.DEAL or seat != last_of(cards):
                return  # it has been read meanwhile
            if value == "no":
                cards.emit(events.notice(when, "wrong_card_count", seat))
            elif value == "yes":
                nowhere_of().emit(cards, seat, when)

        cards.ask(t, "card_unread", answered, seat)


def heard_at(cards, seat):
    """True while the loop of a seat has read a card too seldom for it to lie there, which has been
    told nowhere: the one that is due there, as a rule."""
    for ant in cards.antennas:
        if ant.kind == "seat" and ant.number == seat:
            for track in ant.tracks:
                if track.state == CANDIDATE and not (track.tag.value or track.tag.nth):
                    return True
    return False


def on_board(cards):
    """True while a loop of the board has just read a card of the deck for the first time: the next
    reading tells whether it came with the others of its street."""
    for ant in cards.antennas:
        if ant.kind == BOARD:
            for track in ant.tracks:
                new = track.state == CANDIDATE and not track.misses
                if new and track.tag.zone in (None, STUB):
                    return True
    return False


def awaited(over, item, now):
    """True while an act waits for the last cards of the deal: read late, they came before it. No
    more when another has left the deck since."""
    cards = over.cards
    phase = cards.phase
    seat = item.acts()
    if phase.now != ph.DEAL or phase.hole is None or not seat:
        return False
    (due,) = phase.next_seats(1)
    lacking = sum([max(0, phase.hole - phase.counts.get(s, 0)) for s in phase.seats])
    if not 0 < lacking <= DUE_AHEAD_CARDS or getattr(item, "frm", None) == seat_zone(due):
        return False
    until = max(item.t, cards.lacks_t) + (ASK_MS if cards.lacks_t else CARD_UNREAD_MS)
    for other in over.order.items:
        if other.passed is None or other.t < item.t:
            continue
        if other.passed and not other.late:
            return False
        if other.zone is not None:
            over.order.remove(other)
            other.t = max(0, item.t - 1)
            over.order.add(other)
            return item.wait("street")
    return item.waits(now, until, "street")


def deal_completed(cards, item):
    """The last card of the deal comes when the dealer was asked for it: it was missing where the
    mouth has seen it leave the deck since, or its loop would have read it long before."""
    asked = cards.lacks_t
    cards.lacks_t = 0
    seat = last_of(cards)
    due = seat is not None and item.zone == seat_zone(seat)
    if not due or asked <= cards.phase.last_deal:
        return
    if item.passed:
        missing = not item.late and item.t > asked
    else:
        due_t = cards.phase.last_deal + cards.phase.pace_ms()
        missing = came_late(item, due_t, cards.phase.first_deal)
    if missing:
        cards.emit(events.notice(item.t, "wrong_card_count", seat))


def last_due(phase):
    """The seat that alone lacks cards of the deal, its last one or, passed over, all; None while
    more are to come, or none. A hand that has been folded lacks nothing."""
    lack = _lack(phase)
    return lack.pop() if lack and lack == phase.next_seats(1) else None


def _lack(phase):
    """Seats that have fewer cards than the deal gives them, and none who has folded: of a deal for
    at least two that goes on, and of which is known how many each gets."""
    if phase.now != ph.DEAL or phase.hole is None or len(phase.live) < 2:
        return []
    lack = [s for s in phase.seats if phase.counts.get(s, 0) < phase.hole]
    return [s for s in lack if phase.counts.get(s) != 0]


def last_of(cards):
    """The same; also the only seat that lacks a card where two of another were read at once, which
    the mouth had missed: what came between them was passed over, the deal ends with whoever it may.
    """
    phase = cards.phase
    seat, lack = last_due(phase), _lack(phase)
    if seat is not None or len(lack) != 1:
        return seat
    (due,) = phase.next_seats(1)
    whole = phase.counts.get(due, 0) >= phase.hole
    return lack.pop() if whole and _at_once(cards) else None


def _at_once(cards):
    """True where two cards of one seat have left the deck one after the other, as far as is known,
    which the mouth has not seen."""
    at = {tag.nth: tag.zone or "" for tag in cards.tags.cards if tag.nth and tag.mouth_missed}
    return bool([n for n in at if n + 1 in at and at[n] == at[n + 1] and at[n][:5] == "seat:"])


def _pause_ms(cards):
    """How long a dealer who deals at this pace does not wait between two cards, ms. Where somebody
    acts the deal is over, at whatever pace it seems to have gone: cards read late make it slow."""
    if [item for item in cards.order.items if item.acts()]:
        return LAST_CARD_MS
    return max(LAST_CARD_MS, LAST_CARD_TIMES * cards.phase.pace_ms())


def mouth_sure(cards):
    """True when the mouth has seen about all cards of this hand leave the deck."""
    return MOUTH_SURE_TIMES * cards.mouth_missed <= cards.count


def mouth_saw(cards):
    """How unlikely it is that the mouth has missed a card, by those of this hand."""
    from firmware.table import evidence  # loaded when it is needed: it costs heap

    return evidence.ln(cards.count + COIN_DWELLS) - evidence.ln(cards.mouth_missed + 1)


def _reads_well(cards, seat):
    """True when the loop of a seat reads what was told to lie there."""
    if absent.hidden(cards, seat_zone(seat)):
        return False
    return _loop(cards, seat).t - cards.phase.last_deal >= LAST_CARD_MS // 2


def _surely_none(cards, seat):
    """True where it is less likely that the mouth has missed the last card of the deal and its seat
    has not read it since it was due than that the dealer has forgotten it."""
    from firmware.table import evidence  # loaded when it is needed: it costs heap

    ant = _loop(cards, seat)
    ms = max(0, ant.t - cards.phase.last_deal - cards.phase.pace_ms())
    return mouth_saw(cards) + evidence.unseen(ant, ms) >= LATE_CENTINATS


def _loop(cards, seat):
    (ant,) = [a for a in cards.antennas if a.kind == "seat" and a.number == seat]
    return ant
