"""The modules of a tree made for an image, as syntax: what their names mean, and changes in place.

What changes a tree (``constants``, ``names``) replaces words and keeps every line where it is, so
that a traceback's line is the line of the source.
"""

import ast
import re
from collections import Counter, defaultdict
from pathlib import Path

WORD = re.compile(r"[A-Za-z_]\w*")
# What may hold other nodes: not ``ast.Load``, ``ast.Add`` and their like.
HOLDING = (
    ast.stmt, ast.expr, ast.arguments, ast.arg, ast.keyword, ast.alias, ast.comprehension,
    ast.excepthandler, ast.withitem, ast.match_case, ast.pattern,
)  # fmt: skip
ATOMS = {"arg", "attr", "ctx", "id", "kind", "level", "module", "op", "ops", "type_comment"}
TEXTS = ("id", "attr", "arg", "name", "asname")
NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
BINDING = (
    *NAMED, ast.Name, ast.arg, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal,
    ast.ExceptHandler,
)  # fmt: skip


class _Of(dict):
    """What holds for a class of nodes, found out once."""

    def __init__(self, find):
        self.find = find

    def __missing__(self, kind):
        found = self[kind] = self.find(kind)
        return found


_holds = _Of(lambda kind: issubclass(kind, HOLDING))
_fields = _Of(lambda kind: [f for f in kind._fields if f not in ATOMS and kind != ast.Constant])
_texts = _Of(lambda kind: [f for f in kind._fields if f in TEXTS])
_names = _Of(lambda kind: bool(_texts[kind]) or issubclass(kind, BINDING))
_binding = _Of(lambda kind: issubclass(kind, BINDING))


class Source:
    """One module: ``name`` (``firmware.table.zones``), ``path``, ``text`` and ``tree``.

    ``nodes``: every node of the tree, each before what it holds; contexts and operators, which hold
    nothing, are left out. All that asks walks this list: walking the syntax anew costs ten times as
    much, and an image asks a dozen times.
    ``naming``: of these the nodes that have a name in themselves, and imports.
    ``bound``: how often each name is bound, in whatever scope; ``imports``: what a name stands for
    that an import binds and nothing else, as ``(module, name)`` or ``(module, None)``; ``loads``:
    function of the module -> the module that it loads and returns, and does nothing else.
    """

    def __init__(self, name, path):
        self.name = name
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text, str(path))
        self.nodes = []
        self._spans = {}  # node -> where in ``nodes`` it and what it holds stand
        self._list(self.tree)
        self.naming = [node for node in self.nodes if _names[node.__class__]]
        binding = [node for node in self.naming if _binding[node.__class__]]
        self.bound = Counter(bound for node in binding for bound in binds(node))
        self.imports, self.loads = {}, {}

    def _list(self, node):
        begin = len(self.nodes)
        self.nodes.append(node)
        for child in children(node):
            self._list(child)
        self._spans[node] = begin, len(self.nodes)

    def within(self, node):
        """A node and all that it holds."""
        begin, end = self._spans[node]
        return self.nodes[begin:end]

    def link(self, modules):
        """Find what the imports mean; ``modules``: the names of the modules of the image."""
        self.imports, self.loads = {}, {}
        found = defaultdict(list)
        for node in self.nodes:
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    meant = (whole, None) if whole in modules else (node.module, alias.name)
                    found[alias.asname or alias.name].append(meant)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.asname or "." not in alias.name:
                        found[alias.asname or alias.name].append((alias.name, None))
        for name, meant in found.items():
            if len(set(meant)) == 1 and self.bound[name] == len(meant):
                self.imports[name] = meant[0]
        for node in self.tree.body:
            loaded = _loaded(node)
            if loaded and self.bound[node.name] == 1:
                whole = ".".join(loaded)
                if whole in modules:
                    self.loads[node.name] = whole

    def module_of(self, value, modules):
        """The name of the module of the image that a value is, None where it is none, or may be
        another; ``modules``: the Sources of the image, by name."""
        if isinstance(value, ast.Name):
            meant = self.imports.get(value.id)
            return meant[0] if meant and meant[1] is None and meant[0] in modules else None
        if not isinstance(value, ast.Call) or value.args or value.keywords:
            return None
        if isinstance(value.func, ast.Name):
            module, name = self.imports.get(value.func.id, (self.name, value.func.id))
        elif isinstance(value.func, ast.Attribute):
            module, name = self.module_of(value.func.value, modules), value.func.attr
        else:
            return None
        return modules[module].loads.get(name) if module in modules else None

    def words(self):
        """The words in its texts, docstrings left out: what may be looked up by its name."""
        docs = {id(_docstring(node)) for node in self.nodes if "body" in node._fields}
        for node in self.nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if id(node) in docs:
                    continue
                yield from WORD.findall(node.value)

    def names(self):
        """Every name in the module."""
        return {name for node in self.naming for name in names(node)}

    def write(self, edits):
        """Replace spans of the text, see ``span``; line breaks are kept."""
        if not edits:
            return
        lines = [line.encode() for line in self.text.splitlines(keepends=True)]
        for (line, begin, last, end), new in sorted(edits, reverse=True):
            rest = lines[last][end:]
            breaks = b"\n" * (last - line - new.count("\n"))
            lines[line : last + 1] = [lines[line][:begin] + new.encode() + breaks + rest]
        self.path.write_text(b"".join(lines).decode(), encoding="utf-8")


def read(folder, before=None):
    """The Sources of the modules in a folder, by name; ``before``: those of an earlier reading, of
    which modules that are the same now are taken."""
    before = before or {}
    found = {}
    for path in sorted(Path(folder).rglob("*.py")):
        rel = path.relative_to(folder).with_suffix("")
        name = ".".join(rel.parts).removesuffix(".__init__")
        source = before.get(name)
        if source is None or source.text != path.read_text(encoding="utf-8"):
            source = Source(name, path)
        found[name] = source
    for source in found.values():
        source.link(found)
    return found


def _loaded(node):
    """``(package, module)`` of a function that imports one module and returns it, else None."""
    if not isinstance(node, ast.FunctionDef) or len(node.body) < 2:
        return None
    *before, loads, gives = node.body
    if any(not isinstance(part, ast.Expr) for part in before):
        return None
    if not isinstance(loads, ast.ImportFrom) or len(loads.names) != 1 or loads.level:
        return None
    alias = loads.names[0]
    given = gives.value if isinstance(gives, ast.Return) else None
    if not isinstance(given, ast.Name) or given.id != (alias.asname or alias.name):
        return None
    return loads.module, alias.name


def children(node):
    """What a node holds, contexts and operators left out."""
    found = []
    for field in _fields[node.__class__]:
        value = getattr(node, field, None)
        if value.__class__ is list:
            found += [part for part in value if _holds[part.__class__]]
        elif _holds[value.__class__]:
            found.append(value)
    return found


def span(node):
    """Where a node stands: line, column, last line, end column; from 0, columns in bytes."""
    return node.lineno - 1, node.col_offset, node.end_lineno - 1, node.end_col_offset


def _docstring(node):
    body = getattr(node, "body", None)
    if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
        return body[0].value
    return None


def binds(node):
    """The names a node binds or unbinds."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, NAMED):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        for alias in node.names:
            yield alias.asname or alias.name.split(".")[0]
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name


def names(node):
    """The names a node of the syntax has in itself."""
    for field in _texts[node.__class__]:
        value = getattr(node, field, None)
        if isinstance(value, str):
            yield value
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names
