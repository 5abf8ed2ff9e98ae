"""What the scan asks of a reader, whatever its chip (``chips.py``). ``pn5180.PN5180`` is one.

Operations start at once and go on in ``poll``: the caller may work on other readers meanwhile. One
operation at a time. A reader that fails recovers inside ``poll``; the operation then ends as FAULT.

    attributes
        tx          buffer to put a request's bytes into (no CRC: the reader appends it)
        rx          buffer with the response's bytes (CRC checked and taken off)
        rx_len      how many of them are valid; with COLLISION those before the collision and more
        rx_bits     COLLISION: data bits of rx that are valid, counted from its first bit
        outcome     how the last operation ended, one of the numbers below
        agc         automatic gain value of the last look or exchange, 0-1023
        radiating   True from ``start_look`` until the field is off for sure
        up          False while the reader does not answer at all
        faults      counts by kind of fault, see FAULT_KINDS; ``resets`` counts resets

    operations
        start_reset()               bring the reader up
        start_look(fast)            field on, then ``agc`` as soon as it is valid, which is long
                                    before tags are; fast: responses at 53 kbit/s
        start_sample()              ``agc`` once more, the field being on
        start_settle()              wait until tags understand a request
        start_exchange(n, rx_n, likely)  send tx[:n], receive a response of rx_n bytes (CRC
                                    included), 0: none; likely: it can be counted on
        start_slot(rx_n)            16 slots: mark the next slot, receive as above
        start_off()                 field off
        poll(now_us) -> us          0 when the operation has ended, else how long to wait
"""

from shared_rules.compat import const

NONE = const(0)  # no answer
FRAME = const(1)  # a good frame is in rx
COLLISION = const(2)
DAMAGED = const(3)  # CRC or protocol error, or a response that did not end
FAULT = const(4)  # the reader failed; nothing is known about the tags

FAULT_KINDS = ("busy", "general_error", "no_field", "boot")
