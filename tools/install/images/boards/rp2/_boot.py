"""Mounts the file system on what image areas and roots leave of the flash (before boot.py)."""

import rp2
import vfs

from firmware.image.areas import NAMES, mapped
from firmware.link.sectors import ROOT_BYTES

storage = len(memoryview(rp2.Flash()))
flash = rp2.Flash(start=0, len=storage - len(NAMES) * mapped(storage) - ROOT_BYTES)
try:
    mounted = vfs.VfsLfs2(flash, progsize=256)
except OSError:  # there is none yet
    vfs.VfsLfs2.mkfs(flash, progsize=256)
    mounted = vfs.VfsLfs2(flash, progsize=256)
vfs.mount(mounted, "/")
