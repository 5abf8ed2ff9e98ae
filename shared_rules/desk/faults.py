"""What the desk refuses."""


class BadHappening(ValueError):
    """A happening that cannot be; the text says what is wrong with it."""
