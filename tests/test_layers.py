"""Imports point inward: firmware -> shared_rules <- gateway, tools; shared_rules needs nothing."""

import ast

from tests.conftest import ROOT

# Modules a controller's interpreter has; shared_rules may use the first set only.
PURE = {"json", "sys", "gc"}
BOARD = PURE | {
    "array", "binascii", "errno", "hashlib", "machine", "micropython", "neopixel", "network", "os",
    "select", "socket", "struct", "time", "esp32", "rp2", "vfs", "ssl", "tls", "uctypes",
}  # fmt: skip
ALLOWED = {
    "shared_rules": {"shared_rules"},
    "firmware": {"firmware", "shared_rules"},
    "gateway": {"gateway", "shared_rules"},
    "tools": {"tools", "gateway", "firmware", "shared_rules", "hardware"},
}
OURS = {"shared_rules", "firmware", "gateway", "tools", "hardware", "tests"}


def imports(path):
    """(line, top-level module) of every import in a file, lazy ones included."""
    for node in ast.walk(ast.parse(path.read_text(), str(path))):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            yield node.lineno, node.module.split(".")[0]


def faults(folder):
    """What the files of a folder import although they may not."""
    shims = ROOT / "tools" / "virtual" / "shims"  # these stand in for a board's own modules
    for path in sorted((ROOT / folder).rglob("*.py")):
        if shims in path.parents:
            continue
        for line, top in imports(path):
            where = f"{path.relative_to(ROOT)}:{line} imports {top}"
            if top in OURS and top not in ALLOWED[folder]:
                yield where
            pure = PURE | {"micropython"} if path.name == "compat.py" else PURE
            if folder == "shared_rules" and top not in OURS and top not in pure:
                yield where
            if folder == "firmware" and top not in OURS and top not in BOARD:
                yield where


def test_imports_point_inward():
    found = [fault for folder in ALLOWED for fault in faults(folder)]
    assert not found, "\n".join(found)


def test_an_import_against_the_direction_is_noticed(tmp_path, monkeypatch):
    (tmp_path / "shared_rules").mkdir()
    (tmp_path / "shared_rules" / "bad.py").write_text("import gateway\nimport asyncio\n")
    monkeypatch.setattr("tests.test_layers.ROOT", tmp_path)
    assert len(list(faults("shared_rules"))) == 2
