"""Everything RabbitMQ needs for several gateways, in one folder: ``rabbitmq.conf``,
``enabled_plugins``, ``definitions.json`` (users, rights, exchanges, shards) and the gateways'
password. The same for RabbitMQ 3.10 and 4.0: shards are quorum queues, which outlive a node; a
controller's session holds nothing that has to.
"""

import base64
import hashlib
import json
import os
import secrets
from pathlib import Path

from gateway.cluster import names
from gateway.process import atomic
from shared_rules import topics
from tools.errors import CommandError
from tools.install.pki import permissions

PLUGINS = "[rabbitmq_mqtt,rabbitmq_consistent_hash_exchange].\n"
PASSWORD = "gateway.password"
ANONYMOUS = "guest"  # user and password of who names none: RabbitMQ's own default, loopback only
SHARD_BYTES_MAX = 64 << 20  # of a shard nobody takes from; beyond it the oldest go and come again
REPLICAS = 3
HASH = "rabbit_password_hashing_sha256"
WEIGHT = "10"  # equal for all shards
# Of a message that goes back. From 4.0 on a quorum queue drops it after the 20th; no release has a
# limit of none in a policy that every other one takes, so: more than a message is ever given back.
DELIVERIES_MAX = 1_000_000_000
CERTIFICATES = ("ca.pem", "broker.pem", "broker.key")
CONF = """\
# made by `feltwire cluster rabbitmq`; that command writes it anew. The same file on every node.
mqtt.vhost = {vhost}
mqtt.exchange = {topics}
mqtt.allow_anonymous = {lab}
# A side that lost the others stops and comes back; it never goes on by itself.
cluster_partition_handling = pause_minority
cluster_formation.peer_discovery_backend = classic_config
{nodes}
"""
TLS = """\
listeners.tcp = none
listeners.ssl.default = {amqp}
mqtt.listeners.tcp = none
mqtt.listeners.ssl.default = {port}
mqtt.ssl_cert_login = true
ssl_cert_login_from = common_name
ssl_options.cacertfile = {folder}/ca.pem
ssl_options.certfile = {folder}/broker.pem
ssl_options.keyfile = {folder}/broker.key
ssl_options.verify = verify_peer
ssl_options.fail_if_no_peer_cert = true
ssl_options.versions.1 = tlsv1.2
ssl_options.versions.2 = tlsv1.3
"""
PLAIN = """\
listeners.tcp.default = {amqp}
mqtt.listeners.tcp.default = {port}
"""


def write(out, holders, nodes, shards, port, amqp=5672, lab=False, pki=None):
    """Write the folder. ``holders``: those of certificates in force
    (``tools.install.pki.ca_folder``); ``lab``: no TLS, and every table's controller is believed by
    its topic; ``pki``: the folder the broker's certificate is copied from."""
    out = Path(out).resolve()
    try:
        out.mkdir(parents=True, exist_ok=True)
        word = _password(out / PASSWORD)
        made = definitions(holders, shards, word, lab)
        text = CONF.format(
            vhost=names.VHOST, topics=names.TOPICS, lab=str(lab).lower(),
            nodes="\n".join(
                f"cluster_formation.classic_config.nodes.{i} = {node}"
                for i, node in enumerate(nodes, 1)
            ),
        )  # fmt: skip
        if lab:
            text += PLAIN.format(port=port, amqp=amqp)
        else:
            text += TLS.format(port=port, amqp=amqp, folder=out)
        _put(out / "definitions.json", json.dumps(made, indent=1) + "\n", 0o600)
        _put(out / "rabbitmq.conf", text, 0o600)
        _put(out / "enabled_plugins", PLUGINS, 0o644)
        for name in CERTIFICATES if pki else ():
            _put(out / name, (Path(pki) / name).read_text(), 0o600)
    except OSError as e:
        raise CommandError(f"--out {e.filename}: {e.strerror}") from None
    return out


