"""Chips: when the lowest goes, how odd ones are raced off, what leaves play."""

from shared_rules.cards import rank_value, suit_value
from shared_rules.desk.decision import decided, highest_judge, left_open
from shared_rules.desk.entries import stack_status


def color_up_due(event, ask):
    """The lowest chip, the next one, and the level from which nothing needs the lowest."""
    rule = event.book.rule("color_up.when")
    if rule.silent:
        return left_open(rule)
    gone = [e["old"] for e in event.happened("color_up")]
    chips = sorted([d for d in event.facts.get("denominations", ()) if d not in gone])
    rows = [r for r in event.facts.get("levels", ()) if r["level"] >= (event.level or 0)]
    rows.sort(key=lambda r: r["level"])
    if len(chips) < 2 or not rows:
        return left_open(rule)
    before = None
    for row in reversed(rows):
        if any(amount % chips[1] for amount in _amounts(row)):
            break
        before = row["level"]
    if before is None:
        return left_open(rule)
    return decided({"old": chips[0], "new": chips[1], "before_level": before}, rule)


def _amounts(row):
    """Amounts a level asks for; one player's ante for all is as big as a blind."""
    own = [row["ante"]] if row.get("ante_type", "each") == "each" else []
    return [row["sb"], row["bb"]] + own


class Race:
    """Odd chips of one table, in seats' order, and what becomes of them."""

    def __init__(self, players, odd, worth, cards, stacks):
        self.players = players
        self.odd = odd  # player -> odd chips
        self.worth = worth  # (old, new)
        self.cards = cards
        self.stacks = stacks

    def total(self):
        """Old chips left over at the table, in chips' value."""
        return sum([self.odd[p] for p in self.players]) * self.worth[0]

    def new_chips(self, rounding):
        """New chips for them; None where the total does not divide and the book is silent."""
        chips, rest = self.total() // self.worth[1], self.total() % self.worth[1]
        if not rest:
            return chips
        if rounding is None:
            return None
        if rounding == "half":
            return chips + (1 if 2 * rest >= self.worth[1] else 0)
        return chips + 1

    def winners(self, many, one_each):
        """Players in the order in which their cards win ``many`` chips; None without cards."""
        if not many:
            return []
        if not self.cards:
            holders = [p for p in self.players if self.odd[p]]
            return holders if len(holders) == many == 1 else None
        drawn = []
        for player in self.players:
            for card in self.cards.get(player, ()):
                drawn.append((rank_value(card), suit_value(card), player))
        out = []
        for _, _, player in sorted(drawn, reverse=True):
            if len(out) < many and not (one_each and player in out):
                out.append(player)
        return out

    def broke(self, winners):
        """Players whom the race leaves without a chip."""
        old = self.worth[0]
        return [
            p
            for p in self.players
            if self.odd[p] and p not in winners and self.stacks.get(p, 0) <= self.odd[p] * old
        ]

    def awards(self, many, one_each, survivor):
        """Players who get a new chip, in order; None where nothing says who."""
        won = self.winners(many, one_each)
        if won is None:
            return None
        saved = self.broke(won)
        if survivor != "first":
            return won + saved
        for _ in self.players:  # a chip kept for one may leave the next without
            won = self.winners(max(0, many - len(saved)), one_each)
            more = [p for p in self.broke(won) if p not in saved]
            if not more:
                break
            saved += more
        return sorted(saved, key=self.players.index) + [p for p in won if p not in saved]


