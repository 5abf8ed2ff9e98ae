"""``cluster_url``: where RabbitMQ is."""

from urllib.parse import unquote, urlsplit

from gateway.errors import GatewayError

PORTS = {"amqp": 5672, "amqps": 5671}


class Place:
    """``secure``, ``user``, ``nodes`` (``[(host, port)]``), ``vhost``."""

    def __init__(self, secure, user, nodes, vhost):
        self.secure, self.user, self.nodes, self.vhost = secure, user, nodes, vhost


def parse(url):
    """The Place of ``amqp(s)://user@host[:port][,host[:port]...]/vhost``; GatewayError."""
    found = urlsplit(url)
    if found.scheme not in PORTS:
        raise GatewayError("cluster_url must begin with amqp:// or amqps://")
    user, at, hosts = found.netloc.rpartition("@")
    if ":" in user:
        raise GatewayError("cluster_url must hold no password: put it into cluster_password_file")
    vhost = unquote(found.path.removeprefix("/"))
    if not (user and at and vhost):
        raise GatewayError("cluster_url must look like amqp://user@host,host/vhost")
    nodes = [_node(text, PORTS[found.scheme]) for text in hosts.split(",")]
    return Place(found.scheme == "amqps", unquote(user), nodes, vhost)


def _node(text, port):
    host, colon, given = text.rpartition(":")
    if not colon or text.endswith("]"):
        host, given = text, ""
    host = host.strip("[]")
    if not host or (given and not (given.isdigit() and 0 < int(given) < 65536)):
        raise GatewayError(f"cluster_url: {text!r} is no host, nor host:port")
    return host, int(given or port)


def password(path):
    """The word in ``cluster_password_file``. GatewayError when it cannot be read."""
    try:
        with open(path, encoding="utf-8") as f:
            word = f.read(4096).strip()
    except OSError as e:
        raise GatewayError(f"cluster_password_file {path}: {e.strerror}") from None
    if not word:
        raise GatewayError(f"cluster_password_file {path} is empty")
    return word
