"""A connection to the broker as the configuration asks for it: TLS, or plain TCP."""

from firmware.link.tcp import Tcp


def maker(mqtt):
    """A function that opens a connection, of a complete config's ``mqtt`` row.

    Certificates are read once, here. Raises ``ValueError`` with one line when they cannot be used.
    """
    row = mqtt.get("tls")
    host, port = mqtt["host"], mqtt["port"]
    if not row:
        return lambda: Tcp(host, port)
    from firmware.link import secure

    made = secure.context(row)
    name = row.get("name") or host
    return lambda: secure.Secure(host, port, made, name)
