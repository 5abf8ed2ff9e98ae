"""One virtual table that plays hands: enrolment, the stage, a script after the other."""

import hashlib
import json
import os
from pathlib import Path

from shared_rules.table import Table
from tools.virtual.dealer import script_class
from tools.virtual.motions import Pace
from tools.virtual.script import Mirror
from tools.virtual.stage import Stage

BOOT_MS = 1500  # the controller starts, connects and reads every antenna once
DRAIN_STEP_MS = 200
DRAIN_MS = 20_000  # virtual time given to the journal after the last hand


def root_of(seed, table_id):
    """The device root that is installed on a virtual table: 32 bytes, by the seed."""
    return hashlib.sha256(f"{seed}/{table_id}/root".encode()).digest()


def enrol(stage, data_dir, table_id, dev, root):
    """Write the vault's file of a table, as enrolment does (docs/architecture.md)."""
    folder = Path(data_dir) / "vault"
    folder.mkdir(parents=True, exist_ok=True)
    secrets = {"table": str(table_id), "dev": dev, "root": root.hex(), "deck": stage.enrolled()}
    path = folder / f"{table_id}.json"
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(secrets))
    fresh.chmod(0o600)
    if os.geteuid() == 0:  # the vault may be another user's, who owns the folder
        owner = folder.stat()
        os.chown(fresh, owner.st_uid, owner.st_gid)
    fresh.replace(path)


def provision(flash, root):
    """Leave the device root for a controller that has none yet, as installation does."""
    flash.mkdir(parents=True, exist_ok=True)
    if not (flash / "state.a").exists():
        (flash / "provision.json").write_text(json.dumps({"root": root.hex()}))


class TablePlayer:
    """Plays hands on a ``VirtualTable``. ``rulebook``: what the dealer knows; ``seed``: of scripts.

    ``pace``: how fast people are (``motions.Pace``).
    """

    def __init__(self, table, rulebook="tda-2011", seed=0, pace=None):
        self.table = table
        self.world = table.world
        self.stage = Stage(table.world, seed)
        self.mirror = Mirror(Table(rulebook))
        self.seed = seed
        self.pace = pace or Pace()
        self.free_ms = BOOT_MS
        self.script = None

    def prepare(self, plan, kind=None):
        """Script of a hand that begins as soon as the table is free; NotPossible for a slip."""
        start = max(self.free_ms, self.world.now // 1000 + self.pace.between)
        self.mirror.events = []
        return script_class(kind)(
            plan,
            t=start,
            mirror=self.mirror,
            pace=self.pace,
            seed=self.seed,
            table_seats=self.world.table["seats"],
        )

    def play(self, plan, kind=None):
        """Play one hand to its end; returns the virtual milliseconds it took."""
        script = self.script = self.prepare(plan, kind)
        start = script.t
        self.stage.perform(script.run())
        self.free_ms = script.t
        self.table.run_until(script.t * 1000)
        return script.t - start

    def drain(self, done):
        """Let the controller go on for a while, until ``done()`` at most, so that all is told."""
        for _ in range(DRAIN_MS // DRAIN_STEP_MS):
            if done():
                return
            self.table.run_for(DRAIN_STEP_MS * 1000)
