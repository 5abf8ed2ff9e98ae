"""Acts that come before their time: is what they come before unread, unkeyed, or did it not happen?

Loaded when one does, which is seldom: a controller plays most hands without it. ``over`` is the
``passed.Passed`` that holds the act back.
"""

from firmware.table import absent, events, late, spoken
from firmware.table.deal import faint, street_of
from firmware.table.order import Keyed
from firmware.table.passed import adds_nothing, is_check, is_fold, is_shown, is_thrown
from firmware.table.presence import CANDIDATE
from firmware.table.values import (
    ACT_HELD_MAX_MS,
    ASK_MS,
    AT_ONCE_MS,
    BEFORE_ACT_MS,
    BOARD_CARDS,
    CARD_UNREAD_MS,
    DENIED_MS,
    FOLD_WAIT_MS,
    FORGETS_MS,
    HAND_PARTLY_MS,
    HEAVY_MS,
    KEY_LATE_MS,
    LOOK_PERIOD_MS,
    PARTIAL_MS,
    READER_AWAY_MS,
    STREET_APART_MS,
    UNCOLLECTED_MS,
    UNKEYED_TIMES,
)
from shared_rules.zones import BOARD, MUCK, POT, seat_of, seat_zone


def waits_for(over, item, due, now):
    """True while an act waits for what a player due before it may have done unread."""
    bet = over.phase.front.get(due, 0) < over.phase.high(due)
    _lies_beside(over, item, due, bet)  # now: its loop may have lost it when it is asked for
    if is_fold(item) and fold_said(over, item, now) or unheard(over, item, due, now):
        return True
    if (bet or not is_shown(item)) and hand_undecided(over, item, due, now):
        return True  # to a hand that is tabled only who has a bet to answer has folded
    if due in over.phase.owing and chips_first(over, item, due):
        return True
    if key_may_come(over, item, due, now):
        return True
    # who has just been taken to have checked puts no chips before what showed it
    return due in over.phase.owing and chips_may_come(over, item, due, now)


def unheard(over, item, due, now):
    """True while a loop of a player passed over has not been read since an act, or has not settled
    since it is read again: what it has says nothing of that moment. A reader that has been away for
    long holds up nothing."""
    for ant in over.cards.antennas:
        if ant.number != due or ant.kind not in ("seat", "line") or not ant.dwells:
            continue
        if ant.t < item.t:
            until = ant.t + READER_AWAY_MS
            look(over, ant, now)
        elif [k for k in ant.tracks if _undecided(k, item.t)]:
            until = ant.t + 2 * ant.period_ms
        else:
            continue
        if item.waits(now, until, "loop", due):
            return True
    return False


def look(over, ant, now):
    """Ask for a reading of a loop that is waited for: where its load has not changed it would only
    be looked at, which tells nothing of what lies there."""
    over.chips.attention.look(ant, now, LOOK_PERIOD_MS)


def _undecided(track, t):
    """True for a tag whose loop has not read it since ``t`` or has just come to read it once, the
    first dwell after a pause in which ``t`` lies. Not one its home, another loop, has read since: a
    spot beside the pot hears its chips again and again."""
    ant, home = track.antenna, track.tag.home
    if home not in (None, track) and home.seen > t:
        return False
    if track.state == CANDIDATE:
        return ant.holds_chips and ant.without_t <= t
    return track.misses > 0 and track.seen <= t


def street_unread(over, item, seat, now):
    """True while the card of the street that an act belongs to may still be read: its burn lies
    there, and on the street before the player has no more to do.

    A card that left the deck unseen came before the act; one the mouth has seen since did not.
    """
    phase = over.phase
    if not phase.burned or seat in phase.owing or phase.board >= BOARD_CARDS:
        return False
    first = _card_first(over, item)
    return item.waits(now, item.t + CARD_UNREAD_MS, "street") if first is None else first


