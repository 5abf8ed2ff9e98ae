"""Fetches Debian's 32-bit MicroPython (trixie, 1.25) into .cache/ and runs it, without root.

Words are 32 bits as on the boards and ``-X heapsize`` is a hard limit: the lane for memory figures.
``python -m tools.dev.i386`` fetches; the machine's own packages are not touched. The packages named
in ``LOCKED`` come from the mirror's pool, and are what was tried here byte for byte. Debian takes
such files out of the pool when it updates them: then apt-get, in a state directory of its own,
brings what the signed index names. Packages are unpacked with ``dpkg -x``, and the interpreter is
started through the unpacked dynamic loader.
"""

import hashlib
import http.client
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

CACHE = Path(__file__).resolve().parents[2] / ".cache" / "i386"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
PACKAGE = "micropython:i386"  # with what it needs: in a state of its own nothing is installed
URI = r"^(?:URIs:|deb(?: \[[^]]*\])?)\s+(https?://\S+/debian)/?(?:\s|$)"
LOCKED = (  # place in the pool of trixie 13, SHA-256; all that PACKAGE needs
    (
        "main/m/micropython/micropython_1.25.0+ds-1_i386.deb",
        "a72799821cb45442150f8a7f0757bc8e4f9a4b64abccbd837d694a20d6900bb5",
    ),
    (
        "main/m/mbedtls/libmbedcrypto16_3.6.6-0.1~deb13u1_i386.deb",
        "aa4698ed436eebf77e3dc9f5c514073bd554109d857d887db5a367dde9a5c377",
    ),
    (
        "main/m/mbedtls/libmbedtls21_3.6.6-0.1~deb13u1_i386.deb",
        "eb1b20154ce9008aca1d036698ffc12019020a54985d2c5ae3dc1c1c39c9e995",
    ),
    (
        "main/m/mbedtls/libmbedx509-7_3.6.6-0.1~deb13u1_i386.deb",
        "fe6ba192c9227d30a4cd05a3bdeccdf9ff30d55b27d8ff488126c16dcf727cce",
    ),
    (
        "main/libf/libffi/libffi8_3.4.8-2_i386.deb",
        "8bafefb38c320ca27796070c881595ce04d900c3b534ac142a494daf1fe1db13",
    ),
    (
        "main/g/gcc-14/libgcc-s1_14.2.0-19_i386.deb",
        "a4c71fd856d2a48a7505a087b4186e3cca23f94603c05e3fb7c799b27e72f761",
    ),
    (
        "main/g/glibc/libc6_2.41-12+deb13u4_i386.deb",
        "67bb4b54cf4bb6a380449dfa1852cd9135659f85360caa0e41d312f4b30e573a",
    ),
)
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
    say("fetching the 32-bit MicroPython (about 4 MB of packages)")
    try:
        packages = locked(mirror())
    except Unavailable as e:
        say(f"{e}: asking Debian's package index (another 9 MB)")
        packages = indexed(mirror())
    root = CACHE / "root"
    for package in packages:
        run(["dpkg", "-x", str(package), str(root)], package.name)
    return command()


def locked(uri):
    """Paths of the packages of ``LOCKED``, from the mirror ``uri``. Raises Unavailable when one is
    not there, or is not the file that was tried."""
    folder = CACHE / "locked"
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for place, digest in LOCKED:
        path = folder / place.rsplit("/", 1)[1]
        content = path.read_bytes() if path.exists() else _download(f"{uri}/pool/{place}")
        if hashlib.sha256(content).hexdigest() != digest:
            path.unlink(missing_ok=True)
            raise Unavailable(f"{path.name} of the mirror is not the file that was tried")
        path.write_bytes(content)
        paths.append(path)
    return paths


def _download(url):
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
            return answer.read()
    except (OSError, http.client.HTTPException) as e:
        raise Unavailable(f"{url.rsplit('/', 1)[1]}: {e}") from None


def indexed(uri):
    """Paths of ``PACKAGE`` and what it needs by the mirror's index. Raises Unavailable."""
    state = CACHE / "apt"
    prepare(state, f"deb [signed-by={KEYRING}] {uri} trixie main\n")
    apt = ["apt-get", "-q", "-y", *options(state, "i386")]
    run([*apt, "update"], "the package index")
    run([*apt, "--no-install-recommends", "--download-only", "install", PACKAGE], "the packages")
    return sorted((state / "archives").glob("*.deb"))


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
