"""Signs of life both ways, so that a line that died without a word shows within seconds.

A controller that has published nothing for a while says ``up/beat``; the gateway does the same with
``down/beat``. QoS 0, unsigned, not kept: a beat proves little, and its absence says enough.

A connection that stands while no gateway is heard over it is left and made anew: the broker may
have lost the subscription (RabbitMQ can, when a node of it dies in that moment), or be a node that
is cut off from the gateways. A new connection over which nothing was ever heard is left sooner than
one that worked: there the gateway is likelier to be away, which a new one does not change. So it is
also done less and less often.
"""

from shared_rules import topics

BEAT_MS = 2000
SILENT_MS = 5000  # two beats are missing, and a little
LEAVE_MS = 15000  # longer than another gateway takes to take over (docs/cluster.md)
LEAVE_MAX_MS = 320000  # the wait on a new connection doubles from SILENT_MS up to here


class Beat:
    """``client``: mqtt.Client; ``topic``, ``payload``: of the controller's beat, as bytes."""

    def __init__(self, client, topic, payload):
        self.client = client
        self.topic = topic
        self.payload = payload
        self._heard = None  # when the gateway was last heard; None: it gives no beats
        self._connects = 0  # of the client, when it was last looked at
        self._up_since = 0
        self._leave_ms = SILENT_MS

    def poll(self, now):
        """Say something when nothing else has been said for a while; leave a deaf connection."""
        if not self.client.is_up():
            return
        if self.client.connects != self._connects:
            self._connects = self.client.connects
            self._up_since = now
        if self._heard is not None and self._is_deaf(now):
            self._leave_ms = min(2 * self._leave_ms, LEAVE_MAX_MS)
            self.client.drop(now, "no gateway is heard over this connection")
        elif now - self.client.said >= BEAT_MS:
            self.client.publish(self.topic, self.payload, now, qos=0)

    def _is_deaf(self, now):
        if self._heard < self._up_since:
            return now - self._up_since >= self._leave_ms
        return now - self._heard >= max(LEAVE_MS, self._leave_ms)

    def heard(self, name, now):
        """A message of the gateway."""
        if self._heard is not None or name == topics.DOWN_BEAT:
            self._heard = now
            self._leave_ms = SILENT_MS

    def is_heard(self, now):
        """False while the broker answers and a gateway that gave beats has fallen silent."""
        return self._heard is None or now - self._heard < SILENT_MS
