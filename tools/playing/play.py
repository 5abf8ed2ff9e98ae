"""``feltwire play``: recorded hands through the whole chain, and what the gateway made of them.

An embedded broker and the gateway (without pages) run in this process, each virtual table in one of
its own: the real firmware on a MicroPython VM. Everything printed comes from the gateway's records
of finished hands, nothing from the files.
"""

import contextlib
import multiprocessing
import os
import queue
import tempfile
import time
from dataclasses import asdict, dataclass
from multiprocessing import connection
from pathlib import Path

from gateway.service import Gateway
from gateway.settings.fields import Settings
from tools.cli.cmd_replay import KEYS, plain
from tools.errors import CommandError
from tools.install import configfile
from tools.install.broker import EmbeddedBroker, quiet
from tools.install.pki import passwords, permissions
from tools.install.pki.ca_folder import GATEWAY_NAME, controller, named
from tools.playing import phh, play_worker

AHEAD = 2  # hands a table has waiting
TICK_S = 0.05
SILENCE_S = 120  # no sign of life from any table for so long: give up
BUSY_S = 3600  # the same where whoever waits cannot go on without: a table of fifty on one core
LATE_S = 20  # a record may come so long after the gateway has seen the last event of every table
END_S = 5


@dataclass
class Options:
    """How to play. ``noise``: 0 perfect, 1 as measured; ``inject``: an irregularity or None;
    ``settle_ms``: virtual time a table goes on after each hand, where nobody knows the next yet."""

    rulebook: str = "tda-2011"
    seed: int = 0
    noise: float = 0.0
    inject: str | None = None
    tables: int = 1
    vm: str = "wheel"
    table: str = "nine_max"
    data_dir: str = ""
    trace: str = ""
    port: int = 0
    settle_ms: int = 0


class Played:
    """One hand of the run: its label, and later the gateway's record or why there is none."""

    def __init__(self, number, label):
        self.number, self.label = number, label
        self.record = self.reason = self.note = None
        self.scale = 1
        self.virtual_ms = 0
        self.done = False  # the table has played it


class Session:
    """A run over files. ``run`` yields each hand, in file order, as soon as it is known."""

    def __init__(self, options):
        self.options = options
        self.hands = []  # Played, in file order
        self.tables = []
        self.records = queue.Queue()
        self.gateway = None
        self.moved = time.monotonic()
        self.end_by = None

    def run(self, paths):
        """Play the hands of files and folders; yields ``Played``. CommandError when impossible."""
        wanted = self.options.inject, self.options.rulebook
        return self.run_hands((label, record, *wanted) for label, record in phh.read_all(paths))

    def run_hands(self, source):
        """Play ``(label, record, irregularity, rulebook)``, each hand by its own rulebook."""
        names = [str(i + 1) for i in range(self.options.tables)]
        with self.up(names):
            for name in names:
                self.start_table(name)
            yield from self._follow(source)

    @contextlib.contextmanager
    def up(self, names):
        """Broker and gateway run, for tables of these names; no table has been started."""
        with tempfile.TemporaryDirectory(prefix="feltwire-play-") as folder:
            self.options.data_dir = self.options.data_dir or folder
            quiet()
            users = Path(self.options.data_dir) / "broker"
            secret = passwords.add(users, named(GATEWAY_NAME, permissions.GATEWAY))
            for name in names:
                passwords.add(users, controller(name, play_worker.DEV))
            broker = EmbeddedBroker(passwords=users)
            broker.start()
            self.options.port = broker.port
            self.gateway = self._make_gateway(secret)
            try:
                self.gateway.start()
                yield self
            finally:
                self._stop_tables()
                self.gateway.stop()
                broker.stop()

    def _make_gateway(self, secret):
        settings = Settings(
            data_dir=self.options.data_dir,
            mqtt_port=self.options.port,
            mqtt_user=secret.name,
            mqtt_password_file=str(secret),
            rulebook=self.options.rulebook,
            web=False,
        )
        gateway = Gateway(settings)
        gateway.on_hand(self.records.put)
        return gateway

    # -- tables

    def start_table(self, name):
        """Start the process of a table; its ``Feed``."""
        # a fresh interpreter each: this one runs threads, which a fork would leave in any state
        context = multiprocessing.get_context("spawn")
        cores = sorted(os.sched_getaffinity(0))
        ours, theirs = context.Pipe()
        core = cores[-1 - len(self.tables) % len(cores)]
        args = (theirs, asdict(self.options), name, core)
        process = context.Process(target=play_worker.main, args=args, daemon=True)
        process.start()
        theirs.close()
        self.tables.append(Feed(name, process, ours))
        return self.tables[-1]

    def wait_for(self, table, played):
        """Listen until a hand given to a table is known: ``played`` has a record, or a reason why
        there is none. A table that is alive is waited for, however busy the machine is."""
        end_by = None
        while not self._known(played):
            self._listen()
            self._take_records()
            if not played.done or not self._has_seen_all([table]):
                limit = self.moved + BUSY_S
            else:
                limit = end_by = end_by or time.monotonic() + LATE_S
            if time.monotonic() > limit:
                table.lose("the gateway reported no finished hand")

    def _stop_tables(self):
        for table in self.tables:
            table.pipe.close()
        for table in self.tables:
            table.process.join(END_S)
            if table.process.is_alive():
                table.process.kill()
                table.process.join()

    # -- the run

    def _follow(self, source):
        shown, left = 0, True
        while True:
            if left:
                left = self._feed(source)
            self._listen()
            self._take_records()
            while shown < len(self.hands) and self._known(self.hands[shown]):
                yield self.hands[shown]
                self.hands[shown] = None  # printed: a long run keeps nothing
                shown += 1
            if not left and shown == len(self.hands):
                return
            self._give_up_in_time()

    def _feed(self, source):
        """Give the tables hands, in turn; False when there are no more."""
        while True:
            turn = len(self.hands) % len(self.tables)
            table = self.tables[turn]
            if table.open and len(table.waiting) >= AHEAD:
                return True
            item = next(source, None)
            if item is None:
                for each in self.tables:
                    each.end()
                return False
            label, record, kind, rulebook = item
            played = Played(len(self.hands), label)
            self.hands.append(played)
            if isinstance(record, phh.BadHand):
                played.reason = str(record)
            elif not table.open:
                played.reason = f"{label}: not played: {table.trouble}"
            else:
                table.give(played, record, kind, rulebook)

    def _listen(self):
        pipes = {t.pipe: t for t in self.tables if t.open}
        if not pipes:
            time.sleep(TICK_S)
            return
        for pipe in connection.wait(list(pipes), TICK_S):
            self.moved = time.monotonic()
            pipes[pipe].hear()

    def _take_records(self):
        while True:
            try:
                record = self.records.get_nowait()
            except queue.Empty:
                return
            self.moved = time.monotonic()
            for table in self.tables:
                if table.name == record["table"]:
                    table.match(record)

    def _known(self, played):
        return played.reason is not None or (played.done and played.record is not None)

    def _give_up_in_time(self):
        now = time.monotonic()
        busy = any(t.open and not t.drained for t in self.tables)
        if busy or not self._has_seen_all(self.tables):
            self.end_by = None
            limit = self.moved + SILENCE_S
        else:
            self.end_by = self.end_by or now + LATE_S
            limit = self.end_by
        if now < limit:
            return
        for table in self.tables:
            table.lose("the gateway reported no finished hand")

    def _has_seen_all(self, tables):
        """True when the gateway's tables have taken in every event of its log: a busy machine's
        may be long behind what the controllers were told is safe."""
        for table in tables:
            live, last = self.gateway.tables.get(table.name), self.gateway.log.last(table.name)
            if last is not None and (live is None or live.n < last.n):
                return False
        return True


