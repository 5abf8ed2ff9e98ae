"""Lines of the documents that a person types run as typed, page by page, in the page's order.

In one process and one folder a page. What is not run here needs more than a folder, and the page
says what; its options are held by test_docs_commands.py, what it does by tests of its own.
"""

import io

import pytest

from tests.conftest import ROOT
from tests.test_docs_commands import ALONE, FOUND, words_of
from tools import cli

NEEDS = {  # command -> what it needs beyond a folder
    "flash": "a board", "image send": "a broker", "image verify": "an image",
    "image trace": "an image",
    "image build": "half a minute", "bench": "minutes", "verify": "a log with hands",
}  # fmt: skip
STANDS_FOR = {"FILE.jsonl.gz": str(ROOT / "examples" / "trace.jsonl.gz"), "HEAD": "1:" + 64 * "0"}
CODES = {  # what ends with another exit code as typed, with a text of what is said
    "user remove anna": (2, "the last director"),
    "user revoke anna": (2, "no session of anna"),
    "user audit --head HEAD": (2, "cut or rewritten"),  # a head there never was
}
BEFORE = {"docs/cluster.md": ["pki init", "pki broker --name rabbit"]}  # the page begins with a CA
PASSWORD = "a long enough password\n"


def typed(page):
    """Words of every command of ours a page has on a line of its own, without synopses."""
    for where, command in FOUND[page]:
        if where == ALONE and command.startswith("feltwire "):
            words = words_of(where, command)
            text = " ".join(words or ["["])
            if "[" not in text and "..." not in text and "$" not in text:
                yield words[1:]


def needs(words):
    """Why a command is not run here; None when it is."""
    return NEEDS.get(" ".join(words[:2]), NEEDS.get(words[0]))


PAGES = [page for page in FOUND
         if page != "docs/venue.md" and any(not needs(words) for words in typed(page))]  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_the_lines_of_a_page_run_as_typed(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for words in [*map(str.split, BEFORE.get(page, ())), *typed(page)]:
        if needs(words):
            continue
        monkeypatch.setattr("sys.stdin", io.StringIO(PASSWORD * 2))
        # what belongs to the system lies in the folder instead
        real = [STANDS_FOR.get(word, word.replace("/etc/", f"{tmp_path}/etc/")) for word in words]
        code, text = CODES.get(" ".join(words), (0, ""))
        got = cli.main(real)
        out, err = capsys.readouterr()
        assert got == code, (words, out, err)
        assert text in out + err, (words, out, err)
        assert "Traceback" not in err, (words, err)


def test_what_is_not_run_is_named_once():
    commands = [words for page in FOUND for words in typed(page)]
    for command in NEEDS:
        assert any(" ".join(words).startswith(command) for words in commands), command
    assert sum(needs(words) is None for words in commands) > 12
