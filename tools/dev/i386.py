"""Fetches Debian's 32-bit MicroPython (trixie, 1.25) into .cache/ and runs it, without root.

Words are 32 bits as on the boards and ``-X heapsize`` is a hard limit: the lane for memory figures.
``python -m tools.dev.i386`` fetches; the machine's own packages are not touched: apt-get works in a
state directory of its own, packages are unpacked with ``dpkg -x``, and the interpreter is started
through the unpacked dynamic loader.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

CACHE = Path(__file__).resolve().parents[2] / ".cache" / "i386"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
PACKAGE = "micropython:i386"  # with what it needs: in a state of its own nothing is installed
URI = r"^(?:URIs:|deb(?: \[[^]]*\])?)\s+(https?://\S+/debian)/?(?:\s|$)"
TRIES = 3  # a mirror in the middle of a synchronisation is asked again
TIMEOUT_S = 300


class Unavailable(RuntimeError):
    """The interpreter could not be fetched; one line says why."""


def command():
    """Command line that runs the interpreter. Raises Unavailable when it has not been fetched."""
    root = CACHE / "root"
    loader, binary = _first(root, "**/ld-linux.so.2"), root / "usr/bin/micropython"
    if loader is None or not binary.exists():
        raise Unavailable("no 32-bit MicroPython: python -m tools.dev.i386 fetches it")
    libs = sorted({str(p.parent) for p in root.glob("**/*.so*")})
    return [str(loader), "--library-path", ":".join(libs), str(binary)]


def _first(root, pattern):
    return next(iter(sorted(root.glob(pattern))), None)


def mirror(sources="/etc/apt"):
    """The Debian mirror this machine's apt uses, so that nothing else is asked."""
    base = Path(sources)
    files = [base / "sources.list", *sorted(base.glob("sources.list.d/*.sources"))]
    files += sorted(base.glob("sources.list.d/*.list"))
    for path in files:
        try:
            text = path.read_text()
        except OSError:
            continue
        found = re.search(URI, text, re.M)
        if found:
            return found.group(1)
    raise Unavailable("apt names no Debian mirror to fetch it from (/etc/apt/sources.list)")


def fetch(say=print):
    """Fetch and unpack; does nothing when it is there. Raises Unavailable."""
    try:
        return command()
    except Unavailable:
        pass
    for tool in ("apt-get", "dpkg"):
        if not shutil.which(tool):
            raise Unavailable(f"no {tool}: the 32-bit interpreter comes from Debian's packages")
    state = CACHE / "apt"
    prepare(state, f"deb [signed-by={KEYRING}] {mirror()} trixie main\n")
    apt = ["apt-get", "-q", "-y", *options(state, "i386")]
    say("fetching the 32-bit MicroPython (about 5 MB of packages, and Debian's package index)")
    run([*apt, "update"], "the package index")
    run([*apt, "--no-install-recommends", "--download-only", "install", PACKAGE], "the packages")
    root = CACHE / "root"
    for package in sorted((state / "archives").glob("*.deb")):
        run(["dpkg", "-x", str(package), str(root)], package.name)
    return command()


def prepare(state, line):
    """A state directory for apt-get with one line of sources."""
    for folder in ("lists/partial", "archives/partial", "etc/preferences.d", "etc/apt.conf.d"):
        (state / folder).mkdir(parents=True, exist_ok=True)
    (state / "status").touch()
    (state / "etc/sources.list").write_text(line)


def options(state, architecture=None):
    """Options that keep apt-get inside a state directory; ``architecture``: not the machine's."""
    values = {
        "Dir::State": state,
        "Dir::State::Lists": state / "lists",
        "Dir::State::status": state / "status",
        "Dir::Cache": state,
        "Dir::Cache::archives": state / "archives",
        "Dir::Etc::sourcelist": state / "etc/sources.list",
        "Dir::Etc::sourceparts": "-",
        "Dir::Etc::preferencesparts": state / "etc/preferences.d",
        "Dir::Etc::preferences": "-",
        "Acquire::Languages": "none",
        "Debug::NoLocking": "true",
        "APT::Sandbox::User": "",
    }
    if architecture:
        values.update({"APT::Architecture": architecture, "APT::Architectures": architecture})
    return [part for key, value in values.items() for part in ("-o", f"{key}={value}")]


def run(command_line, what, cwd=None):
    """Run a step that may meet a mirror in the middle of a synchronisation. Raises Unavailable."""
    last = ""
    for _ in range(TRIES):
        try:
            done = subprocess.run(
                command_line,
                capture_output=True,
                text=True,
                timeout=TIMEOUT_S,
                check=False,
                cwd=cwd,
            )
        except subprocess.TimeoutExpired:
            last = f"no answer within {TIMEOUT_S} s"
            continue
        if done.returncode == 0:
            return
        lines = [x for x in (done.stderr + done.stdout).splitlines() if x.startswith(("E:", "W:"))]
        last = lines[-1] if lines else f"exit code {done.returncode}"
    raise Unavailable(f"{what}: {last}")


def main():
    """``python -m tools.dev.i386``: fetch, print the command line; 1 and one line when it fails."""
    try:
        print(" ".join(fetch()))
    except Unavailable as e:
        print(e, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
