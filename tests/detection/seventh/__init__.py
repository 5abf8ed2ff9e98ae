"""A seventh generator of recordings, written from the design and the rulebooks alone.

It shares no line with the table or with the other generators. The radio is computed from the field
of each loop, the scan from the air time of each dwell, the hand from people who sit at a table.
"""
