"""Chips read late: of which motion are they, when they show after it was told?

A chip that was hard to read is far likelier than a further motion by a player who has just acted,
or whose turn it is not. The load of the spot's loop tells most; without it, sums and times do.
"""

from firmware.table import events, pulled
from firmware.table import phase as ph
from firmware.table.presence import CANDIDATE
from firmware.table.values import (
    ABSENT_EDGE_DWELLS,
    ASK_MS,
    BELATED_MS,
    CALL_CENTINATS,
    LATE_CENTINATS,
    LEVEL_SURE_DWELLS,
    PARTIAL_MS,
    SHADOW_CENTINATS,
    SHADOW_MS,
    STRING_CENTINATS,
    SWEEP_REST_MS,
    SWEPT_MAX_CHIPS,
    SWEPT_MS,
)
from shared_rules.zones import POT


def once_of():
    """What tells chips that were pulled in unread: loaded when there are any, as it costs heap."""
    from firmware.table import once

    return once


def came_with(chips, item, spot):
    """True when chips that show after a motion was told most likely came with it."""
    phase = chips.phase
    if phase.acting != spot.seat or item.apart:
        return False
    if item.called or read_before(chips, item, spot):
        return True
    if phase.said is not None and phase.said[2] <= spot.emitted_t and _more_than_said(chips, item):
        return False
    score, lead = second(chips, item, spot)
    return score < lead


def goes_with(chips, more, item):
    """True when chips read after a motion that is not told yet most likely came with it: those of a
    player who acts, and who has named no total between the two. Where no load was kept of the
    first they go apart for what would part them when it has been told, see ``second``."""
    phase, before = chips.phase, item.total_of()
    lead = STRING_CENTINATS
    if not (item.full_load_n or phase.too_little(item.spot.seat, before)):
        whole = before + sum([tag.value for tag in more.tags])
        if before < phase.high(item.spot.seat) >= whole:
            lead = LATE_CENTINATS
    score = _after(chips, more, item)
    return score is not None and score < lead


def counted(chips, more, item):
    """True where the dealer, asked about a motion, has counted chips among it that are read only
    now. What was most likely put there after it is taken out of that count again, which says what
    lies there by then."""
    if item.total is None:
        return False
    lies = sum([tag.value for tag in more.tags])
    if item.total < item.total_of() + lies:
        return False
    score = _after(chips, more, item) if item.full_load_n else None
    if score is None or score < STRING_CENTINATS:
        return True
    item.total -= lies
    more.apart = True
    return False


def _after(chips, more, item):
    """Evidence that chips were put there after a motion that is not told yet; None where its player
    is not to act, or has named a total."""
    phase = chips.phase
    said = phase.said
    if phase.now != ph.BETTING or item.spot.seat not in phase.owing:
        return None
    if said is not None and said[0] == item.spot.seat and said[1]:
        return None
    from firmware.table import evidence  # loaded when it is needed: it costs heap

    return evidence.put_after(chips, more, item)


def begun_with(chips, tag, spot):
    """Motion with which a chip was read that has lain in a shadow since, where it waits to be told
    and another has begun on its spot; None for any other."""
    if tag.brief is not spot.antenna or spot.arrival is None:
        return None
    gap = chips.gap_of(spot.antenna)
    for item in chips.order.items:
        if not item.fresh or item.spot is not spot or item is spot.arrival:
            continue
        if item.t - gap <= tag.brief_t <= item.last + gap:
            return item
    return None


def raised_first(chips, item):
    """Put chips read late of the bet that a motion seems to raise before it, as they came with
    that bet, on its spot or in the pot only; True when there are any."""
    if chips.strays and item.gone and once_of().bet_unread(chips, item):
        return True
    for seat in chips.spots:
        spot = chips.spots[seat]
        more = spot.arrival
        if more is None or spot is item.spot or not more.tags or more not in chips.order.items:
            continue
        if more.t <= item.t or more.brought:
            continue  # once: else late chips of two bets are put before each other for ever
        more.called = more.called or _called(chips, more, item)
        if came_with(chips, more, spot) or belated(chips, more, spot):
            chips.order.remove(more)
            more.t = max(0, item.t - 1)
            chips.order.add(more)
            more.brought = True
            return True
    return False


