"""What the gateway tells controllers: committed up to here, send again from there."""

import json

from shared_rules import topics


class Acknowledger:
    """Sends acknowledgements and requests through ``publish(topic, payload)``.

    ``publish`` may fail silently while the broker is away: both messages are repeated when the link
    comes back, and a controller repeats what was not acknowledged.
    """

    def __init__(self, publish):
        self._publish = publish

    def committed(self, table, boot, seq):
        """Everything up to ``seq`` of ``boot`` is on disk."""
        self._send(table, topics.DOWN_ACK, boot, seq)

    def resend(self, table, boot, seq):
        """Send again from ``seq`` of ``boot`` on."""
        self._send(table, topics.DOWN_RESEND, boot, seq)

    def _send(self, table, name, boot, seq):
        payload = json.dumps({"boot": boot, "seq": seq}, separators=(",", ":"))
        self._publish(topics.topic(table, name), payload.encode())
