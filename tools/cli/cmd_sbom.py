"""``feltwire sbom``: the bill of materials (CycloneDX), and its check for known vulnerabilities."""

import importlib.util
import sys
from pathlib import Path

from gateway import extras
from tools.errors import CommandError


def add_arguments(parser):
    """Arguments of the command."""
    parser.add_argument("--out", type=Path, help="file to write; without it, standard output")
    parser.add_argument(
        "--check", action="store_true", help="look every part up in a list of vulnerabilities"
    )
    parser.add_argument("--service", choices=("pypi", "osv"), default="pypi", help="whose list")
    parser.add_argument("--osv-url", help="an OSV service of your own (a mirror)")


def run(args):
    """Print or check; 0 good, 1 a known vulnerability, 2 not everything was looked up."""
    if importlib.util.find_spec("cyclonedx") is None:
        raise CommandError(extras.missing("the bill of materials", "audit"))
    from tools.install import sbom

    if args.check:
        return check(*sbom.audit("osv" if args.osv_url else args.service, args.osv_url))
    if args.out:
        args.out.write_text(sbom.bill(), encoding="utf-8")
    else:
        sys.stdout.write(sbom.bill())
    return 0


def check(looked_up, known, unknown):
    """Print what an audit found; returns the exit code. What was not looked up is never good."""
    for name, version, what, mended in known:
        todo = f"take {' or '.join(mended)}" if mended else "no version mends it yet"
        print(f"{name} {version}: {what}; {todo}")
    if unknown:
        print(f"not looked up, the service does not know them: {', '.join(unknown)}")
    counts = f"{len(known)} known vulnerabilities, {len(unknown)} not looked up"
    print(f"{len(looked_up)} parts looked up, {counts}")
    if known:
        return 1
    return 2 if unknown or not looked_up else 0
