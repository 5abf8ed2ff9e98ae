"""A PC/SC reader through pyscard: waiting for a tag, sending commands, noticing what goes away.

PC/SC part 3 (supplemental document for contactless storage cards): the ATR names the standard of
the card; commands are ISO 7816 APDUs of class FF.
"""

import os
import socket

from gateway import extras
from tools.enrol.reader_errors import EnrolError, ReaderGone, TagGone

SOCKET = "/run/pcscd/pcscd.comm"  # of pcscd, where PCSCLITE_CSOCK_NAME names no other (pcscd(8))

RID = bytes.fromhex("A000000306")  # of the PC/SC workgroup, in the historical bytes
STANDARDS = {0x03: "ISO 14443-3 A", 0x07: "ISO 14443-3 B", 0x0B: "ISO 15693-3", 0x11: "FeliCa"}
ISO15693 = (0x09, 0x0A, 0x0B, 0x0C)  # its parts 1 to 4
RETRIES = 3  # of a connection while the tag is being laid down


def standard_of(atr):
    """Byte that names the standard of a storage card's ATR (part 3, 3.1.3.2.3); None: not one."""
    atr = bytes(atr)
    at = atr.find(RID)
    return atr[at + len(RID)] if 0 <= at < len(atr) - len(RID) else None


class Pcsc:
    """The PC/SC service and one reader of it. ``name``: part of the reader's name, None: the first.

    Use as a context manager. Raises ReaderGone when there is no service or no such reader.
    """

    def __init__(self, name=None):
        self._sc = _scard()
        self._wanted = name
        self._served = False  # a card has been connected to
        self._context = None
        self.name = None

    def __enter__(self):
        sc = self._sc
        code, self._context = sc.SCardEstablishContext(sc.SCARD_SCOPE_SYSTEM)
        if code != sc.SCARD_S_SUCCESS:
            raise ReaderGone(_no_service())
        try:
            self.name = self._find()
        except ReaderGone:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exc):
        if self._context is not None:
            self._sc.SCardReleaseContext(self._context)
            self._context = None

    def _find(self):
        code, names = self._sc.SCardListReaders(self._context, [])
        if code != self._sc.SCARD_S_SUCCESS or not names:
            raise ReaderGone("no reader: plug one in (pcsc_scan lists them)")
        for name in names:
            if self._wanted is None or self._wanted in name:
                return name
        raise ReaderGone(f"no reader {self._wanted!r}; there are: {', '.join(names)}")

    def wait(self, present, timeout_s):
        """Wait until a card is there (or, with ``present`` False, is gone); False: timed out."""
        sc = self._sc
        flag = sc.SCARD_STATE_PRESENT
        state = sc.SCARD_STATE_UNAWARE
        left_ms = int(timeout_s * 1000)
        while True:
            step = min(left_ms, 500)
            code, states = sc.SCardGetStatusChange(self._context, step, [(self.name, state)])
            if code == sc.SCARD_E_TIMEOUT:
                left_ms -= step
            elif code != sc.SCARD_S_SUCCESS:
                raise self._trouble(code)
            else:
                state = states[0][1]
                if state & (sc.SCARD_STATE_UNKNOWN | sc.SCARD_STATE_UNAVAILABLE):
                    raise self._trouble(sc.SCARD_E_READER_UNAVAILABLE)
                if bool(state & flag) == present:
                    return True
                left_ms -= 1
            if left_ms <= 0:
                return False

    def connect(self):
        """Connect to the card that is there: a ``Card``. TagGone when it has gone again."""
        sc = self._sc
        for _ in range(RETRIES):
            code, handle, _ = sc.SCardConnect(
                self._context,
                self.name,
                sc.SCARD_SHARE_SHARED,
                sc.SCARD_PROTOCOL_T0 | sc.SCARD_PROTOCOL_T1,
            )
            if code == sc.SCARD_S_SUCCESS:
                self._served = True
                return Card(sc, handle, self._trouble)
        raise self._trouble(code)

    def _trouble(self, code):
        sc = self._sc
        gone = ("SCARD_E_READER_UNAVAILABLE", "SCARD_E_UNKNOWN_READER", "SCARD_E_NO_SERVICE")
        gone += (
            "SCARD_E_SERVICE_STOPPED",
            "SCARD_E_NO_READERS_AVAILABLE",
            "SCARD_E_INVALID_HANDLE",
        )
        away = ("SCARD_W_REMOVED_CARD", "SCARD_E_NO_SMARTCARD", "SCARD_E_NOT_TRANSACTED")
        away += ("SCARD_W_RESET_CARD", "SCARD_W_UNPOWERED_CARD", "SCARD_W_UNRESPONSIVE_CARD")
        away += ("SCARD_F_COMM_ERROR",)
        if self._served:  # a service that ends denies, for a moment, who it has served before
            gone += ("SCARD_W_SECURITY_VIOLATION",)
        if code in [getattr(sc, n, None) for n in gone]:
            return ReaderGone(
                "the reader is gone: plug it in and start again, it goes on from here"
            )
        if code in [getattr(sc, n, None) for n in away]:
            return TagGone("the tag was taken away too soon: lay it down again")
        return EnrolError(f"the reader failed: {sc.SCardGetErrorMessage(code)}")


class Card:
    """A connected card. Use as a context manager."""

    def __init__(self, sc, handle, trouble):
        self._sc, self._handle, self._trouble = sc, handle, trouble
        code, _, _, self._protocol, self.atr = sc.SCardStatus(handle)
        self.atr = bytes(self.atr)
        if code != sc.SCARD_S_SUCCESS:
            self.close()
            raise trouble(code)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def close(self):
        """Let the card go. May be called twice."""
        if self._handle is not None:
            self._sc.SCardDisconnect(self._handle, self._sc.SCARD_LEAVE_CARD)
            self._handle = None

    def send(self, apdu):
        """Send an APDU: ``(data, status word)``. TagGone or ReaderGone when it went away."""
        sc = self._sc
        header = sc.SCARD_PCI_T1 if self._protocol == sc.SCARD_PROTOCOL_T1 else sc.SCARD_PCI_T0
        code, answer = sc.SCardTransmit(self._handle, header, list(apdu))
        if code != sc.SCARD_S_SUCCESS:
            raise self._trouble(code)
        answer = bytes(answer)
        if len(answer) < 2:
            raise TagGone("the tag did not answer: lay it down again")
        return answer[:-2], int.from_bytes(answer[-2:], "big")


def _no_service():
    """Why there is no service. The library says the same of one that refuses us."""
    with socket.socket(socket.AF_UNIX) as door:
        try:
            door.connect(os.environ.get("PCSCLITE_CSOCK_NAME", SOCKET))
        except OSError:
            return "no smart-card service: start pcscd (systemctl start pcscd)"
    return (
        "the smart-card service refuses this user: work at the machine itself or as root, or allow "
        "the user the polkit action org.debian.pcsc-lite.access_pcsc"
    )


def _scard():
    try:
        from smartcard import scard
    except ImportError:
        raise EnrolError(extras.missing("enrolment", "enrol")) from None
    return scard
