"""RabbitMQ nodes of a test's own: loopback ports, folder, cookie and epmd of their own."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from tests.conftest import missing
from tools.dev.ports import free_port
from tools.install.cluster import rabbitmq
from tools.install.supervise import die_with_parent_hard

BIN = Path("/usr/lib/rabbitmq/bin")  # the scripts in /usr/sbin change the user
OTP = Path("/usr/lib/erlang/lib")
# What a node asks for by its name among its plugins: itself and those of `rabbitmq.PLUGINS`.
BY_NAME = ("rabbit", "amqp_client", "rabbitmq_mqtt", "rabbitmq_consistent_hash_exchange")
START_S = 300
# One scheduler that does not spin, one thread a node for I/O: three nodes share two processors.
ERLANG = "+S 1:1 +SDcpu 1:1 +SDio 2 +A 8 +sbwt none +sbwtdcpu none +sbwtdio none"
LIMITS = """
vm_memory_high_watermark.absolute = 300MB
disk_free_limit.absolute = 10MB
log.console = false
log.file.level = info
"""


def program(name="rabbitmq-server"):
    """Path of one of RabbitMQ's programs; without it the test is skipped (under CI: fails)."""
    path = BIN / name
    if not path.exists():
        missing("RabbitMQ (apt-get install rabbitmq-server)")
    return path


