"""How a trace begins: with a deck yet to be riffled, with a deal, or in the middle of a hand.

A trace may start when the cards have been dealt already. What lies at the seats and on the bet
spots then is told as a deal in rotation and as blinds, antes and bets in order, with less
confidence, before the first dwell is looked at.
"""

from firmware.table import events
from shared_rules.zones import STUB, seat_zone
from tools.trace.reading import Dwell

FIRST_DWELLS = 4  # of each antenna, which show what lies there at the beginning
DEALT_SHARE = 0.6  # of all hole cards: so many at once are no deal under way


class Opening:
    """What lies on the table at the beginning of a trace."""

    def __init__(self, entries, header, index, known):
        self.setup = header.setup
        self.cards = {}  # seat -> UIDs
        self.chips = {}  # seat -> {UID: denomination}
        self.board = []  # UIDs of cards, in the order of the board's antennas
        self.burned = []
        self.pot = {}  # UID -> denomination
        self._bet = {}  # seat -> chips beyond what was due
        self._look(entries, index, known)

    def _look(self, entries, index, known):
        seen, lying = {}, {}
        gone = set()  # tags that were read elsewhere first
        for entry in entries:
            if not isinstance(entry, Dwell) or entry.antenna not in index:
                continue
            n = seen[entry.antenna] = seen.get(entry.antenna, 0) + 1
            kind, _, number = entry.antenna.partition(":")
            if n > FIRST_DWELLS:
                continue
            for uid, value in zip(*known(entry), strict=True):
                if uid in gone:
                    continue
                gone.add(uid)
                if kind == "seat" and not value:
                    self.cards.setdefault(int(number), []).append(uid)
                elif kind == "line" and value:
                    self.chips.setdefault(int(number), {})[uid] = value
                elif kind == "pot" and value:
                    self.pot[uid] = value
                elif kind in ("board", "burn") and not value:
                    lying.setdefault(entry.antenna, []).append(uid)
        for name in sorted(lying):
            (self.board if name[:5] == "board" else self.burned).extend(lying[name])

    def dealt(self, hole):
        """True when the hands lie at the seats already; ``hole``: cards of each, None: unknown."""
        seats = [s for s in self.setup["seats"] if self.cards.get(s)]
        if hole is None or len(seats) < 2:
            return False
        lying = sum(len(self.cards[s]) for s in seats)
        return lying >= DEALT_SHARE * hole * len(self.setup["seats"])

    def emit(self, table, t):
        """Tell the hand as far as it has come, and let the table know that it is told."""
        setup = self.setup
        order = _after(setup["seats"], setup["button"])
        rows = []
        for seat in order:
            rows += self._posts(seat, t)
        rows += self._deal(order, table, t)
        last = max((int(s) for s in setup.get("straddles") or {}), default=setup.get("bb_seat"))
        for seat in _after(setup["seats"], last or setup["button"]):
            if self._bet[seat]:
                rows.append(events.bet_motion(t, seat, self._bet[seat], 1))
        for row in rows:
            row["confidence"] = "medium"
            table.emit(row)
        emitted = {c: (r["to"], r["nth"], "down") for r in rows if "cards" in r for c in r["cards"]}
        table.cards.restore(emitted, len(emitted))
        table.chips.restore({s: list(v.values()) for s, v in self.chips.items()})

    def _deal(self, order, table, t):
        rows = []
        most = max(len(uids) for uids in self.cards.values())
        nth = 0
        for number in range(most):
            for seat in order:
                uids = self.cards.get(seat, ())
                if number < len(uids):
                    nth += 1
                    token = table.tokens.token(uids[number])
                    to = seat_zone(seat)
                    rows.append(events.card_move(t, [token], STUB, to, "down", "dealer", nth))
        return rows

    def _dues(self, seat):
        """What a seat owes before the deal, in the order it is put down."""
        setup = self.setup
        antes = setup.get("antes") or {}
        dues = [antes.get(str(seat), setup.get("ante") or 0)]
        if setup.get("ante_type") == "big_blind_ante":
            dues = [dues[0] if seat == setup.get("bb_seat") else 0]
        for name in ("sb", "bb"):
            if setup.get(name + "_seat") == seat:
                dues.append(setup.get(name) or 0)
        dues.append((setup.get("straddles") or {}).get(str(seat), 0))
        return [due for due in dues if due]

    def _posts(self, seat, t):
        lying = sorted(self.chips.get(seat, {}).values(), reverse=True)
        rows = []
        for due in self._dues(seat):
            part = _part(lying, due)
            if part:
                for value in part:
                    lying.remove(value)
                rows.append(events.bet_motion(t, seat, part, 1))
        self._bet[seat] = lying
        return rows


def _part(values, amount):
    """Some of these chips that are worth an amount, None when none are."""
    if amount == 0:
        return []
    for i, value in enumerate(values):
        if value <= amount:
            rest = _part(values[i + 1 :], amount - value)
            if rest is not None:
                return [value, *rest]
    return None


def _after(seats, seat):
    return [s for s in seats if s > seat] + [s for s in seats if s <= seat]
