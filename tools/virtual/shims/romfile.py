"""Mounts a ROM file system on the VM as a board's flash shows it: mapped, outside the heap.

``.mpy`` code and constants then run where they lie, as they do on a board. Needs a MicroPython
with ``ffi`` and ``vfs.VfsRom`` (Debian's 32-bit build has both).
"""

import sys

_PROT_READ = 1
_MAP_PRIVATE = 2
_SEEK_END = 2


def mount(path, at):
    """Map the file ``path``, mount it at ``at`` (``"/rom"``) and import from there first."""
    import ffi
    import uctypes
    import vfs

    libc = ffi.open("libc.so.6")
    with open(path, "rb") as file:
        size = file.seek(0, _SEEK_END)
        address = libc.func("P", "mmap", "piiiii")(
            0, size, _PROT_READ, _MAP_PRIVATE, file.fileno(), 0
        )
    vfs.mount(vfs.VfsRom(uctypes.bytearray_at(address, size)), at)
    sys.path.insert(0, at)
