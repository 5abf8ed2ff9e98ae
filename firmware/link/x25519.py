"""X25519 (RFC 7748): what two keys agree on. Loaded at a controller's first boot, and never again.

The interpreter has whole numbers of any length, so a multiplication modulo the prime is one line.
How long it takes shows in the key, as with any such code; it is used once for each key, which is
forgotten then.
"""

_PRIME = (1 << 255) - 19
_A24 = 121665
_BITS = 255
BYTES = 32


def shared(private, public, feed=None):
    """What the owner of ``private`` agrees on with the owner of ``public``; 32 bytes each.

    ``feed()``: called now and then, for a watchdog. ValueError for a key of small order.
    """
    k = int.from_bytes(private, "little")
    k = (k & ~7 & ((1 << 254) - 1)) | (1 << 254)
    u = int.from_bytes(public, "little") & ((1 << 255) - 1)
    x2, z2 = _ladder(k, u, feed)
    made = x2 * _inverse(z2) % _PRIME
    if not made:
        raise ValueError("a key of small order")
    return made.to_bytes(BYTES, "little")


def public(private, feed=None):
    """The public key of a private one (any 32 random bytes)."""
    return shared(private, b"\x09" + bytes(BYTES - 1), feed)


def _ladder(k, u, feed):
    """The Montgomery ladder, section 5: ``(x, z)`` of k times u."""
    p = _PRIME
    x2, z2, x3, z3 = 1, 0, u, 1
    swap = 0
    for t in range(_BITS - 1, -1, -1):
        if feed is not None and not t & 15:
            feed()
        bit = k >> t & 1
        if swap ^ bit:
            x2, x3, z2, z3 = x3, x2, z3, z2
        swap = bit
        a, b = x2 + z2, x2 - z2
        aa, bb = a * a % p, b * b % p
        e = aa - bb
        da, cb = (x3 - z3) * a % p, (x3 + z3) * b % p
        x3, z3 = da + cb, da - cb
        x3, z3 = x3 * x3 % p, u * (z3 * z3 % p) % p
        x2, z2 = aa * bb % p, e * (aa + _A24 * e) % p
    return (x3, z3) if swap else (x2, z2)


def _inverse(n):
    """n to the power of p - 2: all bits but two are ones."""
    made = 1
    for i in range(_BITS - 1, -1, -1):
        made = made * made % _PRIME
        if (_PRIME - 2) >> i & 1:
            made = made * n % _PRIME
    return made
