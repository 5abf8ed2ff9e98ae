"""MicroPython with nothing of Feltwire frozen in: what the image is compared with."""

# ruff: noqa: F821
import os

freeze(os.environ["FELTWIRE_TREE"] + "/tools/cortexm/port", ("select.py",))
