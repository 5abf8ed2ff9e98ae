"""What comes from outside as JSON: read within bounds, so that no text of it ends the program.

MicroPython reads nesting of any depth as long as there is heap, and runs out of stack when such a
value is written again (a key into the journal, a question's id into its answer).
"""

import json

from shared_rules import bounds


def json_object(data):
    """The dict of a JSON object (bytes or str); None for anything else."""
    if isinstance(data, str):
        data = data.encode()
    try:
        if bounds.fault(data) is not None:
            return None
        message = json.loads(data.decode())
    except (ValueError, UnicodeError, MemoryError):
        return None
    return message if isinstance(message, dict) else None
