"""What the gateway tells controllers, signed: firmware/link/orders.py takes nothing else."""

import threading

from gateway.errors import VaultError
from gateway.process.logger import Logger
from gateway.vault import messages
from shared_rules import topics

log = Logger("gateway.orders")


class Orders:
    """``vault``: gives the keys; ``publish(topic, payload, retain=, qos=)``: the link's."""

    def __init__(self, vault, publish):
        self._vault, self._publish = vault, publish
        self._lock = threading.Lock()  # messages leave in the order of their counts
        self._said = {}  # table -> why nothing could be signed, said last

    def publish(self, topic, payload, qos=1):
        """Sign and publish a JSON object; False when it cannot go out."""
        table, name = topics.split(topic)
        with self._lock:
            try:
                order = self._vault.order_key(table)
            except VaultError as e:
                if self._said.get(table) != str(e):
                    self._said[table] = str(e)
                    log.warning("a controller cannot be told", table=table, why=str(e))
                return False
            if order is not None:
                self._said.pop(table, None)
                payload = messages.sign(order.key, name, payload, order.next_by())
            return self._publish(topic, payload, qos=qos)
