"""The venue recipe and the container files name what is there; the recipe's files fit each other.

The recipe itself is typed in a bare Debian by ``tools/dev/venue_root.sh`` (CONTRIBUTING).
"""

import re
import shlex
import tomllib

import pytest
import yaml

from tests.conftest import ROOT
from tools import cli
from tools.install import configfile

VENUE = (ROOT / "docs" / "venue.md").read_text(encoding="utf-8")
LINES = [line[4:] for line in VENUE.splitlines() if line.startswith("    ")]
CONTAINER = ROOT / "docs" / "container"


def feltwire_lines():
    for line in LINES:
        found = re.search(r"(?:^|-- |do )feltwire (.*?)(?:; done)?$", line)
        if found:
            yield shlex.split(found.group(1).replace("$table", "1"))


def test_every_feltwire_command_of_the_recipe_is_one_that_parses():
    commands = list(feltwire_lines())
    assert len(commands) >= 7
    for words in commands:
        if "--config" not in words:
            cli.parser_for(words).parse_args(words)
        assert words[0] in {name for name, _text in cli.COMMANDS}


def test_what_the_recipe_copies_from_the_clone_is_there():
    named = re.findall(r"/opt/feltwire/((?:docs|tools)/[\w./-]+)", VENUE)
    assert len(named) >= 2
    assert [place for place in named if not (ROOT / place).exists()] == []


def test_the_configuration_is_one_and_names_the_files_the_recipe_makes():
    table = tomllib.loads((ROOT / "docs" / "venue.toml").read_text())["gateway"]
    made = next(words for words in feltwire_lines() if words[:2] == ["pki", "gateway"])
    folder = made[made.index("--out") + 1]
    for name in ("mqtt_ca", "mqtt_cert", "mqtt_key"):
        assert table[name].startswith(folder + "/")
    assert table["data_dir"] == "/var/lib/feltwire"
    configs = set(re.findall(r"--config ([^\s`]+)", VENUE))
    unit = (ROOT / "tools/install/systemd/feltwire-gateway.service").read_text()
    assert configs == {"/etc/feltwire/feltwire.toml"}
    assert "--config /etc/feltwire/feltwire.toml" in unit
    assert "ReadWritePaths=/var/lib/feltwire" in unit


@pytest.mark.parametrize("page", ["venue.toml", "container/feltwire.toml"])
def test_every_setting_of_the_configuration_is_one(tmp_path, page):
    text = (ROOT / "docs" / page).read_text()
    for name in ("ca.pem", "feltwire-gateway.pem", "feltwire-gateway.key"):
        (tmp_path / name).write_text("x")
        text = text.replace(f"/etc/feltwire/{name}", str(tmp_path / name))
    (tmp_path / "feltwire.toml").write_text(text)
    settings, names, _up = configfile.read(tmp_path / "feltwire.toml")
    assert {"data_dir", "log_url", "mqtt_ca", "mqtt_cert", "mqtt_key"} <= names
    assert settings.mqtt_port == 8883


def test_the_container_copies_what_is_there_and_installs_what_is_locked():
    text = (CONTAINER / "Containerfile").read_text()
    for source in re.findall(r"^COPY (\S+) ", text, re.MULTILINE):
        assert (ROOT / source).exists()
    locks = re.findall(r"-r (requirements/\w+\.txt)", text)
    assert len(locks) == 3 and all((ROOT / lock).is_file() for lock in locks)
    assert text.count("--require-hashes") == 2 and text.count("--no-deps") == 1
    assert re.search(r"^USER feltwire$", text, re.MULTILINE)


def test_the_gateways_configuration_names_the_services_it_has_beside_it():
    made = yaml.safe_load((CONTAINER / "compose.yaml").read_text())["services"]
    table = tomllib.loads((CONTAINER / "feltwire.toml").read_text())["gateway"]
    assert table["mqtt_host"] in made and table["log_url"].rpartition("@")[2].split("/")[0] in made
    assert table["http_host"] == "0.0.0.0" and made["gateway"]["ports"] == ["127.0.0.1:8080:8080"]
    mounted = dict(volume.split(":")[:2] for volume in made["gateway"]["volumes"])
    assert mounted["data"] == table["data_dir"]
    password = made["gateway"]["environment"]["PGPASSFILE"]
    for name in (table["mqtt_ca"], table["mqtt_cert"], table["mqtt_key"], password):
        assert name.startswith(mounted["./etc"] + "/")


def test_the_compose_file_holds_together():
    made = yaml.safe_load((CONTAINER / "compose.yaml").read_text())
    services = made["services"]
    for service in services.values():
        assert ("image" in service) != ("build" in service)
        assert set(service.get("depends_on", ())) <= set(services)
        assert set(service.get("secrets", ())) <= set(made["secrets"])
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            assert source.startswith("./") or source in made["volumes"]
    build = services["gateway"]["build"]
    assert (CONTAINER / build["context"] / build["dockerfile"]).is_file()
