"""Which driver reads a table: the reader chip's name in its description is its module's name here.

A driver is ``firmware/drivers/<chip>.py`` with

    SPI_HZ_MAX                  the fastest bus the chip takes
    Responses()                 what the readers of a table share
    make(spi, nss, busy, rst, clock, radio, responses)
                                a reader after the contract in ``reader.py``; ``radio``: the
                                configuration's table of that name

Its twin in the virtual table is ``tools/virtual/<chip>.py``.
"""

CHIP = "pn5180"  # of a description or configuration made before they named one


def driver(chip):
    """The module that drives ``chip``. Raises ValueError, one line, where there is none."""
    if isinstance(chip, str) and "." not in chip:
        try:
            module = __import__("firmware.drivers." + chip, None, None, ("make",))
            if hasattr(module, "make"):
                return module
        except ImportError:
            pass
    raise ValueError("radio.chip: there is no driver for %r in firmware/drivers" % (chip,))
