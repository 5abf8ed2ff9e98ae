"""The wheel: one package, everything the commands need, and the commands run from it."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of this tree, built from a copy of what git knows or would take."""
    copy, out = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("wheel")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    for name in filter(None, listed.stdout.split("\0")):
        if not name.startswith("tests/") and (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--isolated", "--no-index", "--no-deps",
         "--no-build-isolation", "--config-settings=--build-option=--compression=stored",
         "-w", str(out), str(copy)],
        check=True,
    )  # fmt: skip
    (made,) = out.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """``run(*words)`` of ``feltwire`` in a fresh environment that has only the wheel, and the
    packages of others from this one."""
    place = tmp_path_factory.mktemp("fresh")
    venv.create(place / "venv", with_pip=False)
    python = place / "venv" / "bin" / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--isolated",
         "--no-index", "--no-deps", "--no-compile", str(wheel)],
        check=True,
    )  # fmt: skip
    site = Path(sysconfig.get_path("purelib", vars={"base": str(place / "venv")}))
    (site / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}

    def run(*words):
        line = [str(w) for w in words]
        return subprocess.run(
            line, cwd=place, env=env, capture_output=True, text=True, check=False, timeout=300
        )

    def feltwire(*words):
        return run(python.with_name("feltwire"), *words)

    feltwire.python = lambda *words: run(python, *words)
    feltwire.place = place
    return feltwire


def test_it_brings_one_package_into_an_environment(wheel):
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert tops == {"feltwire", f"feltwire-{VERSION}.dist-info"}


def test_it_carries_what_the_commands_and_their_hints_point_to(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for name in (
        "feltwire/py.typed",
        "feltwire/house/feltwire.example.toml",
        "feltwire/house/CHANGELOG.md",
        "feltwire/house/SECURITY.md",
        "feltwire/house/docs/operations.md",
        "feltwire/house/docs/adr/0011-one-package-for-the-house.md",
        "feltwire/house/examples/cases.jsonl",
        "feltwire/house/examples/trace.jsonl.gz",
        "feltwire/house/firmware/main.py",
        "feltwire/house/gateway/web/templates/base.html",
        "feltwire/house/gateway/web/static/style.css",
        "feltwire/house/hardware/tables/nine_max.toml",
        "feltwire/house/tools/install/systemd/feltwire-gateway.service",
        "feltwire/house/tools/playing/hands/chan-seidel-1988.phh",
    ):
        assert name in names, name


def carried(folder):
    """Files of a folder that are no byte code, as paths from the repository."""
    found = (p for p in (ROOT / folder).rglob("*") if p.is_file() and p.suffix != ".pyc")
    return {str(p.relative_to(ROOT)) for p in found}


@pytest.mark.parametrize("folder", ["firmware", "gateway", "hardware", "shared_rules", "examples"])
def test_no_file_of_a_room_is_left_behind(wheel, folder):
    names = {n.removeprefix("feltwire/house/") for n in zipfile.ZipFile(wheel).namelist()}
    assert carried(folder) - names == set()


def test_nothing_of_the_tests_or_of_a_clone_is_in_it(wheel):
    names = {n.removeprefix("feltwire/house/") for n in zipfile.ZipFile(wheel).namelist()}
    assert not [n for n in names if n.startswith(("tests/", ".", "requirements/"))]
    assert "pyproject.toml" not in names  # by it a hint tells a clone from a wheel


def test_an_environment_with_it_meets_no_package_of_a_common_name(installed):
    for name in ("tools", "gateway", "firmware", "hardware", "shared_rules"):
        done = installed.python("-c", f"import {name}")
        assert done.returncode == 1 and "ModuleNotFoundError" in done.stderr, name


def test_it_says_its_version(installed):
    done = installed("--version")
    assert (done.returncode, done.stdout) == (0, f"feltwire {VERSION}\n")


def test_the_examples_it_ships_run(installed):
    done = installed("examples", "mine")
    assert done.returncode == 0, done.stderr
    into, *lines = done.stdout.splitlines()
    assert into == "cd mine" and len(lines) == 5
    assert installed("examples", "mine").returncode == 2  # what is there is not written over
    seen = {}
    for line in lines[:4]:
        words = [w if w.startswith("-") or not (installed.place / "mine" / w).exists()
                 else f"mine/{w}" for w in line.split()[1:]]  # fmt: skip
        done = installed(*words)
        assert done.returncode == 0, (line, done.stdout, done.stderr)
        seen[words[0]] = done.stdout
    assert "chan-seidel-1988.phh" in seen["replay"]
    assert '"decided_by"' in seen["adjudicate"] and "tda-2011:32a" in seen["adjudicate"]
    assert "tda-2011:8" in seen["desk"]
    assert '"k":"hand"' in seen["trace"]


def test_a_process_it_starts_finds_the_rooms_too(installed):
    code = (
        "import feltwire, subprocess, sys; feltwire.enter();"
        "print(subprocess.run([sys.executable, '-m', 'tools.cli', '--version'],"
        " capture_output=True, text=True).stdout)"
    )
    assert installed.python("-c", code).stdout.strip() == f"feltwire {VERSION}"


def test_a_hint_names_packages_not_us(installed):
    code = (
        "import feltwire; feltwire.enter(); from gateway import extras; print(extras.command({}))"
    )
    hint = installed.python("-c", code.format("'flash'")).stdout
    assert " -m pip install 'mpremote" in hint and "feltwire" not in hint.split("install ")[1]
