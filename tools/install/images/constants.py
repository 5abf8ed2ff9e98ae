"""Puts numbers and short texts in place of the names of constants, in a tree made for an image.

A module keeps a name and an entry of its dict for every constant it defines or imports, and the
interpreter keeps the text of the name; in bytecode a small number takes no room on the heap.
"""

import ast
import contextlib
import operator
import re
from collections import defaultdict

from tools.install.images import sources
from tools.install.images.sources import span

NAME = re.compile(r"_*[A-Z][A-Z0-9_]*")
SMALL = 2**30  # integers below need no object on the boards' 32 bits
INTERNED = 10  # characters of the longest text that is a name to the compiler, and no object
OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift, ast.BitOr: operator.or_, ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor, ast.USub: operator.neg, ast.Invert: operator.invert,
}  # fmt: skip


def fold(folder):
    """Replace the constants in the modules of ``folder``, and take their definitions out; gives
    the Sources as they were before."""
    modules = sources.read(folder)
    _Fold(modules).write()
    return modules


class _Fold:
    def __init__(self, modules):
        self.modules = modules
        self.defined = {}  # (module, name) -> (statement, expression)
        for module in modules.values():
            for statement in module.tree.body:
                for name, expression in _definitions(statement):
                    if module.bound[name] == 1:
                        self.defined[module.name, name] = statement, expression
        self.values = {}
        for key in self.defined:
            self._value(key)
        self.uses = defaultdict(list)  # (module, name) -> (source, node)
        self.loose = set()  # names that are looked up in what may be a module,
        self.changed = set()  # or assigned to there
        self.passed_on = set()  # (module, name) that another module imports, no constants
        for module in modules.values():
            self._find_uses(module)
        self.folded = {key for key in self.values if self._is_to_fold(key)}
        gone = {key for key in self.folded if key[1] not in self.loose}
        self.gone = {key for key in gone if self._partners(key) <= gone}

    def _partners(self, key):
        """What one statement defines together."""
        statement = self.defined[key][0]
        return {(key[0], name) for name, _ in _definitions(statement)}

    def _value(self, key):
        """The value of a constant, None when it is none."""
        if key not in self.values and key in self.defined:
            with contextlib.suppress(TypeError, ValueError, ZeroDivisionError):
                self.values[key] = self._evaluate(self.defined[key][1], self.modules[key[0]])
        return self.values.get(key)

    def _evaluate(self, node, module):
        """The number or text an expression stands for. Raises ValueError when it is neither."""
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, str, bytes)):
            return node.value
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) in ("const", "len"):
            value = self._evaluate(node.args[0], module)
            return value if node.func.id == "const" else len(value)
        if isinstance(node, ast.UnaryOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](self._evaluate(node.operand, module))
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            sides = self._evaluate(node.left, module), self._evaluate(node.right, module)
            if all(isinstance(side, int) for side in sides):
                return OPERATORS[type(node.op)](*sides)
        value = self._value(self._meant(node, module))
        if value is None:
            raise ValueError
        return value

    def _meant(self, node, module):
        """(module, name) of what an expression names, None when that is not known."""
        if isinstance(node, ast.Name):
            if (module.name, node.id) in self.defined:
                return module.name, node.id
            return self._through(module.imports.get(node.id))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            meant = module.imports.get(node.value.id)
            if meant and meant[1] is None:
                return self._through((meant[0], node.attr))
        return None

    def _through(self, meant):
        """Where a name comes from that a module has from another one."""
        while meant and meant not in self.defined:
            module = self.modules.get(meant[0])
            meant = module.imports.get(meant[1]) if module and meant[1] else None
        return meant

    def _find_uses(self, module):
        self.loose.update(module.words())
        for node in module.nodes:
            if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load):
                meant = self._meant(node, module)
                if meant in self.values:
                    self.uses[meant].append((module, node))
                elif isinstance(node, ast.Attribute) and not self._is_known(node.value, module):
                    self.loose.add(node.attr)
            elif isinstance(node, ast.Attribute) and not _is_own(node.value):
                self.changed.add(node.attr)
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if (alias.asname or alias.name) not in module.imports:
                        self.loose.add(alias.name)
                    elif (node.module, alias.name) not in self.defined:
                        self.passed_on.add((node.module, alias.name))

    def _is_known(self, node, module):
        """True when an expression cannot be a module of the image."""
        meant = module.imports.get(getattr(node, "id", None))
        return _is_own(node) or bool(meant and meant[0] not in self.modules)

    def _is_to_fold(self, key):
        """Numbers and names to the compiler; another object when one module alone makes it."""
        value = self.values[key]
        if key[1] in self.changed:
            return False
        if isinstance(value, int) and -SMALL <= value < SMALL:
            return True
        if isinstance(value, str) and len(value) <= INTERNED:
            return True
        return len({module.name for module, _ in self.uses[key]}) <= 1

    def write(self):
        """Write each module anew."""
        edits = defaultdict(dict)  # module -> span -> what stands there now
        for key in self.folded:
            for module, node in self.uses[key]:
                value = self.values[key]
                shown = f"({value!r})" if isinstance(value, int) and value < 0 else repr(value)
                edits[module.name][span(node)] = shown
        for name, module in self.modules.items():
            out = [self.defined[key][0] for key in self.gone if key[0] == name]
            removed = {span(statement): "pass" for statement in out}
            self._tidy_imports(module, edits[name], removed)
            kept = {s: new for s, new in edits[name].items() if not _is_inside(s, removed)}
            module.write([*kept.items(), *removed.items()])

    def _tidy_imports(self, module, replaced, removed):
        """Leave out of a module's imports what is no longer used."""
        before, now = set(), set()
        spans = [*removed, *replaced]
        lines = {line for first, _, last, _ in spans for line in range(first, last + 1)}
        for node in module.nodes if spans else ():
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                before.add(node.id)
                if node.lineno - 1 not in lines or not _is_inside(span(node), spans):
                    now.add(node.id)
        for node in module.nodes:
            if isinstance(node, ast.ImportFrom):
                kept = [
                    a
                    for a in node.names
                    if self._through((node.module, a.name)) not in self.gone
                    and ((a.asname or a.name) not in before - now or self._is_wanted(module, a))
                ]
                if len(kept) < len(node.names):
                    names = ", ".join(ast.unparse(a) for a in kept)
                    new = f"from {node.module} import {names}" if kept else "pass"
                    removed[span(node)] = new

    def _is_wanted(self, module, alias):
        """True when another module has from ``module`` what it imports."""
        name = alias.asname or alias.name
        return name in self.loose or (module.name, name) in self.passed_on


def _definitions(statement):
    """(name, expression) of the constants a statement of a module defines."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return
    target, value = statement.targets[0], statement.value
    pairs = [(target, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        if any(isinstance(part, ast.Starred) for part in (*target.elts, *value.elts)):
            return
        pairs = zip(target.elts, value.elts, strict=True)
    for name, expression in pairs:
        if isinstance(name, ast.Name) and NAME.fullmatch(name.id):
            yield name.id, expression


def _is_own(node):
    """True for ``self`` and ``cls``: no module."""
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def _is_inside(where, spans):
    """True when a place lies in one of the spans."""
    first, begin, last, end = where
    return any((a, b) <= (first, begin) and (last, end) <= (c, d) for a, b, c, d in spans)
