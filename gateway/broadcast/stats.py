"""Figures of players over the hands they were dealt: VPIP, PFR, three-bet, aggression.

Counted from records of finished hands, by name (a seat without a name counts by table and seat):

- VPIP: hands in which a player put chips in before the first board or draw of his own will (a call,
  bet, raise or completion; blinds and antes are none).
- PFR: hands in which a player raised there.
- three-bet: of the hands in which somebody else's raise was the only one when a player acted, those
  he raised again.
- aggression frequency: bets and raises among bets, raises, calls and folds after the first street.
"""

import json
import threading

WILLING = ("call", "bet", "raise", "complete")
RAISES = ("bet", "raise", "complete")
PLAYERS_MAX = 5000


class Figures:
    """Counts of one player."""

    __slots__ = ("hands", "vpip", "pfr", "could", "did", "aggressive", "acts", "won")

    def __init__(self):
        for name in self.__slots__:
            setattr(self, name, 0)

    def shown(self):
        """What a page shows: whole per cent, None where there is nothing to divide by."""
        return {
            "hands": self.hands, "vpip": _per_cent(self.vpip, self.hands),
            "pfr": _per_cent(self.pfr, self.hands), "three_bet": _per_cent(self.did, self.could),
            "aggression": _per_cent(self.aggressive, self.acts),
        }  # fmt: skip


def _per_cent(part, whole):
    return round(100 * part / whole) if whole else None


class Stats:
    """Counts of all players. ``take`` is given each finished hand's record once."""

    def __init__(self):
        self._lock = threading.Lock()
        self._by = {}

    def take(self, record):
        """Count a hand (``names``: seat -> name); one cut off, or void, is no hand played."""
        names = record.get("names") or {}
        if record.get("amended"):
            return  # its acts are those that were counted
        if record.get("cut") or any(i.get("misdeal") for i in record.get("incidents") or ()):
            return
        with self._lock:
            for seat, what in counted(record).items():
                name = names.get(str(seat)) or f"{record['table']}/{seat}"
                if name not in self._by and len(self._by) >= PLAYERS_MAX:
                    self._by.pop(next(iter(self._by)))
                kept = self._by.setdefault(name, Figures())
                for field, count in what.items():
                    setattr(kept, field, getattr(kept, field) + count)

    def read(self, stored):
        """Count anew from stored records (JSON texts, oldest first): a gateway has started."""
        with self._lock:
            self._by.clear()
        for text in stored:
            self.take(json.loads(text))

    def of(self, table, seats):
        """Seat -> figures, for the seats (``{"seat", "name"}``) of a table."""
        with self._lock:
            found = {}
            for s in seats:
                kept = self._by.get(s["name"]) or self._by.get(f"{table}/{s['seat']}")
                if kept is not None:
                    found[str(s["seat"])] = kept.shown()
            return found


def counted(record):
    """Seat -> counts of one hand."""
    out = {int(s): dict.fromkeys(Figures.__slots__, 0) for s in record.get("stacks_after") or {}}
    street = next((a["street"] for a in record["actions"] if a["act"] in (*WILLING, "fold")), None)
    raises, raised_by = 0, None
    for counts in out.values():
        counts["hands"] = 1
    for action in record["actions"]:
        mine = out.get(action["seat"])
        if mine is None or action["act"] in ("post", "ante", "bring_in"):
            continue
        if action["street"] == street:
            if raises == 1 and raised_by != action["seat"]:
                mine["could"] = 1
                mine["did"] |= action["act"] in RAISES
            if action["act"] in RAISES:
                mine["pfr"], raises, raised_by = 1, raises + 1, action["seat"]
            mine["vpip"] |= action["act"] in WILLING
        elif action["act"] != "check":
            mine["acts"] += 1
            mine["aggressive"] += action["act"] in RAISES
    return out