def flop_unread(over, item, now):
    """True while an act waits for the card that the flop lacks, which the dealer was asked about:
    nobody acts on a flop of two. It is put first where it came first; where it left the deck after
    that act, and others had to act still, it was missing: one on its way is waited for. Where the
    dealer has said that it lies there it is read soon."""
    cards = over.cards
    first = _card_first(over, item)
    if first is False and cards.flop_t and not _street_over(over, item):
        cards.flop_t = 0
        cards.emit(events.notice(item.t, "board_card_count"))
        return False
    return first or item.waits(now, street_of().third_until(cards, item.t, now), "street")


def _street_over(over, item):
    """True where a card that came after an act may be of the next street: one more left the deck
    before it, a burn, or all have acted by then."""
    acted = []
    for other in over.order.items:
        if other.t >= item.t and other.passed is not None:
            return other.zone != BOARD or not [s for s in over.phase.owing if s not in acted]
        if other.t >= item.t:
            acted.append(other.acts())
    return True


def _card_first(over, item):
    """True when a card of the board that left the deck before an act, or unseen, and was read since
    is put before it; None where none was read, False for one that came after it."""
    for other in over.order.items:
        if other.passed is None or other.zone != BOARD:
            continue
        if (other.late or not other.passed) and other.t >= item.t:
            over.order.remove(other)
            other.t = max(0, item.t - 1)
            over.order.add(other)
            return item.wait("street")
        return False
    return None


def fold_said(over, item, now):
    """True while a hand said to be folded out of turn lies at its seat still: when it goes, those
    before it may have gone, and players say so before they push their cards."""
    seat = item.event["seat"]
    hand = absent.lying(over.cards, seat_zone(seat))
    if [tag for tag in hand if absent.read_there(tag)]:
        return item.waits(now, item.t + FOLD_WAIT_MS, "hand", seat)
    if item.why != "hand":
        return False
    over.order.remove(item)  # it takes place when the cards go
    item.t = now
    over.order.add(item)
    return item.wait("turn")


def hand_undecided(over, item, due, now):
    """True while the hand of a seat may still turn out to have left before an act.

    A hand silent for longer than players look at their cards was folded; one that leaves as the act
    is made, and not in answer to it, before.
    """
    if _has_said(over, due):
        return False
    cards = over.cards
    t = item.t + (AT_ONCE_MS if item.acts() else 0)
    for ant in cards.antennas:
        behind = ant.kind == "seat" and ant.number == due and ant.t < t
        if behind and item.waits(now, t + 2 * ant.period_ms + 1, "loop", due):
            if now >= t:
                look(over, ant, now)
            return True
    hand = absent.silent(cards, seat_zone(due))
    if not hand or absent.last_read(hand) > t:
        return _hand_beside(over, item, due, now)
    if absent.lifted(cards, item, due, now):
        return True
    absent.fold(cards, due, hand, item.t)
    return False


def _has_said(over, due):
    """True for a player who has said a wager, chips of nobody told since: nobody folds then, and
    the chips are on their way."""
    seat, word, t = over.phase.word
    spots = over.chips.spots
    later = [s for s in spots if s != due and spots[s].emitted_t > t]
    of_this_round = word in spoken.WAGERS and t > over.phase.last_deal
    return seat == due and of_this_round and not later


def _lies_beside(over, item, due, bet):
    """True for a hand of a player who is due that is read only now and then, or was when an act
    began to wait for it: what else is waited for may take longer than it lies there."""
    zone = seat_zone(due)
    if (
        (bet and getattr(item, "frm", "")[:5] == "seat:")
        or absent.partly(over.cards, zone, item.t)
        or absent.unsteady(over.cards, zone)
    ):
        item.beside |= 1 << due
    return item.beside >> due & 1


