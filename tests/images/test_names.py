"""What an image's builder does to names and constants changes nothing a program does."""

import ast
import subprocess
import sys
import textwrap

import pytest

from firmware.image import header as hd
from firmware.image.areas import FILE_BYTES
from tools.cli import main as feltwire
from tools.hardware import description
from tools.install.images import build, constants, short_names, sources

MAPPED_BYTES = description.load_board("w5500_evb_pico2")["image_bytes"]
PROGRAM = {
    "firmware/__init__.py": "",
    "firmware/compat.py": "def const(x):\n    return x\n",
    "firmware/limits.py": """
        from firmware.compat import const

        FEW = const(3)
        MANY = FEW << 4
        LEAST = -FEW - len("ab") + len("cd")
        WORD, OTHER = "word", "other"
        LONG = "a text that is no name to the compiler"
        TABLE = {"few": FEW, "many": MANY}
        SET_LATER = 1
        BY_NAME = 5
        HUGE = (1 << 63) - 1
        __all__ = ("FEW",)
        """,
    "firmware/passing.py": """
        from firmware.limits import LONG, MANY


        def many():
            return MANY
        """,
    "firmware/base.py": """
        from firmware import limits


        class Base:
            _kind = "base"

            def __init__(self, first, _second=2, *rest, last=limits.FEW, **more):
                self._first = first
                self._second = _second
                self._rest = rest, last, sorted(more.items())

            def _shown(self):
                return [self._kind, self._first, self._second, self._rest]

            @property
            def _whole(self):
                return self._shown() + [limits.LEAST - limits.LEAST, 2 ** -limits.LEAST]
        """,
    "firmware/child.py": """
        from firmware.base import Base
        from firmware.limits import (
            FEW,
            LONG,
            WORD,
        )


        class Child(Base):
            def __init__(self, first, last):
                super().__init__(first, last=last, extra=FEW)
                self._mine = [first * n for n in range(FEW) if n != last]
                self._own = 7

            def _shown(self):
                return Base._shown(self) + [self._mine, self._own, LONG, WORD]

            def each(self, then, first=9):
                def inner(last, n=first):
                    return lambda other: (then, last, n, other, [then for then in (1, 2)])

                last = inner(first)
                return last(self._own)
        """,
    "firmware/apart.py": """
        class Apart:
            tally = 3

            def __init__(self, kept):
                self.kept = kept
                self.told_by_name = 1
                self.set_from_outside = 0

            def every(self):
                return self.kept + self.tally

            @property
            def doubled(self):
                return 2 * self.kept

            twice = doubled


        def ask(apart, child):
            apart.set_from_outside = 5
            return (
                apart.kept, apart.every(), apart.doubled, apart.twice, apart.set_from_outside,
                getattr(apart, "told_by_name"), child.each(1)[0], [1, 2].count(1),
            )
        """,
    "firmware/seldom.py": """
        def weighed(n):
            return 3 * n


        def by_either():
            return 1
        """,
    "firmware/loading.py": """
        from firmware import limits


        def seldom_of():
            \"\"\"Loaded when it is needed.\"\"\"
            from firmware import seldom

            return seldom


        def either_of(n=0):
            if n:
                return limits
            from firmware import seldom

            return seldom


        def near():
            return seldom_of().weighed(2), either_of().by_either()
        """,
    "firmware/main.py": """
        import firmware.limits
        from firmware import child as ch
        from firmware import apart, limits
        from firmware import loading, passing
        from firmware.child import Child
        from firmware.loading import seldom_of
        from firmware.passing import MANY as MOST

        _count = 0


        def _up(by, count=_count):
            global _count
            _count += by
            try:
                raise ValueError(by)
            except ValueError as by_error:
                return _count, count, by_error.args


        def _named(limits, few):
            return limits, few


        def _later():
            from firmware.limits import BY_NAME as later, OTHER

            return later, OTHER


        def _shadow(FEW):
            return FEW + limits.FEW


        def main():
            print(Child(4, last=1)._whole, ch.Child(1, 2).each(5), _up(3), _up(by=4), _later())
            print(_named(1, few=2), _shadow(10), MOST, passing.many(), passing.MANY)
            limits.SET_LATER = 8
            print(limits.SET_LATER, getattr(limits, "BY_NAME"), limits.TABLE, firmware.limits.FEW)
            print(limits.HUGE, sorted(limits.TABLE), (lambda one, two: (two, one))(1, two=2))
            print(apart.ask(apart.Apart(4), Child(1, 2)))
            print(loading.near(), seldom_of().weighed(4), loading.seldom_of().weighed(5))
            print([limits._kind for limits in [Child(1, 2)] if not hasattr(limits, "_none")])


        def fails():
            Child(1, 2)._shown().nothing


        if __name__ == "__main__":
            main()
        """,
}


