"""``--config FILE`` on every command: one file says where things lie and whom to ask.

Commands that read the whole file have the option themselves (``up``, ``gateway``, ``user``, ...).
All others get it here. What the file sets takes the place of an option's default: each path below
``var`` lies in ``data_dir`` instead, and the options of ``SAME`` and ``ADDRESS`` are what the
gateway's are. What is typed goes before the file, as everywhere (``tools.install.configfile``).
"""

import argparse
from pathlib import Path, PurePath

DATA = "var"  # what the options' defaults begin with: the setting data_dir's own (a test compares)
SAME = ("mqtt_host", "mqtt_port", "mqtt_user", "mqtt_password_file", "rulebook")
# Not of `flash` and `config`: what the gateway calls its broker is not what a controller dials.
ADDRESS = (("image", "broker"), ("calibrate", "broker"))


class Written(argparse.Action):
    """``--config`` as it was read before the other options; an abbreviation was not."""

    def __init__(self, *args, read=None, **more):
        super().__init__(*args, **more)
        self.read = read

    def __call__(self, parser, namespace, values, option_string=None):
        if values != self.read:
            parser.error("write --config in full, and once")
        setattr(namespace, self.dest, values)


def path_of(argv):
    """File that ``--config`` names on a command line; None where it does not."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    first.add_argument("--config")
    try:
        return first.parse_known_args(argv)[0].config
    except argparse.ArgumentError:  # without a file: the command's own parser says it
        return None


def leaves(parser):
    """The parsers of a command's subcommands; itself where it has none."""
    subs = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    if not subs:
        yield parser
    for sub in subs:
        for inner in sub.choices.values():
            yield from leaves(inner)


def add(parser, command, argv):
    """Give every subcommand the option and, with a file, its defaults. CommandError for a bad one.

    ``parser``: of the command, with all its own arguments; ``argv``: the whole command line.
    """
    without = [p for p in leaves(parser) if "--config" not in p._option_string_actions]
    path = path_of(argv) if without else None
    settings, named = None, ()
    if path is not None:
        from tools.install import configfile  # most command lines need none: loaded where asked for

        settings, named = configfile.read(path)[:2]
    for leaf in without:
        given = (
            {a.dest: _of_file(a, command, settings, named) for a in leaf._actions} if path else {}
        )
        takes = any(_default(a, command) for a in leaf._actions)
        leaf.add_argument(
            "--config", action=Written, read=path, dest="config_file", metavar="FILE",
            help="TOML file of settings (docs/settings.md): "
            + ("its folder, broker and rulebook are the defaults" if takes else "it is checked"),
        )  # fmt: skip
        leaf.set_defaults(**{name: value for name, value in given.items() if value is not None})


def _default(action, command):
    """Whether a file of settings may say what an option is when it is not typed."""
    return action.option_strings and (
        _in_data(action.default) or action.dest in SAME or (command, action.dest) in ADDRESS
    )


def _in_data(default):
    return isinstance(default, (str, PurePath)) and PurePath(default).parts[:1] == (DATA,)


def _of_file(action, command, settings, named):
    """Default of an option by the file; None: it stays as it is."""
    if not _default(action, command):
        return None
    if _in_data(action.default) and "data_dir" in named:
        made = Path(settings.data_dir, *PurePath(action.default).parts[1:])
        return made if isinstance(action.default, PurePath) else str(made)
    if action.dest in SAME and action.dest in named:
        return getattr(settings, action.dest)
    if (command, action.dest) in ADDRESS and {"mqtt_host", "mqtt_port"} & set(named):
        return f"{settings.mqtt_host}:{settings.mqtt_port}"
    return None
