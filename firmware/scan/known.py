"""Known tags by their shortest unique masks: each is asked alone, so nothing collides or drowns.

The masks of all known tags are as long as it takes to tell them apart and no longer. What answers
besides - a tag that is new and shares a mask - collides and is split as usual; one that shares none
is found by the tripwire, or by the next question to everybody.
"""

from shared_rules.compat import const

KNOWN_MAX = const(10)  # tags that may be asked one by one: beyond, comparing takes too long
BLOCK_MAX = const(3)  # with blocks the slots of FAST INVENTORY READ win from four tags on
TURNS = const(6)  # dwells by known masks between two questions to everybody


def learn(antenna):
    """Length of each known tag's mask into ``antenna.bits``; call when ``known`` has changed."""
    known = antenna.known
    n = len(known)
    antenna.turns = 0
    if not 2 <= n <= (BLOCK_MAX if antenna.with_block else KNOWN_MAX):
        if antenna.bits[0]:
            antenna.bits[0] = 0
        return
    if not isinstance(antenna.bits, bytearray):
        antenna.bits = bytearray(KNOWN_MAX)
    for i in range(n):
        longest = 0
        for j in range(n):
            if j != i:
                same = common_bits(known[i], known[j])
                if same > longest:
                    longest = same
        antenna.bits[i] = longest + 1


def usable(antenna):
    """True when the antenna's tags may be asked one by one this time."""
    n = len(antenna.known)
    if n < 2 or n > KNOWN_MAX or not antenna.bits[0] or antenna.turns >= TURNS:
        antenna.turns = 0
        return False
    antenna.turns += 1
    return True


def common_bits(a, b):
    """How many bits two UIDs (E0h first) share, counted in the order of the air."""
    for i in range(8):
        x = a[7 - i] ^ b[7 - i]
        if x:
            n = 8 * i
            while not x & 1:
                x >>= 1
                n += 1
            return n
    return 63  # the same UID twice: no mask tells them apart
