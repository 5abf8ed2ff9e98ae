"""A street that lies there without its burn, or in part: what was, and what is yet to be read?

Loaded when one does, which is seldom. Rivals of no burn: it lies beside its loop, or in a shadow;
the mouth has missed it as well.
"""

from firmware.table import absent, events, unread
from firmware.table import phase as ph
from firmware.table.values import (
    ASK_MS,
    BOARD_CARDS,
    CARD_UNREAD_MS,
    LAST_CARD_MS,
    LATE_CENTINATS,
    LOAD_ASKED_MASK_MS,
    PITCH_USUAL_MS,
    STREET_APART_MS,
)
from shared_rules.zones import BOARD, BURN, MUCK, POT


def burn_asked(cards, item, now):
    """True while the dealer is asked whether a card was burned before the street ``item``.

    The first card that the mouth saw leave before it, and that is read nowhere, is the burn; the
    next is a second one where all of the street is read. So is an undealt card that a loop has read
    where burns are put, if only once.
    Without an answer there was one where burns are put beside their loop, where that carries a card
    more than is read, if hardly out of its noise, and where the mouth has missed most cards: it
    misses one more often than a dealer forgets one; not where another loop reads all burns that lie
    off theirs. Nobody is asked where the mouth has seen about all cards and the loop, on which
    burns are put, carries none: there was none; nor where the deal goes wrong already: somebody has
    keyed it, or more lies there than ought.
    """
    burn = left_first(cards, item)
    if burn is not None:
        since = burn.t
        burn.lay(BURN)
        second = left_first(cards, item, since)
        if second is not None and _read_twice(second) and _whole(cards):
            second.lay(BURN)
        return False
    heard_there = _heard(cards, cards.phase.last_deal, (BURN, POT, MUCK))
    if heard_there:
        cards.lay(heard_there[0], BURN, max(0, item.t - 1))
        heard_there[0].supposed = True  # as what lies beside it, until it is read there
        return True  # it is told before the street
    for other in cards.order.items:
        if getattr(other, "event", None) is not None and other.event["what"] == "notice":
            return False
    more = unread.burn_excess(cards, item)
    usual = (more or 0) > 0 or _beside(cards, item, now) or _blind(cards)
    if more == 0 and not usual and unread.mouth_sure(cards):
        return False
    if cards.ask is None or cards.phase.now < ph.BETTING or cards.phase.awarded:
        item.burned = usual
        return False
    if item.asked is None:

        def answered(value, t):
            item.asked = value
            item.asked_t = now - ASK_MS
            item.burned = value == "yes"

        item.asked = "burn"
        item.asked_t = now
        cards.ask(now, "burn_unread", answered)
    if item.waits(now, item.asked_t + ASK_MS, "asked"):
        return True
    if item.asked == "burn":
        item.burned = usual and not _read_elsewhere(cards)
    return False


def burn_weighed(cards, item):
    """True where a burn place that carries a card more than was read has a burn of the street
    ``item``: not before the bets, and not for a load that hardly stands out of the noise, once in
    many dwells, where neither the mouth, which sees about all cards, nor the loop, for so long, has
    read one."""
    if cards.phase.now < ph.BETTING or not unread.mouth_sure(cards):
        return cards.phase.now >= ph.BETTING
    from firmware.table import evidence  # loaded when it is needed: it costs heap

    for ant in cards.antennas:
        if ant.kind == BURN:
            missed = unread.mouth_saw(cards) + evidence.unseen(ant, max(0, ant.t - item.t))
            _, more = cards.laden.says(ant) or (0, 0)
            return missed - more < LATE_CENTINATS
    return True


def _read_elsewhere(cards):
    """True where each burn of this hand that does not lie on its loop is read by another, the pot's
    or the muck's: one more there would be, too."""
    lie = [tag for tag in cards.tags.lying(BURN) if tag.supposed]
    return bool(lie) and not [tag for tag in lie if tag.home is None]


def _beside(cards, item, now):
    """True where burns are put beside their loop: more of those told were, or it carries less than
    was read there, or the next card off the deck after the street ``item``, a burn, is read
    nowhere, nor carried by the loop."""
    more = cards.laden.excess(BURN) or 0
    if cards.beside > 0 or more < 0:
        return True
    for other in cards.order.items:
        if other.passed and other.t > item.t and other.zone != BOARD:
            lost = other.zone is None and now - other.t >= cards.flight_ms
            return lost and more <= 0 and _whole(cards)
    return False


def _read_twice(item):
    """True for a card of which the mouth has had two readings: one may be of a card in the deck."""
    return item.tag.ups + item.tag.downs > 1