def _called(chips, more, item):
    """True where a motion has called a bet with chips of it that are read only now: without them it
    would be a raise nobody may make, or one that was pulled in before they were put there."""
    phase = chips.phase
    seat = item.spot.seat
    total = item.total_of()
    if phase.now != ph.BETTING or more.total_of() != total:
        return False
    if not 0 < phase.front.get(more.spot.seat, 0) == phase.high(seat):
        return False
    seen_ms = SHADOW_MS + 2 * more.spot.antenna.period_ms  # as long as unread_bet waits for it
    if more.t - more.spot.emitted_t > seen_ms or phase.said and _more_than_said(chips, more):
        return False
    left = [tag.left for tag in item.gone] if len(item.gone) == len(item.tags) else ()
    return phase.too_little(seat, total) or bool(left) and max(left) <= more.t


def unread_bet(chips, item):
    """Until when the chip of a bet that a motion seems to have called with it may go unread, ms; 0
    where that is a wager like any other. Nobody may make it, and just one chip makes it a call."""
    phase = chips.phase
    seat = item.spot.seat
    high = phase.high(seat)
    more = item.total_of() - high
    if not high or chips.as_said(item) or not phase.too_little(seat, high + more):
        return 0
    if not [tag for tag in chips.tags.values() if tag.value == more]:
        return 0  # the table has no such chip
    until = 0
    for other in phase.front:
        spot = chips.spots.get(other)
        if other == seat or spot is None or phase.front[other] != high or spot.event is None:
            continue
        if not chips.bearing.all_read(spot.antenna):
            # a loop that misses its chips, or some of them now, may miss one for longer
            hides = spot.departure is not None and not spot.departure.found
            ms = SHADOW_MS + (ASK_MS if hides or spot.faint() else 0)
            until = max(until, spot.emitted_t + ms + 2 * spot.antenna.period_ms)
    return until


def unanswered(chips, item):
    """True for chips, more than a call, that were pulled in while others have to answer them and
    have put down none: no dealer does that to a raise, so they called a bet read in part. A big
    chip alone calls as it is."""
    phase = chips.phase
    if len(item.tags) == 1:
        return False
    total = item.total_of()
    rest = [s for s in phase.live if phase.front.get(s, 0) < min(total, phase.worth(s))]
    rest = [s for s in rest if s in chips.spots and chips.spots[s].arrival is None]
    return phase.high() > 0 and bool(pulled.in_hand_of(chips, rest, item.last))


def bets_left(chips, item):
    """When the bets that chips seem to raise left their spots, ms, each, where the pot has not
    shown any of them yet: a chip which such a bet lacks shows with it."""
    phase = chips.phase
    high = phase.high(item.spot.seat)
    spots = [chips.spots.get(s) for s in phase.front if high and phase.front[s] == high]
    leaving = [spot.departure for spot in spots if spot is not None and spot is not item.spot]
    return [going.last for going in leaving if going is not None and not going.found]


def second(chips, item, spot):
    """Evidence that chips read after a motion of the same act was told are a second one, against
    that they came with it unread, and the lead that takes: more where they make a call, or what
    was said, whole. Who names a total in between goes on with the act; one keyed after both names
    what lies there."""
    from firmware.table import evidence  # loaded when it is needed: it costs heap

    phase = chips.phase
    before = phase.front.get(spot.seat, 0)
    said = phase.said
    named = said is not None and said[0] == spot.seat and said[2] <= spot.emitted_t
    total = item.total_of()
    regular = before < phase.high(spot.seat) >= total or named and before < said[1]
    lead = LATE_CENTINATS if regular else STRING_CENTINATS
    score = evidence.put_later(chips, item, spot)
    if said is not None and said[0] == spot.seat and spot.emitted_t < said[2] <= item.t:
        score += CALL_CENTINATS
    return score, lead


