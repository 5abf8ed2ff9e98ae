"""ISO 15693 tags: identity, memory and state, as the air interface of ``air.py`` sees them.

UIDs are written most significant byte first (``E0 04 ...``: E0 by ISO 15693-3, 04 NXP) and travel
least significant byte first.
"""

READY, QUIET, SELECTED = 0, 1, 2  # ISO 15693-3, states of a powered VICC

BLOCKS = 28  # of an ICODE SLIX
BLOCK_BYTES = 4
IC_REFERENCE = 0x01


class Tag:
    """One VICC (ICODE SLIX): UID, AFI, DSFID, 28 blocks of four bytes, and its volatile state.

    ``uid``: 8 bytes, most significant first. The state is lost when the field drops: ``powered``
    names the field session the state belongs to.
    """

    __slots__ = (
        "uid",
        "number",
        "wire_uid",
        "afi",
        "dsfid",
        "blocks",
        "state",
        "powered",
        "signature",
    )

    def __init__(self, uid, afi=0, dsfid=0, blocks=None, signature=None):
        if len(uid) != 8 or uid[0] != 0xE0:
            raise ValueError("an ISO 15693 UID is 8 bytes and begins with E0")
        self.uid = bytes(uid)
        self.number = int.from_bytes(uid, "big")
        self.wire_uid = self.uid[::-1]
        self.afi = afi
        self.dsfid = dsfid
        self.blocks = {n: bytes(b) for n, b in (blocks or {}).items()}
        self.signature = signature  # 32 bytes, of an ICODE SLIX2; None: the tag has none
        self.state = READY
        self.powered = None

    def block(self, number):
        """Four bytes of a memory block; None when the tag has no such block."""
        if not 0 <= number < BLOCKS:
            return None
        return self.blocks.get(number, b"\x00\x00\x00\x00")

    def power(self, session):
        """The tag is in the field of this session: a new one finds it Ready (ISO 15693-3, 7.2)."""
        if self.powered != session:
            self.powered = session
            self.state = READY

    def __repr__(self):
        return "Tag(...)"  # a UID is secret: it shows in no message
