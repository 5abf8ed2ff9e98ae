"""Which shards a gateway has, and which it gives up so that all gateways have a like share. Pure.

RabbitMQ gives each shard to the consumer that has waited longest and tells nobody: a gateway has a
shard as soon as something from it arrives. What it has too many of it stops consuming and asks for
again: it is the last in the row then.
"""


class Shares:
    """``count`` shards, numbered from 0."""

    def __init__(self, count):
        self.count = count
        self.held = set()

    def came(self, number):
        """Something of a shard was given to us."""
        self.held.add(number)

    def forget(self):
        """The connection is gone, and with it every shard."""
        self.held.clear()

    def surplus(self, living):
        """Shards to give up while ``living`` gateways share, the highest first."""
        fair = -(-self.count // max(1, living))
        given = sorted(self.held, reverse=True)[: max(0, len(self.held) - fair)]
        self.held.difference_update(given)
        return given
