"""What makes a gateway one of several: link, presence, what it tells and asks the others."""

import threading

from gateway.cluster.ask import TOO_LATE, WAIT_MS
from gateway.cluster.ingest import TAKEN, SharedIngest
from gateway.cluster.link import ClusterLink
from gateway.errors import LogError
from gateway.ingest.pipeline import INGEST
from gateway.process.logger import Logger
from gateway.process.ticker import Ticker
from shared_rules import topics

log = Logger("gateway.cluster")
PRESENCE_S = 2.0
KEPT = (topics.UP_STATE, topics.UP_HEALTH, topics.UP_PROGRAM)  # told to a gateway that begins
SAID_MAX = 10_000


class Member:
    """``log``: a SharedLog. ``tables``: the gateway's Tables. ``on_claim(table)``: it is ours now.

    ``join(pipeline, on_link)`` makes the link; ``start`` and ``stop`` go with the gateway's.
    """

    def __init__(self, settings, log_, tables, on_claim):
        self._settings, self._log, self._tables = settings, log_, tables
        self._on_claim = on_claim
        self._pipeline = self.link = None
        self._living = []
        self._said = {}  # topic -> payload: the last of each that is in no log
        self._presence = Ticker("presence", PRESENCE_S, self._be_seen)

    # -- beginning and ending

    def pipeline_parts(self):
        """Arguments of a Pipeline that is part of a cluster."""
        return {
            "make": SharedIngest,
            "settle": lambda found: self.link.settle(found, self._taken()),
            "on_claim": self._on_claim,
            "announce_grown": lambda names: self.link.announce_grown(names),
            "pass_on": self._pass_on,
            "on_second_hand": self._keep,
        }

    def join(self, pipeline, on_link, on_heard):
        """The link of the gateway whose Pipeline this is."""
        self._pipeline = pipeline
        self.link = ClusterLink(
            self._settings, pipeline.inbox, on_link, on_heard,
            living=lambda: len(self._living), on_alert=self._alert, on_hello=self._hello,
        )  # fmt: skip
        pipeline.ingest.who = self.link.who
        pipeline.ingest.applied = {live.name: live.n for live in self._tables.all()}
        self._tables.on_apart(self._announce_alert)
        self._be_seen()
        return self.link

    def start(self):
        """Be seen by the others from now on."""
        self._presence.start()

    def stop(self):
        """Be gone: the others share what was ours."""
        self._presence.stop()
        try:
            self._log.gone(self.link.who)
        except LogError:
            return  # it is forgotten after a while

    # -- what the gateway asks

    def owns(self, table):
        """True for a table this gateway writes."""
        return self._pipeline.ingest.owns(table)

    def speaks_for(self, table):
        """True for a table this gateway raises alerts for, calls people to and shows lights: it
        owns it, or whoever did is gone and this is the first of the living."""
        if self.owns(table):
            return True
        living = self._living
        if self._pipeline.ingest.writers.get(table) in living:
            return False
        return not living or living[0] == self.link.who

    def second_hand(self):
        """True while a message is taken that another gateway has checked, and spoken about."""
        here = threading.current_thread().name == INGEST
        return here and self._pipeline.ingest.second_hand

    def operate(self, table, act):
        """Put what a person did into the log, by whichever gateway owns the table. LogError."""
        answered, answer = threading.Event(), []

        def done(error):
            answer.append(error)
            answered.set()

        self.operate_later(table, act, done)
        if not answered.wait(2 * WAIT_MS / 1000):
            raise LogError(TOO_LATE)
        if answer[0]:
            raise LogError(answer[0])

    def operate_later(self, table, act, done):
        """As ``operate``, without waiting: ``done(error)`` is called on another thread."""

        def own(error):
            if error == TAKEN:
                self.link.ask(table, act, done)
            else:
                done(error)

        if self.owns(table):
            self._pipeline.operate_later(table, act, own)
        else:
            self.link.ask(table, act, done)

    # -- inside

    def _be_seen(self):
        try:
            self._living = self._log.seen(self.link.who)
        except LogError as e:
            log.warning("the other gateways cannot be counted", why=str(e))

    def _taken(self):
        ingest = self._pipeline.ingest
        taken, ingest.taken = ingest.taken, set()
        return taken

    def _pass_on(self, topic, payload):
        self._keep(topic, payload)
        self.link.pass_on(topic, payload)

    def _keep(self, topic, payload):
        if topic.endswith(KEPT) and (topic in self._said or len(self._said) < SAID_MAX):
            self._said[topic] = payload

    def _hello(self, who):
        for topic, payload in list(self._said.items()):
            self.link.pass_on(topic, payload, who)

    def _announce_alert(self, table, n, k, wall, body):
        self.link.announce_alert({"table": table, "n": n, "k": k, "wall": wall, "body": body})

    def _alert(self, a):
        self._tables.take_alert(a.table, a.n, a.k, a.body)
