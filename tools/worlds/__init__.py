"""Worlds drawn anew: hands as people play them, read by radios nobody has tuned on.

``families`` says how wide each range is, ``people`` makes things move, ``radio`` and ``scan`` make
dwells of it, ``record`` writes a trace with its truth, ``judge`` compares what the table makes of
it.
Nothing here knows how the tracker works: it is fed through the door of ``feltwire trace replay``.
"""
