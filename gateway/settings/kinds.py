"""What the texts among the settings must be.

A kind is a function of the value; it returns what is wrong with it (to stand behind the setting's
name), or None. ``readable`` and ``there`` look at what the machine has under that name.
"""

import ipaddress
import os
import stat
from pathlib import Path
from urllib.parse import urlsplit

from gateway.cluster import url as cluster
from gateway.errors import GatewayError
from shared_rules import rulebooks

POSTGRES = ("postgresql", "postgres")
SHOWN_MAX = 200  # characters of a value in a message
NAME_BYTES_MAX = 65_535  # a text of MQTT 3.1.1 has two bytes for its length (section 1.5.3)


def rulebook(value):
    """The name of a rulebook."""
    try:
        rulebooks.get(value)
    except rulebooks.UnknownBook as e:
        return f": {e}"
    return None


def host(value):
    """A host's name or address, without scheme and port."""
    if not value:
        return " must not be empty"
    if ":" in value:
        try:
            ipaddress.ip_address(value)
        except ValueError:
            return f" must be a host's name or address alone, got {_short(value)}"
    elif any(c.isspace() or c in "/@[]" or not c.isprintable() for c in value):
        return f" must be a host's name or address alone, got {_short(value)}"
    return None


def hosts(values):
    """A list of hosts."""
    return next((fault for fault in map(host, values) if fault), None)


def push_services(values):
    """A list of hosts, or of origins (``https://push.example:8443``) of a house's own services."""
    return next((fault for fault in map(_push_service, values) if fault), None)


def _push_service(value):
    if "://" not in value:
        return host(value)
    fault = server(value)
    if not fault and value != "://".join(urlsplit(value)[:2]):
        return f" must end with the host or its port, got {_short(value)}"
    return fault


DELAY_MS_MAX = 600_000  # of graphics and titles: the longest delay of a broadcast


def titles(values):
    """A list of vMix's titles, ``TABLE URL INPUT [DELAY_MS]`` each."""
    return next((fault for fault in map(_title, values) if fault), None)


def _title(value):
    words = value.split()
    if len(words) not in (3, 4) or not words[1]:
        return f" must be TABLE URL INPUT, or TABLE URL INPUT DELAY_MS, got {_short(value)}"
    if len(words) == 4 and not (words[3].isdecimal() and int(words[3]) <= DELAY_MS_MAX):
        return f" has a delay that is no number of ms up to {DELAY_MS_MAX}: {_short(value)}"
    return server(words[1])


def client_id(value):
    """A name at the broker."""
    if not value:
        return " must not be empty"
    if not value.isprintable() or len(value.encode()) > NAME_BYTES_MAX:
        return " must be a short text that can be printed"
    return None


def database(value):
    """A PostgreSQL URL; of a pair of servers with the hosts of both, a comma between them."""
    like, faults = "postgresql://user@host/database", []
    scheme, colon, rest = value.partition("://")
    place, slash, path = rest.partition("/")
    user, at, hosts = place.rpartition("@")
    for host in hosts.split(",") if value else ():
        faults.append(_url(f"{scheme}{colon}{user}{at}{host}{slash}{path}", POSTGRES, like))
    if not any(faults):
        return None
    return f" must look like {like}, got {_short(value)}"


def broker(value):
    """RabbitMQ's URL."""
    try:
        if value:
            cluster.parse(value)
    except (GatewayError, ValueError) as e:
        return f": {str(e).removeprefix('cluster_url').lstrip(' :')}"
    return None


def server(value):
    """An http(s) URL."""
    return None if not value else _url(value, ("http", "https"), "http://host:port")


def sink(value):
    """A file or an http(s) URL."""
    return server(value) if "://" in value else None


def contact(value):
    """Whom push services may write to."""
    if value and not value.startswith(("mailto:", "https://")):
        return f" must begin with mailto: or https://, got {_short(value)}"
    return None


def _url(value, schemes, like):
    try:
        found = urlsplit(value)
        good = found.scheme in schemes and found.hostname and found.port != 0
    except ValueError:  # a port that is no number, brackets that do not close
        good = False
    return None if good and value.isprintable() else f" must look like {like}, got {_short(value)}"


def readable(name):
    """A file that is there and can be read."""
    try:
        with open(name, "rb", opener=_at_once) as f:
            if not stat.S_ISREG(os.fstat(f.fileno()).st_mode):
                return f" {_short(name)}: not a file"
    except (OSError, ValueError) as e:
        return _no_file(name, e)
    return None


def _at_once(name, flags):
    """Opens a pipe in place of a file without waiting for whoever writes it."""
    return os.open(name, flags | os.O_NONBLOCK)


def there(name):
    """A file that is there or can come: no folder nor pipe, and its own folder exists."""
    if "://" in name:
        return None
    try:
        mode = os.stat(name).st_mode
        if stat.S_ISDIR(mode):
            return f" {_short(name)}: it is a folder"
        return f" {_short(name)}: not a file" if stat.S_ISFIFO(mode) else None
    except FileNotFoundError:
        return None if Path(name).parent.is_dir() else f" {_short(name)}: there is no such folder"
    except (OSError, ValueError) as e:
        return _no_file(name, e)


def _no_file(name, error):
    return f" {_short(name)}: {getattr(error, 'strerror', None) or 'not the name of a file'}"


def _short(value):
    return repr(value if len(value) < SHOWN_MAX else value[:SHOWN_MAX] + "...")
