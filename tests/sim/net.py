"""A broker and the lines to it: slow, broken, repeated; a PUBACK of its is no promise."""

from shared_rules import topics


class Broker:
    """Carries messages between clients by name. ``clock``: the Clockwork.

    A client has ``receive(topic, payload)``, ``linked(up)``; a controller also ``puback(pid)``.
    Lines keep order, except while ``disorder`` says otherwise. What is under way when a line or
    the broker goes is gone, acknowledged by the broker or not.
    """

    def __init__(self, clock):
        self.clock = clock
        self.up = True
        self.disorder = 0.0  # share of messages that are repeated or overtaken
        self.lines = {}  # client name -> Line
        self.epoch = 0

    def join(self, name, client, hears):
        """A line for a client; ``hears(topic)`` says what it subscribed to."""
        self.lines[name] = Line(self, name, client, hears)
        return self.lines[name]

    def kill(self, down_ms):
        """The broker dies with everything it holds, and comes back."""
        self.clock.note("broker dies for", down_ms)
        self.up = False
        self.epoch += 1
        for line in self.lines.values():
            line.drop(will=False)
        self.clock.after(down_ms, self._back)

    def _back(self):
        self.up = True

    def publish(self, topic, payload, sender):
        """A message has reached the broker."""
        for line in self.lines.values():
            if line.name != sender and line.hears(topic):
                line.deliver(topic, payload)


class Line:
    """One client's connection."""

    def __init__(self, broker, name, client, hears):
        self.broker, self.name, self.client, self.hears = broker, name, client, hears
        self.connected = False
        self.cut = False  # nothing gets through at present
        self.will = None  # (topic, payload) the broker publishes when the line is lost
        self._owed = None  # the will of a lost session, not yet published
        self._epoch = 0
        self._free_at = [0, 0]  # earliest arrival up and down: a line keeps order

    def connect(self):
        """Try to connect; tells the client when it stands."""
        if self.broker.up and not self.cut and not self.connected:
            if self._owed:  # the broker takes the old session down before it lets the new one in
                self._publish_will(self._owed)
            self.connected = True
            self._epoch += 1
            self.client.linked(True)

    def drop(self, will=True):
        """The connection is lost, with what is under way."""
        if not self.connected:
            return
        self.connected = False
        self._epoch += 1
        if will and self.will:
            rng = self.broker.clock.rng
            late = rng.randrange(0, 30_000)  # a broker notices by its keepalive
            self._owed = (*self.will, self.broker.epoch)
            self.broker.clock.after(late, self._publish_will, self._owed)
        self.client.linked(False)

    def _publish_will(self, owed):
        if owed is self._owed:
            self._owed = None
            topic, payload, epoch = owed
            if self.broker.up and epoch == self.broker.epoch:
                self.broker.publish(topic, payload, self.name)

    def send(self, topic, payload, pid=None):
        """Client -> broker; False when there is no connection."""
        if not self.connected:
            return False
        self._travel(0, self._arrived, topic, payload, pid)
        return True

    def _arrived(self, topic, payload, pid):
        self.broker.publish(topic, payload, self.name)
        if pid is not None:
            self._travel(1, self.client.puback, pid)

    def deliver(self, topic, payload):
        """Broker -> client; lost without a connection."""
        if not self.connected:
            return
        self._travel(1, self.client.receive, topic, payload)
        rng = self.broker.clock.rng
        if self.broker.disorder and rng.random() < self.broker.disorder:
            late = rng.randrange(1, 3000)
            self.broker.clock.after(late, self._late, self._epoch, topic, payload)

    def _late(self, epoch, topic, payload):
        """The same message once more, long after others."""
        if self.connected and epoch == self._epoch:
            self.client.receive(topic, payload)

    def _travel(self, way, call, *args):
        clock = self.broker.clock
        delay = clock.rng.choice((1, 1, 2, 3, 8, 40))
        jump = self.broker.disorder and clock.rng.random() < self.broker.disorder
        at = clock.now_ms + delay + (clock.rng.randrange(200) if jump else 0)
        if not jump:
            at = self._free_at[way] = max(at, self._free_at[way])
        clock.after(at - clock.now_ms, self._land, self._epoch, call, args)

    def _land(self, epoch, call, args):
        if self.connected and epoch == self._epoch:
            call(*args)


def hears_table(name):
    """What the controller of a table subscribes to."""
    prefix = topics.topic(name, "down/")
    return lambda topic: topic.startswith(prefix)


def hears_gateway(topic):
    """What the gateway subscribes to."""
    found = topics.split(topic)
    return found is not None and found[1].startswith("up/")
