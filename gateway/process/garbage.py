"""Python's garbage collector, told how our processes live: much is loaded, and all of it stays.

While modules are loaded the collector looks through them every 700 new objects, and once more, at
the end of the process, for what nobody can reach: a third of the processor time of a short command,
and it finds next to nothing.
"""

import atexit
import gc

# New objects between two looks of the collector; with 700 of Python a hand takes 4% more time.
NEW_OBJECTS = 20_000


def look_seldom():
    """Call it before the large modules are loaded; they are not looked through at the end."""
    gc.set_threshold(NEW_OBJECTS)
    atexit.register(gc.freeze)
