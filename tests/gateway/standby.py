"""A PostgreSQL with a streaming standby on this machine: killed, promoted, given a new standby."""

import time

import psycopg

from tests.gateway.real_postgres import Postgres

WAIT_S = 60


class Pair:
    """``primary`` and ``standby``, on two ports that stay those of the pair. A commit returns when
    the standby has it on disk, too."""

    def __init__(self):
        self.primary, self.standby = Postgres(), None
        self.primary.start()
        self._ports = [self.primary.port, None]
        self.attach()

    def url(self, schema):
        """What ``log_url`` is for such a pair: both hosts, whichever is written to."""
        self._run(f"CREATE SCHEMA IF NOT EXISTS {schema}")
        hosts = ",".join(f"127.0.0.1:{port}" for port in self._ports)
        return (
            f"postgresql://felt@{hosts}/postgres?target_session_attrs=read-write"
            f"&options=-csearch_path%3D{schema}"
        )

    def attach(self):
        """Make a standby of the primary from a copy, where the dead one was; wait for it."""
        gone = next(port for port in self._ports if port != self.primary.port)
        self.standby = Postgres(self.primary, gone)
        self._ports = sorted([self.primary.port, self.standby.port])
        self.standby.start()
        self.demand()

    def demand(self, synchronous=True):
        """Set ``synchronous_standby_names``, and wait until it is so."""
        self._demand("*" if synchronous else "")
        self.follows("sync" if synchronous else "async")

    def _demand(self, names):
        self._run(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
        self._run("SELECT pg_reload_conf()")

    def follows(self, state="sync"):
        """Wait until the standby follows."""
        end = time.monotonic() + WAIT_S
        while not self._run("SELECT 1 FROM pg_stat_replication WHERE sync_state = %s", state):
            assert time.monotonic() < end, f"the standby is not {state}"
            time.sleep(0.05)

    def fail_over(self):
        """The primary is dead: its standby takes over, as ``pg_ctl promote`` does it, and stands
        alone until ``attach``."""
        self.primary.stop()
        self.primary, self.standby = self.standby, None
        self.primary.promote()
        self._demand("")

    def stop(self):
        """End both."""
        for server in (self.primary, self.standby):
            if server:
                server.stop()

    def _run(self, sql, *args):
        with psycopg.connect(self.primary.own_url(), autocommit=True) as db:
            found = db.execute(sql, args)
            return found.fetchall() if found.description else []
