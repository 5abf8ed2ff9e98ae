"""The configuration file: every setting documented, checked, and refused with one clear line."""

import dataclasses
import tomllib

import pytest

from gateway.errors import GatewayError
from gateway.settings import Settings, from_table
from tests.conftest import ROOT
from tools import cli, cmd_gateway, cmd_up, configfile
from tools.errors import CommandError


def written(tmp_path, text):
    path = tmp_path / "feltwire.toml"
    path.write_text(text)
    return path


def test_every_setting_of_the_example_is_read_back_as_the_default(tmp_path):
    lines = (ROOT / "feltwire.example.toml").read_text().splitlines()
    gateway = lines[lines.index("[gateway]") : lines.index("[up]")]
    text = "\n".join(x.removeprefix("# ") if " = " in x else x for x in gateway)
    assert set(tomllib.loads(text)["gateway"]) == {f.name for f in dataclasses.fields(Settings)}
    assert configfile.read(written(tmp_path, text))[0] == Settings()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[gateway]\nhtp_port = 1", "gateway.htp_port is no setting; did you mean http_port?"),
        ("[gateway]\nhttp_port = 70000", "gateway.http_port must be a whole number, from 1 to"),
        ("[gateway]\nhttp_port = '8080'", "gateway.http_port must be a whole number"),
        ("[gateway]\nweb = 1", "gateway.web must be true or false, got 1"),
        ("[gateway]\nallowed_hosts = 'me'", "gateway.allowed_hosts must be a list of texts"),
        ("[gateway]\nmqtt_host = 5", "gateway.mqtt_host must be a text, got 5"),
        ("[up]\ntabels = 2", "up.tabels is no setting; did you mean tables?"),
        ("[up]\nnoise = 'much'", "up.noise must be of type float"),
        ("[broker]\n", "broker is none of [gateway], [up] and [vault]"),
        ("web = true", "web is none of [gateway], [up] and [vault]"),
        ("[gateway", "not TOML"),
    ],
)
def test_a_bad_file_is_refused_with_the_name_of_the_setting(tmp_path, text, said):
    with pytest.raises(CommandError) as e:
        configfile.read(written(tmp_path, text))
    assert said in str(e.value) and "\n" not in str(e.value)


def test_a_file_that_is_not_there_is_one_clear_line(tmp_path, capsys):
    assert cli.main(["up", "--config", str(tmp_path / "no.toml")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_value_out_of_bounds_is_refused_however_it_is_given():
    with pytest.raises(GatewayError, match="resend_tries_max must be a whole number, from 1"):
        Settings(resend_tries_max=0).check()
    assert from_table({"commit_window_ms": 0}).commit_window_ms == 0


def parsed(*argv):
    return cli.parser_for(list(argv)).parse_args(list(argv))


def test_the_command_line_goes_before_the_file(tmp_path):
    path = written(tmp_path, "[gateway]\nhttp_port = 9001\nrulebook = 'rrop-6'\n")
    settings = cmd_gateway.settings_of(parsed("gateway", "--config", str(path)))
    assert (settings.http_port, settings.rulebook) == (9001, "rrop-6")
    args = parsed("gateway", "--config", str(path), "--port", "8080")
    assert cmd_gateway.settings_of(args).http_port == 8080


def test_up_takes_its_defaults_from_the_file(tmp_path):
    text = "[gateway]\nhttp_port = 9001\n[up]\ntables = 3\nnoise = 1\nhands = ['x.phh']\n"
    path = str(written(tmp_path, text))
    args = parsed("up", "--config", path, "--tables", "2")
    assert (args.port, args.tables, args.noise, args.mqtt_host) == (9001, 2, 1.0, None)
    assert args.hands == ["x.phh"]


def test_up_uses_a_broker_the_file_names(tmp_path):
    path = str(written(tmp_path, "[gateway]\nmqtt_host = '127.0.0.1'\n"))
    assert cmd_up.configured(["up", "--config", path]) == {"mqtt_host": "127.0.0.1"}
