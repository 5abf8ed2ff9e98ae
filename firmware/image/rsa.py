"""RSA signatures, verified with nothing but whole numbers and SHA-256 (RFC 8017, 8.2.2).

PKCS#1 v1.5 with SHA-256 and the public exponent 65537: seventeen multiplications modulo n, which
a controller does in a fraction of a second. The whole padded block is compared, byte for byte;
parsing it instead is how such checks have been fooled.
"""

EXPONENT_SQUARES = 16  # 65537 = 2**16 + 1
KEY_BYTES_MIN = 256  # 2048 bits
KEY_BYTES_MAX = 512
# DigestInfo of SHA-256 (RFC 8017, 9.2, note 1)
_INFO = b"\x30\x31\x30\x0d\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x01\x05\x00\x04\x20"


def padded(digest, size):
    """EMSA-PKCS1-v1_5 of a SHA-256 digest, ``size`` bytes (RFC 8017, 9.2)."""
    tail = b"\x00" + _INFO + digest
    return b"\x00\x01" + b"\xff" * (size - 2 - len(tail)) + tail


def verify(modulus, digest, signature):
    """True when ``signature`` is that of ``digest`` (32 bytes) under the public key.

    ``modulus``: n as bytes, big end first, without leading zeros. Never raises for bad input.
    """
    size = len(modulus)
    if not KEY_BYTES_MIN <= size <= KEY_BYTES_MAX or not modulus[0] or not modulus[-1] & 1:
        return False
    if len(signature) != size or len(digest) != 32:
        return False
    n = int.from_bytes(modulus, "big")
    s = int.from_bytes(signature, "big")
    if s >= n:
        return False
    m = s
    for _ in range(EXPONENT_SQUARES):
        m = m * m % n
    m = m * s % n
    return m.to_bytes(size, "big") == padded(digest, size)
