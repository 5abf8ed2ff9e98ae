"""Where the bytes of the running program are on each board, and what happens when they cannot be
read."""

import ctypes
import hashlib
import sys
import types

import pytest

from firmware.config import complete
from firmware.image import program_bytes
from firmware.image.loader import Booted
from firmware.image.service import STEPS_MS, Images
from tools.hardware.description import table_config


def digest_of(source):
    h = hashlib.sha256()
    while data := source.next():
        h.update(data)
    return h.hexdigest()


def test_on_an_esp32_it_is_the_partition_that_runs(monkeypatch):
    data = bytes(range(256)) * 16 * 5

    class Partition:
        RUNNING = 1

        def __init__(self, what):
            assert what == self.RUNNING

        def info(self):
            return (0, 16, 0x10000, len(data), "ota_0", False)

        def readblocks(self, n, buf, offset):
            at = n * 4096 + offset
            buf[:] = data[at : at + len(buf)]

    monkeypatch.setitem(sys.modules, "esp32", types.SimpleNamespace(Partition=Partition))
    monkeypatch.setattr(sys, "platform", "esp32")
    source = program_bytes.source_of(Booted("", None, [], False), {}, None)
    assert digest_of(source) == hashlib.sha256(data).hexdigest()


def test_on_an_rp2350_it_is_the_flash_before_the_file_system(monkeypatch):
    config = complete(table_config("six_max", "w5500_evb_pico2", "7"))
    size = config["flash"]["bytes"]
    flash = ctypes.create_string_buffer(bytes(1000) + b"program" * 9000, size)
    storage = bytes(1 << 20)
    monkeypatch.setitem(sys.modules, "rp2", types.SimpleNamespace(Flash=lambda: storage))
    at = {"base": ctypes.addressof(flash), "bytes": size}
    make = lambda address, n: bytearray(ctypes.string_at(address, n))  # noqa: E731
    monkeypatch.setitem(sys.modules, "uctypes", types.SimpleNamespace(bytearray_at=make))
    monkeypatch.setattr(sys, "platform", "rp2")
    source = program_bytes.source_of(None, {}, at)
    assert digest_of(source) == hashlib.sha256(flash.raw[: size - len(storage)]).hexdigest()


def test_a_program_that_cannot_be_read_is_told_and_the_table_goes_on(monkeypatch, tmp_path):
    said, reported = [], []
    images = Images(
        str(tmp_path),
        None,
        None,
        lambda *a: reported.append(a),
        None,
        lambda: True,
        {},
        said.append,
    )
    monkeypatch.setattr(images.program, "make_source", lambda: 1 / 0)
    for now in range(0, 100 * STEPS_MS, STEPS_MS):
        images.poll(now, True)
    assert len(said) == 1 and not reported


@pytest.mark.parametrize("connected", [False, True])
def test_a_report_waits_for_the_connection(tmp_path, connected):
    reported = []
    images = Images(
        str(tmp_path), None, None, lambda *a: reported.append(a) or 1, None, lambda: True, {}, print
    )
    images.program.make_source = lambda: program_bytes.MemorySource(b"x")
    for now in range(0, 10 * STEPS_MS, STEPS_MS):
        images.poll(now, connected)
    assert len(reported) == connected
    images.poll(20 * STEPS_MS, True)
    assert len(reported) == 1
    assert reported[0][1]["sha256"] == hashlib.sha256(b"x").hexdigest()
