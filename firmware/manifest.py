"""What is frozen into a board's image (MicroPython's manifest format; run by its build only)."""

# ruff: noqa: F821
include("$(PORT_DIR)/boards/manifest.py")  # type: ignore[name-defined]
package("firmware", base_path="..")  # type: ignore[name-defined]
package("shared_rules", base_path="..")  # type: ignore[name-defined]
