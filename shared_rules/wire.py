"""Event <-> compact list, as it travels over MQTT and lies in the journal.

``[code, t, field, field, ...]``: fields in the order of ``events.fields``, None for an absent
optional one, trailing Nones cut; a kind with free fields (``*``) carries them last, as an object.
Version 1. JSON is written by the interpreter's own ``json`` (2.7 us an event on the controller).
"""

from shared_rules.events import KINDS, BadEvent, check, fields

VERSION = 1
_CODES = {}
for _i in range(len(KINDS)):
    _CODES[KINDS[_i]] = _i


def encode(event):
    """Compact list of an event dict. Raises BadEvent for an unknown kind."""
    what = event["what"]
    code = _CODES.get(what)
    if code is None:
        raise BadEvent("unknown event kind %r" % (what,))
    out = [code, event["t"]]
    named = {"t": 1, "what": 1}
    free = False
    for f in fields(what):
        if f == "*":
            free = True
            continue
        if f[-1] == "?":
            f = f[:-1]
        named[f] = 1
        out.append(event.get(f))
    if free:
        rest = {}
        for key in event:
            if key not in named:
                rest[key] = event[key]
        out.append(rest)
    while len(out) > 2 and out[-1] is None:
        out.pop()
    return out


def decode(row):
    """Event dict of a compact list. Raises BadEvent with a reason for anything malformed."""
    if not isinstance(row, list) or len(row) < 2:
        raise BadEvent("an event row is a list of code, time and fields")
    code = row[0]
    if not isinstance(code, int) or isinstance(code, bool) or not 0 <= code < len(KINDS):
        raise BadEvent("unknown event code %r" % (code,))
    what = KINDS[code]
    event = {"t": row[1], "what": what}
    i = 2
    for f in fields(what):
        if i >= len(row):
            break
        value = row[i]
        i += 1
        if f == "*":
            if not isinstance(value, dict):
                raise BadEvent("%s: free fields must be an object" % what)
            for key in value:
                if key not in event:
                    event[key] = value[key]
        elif value is not None:
            event[f[:-1] if f[-1] == "?" else f] = value
    if i < len(row):
        raise BadEvent("%s: %d values too many" % (what, len(row) - i))
    check(event)
    return event
