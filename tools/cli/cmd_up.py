"""``feltwire up``: broker, gateway and virtual tables as child processes, watched and ended."""

import argparse
import dataclasses
import os
import signal
import socket
import ssl
import urllib.error
import urllib.request
from pathlib import Path

from gateway import extras
from gateway.errors import GatewayError
from gateway.process import saying
from gateway.process.lock import FolderLock
from gateway.process.shutdown import ENDS, Ending
from gateway.settings.fields import Settings
from gateway.vault.server import at
from tools.cli.cmd_broker import PORT as MQTT_PORT
from tools.cli.cmd_table import DEV
from tools.errors import CommandError
from tools.install import configfile
from tools.install.pki import passwords, permissions
from tools.install.pki.ca_folder import GATEWAY_NAME, controller, named
from tools.install.supervise import Child, Supervisor, child_env, feltwire
from tools.playing import phh
from tools.virtual.floor import VirtualFloor
from tools.virtual.vm import VmError, interpreter

HANDS = Path(__file__).parents[1] / "playing" / "hands"
BROKER_S, VAULT_S, GATEWAY_S = 20, 30, 60  # to get ready
END_S = 5  # the gateway of a killed `feltwire up` ends within it


def add_arguments(parser):
    """Arguments of the command."""
    parser.add_argument("hands", nargs="*", help="PHH files or folders (default: our own hands)")
    parser.add_argument("--config", help="TOML file of settings (docs/settings.md)")
    parser.add_argument("--host", default="127.0.0.1", help="address of the pages (%(default)s)")
    parser.add_argument("--port", type=int, default=8080, help="port of the pages (%(default)s)")
    parser.add_argument("--mqtt-port", type=int, default=MQTT_PORT, help="broker (%(default)s)")
    parser.add_argument("--mqtt-host", help="use this broker instead of the embedded one")
    parser.add_argument("--data", default="var", help="folder for log, journals, vault")
    parser.add_argument("--vault-user", help="as root: the user the vault runs as")
    parser.add_argument("--tables", type=int, default=1, help="virtual tables (%(default)s)")
    parser.add_argument("--table", default="nine_max", help="table description (%(default)s)")
    parser.add_argument("--vm", default="wheel", help="wheel, i386 or an interpreter (%(default)s)")
    parser.add_argument("--rulebook", default="tda-2011", help="rulebook in force (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the tables (%(default)s)")
    parser.add_argument("--noise", type=float, default=0.0, help="radio noise, 1 = as measured")
    parser.add_argument("--inject", help="an irregularity to play, 'mixed' or 'none'")
    parser.add_argument("--sign-in", action="store_true", help="ask for a login, also on loopback")
    parser.add_argument(
        "--no-floor", dest="floor", action="store_false",
        help="a demonstration's alerts wait for you: no virtual floor answers them",
    )  # fmt: skip
    parser.add_argument("--pace", type=float, default=1.0, help="speed, 1 = real time")


# setting of a file's [gateway] -> the option that has its default from it
FROM_GATEWAY = (
    ("data_dir", "data"),
    ("http_host", "host"),
    ("http_port", "port"),
    ("mqtt_host", "mqtt_host"),
    ("mqtt_port", "mqtt_port"),
    ("rulebook", "rulebook"),
)