def said_more(chips, item):
    """True for a part, some of it read still, of what the player has said it is: no load known,
    what is silent lies there unread as the rest does. Words bind, chips in a hand do not."""
    said = chips.phase.said
    if said is None or said[0] != item.spot.seat or len(item.gone) == len(item.tags):
        return False
    return chips.lacking(item) is True and not chips.bearing.known(item.spot.antenna)


def _more_than_said(chips, item):
    """True for chips that make more of a wager than its player has said it is."""
    seat, amount, _ = chips.phase.said
    before = chips.phase.front.get(item.spot.seat, 0)
    if seat != item.spot.seat or before >= amount:
        return False
    return item.total_of() > amount


def read_before(chips, item, spot):
    """True for chips that were read here, if too seldom to be told, with the last motion or before:
    they came with it and have lain in a shadow since, or their spot has not been read since. Not
    what was told to lie in the pot or on another spot till then: it may be change."""
    if spot.event is None:
        return False
    gap = chips.gap_of(spot.antenna)
    since, until = min(spot.event["t"], spot.emitted_t) - gap, spot.emitted_t + gap
    for tag in item.tags:
        own = tag.frm is None or tag.frm[:5] == "seat:"
        first = [track.since for track in tag.tracks if own and track.antenna is spot.antenna]
        if tag.brief is spot.antenna:
            first.append(tag.brief_t)
        if not [t for t in first if since <= t <= until]:
            return False
    return True


def read_with(chips, item):
    """True where the spot of a motion has read a chip with it that no loop has read since."""
    ant, since = item.spot.antenna, item.t - chips.gap_ms
    for tag in chips.tags.values():
        if tag.value and tag.item is None and tag.home is None and tag.zone != POT:
            brief = tag.brief is ant and tag.brief_t >= since and not tag.tracks
            if brief or [k for k in tag.tracks if k.antenna is ant and k.since >= since]:
                return True
    return False


def unsure(chips, item):
    """True where more than was read may lie there with a motion: by the load of its spot, as that
    has read one more chip with it that lies nowhere, has hardly read it, or as it is all that its
    player has but for one chip. Not where the dealer has been asked; nor, but for the load, of what
    makes just a call, or what was said. And where what it lacks for a call was guessed."""
    if item.guessed or item.counted:
        return item.guessed
    if item.heavy >= SHADOW_CENTINATS:
        return True
    if chips.lacking(item) is False or chips.as_said(item):
        return False
    return keeps_one(chips, item) or left_out(chips, item) or item.hardly_read()


def keeps_one(chips, item):
    """True for a wager of most of a player's chips, and of several, that leaves just one behind,
    where no load says that all are read: nobody keeps one back."""
    phase = chips.phase
    if phase.now != ph.BETTING or len(item.tags) < 2:
        return False
    total, had = item.total_of(), phase.worth(item.spot.seat)
    if not phase.high(item.spot.seat) < total < had <= 2 * total:
        return False
    if chips.bearing.load_says_more(item.spot.antenna) is False:
        return False
    return bool([tag for tag in chips.tags.values() if tag.value == had - total])


def left_out(chips, item):
    """True where the spot of a motion has read a chip with it, too seldom for it to be part of it,
    that is told to lie nowhere else and that no loop reads at rest, unless the load of the spot
    says that just the others lie there."""
    ant = item.spot.antenna
    if chips.bearing.load_says_more(ant) is False:
        return False
    return bool([tag for tag in chips.tags.values() if _left_out(tag, ant, item.t - chips.gap_ms)])


def _left_out(tag, ant, since):
    if not untold(tag):
        return False
    if tag.brief is ant and tag.brief_t >= since and not tag.tracks:
        return True
    return bool([k for k in tag.tracks if k.antenna is ant and k.since >= since])


