"""The gateway as an object: ingest, log, vault, tables, and the pages when they are wanted."""

import contextlib
import json
import random
import threading
import time
from pathlib import Path

from gateway import extras
from gateway.alerts.escalator import Escalator
from gateway.alerts.push import Push
from gateway.alerts.registry import alert
from gateway.broadcast import titles
from gateway.broadcast.on_air import Air
from gateway.controllers.hearing import Hearing
from gateway.controllers.self_reports import Controllers
from gateway.errors import GatewayError, VaultError
from gateway.exports.keeper import Keeper
from gateway.ingest.acknowledge import Acknowledger
from gateway.ingest.brokerlog import BrokerLog
from gateway.ingest.mqtt import MqttLink
from gateway.ingest.orders import Orders
from gateway.ingest.pipeline import Pipeline
from gateway.log import witness
from gateway.log.background_check import Verifier
from gateway.log.open import open_log
from gateway.log.witness import Witness
from gateway.people.from_settings import open_people
from gateway.process.file_identity import demand_files
from gateway.process.lock import FolderLock
from gateway.process.logger import Logger
from gateway.process.ticker import Ticker
from gateway.refusals import Refusals
from gateway.tables.all_tables import Tables
from gateway.telemetry.sampler import Sampler
from gateway.telemetry.samples import Samples, TimedLog
from gateway.trouble import alert_of
from gateway.vault import spawn
from gateway.vault.interface import EVERYWHERE, KEYED
from shared_rules import severity, topics

log = Logger("gateway")
READ = ("", "log", "push", "people")  # folders in data_dir of which files are read
LOOK_S = 0.5  # between two looks whether the log's files are there, and every light is right
SHOWN = ("tabled", "exposed")  # keys that say that cards lie face up
ACTS_READ = 500  # so far back in the record of acts one of them is looked for


def _engine(rulebook):
    from shared_rules.table import Table  # the engine is large: loaded when a table needs it

    return Table(rulebook)