def configured(argv):
    """Defaults that the file of ``--config`` gives. A broker named there is used, none started."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    first.add_argument("--config")
    path = first.parse_known_args(argv)[0].config
    if path is None:
        return {}
    settings, named, values = configfile.read(path)
    given = {option: getattr(settings, name) for name, option in FROM_GATEWAY if name in named}
    return {**given, **values}


def run(args):
    """Run until SIGINT or SIGTERM; 0 after a clean end."""
    check(args)
    saying.go_on_unheard()
    done = Ending(*ENDS, signal.SIGHUP)
    lock = FolderLock(args.data, "feltwire up")
    try:
        lock.take()
        alone = FolderLock(args.data)  # a gateway that runs by itself: said before any start
        alone.take(END_S)
        alone.free()
    except GatewayError as e:
        raise CommandError(str(e)) from None
    supervisor = Supervisor(say)
    try:
        return _run(args, supervisor, done)
    finally:
        say("stopping")
        supervisor.stop()
        say("stopped")
        lock.free()


def check(args):
    """Everything that can be seen to be wrong before anything is started, as one clear line."""
    for name in ("tables", "table", "seed", "noise", "inject", "pace"):
        configfile.check_option(name, getattr(args, name))
    try:
        interpreter(args.vm)
    except (VmError, OSError) as e:
        raise CommandError(str(e)) from None
    hands = args.hands or [str(HANDS)]
    try:
        phh.files(hands)
        for path in args.hands:
            if Path(path).is_file():
                phh.read(path)  # a bad one inside a folder is passed over by the table
    except (phh.BadHand, OSError) as e:
        raise CommandError(str(e)) from None
    need_free(args.host, args.port, "--port")
    if own_broker(args) and extras.absent("demo"):
        raise CommandError(extras.missing("the embedded broker", "demo"))
    if own_broker(args):
        need_free("127.0.0.1", args.mqtt_port, "--mqtt-port")
    elif args.tables and not args.mqtt_host:
        raise CommandError(
            "with cluster_url no broker is started here: name a node's MQTT side with --mqtt-host "
            "for the virtual tables, or give --tables 0"
        )
    settings_of(args).check_files()  # what the gateway would refuse, before the broker is started
    try:
        Path(args.data).mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise CommandError(f"--data {args.data}: {e.strerror}") from None
    if not os.access(args.data, os.W_OK):
        raise CommandError(f"--data {args.data} cannot be written")


def own_broker(args):
    """True when ``feltwire up`` starts the embedded broker: no other is named, nor a cluster."""
    clustered = args.config and configfile.read(args.config)[0].cluster_url
    return not args.mqtt_host and not clustered


def settings_of(args):
    """The settings the gateway will have. CommandError with one line for what cannot be."""
    return configfile.settings(
        args.config, data_dir=Path(args.data), http_host=args.host, http_port=args.port,
        mqtt_host=args.mqtt_host, mqtt_port=args.mqtt_port, rulebook=args.rulebook,
        vault_socket=str(_vault_folder(args)),
    )  # fmt: skip


def need_free(host, port, option):
    """CommandError when nobody can listen on the port."""
    if not 0 < port < 65536:
        raise CommandError(f"{option} must be from 1 to 65535")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            s.bind((host, port))
        except OSError as e:
            if e.errno == 98:
                text = f"port {port} on {host} is in use: choose another with {option}"
                raise CommandError(text) from None
            raise CommandError(f"cannot listen on {host}:{port}: {e.strerror}") from None


def _run(args, supervisor, done):
    env = child_env()
    mqtt_host = args.mqtt_host or "127.0.0.1"
    if own_broker(args):
        broker = Child(
            "broker",
            feltwire("broker", "--port", args.mqtt_port, "--passwords", _passwords(args)),
            ready=lambda: answers(mqtt_host, args.mqtt_port),
            env=env,
        )
        supervisor.add(broker)
        if not _wait(supervisor, broker, BROKER_S, done):
            return _gave_up(broker, done)
    vault = _vault(args, env)
    supervisor.add(vault)
    if not _wait(supervisor, vault, VAULT_S, done):
        return _gave_up(vault, done)
    settings = configfile.read(args.config)[0] if args.config else Settings()
    scheme = "https" if settings.http_cert else "http"
    url = f"{scheme}://{bracketed(args.host)}:{args.port}"
    gateway = Child(
        "gateway",
        feltwire(
            "gateway", "--data", args.data, "--host", args.host, "--port", args.port,
            "--mqtt-host", mqtt_host, "--mqtt-port", args.mqtt_port, "--rulebook", args.rulebook,
            "--vault-socket", _vault_folder(args),
            *_login(args, named(GATEWAY_NAME, permissions.GATEWAY)),
            *(["--config", args.config] if args.config else []),
            *(["--demo"] if demo(args) else []),
        ),
        ready=lambda: healthy(url),
        env=env,
    )  # fmt: skip
    supervisor.add(gateway)
    if not _wait(supervisor, gateway, GATEWAY_S, done):
        return _gave_up(gateway, done)
    for number in range(1, args.tables + 1):
        supervisor.add(Child(f"table {number}", _table(args, number, mqtt_host), env=env))
    say(f"Feltwire is at {url}")
    say(f"  floor {url}/floor   dealer {url}/dealer/1   overlay {url}/overlay/1")
    say("  Ctrl-C ends it.")
    if demo(args) and args.floor:
        VirtualFloor(url, args.seed).start()
    while not done.wait(0.2):
        supervisor.step()
        for child in (vault, gateway):
            if child.state == "failed":
                return _gave_up(child, done)
    return 0


def demo(args):
    """True for a trial on one machine: virtual tables alone, loopback, nothing that says otherwise.

    It ends with the first person added (``feltwire user add``, or the page of people).
    """
    settings, named, _up = configfile.read(args.config) if args.config else (Settings(), (), {})
    wished = settings.demo if "demo" in named else bool(args.tables) and own_broker(args)
    alone = dataclasses.replace(settings, http_host=args.host).no_demo() == ""
    return wished and alone and not args.sign_in


def _passwords(args):
    return Path(args.data).resolve() / "broker"


def _login(args, holder):
    """Options of a child that connects to the embedded broker: its own user there."""
    if not own_broker(args):
        return []
    path = passwords.add(_passwords(args), holder)
    return ["--mqtt-user", holder.name, "--mqtt-password-file", path]


def _vault_folder(args):
    return Path(args.data).resolve() / "vault"


def _vault(args, env):
    """The vault's process: the only one here that is told of decks and roots."""
    argv = feltwire("vault", "--data", args.data)
    for option, value in (("--config", args.config), ("--user", args.vault_user)):
        if value:
            argv += [option, value]
    key = args.config and configfile.read(args.config)[0].vault_key
    if key:
        argv += ["--key", key]

    def ready():
        try:
            with at(_vault_folder(args)) as path, socket.socket(socket.AF_UNIX) as s:
                s.connect(path)
                return True
        except OSError:
            return False

    return Child("vault", argv, ready=ready, env=env)


