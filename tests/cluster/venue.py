"""A venue with several gateways: RabbitMQ, PostgreSQL, a vault and the gateways as processes."""

import json
import signal
import subprocess
import urllib.request
from pathlib import Path

import psycopg

from gateway.log.postgres import PostgresLog
from gateway.people.cluster_store import SharedDatabase
from gateway.people.store import People
from tests.cluster.controller import Controller
from tests.gateway.real_postgres import Postgres
from tests.gateway.standby import Pair
from tests.gateway.support import until
from tools.dev.ports import free_port
from tools.install.supervise import child_env, die_with_parent_hard, feltwire

BREAK = {"what": "break_start"}
CALL = {"what": "notice", "by": "dealer", "kind": "call_floor"}
START_S = 60


class Venue:
    """``rabbit``: a started Rabbit. ``gateways`` are named by their place in the list; ``standby``:
    PostgreSQL has one (``tests.gateway.standby.Pair``)."""

    def __init__(self, folder, rabbit, gateways=2, tables=12, window=1, standby=False):
        self.folder, self.rabbit = Path(folder), rabbit
        if standby:
            self.postgres = Pair()
            self.url = self.postgres.url("venue")
        else:
            self.postgres = Postgres()
            self.postgres.start()
            self.url = self.postgres.url()
        (self.folder / "vault").mkdir()
        self._vault = self._spawn("vault", "vault", "--data", self.folder)
        people = self.people()
        self._token = people.sessions.program("test", "director", None, 86_400_000, "test")
        people.close()
        self.ports = [free_port() for _ in range(gateways)]
        self.processes = [None] * gateways
        self.controllers = []
        self._count, self._window = tables, window

    def open(self):
        """Start gateways and tables; wait until each gateway has tables of its own."""
        for i in range(len(self.processes)):
            self.start(i)
        names = [str(i + 1) for i in range(self._count)]
        ports = self.rabbit.mqtt
        turned = [ports[i:] + ports[:i] for i in range(len(ports))]
        self.controllers = [
            Controller(n, turned[i % len(ports)], self._window) for i, n in enumerate(names)
        ]
        self.share()

    def share(self):
        """Events at every table until every living gateway writes some of them."""

        def shared():
            for c in self.controllers:
                c.send(BREAK)
            until(lambda: all(c.done() for c in self.controllers), "acknowledgements", 60)
            living = sum(p is not None for p in self.processes)
            return len(set(self.owners().values())) == living

        until(shared, "a share of the tables for every gateway", START_S)

    def start(self, i):
        """Start a gateway and wait until it takes events."""
        self.processes[i] = self._spawn(f"gateway{i}", "gateway", "--config", self._config(i))
        until(lambda: self.healthy(i), f"gateway {i}", START_S)

    def _config(self, i):
        path = self.folder / f"gateway{i}.toml"
        values = {
            "data_dir": self.folder / f"data{i}", "log_url": self.url,
            "cluster_url": self.rabbit.url(), "cluster_password_file": self.rabbit.password,
            "vault_socket": self.folder / "vault",
        }  # fmt: skip
        lines = [f"{name} = {json.dumps(str(value))}" for name, value in values.items()]
        lines += [f"cluster_shards = {self.rabbit.shards}", f"http_port = {self.ports[i]}"]
        path.write_text("[gateway]\n" + "\n".join(lines) + "\n")
        return path

    def kill(self, i):
        """SIGKILL to a gateway."""
        self.processes[i].send_signal(signal.SIGKILL)
        self.processes[i].wait()
        self.processes[i] = None

    def stop(self):
        """End everything."""
        for c in self.controllers:
            c.stop()
        for process in (*self.processes, self._vault):
            if process:
                process.terminate()
        for process in (*self.processes, self._vault):
            if process:
                try:
                    process.wait(15)
                except subprocess.TimeoutExpired:
                    process.kill()
        self.postgres.stop()

    def _spawn(self, name, *args):
        with (self.folder / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                feltwire(*args), stdout=log, stderr=log, env=child_env(),
                preexec_fn=die_with_parent_hard,
            )  # fmt: skip

    def said(self):
        """What the gateways and the vault have said so far."""
        return "\n".join(
            f"-- {p.name}\n{p.read_text()[-3000:]}" for p in sorted(self.folder.glob("*.log"))
        )

    # -- looking

    def get(self, i, path):
        """A page or answer of a gateway, as text."""
        with self._ask(i, path) as answer:
            return answer.read().decode()

    def post(self, i, path, data, kind):
        """Send something to a gateway as its pages do."""
        with self._ask(i, path, data, {"Content-Type": kind}) as answer:
            return answer.status

    def _ask(self, i, path, data=None, headers=None):
        """As a program that a director has given a token."""
        headers = {"Authorization": f"Bearer {self._token}", **(headers or {})}
        request = urllib.request.Request(f"http://127.0.0.1:{self.ports[i]}{path}", data, headers)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        return opener.open(request, timeout=60)

    def healthy(self, i):
        """True when a gateway takes events."""
        assert self.processes[i].poll() is None, self.said()
        try:
            self.get(i, "/healthz")
        except OSError:
            return False
        return True

    def owners(self):
        """``{table: gateway}`` as the log says."""
        with psycopg.connect(self.url) as db:
            return dict(db.execute("SELECT tbl, gateway FROM owner").fetchall())

    def people(self):
        """The people of the cluster, beside the gateways."""
        return People(SharedDatabase(self.url))

    def log(self):
        """The log, read beside the gateways."""
        return PostgresLog(self.url)


class Count:
    """What is in the log against what was made and acknowledged."""

    def __init__(self):
        self.processed = self.lost = self.reordered = self.duplicates = self.gaps = 0

    def look(self, venue):
        """Count once; LogDamaged where a chain does not hold."""
        log = venue.log()
        try:
            for c in venue.controllers:
                acked = c.acked
                seqs = [e.seq for e in log.read(c.table) if e.dev == c.dev]
                self.processed += len(seqs)
                self.lost += len(set(range(1, acked + 1)) - set(seqs))
                self.reordered += sum(a > b for a, b in zip(seqs, seqs[1:], strict=False))
                self.duplicates += len(seqs) - len(set(seqs))
                self.gaps += len(log.gaps(c.table))
        finally:
            log.close()
        return self

    def good(self):
        """True when nothing is wrong."""
        return not (self.lost or self.reordered or self.duplicates or self.gaps)

    def line(self):
        """One line for people."""
        return (
            f"{self.processed} processed, {self.lost} lost, {self.reordered} reordered, "
            f"{self.duplicates} twice, {self.gaps} gaps"
        )


def longest_s(controllers):
    """The longest time an event waited for its acknowledgement."""
    return max(max(c.waited_s) for c in controllers)
