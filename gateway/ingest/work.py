"""What the ingest holds of a table, what one turn wants stored, and what a person did."""

from gateway.tables.tabletime import TableTime


class Operation:
    """What a person did at a table: ``act`` goes into the log as JSON.

    ``done(error)`` is called with None once it is committed, with one line when it cannot be.
    ``again``: it may have been given out before, and be in the log.
    """

    def __init__(self, table, act, done, again=False):
        self.table, self.act, self.done, self.again = table, act, done, again


class TableState:
    """Ingest state of one table."""

    def __init__(self, name, n=0, time_=None, sequences=None, operations=0):
        self.name = name
        self.n = n
        self.time = time_ or TableTime()
        self.sequences = sequences or {}  # dev -> Sequence
        self.operations = operations


class Work:
    """What one turn wants committed and told."""

    def __init__(self):
        self.entries, self.quarantined, self.gaps = [], [], []
        self.acks = {}  # (table, dev, boot) -> seq
        self.requests = {}  # (table, boot) -> seq
        self.operations = []
        self.apart = None  # tables still to be committed one by one, once that has begun

    def to_commit(self):
        return self.entries or self.quarantined or self.gaps

    def of(self, table):
        """The part of one table, to be committed by itself."""
        part = Work()
        part.entries = [e for e in self.entries if e.table == table]
        part.quarantined = [q for q in self.quarantined if q.table == table]
        part.gaps = [g for g in self.gaps if g.table == table]
        return part

    def drop(self, table):
        """Nothing of a table: neither stored nor told nor acknowledged. Returns its operations."""
        self.entries = [e for e in self.entries if e.table != table]
        self.quarantined = [q for q in self.quarantined if q.table != table]
        self.gaps = [g for g in self.gaps if g.table != table]
        self.acks = {k: v for k, v in self.acks.items() if k[0] != table}
        self.requests = {k: v for k, v in self.requests.items() if k[0] != table}
        dropped = [o for o in self.operations if o.table == table]
        self.operations = [o for o in self.operations if o.table != table]
        return dropped

    def tables(self):
        """Names of all tables something is to be stored of, in the order of the work."""
        found = [*self.entries, *self.quarantined, *self.gaps]
        return list(dict.fromkeys(item.table for item in found))
