"""All tags a table remembers, by UID: a dict in small pieces.

One dict of some hundred tags wants its kilobytes in one piece each time it grows, which a heap full
of small things may not have.
"""

from shared_rules.compat import const

_PIECES = const(16)


class Tags:
    """UID -> Tag. Used as a dict; iteration gives the UIDs, in no particular order.

    ``cards``: Tags that came without a denomination. What is asked of cards many times a turn must
    not go over every chip of the table.
    """

    def __init__(self):
        self._pieces = [{} for _ in range(_PIECES)]
        self.cards = []

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
        if uid in self._piece(uid):
            del self[uid]
        self._piece(uid)[uid] = tag
        if not tag.value:
            self.cards.append(tag)

    def __delitem__(self, uid):
        tag = self._piece(uid).pop(uid)
        if tag in self.cards:
            self.cards.remove(tag)

    def lying(self, zone):
        """Cards told to lie in a zone, in no particular order."""
        return [tag for tag in self.cards if tag.zone == zone and not tag.value]

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
