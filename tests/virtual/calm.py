"""A table whose radio takes its time: for tests that need a controller, not what it reads.

A controller reads as fast as its readers allow, and most of the work of a virtual machine is that.
With a field that needs 50 ms instead of 3 the same program does everything else at a seventh of it.
"""

import re

from tools.hardware.description import HARDWARE

SLOW_US = 50_000


def calm(folder):
    """Path of a description: ``six_max`` with slow readers, written into a folder."""
    text = (HARDWARE / "tables" / "six_max.toml").read_text()
    text, count = re.subn(r"(?m)^(look_us|field_us) = \d+", rf"\1 = {SLOW_US}", text)
    assert count == 2, "the radio of six_max is described otherwise"
    path = folder / "calm.toml"
    path.write_text(text)
    return str(path)
