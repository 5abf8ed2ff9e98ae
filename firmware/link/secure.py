"""TLS to the broker: each side shows a certificate, or there is no connection.

The controller shows its own certificate and takes the broker's only when it is signed by the CA it
was provisioned with, made out to the configured name, and valid at the present time. What that time
is before anybody has said so: see walltime.py. Files are DER: not every board reads PEM.
"""

import errno

import tls

from firmware.link.tcp import WAIT, Tcp, taken

FILES = ("ca", "cert", "key")


class BadCertificate(ValueError):
    """A certificate file that cannot be used; the text is one clear line."""


def context(row):
    """TLS context of the config's ``mqtt.tls`` row. Raises BadCertificate."""
    data = {}
    for what in FILES:
        try:
            f = open(row[what], "rb")
        except OSError:
            raise BadCertificate("mqtt.tls.%s: %s is missing" % (what, row[what]))
        try:
            data[what] = f.read()
        finally:
            f.close()
    made = tls.SSLContext(tls.PROTOCOL_TLS_CLIENT)
    try:
        made.load_cert_chain(data["cert"], data["key"])
    except (ValueError, OSError):
        raise BadCertificate("mqtt.tls: certificate and key do not go together, or are not DER")
    try:
        made.load_verify_locations(data["ca"])
    except (ValueError, OSError):
        raise BadCertificate("mqtt.tls.ca: %s is not a certificate in DER" % row["ca"])
    made.verify_mode = tls.CERT_REQUIRED  # pyright: ignore[reportAttributeAccessIssue]
    return made


class Secure:
    """As ``tcp.Tcp``, with TLS on top. ``made``: ``context``; ``name``: the broker's in its
    certificate."""

    def __init__(self, host, port, made, name):
        self._tcp = Tcp(host, port)
        self._made = made
        self._name = name
        self._tls = None
        self._again = 0  # bytes of the write that TLS wants to see again

    def connected(self):
        """True once TCP stands; the handshake goes on with the first reads and writes."""
        if not self._tcp.connected():
            return False
        try:
            self._tls = self._made.wrap_socket(
                self._tcp.sock, server_hostname=self._name, do_handshake_on_connect=False
            )
        except (ValueError, OSError) as e:
            raise refusal(e)
        return True

    def read(self, buf):
        """Bytes read into ``buf``: 0 when there are none. Raises OSError when the peer is gone."""
        try:
            n = self._tls.readinto(buf)
        except OSError as e:
            if e.errno in WAIT:
                return 0
            raise refusal(e)
        except ValueError as e:
            raise refusal(e)
        return taken(n)

    def write(self, data):
        """Send what goes at once; how many bytes that was.

        A write that had to wait is repeated with the same bytes (mbedTLS demands it); callers
        repeat what was not taken, followed by what is new.
        """
        if self._again:
            data = data[: self._again]
        try:
            n = self._tls.write(data)
        except OSError as e:
            if e.errno not in WAIT:
                raise refusal(e)
            n = None
        except ValueError as e:
            raise refusal(e)
        self._again = 0 if n else len(data)
        return n or 0

    def close(self):
        """Give the connection up."""
        if self._tls is not None:
            try:
                self._tls.close()
            except OSError:
                pass
        self._tcp.close()


def refusal(error):
    """OSError that says it was TLS."""
    if isinstance(error, ValueError):
        return OSError(errno.EACCES, "tls: %s" % error)
    text = error.args[1] if len(error.args) > 1 else error.args[0]
    if isinstance(text, bytes):
        text = text.decode()
    return OSError(error.errno or errno.EIO, "tls: %s" % (text,))
