"""Signs of life both ways, so that a line that died without a word shows within seconds.

A controller that has published nothing for a while says ``up/beat``; the gateway does the same with
``down/beat``. QoS 0, unsigned, not kept: a beat proves little, and its absence says enough.
"""

from shared_rules import topics

BEAT_MS = 2000
SILENT_MS = 5000  # two beats are missing, and a little


class Beat:
    """``client``: mqtt.Client; ``topic``, ``payload``: of the controller's beat, as bytes."""

    def __init__(self, client, topic, payload):
        self.client = client
        self.topic = topic
        self.payload = payload
        self._heard = None  # when the gateway was last heard; None: it gives no beats

    def poll(self, now):
        """Say something when nothing else has been said for a while."""
        if self.client.is_up() and now - self.client.said >= BEAT_MS:
            self.client.publish(self.topic, self.payload, now, qos=0)

    def heard(self, name, now):
        """A message of the gateway."""
        if self._heard is not None or name == topics.DOWN_BEAT:
            self._heard = now

    def is_heard(self, now):
        """False while the broker answers and a gateway that gave beats has fallen silent."""
        return self._heard is None or now - self._heard < SILENT_MS
