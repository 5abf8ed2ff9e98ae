"""What is frozen in for QEMU's Cortex-M3: what the boards' manifests freeze, and the shims."""

# ruff: noqa: F821
import os

TREE = os.environ["FELTWIRE_TREE"]
shims = ("machine.py", "neopixel.py", "os.py", "time.py", "virtual_board.py")
freeze(TREE + "/tools/virtual/shims", shims)
freeze(
    TREE + "/tools/cortexm/port",
    ("cm_main.py", "cm_meter.py", "cm_shims.py", "socket.py", "select.py"),
)
package("firmware", base_path=TREE)
include(TREE + "/tools/install/images/boards/rules.py")