def _hand_beside(over, item, due, now):
    """True while cards that are read only now and then may lie beside their loop, folded, and any
    cards where others have left their seat after them: a hand put down short of the line is read at
    its seat until the dealer collects it, and players fold out of turn more seldom.

    Found in the muck soon enough, they were folded before the act that waits: not those of a player
    who faced no bet, whom that act may have given one to answer. Of one who did they were as well
    where another acts next, as a dealer stops an act out of turn, and where one of them, read well
    until lately, goes unread for longer than players look at their cards, or all of them are only
    heard at their seat since that had lost them.
    """
    zone = seat_zone(due)
    hand = absent.discarded(over.cards, zone)
    bet = over.phase.front.get(due, 0) < over.phase.high()
    if hand and bet and absent.collected_since(over.cards, zone, hand, item, item.t + AT_ONCE_MS):
        absent.fold(over.cards, due, hand, item.t)
    elif _lies_beside(over, item, due, bet):
        aside = bet and _put_aside(over.cards, zone, item.t)
        after = _next_seat(over, item, zone if aside else None)  # which goes on being folded
        lost = aside or bet and absent.partly(over.cards, zone, item.t, item.t - PARTIAL_MS)
        patience = UNCOLLECTED_MS if lost else HAND_PARTLY_MS
        if after is None and item.waits(now, item.held + patience, "beside", due):
            return True
        hand = absent.lying(over.cards, zone)
        # bets pulled in behind a player who has one to answer were pulled in too soon
        early = not item.acts() and bets_open(over, item, due)
        if bet and hand and after != due and (after or lost) and not early:
            absent.fold(over.cards, due, hand, item.t)
            over.cards.thrown[MUCK + zone] = item.t
    return False


def _put_aside(cards, zone, t):
    """True for a hand that its seat had lost as a whole shortly before ``t`` ms, and of which it
    has read no card since as it reads even what lies at its edge: one that was looked at comes back
    to its loop, one that was put down short of the line is heard there."""
    gone = cards.missed_t.get(zone)
    if gone is None or not t - PARTIAL_MS <= gone <= t:
        return False
    homes = [tag.home for tag in absent.lying(cards, zone) if not tag.blank]
    return not [k for k in homes if k is not None and k.antenna.zone == zone and not faint(k)]


def _next_seat(over, item, but=None):
    """Seat that acts next after an item; None while nobody does. The hand of the zone ``but`` that
    goes is no act."""
    seat = item.acts()
    first = None
    for other in over.order.items:
        acts = _acts(over, other, seat) if absent.came_after(over.cards, other, item) else None
        goes = getattr(other, "frm", None) or getattr(other, "zone", None)
        if not acts or acts == seat or but is not None and goes == but:
            continue
        if first is None or other.t < first.t:
            first = other
    return first and _acts(over, first, seat)


def key_may_come(over, item, due, now):
    """True while the check of a player who faces no bet may still be keyed, or was forgotten.

    One that is keyed meanwhile takes its turn before what it ought to have come before. After a
    key nothing but the dealer's word is waited for: only where none comes were the two keyed in
    the wrong order.
    """
    keyed = isinstance(item, Keyed) and not is_shown(item)
    lie = bets_lie(over, item, now)
    if lie is None and item.waits(now, item.t + KEY_LATE_MS, "key", due):
        return True
    if not (keyed or lie) and _key_first(over, item, due):
        return True
    high = over.phase.high()
    unsaid = due in over.phase.unsaid  # the bets, which had nothing left to answer, are pulled in
    if over.phase.front.get(due, 0) < high or not (high or over.phase.board or unsaid):
        return False  # there is a bet to answer, or a blind still to come
    if bets_open(over, item, due):
        return False  # before it would come an answer that no key makes
    if lie:
        return False  # the dealer has not ended the round: nobody's key is late by that much
    if due in over.denied and now - over.denied[due] < DENIED_MS:
        return False
    if not keyed and item.waits(now, item.t + KEY_LATE_MS, "key", due):
        return True
    if _may_ask(over, item, due):
        ask_for_check(over, item, due, now)
    if item.asked == due and item.waits(now, item.asked_t + ASK_MS, "asked", due):
        return True
    if item.asked_of and not item.answered:
        if is_check(item) and _next_act_decides(over, item, due, now):
            return True
        if _stops(over, item):
            return item.waits(now, item.held + ACT_HELD_MAX_MS, "next_act", due)
        if not acts_after(over, item, due):
            take_as_checked(over, item, due)
        elif keyed:
            return _key_first(over, item, due)
    return False


