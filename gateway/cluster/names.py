"""Names at the broker: what `feltwire cluster rabbitmq` makes and what the gateways use.

    amq.topic --(feltwire.*.up.ev, ...)--> UP --(hash of topic)--> shard 0 .. n-1, one gateway each
    amq.topic --(feltwire.*.up.beat)--> NEWS --> every gateway's own queue <-- NEWS <-- a gateway
    a gateway --> amq.topic --(feltwire.<table>.down.#)--> that table's controller, by MQTT

Topics have dots here where MQTT has slashes; no name of a table holds a dot (``shape.is_table``).
"""

from shared_rules import topics

TOPICS = "amq.topic"  # RabbitMQ's MQTT plugin publishes to it, and delivers from it
UP = "feltwire.up"  # consistent hash: all messages of one topic go to one shard, in order
NEWS = "feltwire.news"  # what one gateway tells the others; nothing rests on it
OWN = "feltwire.gateway."  # and its instance: a gateway's own queue, gone with its connection
SHARDED = (
    topics.UP_EVENTS, topics.UP_STATE, topics.UP_HEALTH, topics.UP_TIME, topics.UP_PROGRAM,
    topics.UP_ENROL,
)  # fmt: skip
VHOST = "feltwire"
USER = "feltwire-gateway"
SHARDS_MAX = 256


def shard(number):
    """Queue of a shard, counted from 0."""
    return f"feltwire.shard.{number}"


def key_of(topic):
    """Routing key of a topic."""
    return topic.replace("/", ".")


def any_table(name):
    """Binding key of a topic of all tables."""
    return key_of(topics.topic("*", name))


def topic_of(key):
    """Topic of a routing key."""
    return key.replace(".", "/")
