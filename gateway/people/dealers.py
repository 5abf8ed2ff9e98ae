"""Who dealt at a table at a time: the last dealer who keyed anything there."""

from bisect import bisect_right

from gateway.tables.handmoves import since

DEALT_MS = 2 * 3_600_000  # so long a dealer's last key names who deals at a table
ACTS_READ = 20_000


class Dealers:
    """``acts``: entries of the record of acts, in any order; those before ``first`` (ms) are left.

    Only what signed-in dealers and paired panels have keyed counts.
    """

    def __init__(self, acts, first):
        self._keys = {}  # table -> [(wall, who)]
        names = {}
        for act in acts:
            if act["wall"] >= first and act["what"] == "key" and act.get("role") == "dealer":
                who = names.setdefault(act["who"], act["who"])
                self._keys.setdefault(act["table"], []).append((act["wall"], who))
        for keys in self._keys.values():
            keys.sort(key=_wall)

    def at(self, table, wall):
        """A name, or "" where nobody was signed in."""
        keys = self._keys.get(table, ())
        i = bisect_right(keys, wall, key=_wall) - 1
        return keys[i][1] if i >= 0 and keys[i][0] >= wall - DEALT_MS else ""


def dealers_since(people, first_ms):
    """The Dealers of the time from ``first_ms`` on. ``people``: the gateway's, or None."""
    first_ms -= DEALT_MS
    acts = people.acts_back(ACTS_READ) if people else ()
    return Dealers(since(acts, lambda act: act["wall"] < first_ms), first_ms)


def _wall(key):
    return key[0]
