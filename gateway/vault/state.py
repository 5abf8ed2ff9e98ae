"""What a vault keeps over a restart: its clock, where each device stands, the hands. All sealed.

One SQLite file in the vault's folder. What a hand's tokens stand for, what happened to them, and
the devices' roots are encrypted with a key made from the vault's own; names, numbers and digests
are in clear. What is given up is written over in its place by something of the same length, and
``wipe`` takes it out of the write-ahead log too: then the files hold it no more.
"""

import contextlib
import hmac
import json
import os
import sqlite3
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from gateway.errors import VaultError
from gateway.process.file_identity import Kept

NAME = "state.sqlite3"
HANDS_KEPT = 1000  # of a table; the oldest go first
WAL_PAGES = 100  # then they go into the file: the WAL may not fill a small disk
PADDED_BYTES = 2048  # of a ring's text: four boots and a root take 1,450
WAL_HEADER_BYTES = 32
LOST = "it is gone, or empty, and devices and key-holders with it"
_SEAL_BYTES = 28  # nonce and tag
_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS device (tbl TEXT, dev TEXT, boot INTEGER, seq INTEGER, n INTEGER,
  signs INTEGER, heard TEXT, PRIMARY KEY (tbl, dev)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS genuine (tbl TEXT, dev TEXT, boot INTEGER, seq INTEGER, digest BLOB,
  PRIMARY KEY (tbl, dev, boot, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS hand (id INTEGER PRIMARY KEY, tbl TEXT, dev TEXT, boot INTEGER,
  hand INTEGER, cards BLOB, facts BLOB, UNIQUE (tbl, dev, boot, hand));
CREATE TABLE IF NOT EXISTS ring (tbl TEXT, dev TEXT, ring BLOB, PRIMARY KEY (tbl, dev));
CREATE TABLE IF NOT EXISTS agreement (tbl TEXT, dev TEXT, agreed BLOB, PRIMARY KEY (tbl, dev));
CREATE TABLE IF NOT EXISTS proof (id INTEGER PRIMARY KEY, name TEXT UNIQUE, tbl TEXT, act BLOB);
"""


class State:
    """``key``: the vault's ``sealing.Key``. VaultError when it does not open what is there."""

    def __init__(self, folder, key):
        self.path = folder / NAME
        try:
            self._db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            os.chmod(self.path, 0o600)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._db.execute("PRAGMA secure_delete=ON")  # what is dropped is overwritten
            self._db.execute(f"PRAGMA wal_autocheckpoint={WAL_PAGES}")
            self._db.executescript(_SCHEMA)
            kdf = self._meta("kdf")
            self._kept = Kept(self.path, self.path.with_name(NAME + "-wal"))
        except (sqlite3.Error, OSError) as e:
            raise VaultError(f"vault state {self.path}: {e}") from None
        if kdf is None:
            kdf = json.dumps(key.fresh_kdf())
            self._set("kdf", kdf)
        self._cipher = AESGCM(hmac.digest(key.derive(json.loads(kdf)), b"vault state", "sha256"))
        proof = self._meta("proof")
        if proof is None:
            self._set("proof", self._seal(b"proof", "proof").hex())
        else:
            self._open(bytes.fromhex(proof), "proof")

    # -- sealing

    def _seal(self, data, what):
        nonce = os.urandom(12)
        return nonce + self._cipher.encrypt(nonce, data, what.encode())

    def _open(self, data, what):
        try:
            return self._cipher.decrypt(data[:12], data[12:], what.encode())
        except InvalidTag:
            raise VaultError(
                f"vault state {self.path}: the key does not open it, or it was changed"
            ) from None

    # -- values

    def _meta(self, name):
        row = self._db.execute("SELECT value FROM meta WHERE name=?", (name,)).fetchone()
        return row[0] if row else None

    def _set(self, name, value):
        self._db.execute("INSERT OR REPLACE INTO meta VALUES (?,?)", (name, value))

    def clock_ms(self):
        """The clock as it was kept last."""
        sealed = self._meta("clock")
        return int(self._open(bytes.fromhex(sealed), "clock")) if sealed else 0

    def keep_clock(self, ms):
        """Keep the clock."""
        self._set("clock", self._seal(b"%d" % ms, "clock").hex())

    def is_new(self):
        """True until it was in use for a second."""
        return self._meta("clock") is None

    def audit_end(self):
        """``(n, hash)`` of the audit log's last entry as it was kept last; None: never."""
        return _audit_end(self._db)

    def keep_audit_end(self, n, head):
        """Keep how the audit log ends. No secret: it is told at the broker, too."""
        self._set("audit", f"{n} {head}")

    def setups(self):
        """``{table: [game, stacks]}`` of the hands to come, as they were kept last."""
        rows = self._db.execute("SELECT name, value FROM meta WHERE name GLOB 'setup *'")
        return {
            name[6:]: json.loads(self._open(bytes.fromhex(sealed), name)) for name, sealed in rows
        }

    def keep_setup(self, table, setup):
        """Keep what a table's next hand is played with: ``[game, stacks]``."""
        name = f"setup {table}"
        self._set(name, self._seal(json.dumps(setup).encode(), name).hex())

    def kept(self, name):
        """A value kept under ``name``, None when there is none."""
        sealed = self._meta(f"kept {name}")
        return json.loads(self._open(bytes.fromhex(sealed), f"kept {name}")) if sealed else None

    def keep(self, name, value):
        """Keep a value that JSON can hold."""
        sealed = self._seal(json.dumps(value).encode(), f"kept {name}")
        self._set(f"kept {name}", sealed.hex())

    def next_epoch(self, unix):
        """A number higher than any before: of a key that is given out. ``unix``, s since 1970:
        passes over those a power cut may have taken from the disk."""
        epoch = max(int(self._meta("epoch") or 0) + 1, unix)
        self._set("epoch", str(epoch))
        return epoch

    @contextlib.contextmanager
    def together(self):
        """One transaction. ``sqlite3.Error`` when the disk refuses it: nothing of it is kept."""
        self._db.execute("BEGIN")
        try:
            yield
            gone = self._kept.fault()
            if gone:
                raise sqlite3.OperationalError(gone)
            self._db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
            raise

    def can_write(self, ms):
        """True when the clock, ``ms``, can be kept; a full disk may have room again."""
        try:
            self._db.execute("PRAGMA wal_checkpoint(PASSIVE)")  # what the WAL holds twice is freed
            with self.together():
                self.keep_clock(ms)
        except sqlite3.Error:
            return False
        return True

    # -- devices and genuine rows

    def devices(self):
        """``[(table, dev, boot, seq, n, signs, heard)]``; ``heard``: topic -> last signature."""
        rows = self._db.execute("SELECT * FROM device").fetchall()
        return [(*row[:6], json.loads(row[6])) for row in rows]

    def keep_device(self, table, dev, boot, seq, n, signs, heard):
        """Where a device stands."""
        self._db.execute(
            "INSERT OR REPLACE INTO device VALUES (?,?,?,?,?,?,?)",
            (table, dev, boot, seq, n, int(signs), json.dumps(heard)),
        )

    def genuine(self):
        """``[(table, dev, boot, seq, digest)]`` of signed rows not followed yet."""
        return self._db.execute("SELECT * FROM genuine").fetchall()

    def add_genuine(self, rows):
        """Rows found in signed messages."""
        self._db.executemany("INSERT OR REPLACE INTO genuine VALUES (?,?,?,?,?)", rows)

    def drop_genuine(self, table, dev, boot, seq):
        """Rows up to a position have been followed."""
        self._db.execute(
            "DELETE FROM genuine WHERE tbl=? AND dev=? AND (boot<? OR (boot=? AND seq<=?))",
            (table, dev, boot, boot, seq),
        )

    # -- keys of devices

    def rings(self):
        """``[((table, dev), facts)]`` of the devices' rings."""
        return self._padded("ring", "SELECT tbl, dev, ring FROM ring")

    def keep_ring(self, table, dev, facts):
        """Keep a device's ring in place of the one before."""
        self._db.execute(
            "INSERT INTO ring VALUES (?,?,?) ON CONFLICT DO UPDATE SET ring=excluded.ring",
            (table, dev, self._pad("ring", table, dev, facts)),
        )

    def agreements(self):
        """``[((table, dev), facts)]`` of the agreements that are open."""
        found = self._padded("agreement", "SELECT tbl, dev, agreed FROM agreement")
        return [(at, facts) for at, facts in found if facts is not None]

    def keep_agreement(self, table, dev, facts):
        """Keep an agreement in place of the one before; None: there is none any more."""
        self._db.execute(
            "INSERT INTO agreement VALUES (?,?,?) ON CONFLICT DO UPDATE SET agreed=excluded.agreed",
            (table, dev, self._pad("agreement", table, dev, facts)),
        )

    def _pad(self, kind, table, dev, facts):
        """Sealed in one length, so that the next one is written over it."""
        return self._seal(json.dumps(facts).encode().ljust(PADDED_BYTES), f"{kind} {table} {dev}")

    def _padded(self, kind, query):
        return [
            ((table, dev), json.loads(self._open(sealed, f"{kind} {table} {dev}")))
            for table, dev, sealed in self._db.execute(query).fetchall()
        ]

    def wipe(self):
        """What was written over is on the disk no more, what was kept is there for good.

        The write-ahead log goes into the file, and zeros over what it held. ``sqlite3.Error``,
        ``OSError``: the disk refuses.
        """
        busy, _frames, _done = self._db.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
        if busy:
            raise sqlite3.OperationalError("somebody else reads the vault's state")
        handle = os.open(self.path.with_name(NAME + "-wal"), os.O_WRONLY)
        try:
            size = os.fstat(handle).st_size
            if size > WAL_HEADER_BYTES:
                os.pwrite(handle, bytes(size - WAL_HEADER_BYTES), WAL_HEADER_BYTES)
                os.fsync(handle)
        finally:
            os.close(handle)

    def vacuum(self):
        """Write the whole file anew: what an earlier version gave up lies between its rows."""
        self._db.execute("VACUUM")
        self.wipe()

    # -- hands

    def keep_hand(self, hand, new=False):
        """Keep a hand; its cards once, when it is new."""
        where = json.dumps(hand.key())
        facts = self._seal(json.dumps(hand.facts()).encode(), "facts" + where)
        if new:
            cards = self._seal(_cards_text(hand), "cards" + where)
            self._db.execute(
                "INSERT OR REPLACE INTO hand (tbl, dev, boot, hand, cards, facts)"
                " VALUES (?,?,?,?,?,?)",
                (*hand.key(), cards, facts),
            )
            self._db.execute(
                "DELETE FROM hand WHERE tbl=? AND id NOT IN"
                " (SELECT id FROM hand WHERE tbl=? ORDER BY id DESC LIMIT ?)",
                (hand.table, hand.table, HANDS_KEPT),
            )
        else:
            self._db.execute(
                "UPDATE hand SET facts=? WHERE tbl=? AND dev=? AND boot=? AND hand=?",
                (facts, *hand.key()),
            )

    def close_hand(self, hand):
        """Keep a hand whose cards were given up: over what was there, in the same length."""
        where = json.dumps(hand.key())
        (length,) = self._db.execute(
            "SELECT length(cards) FROM hand WHERE tbl=? AND dev=? AND boot=? AND hand=?", hand.key()
        ).fetchone() or (0,)
        text = _cards_text(hand).ljust(length - _SEAL_BYTES)
        self._db.execute(
            "UPDATE hand SET cards=? WHERE tbl=? AND dev=? AND boot=? AND hand=?",
            (self._seal(text, "cards" + where), *hand.key()),
        )
        self.keep_hand(hand)

    def keys_of_hands(self):
        """Keys of all hands that are kept, by table, oldest first."""
        rows = self._db.execute("SELECT tbl, dev, boot, hand FROM hand ORDER BY id").fetchall()
        return [tuple(row) for row in rows]

    def hands(self, make, limit):
        """The last ``limit`` hands of every table, oldest first; ``make(facts, cards)``."""
        out = []
        for (table,) in self._db.execute("SELECT DISTINCT tbl FROM hand").fetchall():
            rows = self._db.execute(
                "SELECT tbl, dev, boot, hand, cards, facts FROM hand WHERE tbl=?"
                " ORDER BY id DESC LIMIT ?",
                (table, limit),
            ).fetchall()
            out += [self._hand(row, make) for row in reversed(rows)]
        return out

    def hand(self, key, make):
        """One hand, or None."""
        row = self._db.execute(
            "SELECT tbl, dev, boot, hand, cards, facts FROM hand"
            " WHERE tbl=? AND dev=? AND boot=? AND hand=?",
            tuple(key),
        ).fetchone()
        return self._hand(row, make) if row else None

    def _hand(self, row, make):
        where = json.dumps(row[:4])
        cards = json.loads(self._open(row[4], "cards" + where))
        facts = json.loads(self._open(row[5], "facts" + where))
        if "cards" in cards:  # else of an earlier version, which kept the seed among the facts
            facts["seed"], cards = cards["seed"], cards["cards"]
        return make(facts, cards)

    # -- proofs on their way into the event log

    def proofs(self):
        """``[(name, table, act)]`` that no log is known to hold, oldest first."""
        rows = self._db.execute("SELECT name, tbl, act FROM proof ORDER BY id").fetchall()
        return [
            (name, table, json.loads(self._open(act, "proof " + name))) for name, table, act in rows
        ]

    def add_proof(self, name, table, act):
        """Keep an act for the event log."""
        sealed = self._seal(json.dumps(act).encode(), "proof " + name)
        self._db.execute(
            "INSERT OR IGNORE INTO proof (name, tbl, act) VALUES (?,?,?)", (name, table, sealed)
        )

    def drop_proof(self, name):
        """The event log holds it."""
        self._db.execute("DELETE FROM proof WHERE name=?", (name,))

    def close(self):
        """Close; what was kept stays."""
        with contextlib.suppress(sqlite3.Error, OSError):
            self.wipe()  # closing takes the write-ahead log away as it is
        self._db.close()


def _cards_text(hand):
    """What names a hand's cards: it goes when they are given up, and is kept nowhere else."""
    return json.dumps({"cards": hand.cards, "seed": hand.seed}).encode()


def _audit_end(db):
    row = db.execute("SELECT value FROM meta WHERE name='audit'").fetchone()
    n, _, head = row[0].partition(" ") if row else ("", "", "")
    return (int(n), head) if n.isdigit() else None


def audit_end_of(folder):
    """``(known, lost)`` of a folder whose vault is stopped: how its audit log ended, None where
    nothing says it; why its state cannot, None where it could."""
    try:
        with _stopped(folder, "ro") as db:
            clock = db.execute("SELECT 1 FROM meta WHERE name='clock'").fetchone()
            known = _audit_end(db)
            return known, None if clock or known else LOST
    except sqlite3.Error:
        return None, LOST


def note_audit_end(folder, n, head):
    """The vault of a folder goes on with this end of its audit log."""
    path, owner = Path(folder) / NAME, os.stat(folder)
    with _stopped(folder, "rwc") as db:
        db.executescript(_SCHEMA)
        db.execute("INSERT OR REPLACE INTO meta VALUES ('audit', ?)", (f"{n} {head}",))
    path.chmod(0o600)
    if os.geteuid() == 0:  # a command of root's makes what the vault's own user has to write
        os.chown(path, owner.st_uid, owner.st_gid)


def _stopped(folder, mode):
    uri = f"{(Path(folder) / NAME).absolute().as_uri()}?mode={mode}"
    return contextlib.closing(sqlite3.connect(uri, uri=True, isolation_level=None))
