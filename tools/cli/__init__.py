"""``feltwire``: the command line. Each subcommand is a module of its own, imported when asked for.

A command module ``cmd_<name>.py`` here offers ``add_arguments(parser)`` and ``run(args) -> int``,
and ``configured(argv) -> dict`` when a configuration file gives its defaults; commands that do not
read that file themselves take ``--config`` all the same (``oneconfig``).
What a user got wrong is raised as ``CommandError``: one clear line on stderr, exit code 2.
"""

import argparse
import importlib
import math
import sys

from gateway import extras
from gateway.errors import GatewayError
from tools.cli import oneconfig
from tools.errors import CommandError

# What a person wants to do, and the commands for it: name, one-line help; the module of a command
# is tools.cli.cmd_<name>.
GROUPS = (
    ("see it", (
        ("up", "run broker, gateway and virtual tables, and show them in a browser"),
        ("play", "play recorded hands through the whole chain, headless"),
        ("table", "run one virtual table; 'table new' designs a table"),
        ("examples", "copy files to try the commands with into a folder"),
    )),
    ("ask the rules", (
        ("replay", "hand recorded acts straight to the rules engine"),
        ("adjudicate", "rule on cases, one answer a line"),
        ("desk", "decide cases of the tournament desk, one answer a line"),
        ("event", "keep an event in a log of entries, and ask the desk about it"),
        ("cash", "keep a cash room in a log of entries, and ask its desk"),
    )),
    ("run a venue", (
        ("gateway", "run the gateway"),
        ("vault", "run the process that alone knows cards; open cards early, audit"),
        ("broker", "run the embedded MQTT broker"),
        ("cluster", "set RabbitMQ up for several gateways"),
        ("doctor", "say what is wrong with an installation, and what to do"),
        ("caspar", "put an overlay on a layer of CasparCG, and play, stop or update it"),
        ("export", "write finished hands as PHH, Open Hand History, JSON or CSV"),
        ("video", "write a finished hand's file as a short video"),
        ("backup", "back the event log up into one checked file"),
        ("restore", "restore a backup, or try whether it could be"),
        ("verify", "show by the log alone that what was opened is what was dealt"),
    )),
    ("let people and devices in", (
        ("user", "people who may sign in, tokens for programs, revoking, who did what"),
        ("pair", "a one-time link and QR code for a tablet, a phone or an overlay"),
        ("pki", "certificates of broker, gateway and controllers; the broker's rules"),
    )),
    ("build a table and keep it right", (
        ("hardware", "write the building documents, check a table's circuit"),
        ("config", "make a controller's configuration from a table description"),
        ("flash", "provision a controller at a serial port"),
        ("image", "build, sign, check and send a controller's program image"),
        ("enrol", "enrol decks and chips on a PC/SC reader"),
        ("deck", "check, audit, replace, retire, carry decks"),
        ("calibrate", "read a test tag on every zone, set thresholds, find drift"),
    )),
    ("look into it", (
        ("trace", "replay what a controller read, without any radio"),
        ("bench", "measure rules, radio and delivery"),
        ("sbom", "list the parts that run here, and check them for vulnerabilities"),
    )),
)  # fmt: skip
COMMANDS = tuple(row for _title, rows in GROUPS for row in rows)


def parser_for(argv):
    """Parser of the subcommand of ``argv`` alone; where it names none, all of them in groups."""
    wanted = next((a for a in argv if not a.startswith("-")), None)
    one = [row for row in COMMANDS if row[0] == wanted]
    parser = argparse.ArgumentParser(
        prog="feltwire",
        usage=None if one else "feltwire [--help] [--version] COMMAND ...",
        description="An RFID smart poker table, its gateway and its rules engine.",
        epilog=None if one else _in_groups(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", help=argparse.SUPPRESS)
    for name, text in one or COMMANDS:
        sub = commands.add_parser(name, description=text[0].upper() + text[1:] + ".")
        if name == wanted:
            module = importlib.import_module(f"tools.cli.cmd_{name}")
            module.add_arguments(sub)
            sub.set_defaults(run=module.run)
            if hasattr(module, "configured"):
                sub.set_defaults(**module.configured(argv))
            oneconfig.add(sub, name, argv)
    return parser


def _in_groups():
    """The commands as a person looks for them."""
    width = max(len(name) for name, _text in COMMANDS)
    lines = []
    for title, rows in GROUPS:
        lines += ["", f"{title}:", *(f"  {name:{width}}  {text}" for name, text in rows)]
    return "\n".join([*lines[1:], "", "feltwire COMMAND --help says more."])


class _Version(argparse.Action):
    """``--version``: looked up when it is asked for, which no other command waits for."""

    def __init__(self, option_strings, dest):
        text = "show program's version number and exit"
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help=text)

    def __call__(self, parser, *_):
        import importlib.metadata

        try:
            version = importlib.metadata.version("feltwire")
        except importlib.metadata.PackageNotFoundError:
            version = "of a clone that is not set up"
        print(f"feltwire {version}")
        parser.exit()


def _check_words(argv):
    """CommandError for words that mean nothing: empty ones, and what is no text.

    ``--data "$UNSET"`` would otherwise be the folder we are in, or the default one.
    """
    before = ""
    for word in argv:
        option, is_one, value = word.partition("=") if word.startswith("--") else ("", "", word)
        where = option or (before if before.startswith("--") else "an argument")
        if not word.isprintable():
            raise CommandError(f"{where.encode('ascii', 'replace').decode()} is no printable text")
        if not value and (is_one or not option):
            raise CommandError(f"{where} must not be empty")
        before = word


def _check_numbers(args):
    """CommandError for a number with a point that is none, such as nan."""
    for name, value in vars(args).items():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, float) and not math.isfinite(one):
                raise CommandError(f"--{name.replace('_', '-')} must be a finite number")


def main(argv=None):
    """Run a command; returns its exit code (2: the user's mistake, 130: interrupted)."""
    argv = sys.argv[1:] if argv is None else argv
    command = next((a for a in argv if not a.startswith("-")), "")
    try:
        _check_words(argv)
        parser = parser_for(argv)
        args = parser.parse_args(argv)
        if args.command is None:
            parser.print_help()
            return 2
        _check_numbers(args)
        return args.run(args) or 0
    except ModuleNotFoundError as error:
        extra = extras.of_module(error.name)
        if extra is None:
            raise
        print(f"feltwire {command}: {extras.missing('this', extra)}", file=sys.stderr)
        return 2
    except (CommandError, GatewayError) as error:
        print(f"feltwire {command}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()  # the reader went away (``| head``): nothing to complain about
        return 0
    except OSError as error:  # a folder where a file is wanted, a name too long, no right to it
        where = f"{str(error.filename)[:200]}: " if error.filename is not None else ""
        print(f"feltwire {command}: {where}{error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
