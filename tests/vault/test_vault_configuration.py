"""``[vault]`` of the configuration is what the vault keeps to, whoever starts it.

A difference stops the gateway, and ``doctor`` names it.
"""

import signal
import subprocess

import pytest

from gateway.errors import VaultError
from gateway.settings.fields import Settings
from gateway.vault import release_modes, spawn
from tests.gateway.support import until
from tests.vault.test_process import ask, end, start
from tools import cli
from tools.cli import cmd_doctor
from tools.dev.ports import free_port
from tools.install.supervise import child_env, feltwire

RULES = {
    "mode": "delayed", "delay_s": 60, "signed_only": True, "history": {"mode": "none"},
}  # fmt: skip
TOML = (
    '[vault]\nmode = "delayed"\ndelay_s = 60\nsigned_only = true\n[vault.history]\nmode = "none"\n'
)
STATED = release_modes.from_table(RULES).stated()


def hello(folder):
    found = ask(folder, {"op": "hello"})
    return found and {name: found[name] for name in STATED}


def test_the_vault_a_gateway_starts_keeps_to_its_file_and_again_after_it_died(tmp_path):
    (tmp_path / "f.toml").write_text(TOML)
    folder = tmp_path / "var"
    argv = feltwire("gateway", "--config", tmp_path / "f.toml", "--data", folder, "--no-web",
                    "--mqtt-port", free_port())  # fmt: skip
    gateway = subprocess.Popen(argv, env=child_env(), stdin=subprocess.DEVNULL)
    try:
        until(lambda: hello(folder), "the vault", 60)
        assert hello(folder) == STATED
        settings = Settings(data_dir=folder)
        assert [level for level, _w, _t in cmd_doctor.vault_modes(settings, RULES)] == ["ok"]
    finally:
        gateway.send_signal(signal.SIGTERM)
        gateway.wait(30)


def test_a_vault_that_is_started_again_is_given_the_same_rules(tmp_path):
    client = spawn.attach(Settings(data_dir=tmp_path), RULES)
    try:
        client.process.kill()
        client.process.wait()
        until(lambda: hello(tmp_path), "the vault that is started again", 60)
        assert hello(tmp_path) == STATED and client.differs == ""
    finally:
        client.close()


def test_a_gateway_does_not_start_beside_a_vault_with_other_rules(tmp_path, capsys):
    vault = start(tmp_path)
    try:
        (tmp_path / "f.toml").write_text(TOML)
        argv = ["gateway", "--config", str(tmp_path / "f.toml"), "--data", str(tmp_path)]
        argv += ["--no-web", "--vault-socket", str(tmp_path / "vault")]
        assert cli.main(argv) == 2
        said = capsys.readouterr().err.strip().splitlines()[-1]
        assert said.startswith("feltwire gateway: the vault does not keep to [vault] of the conf")
        assert "broadcast is sealed, in the file delayed 60 s" in said
        assert "history is sealed, in the file none" in said
        settings = Settings(data_dir=tmp_path)
        found = list(cmd_doctor.vault_modes(settings, RULES))
        assert [level for level, _w, _t in found] == ["WRONG"] * 2
        assert list(cmd_doctor.vault_modes(settings, {}))[0][0] == "ok"
    finally:
        end(vault)


def test_without_a_file_a_vault_by_itself_is_taken_as_it_is(tmp_path):
    vault = start(tmp_path)
    try:
        client = spawn.attach(Settings(data_dir=tmp_path, vault_socket=str(tmp_path / "vault")))
        assert client.modes == release_modes.Policy().as_dict()
        client.close()
    finally:
        end(vault)


@pytest.mark.parametrize("value", [7, "sealed", [1], None, True])
def test_a_vault_section_that_is_no_table_is_one_clear_line(value):
    with pytest.raises(VaultError, match="must be a table"):
        release_modes.from_table(value)


def test_a_vault_of_an_earlier_version_that_believes_unsigned_devices_is_a_difference():
    stated = {**release_modes.Policy().stated(), "signed_only": False}
    assert release_modes.differences(release_modes.Policy(), stated) == [
        "signed_only is off, in the file on"
    ]


def test_a_delay_that_no_mode_uses_is_no_difference():
    wanted = release_modes.from_table({"mode": "sealed", "delay_s": 99})
    assert release_modes.differences(wanted, release_modes.from_table({}).stated()) == []
