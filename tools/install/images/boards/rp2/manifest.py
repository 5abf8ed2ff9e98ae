"""What is frozen into the W5500-EVB-Pico2's own program (MicroPython's manifest format).

Not the port's default manifest; and ``_boot.py`` is our own: the file system ends where the image
areas begin.
"""

# ruff: noqa: F821
import os

freeze("$(PORT_DIR)/modules", ("rp2.py",))
freeze(".", "_boot.py")
require("neopixel")
package("firmware", base_path="../../../../..")
RULES = "../../../../../shared_rules"
files = [
    folder[len(RULES) + 1 :] + ("/" if folder != RULES else "") + name
    for folder, _, names in sorted(os.walk(RULES))
    for name in sorted(names)
    if name.endswith(".py") and not folder.startswith(RULES + "/desk")  # runs on no controller
]
package("shared_rules", files=files, base_path="../../../../..")
module("boot.py", base_path="../../../../../firmware")
