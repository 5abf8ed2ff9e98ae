"""``permissions.py`` at the embedded broker (amqtt): TLS, a certificate each, one name each; or, on
the loopback, a password each (passwords.py).

Who may come is the list of certificates issued, asked at each connection by serial number, and read
again when it changes: who is revoked is cut within ``LOOK_S``.
"""

import asyncio
import functools
import logging
import secrets
import ssl

import amqtt.broker
from amqtt.contexts import Action
from amqtt.errors import MQTTError
from amqtt.mqtt.protocol.broker_handler import BrokerProtocolHandler
from cryptography import x509

from gateway.process.door import Door, listening
from gateway.process.seldom import Seldom
from tools.errors import CommandError
from tools.install.pki import permissions
from tools.install.pki.ca_folder import LIST, holder_of

LOOK_S = 1.0
# To say who one is, from the connection (TLS agreed on) on: a second over a bad radio. amqtt itself
# waits for ever, and each that says nothing keeps a file descriptor.
CONNECT_S = 10.0
log = logging.getLogger(__name__)
_cuts = Seldom()


class Access:
    """Rules by name, of the certificates in force; ``refresh`` reads the list when it changed."""

    def __init__(self, store):
        self._store = store
        self._stamp = None
        self._serials, self._rules = {}, {}
        self.refresh()

    def refresh(self):
        """True when the list has changed. One that cannot be read changes nothing."""
        try:
            info = (self._store.folder / LIST).stat()
            stamp = (info.st_mtime_ns, info.st_ino)
            if stamp == self._stamp:
                return False
            rows = self._store.in_force()
        except (OSError, CommandError) as e:
            log.error("the list of certificates cannot be read: %s", e)
            return False
        self._stamp = stamp
        self._serials = {r["serial"]: r["name"] for r in rows}
        self._rules = {r["name"]: permissions.of(holder_of(r)) for r in rows}
        return True

    def name_of(self, session):
        """Name of the peer's certificate while it is in force, else None."""
        peer = session.ssl_object
        data = peer.getpeercert(binary_form=True) if peer else None
        if data is None:
            return None
        serial = format(x509.load_der_x509_certificate(data).serial_number, "x")
        return self._serials.get(serial)

    def may(self, name, access, topic):
        """True when the holder of ``name`` may read or write ``topic`` (reading: a filter too)."""
        return permissions.allowed(self._rules.get(name, ()), access, topic)


class NamedHandler(BrokerProtocolHandler):
    """A client's id is the name it has proved, whatever it calls itself, and one of nobody's where
    it proved none: amqtt drops an older session of the same id before it asks who is there."""

    @classmethod
    async def init_from_connect(cls, reader, writer, plugins_manager, loop=None):
        """See BrokerProtocolHandler."""
        made = super().init_from_connect(reader, writer, plugins_manager, loop)
        try:
            handler, session = await asyncio.wait_for(made, CONNECT_S)
        except TimeoutError:
            count = _cuts.unsaid("everybody")
            if count is not None:
                more = f" ({count} times more since the last line)" if count else ""
                log.warning("cut: nobody's name in %g s%s", CONNECT_S, more)
            raise MQTTError("no CONNECT in time") from None
        access = getattr(plugins_manager, "feltwire_access", None)  # this broker's, of several
        if access is not None:
            session.client_id = access.name_of(session) or "refused-" + secrets.token_hex(8)
        return handler, session


class RuledBroker(amqtt.broker.Broker):
    """A broker for who proves a name to ``access`` (Access, or passwords.Access), each within its
    rules.

    amqtt's own places for such rules leave three doors open: last wills, what was kept for others
    (given to each newcomer), and sessions dropped before their owner is asked for.
    """

    def __init__(self, access, config, loop):
        self._access = access
        amqtt.broker.BrokerProtocolHandler = NamedHandler  # the one place it takes it from
        super().__init__(config, loop=loop)
        self.plugins_manager.feltwire_access = access

    async def _create_server_instance(self, listener_name, listener_type, address, port, tls):
        """See amqtt.broker.Broker, which lets in whoever comes, and TLS be begun for a minute."""
        sock = listening(address or "", port, Door())
        limits = {"ssl": tls, "ssl_handshake_timeout": CONNECT_S} if tls else {}
        connected = functools.partial(self.stream_connected, listener_name=listener_name)
        try:
            return await asyncio.start_server(connected, sock=sock, **limits)
        except OSError:
            sock.close()
            raise

    @staticmethod
    def _create_ssl_context(listener):
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        made.minimum_version = ssl.TLSVersion.TLSv1_2
        made.load_cert_chain(listener["certfile"], listener["keyfile"])
        made.load_verify_locations(listener["cafile"])
        made.verify_mode = ssl.CERT_REQUIRED
        return made

    async def _authenticate(self, session, _listener):
        name = self._access.name_of(session)
        if name is None or name != session.client_id:
            log.warning("refused: a certificate or password that is not in force")
            return False
        if session.will_flag and not self._access.may(name, permissions.WRITE, session.will_topic):
            log.warning("refused: %s has a last will on %s", name, session.will_topic)
            return False
        return True

    async def _topic_filtering(self, session, topic, action):
        access = permissions.WRITE if action == Action.PUBLISH else permissions.READ
        return self._access.may(session.client_id, access, topic)

    async def _publish_retained_messages_for_subscription(self, subscription, session):
        if self._access.may(session.client_id, permissions.READ, subscription[0]):
            await super()._publish_retained_messages_for_subscription(subscription, session)

    async def watch(self):
        """Cut whoever is no longer in force, as soon as the list says so; never returns."""
        while True:
            await asyncio.sleep(LOOK_S)
            if self._access.refresh():
                for session, handler in list(self._sessions.values()):
                    if self._access.name_of(session) is None:
                        log.warning("%s is cut: it is not in force any more", session.client_id)
                        await handler.handle_connection_closed()


def config(store, host, port):
    """amqtt's configuration: one TLS listener. CommandError without a broker's certificate."""
    files = {"cafile": "ca.pem", "certfile": "broker.pem", "keyfile": "broker.key"}
    paths = {key: store.folder / name for key, name in files.items()}
    for path in paths.values():
        if not path.exists():
            raise CommandError(f"{path} is missing: `feltwire pki init`, then `pki broker`")
    listener = {"type": "tcp", "bind": f"{host}:{port}", "ssl": True}
    listener.update({key: str(path) for key, path in paths.items()})
    return {"listeners": {"default": listener}, "plugins": {}}


def open_config(host, port):
    """amqtt's configuration: one listener without TLS."""
    return {"listeners": {"default": {"type": "tcp", "bind": f"{host}:{port}"}}, "plugins": {}}
