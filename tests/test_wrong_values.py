"""Wrong values to commands and options, generated from the commands' own parsers.

Each is one clear line and exit code 2 (or a result), never a traceback. Commands that serve, or
wait for a reader, a board or a person, are not among them; their checks have tests of their own.
"""

import argparse
import contextlib
import io
import os
import signal

import pytest

from gateway.errors import GatewayError
from gateway.settings import Settings
from tools import cli

COMMANDS = (
    ["replay"], ["adjudicate"], ["desk", "adjudicate"], ["trace"], ["config"],
    ["image", "key"], ["image", "check"],
    ["deck", "list"], ["deck", "check"], ["deck", "retire"], ["deck", "assign"], ["deck", "life"],
    ["user", "list"], ["user", "remove"], ["user", "audit"], ["backup"], ["restore"],
    ["pki", "list"], ["pki", "controller"], ["flash"], ["vault"],
)  # fmt: skip
ALWAYS = {"flash": ["--dry-run"], "vault": ["audit"]}
SECONDS = 60  # nothing here takes long: what does has begun to serve


def options(argv):
    """``(positionals with a good value each, [the actions that take a value])`` of a command."""
    parser = cli.parser_for(argv)
    for name in argv:
        subs = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
        if not subs or name not in subs[0].choices:
            return None
        parser = subs[0].choices[name]
    wanted = [a for a in parser._actions if not a.option_strings and a.nargs not in ("*", "?")]
    wanted = [a for a in wanted if not isinstance(a, argparse._SubParsersAction)]
    given = [str(next(iter(a.choices))) if a.choices else "x" for a in wanted]
    takes = [a for a in parser._actions if a.option_strings and a.nargs != 0]
    return given, wanted, takes


def cases(folder):
    (folder / "file").write_text("x\n")
    (folder / "folder").mkdir()
    bad = ("", "nan", "9" * 5000, "/nonexistent/x", folder / "file", folder / "folder")
    for argv in COMMANDS:
        found = options(argv)
        if found is None:
            continue
        given, wanted, takes = found
        more = ALWAYS.get(argv[0], [])
        needed = [w for a in takes if a.required for w in (a.option_strings[-1], "1")]
        for value in map(str, bad):
            for i in range(len(wanted)):
                yield [*argv, *more, *needed, *given[:i], value, *given[i + 1 :]]
            for action in takes:
                yield [*argv, *more, *given, *needed, f"{action.option_strings[-1]}={value}"]


def _too_long(*_):
    raise AssertionError("it serves, or hangs")


def test_no_wrong_value_ends_in_a_traceback(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    old = signal.signal(signal.SIGALRM, _too_long)
    count, wrong = 0, []
    try:
        for argv in cases(tmp_path):
            out, err = io.StringIO(), io.StringIO()
            signal.alarm(SECONDS)
            try:
                with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                    code = cli.main(argv)
            except SystemExit as e:  # argparse's own refusal
                code = e.code
            except BaseException as e:
                wrong.append(([a[:60] for a in argv], f"{type(e).__name__}: {e}"[:200]))
                continue
            finally:
                signal.alarm(0)
            count += 1
            if code not in (0, 1, 2) or "Traceback" in err.getvalue():
                wrong.append(([a[:60] for a in argv], code))
            os.chdir(tmp_path)
    finally:
        signal.signal(signal.SIGALRM, old)
    assert not wrong, "\n".join(map(str, wrong))
    assert count > 300


@pytest.mark.parametrize("pace", ["0", "-1", "nan", "inf", "1e9"])
@pytest.mark.parametrize("command", ["table", "up"])
def test_a_pace_that_cannot_be_is_refused(tmp_path, capsys, command, pace):
    assert cli.main([command, "--data", str(tmp_path / "var"), f"--pace={pace}"]) == 2
    assert "--pace must be above 0" in capsys.readouterr().err
    assert not (tmp_path / "var").exists()


@pytest.mark.parametrize("name", ["mqtt_host", "http_host", "mqtt_client_id"])
def test_an_empty_name_is_refused(name):
    with pytest.raises(GatewayError, match=f"{name} must not be empty"):
        Settings(**{name: ""}).check()


def test_asking_about_people_makes_no_folder(tmp_path, capsys):
    assert cli.main(["user", "list", "--data", str(tmp_path / "typo")]) == 2
    assert "there is no such folder" in capsys.readouterr().err
    assert not (tmp_path / "typo").exists()
