"""Draw games: faults of the deal and of the draw."""

HANDLERS = ()
