"""Every number of the tracker lies in ``firmware/table/values.py``, and the docs say what it is."""

import ast
import re
import shutil

import pytest

from tests.conftest import ROOT
from tools.docs import values
from tools.install.images import build
from tools.install.images.constants import fold
from tools.install.images.sources import read

UNITS = (
    "MS", "MM", "MM_MS", "HITS", "MISSES", "DWELLS", "READS", "COUNTS", "16THS", "CENTINATS",
    "TIMES", "PARTS", "BITS", "TAGS", "CARDS", "CHIPS", "HANDS", "ITEMS", "KEYS", "QUESTIONS",
    "1000THS",
)  # fmt: skip
# Numbers that only name a thing, or lay out bits: they decide nothing.
CODES = {
    "passed": {"STREET_OVER"},
    "phase": {"BETWEEN", "SHUFFLED", "DEAL", "BETTING", "SHOWDOWN"},
    "presence": {"CANDIDATE", "PRESENT", "AWAY_BITS", "AWAY_MAX"},
    "tags": {"_PIECES"},
    "ways": {"NEVER"},
}
TABLE = ROOT / "firmware" / "table"


def numbers(source):
    """Names of a module's constants with a number in them."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "a").isupper():
            held = [n.value for n in ast.walk(node.value) if isinstance(n, ast.Constant)]
            if [v for v in held if type(v) in (int, float)]:
                yield node.targets[0].id


def sources():
    """(module, source) of the tracker without its values, in order."""
    paths = [p for p in sorted(TABLE.glob("*.py")) if p.stem != "values"]
    return [(p.stem, p.read_text(encoding="utf-8")) for p in paths]


def test_no_number_of_the_tracker_lies_elsewhere():
    found = {module: set(numbers(source)) for module, source in sources()}
    assert {module: names for module, names in found.items() if names} == CODES


@pytest.mark.parametrize("line", ["A_MS = 5", "_A = const(5)", "A = {'seat': (1, 2)}", "A = 2 * B"])
def test_a_number_is_noticed(line):
    assert list(numbers(line))


@pytest.mark.parametrize("line", ["A = ('x',)", "a = 5", "A = {'seat': B}", "def f():\n    A = 5"])
def test_what_is_no_constant_number_is_not(line):
    assert not list(numbers(line))


def test_each_name_ends_in_its_unit_and_is_used():
    names = set(values.held())
    assert not [n for n in names if not n.endswith(tuple("_" + unit for unit in UNITS))]
    emitted = [source for _, source in sources()]
    emitted.append((ROOT / "firmware" / "config.py").read_text(encoding="utf-8"))
    emitted.append(re.sub(r"^\w+ = ", "", (ROOT / values.PLACE).read_text(), flags=re.MULTILINE))
    used = set(re.findall(r"\b[A-Z0-9_]+\b", "\n".join(emitted)))
    assert not names - used


def test_a_source_names_what_the_page_of_worlds_has():
    worlds = (ROOT / "docs" / "worlds.md").read_text(encoding="utf-8")
    cited = re.findall(r"^\| .+ \| worlds, ([^|]+) \|$", values.text(), re.MULTILINE)
    ranges = {name for source in cited for name in re.findall(r"`\w+`", source)}
    assert ranges and not [name for name in ranges if f"| {name} |" not in worlds]


def test_the_docs_are_up_to_date():
    assert values.main(["--check"]) == 0


@pytest.fixture
def tree(tmp_path):
    """The files that matter, to be changed."""
    for place in (values.PLACE, values.PAGE, values.PROSE):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text((ROOT / place).read_text(encoding="utf-8"))
    return tmp_path


@pytest.mark.parametrize(
    ("name", "more", "lines"), [("FOLD_WAIT_MS", 100, 5), ("CALM_MAX_MISSES", 1, 1)]
)
def test_a_changed_number_is_noticed_in_page_and_prose(tree, capsys, name, more, lines):
    place = tree / values.PLACE
    was = values.held(tree)[name]
    place.write_text(place.read_text().replace(f"{name} = {was}\n", f"{name} = {was + more}\n"))
    assert values.main(["--check"], tree) == 1
    assert len(capsys.readouterr().out.splitlines()) == lines
    assert values.main([], tree) == 0  # the prose is written as well
    assert values.main(["--check"], tree) == 0
    assert f"| `{name}` | {was + more:,} |" in (tree / values.PAGE).read_text()


def test_a_number_in_the_prose_that_nobody_checks_is_noticed(tree, capsys):
    prose = tree / values.PROSE
    text = prose.read_text()
    begin = "## How a table event follows from dwells\n"
    prose.write_text(text.replace(begin, begin + "\nIt waits 7 s.\n"))
    assert values.main(["--check"], tree) == 1 and "7 s." in capsys.readouterr().out


def test_a_constant_without_reason_or_source_is_refused(tree):
    place = tree / values.PLACE
    place.write_text(place.read_text() + "\n# So.\nA_MS = 5\n")
    with pytest.raises(ValueError, match="A_MS"):
        values.text(tree)


def test_no_name_of_a_number_is_left_in_an_image(tmp_path):
    for rel in build.modules():
        (tmp_path / rel).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / rel, tmp_path / rel)
    fold(tmp_path)
    numbers = {name for name, value in values.held().items() if isinstance(value, int)}
    modules = read(tmp_path / "firmware")
    assert "table.values" in modules
    for name, module in modules.items():
        assert not numbers & module.names(), name
