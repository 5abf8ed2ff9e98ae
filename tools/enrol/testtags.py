"""Test tags for calibration: an application family of their own, and nothing that is in play.

A controller that is calibrated asks this family alone, so a card of a deck never answers it. So no
card and no chip may be made a test tag.
"""

from firmware.calibrate.counts import TEST_AFI
from tools.enrol.reader_errors import TagRefused


def mark(feed, checks, count, say, owner):
    """Make ``count`` tags test tags. ``owner(uid)``: what a tag belongs to already, or None.
    Returns how many were refused."""
    done, refused, last = 0, 0, None
    while done < count:
        with feed.turn(say) as turn:
            tag = feed.next(last)
            theirs = owner(tag.uid)
            if theirs is not None:
                raise TagRefused(f"this is of {theirs}: it stays in play")
            checks.pass_(tag)
            tag.set_afi(TEST_AFI)
            last = tag.uid
            done += 1
            say(f"test tag written ({done} of {count})")
        refused += turn.refused
    return refused
