"""Mounts the file system on what the image areas leave of the flash (runs before boot.py)."""

import rp2
import vfs

from firmware.image.areas import FLASH_AREA, NAMES

rest = len(memoryview(rp2.Flash())) - len(NAMES) * FLASH_AREA
flash = rp2.Flash(start=0, len=rest)
try:
    mounted = vfs.VfsLfs2(flash, progsize=256)
except OSError:  # there is none yet
    vfs.VfsLfs2.mkfs(flash, progsize=256)
    mounted = vfs.VfsLfs2(flash, progsize=256)
vfs.mount(mounted, "/")
