"""The firmware calls only what the boards' MicroPython has, as the ports' stubs tell."""

import pytest

from tools.dev import typecheck

# one worker: the stubs are fetched once, and a port's checker has one project file
pytestmark = pytest.mark.xdist_group("types")


@pytest.mark.parametrize("port", typecheck.PORTS)
def test_firmware_agrees_with_the_stubs(port):
    assert typecheck.check(port) == []


def test_a_call_no_board_has_is_found(tmp_path):
    bad = tmp_path / "bad.py"
    bad.write_text(
        "import machine\nimport time\nmachine.Pin(1).frobnicate()\ntime.ticks_parsecs()\n"
    )
    found = typecheck.check("esp32", [str(bad)])
    assert [line.rsplit(":", 2)[1] for line in (f.split(" ")[0] for f in found)] == ["3", "4"]
