"""What is frozen into the ESP32-S3's own program (MicroPython's manifest format).

Not the port's default manifest: that brings WebREPL, package download and more along.
"""

# ruff: noqa: F821
freeze("$(PORT_DIR)/modules", ("_boot.py", "flashbdev.py", "inisetup.py"))
include("../ours.py")