@pytest.fixture
def tree(tmp_path):
    for rel, text in PROGRAM.items():
        path = tmp_path / "tree" / rel
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
    return tmp_path / "tree"


def said(tree, call="main()"):
    """What a program prints; its traceback when it fails."""
    command = [sys.executable, "-c", f"import firmware.main as m; m.{call}"]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=60)
    return done.stdout + done.stderr


def test_a_program_does_the_same_without_its_constants_and_private_names(tree):
    before = said(tree)
    assert "Error" not in before and before.count("\n") == 7
    constants.fold(tree)
    assert said(tree) == before
    short = short_names.shorten(tree)
    assert said(tree) == before
    assert {"Child", "_mine", "each", "_shown"} <= set(short["firmware.child"].values())


def test_an_attribute_asked_of_any_object_is_renamed_where_only_our_classes_have_it(tree):
    short = short_names.shorten(tree)
    apart = {old: new for new, old in short["firmware.apart"].items()}
    assert {"kept", "every", "each"} <= apart.keys()
    stay = {"told_by_name", "set_from_outside", "doubled", "count", "append"}
    assert not stay & apart.keys()  # by text, from outside, in a class's scope, of the interpreter
    assert "each" not in (tree / "firmware/main.py").read_text()
    child = {old: new for new, old in short["firmware.child"].items()}
    assert child["each"] == apart["each"] and apart["kept"] != apart["every"]
    shared = {apart["kept"], apart["every"]} & {child["each"], child["_shown"]}
    assert shared  # no object has names of both classes


def test_what_is_folded_is_defined_no_more_and_what_may_be_looked_up_stays(tree):
    constants.fold(tree)
    limits = sources.read(tree)["firmware.limits"].bound
    assert not {"MANY", "LEAST", "WORD", "OTHER", "LONG"} & set(limits)
    assert {"TABLE", "SET_LATER", "BY_NAME", "FEW"} <= set(limits)


def test_every_line_stays_where_it_is(tree):
    def lines():
        return {
            (name, node.lineno): type(node)
            for name, source in sources.read(tree).items()
            for node in ast.walk(source.tree)
            if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Return, ast.Call))
        }

    before = lines()
    constants.fold(tree)
    short_names.shorten(tree)
    after = lines()
    assert before.keys() >= after.keys() and len(after) > 40
    assert all(before[place] is after[place] for place in after)


def test_private_names_are_shared_but_not_where_they_meet(tree):
    short = short_names.shorten(tree)
    for of in short.values():
        assert len(set(of.values())) == len(of)
    base, child, main = (short[f"firmware.{m}"] for m in ("base", "child", "main"))
    both = {real: new for of in (base, child) for new, real in of.items()}
    held = {
        "_kind",
        "_first",
        "_second",
        "_rest",
        "_shown",
        "_whole",
        "_mine",
        "_own",
    } & both.keys()
    assert len(held) >= 7 and len({both[real] for real in held}) == len(held)  # of one object
    alone = both.keys() - held  # which only a module has
    assert {both[real] for real in alone} & {both[real] for real in held}
    assert set(main) & set(base)  # a module apart uses the same ones again
    assert "_none" not in {real for of in short.values() for real in of.values()}


def test_a_function_that_only_loads_a_module_stands_for_it(tree):
    short = short_names.shorten(tree)
    seldom = {old: new for new, old in short["firmware.seldom"].items()}
    assert seldom["weighed"] in (tree / "firmware/main.py").read_text()
    assert "by_either" not in seldom  # asked of what may be one of two modules