class Rabbit:
    """``start``, ``kill(i)`` (SIGKILL), ``again(i)``, ``stop``. Ports: ``amqp[i]``, ``mqtt[i]``.

    Set up by what ``feltwire cluster rabbitmq`` writes; ``password``: the file of the gateways'.
    ``store``: certificates (``tools.install.pki.ca_folder``) in place of the lab's open doors;
    ``more(made)`` changes the definitions.
    """

    def __init__(self, nodes=3, shards=8, store=None, more=None):
        program()
        self.folder = Path(tempfile.mkdtemp(prefix="feltwire-rabbit-"))
        self.shards = shards
        self.amqp = [free_port() for _ in range(nodes)]
        self.mqtt = [free_port() for _ in range(nodes)]
        self._dist = [free_port() for _ in range(nodes)]
        self._epmd_port = free_port()
        self._epmd = None
        self._nodes = [None] * nodes
        self._code, self._plugins = self._gathered()
        names = [self._name(i) for i in range(nodes)]
        for i in range(nodes):
            # Ports differ, as all nodes are on one machine; the rest is the same for each.
            rabbitmq.write(
                self.folder / "set", store.holders() if store else (), names, shards,
                self.mqtt[i], self.amqp[i], store is None, pki=store and store.folder,
            )  # fmt: skip
            self._take(i)
        if more:
            made = json.loads(self._definitions)
            more(made)
            self._definitions = json.dumps(made)
        self.password = self.folder / "set" / rabbitmq.PASSWORD

    def _gathered(self):
        """Folders of all modules, and of the plugins, as links.

        A node loads 1,200 modules as it starts, and looks for each in some 70 folders, one after
        the other: half of what its start takes. Here it finds them in one.
        """
        code, plugins = self.folder / "code", self.folder / "plugins"
        code.mkdir(), plugins.mkdir()
        installed = list(BIN.parent.glob("lib/*/plugins/*"))
        for module in (m for app in (*installed, *OTP.glob("*")) for m in app.glob("ebin/*.beam")):
            (code / module.name).symlink_to(module)
        for app in installed:
            if app.name.partition("-")[0] in BY_NAME:
                (plugins / app.name).symlink_to(app)
        return str(code), str(plugins)

    def _take(self, i):
        """The node's copy of what was written."""
        made, own = self.folder / "set", self.folder / f"n{i}"
        own.mkdir()
        text = (made / "rabbitmq.conf").read_text() + LIMITS
        if i == 0:
            self._definitions = (made / "definitions.json").read_text()
        text = text.replace("tcp.default = ", "tcp.1 = 127.0.0.1:")
        text = text.replace("ssl.default = ", "ssl.1 = 127.0.0.1:")
        (own / "rabbitmq.conf").write_text(text)
        shutil.copy(made / "enabled_plugins", own / "enabled_plugins")

    def _name(self, i):
        return f"n{i}@localhost"

    def url(self, user="feltwire-gateway"):
        """``cluster_url`` of a gateway's settings: every node of it."""
        return f"amqp://{user}@{','.join(f'127.0.0.1:{p}' for p in self.amqp)}/feltwire"

    # -- life

    def start(self):
        """Start all nodes together (those of 4.0 wait for each other), import the definitions."""
        cookie = self.folder / ".erlang.cookie"
        cookie.write_text("feltwire")
        cookie.chmod(0o400)
        with self._log("epmd").open("ab") as log:
            self._epmd = subprocess.Popen(
                ["epmd", "-address", "127.0.0.1", "-port", str(self._epmd_port)],
                stdout=log, stderr=log, preexec_fn=die_with_parent_hard,
            )  # fmt: skip
        for i in range(len(self._nodes)):
            self._spawn(i)
        for i in range(len(self._nodes)):
            self._wait(i)
        path = self.folder / "definitions.json"
        path.write_text(self._definitions)
        self.ctl(0, "import_definitions", str(path))

    def again(self, i):
        """Start a node and wait until it serves."""
        self._spawn(i)
        self._wait(i)

    def _spawn(self, i):
        with self._log(f"n{i}").open("ab") as log:
            self._nodes[i] = subprocess.Popen(
                [program()], env=self._env(i), cwd=self.folder, stdout=log, stderr=log,
                start_new_session=True, preexec_fn=die_with_parent_hard,
            )  # fmt: skip

    def _wait(self, i):
        end = time.monotonic() + START_S
        while not self._serves(i):
            if self._nodes[i].poll() is not None or time.monotonic() > end:
                raise AssertionError(f"RabbitMQ did not start:\n{self._log(f'n{i}').read_text()}")
            time.sleep(0.1)

    def _serves(self, i):
        # Both listeners open at the end of a node's start.
        for port in (self.amqp[i], self.mqtt[i]):
            try:
                socket.create_connection(("127.0.0.1", port), START_S).close()
            except ConnectionRefusedError:
                return False
        return True

    def kill(self, i):
        """SIGKILL to a node, as a machine that loses power."""
        if self._nodes[i] is not None and self._nodes[i].poll() is None:
            os.killpg(self._nodes[i].pid, signal.SIGKILL)
            self._nodes[i].wait()

    def stop(self):
        """End everything, remove the folder."""
        for i in range(len(self._nodes)):
            self.kill(i)
        if self._epmd:
            self._epmd.kill()
            self._epmd.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def ctl(self, i, *args, tool="rabbitmqctl"):
        """Run one of RabbitMQ's commands against a node; its output."""
        done = subprocess.run(
            [program(tool), "--quiet", "-n", self._name(i), *args], env=self._env(i),
            cwd=self.folder, capture_output=True, text=True, timeout=START_S, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{args[0]}: {done.stdout}{done.stderr}"
        return done.stdout

    def _log(self, name):
        return self.folder / f"{name}.log"

    def _env(self, i):
        own = self.folder / f"n{i}"
        return {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8",
            "RABBITMQ_NODENAME": self._name(i), "ERL_EPMD_PORT": str(self._epmd_port),
            "RABBITMQ_DIST_PORT": str(self._dist[i]), "RABBITMQ_CONF_ENV_FILE": "/dev/null",
            "RABBITMQ_CONFIG_FILE": str(own / "rabbitmq.conf"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(own / "enabled_plugins"),
            "RABBITMQ_MNESIA_BASE": str(own / "data"), "RABBITMQ_LOG_BASE": str(own / "log"),
            "RABBITMQ_PID_FILE": str(own / "pid"),
            "RABBITMQ_GENERATED_CONFIG_DIR": str(own / "config"),
            "RABBITMQ_SERVER_CODE_PATH": self._code, "RABBITMQ_PLUGINS_DIR": self._plugins,
            "RABBITMQ_SERVER_ERL_ARGS": ERLANG,
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS":
                "-kernel inet_dist_use_interface {127,0,0,1} "
                "-kernel prevent_overlapping_partitions false",
        }  # fmt: skip


@contextlib.contextmanager
def running(*args, **named):
    """A started Rabbit that ends with the block."""
    rabbit = Rabbit(*args, **named)
    try:
        rabbit.start()
        yield rabbit
    finally:
        rabbit.stop()
