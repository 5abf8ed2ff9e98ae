"""Numbers of things, in words that commands print."""

_MANY = {"entry": "entries"}


def counted(number, thing):
    """``1 hand``, ``0 hands``, ``12 entries``; ``thing`` is one of them."""
    if number == 1:
        return f"1 {thing}"
    return f"{number} {_MANY.get(thing, thing + 's')}"
