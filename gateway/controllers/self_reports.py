"""What controllers say about themselves: their clock, the program they run, why they are safe.

Clock: a table's time is milliseconds since its controller's boot. The gateway asks for it
(``down/time``, answered at once by ``up/time``) and takes the answer to have been given half way
between question and arrival: the mistake is at most half of that. Every ten minutes, and at once
for a new boot. Wall time is for people; nothing is ordered or released by it.
"""

import json
import time

import msgspec

from gateway.alerts.registry import alert
from gateway.ingest import decoder
from gateway.ingest import payload as pl
from gateway.process.logger import Logger
from gateway.process.ticker import Ticker
from shared_rules import topics

log = Logger("gateway.controllers.self_reports")
EVERY_MS = 600_000
ERROR_MAX_MS = 100
RETRY_MS = 5_000
TRIES_MAX = 5  # answers too slow in a row, then the next ten minutes are waited for
TABLES_MAX = 4096
TICK_S = 1.0


class TimeAnswer(msgspec.Struct):
    """``up/time``: ``t`` ms since boot ``boot`` of ``dev``, in answer to the question ``id``."""

    id: int
    dev: str
    boot: int
    t: int


class ProgramReport(msgspec.Struct):
    """``up/program``: what runs (firmware/image/service.py)."""

    dev: str
    boot: int
    version: int
    sha256: str
    slot: str = ""
    why: str = ""
    changed: bool = False
    trial: bool = False
    refused: list[str] = []


_time_answer = pl.decoder(TimeAnswer)
_program_report = pl.decoder(ProgramReport)


def _short(text, most=64):
    """A controller's text as a line of the log or an alert takes it."""
    return decoder.plain(text)[:most]


class Clock:
    """Wall time of one table's controller. ``offset_ms``: wall time of its boot, give or take
    ``error_ms``; None while it is not known. Pure: all times are passed in, in ms."""

    def __init__(self):
        self.dev = None
        self.boot = None
        self.offset_ms = None
        self.error_ms = None
        self.due_ms = 0
        self._asked = None  # (id, monotonic, wall)
        self._tries = 0

    def ask(self, ident, now_ms, wall_ms):
        """A question goes out now."""
        self._asked = (ident, now_ms, wall_ms)
        self._tries += 1
        self.due_ms = now_ms + (RETRY_MS if self._tries < TRIES_MAX else EVERY_MS)
        if self._tries >= TRIES_MAX:
            self._tries = 0

    def answered(self, answer, arrived_ms):
        """An answer has come; False when it is not good enough, or to no question of ours."""
        if self._asked is None or answer.id != self._asked[0]:
            return False
        _ident, asked_ms, wall_ms = self._asked
        self._asked = None
        way = max(0, arrived_ms - asked_ms)
        if way / 2 > ERROR_MAX_MS:
            return False
        self.dev, self.boot = answer.dev, answer.boot
        self.offset_ms = wall_ms + way // 2 - answer.t
        self.error_ms = (way + 1) // 2
        self.due_ms = asked_ms + EVERY_MS
        self._tries = 0
        return True

    def wall_ms(self, dev, boot, t_ms):
        """Wall time of an event of this boot, None while it is not known."""
        if self.offset_ms is None or (dev, boot) != (self.dev, self.boot):
            return None
        return self.offset_ms + t_ms


class Controllers:
    """Clocks and programs of all tables. ``publish(topic, payload)``; ``names()``: tables that are
    there; ``warn(table, code, text)``: an alert for people; ``says(table, code, text)``: whether an
    open one says so already, as after a restart. ``first_id``: of questions; gateways
    that hear each other's answers begin at different ones."""

    def __init__(
        self, publish, names, warn, monotonic_ms=None, wall_ms=None, first_id=0, says=None
    ):
        self._says = says or (lambda table, code, text: False)
        self._publish, self._names, self._warn = publish, names, warn
        self._monotonic_ms = monotonic_ms or (lambda: time.monotonic_ns() // 1_000_000)
        self._wall_ms = wall_ms or (lambda: time.time_ns() // 1_000_000)
        self.clocks = {}
        self.programs = {}  # table -> ProgramReport
        self._said = {}  # (table, code) -> text warned of last
        self._ident = first_id
        ticker = Ticker("clocks", TICK_S, self.tick)
        self.start, self.stop = ticker.start, ticker.stop

    def tick(self):
        """Ask the tables whose turn it is."""
        now = self._monotonic_ms()
        for name in self._names():
            clock = self.clocks.get(name)
            if clock is None:
                if len(self.clocks) >= TABLES_MAX:
                    return
                clock = self.clocks[name] = Clock()
            if now >= clock.due_ms:
                self._ident += 1
                wall = self._wall_ms()
                clock.ask(self._ident, now, wall)
                message = {"id": self._ident, "unix": wall // 1000}
                self._publish(topics.topic(name, topics.DOWN_TIME), json.dumps(message).encode())

    def heard(self, table, name, payload, arrived_ms):
        """``up/time`` or ``up/program``. Raises shape.BadPayload."""
        if name == topics.UP_TIME:
            answer = _time_answer(payload)
            decoder.check_dev(answer.dev)
            decoder.check_number("boot", answer.boot, decoder.BOOT_MAX)
            decoder.check_number("t", answer.t, decoder.T_MAX)
            clock = self.clocks.get(table)
            if clock is not None:
                clock.answered(answer, arrived_ms)
            return
        report = _program_report(payload)
        decoder.check_dev(report.dev)
        decoder.check_number("boot", report.boot, decoder.BOOT_MAX)
        decoder.check_number("version", report.version, decoder.BOOT_MAX)
        self.programs[table] = report
        clock = self.clocks.get(table)
        if clock is not None and report.why == "boot":
            clock.due_ms = 0  # a new boot: its clock is not known yet
        log.info(
            "program", table=table, dev=report.dev, version=report.version,
            slot=_short(report.slot), sha256=_short(report.sha256), why=_short(report.why),
        )  # fmt: skip
        changed = refused = None
        if report.changed:
            changed = alert("program_changed", dev=report.dev)
        if report.refused:
            refused = alert("image_refused", dev=report.dev, why=_short(report.refused[0], 120))
        self._report(table, "program_changed", changed)
        self._report(table, "image_refused", refused)

    def state(self, table, state):
        """The controller came or went; ``safe``: why it runs nothing."""
        safe = None
        if state.safe:
            safe = alert("safe_mode", dev=state.dev, why=_short(state.safe, 160))
        self._report(table, "safe_mode", safe)
        clock = self.clocks.get(table)
        if clock is not None and state.online and state.boot != clock.boot:
            clock.due_ms = 0

    def health(self, table, numbers):
        """``up/health``: ``orders_refused`` counts what was not sent by us since its boot."""
        refused = alert("orders_refused") if numbers.get("orders_refused") else None
        self._report(table, "orders_refused", refused)

    def wall_ms(self, table, dev, boot, t_ms):
        """Wall time of an event, None while it is not known."""
        clock = self.clocks.get(table)
        return None if clock is None else clock.wall_ms(dev, boot, t_ms)

    def _report(self, table, code, found):
        """Warn once while it is so: ``found`` is the alert ``code``, None while all is well."""
        text = found and found.text
        if text and self._said.get((table, code)) != text:
            log.error(code, table=table, why=text)
            if not self._says(table, code, text):
                self._warn(table, code, text)
        self._said[(table, code)] = text
