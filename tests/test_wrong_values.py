"""Wrong values to commands and options, generated from the commands' own parsers.

Each is one clear line and exit code 2 (or a result), never a traceback. Where a command would begin
to serve, to measure or to wait for a reader, it is stopped: it has taken what it was given.
"""

import argparse
import contextlib
import importlib
import io
import os
import signal
import socket

import pytest

from gateway.errors import GatewayError
from gateway.settings.fields import Settings
from tools import cli
from tools.cli import oneconfig
from tools.hardware import documents

SECONDS = 60  # nothing here takes long: what does has begun to serve
# where a command begins what it is for: (module, name)
BEGINNINGS = (
    ("tools.cli.cmd_up", "_run"), ("tools.cli.cmd_table", "_run"),
    ("tools.cli.cmd_gateway", "Gateway"),
    ("tools.install.broker", "EmbeddedBroker"), ("gateway.vault.__main__", "_run"),
    ("tools.playing.play", "Session"), ("tools.bench.detection", "measure"),
    ("tools.bench.detection", "_through_gateway"), ("tools.bench.detection_chain", "run_chain"),
    ("tools.worlds.bench", "measured"), ("tools.bench.rules", "measure"),
    ("tools.bench.heap", "Bench"), ("tools.bench.heap_firmware", "FirmwareBench"),
    ("tools.bench.scan", "played"), ("tools.bench.gateway", "_step"),
    ("tools.bench.screens", "measured"), ("tools.calibrate.calibration_steps", "run"),
    ("tools.install.images.build", "rom"),
    ("tools.install.images.offer", "over_mqtt"), ("tools.hardware.documents", "write"),
    ("tools.hardware.documents", "table_pages"), ("tools.hardware.hubboard", "laid"),
    ("tools.install.sbom", "audit"), ("tools.install.sbom", "bill"),
    ("tools.cli.cmd_enrol", "Pcsc"), ("tools.cli.cmd_deck", "Pcsc"),
    ("gateway.broadcast.amcp", "Client"),
    ("tools.install.pki.takeover", "cut"), ("tools.event.simulate_command", "Day"),
    ("tools.event.simulate_command", "RadioTables"),
)  # fmt: skip
WRONG_FILES = (
    "text", "bytes", "nested.json", "digits.json", "nested.toml", "digits.toml", "folder",
)  # fmt: skip
ALWAYS = {"flash": ["--dry-run"]}


class Begun(BaseException):
    """The command has taken its arguments and goes to work."""


def begun(*_args, **_more):
    """Stands where a command begins."""
    raise Begun


def leaves(parser, argv):
    """``(argv, parser)`` of a command and of all its subcommands."""
    subs = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    if not subs:
        yield argv, parser
    for sub in subs:
        for name, inner in sub.choices.items():
            yield from leaves(inner, [*argv, name])


def commands(name):
    """``(argv, parser)`` of everything ``feltwire NAME`` offers."""
    whole = cli.parser_for([name])
    subs = [a for a in whole._actions if isinstance(a, argparse._SubParsersAction)]
    return leaves(subs[0].choices[name], [name])


def good(action):
    """A value an option takes."""
    if action.choices:
        return str(next(iter(action.choices)))
    return "1"


def cases(name, bad):
    """Command lines of a command, each with one wrong value."""
    for argv, parser in commands(name):
        ours = [a for a in parser._actions if not isinstance(a, argparse._HelpAction)]
        # one `--config` for all of them, read before anything else: `pki` stands for all
        ours = [a for a in ours if name == "pki" or not isinstance(a, oneconfig.Written)]
        takes = [a for a in ours if a.option_strings and a.nargs != 0]
        given = [[good(a)] for a in ours if not a.option_strings and a.nargs not in ("*", "?")]
        places = [a for a in ours if not a.option_strings]
        needed = [w for a in takes if a.required for w in (a.option_strings[-1], good(a))]
        flat = [w for words in given for w in words]
        more = ALWAYS.get(name, [])
        for value in map(str, bad):
            for i in range(len(places)):
                yield [*argv, *more, *needed, *flat[:i], value, *flat[i + 1 :]]
            for action in takes:
                count = action.nargs if isinstance(action.nargs, int) else 1
                words = [f"{action.option_strings[-1]}={value}"]
                if count > 1:
                    words = [action.option_strings[-1], *[value] * count]
                yield [*argv, *more, *flat, *needed, *words]