class Gateway:
    """A running gateway.

    ``make_engine(rulebook)``, ``vault`` and ``make_link`` (as MqttLink) can be given for tests; the
    defaults are the real ones. ``rules``: the table ``[vault]`` of the configuration file, which
    the vault has to keep to; None without a file.
    """

    def __init__(self, settings, make_engine=None, vault=None, make_link=MqttLink, rules=None):
        self.settings = settings.check().check_files()
        self._lock = FolderLock(Path(settings.data_dir))
        self._lock.take()
        try:
            demand_files(*(Path(settings.data_dir) / part for part in READ))
            self.push = Push(settings)
            self.log = TimedLog(open_log(settings))
        except GatewayError:
            self._lock.free()
            raise
        if self.log.salvaged:
            old = str(self.log.salvaged_from or "in the folders beside it")
            log.error("the event log was damaged and is built anew", old=old)
        try:
            self.vault = vault or spawn.attach(
                settings, rules, on_alarm=self._vault_alarm, on_release=self._vault_release
            )
        except GatewayError:
            self.log.close()
            self._lock.free()
            raise
        self.refusals = Refusals(
            lambda: [live.name for live in self.tables.all()],
            self._warn,
        )
        self._broker_log = None
        self.tables = Tables(settings, self.log, self.vault, make_engine or _engine)
        self.air = Air(self.tables, self.vault, settings.data_dir)
        self.air.titles = titles.feeds(settings, self.air)
        self.keeper = Keeper(self.tables, self.log, settings.data_dir)
        self.escalator = Escalator(
            settings, self.tables,
            lambda table, act, done: self._operate_later(table, act, done),
            self.push.notify, lambda: alert_of(self), mine=self.speaks_for,
        )  # fmt: skip
        self.hearing = Hearing(
            self._give_beat,
            self.tables.silent,
            lambda: self.link.up,
            lambda: not self.log_busy_ms() and not self.vault.is_away(),
        )
        self._log_watch = Ticker("log files", LOOK_S, self._look_at_log)
        self._log_gone = None  # that its files were taken away
        self.log_trouble = None  # why nothing can be committed at present
        self.link = None
        self._make_link = make_link
        self.orders = Orders(
            self.vault, lambda topic, payload, qos: self.link.publish(topic, payload, qos=qos)
        )
        self._pipeline = None
        self._witness = self._verifier = None
        self._web = None
        self._member = None  # of several gateways
        self._lights = {}  # table -> what its light was told last; a table that may not know: none
        self._lighting = threading.Lock()
        self._light_watch = Ticker("lights", LOOK_S, self._show_lights)
        self.people = None
        self.samples = Samples(self)
        self._sampler = Sampler(settings, self.samples)
        self.controllers = Controllers(
            self.orders.publish,
            lambda: [live.name for live in self.tables.all() if live.online],
            self._warn,
            first_id=random.getrandbits(24) << 6 if settings.cluster_url else 0,
            says=self._says,
        )

    def on_hand(self, callback):
        """``callback(record)`` for each finished hand, once each; see docs/architecture.md."""
        self.tables.on_hand(callback)

    def on_start(self, callback):
        """``callback(table)`` with the name of a table whose hand begins: its deck is riffled."""
        self.tables.on_start(callback)

    def start(self):
        """Rebuild from the log, then connect, and serve the pages if the settings say so."""
        damaged = self.tables.recover()
        for table, why in damaged.items():
            log.error("table halted", table=table, why=why)
        member, parts = None, {}
        if self.settings.cluster_url:
            member = self._make_member()
            parts = member.pipeline_parts()
        pipeline = Pipeline(
            self.settings,
            self.log,
            Acknowledger(self.orders.publish),
            self.tables.deliver,
            on_state=self._state,
            on_health=self._health,
            on_seen=self._seen,
            on_report=self.controllers.heard,
            on_log=self._log_trouble,
            on_damage=self.tables.damage,
            on_head=self._compare_head,
            check=self.vault.check,
            on_refused=self.refusals.message,
            on_enrol=self._enrol,
            **parts,
        )
        pipeline.damaged.update(damaged)
        self._pipeline = pipeline
        if member:
            self.link = member.join(pipeline, self._linked, self.hearing.heard)
            self.tables.operate = member.operate
            self._member = member
        else:
            self.link = self._make_link(
                self.settings, pipeline.inbox, self._linked, self.hearing.heard
            )
            self.tables.operate = pipeline.operate
        self.tables.on_change(self._show_light)
        self._witness = Witness(
            self.log.heads_file, self.link.publish, self.settings.head_sink,
            self.settings.head_interval_s, on_trouble=self._head_trouble,
            others=self.vault.audit_heads,
        )  # fmt: skip
        self.tables.start()
        pipeline.start()
        self.link.start()
        if self._member:
            self._member.start()
        self.vault.on_proof = self._prove
        self._witness.start()
        if self.settings.mqtt_broker_log:
            self._broker_log = BrokerLog(self.settings.mqtt_broker_log, self.refusals.broker)
            self._broker_log.start()
        self._verifier = Verifier(
            self.log, self.log.tables, pipeline.damage, 3600 * self.settings.verify_interval_h
        )
        self._verifier.start()
        self._log_watch.start()
        self._light_watch.start()
        self._sampler.start()
        self.controllers.start()
        self.escalator.start()
        self.hearing.start()
        if self.settings.web:
            from gateway.web.serve import WebServer  # FastAPI takes its time; `play` does without

            self.air.start(self.log)
            self.keeper.start()
            try:
                self.people = open_people(self.settings)
                self._web = WebServer(self)
                self._web.start()
            except GatewayError:
                self.stop()
                raise

    def _make_member(self):
        try:
            from gateway.cluster.member import Member  # pika is an extra
        except ImportError:
            raise GatewayError(extras.missing("cluster_url", "cluster")) from None
        return Member(self.settings, self.log, self.tables, self._claimed)

    def stop(self):
        """Take what has arrived, close everything."""
        self.escalator.stop()
        self.hearing.stop()
        self.push.stop()
        self.controllers.stop()
        self._log_watch.stop()
        self._light_watch.stop()
        self._sampler.stop()
        self.air.stop()
        if self._web:
            self._web.stop()
        if self._verifier:
            self._verifier.stop()
        if self._broker_log:
            self._broker_log.stop()
        if self._witness:
            self._witness.stop()
        if self.link:
            self.link.stop()
        if self._pipeline:
            self._pipeline.stop()
            self.tables.stop()
        if self._member:
            self._member.stop()
        self.keeper.stop()
        self.vault.close()
        if self.people:
            self.people.close()
        self.log.close()
        self._lock.free()

    def first_link(self):
        """One-time link for the first director; None when there is one, or needs none (a demo)."""
        if self.people is None or self.settings.demo:
            return None
        code = self.people.first_code()
        return code and f"{self.settings.site()}/pair/{code}"

    def alive(self):
        """False when a worker thread has ended: then only a restart helps."""
        served = self._web is None or self._web.alive()
        return self._pipeline.alive() and self.tables.alive() and served

    def inbox_messages(self):
        """Messages waiting for a commit."""
        return self._pipeline.inbox.qsize() if self._pipeline else 0

    def stumbles(self):
        """Messages that met an error of the gateway's own, and were put aside."""
        return (self._pipeline.ingest.stumbles if self._pipeline else 0) + (
            self.link.stumbles if self.link else 0
        )

    def screens(self):
        """Pages that are connected."""
        return self._web.screens() if self._web else 0

    def log_busy_ms(self):
        """How long the log has been at the present commit, in ms."""
        return self._pipeline.busy_ms()

    def key(self, table, key):
        """Send a keyed input to a table's controller, which stamps it; False without a broker."""
        payload = json.dumps({"key": key}, separators=(",", ":")).encode()
        return self.orders.publish(topics.topic(table, topics.DOWN_KEY), payload)

    def speaks_for(self, table):
        """True for a table this gateway speaks to and calls people to; alone, for all."""
        return self._member is None or self._member.speaks_for(table)

    def wait_for_broker(self, timeout_s):
        """True as soon as the broker is connected."""
        return self.link.wait(timeout_s)

    def _linked(self, up):
        log.info("broker connected" if up else "broker away")
        if up:
            self._pipeline.link_up()
            self._witness.forget_broker()
            self._lights.clear()

    def _enrol(self, table, payload):
        """A controller offers the vault a key: what they agree on is not for us to see."""
        try:
            answer = self.vault.agree(table, payload)
        except VaultError as e:
            self.refusals.message(table, str(e))
            return
        self.link.publish(topics.topic(table, topics.DOWN_ENROL), answer)

    def _seen(self, table):
        self.tables.seen(table)
        self.hearing.believed(table)

    def _give_beat(self, topic, payload):
        if self.speaks_for(topics.split(topic)[0]):
            self.orders.publish(topic, payload, qos=0)

    def _operate_later(self, table, act, done):
        (self._member or self._pipeline).operate_later(table, act, done)

    def _prove(self, table, act, done):
        """The vault's own act goes into the log of a table by whoever writes that."""
        if self._member is None or self._member.owns(table):
            self._pipeline.operate_later(table, act, done)
        else:
            done("another gateway writes this table")

    def _warn(self, table, code, text):
        """An alert, unless another gateway has raised it already."""
        if self._member is None or not self._member.second_hand():
            self.tables.warn(table, code, text)

    def _says(self, table, code, text):
        live = self.tables.get(table)
        return live is not None and live.says(code, text)

    def _claimed(self, table):
        """The table is ours: what its light shows, another gateway has said."""
        self._lights.pop(table, None)
        self.tables.touch(self.tables.table(table))

    def _state(self, table, state):
        self._lights.pop(table, None)  # it may have begun anew: what it was told is gone
        self.tables.state(table, state)
        self.controllers.state(table, state)

    def _health(self, table, numbers):
        self.tables.health(table, numbers)
        self.controllers.health(table, numbers)

    def _log_trouble(self, error):
        if error != self.log_trouble:
            if error:
                log.error("events are not stored", why=error)
            else:
                log.info("events are stored again")
        self.log_trouble = error
        for live in self.tables.all():
            live.version += 1
            self.tables.touch(live)

    def _look_at_log(self):
        """Files that are taken away are noticed although nothing is to be stored."""
        gone, was = self.log.missing(), self._log_gone
        self._log_gone = f"the event log is gone: {gone}" if gone else None
        if gone and not self.log_trouble:
            self._log_trouble(self._log_gone)
        elif was and not gone and not self._pipeline.ingest.blocked():
            self._log_trouble(None)  # put back, and nothing waits to be stored

    def _compare_head(self, table, payload):
        """What the broker has kept of a table's log, against the log."""
        try:
            known = witness.of_message(payload)
        except ValueError:
            return
        if table == witness.VAULT:
            self._compare_audit(*known[:2])
        elif table not in self._pipeline.damaged:
            why = witness.compare(self.log, {table: known}).get(table)
            if why:
                log.error("log and its head at the broker differ", table=table, why=why)
                differs = alert("log_differs", why=why)
                if not self._says(table, *differs):
                    self.tables.warn(table, *differs)

    def _compare_audit(self, n, digest):
        """What the broker has kept of the vault's audit log, against the vault's own."""
        with contextlib.suppress(VaultError):  # away: compared at the next start
            why = self.vault.audit_fault(n, digest)
            if why:
                self._vault_alarm(EVERYWHERE, *alert("vault_audit", why=why))

    def _vault_alarm(self, table, code, text, seat=None):
        if code in KEYED:
            text = f"{text} {self._keyed_by(table, seat)}"
        log.error("the vault raises an alarm", table=table, why=text)
        if self.people:
            with contextlib.suppress(GatewayError):
                self.people.note(code, "vault", table, text=text)
        tables = [live.name for live in self.tables.all()]
        for name in tables[:1] if table == EVERYWHERE else [table]:
            if name in tables and self.speaks_for(name):
                self.tables.warn(name, code, text)

    def _keyed_by(self, table, seat):
        """Who has keyed cards of a seat as shown, by the record of acts: a sentence."""
        acts = []
        if self.people:
            with contextlib.suppress(GatewayError):
                acts = self.people.last_acts(ACTS_READ)
        for act in acts:
            detail = act["detail"]
            about = (act["what"], act["table"], detail.get("seat"))
            if about == ("key", table, seat) and detail.get("what_of") in SHOWN:
                at = time.strftime("%H:%M:%S", time.gmtime(act["wall"] // 1000))
                return f"Keyed last by {act['who']}, {at} UTC."
        return "Nobody keyed it at a panel: it came from the table's own keys or from the broker."

    def _vault_release(self, table):
        live = self.tables.get(table)
        if live is not None:
            live.version += 1
            self.tables.touch(live)

    def _head_trouble(self, text):
        if text:
            log.error("heads are not sent", why=text)

    def _show_light(self, live):
        """Tell the table's light the worst of its open alerts, unless it was told so."""
        if not self.speaks_for(live.name):
            return
        with self._lighting:
            found = [(body["severity"], body.get("seat")) for _n, _k, body in live.open_alerts()]
            level, seat = severity.light(found)
            if self._lights.get(live.name) == (level, seat):
                return
            payload = json.dumps({"level": level, "seat": seat}, separators=(",", ":")).encode()
            if self.orders.publish(topics.topic(live.name, topics.DOWN_LIGHT), payload):
                self._lights[live.name] = (level, seat)
            else:
                self._lights.pop(live.name, None)

    def _show_lights(self):
        """What each table shows that was not told since we, the broker or the vault were away."""
        if self.link.up:
            for live in self.tables.all():
                if live.name not in self._lights:
                    self._show_light(live)