def bets_open(over, item, due):
    """True where a player due before ``due`` has a bet to answer and cards to do it with."""
    phase = over.phase
    for seat in over.due(item.acts()):
        if seat == due:
            return False
        folded = absent.given_up(over.cards, seat_zone(seat), item.t)
        if phase.front.get(seat, 0) < phase.high() and not folded:
            return True
    return False


def bets_lie(over, item, now):
    """True for a card off the deck that ends a street while each bet of it lies on its spot, read
    there since the card came: a dealer who has ended the round has pulled them in first. None while
    they lie there as far as is known and some spot, which is asked for, has not been read since."""
    if item.passed is None:
        return False
    front = over.phase.front
    spots = [over.chips.spots.get(seat) for seat in front if front[seat]]
    lie = bool(spots)
    for spot in spots:
        if spot is None or not spot.lies():
            return False
        if spot.antenna.t <= item.t:
            look(over, spot.antenna, now)
            lie = None
    return lie


def _key_first(over, item, due):
    """True when a seat's key, so late after an item, is put before it."""
    for other in over.order.items:
        late_ms = other.t - item.t
        if isinstance(other, Keyed) and other.acts() == due and 0 < late_ms <= KEY_LATE_MS:
            over.order.remove(other)
            other.t = max(0, item.t - 1)
            over.order.add(other)
            return item.wait("turn", 0, due)
    return False


def _may_ask(over, item, due):
    """Once for each player passed over; a dealer who did not answer is asked no more."""
    return over.chips.ask is not None and not item.asked_of >> due & 1 and item.answered


def chips_may_come(over, item, due, now):
    spot = over.chips.spots.get(due)
    if spot is None or _arriving(over, item, spot):
        return False
    carried = (item.fuller or 0) >> due & 1
    unread = over.chips.strays and (carried or not item.acts())
    if unread and late.once_of().read_never(over.chips, due, item):
        return item.wait("turn", 0, due)
    heavier = over.chips.bearing.load_says_more(spot.antenna)
    if heavier is None:
        until = item.t + _patience(spot)
        if now <= until:
            return item.wait("chips", until, due)
    if heavier:
        over.chips.attention.look(spot.antenna, now, 2 * LOOK_PERIOD_MS)
    if (heavier or carried) and item.waits(now, item.held + HEAVY_MS, "carries", due):
        return True
    if heavier and _may_ask(over, item, due):
        ask(over, item, due, now)
    return item.asked == due and item.waits(now, item.asked_t + ASK_MS, "asked", due)


def _arriving(over, item, spot):
    """Chips coming to lie on the spot of a player passed over; None where there are none."""
    arrival = spot.arrival if spot is not None else None
    return arrival if arrival is not item and arrival in over.order.items else None


def chips_first(over, item, due):
    """True when chips that came before an act, or may have, are put before it."""
    spot = over.chips.spots.get(due)
    arrival = _arriving(over, item, spot)
    if arrival is None or arrival.t < item.t:
        if arrival is None and spot is not None and _bare(over, item, spot):
            item.bare |= 1 << due
        return False
    if _paid(arrival):
        return False
    early = arrival.load_first and not item.bare >> due & 1
    soon = AT_ONCE_MS if item.acts() else 0  # no answer to it
    soon = arrival.t - item.t <= (_patience(spot) if arrival.load_first is None else soon)
    # a bet that opens the round is not put before a street, which would come too soon then
    may = item.acts() or over.phase.front.get(due, 0) < over.phase.high()
    if not (may and (early or soon or spot.antenna.without_t <= item.t)):
        return False
    over.order.remove(arrival)
    arrival.t = max(0, item.t - 1)
    over.order.add(arrival)
    return item.wait("turn", 0, due)


