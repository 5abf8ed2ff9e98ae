"""What a board freezes of ours whose flash holds no table beside two images: the loader, the link,
and what waits for an image (firmware/image/waiting.py). A board's manifest includes this one.

MicroPython's manifest format: paths count from this folder.
"""

# ruff: noqa: F821
TREE = "../../../.."
OURS = {
    "firmware": "__init__ main start safe config drivers/__init__ drivers/lights drivers/sounder"
    " table/__init__ table/values",
    "firmware/image": "__init__ areas choice header loader program program_bytes rsa service update"
    " waiting",
    "firmware/link": "__init__ agreeing apart beat clock connect incoming mqtt orders packets"
    " sectors secure signing slots tcp tokens walltime x25519",
    "shared_rules": "__init__ bounds cards compat secrecy topics",
}

require("neopixel")
for folder, names in OURS.items():
    name, _, inside = folder.partition("/")
    files = [(inside + "/" if inside else "") + word + ".py" for word in names.split()]
    package(name, files=files, base_path=TREE)
module("boot.py", base_path=TREE + "/firmware")