@pytest.fixture
def alone(tmp_path, monkeypatch):
    """An empty folder with wrong things in it, no network, nobody at the keyboard."""
    for module, what in BEGINNINGS:
        monkeypatch.setattr(importlib.import_module(module), what, begun)
    monkeypatch.setattr(socket, "getaddrinfo", _nobody)
    monkeypatch.setattr(socket, "create_connection", _nobody)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    # for each word it would look for a translation in files, for each option at the terminal
    monkeypatch.setattr(argparse, "_", str)
    monkeypatch.setattr(cli, "parser_for", once(cli.parser_for))
    # where it is written counts, not what: all pages of KiCad take a fifth of a second
    monkeypatch.setattr(documents, "project_pages", lambda _plan: {"one.kicad_pro": "{}"})
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    (tmp_path / "text").write_text("x\n")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00\x80")
    (tmp_path / "nested.json").write_text("[" * 5000 + "]" * 5000)
    (tmp_path / "digits.json").write_text(f'{{"x": {"9" * 5000}}}')
    (tmp_path / "nested.toml").write_text(f"x = {'[' * 5000}{']' * 5000}")
    (tmp_path / "digits.toml").write_text(f"x = {'9' * 5000}")
    (tmp_path / "folder").mkdir()
    (tmp_path / "cwd").mkdir()
    monkeypatch.chdir(tmp_path / "cwd")
    old = signal.signal(signal.SIGALRM, _too_long)
    yield tmp_path
    signal.signal(signal.SIGALRM, old)


def once(parser_for):
    """``parser_for`` which makes a command's parser once for all command lines that name no
    configuration file: that file's values are in the parser it makes."""
    made = {}

    def parser(argv):
        name = next((word for word in argv if not word.startswith("-")), None)
        if any(word.startswith("--c") for word in argv):
            return parser_for(argv)
        if name not in made:
            made[name] = parser_for(argv)
        return made[name]

    return parser


def _nobody(*_args, **_more):
    raise socket.gaierror(socket.EAI_NONAME, "no network here")


def _too_long(*_):
    raise AssertionError("it serves, or hangs")


def outcome(argv):
    """``(exit code or None when it went to work, stderr)`` of a command line."""
    out, err = io.StringIO(), io.StringIO()
    here = os.getcwd()
    signal.alarm(SECONDS)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            return cli.main(argv), err.getvalue()
    except Begun:
        return None, err.getvalue()
    except SystemExit as e:  # argparse's own refusal
        return e.code, err.getvalue()
    finally:
        signal.alarm(0)
        os.chdir(here)


@pytest.mark.parametrize("name", [name for name, _text in cli.COMMANDS])
def test_no_wrong_value_ends_in_a_traceback(alone, name):
    files = [alone / name for name in WRONG_FILES]
    bad = ("", "nan", "-1", "9" * 5000, "\udcff", "/nonexistent/x", *files)
    count, wrong = 0, []
    for argv in cases(name, bad):
        count += 1
        try:
            code, said = outcome(argv)
        except BaseException as e:
            wrong.append(([a[:60] for a in argv], f"{type(e).__name__}: {e}"[:200]))
            continue
        if code not in (None, 0, 1, 2) or "Traceback" in said:
            wrong.append(([a[:60] for a in argv], code, said[-300:]))
    assert count
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.parametrize("name", [name for name, _text in cli.COMMANDS])
def test_what_can_be_no_value_at_all_is_refused_by_every_option(alone, name):
    taken = []
    for argv in cases(name, ("", "\udcff", "nan\n")):
        code, said = outcome(argv)
        if code != 2 or not said.strip():
            taken.append((argv, code))
    assert not taken, "\n".join(map(str, taken))


@pytest.mark.parametrize("pace", ["0", "-1", "nan", "inf", "1e9"])
@pytest.mark.parametrize("command", ["table", "up"])
def test_a_pace_that_cannot_be_is_refused(tmp_path, capsys, command, pace):
    assert cli.main([command, "--data", str(tmp_path / "var"), f"--pace={pace}"]) == 2
    assert "--pace must be" in capsys.readouterr().err
    assert not (tmp_path / "var").exists()


@pytest.mark.parametrize("name", ["mqtt_host", "http_host", "mqtt_client_id"])
def test_an_empty_name_is_refused(name):
    with pytest.raises(GatewayError, match=f"{name} must not be empty"):
        Settings(**{name: ""}).check()


def test_asking_about_people_makes_no_folder(tmp_path, capsys):
    assert cli.main(["user", "list", "--data", str(tmp_path / "typo")]) == 2
    assert "there is no such folder" in capsys.readouterr().err
    assert not (tmp_path / "typo").exists()
