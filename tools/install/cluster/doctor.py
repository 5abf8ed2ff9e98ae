"""What ``feltwire doctor`` says of a cluster: its broker's nodes, the shards, the gateways."""

import logging

import pika
import pika.exceptions
import psycopg

from gateway.cluster import names, url
from gateway.errors import GatewayError, LogError
from gateway.ingest.mqtt import tls_context
from gateway.log import schema
from gateway.log.cluster_log import LIVING_S
from gateway.log.postgres import NAME

OK, LOOK, WRONG = "ok", "look", "WRONG"
ATTEMPT_S = 3
logging.getLogger("pika").setLevel(logging.CRITICAL)  # what matters is said in our own lines
WAITING_LOOK = 1000  # messages in a shard: nobody keeps up with them


def check(settings):
    """Rows of findings: ``(level, what, text)``."""
    try:
        place = url.parse(settings.cluster_url)
        word = url.password(settings.cluster_password_file)
        tls = tls_context(settings) if place.secure else None
    except GatewayError as e:
        yield WRONG, "cluster", str(e)
        return
    looked = False
    for host, port in place.nodes:
        where = f"{host}:{port}"
        ssl = pika.SSLOptions(tls, host) if tls else None
        try:
            connection = pika.BlockingConnection(
                pika.ConnectionParameters(
                    host, port, place.vhost, pika.PlainCredentials(place.user, word),
                    ssl_options=ssl, socket_timeout=ATTEMPT_S, stack_timeout=2 * ATTEMPT_S,
                )
            )  # fmt: skip
        except pika.exceptions.ProbableAuthenticationError:
            yield WRONG, "cluster", f"{where} refuses {place.user}: import the definitions"
        except pika.exceptions.ProbableAccessDeniedError:
            yield WRONG, "cluster", f"{where} has no {place.vhost}: import the definitions"
        except (pika.exceptions.AMQPError, OSError) as e:
            yield LOOK, "cluster", f"{where} does not answer ({type(e).__name__}): start that node"
        else:
            yield OK, "cluster", f"{where} answers"
            if not looked:
                looked = True
                yield from _shards(connection, settings.cluster_shards)
            connection.close()
    if not looked:
        yield WRONG, "cluster", "no node answers: tables keep their events until one does"
    yield from _gateways(settings)


def _shards(connection, count):
    waiting, alone, missing = 0, [], []
    for number in range(count + 1):
        channel = connection.channel()
        try:
            found = channel.queue_declare(names.shard(number), passive=True).method
        except pika.exceptions.ChannelClosedByBroker:
            missing.append(number)
            continue
        channel.close()
        waiting += found.message_count
        if not found.consumer_count:
            alone.append(number)
    if missing != [count]:
        gone = [number for number in missing if number < count]
        which, have = (gone[0], "missing") if gone else (count, "there as well")
        text = f"cluster_shards is {count}, and {names.shard(which)} is {have}"
        yield WRONG, "shards", f"{text}: the setting and `feltwire cluster rabbitmq` must agree"
        return
    level = LOOK if alone or waiting > WAITING_LOOK else OK
    text = f"{count}, {waiting} messages wait"
    if alone:
        text += f"; nobody takes from {len(alone)} of them: start a gateway"
    yield level, "shards", text


def _gateways(settings):
    """Who is alive, as the shared log knows it."""
    try:
        with psycopg.connect(settings.log_url, connect_timeout=ATTEMPT_S) as db:
            have = db.execute("SELECT max(n) FROM schema_version").fetchone()[0] or 0
            schema.check(have, NAME)
            living = db.execute(
                f"SELECT count(*) FROM gateway WHERE seen > now() - interval '{LIVING_S} s'"
            ).fetchone()[0]
            tables = db.execute("SELECT count(*) FROM owner").fetchone()[0]
            standbys = db.execute("SHOW synchronous_standby_names").fetchone()[0]
    except LogError as e:
        yield WRONG, "event log", str(e)
    except psycopg.errors.UndefinedTable:
        yield LOOK, "event log", "not made yet, or of an older schema: the first start does it"
    except psycopg.Error as e:
        yield WRONG, "event log", f"PostgreSQL: {' '.join(str(e).split())}"
    else:
        level = OK if living > 1 else LOOK
        text = f"{living} alive, {tables} tables"
        yield level, "gateways", text + ("" if living > 1 else ": nobody takes over from one alone")
        yield _standby(standbys)


def _standby(names):
    """Whether what is acknowledged is on two servers; ``names``: PostgreSQL's setting."""
    if names:
        return OK, "standby", f"PostgreSQL waits for {names}"
    text = "synchronous_standby_names is empty: an acknowledgement means one server"
    return LOOK, "standby", f"{text} (docs/operations.md)"