def _lying(cards):
    """Cards off the deck that lie on the board and are to be told."""
    off = [i for i in cards.order.items if i.passed is not None]
    return [i for i in off if i.zone == BOARD]


def _whole(cards):
    """True where all cards of the street to be told are read on the board."""
    return len(_lying(cards)) >= cards.phase.street_cards()


def _blind(cards):
    """True for a mouth that has missed more cards of this hand than it has seen: what it has not
    seen may have left the deck all the same."""
    return 2 * cards.mouth_missed > cards.count


def left_first(cards, item, since=0):
    """The first card that the mouth saw leave after all that was told, and after ``since`` ms, and
    before the street ``item``, its time over and read nowhere; None where there is none."""
    since = max(since, cards.phase.last_deal)
    first = None
    tags = cards.tags
    for uid in tags:
        deal = tags[uid].item
        lost = getattr(deal, "detached", False) and deal.passed
        if lost and since < deal.t < (first or item).t:
            first = deal
    return first


def next_burn(item, t):
    """True for a burn that the mouth has not seen, read so long after one was told unread at ``t``
    ms that its loop would have read that before."""
    return unread.came_late(item, t, t)


def lay(cards, item):
    """Tell a card that came off the deck between two burns and is read nowhere, nobody having to
    act between them, or that the board has read once: the street the first was burned for."""
    before = unread.left_before(cards, item)
    if before is not None:
        before.lay(BOARD)
        return
    found = _heard(cards, cards.phase.last_deal)
    if len(found) == cards.phase.street_cards():
        for tag in found:
            cards.lay(tag, BOARD, item.t)
        first = found[0].item
        cards.order.remove(first)
        cards.emitted(first, "medium")


def before_collected(cards, item):
    """Tell the card of the street that a burn lies for, which the mouth saw leave and nothing has
    read since, before a tabled hand is collected: nobody gathers one while its board is dealt out.
    """
    phase = cards.phase
    if phase.awarded or not phase.burned or phase.board >= BOARD_CARDS or phase.street_cards() > 1:
        return
    lost = left_first(cards, item)
    if lost is not None:
        lost.lay(BOARD)


def before_burn(cards, item, t):
    """Date a turn or river card that the mouth has not seen, its own burn lying there: one that is
    read at ``t``, sooner after the mouth saw another than that can go and the next can follow it,
    had left the deck before. That other is the burn of the street to come, no second one."""
    off = [i for i in cards.order.items if i.passed and i.zone in (None, BURN)]
    left = [i.t for i in off if 0 <= t - i.t < 2 * PITCH_USUAL_MS]
    if left:
        cards.order.remove(item)
        item.t = max(0, min(left) - 1)
        cards.order.add(item)


def third_of_flop(cards, item):
    """Date a card that the mouth has not seen, and that comes to a flop which lacks one and waits
    to be told, before what left the deck since: that is the burn of the street to come, and nobody
    burns for one before the flop lies there, however late its loop reads a card of it. So before
    who has acted since the board read it once, which was on three cards."""
    flop = []
    for other in cards.order.items:
        if other is not item and other.passed is not None and other.zone == BOARD:
            flop.append(other)
        elif flop and other is not item:
            if other.passed is not None:
                first = other.passed and other.t < item.t
            elif other.acts():  # on what lies there: else it may be of the next street
                brief = item.tag.brief
                read = brief is not None and brief.kind == BOARD
                first = read and flop[0].t <= item.tag.brief_t < other.t < item.t
            else:
                continue
            if first and len(flop) < cards.phase.street_cards():
                cards.order.remove(item)
                item.t = flop[-1].t
                cards.order.add(item)
            return


def surplus_card(cards, item, t):
    """Take a card that the board reads at ``t`` ms for one more of the street that was told last,
    for which nobody need have burned or acted: no card was burned since and nobody has acted, and
    it left the deck as soon after its last card lay as cards of one street do."""
    phase = cards.phase
    others = [i for i in cards.order.items if i is not item]
    if phase.closed() or phase.now != ph.BETTING or len(phase.owing) < len(phase.live):
        return
    left = item.t if item.passed else t
    if left - cards.board_last <= STREET_APART_MS and not [i for i in others if _between(i)]:
        item.asked = BOARD


def _between(item):
    """True for an act, and for a card off the deck that may be a burn."""
    return item.acts() is not None or item.passed and item.zone is None