def _paid(item):
    """True for chips that the pot's loop has read till now: pushed to a winner, or change, and no
    act. Not those it has missed for longer than two shadows: they were given as change before."""
    tags = [tag for tag in getattr(item, "tags", ()) if tag.frm == POT]
    return bool(tags) and item.t - max([tag.left for tag in tags]) <= PARTIAL_MS


def _bare(over, item, spot):
    """True where the load of a spot has no chip unread, read for so long since an act that chips
    from before it would show."""
    settled = spot.antenna.t - item.t >= _patience(spot)
    return settled and over.chips.bearing.load_says_more(spot.antenna) is False


def _patience(spot):
    """How long chips may stay unread where the load says nothing, ms."""
    return max(BEFORE_ACT_MS, 2 * spot.antenna.period_ms)


def _next_act_decides(over, item, due, now):
    """True while a check that passes over one player alone waits, the dealer not having answered,
    for whatever is done next: that says whether the player had checked, and until then a check
    changes nothing for anybody."""
    if over.due(item.acts()) != [due]:
        return False
    for other in over.order.items:
        came = absent.came_after(over.cards, other, item)
        if came and _acts(over, other, item.acts()) is not None:
            return False
    return item.waits(now, item.asked_t + 2 * ASK_MS, "next_act", due)


def _stops(over, item):
    """True while a dealer who keys checks, and has not answered, lets nobody act after an act, as
    after one out of turn. Where a street passes over several players their keys were forgotten."""
    seat = item.acts()
    several = not seat and len(over.due(seat)) > 1
    if several or over.unkeyed > -UNKEYED_TIMES or _forgets(over) or is_shown(item):
        return False
    for other in over.order.items:
        acts = _acts(over, other, seat)
        if acts and acts != seat and absent.came_after(over.cards, other, item):
            return False
        if acts == 0 and other.t > item.t + STREET_APART_MS:
            return False
    return True


def acts_after(over, item, due):
    """True when the player who seems to have been passed over has acted next, and did not answer
    the act that waits: a check, or anything where it is another's turn after that act.

    Where others act first, or it is that player's turn on the street that has come, play goes on: a
    dealer stops an act out of turn, and who was passed over acts before anybody else. It may be
    that player's turn there whoever comes before, where the dealer forgets to key checks, and for a
    check: two keys are forgotten more often than a street is dealt too soon and left lying. Without
    a card off the deck since the bets were pulled in none has come.
    """
    seat = item.acts()
    answers = over.phase.after(seat or over.phase.button) == due
    answers = answers or not seat and (_forgets(over) or over.checked[1] == item.t)
    answers = answers and not is_check(item)  # a check leaves nobody anything to answer
    shown = is_shown(item)  # hands that go now have lost, chips are the pot's
    last = over.phase.board >= BOARD_CARDS and is_check(item)  # so have those
    first = None
    for other in over.order.items:
        if not absent.came_after(over.cards, other, item) or shown and not isinstance(other, Keyed):
            continue
        if last and (is_shown(other) or is_thrown(other) or isinstance(other, absent.Gone)):
            return False  # the dealer has gone on to the showdown
        acts = _acts(over, other, seat)
        street = acts == 0 and seat and other.passed is not None
        if not street and (not acts or acts == seat):
            continue
        if first is None or absent.took_place(over.cards, other) < absent.took_place(
            over.cards, first
        ):
            first = other
    if first is None or _acts(over, first, seat) != due:
        return False  # the dealer has gone on, or another acts
    if is_check(first):
        return bool(seat)
    begun = absent.took_place(over.cards, first)
    dealt = [i for i in over.order.items if i.passed is not None and i.t <= begun]
    return not (answers and (seat or shown or dealt))


def _forgot(over):
    """When the dealer had let a check go unkeyed on a street before, ms; 0: never."""
    _, t, before = over.checked
    return t if t < over.phase.last_deal else before


