"""One tag after the other from a reader, and the checks every tag must pass."""

import contextlib
import time

from tools.enrol.reader_errors import NoTag, TagGone, TagRefused
from tools.enrol.tag import Tag

POLL_S = 0.02
REFUSED_S = 0.1


class Turn:
    """How a tag's turn went. ``refused``: it cannot be used, which was said."""

    refused = False


class Feed:
    """Tags as they are laid down. ``pcsc``: an entered ``pcsc.Pcsc``; ``frames``: see ``Tag``;
    ``sleep``: for tests."""

    def __init__(self, pcsc, timeout_s=120.0, clock=time.monotonic, sleep=time.sleep, frames=True):
        self._frames = frames
        self._pcsc, self._timeout_s = pcsc, timeout_s
        self._clock, self._sleep = clock, sleep
        self._card = None
        self._given = None  # UID of the tag handed out last
        self._refused = False
        self._refused_uid = None

    def next(self, last=None):
        """The next ``Tag`` whose UID is not ``last``. NoTag when none comes in time.

        TagRefused for a card that cannot be used; the next call waits for another one.
        """
        until_s = self._clock() + self._timeout_s
        while self._clock() < until_s:
            try:
                if self._refused and self._still_there():
                    continue
                tag = self._look()
            except TagGone:
                self._drop()
                continue
            except TagRefused:
                self._given = None
                self.refuse()
                raise
            if tag is not None and tag.uid != last:
                self._given = tag.uid
                return tag
            self._sleep(POLL_S)
        raise NoTag(f"no tag came within {self._timeout_s:g} s; what is done is kept")

    def _look(self):
        if self._card is None:
            if not self._pcsc.wait(True, 1.0):
                return None
            self._card = self._pcsc.connect()
        return Tag(self._card, self._frames)

    @contextlib.contextmanager
    def turn(self, say):
        """A tag's turn, its ``next`` included: a ``Turn``. What is wrong with the tag, or that it
        was taken away, is said and ends the turn."""
        found = Turn()
        try:
            yield found
        except TagGone as e:
            say(str(e))
        except TagRefused as e:
            self.refuse()
            found.refused = True
            say(f"refused: {e}")

    def refuse(self):
        """The tag that lies there is not wanted: the next call waits for another one."""
        self._refused, self._refused_uid = True, self._given

    def _still_there(self):
        """True while a refused tag lies on the reader; another may come without a gap."""
        self._drop()
        self._refused = not self._pcsc.wait(False, REFUSED_S)
        if self._refused:
            try:
                tag = self._look()
            except TagRefused:
                return True
            self._refused = tag is None or tag.uid == self._refused_uid
        return self._refused

    def _drop(self):
        if self._card is not None:
            self._card.close()
            self._card = None

    def close(self):
        """Let the card go."""
        self._drop()


class Checks:
    """What every tag must be. ``originality``: see originality.py, None: not looked at;
    ``need_signature``: a tag without one is refused; ``any_maker``: other silicon than NXP's."""

    def __init__(self, originality=None, need_signature=False, any_maker=False):
        self._originality = originality
        self._need = need_signature
        self._any_maker = any_maker

    def pass_(self, tag):
        """True when the tag's signature was good, False when it has none. TagRefused otherwise."""
        if not tag.is_nxp and not self._any_maker:
            raise TagRefused("this tag is not NXP's (--any-maker takes others)")
        if self._originality is None:
            return False
        signature = tag.signature()
        if signature is None:
            if self._need:
                raise TagRefused("this tag has no originality signature, and one is asked for")
            return False
        if not self._originality.good(tag.uid, signature):
            raise TagRefused("this tag's originality signature is false: counterfeit silicon")
        return True
