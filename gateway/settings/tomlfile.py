"""TOML that a person wrote: whatever is wrong with it is one error of one line."""

import tomllib


class NotToml(ValueError):
    """Not TOML, or not what a parser can hold; the text says why."""


def parse(data, **options):
    """The dict of TOML text or bytes; ``options`` as ``tomllib.loads`` has them. NotToml.

    ``tomllib`` refuses bad TOML with an error of its own, numbers of thousands of digits and deep
    nesting with Python's.
    """
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        return tomllib.loads(text.replace("\r\n", "\n"), **options)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise NotToml(f"not TOML: {e}") from None
    except RecursionError:
        raise NotToml("not TOML that can be read: it is nested too deep") from None
    except ValueError:
        raise NotToml("not TOML that can be read: a number has too many digits") from None
