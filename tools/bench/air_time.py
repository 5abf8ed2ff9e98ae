"""Air time of ISO 15693 by calculation: what reading so many tags takes at least.

Bytes and pauses are those of the standard (1 out of 4, high rate, single subcarrier); the methods
are those of the design: 16 slots, one slot with the collision's position, known tags by their
masks, and FAST INVENTORY READ, each taken apart on random UIDs. No SPI, no noise. Milliseconds.
"""

import functools
import random

BYTE = 0.30206
REQUEST = 0.1133  # SOF and EOF
ANSWER = 0.30206
T1 = 0.3209
T2 = 0.3092
SLOT_MARK = 0.0378
SILENCE = 0.474  # t3: an empty slot
AFI = 0.302
ROUNDS = 300
HALVES_MAX = 2  # tags in one slot for which halves are quicker than 16 slots again, on the mean


def request(count):
    """A request of so many bytes, CRC included."""
    return REQUEST + BYTE * count


def answer(count, fast=False):
    """An answer of so many bytes, CRC included, with the pauses before and after it."""
    ms = ANSWER + BYTE * count
    return T1 + (ms / 2 if fast else ms) + T2


def one_slot(mask_bits, hit, blocks=False):
    """A one-slot request: INVENTORY, or FAST INVENTORY READ of one block with ``blocks``."""
    mask = (mask_bits + 7) // 8
    if blocks:
        ms = request(2 + 1 + 1 + mask + 2 + 2)
        return ms + (answer(1 + 8 - mask_bits // 8 + 4 + 2, True) if hit else SILENCE)
    return request(2 + 1 + mask + 2) + (answer(12) if hit else SILENCE)


@functools.cache
def by_slots(tags, blocks):
    """Mean of asking so many unknown tags with 16 slots; slots with several by 16 slots again."""
    rng = random.Random(f"{tags}/{blocks}")
    return sum(_slots(tags, 0, blocks, rng) for _ in range(ROUNDS)) / ROUNDS


def _slots(tags, bits, blocks, rng):
    mask = (bits + 7) // 8
    ms = request(2 + (1 if blocks else 0) + 1 + mask + (2 if blocks else 0) + 2)
    answered = answer(1 + 8 - (bits + 4) // 8 + 4 + 2, True) if blocks else answer(12)
    counts = [0] * 16
    for _ in range(tags):
        counts[rng.randrange(16)] += 1
    for slot, count in enumerate(counts):
        ms += SLOT_MARK if slot else 0
        ms += answered if count else SILENCE
        if count > 1:
            again = _slots if count > HALVES_MAX else _halves
            ms += again(count, bits + 4, blocks, rng)
    return ms


@functools.cache
def by_halves(tags, blocks):
    """Mean of asking so many unknown tags with one slot, splitting at the collision's position."""
    rng = random.Random(f"{tags}/{blocks}/halves")
    first = one_slot(0, tags > 0, blocks)
    if tags < 2:
        return first
    return first + sum(_halves(tags, 0, blocks, rng) for _ in range(ROUNDS)) / ROUNDS


def _halves(tags, bits, blocks, rng):
    """Both sides of a collision, at whose position the tags differ."""
    left = 0
    while not 0 < left < tags:
        left = sum(rng.random() < 0.5 for _ in range(tags))
    ms = 0.0
    for count in (left, tags - left):
        ms += one_slot(bits + 1, True, blocks)
        if count > 1:
            ms += _halves(count, bits + 1, blocks, rng)
    return ms


def slots_of(tags, blocks, bits=0):
    """As ``by_slots``, of these very tags: UIDs as numbers, the lowest bit the first on air."""
    ms = request(2 + (1 if blocks else 0) + 1 + (bits + 7) // 8 + (2 if blocks else 0) + 2)
    answered = answer(1 + 8 - (bits + 4) // 8 + 4 + 2, True) if blocks else answer(12)
    for slot in range(16):
        here = [t for t in tags if t >> bits & 15 == slot]
        ms += SLOT_MARK if slot else 0
        ms += answered if here else SILENCE
        if len(here) > 1:
            again = slots_of if len(here) > HALVES_MAX else _halves_of
            ms += again(here, blocks, bits + 4)
    return ms


def halves_of(tags, blocks):
    """As ``by_halves``, of these very tags."""
    more = _halves_of(tags, blocks, 0) if len(tags) > 1 else 0
    return one_slot(0, len(tags) > 0, blocks) + more


def _halves_of(tags, blocks, bits):
    while len({t >> bits & 1 for t in tags}) < 2:
        bits += 1
    ms = 0.0
    for side in (0, 1):
        here = [t for t in tags if t >> bits & 1 == side]
        ms += one_slot(bits + 1, True, blocks)
        ms += _halves_of(here, blocks, bits + 1) if len(here) > 1 else 0
    return ms


@functools.cache
def least_of(tags, chips=False, known=False):
    """As ``least``, of these very tags (a frozen set of numbers): ms for one who knows beforehand
    which method is the quickest for them."""
    ways = [slots_of(tags, chips), halves_of(tags, chips)]
    if known and len(tags) > 1:
        ways.append(len(tags) * one_slot(8, True, chips))
    return min(ways) if chips else min(ways) + AFI


@functools.cache
def least(tags, chips=False, known=False):
    """The quickest of the methods for so many tags on one antenna: (ms, name of the method).

    ``chips``: with their block; cards are asked by their AFI. ``known``: masks may be used.
    """
    ways = [(by_slots(tags, chips), "16 slots"), (by_halves(tags, chips), "1 slot")]
    if known and tags > 1:
        ways.append((tags * one_slot(8, True, chips), "masks"))
    ms, name = min(ways)
    return (ms, name) if chips else (ms + AFI, name)
