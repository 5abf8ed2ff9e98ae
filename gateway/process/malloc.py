"""The C library's heap, set so that what a busy moment took goes back to the system.

glibc gives threads heaps of their own, up to eight for each processor, and keeps in each the most
it ever held: a page that reads a week, answered by another thread each time, leaves its peak in one
after the other. The memory in use stays the same, the process grows for hours.
"""

import ctypes
import os

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # malloc.h of glibc
VERSION = "CS_GNU_LIBC_VERSION"
ARENAS = 2  # Python's lock lets one thread allocate at a time; the other is for work without it
# Blocks from this size on are given back as soon as they are freed; glibc begins with the same, and
# raises it to 32 MB as it meets larger ones, unless it is set.
MMAP_BYTES = 128 * 1024


def keep_small():
    """Call it before the first thread begins. Without glibc nothing is to be done."""
    if VERSION not in os.confstr_names or not os.confstr(VERSION):
        return False
    mallopt = ctypes.CDLL(None).mallopt
    return bool(mallopt(M_ARENA_MAX, ARENAS) and mallopt(M_MMAP_THRESHOLD, MMAP_BYTES))