def take_shadowed(chips, item, spot):
    """Take chips of a motion along that were read once and not since, and nowhere else.

    They lie there in a shadow. Not those that would make more than a call of it: that takes a
    second read, and so do chips told to lie in the pot or at another spot, which is heard. One
    missed for so long that it is no candidate any more is taken along but where the load of the
    spot is that of the others.
    """
    ant = spot.antenna
    for track in ant.tracks:
        tag = track.tag
        if track.state != CANDIDATE or len(tag.tracks) > 1 or not tag.value or tag.item:
            continue
        if not track.misses:
            continue  # just now: one more reading will tell
        if tag.home is None and not lies_out(tag) and track.since >= item.t - chips.gap_ms:
            _take_along(chips, item, tag)
    if chips.bearing.load_says_more(ant) is False:
        return
    for tag in chips.tags.values():
        if tag.brief is not ant or tag.brief_t < item.t - chips.gap_ms or tag.tracks:
            continue
        if tag.value and tag.item is None and not lies_out(tag):
            _take_along(chips, item, tag)


def lies_out(tag):
    """True for a chip that was told to lie in the pot or at a bet spot."""
    return tag.zone is not None and (tag.zone == POT or tag.zone[:5] == "line:")


def untold(tag):
    """True for a chip of no motion that no loop reads at rest and that is told to lie nowhere."""
    return bool(tag.value) and tag.item is None and tag.home is None and not lies_out(tag)


def _take_along(chips, item, tag):
    """Take a chip into a motion unless it would make more than a call of it."""
    short = chips.lacking(item)
    if short is None or short and chips.lacking(item, tag.value) is not None:
        tag.frm = tag.zone
        tag.zone = item.spot.line
        item.tags.append(tag)


def taken_back(chips, item, spot, values, uncalled):
    """Tell chips that have left a spot and are found nowhere as taken back by their player: less
    surely where the dealer, asked, has not said so."""
    event = events.chips_move(item.t, spot.seat, values, spot.line, spot.behind, "player")
    if item.asked_until > 0:
        event["confidence"] = "medium"
    off = item.weighed_off()
    chips.emit(event)
    spot.taken_t, spot.taken_off = 0 if uncalled else event["t"], off


def corrected(chips, item, spot, values, now):
    """True for a motion that puts right what was told before: chips told to be taken back have lain
    there, or these came with the motion before."""
    came = belated(chips, item, spot)
    about = spot.event["t"] if came else 0
    if just_those(chips, item, spot) and (came or not spot.taken_off):
        about, spot.taken_t = spot.taken_t, 0
    if about:
        chips.emit(events.correction(now, spot.seat, values, spot.line, about))
    return bool(about)


def just_those(chips, item, spot):
    """True for just the chips that were told to be taken back, read anew on their spot within two
    shadows, no card having been dealt: who puts something back puts other chips there, or more. Not
    where they were what made it a raise: the others have not had to answer it since."""
    phase, t = chips.phase, spot.taken_t
    if not t or phase.now != ph.BETTING or phase.last_deal > t:
        return False
    back = [tag for tag in item.tags if tag.frm == spot.behind and item.t - tag.left <= PARTIAL_MS]
    front, high = phase.front.get(spot.seat, 0), phase.high(spot.seat)
    if len(back) < len(item.tags) or front <= high < spot.total:
        return False
    return sum([tag.value for tag in back]) == spot.total - front