def _forgets(over):
    """True for a dealer who has let a check go unkeyed on a street before, lately."""
    t = _forgot(over)
    return t > 0 and over.phase.last_deal <= t + FORGETS_MS


def _acts(over, item, after):
    """Whose act an item is that comes after one of the seat ``after``, see ``Item.acts``.

    A hand in turn that is silent, and has been since its seat read it last, for longer than a hand
    is lifted was thrown away. One of another player is looked at: nobody infers that it was folded
    out of turn from an act that may have been one itself. One whose fold was said goes as it was.
    """
    if not isinstance(item, absent.Gone):
        done = _paid(item) or adds_nothing(over.chips, item) or over.done_already(item)
        acts = None if done else item.acts()
        said = over.phase.word[2] > over.phase.last_deal and over.phase.word[:2] == (acts, "fold")
        return None if said and is_thrown(item) else acts
    seat = seat_of(item.zone)
    if seat != over.phase.after(after or over.phase.button) and seat not in over.due(after):
        return None
    for ant in over.cards.antennas:
        if (
            ant.kind == "seat"
            and ant.number == seat
            and ant.t - absent.took_place(over.cards, item) >= FOLD_WAIT_MS
        ):
            return seat if absent.silent(over.cards, item.zone) else None
    return None


def given_free(over, item, due, now):
    """True while a hand given up on the river, nobody having a bet to answer, waits for the
    dealer's word, or for a hand that is tabled: it has lost to that one, and those who were ``due``
    have checked, as where the dealer keys no checks."""
    seat = item.acts()
    shown = [i for i in over.order.items if is_shown(i) and i.event.get("seat") != seat]
    if shown or over.unkeyed >= UNKEYED_TIMES:
        for other in due:
            take_as_checked(over, item, other)
        return False
    if _may_ask(over, item, seat):
        ask_for_check(over, item, seat, now)
    return item.asked == seat and item.waits(now, item.asked_t + ASK_MS, "asked", seat)


def take_as_checked(over, item, due):
    """Tell a check nobody keyed: the dealer has said so, or has not answered while the game went
    on. A dealer stops an act out of turn, and the player passed over acts next. Who was due before
    and whose hand has gone had folded first."""
    for seat, hand in absent.passed_over(over.cards, due, item.t):
        absent.fold(over.cards, seat, hand, item.t)
    over.chips.emit(events.check_said(item.t, due))
    over.checked = (due, item.t, _forgot(over))
    over.unkeyed = max(0, over.unkeyed) + 1
    for other in [i for i in over.order.items if i.acts() == due]:
        if over.said_already(other):
            over.order.remove(other)


def ask_for_check(over, item, due, now):
    """Ask the dealer, once, whether a player checked: a key is forgotten more often than a player
    is passed over. A dealer who has let so many checks in a row go unkeyed keys none: then what
    comes next decides, as where a dealer does not answer, and nobody is asked."""

    def answered(value, t):
        if item.asked != due:
            return
        item.answered = True
        item.asked_t = now - ASK_MS  # wait no longer
        if value == "yes" and item in over.order.items:
            take_as_checked(over, item, due)
        elif value == "no":
            over.denied[due] = now
            over.unkeyed = min(0, over.unkeyed)

    _asks(item, due, now)
    if over.unkeyed < UNKEYED_TIMES:
        over.chips.ask(now, "check_unkeyed", answered, due, before=item.acts())


def ask(over, item, due, now):
    """Ask the dealer what lies in front of a player, once."""
    front = over.phase.lying(due)

    def answered(value, t):
        if item.asked != due:
            return
        item.answered = True
        item.asked_t = now - ASK_MS  # wait no longer
        if isinstance(value, int) and value > front and item in over.order.items:
            over.chips.emit_unread(due, value - front, item.t)

    _asks(item, due, now)
    over.chips.ask(now, "chips_unread", answered, due, front)


def _asks(item, due, now):
    item.asked = due
    item.asked_of |= 1 << due
    item.asked_t = now
    item.answered = False
