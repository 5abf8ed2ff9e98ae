"""Hand for hand, places and prizes."""

from shared_rules.desk.deals import settled
from shared_rules.desk.decision import decided, left_open
from shared_rules.desk.tables import ALL_IN, DONE, PLAYING


def paid(event):
    """Places that are paid."""
    return event.facts.get("paid", len(event.facts.get("prizes", ())))


def hand_for_hand(event, ask):
    """Whether hand for hand is on, and what each table does now."""
    rule = event.book.rule("hand_for_hand.play")
    if rule.silent:
        return left_open(rule)
    if event.left <= paid(event):
        return decided({"on": False, "tables": {}}, rule, by="td")
    if not event.hand_for_hand:
        if event.happened("hand_for_hand"):
            return decided({"on": False, "tables": {}}, rule, by="td")
        return left_open(rule, by="td")  # the director may call it; nobody has
    tables = {str(t.number): _act(event, t) for t in event.in_order()}
    return decided({"on": True, "tables": tables}, rule)


def _act(event, table):
    """What a table does: a word of DESK.md."""
    states = [t.state for t in event.in_order()]
    others_playing = len([s for s in states if s == PLAYING])
    busy = others_playing or ALL_IN in states
    if table.state == PLAYING:
        return "play"
    if table.state == ALL_IN:
        return "freeze" if others_playing else "complete"
    if table.state == DONE:
        return "wait" if busy else "deal"
    # no hand yet in this round; called in mid-hand, the table waits for the others
    return "wait" if busy and event.hand_for_hand_called else "deal"


class Place:
    """Places ``first`` to ``last`` that some players share."""

    def __init__(self, first, last, players):
        self.first = first
        self.last = last
        self.players = players


def _hands(event):
    """Players out, in order, grouped by the hand that put them out."""
    out = []
    for hand, table, player, stack in event.outs:
        same = hand is not None and out and out[-1][0] == hand
        if same:
            out[-1][1].append((table, player, stack))
        else:
            out.append((hand, [(table, player, stack)]))
    return [row for _, row in out]


def placed(event, silent=None):
    """([Place], rules used, rule that leaves one open or None), in the order they went out.

    Players whose place is open have none; those out before and after them do.
    ``silent``: what a director does where the book says nothing of players out in one hand
    (``stacks``: by their chips at its start, equal ones share); None leaves it open.
    """
    places, rules, unsettled = [], [event.book.rule("places.single")], None
    left = event.entered
    for out in _hands(event):
        if len(out) == 1:
            places.append(Place(left, left, [out[0][1]]))
        else:
            rule = event.book.rule("places.same_hand")
            rules = [rule] + [r for r in rules if r is not rule]
            how = silent if rule.silent else rule.value
            found, open_by = _together(event, out, rule, how, left, rules, silent is None)
            places += found
            unsettled = unsettled or open_by
        left -= len(out)
    if left == 1:
        places += [Place(1, 1, [p]) for p in _survivors(event)]
    return places, rules, unsettled


def _together(event, out, rule, how, left, rules, asks_book):
    """([Place], rule that leaves one open or None) of players out in one hand; ``rules`` grows."""
    tiers = None if how is None else _tiers(event, out, how)
    if tiers is None:
        return [], rule
    places, unsettled, first = [], None, left - len(out) + 1
    for tier in tiers:
        last = first + len(tier) - 1
        equal = event.book.rule("places.equal")
        tied = len(tier) > 1 and not _tables_apart(tier, rule)
        if tied and equal.silent and asks_book:
            unsettled = equal
        else:
            places.append(Place(first, last, [player for _, player, _ in tier]))
        if tied and equal not in rules:
            rules.append(equal)
        first = last + 1
    return places, unsettled


def _tables_apart(tier, rule):
    """True when those who share sat at different tables and the book shares among tables."""
    tables = [table for table, _, _ in tier]
    return rule.value == "tables_share" and len(set(tables)) == len(tables)


