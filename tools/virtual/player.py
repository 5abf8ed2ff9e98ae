"""One virtual table that plays hands: enrolment, the stage, a script after the other."""

import hashlib
import json
import os
import time
from pathlib import Path

from firmware.link.slots import Slots
from gateway.errors import VaultError
from gateway.vault.client import ticket_of
from shared_rules.table import Table
from tools.virtual.irregularities import script_class
from tools.virtual.motions import Pace
from tools.virtual.script import Mirror
from tools.virtual.stage import Stage
from tools.virtual.vm import VmError

BOOT_MS = 1500  # the controller starts, connects and reads every antenna once
DRAIN_STEP_MS = 200
DRAIN_MS = 20_000  # virtual time given to the journal after the last hand
AGREE_S = 120  # for gateway, broker and vault to come up
VAULT_S = 20  # it may have been started beside this table
AGREE_STEP_US = 20_000


def root_of(seed, table_id):
    """The root of a virtual table where no vault agrees on one with it: 32 bytes, by the seed."""
    return hashlib.sha256(f"{seed}/{table_id}/root".encode()).digest()


def enrol(stage, data_dir, table_id, dev, root=None):
    """Write the vault's file of a table, as enrolment does (docs/architecture.md). ``root``: one
    that was not agreed on, for a table that ``provision`` gave the same."""
    folder = Path(data_dir) / "vault"
    folder.mkdir(parents=True, exist_ok=True)
    secrets = {"table": str(table_id), "dev": dev, "deck": stage.enrolled()}
    if root is not None:
        secrets["root"] = root.hex()
    path = folder / f"{table_id}.json"
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(secrets))
    fresh.chmod(0o600)
    if os.geteuid() == 0:  # the vault may be another user's, who owns the folder
        owner = folder.stat()
        os.chown(fresh, owner.st_uid, owner.st_gid)
    fresh.replace(path)


def provision(flash, root):
    """Give a controller that has no root yet one, as if it had been agreed on: where there is no
    vault to agree with."""
    flash.mkdir(parents=True, exist_ok=True)
    if not (flash / "state.a").exists():
        value = {"boot": 0, "hand": 0, "hand_boot": 0, "hand_seq": 0, "root": root.hex()}
        Slots(str(flash / "state"), value).save_for_good()


def give_ticket(flash, data_dir, table_id, dev):
    """Leave a ticket of the vault's, as ``flash`` does, where a controller shares no root with it.

    What a controller kept that the vault does not know (its files are gone) is taken away. True:
    it is to agree on a root before it plays (``agree``). VaultError: no vault answers.
    """
    has = (flash / "state.a").exists() or (flash / "state.b").exists()
    end = time.monotonic() + VAULT_S
    while True:
        try:
            ticket = ticket_of(Path(data_dir) / "vault", str(table_id), dev, unless_agreed=has)
            break
        except VaultError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
    if ticket is None:
        return False
    for name in ("state.a", "state.b"):
        (flash / name).unlink(missing_ok=True)
    flash.mkdir(parents=True, exist_ok=True)
    (flash / "provision.json").write_text(json.dumps({"ticket": ticket}))
    return True


def agree(table):
    """The first boot of a VirtualTable that was given a ticket: it agrees on a root with the vault,
    which takes wall time. So it has a world of its own, and the one that is played in begins at
    nought, as ever. VmError when there is no answer."""
    end = time.monotonic() + AGREE_S
    with table:
        while not table.resets:
            if time.monotonic() > end:
                raise VmError("the vault has not answered: its gateway or the broker is away")
            table.run_for(AGREE_STEP_US)
            time.sleep(AGREE_STEP_US / 1_000_000)


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