def color_up(event, ask):
    """New chips given out for the odd old ones, to whom, and every stack after it."""
    calls = event.happened("color_up")
    rules = [event.book.rule("race.cards"), event.book.rule("color_up.when")]
    if not calls:
        return left_open(*rules)
    after, stacks = event.log[event.log.index(calls[-1]) :], dict(event.stacks)
    cards, rounded = {}, False
    for ev in after:
        rounded = rounded or ev["what"] == "round_up"
        if ev["what"] == "race_cards":
            cards = ev["cards"]
    races = _races(event, calls[-1], cards)
    awarded = []
    for race in races:
        got = _rounded_up(event, race, rules) if rounded else _raced(event, race, rules)
        if got is None:
            return left_open(*rules, by="td")
        awarded += got
        for player in race.players:
            stacks[player] = stacks.get(player, 0) - race.odd[player] * race.worth[0]
    for player in awarded:
        stacks[player] += calls[-1]["new"]
    stacks = {p: stacks[p] for p in event.stacks}
    answer = {"new_chips": len(awarded), "awarded": awarded, "stacks": stacks}
    return decided(answer, *rules)


def _raced(event, race, rules):
    rounding = event.book.rule("race.rounding")
    one_each, survivor = event.book.rule("race.one_each"), event.book.rule("race.survivor")
    rules += [r for r in (rounding, one_each, survivor) if r not in rules]
    many = race.new_chips(rounding.value)
    if many is None:
        return None
    return race.awards(many, bool(one_each.value), survivor.value)


def _rounded_up(event, race, rules):
    """No race: everyone with odd chips gets one new chip, where the book allows that."""
    rule = event.book.rule("race.rounded_up")
    if rule not in rules:
        rules.insert(0, rule)
    if rule.silent:
        return None
    return [p for p in race.players if race.odd[p]]


def _races(event, call, cards):
    """One Race a table, players by their seats; those nobody has seated race together."""
    per = call["new"] // call["old"]
    odd = {p: call["chips"][p] % per for p in call["chips"]}
    worth = (call["old"], call["new"])
    groups, seated = [], []
    for table in event.in_order():
        here = [table.seats[s] for s in table.occupied() if table.seats[s] in odd]
        groups.append(here)
        seated += here
    groups.append([p for p in sorted(odd) if p not in seated])
    return [
        Race(g, {p: odd[p] for p in g}, worth, {p: cards[p] for p in g if p in cards}, event.stacks)
        for g in groups
        if g
    ]


def chips_removed(event, ask):
    """Value of the chips that leave play by what has happened."""
    amount, rules = 0, []
    for ev in event.log:
        rule, value = _leaving(event, ev)
        if rule is None:
            continue
        rules.append(rule)
        if rule.silent:
            return left_open(rule)
        amount += value
    if rules:
        return decided({"amount": amount}, *rules, by=highest_judge(rules))
    if event.happened("color_up"):
        return _raced_away(event)
    return decided({"amount": 0}, event.book.rule("chips.hidden"), by="automatic")


def _leaving(event, ev):
    """(rule, value) of a happening that may take chips out of play; (None, 0) for any other."""
    what = ev["what"]
    if what == "chips_found":
        pocket = ev["where"] == "pocket"
        return event.book.rule("chips.hidden" if pocket else "chips.found_late"), ev["value"]
    if what == "penalty" and ev["kind"] == "disqualification":
        return event.book.rule("chips.disqualified"), event.stacks.get(ev["player"], 0)
    if what == "registration_closed" and event.setup.get("unsold"):
        unsold = sum([u["stack"] for u in event.setup["unsold"] if not event.taken(u["seat"])])
        return event.book.rule("chips.unsold"), unsold
    if what == "absent":
        removed = event.book.rule("absent.removed")
        status = stack_status(event, {"player": ev["player"]})
        if not removed.silent and not status.open and not status.answer["may_remove"]:
            return removed, 0
        return event.book.rule("chips.at_will"), 0
    if what == "leaves_event":
        return event.book.rule("chips.left"), 0
    return None, 0


def _raced_away(event):
    """What a race takes out of play: never less than nothing."""
    raced = color_up(event, {})
    if raced.open:
        return raced
    after = raced.answer["stacks"]
    lost = sum([event.stacks[p] for p in event.stacks]) - sum([after[p] for p in after])
    raced.answer = {"amount": max(0, lost)}
    return raced
