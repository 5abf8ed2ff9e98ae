"""People: who there is, with which role, and what lets them in.

Each change and its entry in the record of acts are one transaction: neither is there alone.
"""

import re
from contextlib import closing

from gateway.errors import PeopleError
from gateway.languages.speech import LANGUAGES
from gateway.people import acts_record, credentials
from gateway.people.database import Database, FileDatabase
from gateway.people.sessions import DAY_MS, HOUR_MS, Sessions
from gateway.people.tries import Tries
from gateway.people.who import BOUND, ROLES

_NAME = re.compile(r"[a-z][a-z0-9._-]{1,31}\Z")
_TABLE = re.compile(r"[A-Za-z0-9_-]{1,32}\Z")
FIRST = "first director"
PEOPLE_MAX = 2000
ACTS_PAGE = 500  # of the record read at once
N_MAX = 2**63 - 1  # no act has a higher number


class People:
    """The people of a gateway, kept in ``place``: a folder, or a Database.

    ``wall_ms()``: time of day, in ms, of those in a folder.
    """

    def __init__(self, place, wall_ms=None):
        self._db = place if isinstance(place, Database) else FileDatabase(place, wall_ms)
        self.sessions = Sessions(self._db)
        self.remote = self._db.remote

    def tries(self, now_ms):
        """What counts wrong tries to sign in; see Tries."""
        return self._db.tries(Tries(now_ms, self._addresses))

    def _addresses(self, name):
        return self.sessions.addresses(name) if _NAME.match(name) else ()

    def close(self):
        """Close the database."""
        self._db.close()

    # -- what the gateways of a cluster keep together

    def kept(self, name):
        """The text kept under a name, None where there is none."""
        rows = self._db.rows("SELECT kept FROM room WHERE name = ?", name)
        return rows[0][0] if rows else None

    def keep(self, name, make):
        """Keep what ``make(text or None)`` gives; nothing for None."""
        with self._db.change() as db:
            row = db.execute("SELECT kept FROM room WHERE name = ?", (name,)).fetchone()
            text = make(row[0] if row else None)
            if text is not None:
                db.execute(
                    "INSERT INTO room (name, kept) VALUES (?, ?)"
                    " ON CONFLICT (name) DO UPDATE SET kept = excluded.kept",
                    (name, text),
                )

    # -- people

    def all(self):
        """Everybody, by name: dicts of ``name``, ``role``, ``table``, ``created`` (wall ms)."""
        keys = ("name", "role", "table", "created")
        rows = self._db.rows("SELECT name, role, tbl, created FROM person ORDER BY name")
        return [dict(zip(keys, row, strict=True)) for row in rows]

    def empty(self):
        """True while there is nobody."""
        return not self._db.rows("SELECT 1 FROM person LIMIT 1")

    def directorless(self):
        """True while no director has been added."""
        return not self._db.rows("SELECT 1 FROM person WHERE role = 'director' LIMIT 1")

    def add(self, name, role, secret, table=None, by="command line"):
        """Add a person. The first one is a director: somebody has to let the others in."""
        check_name(name)
        table = check_role(role, table)
        credentials.check(secret, role)
        kept = credentials.hashed(secret)
        with self._db.change() as db:
            if role != "director" and not _directors(db):
                raise PeopleError("the first person is a director, who lets the others in")
            if db.execute("SELECT COUNT(*) FROM person").fetchone()[0] >= PEOPLE_MAX:
                raise PeopleError(f"there are {PEOPLE_MAX} people: remove some first")
            if db.execute("SELECT 1 FROM person WHERE name = ?", (name,)).fetchone():
                raise PeopleError(f"there is a {name} already: remove that one first")
            db.execute(
                "INSERT INTO person (name, role, tbl, secret, created) VALUES (?, ?, ?, ?, ?)",
                (name, role, table, kept, self._db.wall_ms()),
            )
            self._db.note(db, "person_added", by, table, name=name, role=role)

    def remove(self, name, by="command line"):
        """Remove a person and end the person's sessions; how many there were."""
        with self._db.change() as db:
            found = db.execute("SELECT role FROM person WHERE name = ?", (name,)).fetchone()
            if found is None:
                raise PeopleError(f"there is no {name[:40]}")
            if found[0] == "director" and _directors(db) == 1:
                raise PeopleError(f"{name} is the last director: add another one first")
            db.execute("DELETE FROM person WHERE name = ?", (name,))
            ended = db.execute("DELETE FROM session WHERE person = ?", (name,)).rowcount
            self._db.note(db, "person_removed", by, name=name, sessions_ended=ended)
        return ended

    def set_secret(self, name, secret, by="command line"):
        """Give a person another PIN or password; the sessions of the old one end."""
        found = self._db.rows("SELECT role FROM person WHERE name = ?", name)
        if not found:
            raise PeopleError(f"there is no {name[:40]}")
        credentials.check(secret, found[0][0])
        kept = credentials.hashed(secret)
        with self._db.change() as db:
            db.execute("UPDATE person SET secret = ? WHERE name = ?", (kept, name))
            ended = db.execute("DELETE FROM session WHERE person = ?", (name,)).rowcount
            self._db.note(db, "secret_changed", by, name=name, sessions_ended=ended)

    def take_over(self, other, where, by):
        """Bring in the people of another People, its devices and programs, and their sessions.

        ``({"people": n, "sessions": n}, names that are there already)``: those stay as they are
        here, and their sessions there are not taken. ``where``: what the record calls ``other``.
        """
        last, head = other.check_acts()
        with self._db.change() as db:
            here = {name for (name,) in db.execute("SELECT name FROM person").fetchall()}
            columns = "name, role, tbl, secret, created, lang"
            everybody = other._db.rows(f"SELECT {columns} FROM person")
            new = [row for row in everybody if row[0] not in here]
            if len(here) + len(new) > PEOPLE_MAX:
                raise PeopleError(f"with these there would be more than {PEOPLE_MAX} people")
            insert = f"INSERT INTO person ({columns}) VALUES (?, ?, ?, ?, ?, ?)"
            db.executemany(insert, new)
            brought = {"people": len(new)}
            brought["sessions"] = self.sessions.take_over(other, db, {row[0] for row in new})
            self._db.note(db, "people_imported", by, of=where, head=head, acts=last, **brought)
        return brought, sorted(here & {row[0] for row in everybody})

    # -- the language of whoever is signed in, for the next screen he signs in at

    def language(self, name):
        """Code of the language a person has chosen, or None."""
        found = self._db.rows("SELECT lang FROM person WHERE name = ?", name)
        return found[0][0] if found and found[0][0] in LANGUAGES else None

    def choose_language(self, name, code):
        """Keep a person's choice, at every gateway that asks here. It is no act to record."""
        if code not in LANGUAGES or self.language(name) == code:
            return
        with self._db.change() as db:
            db.execute("UPDATE person SET lang = ? WHERE name = ?", (code, name))

    # -- letting in

    def check_secret(self, name, secret):
        """``(role, table)`` of the person whose PIN or password this is; None for nobody's."""
        sql = "SELECT role, tbl, secret FROM person WHERE name = ?"
        found = self._db.rows(sql, name) if _NAME.match(name) else None
        if not credentials.matches(found[0][2] if found else None, secret):
            return None
        return found[0][:2]

    def known(self, name):
        """True when there is a person of that name."""
        known = "SELECT 1 FROM person WHERE name = ?"
        return _NAME.match(name) is not None and bool(self._db.rows(known, name))

    def first_code(self):
        """A one-time code for the first director's device, for an hour; None once there is one.

        An earlier one is worth nothing from then on.
        """
        if not self.directorless():
            return None
        with self._db.change() as db:
            db.execute("DELETE FROM code WHERE label = ?", (FIRST,))
        return self.sessions.pair("director", None, FIRST, DAY_MS, "gateway", HOUR_MS)

    # -- the record of acts

    def note(self, what, who, table=None, **detail):
        """Add an entry. ``who``: a Who or a text. PeopleError: then nothing may be done."""
        with self._db.change() as db:
            self._db.note(db, what, who, table, **detail)

    def acts(self, after=0, limit=None):
        """Iterate checked entries after number ``after``: the chain is read from its beginning."""
        given = 0
        for body, _hash in self._verified():
            if body["n"] > after:
                yield body
                given += 1
                if given == limit:
                    return

    def last_acts(self, count):
        """The last entries, newest first; unchecked."""
        rows = self._db.rows("SELECT entry FROM audit ORDER BY n DESC LIMIT ?", count)
        return [acts_record.json.loads(text) for (text,) in rows]

    def acts_back(self, count):
        """Iterate what ``last_acts`` gives, in little memory."""
        before = N_MAX
        while count > 0:
            sql = "SELECT n, entry FROM audit WHERE n < ? ORDER BY n DESC LIMIT ?"
            rows = self._db.rows(sql, before, min(count, ACTS_PAGE))
            if not rows:
                return
            yield from (acts_record.json.loads(text) for _n, text in rows)
            before, count = rows[-1][0], count - len(rows)

    def check_acts(self, head=None):
        """``(entries, head)`` of the record, checked from its beginning.

        ``head`` (hex), noted before, has to be in it (or be what was pruned up to). GatewayError
        says what does not hold.
        """
        n, last = self._db.anchor()
        seen = head is None or last.hex() == head
        for body, stored in self._verified():
            n, last = body["n"], stored
            seen = seen or stored.hex() == head
        if not seen:
            raise PeopleError(
                "the head that was noted is not in the record: it was cut or rewritten"
            )
        return n, last.hex()

    def prune_acts(self, days, by):
        """Take entries older than ``days`` out, the whole checked before; how many.

        What is left begins at an anchor, and says itself up to where it was taken out.
        """
        last, _head = self.check_acts()
        limit = self._db.wall_ms() - days * DAY_MS
        first = next((body["n"] for body in self.acts() if body["wall"] >= limit), last + 1)
        with self._db.change() as db:
            newest = "SELECT n, hash FROM audit WHERE n < ? ORDER BY n DESC LIMIT 1"
            cut = db.execute(newest, (first,)).fetchone()
            if cut is None:
                return 0
            count = db.execute("DELETE FROM audit WHERE n <= ?", (cut[0],)).rowcount
            db.execute("DELETE FROM anchor")
            db.execute("INSERT INTO anchor VALUES (?, ?)", cut)
            self._db.note(db, "record_pruned", by, up_to=cut[0], days=days)
        return count

    def _verified(self):
        with closing(self._pages()) as rows:
            yield from acts_record.verified(rows, self._db.anchor())

    def _pages(self):
        n = self._db.anchor()[0]
        while True:
            sql = "SELECT n, entry, hash FROM audit WHERE n > ? ORDER BY n LIMIT 1000"
            rows = self._db.rows(sql, n)
            if not rows:
                return
            yield from rows
            n = rows[-1][0]


def check_name(name):
    """PeopleError unless ``name`` can be a person's."""
    if not _NAME.match(name):
        raise PeopleError("a name has 2 to 32 of a-z, 0-9, . _ - and begins with a letter")


def check_role(role, table):
    """The table a role is bound to, or None; PeopleError when the two do not go together."""
    if role not in ROLES:
        raise PeopleError(f"role must be one of {', '.join(ROLES)}")
    if not table:
        if role == "dealer":
            raise PeopleError("a dealer needs a table")
        return None
    if role not in BOUND:
        raise PeopleError(f"a {role} is not bound to a table; {' and '.join(BOUND)} can be")
    if not _TABLE.match(table):
        raise PeopleError("a table's name has 1 to 32 letters, digits, - and _")
    return table


def _directors(db):
    return db.execute("SELECT COUNT(*) FROM person WHERE role = 'director'").fetchone()[0]
