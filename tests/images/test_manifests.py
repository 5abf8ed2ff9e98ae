"""What the manifests of the boards' own programs freeze of the rules."""

import ast
import runpy
from pathlib import Path

from shared_rules import rulebooks
from shared_rules.rulebooks import BOOKS
from tests.conftest import ROOT
from tools.install.images import book_tuples, build

BOARDS = ROOT / "tools" / "install" / "images" / "boards"


def test_a_manifest_freezes_the_rules_but_not_the_desk(monkeypatch):
    frozen = {}
    nothing = dict.fromkeys(("freeze", "require", "module"), lambda *a, **k: None)
    nothing["package"] = lambda name, files=(), base_path="": frozen.setdefault(name, []).extend(
        files
    )

    def include(path):
        script = Path(path).resolve()
        monkeypatch.chdir(script.parent)  # as MicroPython's maker does
        exec(script.read_text(), dict(nothing))

    nothing["include"] = include
    include(BOARDS / "esp32" / "manifest.py")
    built = [rel.parts[1:] for rel in build.modules() if rel.parts[0] == "shared_rules"]
    assert sorted(frozen["shared_rules"]) == sorted("/".join(parts) for parts in built)
    assert built and not [parts for parts in built if parts[0] == "desk"]


def test_books_are_frozen_as_the_plain_tuples_their_rows_make():
    base = Path(book_tuples.compiled(ROOT))
    made = sorted((base / "shared_rules" / "rulebooks").glob("*.py"))
    assert {path.stem for path in made} >= {name.replace("-", "_") for name in BOOKS}
    for path in made:
        assert not [n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Call)]
        compiled, written = runpy.run_path(str(path)), rulebooks.module_of(path.stem)
        for field in (*book_tuples.KEPT, *book_tuples.ROWS):
            assert compiled.get(field) == getattr(written, field, None), (path.stem, field)
    assert not (base / "shared_rules" / book_tuples.WRITTEN_WITH).exists()


def test_what_is_frozen_has_no_starred_display():
    """MicroPython 1.26, of which the boards' own programs are built, cannot compile one."""
    starred = [
        f"{path}:{node.lineno}"
        for path in build.modules()
        for node in ast.walk(ast.parse((build.ROOT / path).read_text()))
        if isinstance(node, (ast.List, ast.Tuple, ast.Set))
        and not isinstance(getattr(node, "ctx", None), ast.Store)
        if any(isinstance(part, ast.Starred) for part in node.elts)
    ]
    assert starred == []