def _survivors(event):
    seated = [t.seats[s] for t in event.in_order() for s in t.occupied()]
    return [p for p in seated or sorted(event.stacks) if p not in event.gone][:1]


def _tiers(event, out, how):
    """Those who went out in one hand, best first, those who share together; None if unknown."""
    if how == "tables_share":
        tables = []
        for table, _, _ in out:
            if table not in tables:
                tables.append(table)
        ranked = [_by_stack([o for o in out if o[0] == t]) for t in tables]
        if None in ranked:
            return None
        tiers = []
        for i in range(max([len(r) for r in ranked])):
            tiers.append([o for r in ranked if i < len(r) for o in r[i]])
        return tiers
    return _by_stack(out)


def _by_stack(out):
    """Players by their chips at the start of the hand, equal ones together; None if unknown."""
    if len(out) == 1:
        return [out]
    if [o for o in out if o[2] is None]:
        return None
    tiers = []
    for row in sorted(out, key=lambda o: (-o[2], o[1])):
        if tiers and tiers[-1][0][2] == row[2]:
            tiers[-1].append(row)
        else:
            tiers.append([row])
    return tiers


def _ended(event):
    """([Place], rule) when the event ends for lack of time, (None, rule) where that is open."""
    rule = event.book.rule("prizes.time_limit")
    if rule.silent:
        return None, rule
    rows = [
        (None, p, event.stacks[p])
        for p in sorted(event.stacks)
        if p not in event.gone and event.stacks[p]
    ]
    places, first = [], 1
    for tier in _by_stack(rows) or ():
        places.append(Place(first, first + len(tier) - 1, [p for _, p, _ in tier]))
        first += len(tier)
    return places, rule


def _standing(event, ask):
    """(player -> Place, rules, rule that leaves it open or None) for the players asked for."""
    found, rules, unsettled = placed(event)
    if event.happened("time_limit"):
        ended, rule = _ended(event)
        rules = [rule] + rules
        if ended is None:
            return {}, rules, rule
        found = found + ended
    places = {}
    for place in found:
        for player in place.players:
            places[player] = place
    for player in ask["players"]:
        if player not in places:
            return places, rules, unsettled or event.book.rule("places.same_hand")
    if [p for p in ask["players"] if event.happened("leaves_event", p)]:
        rules = [event.book.rule("prizes.left")] + rules
    return places, rules, None


def places(event, ask):
    """Place of each of some players; a shared one is the best of those it covers."""
    standing, rules, unsettled = _standing(event, ask)
    if unsettled is not None:
        return left_open(unsettled, by="td")
    answer = {"places": {p: standing[p].first for p in ask["players"]}}
    if event.happened("time_limit"):
        return decided(answer, *rules)
    return decided(answer, *_worded(rules), by="automatic")


def prizes(event, ask):
    """Money of each of some players; shared places share theirs evenly, rounded down."""
    agreed = settled(event)
    if agreed is not None and not [p for p in ask["players"] if p not in agreed.answer]:
        return decided(
            {"prizes": {p: agreed.answer[p] for p in ask["players"]}},
            event.book.rule("deal.all"),
            event.book.rule("deal.terms"),
        )
    standing, rules, unsettled = _standing(event, ask)
    if unsettled is not None:
        return left_open(unsettled, by="td")
    money = event.fact("prizes")
    out, by = {}, "td" if event.happened("time_limit") else "automatic"
    for player in ask["players"]:
        thrown_out = [
            e for e in event.happened("penalty", player) if e["kind"] == "disqualification"
        ]
        if thrown_out:
            rule = event.book.rule("prizes.disqualified")
            if rule.silent:
                return left_open(rule)
            out[player], rules, by = rule.value, [rule] + rules, "td"
            continue
        place = standing[player]
        pot = sum(money[place.first - 1 : place.last])
        out[player] = pot // len(place.players)
    return decided({"prizes": out}, *_worded(rules), by=by)


def _worded(rules):
    """Rules that say something first; one that is silent is cited only when it is all there is."""
    return [r for r in rules if not r.silent] or rules