def test_names_to_keep_are_kept(tree):
    short = short_names.shorten(tree, kept={"_mine"})
    assert "_mine" not in short["firmware.child"].values()
    assert "_a" not in short_names.shorten(tree, kept={"_a"}).get("firmware.child", {})


def test_a_traceback_is_read_in_the_names_of_the_source():
    short = {"firmware.a": {"_a": "_miss", "_b": "_hit"}, "firmware.b": {"_a": "_poll"}}
    text = (
        "Traceback (most recent call last):\n"
        '  File "firmware.b", line 7, in _a\n'
        '  File "firmware.c", line 8, in _a\n'
        '  File "firmware.a", line 292, in _a\n'
        "AttributeError: 'Presence' object has no attribute '_b'\n"
        "NameError: name '_c' isn't defined\n"
    )
    want = text.replace('b", line 7, in _a', 'b", line 7, in _poll')
    want = want.replace("292, in _a", "292, in _miss").replace("'_b'", "'_hit'")
    assert short_names.explained(text, short) == want


def test_the_command_reads_a_traceback_by_what_build_left(tmp_path, monkeypatch, capsys):
    def rom(books, short):
        short["firmware.main"] = {"_a": "_work"}
        return b"program"

    monkeypatch.setattr(build, "rom", rom)
    image = str(tmp_path / "table.fwi")
    assert feltwire(["image", "build", "--version", "1", "--out", image]) == 0
    (tmp_path / "console").write_text('  File "firmware.main", line 3, in _a\nOSError: 5\n')
    assert feltwire(["image", "trace", image, str(tmp_path / "console")]) == 0
    assert capsys.readouterr().out == '  File "firmware.main", line 3, in _work\nOSError: 5\n'


@pytest.mark.parametrize(
    ("board", "room", "beyond"),
    [
        ("w5500_evb_pico2", MAPPED_BYTES, 0), ("w5500_evb_pico2", MAPPED_BYTES, 1),
        ("esp32s3_w5500", FILE_BYTES, 0), ("esp32s3_w5500", FILE_BYTES, 1),
    ],
)  # fmt: skip
def test_an_image_larger_than_its_boards_area_is_refused_before_it_is_written(
    tmp_path, monkeypatch, capsys, board, room, beyond
):
    program = bytes(room + beyond - hd.SIZE)
    monkeypatch.setattr(build, "rom", lambda books, short: program)
    image = tmp_path / "table.fwi"
    words = ["image", "build", "--version", "1", "--board", board, "--out", str(image)]
    for books, less in (([], "name fewer --books"), (["--books", "tda-2011"], "has to shrink")):
        assert feltwire([*words, *books]) == 2 * beyond
        assert image.exists() is (not beyond)
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        if beyond:
            assert f"{room + 1:,} bytes, and an image area of {board} holds {room:,}" in said
            assert less in said


def test_a_class_of_another_module_is_named_by_all_it_may_be():
    short = {"firmware.a": {"_a": "Cards"}, "firmware.b": {"_a": "Dwell", "_b": "Tag"}}
    assert short_names.explained("'_a' object has no attribute 'x'\n", short).startswith(
        "'Cards/Dwell'"
    )
    assert (
        short_names.explained("'_b' object isn't callable\n", short)
        == "'Tag' object isn't callable\n"
    )
    assert short_names.explained("'int' object isn't callable\n", short).startswith("'int' object")


def test_a_program_without_such_names_stays_as_it_is(tmp_path):
    (tmp_path / "main.py").write_text("def main():\n    return 1\n")
    assert short_names.shorten(tmp_path) == {}
    assert (tmp_path / "main.py").read_text() == "def main():\n    return 1\n"


def test_the_real_program_has_a_quarter_of_its_own_names_and_is_entered_by_main(real_image):
    _rom, short = real_image
    real = {name for of in short.values() for name in of.values()}
    assert len({name for of in short.values() for name in of}) * 4 < len(real)
    assert not real & {"main", "append", "poll", "__init__", "uid"}


def test_what_the_boards_own_program_hands_to_an_image_keeps_its_names(real_image):
    _rom, short = real_image
    handed = {"slot", "header", "refused", "trial", "version", "form", "oldest", "built", "length"}
    real = {name for of in short.values() for old in of.values() for name in old.split("/")}
    assert not real & handed
