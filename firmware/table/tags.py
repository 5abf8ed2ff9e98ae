"""All tags a table remembers, by UID: a dict in small pieces.

One dict of some hundred tags wants its kilobytes in one piece each time it grows, which a heap full
of small things may not have.
"""

from shared_rules.compat import const

_PIECES = const(16)


class Tags:
    """UID -> Tag. Used as a dict; iteration gives the UIDs, in no particular order."""

    def __init__(self):
        self._pieces = [{} for _ in range(_PIECES)]

    def _piece(self, uid):
        return self._pieces[uid[-1] & (_PIECES - 1)]

    def __len__(self):
        n = 0
        for piece in self._pieces:
            n += len(piece)
        return n

    def __getitem__(self, uid):
        return self._piece(uid)[uid]

    def __setitem__(self, uid, tag):
        self._piece(uid)[uid] = tag

    def __delitem__(self, uid):
        del self._piece(uid)[uid]

    def get(self, uid):
        """The Tag of a UID, None when there is none."""
        return self._piece(uid).get(uid)

    def __iter__(self):
        for piece in self._pieces:
            for uid in piece:
                yield uid

    def values(self):
        """The Tags, once over."""
        for piece in self._pieces:
            for uid in piece:
                yield piece[uid]
