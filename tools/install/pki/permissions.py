"""Who may say and hear what at the broker. One table of rules, for Mosquitto and for our own.

A name that holds no certificate in force has no rule, and without a rule nothing is allowed.
"""

from shared_rules import topics

BROKER, CONTROLLER = "broker", "controller"
GATEWAY, IMAGES, TECHNICIAN = topics.SENDERS
READ, WRITE = "read", "write"
# What is heard of a controller by who is not the gateway; what each says: ``topics.sender``.
HEARS = {IMAGES: topics.UP_IMAGE, TECHNICIAN: topics.UP_CALIBRATE}
_UP, _DOWN = (
    [name for key, name in sorted(vars(topics).items()) if key.startswith(way)]
    for way in ("UP_", "DOWN_")
)


def of(holder):
    """``[(READ or WRITE, topic filter)]`` of a store's Holder."""
    if holder.kind == CONTROLLER:
        # each name, not all below: a broker keeps one retained message for every name there is
        return [
            *((WRITE, topics.topic(holder.table, name)) for name in _UP),
            (READ, topics.topic(holder.table, "down/#")),
        ]
    if holder.kind == GATEWAY:
        return [
            (READ, topics.topic("+", "up/#")),
            (WRITE, topics.topic("+", "down/#")),
            # its own, as the broker kept it: compared with the log after a start
            (READ, topics.topic("+", topics.DOWN_HEAD)),
        ]
    if holder.kind in HEARS:
        says = [name for name in _DOWN if topics.sender(name) == holder.kind]
        return [
            (READ, topics.topic("+", HEARS[holder.kind])),
            *((WRITE, topics.topic("+", name)) for name in says),
        ]
    return []


def allowed(rules, access, topic):
    """True when a topic name, or everything a subscription's filter covers, is within a rule."""
    return any(access == a and within(topic, wide) for a, wide in rules)


def within(narrow, wide):
    """True when all topics of the filter (or name) ``narrow`` are topics of the filter ``wide``."""
    small, large = narrow.split("/"), wide.split("/")
    for i, level in enumerate(large):
        if level == "#":
            return len(small) >= i
        if i >= len(small) or small[i] == "#":
            return False
        if level != "+" and level != small[i]:
            return False
    return len(small) == len(large)
