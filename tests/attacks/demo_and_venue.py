"""The two ways Feltwire runs, for attacks: as a demonstration, and as a venue.

``Demonstration`` is what ``feltwire up`` starts: the embedded broker with a password for each user,
a vault of the gateway's own, pages that ask nobody. ``Venue`` is what docs/venue.md sets up: a real
Mosquitto with certificates and rules, a vault that runs by itself, people who log in.
"""

import subprocess
import sys

import pytest

from gateway.people.sessions import HOUR_MS
from gateway.people.who import ROLES
from gateway.vault.client import VaultClient
from tests.conftest import ROOT
from tests.gateway.support import log_in
from tests.pki.mosquitto_venue import Broker, context, enrolled, pki
from tools.install.broker import EmbeddedBroker, quiet
from tools.install.images import certificates as ce
from tools.install.pki import passwords, permissions
from tools.install.pki.ca_folder import (
    GATEWAY_NAME,
    IMAGES_NAME,
    TECHNICIAN_NAME,
    controller,
    named,
)

TABLES = ("7", "8", "9")
EAR = ("7", "ear")  # a device that hears what table 7 is told, and says nothing
SECOND = "feltwire-second"  # a certificate with the gateway's rights, in somebody else's hands
DEALER = "a-dealer"
SECRET = {**dict.fromkeys(ROLES, "correct horse battery"), "dealer": "704613", "floor": "318264"}
HOLDERS = [controller(table, "c1") for table in TABLES]
HOLDERS += [
    controller(*EAR),
    named(GATEWAY_NAME, permissions.GATEWAY),
    named(SECOND, permissions.GATEWAY),
]
HOLDERS += [named(IMAGES_NAME, permissions.IMAGES), named(TECHNICIAN_NAME, permissions.TECHNICIAN)]


class Demonstration:
    """The embedded broker, passwords, a vault of the gateway's own. ``person``: who keys there."""

    person = "local demonstration"

    def __init__(self, folder):
        quiet()
        self._folder = folder
        self.users = folder / "broker"
        self._broker = EmbeddedBroker(passwords=self.users)
        for holder in HOLDERS:
            passwords.add(self.users, holder)

    @property
    def port(self):
        return self._broker.port

    def start(self):
        """The broker, and a vault where it runs by itself."""
        self._broker.start()
        self.start_vault()

    def stop(self):
        """End what was started."""
        self._broker.stop()
        self.stop_vault()

    def start_vault(self):
        """The gateway starts it and ends it."""

    stop_vault = start_vault

    def settings(self):
        """What the gateway's settings are besides."""
        password = str(self.users / GATEWAY_NAME)
        return {"demo": True, "mqtt_user": GATEWAY_NAME, "mqtt_password_file": password}

    def socket(self):
        """Folder of the vault's socket."""
        return self._folder / "vault"

    def prove(self, holder):
        """``prove(client)`` of a paho client for somebody."""
        return lambda client: log_in(client, self.users, holder)

    def firmware(self, table):
        """Options of a VirtualTable that connects."""
        holder = controller(table, "c1")
        password = (self.users / holder.name).read_text().strip()
        login = {"user": holder.name, "password": password}
        return {"broker": ("127.0.0.1", self.port), "extra": {"mqtt": login}, "pace": 5}

    def cookie(self, gateway):
        """Headers of the person who keys."""
        return {}


class Venue:
    """Mosquitto with the files of ``feltwire pki``, ``feltwire vault``, somebody who has a PIN."""

    person = DEALER

    def __init__(self, folder):
        self._folder = folder
        self.store = enrolled(folder, [(table, "c1") for table in TABLES] + [EAR])
        pki("gateway", "--name", SECOND, "--dir", self.store.folder)
        self._broker = Broker(folder, self.store)
        self._vault = None

    @property
    def port(self):
        return self._broker.port

    def start(self):
        """See Demonstration."""
        self._broker.__enter__()
        self.start_vault()

    def stop(self):
        """See Demonstration."""
        self._broker.__exit__()
        self.stop_vault()

    def start_vault(self):
        """As its unit does."""
        socket = self.socket()
        socket.mkdir(mode=0o700, exist_ok=True)
        argv = [sys.executable, "-m", "tools.cli", "vault", "--data", str(self._folder)]
        self._vault = subprocess.Popen([*argv, "--socket", str(socket)], cwd=ROOT)
        probe = VaultClient(socket)
        probe.connect(lambda: self._vault.poll() is None)
        probe.close()

    def stop_vault(self):
        """See ``start_vault``."""
        if self._vault:
            self._vault.terminate()
            self._vault.wait(60)
            self._vault = None

    def settings(self):
        """See Demonstration."""
        files = {"mqtt_cert": f"{GATEWAY_NAME}.pem", "mqtt_key": f"{GATEWAY_NAME}.key"}
        files["mqtt_ca"] = "ca.pem"
        made = {k: str(self.store.folder / name) for k, name in files.items()}
        return {**made, "vault_socket": str(self.socket())}

    def socket(self):
        """See Demonstration."""
        return self._folder / "run"

    def prove(self, holder):
        """See Demonstration."""
        ca = ce.open_ca(self.store.folder)
        tls = context(ca.certificate, *ca.issue(holder.name))
        return lambda client: client.tls_set_context(tls)

    def firmware(self, table):
        """See Demonstration. Over TLS there is no proxy between that could pace it."""
        place = self._folder / f"feltwire-{table}-c1"
        tls = {k: str(place / f"{k}.der") for k in ("ca", "cert", "key")}
        line = {"host": "127.0.0.1", "port": self.port, "tls": {**tls, "name": "broker.test"}}
        return {"extra": {"mqtt": line}, "pace": 1}

    def cookie(self, gateway):
        """See Demonstration."""
        if gateway.people.empty():
            gateway.people.add("dora", "director", SECRET["director"])
            gateway.people.add(DEALER, "dealer", SECRET["dealer"], "7")
        made, _who = gateway.people.sessions.log_in(DEALER, "dealer", "7", "test", 8 * HOUR_MS)
        return {"Cookie": f"feltwire={made}"}


BOTH = {"demonstration": Demonstration, "venue": Venue}
# of what takes long `make test` runs the demonstration's, `make soak` the venue's
IN_SOAK = ["demonstration", pytest.param("venue", marks=pytest.mark.soak)]
