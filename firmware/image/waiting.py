"""A board whose own program has no table in it, and no image to run: it waits for one.

It reads nothing, blinks, and says on the console, once a minute, and as the table's retained state
why. It takes an image as a running table does (``update.py``): signed, block by block, verified in
flash; then it boots. A board with too little flash for a table of its own beside two images has
only this (docs/adr/0017-a-small-board-waits-for-its-image.md).
"""

import time

from firmware.image.service import Images
from firmware.link.apart import CHORES_MS, Apart
from firmware.link.slots import of_device
from shared_rules import topics

WAITS = "no image to run: send one"
SAY_MS = 60000


class Waiting(Apart):
    """``booted``: the image loader's, with the reasons why no image of the flash runs;
    ``parts``, ``tools``: as Apart has them; ``restart()``: boots."""

    def __init__(self, config, flash, booted, parts, tools, restart):
        why = "; ".join([WAITS] + booted.refused)
        names = (topics.DOWN_IMAGE, topics.DOWN_BLOCK, topics.DOWN_PROGRAM, topics.DOWN_BEAT)
        Apart.__init__(self, config, of_device(flash), parts, tools, why, names)
        who = {"dev": self.dev, "boot": self.boot}
        self.images = Images(
            flash, booted, config.get("flash"), self.send, restart, lambda: True, who, self.say,
            self.orders.signed,
        )  # fmt: skip

    def run(self, turns=None):
        """Until an image is there and somebody has it run; ``turns``: of 8 ms, for ever when None.

        ``restart()`` does not return on a board.
        """
        said = -SAY_MS
        while turns is None or turns > 0:
            now = self._turn()
            if now - said >= SAY_MS:
                said = now
                self.say(self.why)
            if turns is not None:
                turns -= 1
            time.sleep_ms(CHORES_MS)

    def heard(self, name, payload):
        """A message from one who may send it."""
        self.images.heard(name, payload, self.clock.ms)

    def _turn(self):
        self.clock.tick()
        now = self.clock.ms
        self.tend(now)
        self.images.poll(now, self.client.is_up())
        return now
