"""Where each tag is: of the antennas that see it, one is its home.

A tag that a second antenna reads as well stays where it is until its home has missed it; then it
has moved. A tag two antennas read again and again at the same time is reported as double.
"""

from firmware.table import facing
from firmware.table.presence import PRESENT

DOUBLE_HITS = 8  # reads elsewhere while the home still reads the tag, before it counts as double


class Zones:
    """Listener of ``Presence``; tells card and chip trackers what has arrived and left.

    ``cards``/``chips``: ``arrived(tag, antenna, t)``, ``left(tag, antenna, t)`` and
    ``stirred(tag, antenna, t)`` (a first miss); ``attention``: ``look(antenna, t)`` asks for a
    closer look at an antenna; ``double(tag, antenna, t)``: one tag in two places.
    """

    def __init__(self, cards, chips, attention, double):
        self.cards = cards
        self.chips = chips
        self.attention = attention
        self.double = double

    def first(self, track):
        """A candidate: look again soon, here and where it was."""
        self.attention.look(track.antenna, track.seen)

    def entered(self, track):
        """The tag is present at an antenna."""
        tag = track.tag
        if track.antenna.every and not tag.value:
            self._vote(tag, track)
        home = tag.home
        if home is None or home.misses:
            self._settle(tag, track)
        else:
            self.attention.look(home.antenna, track.seen)

    def again(self, track):
        """A further hit at the mouth, or at an antenna that is not the tag's home."""
        tag = track.tag
        if track.antenna.every and not tag.value:
            self._vote(tag, track)
        home = tag.home
        if home is track:
            return
        if home is None or home.misses:
            self._settle(tag, track)
        elif track.hits - track.antenna.enter == DOUBLE_HITS and not track.antenna.every:
            self.double(tag, track.antenna, track.seen)
        else:
            self.attention.look(home.antenna, track.seen)

    def missed(self, track):
        """First miss of a present tag."""
        self.attention.look(track.antenna, track.gone)
        tag = track.tag
        if tag.home is not track:
            return
        other = self._elsewhere(tag, track)
        if other is not None:
            self._settle(tag, other)
        else:
            self._tracker(tag).stirred(tag, track.antenna, track.gone)

    def left(self, track):
        """The tag is no longer at an antenna."""
        tag = track.tag
        if tag.home is not track:
            return
        tag.home = None
        other = self._elsewhere(tag, track)
        if other is not None:
            self._settle(tag, other)
        else:
            self._tracker(tag).left(tag, track.antenna, track.gone)

    def _vote(self, tag, track):
        facing.vote(tag, track.antenna.number)
        if facing.verdict(tag) != facing.DOWN:  # unusual: gather more evidence while it lies there
            self.attention.look(track.antenna, track.seen)

    def _elsewhere(self, tag, track):
        for other in tag.tracks:
            if other is not track and other.state == PRESENT and not other.misses:
                return other
        return None

    def _settle(self, tag, track):
        was = tag.home
        tag.home = track
        if was is not None and was.antenna.zone != track.antenna.zone:
            self._tracker(tag).left(tag, was.antenna, was.gone)
        self._tracker(tag).arrived(tag, track.antenna, track.since)

    def _tracker(self, tag):
        return self.chips if tag.value else self.cards
