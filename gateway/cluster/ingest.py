"""The ingest of one gateway among several: claims tables, follows those of the others.

A message of a table that is not ours claims it: the log lets nobody else write it from then on, we
read what the others committed meanwhile, and go on as ``core.Ingest`` does. Messages are not lost
and not taken twice whoever gets them, in whatever order: the log decides, not the broker.
"""

from gateway.errors import LogDamaged, LogError
from gateway.ingest import decoder
from gateway.ingest.core import OPERATE, RETRY_FIRST_MS, Ingest
from gateway.ingest.work import TableState
from gateway.log.base import OPERATOR
from gateway.log.cluster_log import ROWS_MAX, Fenced
from shared_rules import topics

HEARD = object()  # in place of a topic: another gateway has checked and passed on (topic, payload)
GREW = object()  # in place of a topic: another gateway has committed; names of tables
FOLLOW_MS = 50  # the others' commits are read this often at most,
LOOK_MS = 1000  # and this often where nobody has told of any
STEADY_TRIES = 20
PASSED_ON = (topics.UP_STATE, topics.UP_HEALTH, topics.UP_TIME, topics.UP_PROGRAM)
TAKEN = "another gateway has taken the table over: try again"


class SharedIngest(Ingest):
    """See the module and Ingest. ``log``: a SharedLog; ``who``: this gateway's name in it.

    ``applied``: ``{table: n}``, what the tables have been shown of the log. ``on_claim(table)``;
    ``announce_grown(names)`` and ``pass_on(topic, payload)`` tell the other gateways;
    ``on_second_hand(topic, payload)`` is what one of them passed on.
    """

    def __init__(
        self, settings, log, acknowledger, deliver, wall_ms, who=None,
        on_claim=None, announce_grown=None, pass_on=None, on_second_hand=None, **listeners,
    ):  # fmt: skip
        super().__init__(settings, log, acknowledger, deliver, wall_ms, **listeners)
        self.who = who
        self.applied = {}
        self.second_hand = False  # what is being taken was checked, and told, by another gateway
        self.taken = set()  # tables lost since the last look; their messages go back
        self._on_claim, self._announce_grown, self._pass_on = on_claim, announce_grown, pass_on
        self._on_second_hand = on_second_hand
        self._epochs = {}  # table of ours -> epoch
        self._heads = {}  # table -> (n, hash) of what was delivered
        self.writers = {}  # table -> the gateway that last claimed it, as the log says
        self._standby = {}  # table of others -> TableState, to go on from
        self._held = None  # messages that came while the log could not be asked
        self._grown = set()
        self._follow_at_ms = self._look_at_ms = 0

    # -- life

    def resume(self):
        """Begin as one who follows every table."""
        for name in self._log.tables():
            if name not in self.damaged:
                try:
                    n = self.applied.get(name, 0)
                    self._heads[name] = n, self._log.hash_at(name, n)
                    self._standby[name] = self._steady(name)
                except LogDamaged as e:
                    self._stop_table(name, str(e))

    def _steady(self, name):
        """The state of a table others may be writing: taken between two of their commits."""
        for _ in range(STEADY_TRIES):
            before = self._log.last(name)
            state = self._resume(name)
            if before is None or state.n == before.n == self._log.last(name).n:
                return state
        return None

    def owns(self, table):
        """True for a table this gateway writes, as far as it knows. Any thread."""
        return table in self._epochs

    # -- a turn

    def blocked(self):
        """See Ingest.blocked."""
        return self._held is not None or super().blocked()

    def next_ms(self, now_ms):
        """See Ingest.next_ms."""
        if self._held is not None:
            return max(1, self._retry_at_ms - now_ms)
        next_ms = super().next_ms(now_ms)
        if self._pending is not None:
            return next_ms
        at_ms = max(self._follow_at_ms, now_ms) if self._grown else self._look_at_ms
        return max(1, min(next_ms, at_ms - now_ms))

    def turn(self, messages, now_ms):
        """See Ingest.turn."""
        if self._pending is None:
            if self._held is not None:
                if now_ms < self._retry_at_ms:
                    return
                messages = self._held
            try:
                self._prepare(messages, now_ms)
            except LogError as e:
                if self._held is None:
                    self._held, self._retry_ms = messages, RETRY_FIRST_MS
                self._refused(e, now_ms)
                return
            if self._held is not None:
                self._held = None
                self._on_log(None)
        super().turn(messages, now_ms)

    def _prepare(self, messages, now_ms):
        """Before messages are taken: their tables are ours, and the others' are followed."""
        wanted = set()
        for topic, payload, *_ in messages:
            if topic is GREW:
                self._grown.update(payload)
            elif topic is OPERATE:
                wanted.add(payload.table)
            elif isinstance(topic, str):
                where = topics.split(topic)
                if where and where[1] == topics.UP_EVENTS and decoder.is_table(where[0]):
                    wanted.add(where[0])
        self._claim(sorted(wanted - self._epochs.keys() - self.damaged))
        if now_ms >= self._look_at_ms:
            self._look(now_ms)
        if self._grown and now_ms >= self._follow_at_ms:
            self._follow_at_ms = now_ms + FOLLOW_MS
            self._follow(self._grown)
            self._grown = set()

    # -- tables of others

    def _look(self, now_ms):
        """What nobody told us: tables that have grown, tables that are not ours any more."""
        owners = self._log.owners()
        self.writers = {name: who for name, (who, _epoch, _n) in owners.items()}
        for name, (_who, epoch, n) in owners.items():
            if self._epochs.get(name, epoch) != epoch:
                self._forget(name)
            if n > self._heads.get(name, (0,))[0] and name not in self._epochs:
                self._grown.add(name)
        self._look_at_ms = now_ms + LOOK_MS

    def _follow(self, names):
        """Show the tables what others have committed, to its end."""
        names = {n for n in names if n not in self.damaged}
        while names:
            heads = {name: self._heads.get(name) or self._log.anchor(name) for name in names}
            names = set()
            for entries, head in self._log.since(heads):
                for entry in entries:
                    self._stand_by(entry)
                if entries:
                    self._deliver(entries, [])
                if isinstance(head, LogDamaged):
                    self._stop_table(head.table, str(head))
                    continue
                name = entries[0].table
                self._note({name: head})
                if len(entries) == ROWS_MAX:
                    names.add(name)

    def _stand_by(self, entry):
        """Keep the state of a table of others such that we could go on from it at once."""
        state = self._standby.get(entry.table)
        if state is None and entry.n == 1:
            state = self._standby[entry.table] = TableState(entry.table)
        if state is None or entry.n <= state.n:
            return
        state.n = entry.n
        if entry.dev == OPERATOR:
            state.operations = entry.seq
            return
        sequence = state.sequences.get(entry.dev)
        if sequence is None:
            sequence = state.sequences[entry.dev] = self._sequence()
        sequence.stand_at(entry.boot, entry.seq)
        state.time.stand_at((entry.dev, entry.boot), entry.t)

    def _note(self, heads):
        """The log's heads as we read them are kept here as well, away from the database."""
        self._heads.update(heads)
        if self._log.heads_file:
            self._log.heads_file.note(heads)

    # -- whose table

    def _claim(self, names):
        if not names:
            return
        epochs = self._log.claim(names, self.who)
        self._follow(names)  # nobody else writes them any more: this is their end
        for name in names:
            if name in self.damaged:
                continue
            state = self._standby.pop(name, None)
            n = self._heads.get(name, (0,))[0]
            if state is None or state.n != n:
                state = self._resume(name)
            self._tables[name] = state
            self._epochs[name] = epochs[name]
            if self._on_claim:
                self._on_claim(name)

    def _forget(self, name):
        self._tables.pop(name, None)
        self._epochs.pop(name, None)

    def _lose(self, name, work):
        self._forget(name)
        self.taken.add(name)
        for operation in work.drop(name):
            operation.done(TAKEN)

    def _stop_table(self, table, why):
        self._epochs.pop(table, None)
        self._standby.pop(table, None)
        super()._stop_table(table, why)

    def _known(self, table):
        return self._tables.get(table) or self._standby.get(table)

    # -- committing

    def _store(self, work, part):
        """Commit under the epochs of the tables; what was taken over is left to its new owner."""
        while part.to_commit():
            names = {item.table for item in (*part.entries, *part.gaps)}
            fence = {name: self._epochs.get(name, 0) for name in names}
            try:
                self._log.append(part.entries, part.quarantined, part.gaps, fence=fence)
            except Fenced as e:
                for name in e.tables:
                    self._lose(name, work)
                    part.drop(name)
                continue
            self._heads.update({name: self._log.head(name) for name in names})
            if names and self._announce_grown:
                self._announce_grown(sorted(names))
            return

    # -- messages of and for the others

    def _take_other(self, work, topic, payload, now_ms):
        if topic is GREW:
            return  # see _prepare
        if topic is not HEARD:
            super()._take_other(work, topic, payload, now_ms)
        self.second_hand = True
        try:
            super()._take(work, *payload, now_ms)
            if self._on_second_hand:
                self._on_second_hand(*payload)
        finally:
            self.second_hand = False

    def _take(self, work, topic, payload, now_ms):
        bad = len(work.quarantined)
        super()._take(work, topic, payload, now_ms)
        if topic.endswith(PASSED_ON) and len(work.quarantined) == bad and self._pass_on:
            self._pass_on(topic, payload)
