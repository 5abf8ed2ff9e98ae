"""How deep a message may nest and how long its numbers may be, whoever reads it.

The widest message the project sends nests 6 deep (a batch, its rows, a row, the side pots of a
setup, one pot, its seats); its longest number is a time in ms. A decoder that meets thousands of
brackets runs out of stack, on the controller as on the gateway.
"""

DEPTH_MAX = 16
DIGITS_MAX = 32  # characters of a number: a float printed in full has up to 24
_NUMBER = b"0123456789+-.eE"
_OPEN, _CLOSE, _QUOTE, _BACKSLASH = b"[{", b"]}", 34, 92


def fault(payload):
    """Why a JSON text (bytes) is out of bounds, None when it is not. It need not be valid."""
    depth = digits = 0
    quoted = escaped = False
    for c in payload:
        if quoted:
            if escaped:
                escaped = False
            elif c == _BACKSLASH:
                escaped = True
            elif c == _QUOTE:
                quoted = False
        elif c in _NUMBER:
            digits += 1
            if digits > DIGITS_MAX:
                return "a number of more than %d characters" % DIGITS_MAX
            continue
        elif c == _QUOTE:
            quoted = True
        elif c in _OPEN:
            depth += 1
            if depth > DEPTH_MAX:
                return "nested more than %d deep" % DEPTH_MAX
        elif c in _CLOSE:
            depth -= 1
        digits = 0
    return None


def may_be_deep(payload):
    """False for a payload that cannot nest too deep: it has too few brackets."""
    return payload.count(b"[") + payload.count(b"{") > DEPTH_MAX