def belated(chips, item, spot):
    """True when a chip or two of a motion told before are read only now.

    Others have acted since, so it would be an act out of turn: far rarer than a chip that was
    hard to read, unless the loop is loaded by more than it was then. Where the load says that none
    has come, no time unread speaks against that: a pile may hide a chip for longer than a shadow.
    """
    phase = chips.phase
    if spot.event is not None and not phase.board:
        front = phase.front.get(spot.seat, 0)
        due = phase.post_due(spot.seat)
        ante = phase.antes and phase.now != ph.BETTING
        if ante:
            due = phase.ante_due(spot.seat)
        if front > 0 and front + sum([tag.value for tag in item.tags]) <= due:
            # the rest of a blind or an ante; put right, it is an ante that was wrong till then
            return not (ante and _put_later(chips, item, spot))
    if phase.now != ph.BETTING or spot.event is None:
        return of_own_bet(chips, item, spot)
    before = read_before(chips, item, spot)
    its_turn = spot.seat == phase.actor and spot.seat in phase.owing and not before
    if its_turn or spot.seat == phase.acting:
        return False  # a new act, or the same
    if item.called:
        return True
    if item.t - spot.emitted_t > BELATED_MS or not phase.front.get(spot.seat):
        return False
    if before:
        return True  # however many they are
    if len(item.tags) > 2 or len(item.tags) > len(spot.event["chips"]):
        return False
    added = added_load(chips, item, spot)
    surely = added is None and item.load_first
    if not (surely or added is not None or _as_called(chips, item, spot)):
        from firmware.table import evidence  # loaded when it is needed: it costs heap

        later = evidence.put_later(chips, item, spot) >= LATE_CENTINATS
        return not later or evidence.against(chips, item, spot)
    return surely or added is None or 2 * added < len(item.tags) * chips.bearing.chip_load


def of_own_bet(chips, item, spot):
    """True for a chip or two that show while the bet of the last player left lies on its spot, or
    goes: read nowhere before, they are of that bet. What is pushed out of the pot had been read
    there, as a rule, and comes after."""
    phase = chips.phase
    if phase.now != ph.SHOWDOWN or phase.live != [spot.seat] or phase.awarded or spot.event is None:
        return False
    lie = [k for k in spot.antenna.tracks if k.tag.zone == spot.line and k.tag not in item.tags]
    if not (lie or spot.departure) or item.t - spot.emitted_t > BELATED_MS:
        return False
    return len(item.tags) <= 2 and not [tag for tag in item.tags if tag.frm is not None]


def _put_later(chips, item, spot):
    """True for chips surely put down after the others of their spot: by its load and by what it
    takes for them to have been missed since, in so many dwells that even its edge is read."""
    ant = spot.antenna
    if item.t - spot.emitted_t < ABSENT_EDGE_DWELLS * ant.period_ms:
        return False
    from firmware.table import evidence  # loaded when it is needed: it costs heap

    return evidence.put_later(chips, item, spot) >= LATE_CENTINATS


def _as_called(chips, item, spot):
    """True when a bet makes with these chips just what another has put in: it was called so."""
    front = chips.phase.front
    return item.total_of() in [front[seat] for seat in front if seat != spot.seat]


def added_load(chips, item, spot):
    """Load that came onto a spot since its last motion was told, None when not known."""
    if not (spot.antenna.agc and spot.level and chips.bearing.chip_load):
        return None
    if item.full_load_n < LEVEL_SURE_DWELLS:
        return None
    return spot.level - item.full_load


def noted(chips, tag, t):
    """A chip shows in the pot: keep it in mind when nobody has told how it came there. One given
    out of it as change is only heard beside it, as on the spot it was pushed over. When the betting
    is over only the last player's bet is still pulled in."""
    phase = chips.phase
    if tag.zone is not None and tag.zone[:5] != "seat:":
        return
    if phase.now == ph.SHOWDOWN and (len(phase.live) != 1 or phase.awarded):
        return
    if tag.zone is not None and tag.frm == POT:
        return
    if len(chips.strays) < SWEPT_MAX_CHIPS:  # the pull itself may not have been told yet
        chips.strays.append((tag, t))


def heard_only(chips, tag):
    """True for a chip that the pot's loop has heard of late and nobody has told to lie there: where
    another loop reads it, it was on its way."""
    return bool([stray for stray, _ in chips.strays if stray is tag])


def heard_since(chips, item):
    """True where a spot whose chips have left has read another since their bet was told, too seldom
    for it to lie there."""
    ant, since = item.spot.antenna, item.spot.emitted_t
    if [k for k in ant.tracks if k.state == CANDIDATE and k.tag.value and k.seen > since]:
        return True
    return bool([t for t in chips.tags.values() if t.brief is ant and t.brief_t > since])


