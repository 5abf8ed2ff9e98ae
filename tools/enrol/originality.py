"""The originality signature of a tag: the maker's ECDSA over its UID, on secp128r1 without a hash.

NXP AN11350 describes the scheme; ICODE signs the UID as it travels, lowest byte first. It stops
foreign silicon at intake, not copies of a whole tag (promise 25).
"""

from gateway import extras
from tools.enrol.reader_errors import EnrolError

# NXP ICODE SLIX2 and ICODE DNA; public.
NXP_ICODE = "048878a2a2d3eec336b4f261a082bd71f9be11c4e2e896648b32efa59cea6e59f0"


class Originality:
    """Checks signatures against public keys (hex of uncompressed points; the default: NXP's)."""

    def __init__(self, keys=(NXP_ICODE,)):
        self._ecdsa = _library()
        self._keys = [self._key(text) for text in keys]

    def _key(self, text):
        try:
            raw = bytes.fromhex(text.strip())
            return self._ecdsa.VerifyingKey.from_string(raw, curve=self._ecdsa.SECP128r1)
        except (ValueError, self._ecdsa.MalformedPointError):
            raise EnrolError("a signature key is 66 hex digits beginning with 04") from None

    def good(self, uid, signature):
        """True when one of the keys made the signature of this UID (8 bytes, E0 first)."""
        for key in self._keys:
            try:
                if key.verify_digest(signature, uid[::-1]):
                    return True
            except self._ecdsa.BadSignatureError:
                continue
        return False


def keys_of_file(path):
    """Public keys of a file, one a line, ``#`` begins a comment."""
    try:
        with open(path, encoding="utf-8") as f:
            lines = [line.split("#")[0].strip() for line in f]
    except OSError as e:
        raise EnrolError(f"{path}: {e.strerror}") from None
    except UnicodeDecodeError:
        raise EnrolError(f"{path}: not text") from None
    return [line for line in lines if line]


def sign(uid, key):
    """Sign a UID as a maker does; ``key``: an ``ecdsa.SigningKey`` (virtual tags, tests)."""
    return key.sign_digest_deterministic(uid[::-1])


def _library():
    try:
        import ecdsa
    except ImportError:
        raise EnrolError(extras.missing("enrolment", "enrol")) from None
    return ecdsa
