"""What is frozen into the W5500-EVB-Pico2's own program (MicroPython's manifest format).

Not the port's default manifest; and ``_boot.py`` is our own: the file system ends where the image
areas begin. No table is frozen in: the flash has room for it here or in the image areas, not both.
"""

# ruff: noqa: F821
freeze("$(PORT_DIR)/modules", ("rp2.py",))
freeze(".", "_boot.py")
include("../waits.py")
