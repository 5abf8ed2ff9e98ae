"""The C library's heap: threads share few, so that none keeps the peak of a page for itself."""

import os
import re
import subprocess
import sys

import pytest

from gateway.process import malloc
from tests.conftest import ROOT

THREADS = 12
HEAPS = f"""
import ctypes, sys, threading
from gateway.process import malloc
if sys.argv[2] == "small":
    assert malloc.keep_small()
met = threading.Barrier({THREADS})
def work():
    met.wait()
    kept = [bytes(1000) for _ in range(100)]
    met.wait()
threads = [threading.Thread(target=work) for _ in range({THREADS})]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
file = ctypes.c_void_p(libc.fopen(sys.argv[1].encode(), b"w"))
libc.malloc_info(0, file)
libc.fclose(file)
"""


@pytest.mark.skipif(malloc.VERSION not in os.confstr_names, reason="another C library")
@pytest.mark.parametrize("how, few", [("small", True), ("as it is", False)])
def test_threads_share_few_heaps(tmp_path, how, few):
    found = tmp_path / "heaps.xml"
    subprocess.run([sys.executable, "-c", HEAPS, found, how], cwd=ROOT, check=True, timeout=60)
    heaps = re.findall(r'<heap nr="\d+">', found.read_text())
    assert (len(heaps) <= malloc.ARENAS) == few
