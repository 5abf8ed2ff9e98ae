"""``feltwire pki``: the venue's CA, a certificate for each device, and the broker's rules."""

import argparse
import grp
from pathlib import Path

from tools.errors import CommandError
from tools.install.images import certificates as ce
from tools.install.pki import mosquitto, permissions, takeover
from tools.install.pki.ca_folder import (
    FOLDER,
    GATEWAY_NAME,
    IMAGES_NAME,
    TECHNICIAN_NAME,
    Store,
    controller,
    named,
    replace,
)

PORT = 8883


def add_arguments(parser):
    """Subcommands of ``feltwire pki``."""
    sub = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--dir", default=FOLDER, help="folder of the CA (%(default)s)")
    days = argparse.ArgumentParser(add_help=False)
    days.add_argument("--days", type=int, default=ce.DAYS, help="validity (%(default)s)")

    def command(name, text, *parents):
        return sub.add_parser(name, help=text, description=text, parents=[common, *parents])

    command("init", "make the CA that signs broker, gateway and controllers")
    broker = command("broker", "make the broker's certificate and key", days)
    broker.add_argument("--name", required=True, help="the name controllers look for")
    broker.add_argument("--address", nargs="*", default=["127.0.0.1"], help="its IP addresses")
    gateway = command("gateway", "make a certificate with the gateway's rights", days)
    gateway.add_argument("--name", default=GATEWAY_NAME, help="one a program (%(default)s)")
    images = command("images", "make a certificate that can offer program images only", days)
    images.add_argument("--name", default=IMAGES_NAME, help="one a program (%(default)s)")
    person = command("technician", "make a certificate that can calibrate tables only", days)
    person.add_argument("--name", default=TECHNICIAN_NAME, help="one a program (%(default)s)")
    for holder in (gateway, images, person):
        holder.add_argument("--out", help="folder for ca.pem, certificate and key, besides --dir")
        holder.add_argument("--group", help="group that may read the key in --out, as feltwire")
    one = command("controller", "make a controller's files (`flash --tls` does it itself)", days)
    one.add_argument("--table", required=True, help="the table's MQTT name")
    one.add_argument("--dev", default="c1", help="the device's name (%(default)s)")
    one.add_argument("--out", required=True, help="folder for ca.der, cert.der, key.der")
    command("list", "list every certificate ever issued")
    conf = command("mosquitto", "write mosquitto.conf, rules and certificates into one folder")
    conf.add_argument("--out", required=True, help="folder, such as /etc/mosquitto/feltwire")
    conf.add_argument("--port", type=int, default=PORT, help="port (%(default)s)")
    conf.add_argument("--host", default="", help="address to listen on (all)")
    conf.add_argument("--log", help="log file the gateway follows (setting mqtt_broker_log)")
    conf.add_argument("--pid-file", help="file Mosquitto writes its process id to")
    conf.add_argument("--mounted", help="path of --out in the broker's container (that of --out)")
    conf.add_argument("--group", help="group that may read --out: a name, or a container's number")
    revoke = command("revoke", "take a holder's rights away")
    revoke.add_argument("name", help="as in the list: feltwire-TABLE-DEV")
    revoke.add_argument("--reload", metavar="PIDFILE", help="tell the Mosquitto of this file")
    revoke.add_argument("--broker", metavar="HOST:PORT", help="cut its connection there")


def run(args):
    """Do what was asked for."""
    return _RUN[args.what](args, Store(args.dir))


def _init(_args, store):
    store.init()
    print(f"{store.folder / 'ca.pem'}: for the broker and the controllers; keep ca.key to yourself")
    return 0


def _broker(args, store):
    holder = named(args.name, permissions.BROKER)
    cert, key = store.issue(holder, args.days, tuple(args.address))
    _save_pem(store, "broker", cert, key)
    print(f"{store.folder / 'broker'}.pem, .key: {args.name}, {args.days} days")
    return 0


def _gateway(args, store):
    group = _group_of(args)  # a slip shows before a certificate is made
    cert, key = store.issue(named(args.name, permissions.GATEWAY), args.days)
    stem = _save_pem(store, args.name, cert, key)
    mosquitto.publish(store)
    folder = _hand_out(store, args.name, args.out, group) if args.out else store.folder.resolve()
    stem = folder / args.name
    print(f'mqtt_ca = "{folder / "ca.pem"}"')
    print(f'mqtt_cert = "{stem}.pem"\nmqtt_key = "{stem}.key"')
    return 0


