"""``python -m tools.dev.watched``: write ``shared_rules/index.py`` from the modules' own handlers.

The index says which function sees which event (``shared_rules/watch.py``); nobody writes it twice.
``--check``: change nothing, exit code 1 when it is not what the modules say.
"""

import argparse
import ast
from importlib import import_module
from pathlib import Path

TABLES = ("HANDLERS", "AFTER", "RECORD", "FAMILIES")  # what a module says for the index
PLACE = Path(__file__).resolve().parents[2] / "shared_rules" / "index.py"
HEAD = '''"""Which function sees which event. ``tools/dev/watched.py`` writes it: do not edit.

A line without a blank before it is a kind of event (``after``: the looks after each event). The
lines below it are functions, with the families of games after ``/`` and the record they wait for
after ``?`` where there are such, and the ways of the moves.
"""

INDEX = """
'''


def text():
    """The whole file, from ``HANDLERS``, ``AFTER``, ``RECORD`` and ``FAMILIES`` of the modules."""
    from shared_rules import events, watch

    lines = []
    modules = [(name, import_module("shared_rules.hand." + name)) for name in watch.ORDER.split()]
    for kind in (*events.KINDS, "after"):
        rows = [line for name, module in modules for line in _lines(name, module, kind)]
        lines += [kind, *rows] if rows else []
    return HEAD + "\n".join(lines) + '\n"""\n'


def _lines(name, module, kind):
    """Lines of one module about one kind of event."""
    families = getattr(module, "FAMILIES", None)
    tail = [] if families is None else ["/" + ",".join(families)]
    if kind == "after":
        if hasattr(module, "AFTER"):
            yield _line(name, module, module.AFTER, tail, module.RECORD, None)
        return
    for what, function, *more in module.HANDLERS:
        if what == kind:
            ways, record = (*more, None, None)[:2]
            yield _line(name, module, function, tail, record, ways)


def _line(name, module, function, tail, record, ways):
    words = [f" {name}.{function.__name__}", *tail]
    if getattr(module, function.__name__) is not function:
        raise ValueError(f"{name}: {function.__name__} is not what the module calls so")
    if record is not None:
        words.append("?" + record)
    if ways is not None:
        words.append(",".join(ways.split()))
    return " ".join(words)


def bare(source):
    """A module's source without the tables that are in the index: a board does not load them."""
    lines = source.splitlines(keepends=True)
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) in TABLES:
            for at in range(node.lineno - 1, node.end_lineno):
                lines[at] = ""
    return "".join(lines)


def main(argv=None):
    """Write or check; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether it is up to date")
    args = parser.parse_args(argv)
    new = text()
    if PLACE.exists() and PLACE.read_text() == new:
        return 0
    if args.check:
        print(f"{PLACE.name} is not what the modules say: python -m tools.dev.watched writes it")
        return 1
    PLACE.write_text(new)
    print(f"{PLACE.name} written")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
