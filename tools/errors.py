"""The error of a command: a person's mistake or a missing thing, told in one line."""


class CommandError(Exception):
    """Shown as one line on stderr, exit code 2."""
