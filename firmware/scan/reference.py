"""The reference tag of a reader: a tag of the table's own on a small loop of the multiplexer.

It always answers. When it does not, the reader hears nothing that matters (jamming, a broken
receiver), and tags that seem to have gone from its antennas have not been shown to be gone.
"""

from firmware.drivers import iso15693 as iso
from firmware.drivers import reader as rd
from shared_rules.compat import const

_IDLE = const(0)
_LOOK = const(1)
_SETTLE = const(2)
_ASK = const(3)
_OFF = const(4)

_TRIES = const(3)  # requests without an answer before the tag counts as lost


class Reference:
    """Asks for the reference tag: ``start``, then ``poll`` until 0; then ``ok`` and ``seen``.

    ``channel``: of the multiplexer; ``block``: the chip block where the reader's other antennas are
    read with blocks (the receiver keeps its configuration), None for a plain INVENTORY.
    """

    def __init__(self, reader, mux, clock, channel, switch_us, block):
        self.ok = False  # False: the reader failed, nothing is known
        self.seen = False
        self._reader = reader
        self._mux = mux
        self._clock = clock
        self._channel = channel
        self._switch_us = switch_us
        self._block = block
        self._zero = bytes(8)
        self._phase = _IDLE
        self._left = 0

    def start(self):
        """Connect the loop, field on."""
        self.ok = self.seen = False
        self._left = _TRIES
        self._mux.select(self._channel)
        self._clock.sleep_us(self._switch_us)
        self._phase = _LOOK
        self._reader.start_look(self._block is not None)

    def poll(self, now):
        """Go on: 0 when it has ended, else us until the next poll is due."""
        while self._phase != _IDLE:
            wait = self._reader.poll(now)
            if wait:
                return wait
            if self._reader.outcome == rd.FAULT:
                self._phase = _IDLE
            else:
                self._ended()
            now = self._clock.ticks_us()
        return 0

    def _ended(self):
        reader = self._reader
        if self._phase == _LOOK:
            self._phase = _SETTLE
            reader.start_settle()
        elif self._phase == _SETTLE or (
            self._phase == _ASK and reader.outcome != rd.FRAME and self._left
        ):
            self._left -= 1
            self._phase = _ASK
            self._ask()
        elif self._phase == _ASK:
            self.seen = reader.outcome == rd.FRAME
            self._phase = _OFF
            reader.start_off()
        else:
            self.ok = True
            self._phase = _IDLE

    def _ask(self):
        tx = self._reader.tx
        if self._block is None:
            n = iso.inventory(tx, self._zero, 0, 0, True)
            self._reader.start_exchange(n, iso.INVENTORY_BYTES, True)
        else:
            n = iso.inventory_read(tx, self._zero, 0, 0, True, self._block, True)
            self._reader.start_exchange(n, iso.inventory_read_bytes(0, True), True)