def _table(args, number, mqtt_host):
    argv = feltwire(
        "table", "--id", number, "--data", args.data, "--mqtt-host", mqtt_host,
        "--mqtt-port", args.mqtt_port, "--table", args.table, "--vm", args.vm,
        "--rulebook", args.rulebook, "--seed", args.seed + number - 1, "--noise", args.noise,
        "--pace", args.pace, "--share", f"{number}/{args.tables}",
        *_login(args, controller(str(number), DEV)),
    )  # fmt: skip
    # Our own hands are a demonstration: some go wrong. A user's hands are played as they are.
    inject = args.inject or (None if args.hands else configfile.MIXED)
    if inject:
        argv += ["--inject", inject]
    return argv + [str(h) for h in args.hands]


def _wait(supervisor, child, timeout_s, done):
    """Until the child is ready, it failed, or the user has had enough."""
    for _ in range(int(timeout_s * 10)):
        if done.is_set():
            return False
        if supervisor.wait_ready(child, 0.1):
            return True
        if child.state == "failed":
            return False
    return False


def _gave_up(child, done):
    if done.is_set():
        return 0
    raise CommandError(f"{child.name} did not start; what it said is above")


def answers(host, port):
    """True when somebody listens there."""
    try:
        with socket.create_connection((host, port), 0.3):
            return True
    except OSError:
        return False


def healthy(url):
    """True when the gateway takes and stores events."""
    try:
        # No proxy of the environment may stand between a machine and itself.
        # Nor does it have to prove to itself who it is: nothing secret is asked or answered here,
        # and no authority is loaded (20 ms, at each look while a gateway starts).
        own = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        own.check_hostname, own.verify_mode = False, ssl.CERT_NONE
        handlers = urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=own)
        opener = urllib.request.build_opener(*handlers)
        with opener.open(url + "/healthz", timeout=1) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError, ValueError):
        return False


def bracketed(host):
    """A host as it stands in a URL; an address for everybody becomes one's own."""
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def say(line):
    """One line for the user."""
    print(line, flush=True)
