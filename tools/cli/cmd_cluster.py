"""``feltwire cluster``: what several gateways of one venue need at their broker."""

from gateway.cluster.names import SHARDS_MAX
from tools.errors import CommandError
from tools.install.cluster import rabbitmq
from tools.install.pki.ca_folder import FOLDER, Store

PORT, LAB_PORT = 8883, 1883
AMQP_PORT, LAB_AMQP_PORT = 5671, 5672


def add_arguments(parser):
    """Subcommands of ``feltwire cluster``."""
    sub = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    text = "write RabbitMQ's configuration, users, rights and shards into one folder"
    made = sub.add_parser("rabbitmq", help=text, description=text)
    made.add_argument("--out", required=True, help="folder, the same on every node")
    made.add_argument("--node", nargs="+", required=True, help="Erlang names: rabbit@host ...")
    made.add_argument("--shards", type=int, default=16, help="setting cluster_shards (%(default)s)")
    made.add_argument("--dir", default=FOLDER, help="folder of the CA (%(default)s)")
    made.add_argument("--port", type=int, help=f"port of MQTT ({PORT}; {LAB_PORT} with --lab)")
    made.add_argument(
        "--amqp-port", type=int, help=f"port of AMQP ({AMQP_PORT}; {LAB_AMQP_PORT} with --lab)"
    )
    made.add_argument(
        "--lab", action="store_true", help="no TLS, every table believed: for one machine only"
    )


def run(args):
    """Write the folder."""
    if not 1 <= args.shards <= SHARDS_MAX:
        raise CommandError(f"--shards must be from 1 to {SHARDS_MAX}")
    for name in args.node:
        if name.count("@") != 1 or not all(name.split("@")):
            raise CommandError(f"--node {name}: give rabbit@host")
    store = Store(args.dir)
    if not args.lab and not (store.folder / "broker.pem").exists():
        raise CommandError(
            f"{store.folder / 'broker.pem'} is missing: make it with `feltwire pki broker`"
        )
    out = rabbitmq.write(
        args.out, [] if args.lab else store.holders(), args.node, args.shards,
        args.port or (LAB_PORT if args.lab else PORT),
        args.amqp_port or (LAB_AMQP_PORT if args.lab else AMQP_PORT), args.lab,
        None if args.lab else store.folder,
    )  # fmt: skip
    print(f"{out}: rabbitmq.conf, enabled_plugins, definitions.json; {args.shards} shards")
    print(f"{out / rabbitmq.PASSWORD}: cluster_password_file of every gateway")
    print(f"when all nodes are one cluster: rabbitmqctl import_definitions {out}/definitions.json")
    return 0
