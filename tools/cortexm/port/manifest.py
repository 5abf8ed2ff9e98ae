"""What is frozen in for QEMU's Cortex-M3: what the boards' manifests freeze, and the shims."""

# ruff: noqa: F821
import os

TREE = os.environ["FELTWIRE_TREE"]
RULES = TREE + "/shared_rules"
shims = ("machine.py", "neopixel.py", "os.py", "time.py", "virtual_board.py")
freeze(TREE + "/tools/virtual/shims", shims)
freeze(
    TREE + "/tools/cortexm/port",
    ("cm_main.py", "cm_meter.py", "cm_shims.py", "socket.py", "select.py"),
)
package("firmware", base_path=TREE)
files = [
    folder[len(RULES) + 1 :] + ("/" if folder != RULES else "") + name
    for folder, _, names in sorted(os.walk(RULES))
    for name in sorted(names)
    if name.endswith(".py") and not folder.startswith(RULES + "/desk")  # runs on no controller
]
package("shared_rules", files=files, base_path=TREE)
