"""Where the tables stand in the room, arranged by dragging on the home page."""

from gateway.floor.arranged import Arranged

CELLS = 40  # the plan's width and height in places at most
TABLES_MAX = 400


class Plan(Arranged):
    """Table name -> ``[column, row]`` from 0, kept in a ``place`` of ``arranged.py``."""

    def __init__(self, place):
        super().__init__(place, fault)

    def places(self):
        """The whole plan, a copy."""
        with self._lock:
            return dict(self._value)

    def arrange(self, places):
        """Keep a plan; the fault in one line, or None. OSError when the disk refuses."""
        return self.change(lambda _before: places)


def fault(places):
    """What is wrong with a plan, as one line; None when it can be kept."""
    if not isinstance(places, dict) or len(places) > TABLES_MAX:
        return f"a plan names at most {TABLES_MAX} tables, each with its column and row"
    for name, at in places.items():
        whole = isinstance(at, list) and len(at) == 2 and all(type(v) is int for v in at)
        if not whole or not all(0 <= v < CELLS for v in at):
            return f"table {str(name)[:20]}: a column and a row from 0 to {CELLS - 1} are needed"
    if len({tuple(at) for at in places.values()}) < len(places):
        return "two tables stand in one place"
    return None
