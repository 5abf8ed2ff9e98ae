"""What the manifests of the boards' own programs freeze of the rules."""

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tools.install.images import build

BOARDS = ROOT / "tools" / "install" / "images" / "boards"


@pytest.mark.parametrize("board", ["rp2", "esp32"])
def test_a_manifest_freezes_the_rules_but_not_the_desk(board, monkeypatch):
    frozen = {}
    nothing = dict.fromkeys(("freeze", "require", "module"), lambda *a, **k: None)
    nothing["package"] = lambda name, files=None, base_path="": frozen.update({name: files})

    def include(path):
        script = Path(path).resolve()
        monkeypatch.chdir(script.parent)  # as MicroPython's maker does
        exec(script.read_text(), dict(nothing))

    nothing["include"] = include
    include(BOARDS / board / "manifest.py")
    built = [rel.parts[1:] for rel in build.modules() if rel.parts[0] == "shared_rules"]
    assert sorted(frozen["shared_rules"]) == sorted("/".join(parts) for parts in built)
    assert built and not [parts for parts in built if parts[0] == "desk"]
