"""Every command takes ``--config FILE``, and what the file sets is the default of its options."""

from pathlib import PurePath

import pytest

from gateway.settings.fields import Settings
from tests.test_wrong_values import commands
from tools import cli
from tools.cli import oneconfig

LEAVES = [(" ".join(argv), name) for name, _ in cli.COMMANDS for argv, _ in commands(name)]
FILE = """[gateway]
data_dir = "/srv/felt"
mqtt_host = "10.0.0.9"
mqtt_port = 8883
mqtt_user = "gate"
rulebook = "rrop-6"
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "feltwire.toml"
    path.write_text(FILE)
    return str(path)


def leaf(words, argv=()):
    """Parser of one command, made for a whole command line."""
    whole = cli.parser_for([*words, *argv])
    for word in words:
        whole = next(a.choices[word] for a in whole._actions if isinstance(a.choices, dict))
    return whole


def test_the_defaults_begin_where_the_data_folder_is():
    assert str(Settings().data_dir) == oneconfig.DATA


@pytest.mark.parametrize(("words", "name"), LEAVES)
def test_every_command_takes_a_configuration(words, name, file):
    words = words.split()
    plain, made = leaf(words), leaf(words, ["--config", file])
    assert "--config" in plain._option_string_actions
    if isinstance(plain._option_string_actions["--config"], oneconfig.Written):
        for before, after in zip(plain._actions, made._actions, strict=True):
            assert after.default == expected(before, name), before.option_strings


def expected(action, name):
    """What an option's default is with FILE, written down once more."""
    parts = PurePath(action.default).parts if isinstance(action.default, (str, PurePath)) else ()
    if action.option_strings and parts[:1] == ("var",):
        return type(action.default)(str(PurePath("/srv/felt", *parts[1:])))
    if action.dest == "broker" and name in ("image", "calibrate"):
        return "10.0.0.9:8883"
    if not action.option_strings or action.dest not in oneconfig.SAME:
        return action.default
    given = {"mqtt_host": "10.0.0.9", "mqtt_port": 8883, "mqtt_user": "gate", "rulebook": "rrop-6"}
    return given.get(action.dest, action.default)


def test_what_is_typed_goes_before_the_file(file):
    args = cli.parser_for(["pki", "--config"]).parse_args(["pki", "list", "--dir", "x"])
    assert args.dir == "x"
    argv = ["pki", "list", "--dir", "x", "--config", file]
    assert cli.parser_for(argv).parse_args(argv).dir == "x"
    argv = ["pki", "list", "--config", file]
    assert cli.parser_for(argv).parse_args(argv).dir == "/srv/felt/keys/tls"


def test_a_bad_file_is_one_line_before_anything_is_done(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.toml").write_text("[gateway]\ndata = 1\n")
    assert cli.main(["pki", "init", "--config", "bad.toml"]) == 2
    assert "gateway.data" in capsys.readouterr().err
    assert cli.main(["pki", "init", "--config", "none.toml"]) == 2
    assert "no such file; type: cp" in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["bad.toml"]


def test_an_abbreviated_config_is_refused_not_passed_over(file, capsys):
    with pytest.raises(SystemExit):
        cli.main(["pki", "list", "--conf", file])
    assert "write --config in full" in capsys.readouterr().err