def definitions(holders, shards, word, lab=False):
    """RabbitMQ's definitions as a dict: users and rights, exchanges, shards, bindings.

    ``lab``: whoever names no user may speak for every table.
    """
    vhost = names.VHOST
    users, rights, topic_rights = [], [], []

    def user(name, password, configure, write, read, up, down):
        users.append(
            {"name": name, "password_hash": password, "hashing_algorithm": HASH, "tags": []}
        )
        common = {"user": name, "vhost": vhost}
        rights.append({**common, "configure": configure, "write": write, "read": read})
        topic_rights.append({**common, "exchange": names.TOPICS, "write": up, "read": down})

    any_down = rf"^{topics.ROOT}\.[^.]+\.down\."
    user(
        names.USER, hashed(word), r"^feltwire\.gateway\.", r"^(feltwire\.|amq\.(topic|default)$)",
        r"^feltwire\.", any_down, "^$",
    )  # fmt: skip
    for holder in holders:
        if holder.kind == permissions.CONTROLLER:
            # Its client id is its certificate's name: the queue of its session is its own.
            queue = rf"mqtt-subscription-{_quoted(holder.name)}qos[01]"
            mine = rf"^{topics.ROOT}\.{_quoted(holder.table)}\."
            own = rf"^({queue}|amq\.topic)$"
            user(holder.name, "", f"^{queue}$", own, own, rf"{mine}up\.", rf"{mine}down\.")
    if lab:
        own = r"^(mqtt-subscription-.*|amq\.topic)$"
        up = rf"^{topics.ROOT}\.[^.]+\.up\."
        user(ANONYMOUS, hashed(ANONYMOUS), "^mqtt-subscription-.*$", own, own, up, any_down)
    return {
        "vhosts": [{"name": vhost}],
        "users": users, "permissions": rights, "topic_permissions": topic_rights,
        "exchanges": [_exchange(names.UP, "x-consistent-hash"), _exchange(names.NEWS, "fanout")],
        "queues": [_shard(i) for i in range(shards)],
        "bindings": [
            *[
                _binding(names.TOPICS, names.UP, "exchange", names.any_table(name))
                for name in names.SHARDED
            ],
            _binding(names.TOPICS, names.NEWS, "exchange", names.any_table(topics.UP_BEAT)),
            *[_binding(names.UP, names.shard(i), "queue", WEIGHT) for i in range(shards)],
        ],
        "policies": [
            _policy("feltwire-shards", r"^feltwire\.shard\.",
                    {"max-length-bytes": SHARD_BYTES_MAX, "overflow": "drop-head",
                     "delivery-limit": DELIVERIES_MAX}),
        ],
    }  # fmt: skip


def hashed(word):
    """A password as RabbitMQ keeps it: base64 of salt and SHA-256 over salt and password."""
    salt = os.urandom(4)
    return base64.b64encode(salt + hashlib.sha256(salt + word.encode()).digest()).decode()


def _exchange(name, kind):
    return {
        "name": name, "vhost": names.VHOST, "type": kind, "durable": True, "auto_delete": False,
        "internal": False, "arguments": {},
    }  # fmt: skip


def _shard(number):
    return {
        "name": names.shard(number), "vhost": names.VHOST, "durable": True, "auto_delete": False,
        "arguments": {
            "x-queue-type": "quorum", "x-single-active-consumer": True,
            "x-quorum-initial-group-size": REPLICAS, "x-queue-leader-locator": "balanced",
        },
    }  # fmt: skip


def _policy(name, pattern, definition):
    return {
        "vhost": names.VHOST, "name": name, "apply-to": "queues", "priority": 0,
        "pattern": pattern, "definition": definition,
    }  # fmt: skip


def _binding(source, destination, kind, key):
    return {
        "source": source, "vhost": names.VHOST, "destination": destination,
        "destination_type": kind, "routing_key": key, "arguments": {},
    }  # fmt: skip


def _quoted(word):
    return word.replace(".", r"\.")


def _password(path):
    """The gateways' password: made once, kept over later writings."""
    if not path.exists():
        _put(path, secrets.token_urlsafe(24) + "\n", 0o600)
    return path.read_text().strip()


def _put(path, text, mode):
    atomic.write_text(path, text, mode)
