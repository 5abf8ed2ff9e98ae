"""What every board's own program freezes of ours; a board's manifest includes this one.

MicroPython's manifest format: paths count from this folder.
"""

# ruff: noqa: F821
import os

require("neopixel")
package("firmware", base_path="../../../..")
RULES = "../../../../shared_rules"
files = [
    folder[len(RULES) + 1 :] + ("/" if folder != RULES else "") + name
    for folder, _, names in sorted(os.walk(RULES))
    for name in sorted(names)
    if name.endswith(".py") and not folder.startswith(RULES + "/desk")  # runs on no controller
]
package("shared_rules", files=files, base_path="../../../..")
module("boot.py", base_path="../../../../firmware")
