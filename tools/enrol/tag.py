"""An ISO 15693 tag on a PC/SC reader: its UID, its blocks, its AFI, its originality signature.

GET DATA, READ BINARY and UPDATE BINARY are PC/SC part 3; what they cannot say (AFI, signature) goes
through its transparent session as ISO 15693-3 frames without CRC.
"""

from tools.enrol import pcsc
from tools.enrol.reader_errors import EnrolError, TagGone, TagRefused

OK = 0x9000
BLOCK_BYTES = 4
NXP = 0x04
ADDRESSED = 0x22  # request flags: addressed, high data rate
WRITE_AFI, SYSTEM_INFO, READ_SIGNATURE = 0x27, 0x2B, 0xBD
SIGNATURE_BYTES = 32
FRAME_OK = 0x00


class Tag:
    """A tag behind a ``pcsc.Card``. ``uid``: 8 bytes, E0 first; never show it.

    ``frames``: False for a reader without a transparent session. Then the application family is
    what the maker wrote, which nobody checks here, and there is no signature.
    """

    def __init__(self, card, frames=True):
        self._card, self._frames = card, frames
        standard = pcsc.standard_of(card.atr)
        if standard is not None and standard not in pcsc.ISO15693:
            kind = pcsc.STANDARDS.get(standard, "another standard's")
            raise TagRefused(f"this is no ISO 15693 tag, it is {kind}: it cannot be used")
        self.uid = self.read_uid()

    def __repr__(self):
        return "Tag(...)"

    def read_uid(self):
        """The UID of the tag that lies there now (GET DATA); TagRefused when it is none."""
        data, status = self._card.send(b"\xff\xca\x00\x00\x00")
        if status != OK:
            raise TagGone("the tag does not tell its number: lay it down again")
        if len(data) == 8 and data[0] != 0xE0 and data[7] == 0xE0:
            data = data[::-1]  # some readers give it as it travels
        if len(data) != 8 or data[0] != 0xE0:
            raise TagRefused("this is no ISO 15693 tag: it cannot be used")
        return data

    @property
    def is_nxp(self):
        """True when the manufacturer code of the UID is NXP's (ISO 15693-3, 4.1)."""
        return self.uid[1] == NXP

    def read(self, block):
        """Four bytes of a block."""
        data, status = self._card.send(bytes((0xFF, 0xB0, 0, block, BLOCK_BYTES)))
        if status != OK or len(data) != BLOCK_BYTES:
            raise TagGone(f"block {block} cannot be read: lay the tag down again")
        return data

    def write(self, block, data):
        """Write four bytes to a block and read them back; TagRefused when they are not there."""
        command = bytes((0xFF, 0xD6, 0, block, BLOCK_BYTES)) + data
        _, status = self._card.send(command)
        if status != OK:
            raise TagRefused(f"block {block} cannot be written: it is locked, or the tag is bad")
        if self.read(block) != data:
            raise TagRefused(f"block {block} does not keep what is written: the tag is bad")

    # -- what needs frames

    def afi(self):
        """The tag's application family, from its system information (ISO 15693-3, 10.4.12); None
        without frames."""
        if not self._frames:
            return None
        answer = self._frame(SYSTEM_INFO)
        if len(answer) < 10 or not answer[1] & 0x02:
            raise TagRefused("the tag has no application family (AFI): it cannot be used")
        at = 10 + (1 if answer[1] & 0x01 else 0)
        return answer[at]

    def set_afi(self, afi):
        """Write the application family where it is another, and prove it; nothing without
        frames."""
        if self.afi() in (afi, None):
            return
        self._frame(WRITE_AFI, bytes((afi,)))
        if self.afi() != afi:
            raise TagRefused("the application family (AFI) does not stick: it is locked")

    def signature(self):
        """The originality signature, 32 bytes; None when the tag has none (ICODE SLIX2, 9.5.3), or
        without frames."""
        if not self._frames:
            return None
        try:
            answer = self._frame(READ_SIGNATURE, maker=NXP)
        except TagRefused:
            return None
        return answer[1:] if len(answer) == 1 + SIGNATURE_BYTES else None

    def _frame(self, command, data=b"", maker=None):
        """Answer of an addressed request. TagRefused when the tag refuses the command."""
        custom = bytes((maker,)) if maker is not None else b""
        frame = bytes((ADDRESSED, command)) + custom + self.uid[::-1] + data
        self._manage(0x81)
        try:
            answer = self._transceive(frame)
        finally:
            self._manage(0x82)
        if answer[0] & 0x01:
            raise TagRefused("the tag does not know a command it must know: it cannot be used")
        if answer[0] != FRAME_OK:
            raise TagGone("the tag's answer is damaged: lay it down again")
        return answer

    def _manage(self, what):
        """Begin (81h) or end (82h) a transparent session (PC/SC part 3, 3.2.5.1)."""
        _, status = self._card.send(bytes((0xFF, 0xC2, 0, 0, 2, what, 0)))
        if status != OK:
            raise EnrolError(
                "this reader has no transparent session, which AFI and signature need: use another,"
                " or tags whose maker has written the AFI (--afi-by-maker)"
            )

    def _transceive(self, frame):
        """One frame to the tag and its answer (PC/SC part 3, 3.2.5.3: 95h out, 97h back)."""
        body = bytes((0x95, len(frame))) + frame
        data, status = self._card.send(bytes((0xFF, 0xC2, 0, 1, len(body))) + body + b"\x00")
        if status != OK:
            raise TagGone("the tag does not answer: lay it down again")
        found = _objects(data)
        answer = found.get(0x97, b"")
        if not answer:
            raise TagGone("the tag does not answer: lay it down again")
        return answer


def _objects(data):
    """Tag -> value of simple TLV objects; what is cut off is left out."""
    found, at = {}, 0
    while at + 2 <= len(data):
        tag, length = data[at], data[at + 1]
        at += 2
        if length == 0x81 and at < len(data):
            length = data[at]
            at += 1
        found[tag] = data[at : at + length]
        at += length
    return found
