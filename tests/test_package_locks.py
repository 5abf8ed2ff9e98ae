"""What is installed is what is locked, by hash; the locks are those of ``pyproject.toml``."""

import importlib.util
import re
import subprocess
import sys
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT

_spec = importlib.util.spec_from_file_location("locked", ROOT / "tools" / "dev" / "locked.py")
locked = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(locked)

LOCKS = sorted(path.stem for path in (ROOT / "requirements").glob("*.txt"))
PYTHONS = ("3.11", "3.13")


def environment(python):
    return {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": "linux",
        "platform_system": "Linux",
        "platform_machine": "x86_64",
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
        "os_name": "posix",
    }


def wanted(extra):
    """Requirements of ``pyproject.toml`` for an extra (None: without any), extras opened."""
    with (ROOT / "pyproject.toml").open("rb") as f:
        project = tomllib.load(f)["project"]
    lines = project["dependencies"] if extra is None else project["optional-dependencies"][extra]
    for requirement in map(Requirement, lines):
        if requirement.name == "feltwire":
            for inner in requirement.extras:
                yield from wanted(inner)
        else:
            yield requirement


def test_what_is_installed_here_is_what_is_locked():
    assert list(locked.differences(["build", "run", "test"])) == []


def test_another_version_and_a_missing_package_are_told(monkeypatch):
    there = locked.installed()
    there["fastapi"] = "0.0.1"
    del there["pip"]
    monkeypatch.setattr(locked, "installed", lambda: there)
    first, second = sorted(locked.differences(["build", "run"]))
    assert first.startswith("fastapi: locked is ") and first.endswith("installed is 0.0.1")
    assert second.startswith("pip: locked is ") and second.endswith("installed is none")


def test_a_package_that_no_lock_names_is_told(monkeypatch, capsys):
    monkeypatch.setattr(locked, "installed", lambda: {**locked.locked(["run"]), "leftover": "1"})
    assert locked.main(["run"]) == 0
    assert "in no lock: leftover" in capsys.readouterr().out


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_pins_every_package_with_hashes_and_names_no_index(name):
    found = list(locked.entries(name))
    assert found
    for requirement, hashes in found:
        assert [s.operator for s in requirement.specifier] == ["=="], requirement
        assert hashes and all(re.fullmatch(r"sha256:[0-9a-f]{64}", h) for h in hashes), requirement
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    assert "://" not in text and "index" not in re.sub(r"(?m)^#.*", "", text)


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("name", [n for n in LOCKS if n != "build"])
def test_a_lock_holds_what_the_project_asks_for(name, python):
    there = locked.locked(["run"] if name == "run" else ["run", name], environment(python))
    for requirement in wanted(None if name == "run" else name):
        version = there.get(canonicalize_name(requirement.name))
        assert version and requirement.specifier.contains(version), f"{requirement}: make lock"


def test_every_extra_has_its_lock_and_no_lock_is_left_over():
    with (ROOT / "pyproject.toml").open("rb") as f:
        extras = tomllib.load(f)["project"]["optional-dependencies"]
    assert {*extras, "build", "run"} == set(LOCKS)


@pytest.mark.parametrize("python", PYTHONS)
def test_no_two_locks_name_different_versions_of_a_package(python):
    seen = {}
    for name in LOCKS:
        for package, version in locked.locked([name], environment(python)).items():
            assert seen.setdefault(package, version) == version, f"{package} in {name}.txt"


def test_the_embedded_broker_is_no_part_of_what_a_venue_runs():
    assert "amqtt" not in locked.locked(["run"]) and "amqtt" in locked.locked(["demo"])


def test_what_a_venue_types_is_imported_without_the_embedded_broker():
    names = ("backup", "doctor", "flash", "gateway", "pair", "pki", "restore", "user", "vault")
    code = "import sys; sys.modules['amqtt'] = None\n" + "\n".join(
        f"import tools.cli.cmd_{name}" for name in names
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_file_with_another_hash_is_refused(tmp_path):
    wheel = tmp_path / "thing-1.0-py3-none-any.whl"
    wheel.write_bytes(b"not what was locked")
    lock = tmp_path / "lock.txt"
    lock.write_text(f"thing==1.0 --hash=sha256:{'0' * 64}\n")
    # the options of tools/dev/setup.sh
    setup = (ROOT / "tools" / "dev" / "setup.sh").read_text(encoding="utf-8")
    assert len(re.findall(r"\$pip (.*)-r requirements", setup)) == 2
    assert all("--require-hashes" in x for x in re.findall(r"\$pip (.*)-r requirements", setup))
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--isolated", "--dry-run", "--no-index",
         "--no-deps", "--find-links", str(tmp_path), "--require-hashes", "-r", str(lock)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert "DO NOT MATCH THE HASHES" in done.stderr + done.stdout