class Feed:
    """This side of one table process."""

    def __init__(self, name, process, pipe):
        self.name, self.process, self.pipe = name, process, pipe
        self.open = True
        self.drained = False
        self.trouble = None
        self.waiting = {}  # number -> Played given and not played yet
        self.unmatched = []  # Played in order, without a record

    def give(self, played, record, kind, rulebook):
        """Hand over one hand."""
        self.waiting[played.number] = played
        self.unmatched.append(played)
        self._send((played.number, played.label, record, kind, rulebook))

    def end(self):
        """No more hands."""
        if self.open:
            self._send("last")

    def hear(self):
        """Take one message of the table."""
        try:
            what, *rest = self.pipe.recv()
        except (EOFError, OSError):
            return self._over(f"table {self.name} ended unexpectedly")
        if what == "played":
            played = self.waiting.pop(rest[0])
            played.virtual_ms, played.scale, played.done = rest[1], rest[2], True
        elif what == "note":
            self.waiting[rest[0]].note = rest[1]
        elif what == "skipped":
            played = self.waiting.pop(rest[0])
            self.unmatched.remove(played)
            played.reason = rest[1]
        elif what == "failed":
            self._over(rest[0])
        else:
            self.drained = True
        return None

    def match(self, record):
        """A finished hand of this table: the records come in the order of the hands."""
        for i, played in enumerate(self.unmatched):
            if played.label == record["hand_id"]:
                for lost in self.unmatched[:i]:
                    lost.reason = f"{lost.label}: the gateway reported no finished hand"
                del self.unmatched[: i + 1]
                played.record = record
                return

    def lose(self, why):
        """Nothing more is to be expected."""
        for played in self.unmatched:
            played.reason = f"{played.label}: {self.trouble or why}"
        self.unmatched = []

    def _over(self, why):
        self.open, self.trouble = False, f"table {self.name} has stopped"
        for played in self.waiting.values():
            played.reason = f"{played.label}: not played: {why}"
            why = self.trouble  # once is enough
            self.unmatched.remove(played)
        self.waiting = {}

    def _send(self, message):
        try:
            self.pipe.send(message)
        except OSError:
            self._over(f"table {self.name} ended unexpectedly")


def line(played):
    """The JSON object of a hand, from the gateway's record alone (amounts in the file's unit)."""
    record, unit = played.record, played.scale
    actions = []
    for act in record["actions"]:
        if act["act"] not in KEYS:
            continue
        entry = {"k": act["act"], "p": f"p{act['seat']}"}
        for key in KEYS[act["act"]]:
            entry[key] = act[key] if key == "allin" else plain(act[key], unit)
        actions.append(entry)
    after = {int(seat): chips for seat, chips in record["stacks_after"].items()}
    return {
        "path": played.label,
        "actions": actions,
        "board": record["board"],
        "stacks_after": [plain(after[seat], unit) for seat in sorted(after)],
        "incidents": [
            {k: r.get(k) for k in ("ruling", "seat", "cite", "confidence")}
            for r in record["incidents"]
        ],
        "events": record["events"],
        "virtual_ms": record["t1"] - record["t0"],
    }


def check(options):
    """CommandError with one line for an option that cannot work."""
    if not 1 <= options.tables <= 64:
        raise CommandError("--tables must be from 1 to 64")
    for name in ("table", "seed", "noise"):
        configfile.check_option(name, getattr(options, name))
    configfile.check_rulebook(options.rulebook)
