"""What can go wrong at the reader. Texts are for people and hold no UID."""

from tools.errors import CommandError


class EnrolError(CommandError):
    """Enrolment cannot go on; one clear line."""


class TagGone(EnrolError):
    """The tag was taken away in the middle; lay it down again."""


class TagRefused(EnrolError):
    """The tag answers, but it is not one that can be used."""


class NoTag(EnrolError):
    """Nobody laid a tag down in time."""


class ReaderGone(EnrolError):
    """No reader, or it was unplugged."""