def _group_of(args):
    """Number of ``--group``, None where none is given. CommandError for one that is not there."""
    if args.group is None:
        return None
    if not args.out:
        raise CommandError("--group says who reads the files of --out: give --out as well")
    if args.group.isdecimal() and len(args.group) < 10:  # a container has names of its own
        return int(args.group)
    try:
        return grp.getgrnam(args.group).gr_gid
    except KeyError:
        raise CommandError(f"--group {args.group}: there is no such group here") from None


def _hand_out(store, name, out, group):
    """Copy what a program needs into its own folder: the CA's folder is closed to it."""
    folder = Path(out).resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace(folder / "ca.pem", (store.folder / "ca.pem").read_bytes(), 0o644)
        replace(folder / f"{name}.pem", (store.folder / f"{name}.pem").read_bytes(), 0o644)
        key = (store.folder / f"{name}.key").read_bytes()
        replace(folder / f"{name}.key", key, 0o600 if group is None else 0o640, group)
    except OSError as e:
        raise CommandError(f"--out {e.filename}: {e.strerror}") from None
    return folder


def _images(args, store):
    return _speaker(args, store, permissions.IMAGES, "image send")


def _technician(args, store):
    return _speaker(args, store, permissions.TECHNICIAN, "calibrate --over-mqtt TABLE")


def _speaker(args, store, kind, command):
    """Certificate of somebody who speaks to controllers besides the gateway."""
    group = _group_of(args)
    cert, key = store.issue(named(args.name, kind), args.days)
    _save_pem(store, args.name, cert, key)
    mosquitto.publish(store)
    folder = _hand_out(store, args.name, args.out, group) if args.out else store.folder
    print(f"{command} --tls {folder / 'ca.pem'} {folder / args.name}.pem {folder / args.name}.key")
    return 0


def _controller(args, store):
    holder = controller(args.table, args.dev)
    out = Path(args.out)
    try:
        out.mkdir(parents=True, exist_ok=True)
        cert, key = store.issue(holder, args.days)
        ce.save(out / "ca.der", ce.der(ce.open_ca(store.folder).certificate))
        ce.save(out / "cert.der", ce.der(cert))
        ce.save(out / "key.der", ce.der(key), secret=True)
    except OSError as e:
        raise CommandError(f"--out {e.filename}: {e.strerror}") from None
    mosquitto.publish(store)
    print(f"{out}: {holder.name}, {args.days} days")
    return 0


def _list(_args, store):
    held = {r["serial"] for r in store.in_force()}
    for row in store.rows():
        state = f"revoked {row['revoked'][:19]}" if row["revoked"] else "in force"
        if not row["revoked"] and row["serial"] not in held:
            state = "ended"
        print(f"{row['name']:32} {row['kind']:10} until {row['ends'][:10]}  {state}")
    return 0


def _mosquitto(args, store):
    if args.mounted and not args.mounted.startswith("/"):
        raise CommandError(f"--mounted {args.mounted}: give the whole path, from / on")
    mosquitto.write(
        store, args.out, args.port, args.host, args.log, args.pid_file,
        args.mounted, _group_of(args),
    )  # fmt: skip
    print(f"{Path(args.out) / 'mosquitto.conf'}: mosquitto -c it, or include it from your own")
    return 0


def _revoke(args, store):
    where = _host_port(args.broker) if args.broker else None
    count = store.revoke(args.name)
    print(f"{args.name}: {count} certificates revoked" if count else f"{args.name}: none in force")
    outs = mosquitto.publish(store)
    if args.reload:
        mosquitto.reload(args.reload)
    if where:
        cut = takeover.cut(store, args.name, *where)
        print(f"{args.name}: its connection is cut" if cut else "the broker does not know us")
        return 0 if cut else 1
    if outs and not args.reload:
        print("the broker has not been told: --reload PIDFILE, or restart it")
    return 0


def _host_port(text):
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit():
        raise CommandError(f"--broker {text!r}: give host:port")
    return host, int(port)


def _save_pem(store, stem, cert, key):
    path = store.folder / stem
    ce.save(f"{path}.key", ce.pem(key), secret=True)
    ce.save(f"{path}.pem", ce.pem(cert))
    return path


_RUN = {
    "init": _init, "broker": _broker, "gateway": _gateway, "images": _images,
    "technician": _technician, "controller": _controller, "list": _list,
    "mosquitto": _mosquitto, "revoke": _revoke,
}  # fmt: skip
