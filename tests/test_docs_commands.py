"""Commands in README and documents are ones that exist, with options that exist, as typed.

A line of its own (indented, or in a fence) has to be one its command takes whole; in running text a
command may stand for itself, without what it also needs. What runs without a board, a reader, a
venue or minutes of time runs in test_readme_commands.py and in the tests of its command.
"""

import argparse
import re
import shlex

import pytest

from tests.conftest import ROOT
from tools import cli

PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md")
FOLDERS = ("docs", "hardware/docs")
ALONE, WITHIN = "a line of its own", "in running text"
STARTS = r"(?:feltwire|make|python -m|pytest|tools/dev/\S+\.sh)"
EXAMPLE = str(ROOT / "feltwire.example.toml")  # stands for the file a person has
# what a person puts in: names in capitals, and what may be left out stands in brackets
PLACEHOLDER = re.compile(r"^[A-Z][A-Z0-9_:-]*(\.\.\.)?$|^\.\.\.$")


def pages():
    yield from (ROOT / name for name in PAGES)
    for folder in FOLDERS:
        yield from sorted((ROOT / folder).glob("*.md"))


def written(text):
    """``(where, command)`` of every command of a page."""
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or line.startswith("    "):
            found = re.match(rf"\s*(?:\$ |[\w ]*-- |.*; do )?({STARTS}(?: .*|$))", line)
            for part in found.group(1).split(";") if found else ():
                if re.match(STARTS, part.strip()):
                    yield ALONE, part.strip()
    for code in re.findall(r"(?<!`)`([^`]+)`(?!`)", text):
        code = " ".join(code.split()).removeprefix(".venv/bin/")
        if re.match(rf"{STARTS}(?: |$)", code):
            yield WITHIN, code


def words_of(where, command):
    """Words of a command without its remark; None when it goes on in the next line."""
    if where == ALONE:
        command = re.split(r"\s{2,}|\s#", command)[0]
    return None if command.endswith("\\") else shlex.split(command)


def fault(where, command):
    """What is wrong with a command, or None."""
    words = words_of(where, command)
    if words is None:
        words = shlex.split(command.rstrip("\\"))
        where = WITHIN
    synopsis = any("[" in word or word.endswith("...") for word in words)
    words = [word.strip("[]") for word in words]
    if words[0] == "feltwire":
        return of_feltwire(words[1:], where == ALONE and not synopsis)
    if words[0] == "make":
        return of_make(words[1:])
    if words[0] == "python":
        return of_module(words[2], words[3:])
    if words[0] == "pytest":
        return of_pytest(words[1:])
    path = ROOT / words[0]
    return None if path.stat().st_mode & 0o100 else f"{path} cannot be run"


def of_feltwire(words, whole):
    """Fault of a command of ours; ``whole``: it has to parse as it stands."""
    if not words or words[0].startswith("--"):
        return None if set(words) <= {"--version", "--help"} else f"no such option: {words}"
    if words[0] not in {name for name, _text in cli.COMMANDS}:
        return f"no such command: {words[0]}"
    words = [EXAMPLE if before == "--config" else "1" if PLACEHOLDER.match(word) else word
             for before, word in zip(["", *words], words, strict=False)]  # fmt: skip
    parser = leaf = cli.parser_for(words)
    for word in words:
        groups = [a for a in leaf._actions if isinstance(a, argparse._SubParsersAction)]
        if not groups or word.startswith("-"):
            break
        if word not in groups[0].choices:
            return f"{leaf.prog} has no {word}"
        leaf = groups[0].choices[word]
    options = [word.partition("=")[0] for word in words if word.startswith("--")]
    if wrong := [option for option in options if option not in leaf._option_string_actions]:
        return f"{leaf.prog} has no {', '.join(wrong)}"
    if whole:
        try:
            parser.parse_args(words)
        except SystemExit:
            return f"{leaf.prog} does not take it whole"
    return None


def of_make(words):
    """Fault of a make command."""
    if "-C" in words:
        at = words.index("-C")
        if not words[at + 1].endswith("feltwire"):
            return None  # another project's
        del words[at : at + 2]
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([\w-]+):", text, re.MULTILINE))
    names = set(re.findall(r"^([A-Z_]+) =", text, re.MULTILINE)) | {"PYTHON"}
    for word in words:
        name, is_one, value = word.partition("=")
        if not is_one and name not in targets or is_one and name not in names:
            return f"the Makefile has no {name}"
        if name == "TESTS" and not (ROOT / value).exists():
            return f"no {value}"
    return None


def of_module(name, words):
    """Fault of ``python -m NAME``."""
    if name == "pytest":
        return of_pytest(words)
    if name == "tools.cli":
        return of_feltwire(words, False)
    place = ROOT.joinpath(*name.split("."))
    files = [place.with_suffix(".py")] if place.with_suffix(".py").exists() else None
    files = files or (sorted(place.glob("*.py")) if (place / "__main__.py").exists() else None)
    if not files:
        return f"no module {name}"
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    wrong = [word for word in words if word.startswith("--") and f'"{word}"' not in text]
    return f"{name} has no {', '.join(wrong)}" if wrong else None


def of_pytest(words):
    """Fault of a pytest command: paths and names it picks by have to be there."""
    given = zip(["", *words], words, strict=False)
    paths = [word.replace(".", "/") + ".py" if before == "-p" else word
             for before, word in given if word.startswith("tests")]  # fmt: skip
    if gone := [path for path in paths if not (ROOT / path).exists()]:
        return f"no {', '.join(gone)}"
    if "-k" in words:
        wanted = words[words.index("-k") + 1]
        text = "".join((ROOT / path).read_text(encoding="utf-8") for path in paths)
        if not re.search(rf"def test_\w*{wanted}", text):
            return f"no test with {wanted} in its name"
    return None


FOUND = {
    str(page.relative_to(ROOT)): list(written(page.read_text(encoding="utf-8"))) for page in pages()
}


@pytest.mark.parametrize("page", [name for name, found in FOUND.items() if found])
def test_every_command_of_a_page_exists_with_its_options(page):
    faults = [f"`{command}`: {reported}" for where, command in FOUND[page]
              if (reported := fault(where, command))]  # fmt: skip
    assert not faults, "\n".join(faults)


def test_commands_are_found_where_they_are_written():
    assert sum(map(len, FOUND.values())) > 300
    assert (ALONE, "make run") in [(w, words_of(w, c) and " ".join(words_of(w, c)))
                                   for w, c in FOUND["README.md"]]  # fmt: skip


@pytest.mark.parametrize("wrong", [
    "feltwire plays", "feltwire pki inti", "feltwire pki init --folder x", "make tests",
    "make test TESTS=tests/nothing.py", "python -m tests.vault.soaks",
    "python -m tests.vault.soak_vault --hand 3",
    "pytest tests/vault/test_release.py -k three_people",
])  # fmt: skip
def test_a_command_that_does_not_exist_is_noticed(wrong):
    assert fault(WITHIN, wrong)
    assert fault(ALONE, f"{wrong}   # a remark")


def test_a_line_of_its_own_has_to_be_whole():
    assert fault(ALONE, "feltwire flash --board esp32s3 --table 1 --tls")
    assert fault(WITHIN, "feltwire flash --board esp32s3") is None
    assert fault(ALONE, "feltwire flash --board esp32s3") is not None
