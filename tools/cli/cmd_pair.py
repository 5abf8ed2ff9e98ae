"""``feltwire pair``: a one-time link, with its QR code, for a tablet, a phone or an overlay."""

import segno

from gateway.errors import GatewayError
from gateway.people.from_settings import open_people
from gateway.people.sessions import MINUTE_MS, device_ms
from gateway.people.store import check_role
from tools.cli import cmd_user
from tools.errors import CommandError

MINUTES, MINUTES_MAX = 10, 24 * 60


def add_arguments(parser):
    """Arguments of the command."""
    cmd_user.role_of(parser)
    parser.add_argument("--label", help="what the device is called (its role and table)")
    parser.add_argument("--minutes", type=int, default=MINUTES, help="how long the link waits (10)")
    parser.add_argument("--site", help="the pages' address (http_host, http_port, allowed_hosts)")
    parser.add_argument("--no-qr", action="store_true", help="print the link only")
    parser.add_argument("--config", help="TOML file of settings (docs/settings.md)")
    parser.add_argument("--data", help="data folder (var)")


def run(args):
    """Print the link and its code."""
    settings = cmd_user.settings_of(args)
    if not 1 <= args.minutes <= MINUTES_MAX:
        raise CommandError(f"--minutes must be from 1 to {MINUTES_MAX}")
    site = (args.site or settings.site()).rstrip("/")
    if not site.startswith(("http://", "https://")):
        raise CommandError(f"--site {site}: give http:// or https:// and the host")
    try:
        table = check_role(args.role, args.table)
        label = args.label or " ".join(x for x in (args.role, table and f"table {table}") if x)
        people = open_people(settings)
        try:
            code = people.sessions.pair(
                args.role, table, label, device_ms(args.role, settings.device_days), cmd_user.by(),
                args.minutes * MINUTE_MS,
            )  # fmt: skip
        finally:
            people.close()
    except GatewayError as e:
        raise CommandError(str(e)) from None
    link = f"{site}/pair/{code}"
    if not args.no_qr:
        segno.make(link, error="m").terminal(compact=True)
    print(link)
    return 0
