"""A connection to the broker as the configuration asks for it: TLS, or plain TCP."""

from firmware.link.tcp import Tcp


class Addresses:
    """The broker's addresses (``mqtt.host`` and ``port``, then ``mqtt.others``) in turn.

    Each attempt takes the next one, so a node that is dead or deaf costs one attempt, and a venue
    needs no balancer before its brokers. Messages are not lost by it: what a gateway has not
    acknowledged is sent again on the new connection.
    """

    def __init__(self, mqtt, make):
        """``make(host, port)`` opens a connection; it may raise OSError."""
        self._rows = [(mqtt["host"], mqtt["port"])]
        self._rows.extend((row[0], row[1]) for row in mqtt.get("others", ()))
        self._make = make
        self._next = 0

    def __call__(self):
        host, port = self._rows[self._next]
        self._next = (self._next + 1) % len(self._rows)
        return self._make(host, port)


def maker(mqtt):
    """A function that opens a connection, of a complete config's ``mqtt`` row.

    Certificates are read once, here. Raises ``ValueError`` with one line when they cannot be used.
    """
    row = mqtt.get("tls")
    if not row:
        return Addresses(mqtt, Tcp)
    from firmware.link import secure

    made = secure.context(row)
    name = row.get("name")
    return Addresses(mqtt, lambda host, port: secure.Secure(host, port, made, name or host))
