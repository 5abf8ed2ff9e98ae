"""The embedded MQTT broker (amqtt), for one-command starts and small rooms.

It keeps nothing over a restart, and need not: what matters is in the controllers' journals until
the gateway's log has it.
"""

import asyncio
import logging
import threading
import weakref

from amqtt.broker import Broker
from amqtt.errors import BrokerError

from tools.errors import CommandError
from tools.install.pki import embedded, passwords

START_S = 60  # on a machine that is busy starting everything else
STOP_S = 5


class EmbeddedBroker:
    """A broker in a thread of its own. ``port`` 0 takes a free one; ``port`` says which.

    ``store``: the CA's folder (``pki.store.Store``): TLS, and the rules made from its list.
    ``passwords``: a folder of ``pki.passwords``: the same rules without TLS, for the loopback.
    Without either it is open to everybody who reaches it: for tests.
    """

    def __init__(self, host="127.0.0.1", port=0, store=None, passwords=None):
        self.host, self.port, self._store, self._passwords = host, port, store, passwords
        self._loop = asyncio.new_event_loop()
        self._broker = self._watch = None
        self._writers = weakref.WeakSet()  # of all connections
        self._error = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)

    def start(self):
        """Listen; CommandError with one line when that is not possible."""
        self._thread.start()
        if not self._ready.wait(START_S):
            raise CommandError(f"the broker did not start within {START_S} s")
        if self._error:
            raise CommandError(self._error)

    def stop(self):
        """Close all connections, end the thread."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(STOP_S)

    def wait(self, timeout_s=None):
        """Wait until the broker ends (it ends by ``stop`` only)."""
        self._thread.join(timeout_s)

    def _run(self):
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._listen())
        except CommandError as e:
            self._error = str(e)
        except (BrokerError, OSError) as e:
            self._error = self._why(e)
        self._ready.set()
        if not self._error:
            self._loop.run_forever()
            try:
                self._loop.run_until_complete(asyncio.wait_for(self._broker.shutdown(), STOP_S))
            except Exception as e:  # on the way out: connections that break are no news
                logging.getLogger(__name__).debug("broker shutdown: %s", e)
        self._loop.run_until_complete(self._leave())
        self._loop.close()

    async def _leave(self):
        """End what amqtt leaves behind: it would fail once the loop is closed, and say so."""
        for writer in list(self._writers):
            writer.transport.abort()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._loop.shutdown_asyncgens()

    def _made(self):
        if self._store is not None:
            config = embedded.config(self._store, self.host, self.port)
            return embedded.RuledBroker(embedded.Access(self._store), config, self._loop)
        if self._passwords is not None:
            config = embedded.open_config(self.host, self.port)
            return embedded.RuledBroker(passwords.Access(self._passwords), config, self._loop)
        config = {
            "listeners": {"default": {"type": "tcp", "bind": f"{self.host}:{self.port}"}},
            "plugins": {
                "amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}
            },
        }
        return Broker(config, loop=self._loop)

    async def _listen(self):
        self._broker = self._made()
        serve = self._broker.stream_connected

        def connected(reader, writer, **more):
            self._writers.add(writer)
            return serve(reader, writer, **more)

        self._broker.stream_connected = connected
        await self._broker.start()
        if isinstance(self._broker, embedded.RuledBroker):
            self._watch = self._loop.create_task(self._broker.watch())  # kept: it would be dropped
        if not self.port:
            server = self._broker._servers["default"].instance
            self.port = server.sockets[0].getsockname()[1]

    def _why(self, error):
        cause = error.__cause__ or error
        if getattr(cause, "errno", None) == 98 or "in use" in str(error):
            return f"port {self.port} on {self.host} is in use: choose another with --port"
        return f"the broker cannot listen on {self.host}:{self.port}: {error}"


def quiet():
    """Only errors of the libraries reach the terminal."""
    for name in ("amqtt", "transitions", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
