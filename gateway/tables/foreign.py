"""Marks tags that are not of the deck in play, before the rules engine sees an event."""

import re

_TOKEN = re.compile(r"[0-9a-f]{16}\Z")
_FIELDS = ("cards", "missing")


def mark(event, valid):
    """The event with ``"x" + token`` for every token not in ``valid``; the same object if none.

    ``valid`` None: the deck is not known here, nothing can be told.
    """
    if valid is None:
        return event
    out = event
    for name in _FIELDS:
        value = event.get(name)
        if isinstance(value, list) and any(_is_foreign(v, valid) for v in value):
            if out is event:
                out = dict(event)
            out[name] = ["x" + v if _is_foreign(v, valid) else v for v in value]
    return out


def _is_foreign(token, valid):
    return isinstance(token, str) and token not in valid and bool(_TOKEN.match(token))
