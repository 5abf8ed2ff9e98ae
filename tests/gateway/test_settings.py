"""The configuration file: every setting documented, checked, and refused with one clear line."""

import dataclasses
import os
import tomllib

import pytest

from gateway.errors import GatewayError
from gateway.settings import kinds
from gateway.settings.fields import Settings, from_table
from tests.conftest import ROOT
from tools import cli
from tools.cli import cmd_gateway, cmd_up
from tools.errors import CommandError
from tools.install import configfile


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


def test_a_log_lies_on_either_of_two_servers():
    for url in (
        "postgresql://u@a,b/db?target_session_attrs=read-write",
        "postgres://a:1,[::1]:2/d",
    ):
        assert Settings(log_url=url).check().log_url == url


# setting -> texts it cannot have; each was looked at in use only, or not at all
NO_VALUES = {
    "rulebook": ["zz", "TDA-2011", ""],
    "mqtt_host": ["", "mqtt://box", "box:1883", "a b"],
    "http_host": ["", "http://box", "0.0.0.0:80"],
    "mqtt_client_id": ["", "a\nb"],
    "log_url": [
        "mysql://x/y",
        "postgresql://",
        "postgresql://u@h:port/db",
        "events.sqlite3",
        "postgresql://u@a,/db",
        "postgresql://u@a,b:port/db",
        "postgresql://u@a:0,b/db",
    ],
    "cluster_url": ["amqp://h/v", "http://u@h/v", "amqp://u@h:²/v", "amqp://u@[h/v"],
    "allowed_hosts": [["https://feltwire.room"], ["feltwire.room:8080"], [""]],
    "push_services": [["https://push.example/path"], ["ftp://push.example"], ["push:443"], [""]],
    "head_sink": ["ftp://box/heads", "https://"],
    "influx_url": ["box:8086", "influx://box", "http://:8086"],
    "push_contact": ["me@feltwire.room"],
    "log_format": ["xml"],
}
NO_UP = {
    "tables": ["-1", "51"], "table": ["'zz'"], "seed": [f"{10**30}"], "noise": ["-1", "nan", "inf"],
    "inject": ["'zz'"], "pace": ["0", "nan", "inf", f"1{'0' * 400}"], "hands": ["[1]", "['']"],
}  # fmt: skip
# every command that reads a configuration file
READERS = (
    ["up"], ["gateway"], ["doctor"], ["vault"], ["backup", "x"], ["restore", "x"], ["user", "list"],
    ["pair", "--role", "floor"],
)  # fmt: skip
BAD_FILES = (
    "[gateway]\nrulebook = 'zz'", "[up]\ninject = 'zz'", "[vault]\nmode = 'zz'", "vault = 5",
    "[valt]\nmode = 'live'", f"x = {'9' * 5000}", f"x = {'[' * 5000}{']' * 5000}", "\xff",
)  # fmt: skip


@pytest.mark.parametrize("name", NO_VALUES)
def test_a_text_that_cannot_be_is_refused_before_it_is_used(name):
    for value in NO_VALUES[name]:
        with pytest.raises(GatewayError, match=f"^gateway.{name}"):
            from_table({name: value})
        given = tuple(value) if isinstance(value, list) else value
        with pytest.raises(GatewayError, match=f"^{name}"):
            Settings(**{name: given}).check()


@pytest.mark.parametrize("name", NO_UP)
def test_what_up_cannot_start_is_refused_in_the_file(tmp_path, name):
    for value in NO_UP[name]:
        with pytest.raises(CommandError, match=f"up.{name}"):
            configfile.read(written(tmp_path, f"[up]\n{name} = {value}\n"))


@pytest.mark.parametrize("argv", READERS, ids=lambda argv: argv[0])
def test_every_command_that_reads_the_file_checks_all_of_it(tmp_path, capsys, monkeypatch, argv):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "feltwire.toml"
    for text in BAD_FILES:
        path.write_text(text, encoding="latin-1")
        assert cli.main([*argv, "--config", str(path)]) == 2, text[:30]
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and "--config" in said, said
        assert [p.name for p in tmp_path.iterdir()] == ["feltwire.toml"]  # nothing was begun


@pytest.mark.parametrize(
    "line",
    ["up", "gateway", "table", "play x.phh", "replay x.phh", "trace replay x", "doctor",
     "flash --board pico2 --table 1 --dry-run"],
)  # fmt: skip
def test_an_unknown_rulebook_is_refused_wherever_it_is_given(tmp_path, capsys, monkeypatch, line):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.phh").write_text("")
    assert cli.main([*line.split(), "--rulebook", "zz"]) == 2
    assert "unknown rulebook 'zz' (there are: ipr-2018" in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["x.phh"]


@pytest.mark.parametrize("name", ["mqtt_ca", "http_cert", "cluster_password_file", "apprise_file",
                                  "influx_token_file", "head_sink", "mqtt_broker_log"])  # fmt: skip
def test_a_file_that_is_named_must_be_there(tmp_path, name):
    for value in (tmp_path, tmp_path / "no" / "file", "x" * 5000, "a\0b"):
        with pytest.raises(GatewayError, match=f"^{name} "):
            Settings(**{name: str(value)}).check_files()
    os.mkfifo(tmp_path / "pipe")  # opening it would wait for somebody who writes
    with pytest.raises(GatewayError, match=f"^{name} .*pipe.: not a file"):
        Settings(**{name: str(tmp_path / "pipe")}).check_files()
    (tmp_path / "file").write_text("x")
    Settings(**{name: str(tmp_path / "file")}).check_files()


@pytest.mark.parametrize("service", ["push.example", "https://push.example", "http://[::1]:8443"])
def test_a_push_service_is_a_host_or_an_origin(service):
    assert kinds.push_services((service,)) is None
