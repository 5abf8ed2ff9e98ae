"""What every board's own program freezes of ours; a board's manifest includes this one.

MicroPython's manifest format: paths count from this folder.
"""

# ruff: noqa: F821
require("neopixel")
package("firmware", base_path="../../../..")
include("rules.py")
module("boot.py", base_path="../../../../firmware")
