"""The simulation holds over many seeds, repeats exactly, and sees what is broken on purpose."""

import os
import subprocess
import sys

import pytest

from firmware.link.ack import Uplink
from gateway.ingest.acknowledge import Acknowledger
from gateway.ingest.core import Ingest
from gateway.ingest.sequence import Sequence
from gateway.log.sqlite import SqliteLog
from gateway.tables.all_tables import Tables
from tests.conftest import ROOT
from tests.sim import run

# A crash inside a write is an exception inside SQLite, which has nowhere to go.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

SEEDS = 10  # `make soak` runs ten thousand
TRIES = 40  # a break must show within so many seeds


def test_nothing_is_lost_doubled_or_reordered():
    for seed in range(SEEDS):
        _world, error = run.one(seed)
        assert error is None, f"seed {seed}: {error}\nagain: {run.command(seed)}"


def test_a_seed_gives_the_same_trace_in_any_process():
    code = "from tests.sim import run; w, e = run.one(4); print(w.clock.trace(), e)"
    salt = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"  # not this process's
    env = dict(os.environ, PYTHONHASHSEED=salt)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    world, error = run.one(4)
    assert done.stdout == f"{world.clock.trace()} {error}\n"
    assert run.one(5)[0].clock.trace() != world.clock.trace()


def test_a_failing_seed_says_how_to_see_it_again(monkeypatch, capsys):
    monkeypatch.setattr(Acknowledger, "committed", lambda *_: None)
    monkeypatch.setattr("tests.sim.simulation.HEAL_MS", 100)
    assert run.main(["--seed", "3"]) == 1
    assert "again: python -m tests.sim.run --seed 3 --lines" in capsys.readouterr().out


# -- the code broken on purpose


def skip_fsync(patch):
    connect = SqliteLog._connect

    def careless(self):
        db = connect(self)
        db.execute("PRAGMA synchronous=OFF")
        return db

    patch.setattr(SqliteLog, "_connect", careless)


def acknowledge_early(patch):
    commit = Ingest._commit

    def early(self, work, now_ms):
        self._report(work)
        return commit(self, work, now_ms)

    patch.setattr(Ingest, "_commit", early)


def drop_a_resend(patch):
    patch.setattr(Acknowledger, "resend", lambda *_: None)


def believe_the_broker(patch):
    """A PUBACK frees the record, as if it were the gateway's word."""
    puback = Uplink.puback

    def trusting(self, pid):
        oldest = self.journal.unacked()
        if oldest:
            self.journal.ack(*oldest)
        puback(self, pid)

    patch.setattr(Uplink, "puback", trusting)


def take_as_it_comes(patch):
    """Events are handed on in the order of their arrival, gaps or not."""
    patch.setattr(Sequence, "_follows", lambda self, key: True)


def forget_the_position(patch):
    """A restarted gateway takes what is repeated for new."""
    resume = Ingest._resume

    def amnesia(self, name):
        table = resume(self, name)
        table.sequences.clear()
        return table

    patch.setattr(Ingest, "_resume", amnesia)


def apply_twice(patch):
    take = Tables.take

    def doubled(self, entries, gaps=()):
        take(self, entries, gaps)
        if len(entries) > 3:
            take(self, entries[-1:])

    patch.setattr(Tables, "take", doubled)


@pytest.mark.parametrize(
    "harm",
    [
        skip_fsync,
        acknowledge_early,
        drop_a_resend,
        believe_the_broker,
        take_as_it_comes,
        forget_the_position,
        apply_twice,
    ],
)
def test_a_break_is_caught(monkeypatch, harm):
    harm(monkeypatch)
    for seed in range(TRIES):
        if run.one(seed)[1] is not None:
            return
    pytest.fail(f"{harm.__name__} went unnoticed over {TRIES} seeds")
