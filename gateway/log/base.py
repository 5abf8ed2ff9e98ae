"""What an event log offers, whichever database holds it, and the records that go in and out."""

from dataclasses import dataclass, field

OPERATOR = "@operator"  # the device of what people decided and did; no controller can be named so


@dataclass(frozen=True)
class Entry:
    """One event of the log.

    ``n`` counts the table's events from 1; ``t`` is table time in milliseconds, which never runs
    backwards; ``wall`` is when it came in (ms since 1970), for people only. ``row`` is the event as
    it travelled (``shared_rules.wire``, JSON text). ``bad`` is None, or why the engine must not see
    the row. ``event``: what the ingest made of the row already, None for an entry that was read. An
    entry of the device OPERATOR is not a table event: ``row`` is a JSON object.
    """

    table: str
    n: int
    dev: str
    boot: int
    seq: int
    t: int
    wall: int
    what: str
    row: str
    bad: str | None = None
    event: dict | None = field(default=None, compare=False, repr=False)  # of ``row``, once only


@dataclass(frozen=True)
class Quarantined:
    """A message that could not be taken in, kept with its reason."""

    table: str
    topic: str
    payload: bytes
    reason: str
    wall: int


OVERFLOWED = "journal overflowed"  # the table itself has said so, by a `lost` event
NOT_HELD = "not in the controller's journal"


@dataclass(frozen=True)
class Gap:
    """Events ``first``..``last`` of a boot that never came."""

    table: str
    dev: str
    boot: int
    first: int
    last: int
    reason: str
    wall: int


class EventLog:
    """Interface. One thread writes; any thread reads.

    Nothing is acknowledged to a controller before ``append`` has returned: it returns when the
    database has the records on disk, or raises LogError and has stored none of them (or, where the
    connection broke during the commit, perhaps all: the same ``append`` again finds out).

    Reading raises LogDamaged where the content cannot be right, LogError where the database does
    not answer.
    """

    def append(self, entries, quarantined=(), gaps=()):
        """Commit all records in one transaction."""
        raise NotImplementedError

    def tables(self):
        """Names of all tables with events, sorted."""
        raise NotImplementedError

    def last(self, table):
        """The last Entry of a table, or None."""
        raise NotImplementedError

    def head(self, table):
        """``(n, hash)`` of the last event: kept elsewhere, it shows a cut at the end."""
        raise NotImplementedError

    def hash_at(self, table, n):
        """The stored hash of event ``n``; None when the log does not hold it."""
        raise NotImplementedError

    def anchor(self, table):
        """``(n, hash)`` of the last archived event, ``(0, start of the chain)`` without one."""
        raise NotImplementedError

    def positions(self, table):
        """``[(dev, boot, seq, t)]``: the last event of each boot, in the order they came.

        Each is compared with the event itself. What people did is not among them.
        """
        raise NotImplementedError

    def read(self, table, after=0):
        """Iterate the Entries with ``n > after`` in order; LogDamaged where the chain breaks."""
        raise NotImplementedError

    def operations(self, table, after=0):
        """Entries of the device OPERATOR with ``n > after``, in order."""
        raise NotImplementedError

    def riffle_before(self, table, count):
        """``n`` of the table's ``count``-th last ``riffle`` event, 0 when there are fewer."""
        raise NotImplementedError

    def first_riffle(self, table, after):
        """``n`` of the first ``riffle`` event beyond ``after``, 0 when there is none."""
        raise NotImplementedError

    def setup_before(self, table, count, last=None):
        """``n`` of the table's ``count``-th last ``setup`` event, 0 when there are fewer.

        ``last``: of those up to this event.
        """
        raise NotImplementedError

    def close(self):
        """Close; committed records stay."""
        raise NotImplementedError
