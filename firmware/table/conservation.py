"""Simple counts: are all cards and chips of the hand accounted for, is one tag in two places.

The controller does not know the deck's list (the vault does); it can count what it saw.
"""


class Conservation:
    """Counts of one hand, for health reports. ``presence``: the tags; ``tell(event)``."""

    def __init__(self, presence, tell, name):
        self.presence = presence
        self.tell = tell
        self.name = name
        self.doubles = 0

    def double(self, tag, antenna, t):
        """One tag is read at two antennas again and again: tell where it also is."""
        self.doubles += 1
        if not tag.value and tag.zone is not None:
            self.tell({"t": t, "what": "tag_read", "zone": antenna.zone, "cards": [self.name(tag)]})

    def counts(self):
        """``(cards dealt and known, cards seen now, chips on spots and pot now, their sum)``."""
        dealt = seen = chips = total = 0
        tags = self.presence.tags
        for uid in tags:
            tag = tags[uid]
            if tag.value:
                if tag.home is not None:
                    chips += 1
                    total += tag.value
            else:
                dealt += 1 if tag.nth else 0
                seen += 1 if tag.home is not None else 0
        return dealt, seen, chips, total