def goes_back(chips, item, now):
    """What chips ``heard_since`` are worth, each, that go back with the bet that is taken back."""
    return once_of().taken_back_along(chips, item, now) if heard_since(chips, item) else []


def pulled_across(chips, item):
    """True for chips that are given to the seat whose call they are, pulled in across a spot."""
    if len(item.gone) < len(item.tags) or item.spot.seat in chips.phase.owing:
        return False
    return once_of().pulled_in_across(chips, item)


def made_whole(chips, item):
    """True when a motion short of what is due, its chips pulled in already, has found the rest:

    chips nobody told that show in the pot are taken into it, or those read on its spot since.
    """
    more = item.spot.arrival
    rest = more.tags if more is not None and more is not item else ()
    if rest and chips.lacking(item, sum([tag.value for tag in rest])) is False:
        for tag in rest:
            tag.item = item
        item.tags.extend(rest)
        item.gone.extend(more.gone)
        item.spot.arrival = None
        chips.order.remove(more)
        return True
    tags = [tag for tag, _ in chips.strays if tag.zone == POT]
    if not tags or chips.lacking(item, sum([tag.value for tag in tags])) is not False:
        return False
    chips.strays = []
    item.tags.extend(tags)
    item.gone.extend(tags)
    return True


def ante_awaited(chips, item, now):
    """True while the pot's loop may show what an ante pulled in lacks, or by its misses that there
    is no more of it: so long as a shadow lasts from when it has read the rest, or that is lost.
    Nobody acts before the deal, so that it holds up nothing."""
    phase = chips.phase
    if phase.now != ph.SHUFFLED or not phase.antes or not [a for a in chips.pots if a.dwells]:
        return False
    from firmware.table import changes  # loaded when it is needed: it costs heap

    since = [tag.home.since for tag in item.gone if tag.zone == POT and tag.home is not None]
    until = max(since or [tag.left for tag in item.gone]) + SHADOW_MS
    return not changes.short(chips, item) and item.waits(now, until, "swept")


def faded(chips, spot):
    """Chips that lay on a spot, unread but in its load, while the others lay there."""
    return [] if spot.lies() else pulled.lying_unread(chips, spot)


def strays_over(chips, now):
    """Chips that were pulled in and never told to lie on a spot: told as the bet of the spot that
    had read them, else for the bet they make whole."""
    antes = chips.phase.antes and chips.phase.now == ph.SHUFFLED
    if chips.strays and (antes or chips.phase.now == ph.BETTING):
        once_of().take_strays(chips)
    strays = chips.strays
    if not strays or now - strays[-1][1] < SWEEP_REST_MS or chips.order.items:
        return
    if antes and once_of().ante_unread(chips, strays):
        return
    value = sum([tag.value for tag, _ in strays if tag.zone == POT])
    spot = _lacked(chips, value, now) if value else None
    if spot is None and chips.phase.now == ph.BETTING and chips.phase.high():
        return  # they may be a call: the bets are being pulled in
    chips.strays = []
    tags = [tag for tag, _ in strays if tag.zone == POT]
    if tags:
        once_of().found_in_pot(chips, spot, tags, now)


def _lacked(chips, value, now):
    """Spot pulled in lately whose bet these chips make a call or all the player had, who has not
    folded to it; else None."""
    found = []
    most = 0
    lately = []
    for seat in sorted(chips.spots):
        spot = chips.spots[seat]
        if spot.event is None or not spot.total or spot.swept_ms is None:
            continue
        if now - spot.swept_ms <= SWEPT_MS + SWEEP_REST_MS:
            most = max(most, spot.total)
            if chips.phase.is_live(seat):
                lately.append(spot)
    for spot in lately:
        total = spot.total + value
        change = max(0, chips.phase.change.get(spot.seat, 0))  # of that total, and its own still
        had = chips.phase.worth(spot.seat) - change + spot.total
        if total in (most, had) and total <= had:
            found.append(spot)
    return found.pop() if len(found) == 1 else None
