"""A virtual PC/SC reader's field: our ISO 15693 tags behind vsmartcard's vpcd.

pcscd loads vpcd as a reader and listens on TCP; whoever connects is the card. Frames have a length
of two bytes; one byte is a control: 0 off, 1 on, 2 reset, 4 ATR. The tags are those of the virtual
table, and answer here to the PC/SC commands a reader translates for them.
"""

import contextlib
import socket
import struct
import threading
import time

from tools.virtual import air
from tools.virtual.iso15693_tags import BLOCKS

PORT = 0x8C7B  # vpcd's own
OFF, ON, RESET, ATR = 0, 1, 2, 4
OK = b"\x90\x00"
NOT_SUPPORTED, WRONG_PARAMETER, NO_ANSWER = b"\x6a\x81", b"\x6b\x00", b"\x64\x01"
NOTICED_S = 1.0  # pcscd looks whether a card is there every 0.4 s
ISO15693_3, ISO14443A_3 = 0x0B, 0x03


def atr_of(standard, name=0x0014):
    """ATR of a storage card (PC/SC part 3, 3.1.3.2.3.2). Name 0014h: ICODE SLI."""
    historical = bytes.fromhex("804f0ca000000306") + bytes((standard,)) + name.to_bytes(2, "big")
    body = b"\x8f\x80\x01" + historical + bytes(4)
    check = 0
    for byte in body:
        check ^= byte
    return b"\x3b" + body + bytes((check,))


class StrangeCard:
    """A card of another standard: it has an ATR and a number, and none of our commands."""

    def __init__(self, number=b"\x04\x11\x22\x33", standard=ISO14443A_3):
        self.number = number
        self.standard = standard


class VirtualReader:
    """The field of a vpcd reader. ``lay`` and ``lift`` cards; ``swap`` without a gap.

    ``pull_after``: the card goes away after so many more APDUs (None: it stays).
    """

    _lifted = -NOTICED_S  # when a field was last emptied, whichever object did it

    def __init__(self, port=PORT, host="127.0.0.1"):
        self._address = (host, port)
        self._socket = None
        self._thread = None
        self._card = None
        self._transparent = False
        self.pull_after = None
        self.apdus = 0
        self.on_apdu = None  # called with the card after each APDU

    def lay(self, card, patience_s=60.0):
        """Lay a card into the field; not before the reader has noticed that it was empty."""
        self.lift()
        time.sleep(max(0.0, self._lifted + NOTICED_S - time.monotonic()))
        until = time.monotonic() + patience_s
        while True:
            try:
                self._socket = socket.create_connection(self._address, 1.0)
                break
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)
        self._socket.settimeout(None)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._card, self._transparent = card, False
        self._thread = threading.Thread(target=self._serve, args=(self._socket,), daemon=True)
        self._thread.start()

    def swap(self, card):
        """Another card lies there at once, without the reader noticing a gap."""
        self._card, self._transparent = card, False

    def lift(self):
        """Take the card out of the field."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
            self._socket.close()
            self._socket = None
            VirtualReader._lifted = time.monotonic()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(5)
            self._thread = None

    def _serve(self, connection):
        try:
            while True:
                frame = _receive(connection)
                if len(frame) == 1:
                    if frame[0] == ATR:
                        _send(connection, self._atr())
                    continue
                if self.pull_after is not None:
                    self.pull_after -= 1
                    if self.pull_after < 0:
                        self.pull_after = None
                        connection.close()
                        return
                self.apdus += 1
                answer = self._apdu(self._card, frame)
                _send(connection, answer)
                if self.on_apdu:
                    self.on_apdu(self._card)
        except OSError:
            return

    def _atr(self):
        card = self._card
        if isinstance(card, StrangeCard):
            return atr_of(card.standard, 0x0001)
        return atr_of(ISO15693_3)

    def _apdu(self, card, apdu):
        if len(apdu) < 4 or apdu[0] != 0xFF:
            return b"\x6e\x00"
        command = (apdu[1], apdu[2], apdu[3])
        if isinstance(card, StrangeCard):
            return card.number + OK if command[0] == 0xCA else NOT_SUPPORTED
        if command == (0xCA, 0, 0):
            return card.uid + OK
        if command[0] == 0xB0:
            block = card.block(apdu[3])
            return block + OK if block is not None else WRONG_PARAMETER
        if command[0] == 0xD6:
            return self._update(card, apdu)
        if command == (0xC2, 0, 0):
            return self._manage(apdu)
        if command == (0xC2, 0, 1):
            return self._transceive(card, apdu)
        return NOT_SUPPORTED

    @staticmethod
    def _update(card, apdu):
        data = bytes(apdu[5 : 5 + apdu[4]])
        if len(data) != 4 or not 0 <= apdu[3] < BLOCKS:
            return WRONG_PARAMETER
        card.blocks[apdu[3]] = data
        return OK

    def _manage(self, apdu):
        self._transparent = apdu[5] == 0x81
        return b"\xc0\x03\x00\x90\x00" + OK

    def _transceive(self, card, apdu):
        if not self._transparent or apdu[5] != 0x95:
            return NOT_SUPPORTED
        frame = bytes(apdu[7 : 7 + apdu[6]])
        field = air.Air(_Field(card))
        field.energize(_Field, 0)
        heard = field.request(frame, air.POWER_UP_US)
        if heard is None:
            return b"\xc0\x03\x01\x64\x01" + NO_ANSWER
        return b"\xc0\x03\x00\x90\x00\x97" + bytes((len(heard.data),)) + heard.data + OK


class _Field:
    """What ``air.Air`` needs of a field: one tag in it, no noise, no neighbours."""

    near = frozenset()

    class noise:
        factor = 0

        @staticmethod
        def happens(probability):
            return False

    def __init__(self, card):
        self.airs = []
        self.sessions = 0
        self._card = card

    def heard(self, antenna, t_us):
        """The tag."""
        return [self._card]


def _receive(connection):
    (length,) = struct.unpack(">H", _exactly(connection, 2))
    return _exactly(connection, length)


def _exactly(connection, count):
    data = b""
    while len(data) < count:
        if hasattr(socket, "TCP_QUICKACK"):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        part = connection.recv(count - len(data))
        if not part:
            raise OSError("closed")
        data += part
    return data


def _send(connection, data):
    connection.sendall(struct.pack(">H", len(data)) + data)
