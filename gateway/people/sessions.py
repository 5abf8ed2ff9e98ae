"""Sessions, programs' tokens and the one-time codes of pairing. Only hashes of them are kept."""

import re

from gateway.errors import PeopleError
from gateway.people import credentials
from gateway.people.who import DEVICE, LOGIN, TOKEN, Who

MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000
OF_ONE_MAX = 20  # sessions of a person; the oldest ends
SESSIONS_MAX, CODES_MAX = 5000, 200
CODE_MS = 10 * MINUTE_MS
LABEL_MAX = 40
_COLUMNS = "id, kind, person, label, role, tbl, created, expires, seen, address"


class Sessions:
    """All of what lets a request in. A ``token`` is told once, when it is made."""

    def __init__(self, database):
        self._db = database
        self._used = {}  # session id -> wall ms, not written down yet

    # -- being let in

    def who(self, token, address, kinds):
        """The Who of a token of one of these kinds; None when it opens nothing (any more)."""
        sql = "SELECT id, kind, person, label, role, tbl, expires FROM session WHERE hash = ?"
        found = self._db.rows(sql, credentials.digest(token))
        if not found:
            return None
        name, kind, person, label, role, table, expires = found[0]
        now = self._db.wall_ms()
        if now >= expires or kind not in kinds:
            return None
        self._used[name] = now
        shown = person or f"{kind}: {label}"
        return Who(shown, role, table, kind, name, address)

    def alive(self, ids):
        """Which of these session ids still open something, as a set."""
        now = self._db.wall_ms()
        rows = self._db.rows("SELECT id FROM session WHERE expires > ?", now)
        return {name for (name,) in rows} & set(ids)

    def flush(self):
        """Write down when sessions were last used; called once a minute or so."""
        used, self._used = self._used, {}
        if used:
            with self._db.change() as db:
                rows = [(t, name) for name, t in used.items()]
                db.executemany("UPDATE session SET seen = ? WHERE id = ?", rows)

    def addresses(self, person):
        """Addresses from which a person's sessions in force were begun."""
        sql = "SELECT DISTINCT address FROM session WHERE person = ? AND expires > ?"
        return [address for (address,) in self._db.rows(sql, person, self._db.wall_ms())]

    # -- beginning

    def log_in(self, person, role, table, address, lasts_ms):
        """A session of a person: ``(token, Who)``."""
        who = Who(person, role, table, LOGIN, credentials.short_id(), address)
        with self._db.change() as db:
            token = self._begin(db, who, person, "", lasts_ms)
            self._db.note(db, "login", who, table, session=who.session)
        return token, who

    def program(self, label, role, table, lasts_ms, by):
        """A token for a program, which sends it as ``Authorization: Bearer``: the token."""
        label = checked_label(label)
        who = Who(f"{TOKEN}: {label}", role, table, TOKEN, credentials.short_id(), "")
        with self._db.change() as db:
            token = self._begin(db, who, None, label, lasts_ms)
            detail = {"session": who.session, "label": label, "for": role}
            self._db.note(db, "token_made", by, table, **detail)
        return token

    def _begin(self, db, who, person, label, lasts_ms):
        now = created = self._db.wall_ms()
        db.execute("DELETE FROM session WHERE expires <= ?", (now,))
        if person is not None:
            created = max(now, self._newest_ms(db, person) + 1)
            old = "SELECT id FROM session WHERE person = ? ORDER BY created DESC LIMIT ? OFFSET ?"
            values = person, SESSIONS_MAX, OF_ONE_MAX - 1
            db.execute(f"DELETE FROM session WHERE id IN ({old})", values)
        if db.execute("SELECT COUNT(*) FROM session").fetchone()[0] >= SESSIONS_MAX:
            raise PeopleError("too many sessions are open: revoke some")
        token = credentials.token()
        row = (
            who.session, credentials.digest(token), who.kind, person, label, who.role, who.table,
            created, now + lasts_ms, now, who.address,
        )  # fmt: skip
        db.execute(f"INSERT INTO session VALUES ({', '.join('?' * len(row))})", row)
        return token

    @staticmethod
    def _newest_ms(db, person):
        """When a person's newest session began: the next one comes after it, whatever the clock
        of the gateway that begins it says."""
        sql = "SELECT COALESCE(MAX(created), 0) FROM session WHERE person = ?"
        return db.execute(sql, (person,)).fetchone()[0]

    def take_over(self, other, db, names):
        """Copy the sessions in force of another People that are of these persons, or nobody's, on
        ``db``; how many."""
        now, marks = self._db.wall_ms(), ", ".join("?" * 11)
        rows = other._db.rows("SELECT * FROM session WHERE expires > ?", now)
        taken = [row for row in rows if row[3] is None or row[3] in names]
        if db.execute("SELECT COUNT(*) FROM session").fetchone()[0] + len(taken) > SESSIONS_MAX:
            raise PeopleError(f"with these there would be more than {SESSIONS_MAX} sessions")
        insert = f"INSERT INTO session VALUES ({marks}) ON CONFLICT DO NOTHING RETURNING 1"
        return sum(len(db.execute(insert, row).fetchall()) for row in taken)

    # -- pairing

    def pair(self, role, table, label, lasts_ms, by, valid_ms=CODE_MS):
        """A one-time code for a device of a role (and table), good for ``valid_ms``."""
        label = checked_label(label)
        code, now = credentials.token(), self._db.wall_ms()
        with self._db.change() as db:
            db.execute("DELETE FROM code WHERE expires <= ?", (now,))
            if db.execute("SELECT COUNT(*) FROM code").fetchone()[0] >= CODES_MAX:
                raise PeopleError("too many codes are waiting: use them, or wait ten minutes")
            maker = by if isinstance(by, str) else by.name
            row = credentials.digest(code), role, table, label, maker, lasts_ms, now + valid_ms
            db.execute("INSERT INTO code VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            detail = {"label": label, "for": role, "minutes": valid_ms // MINUTE_MS}
            self._db.note(db, "pairing_offered", by, table, **detail)
        return code

    def use(self, code, address):
        """A device's session for its one-time code: ``(token, Who, ms)``; None for a bad one."""
        if not self._db.rows("SELECT 1 FROM code WHERE hash = ?", credentials.digest(code)):
            return None  # guesses cost no write
        now = self._db.wall_ms()
        with self._db.change() as db:
            sql = "DELETE FROM code WHERE hash = ? RETURNING role, tbl, label, lasts, expires"
            found = db.execute(sql, (credentials.digest(code),)).fetchone()
            if found is None or now >= found[4]:
                return None
            role, table, label, lasts_ms, _expires = found
            who = Who(f"{DEVICE}: {label}", role, table, DEVICE, credentials.short_id(), address)
            token = self._begin(db, who, None, label, lasts_ms)
            self._db.note(db, "paired", who, table, session=who.session)
        return token, who, lasts_ms

    # -- ending

    def end(self, who):
        """Log out."""
        with self._db.change() as db:
            db.execute("DELETE FROM session WHERE id = ?", (who.session,))
            self._db.note(db, "logout", who, session=who.session)

    def revoke(self, name, by):
        """End one session by its id, or all of a person, or of a label; how many there were."""
        with self._db.change() as db:
            sql = "DELETE FROM session WHERE id = ? OR person = ? OR (person IS NULL AND label = ?)"
            ended = db.execute(sql, (name, name, name)).rowcount
            if not ended:
                raise PeopleError(f"there is no session of {name[:40]}")
            self._db.note(db, "revoked", by, name=name, sessions_ended=ended)
        return ended

    def all(self):
        """Open sessions, newest first, as dicts (times in wall ms)."""
        keys = [c.strip() for c in _COLUMNS.replace("tbl", "table").split(",")]
        sql = f"SELECT {_COLUMNS} FROM session WHERE expires > ? ORDER BY created DESC"
        rows = self._db.rows(sql, self._db.wall_ms())
        return [dict(zip(keys, row, strict=True)) for row in rows]


def device_ms(role, days):
    """How long a paired device stays so; a director's a day: people are added, then they log in."""
    return DAY_MS if role == "director" else days * DAY_MS


def checked_label(label):
    """A label of at most 40 printable characters; PeopleError for none."""
    label = re.sub(r"[^\x20-\x7e\xa1-\U0010ffff]", " ", str(label))
    label = " ".join(label.split())[:LABEL_MAX]
    if not label:
        raise PeopleError("give the device or program a name, such as 'tablet 3'")
    return label