def flop_short(cards, item, now):
    """A flop of fewer than three cards was told: is one missing, or does one go unread?

    Where the mouth saw those that lie there and no other, and would hardly have missed one that the
    board's loops miss as well, none came: somebody has to be told. Else the dealer is asked. Not
    yet while a card that left the deck as soon as one of the flop may still come to rest.
    """
    lost = _on_their_way(cards)
    if len(lost) == 1 and unread.place_of(cards, lost[0]) == BOARD:
        return  # it is told there next
    since = cards.phase.last_deal
    if [i for i in lost if now - i.t < cards.flight_ms and i.t - since <= LAST_CARD_MS]:
        return  # looked at again when it is told, or lost
    missed = [tag for tag in absent.lying(cards, BOARD) if tag.nth and tag.mouth_missed]
    none = not missed and unread.mouth_sure(cards) and _no_other(cards)
    if none and _unread(cards) + unread.mouth_saw(cards) >= LATE_CENTINATS:
        cards.emit(events.notice(now, "board_card_count"))
    elif cards.ask is not None:

        def answered(value, t):
            cards.flop_t = 0
            if value == "no" and cards.phase.flop_lacks():
                cards.emit(events.notice(t, "board_card_count"))
            elif value == "yes":
                cards.flop_lies = t + CARD_UNREAD_MS

        cards.flop_t = now
        cards.ask(now, "flop_unread", answered)


def watch_flop(cards, t):
    """The dealer was asked about a flop and does not answer: what has been read by now decides,
    where no card that came with the others would be unread for so long."""
    if t - cards.flop_t < ASK_MS or not cards.phase.flop_lacks() or not _no_other(cards):
        return
    if _unread(cards) >= LATE_CENTINATS:
        cards.flop_t = 0
        cards.emit(events.notice(t, "board_card_count"))


def third_until(cards, t, now):
    """Until when, ms, who acted at ``t`` on a flop of two waits for what is known of its third
    card: while the dealer is asked, until it has been looked at what follows from no answer, and
    while a card that left the deck since then is on its way."""
    if not cards.flop_t:
        return cards.flop_lies
    if [i for i in _on_their_way(cards) if i.t > t]:
        return now + 1
    return (cards.flop_t + ASK_MS) | LOAD_ASKED_MASK_MS


def _unread(cards):
    """How unlikely it is that a card which came with the last of its street lies there unread. It
    left the deck after that one, so that no shadow of it need have lasted since then."""
    from firmware.table import evidence  # loaded when it is needed: it costs heap

    since = cards.phase.last_deal + STREET_APART_MS
    loops = [ant for ant in cards.antennas if ant.kind == BOARD and ant.dwells]
    return min([evidence.unseen(ant, max(0, ant.t - since)) for ant in loops] or [0])


def _no_other(cards):
    """True where all cards told to lie on the board are read there, and no other is under way or
    heard there."""
    if [tag for tag in absent.lying(cards, BOARD) if tag.nth and not absent.read_there(tag)]:
        return False
    return not (_on_their_way(cards) or _heard(cards, cards.phase.last_deal))


def _on_their_way(cards):
    """Cards that the mouth saw leave the deck, read nowhere yet."""
    return [i for i in cards.order.items if i.passed and i.zone is None]


def _heard(cards, since, kinds=(BOARD,)):
    """Undealt cards that loops of those kinds have read since ``since`` ms, if too seldom for them
    to lie there."""
    tags = cards.tags
    out = []
    for uid in tags:
        tag = tags[uid]
        if tag.value or tag.nth or tag.item is not None:
            continue
        lately = tag.brief is not None and tag.brief.kind in kinds and tag.brief_t >= since
        for track in tag.tracks:
            if track.antenna.kind in kinds and track.seen >= since:
                lately = True
        if lately:
            out.append(tag)
    return out


def heard(cards, item):
    """Take cards that the board has read once to be what a street lacks, where they are as many: an
    undealt card is read nowhere unless it has left the deck, and rests where it was read last."""
    lacks = cards.phase.street_cards() - len(_lying(cards))
    found = _heard(cards, item.t)
    if lacks == len(found):
        for tag in found:
            cards.lay(tag, BOARD, item.t)


def flop_completed(cards, item):
    """A card comes to the flop the dealer was asked about, no burn before it and some still to act:
    it was missing where the mouth has seen it leave the deck since then, or much later than the
    others, or where its loop would have read it long before."""
    phase = cards.phase
    asked = cards.flop_t
    cards.flop_t = 0
    if not phase.flop_lacks() or phase.burned or not phase.owing:
        return
    late_ms = item.t - phase.last_deal
    if item.passed:  # else it left with the others
        apart = late_ms > STREET_APART_MS + LAST_CARD_MS
        missing = not item.late and (item.t > asked or apart)
    else:
        missing = unread.came_late(item, phase.last_deal + STREET_APART_MS, phase.last_deal)
    if missing:
        cards.emit(events.notice(item.t, "board_card_count"))
