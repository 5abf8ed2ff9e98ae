"""Where the tables stand in the room: one small file, arranged by dragging on the home page."""

import json
import threading

from gateway.process import atomic

CELLS = 40  # the plan's width and height in places at most
TABLES_MAX = 400


class Plan:
    """Table name -> ``[column, row]`` from 0. Kept in ``room.json`` of the data folder."""

    def __init__(self, folder):
        self._path = folder / "room.json"
        self._lock = threading.Lock()
        self._places = self._read()

    def _read(self):
        try:
            found = json.loads(self._path.read_text())
        except (OSError, ValueError):
            return {}  # none yet; one that cannot be read is arranged again
        return found if fault(found) is None else {}

    def places(self):
        """The whole plan, a copy."""
        with self._lock:
            return dict(self._places)

    def arrange(self, places):
        """Keep a plan (checked with ``fault``); OSError when the disk refuses."""
        with self._lock:
            atomic.write_text(self._path, json.dumps(places, sort_keys=True))
            self._places = dict(places)


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
