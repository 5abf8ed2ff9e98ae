"""Gives names short ones that many share, in a tree made for an image.

The interpreter keeps each name it meets in a table on the heap, its text in the ROM or not: what
counts is how many there are. Names that never meet in one module nor in one object get the same
name. A name may change when the image defines it and reaches it by ``self``, in its module, or by
an import of that module, also one that a function makes and returns, and in no other way anywhere.
What is asked of an object that could be any changes only when it is an attribute throughout, of the
image's own classes alone; two of these get the same name when no object has both. What stands in a
text stays, and so do parameters that are given by name; others are numbered.
"""

import array
import ast
import hashlib
import io
import re
import socket
import ssl
from collections import defaultdict
from itertools import count, islice, product
from string import ascii_lowercase, ascii_uppercase

from tools.install.images import sources
from tools.install.images.sources import span

PRIVATE = re.compile(r"_[A-Za-z][A-Za-z0-9_]*")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (*FUNCTIONS, *COMPREHENSIONS, ast.ClassDef)
# What the board's own program calls, and the interpreter where it takes an object for a file or a
# block device:
ENTRIES = {
    "main", "close", "flush", "ioctl", "read", "readblocks", "readinto", "readline", "seek",
    "write", "writeblocks",
}  # fmt: skip
# Attributes that objects of the interpreter or its port have: an object of ours may share one of
# them with an object that is not. The types both interpreters have, then what the classes of
# MicroPython 1.26's machine, network, neopixel, select, ssl, vfs, esp32 and rp2 add
# (https://docs.micropython.org); a test compares with the stubs of both ports.
TYPES = (
    array.array, bytearray, bytes, dict, float, frozenset, hashlib.sha256(), int, io.BytesIO,
    io.FileIO, io.StringIO, io.TextIOWrapper, list, memoryview, object, OSError, range, set,
    socket.socket, ssl.SSLContext, ssl.SSLSocket, str, tuple, type, (lambda: 0), (n for n in ()),
)  # fmt: skip
PORTS = """
    active any atten bits block bpp buf calibration callback channel clear config connect datetime
    deinit disconnect disconnected drive duty duty_ns duty_u16 erase feed fill find flash freq
    get_next_update high ifconfig ilistdir info init ioctl ipconfig ipoll irq isconnected listdir
    lock low mem_free mode modify mount n now off on open polarity poll pull quiet read_u16 read_uv
    readblocks register regs reset rx_fifo scan sendbreak set_boot sock stat state_machine status
    statvfs toggle trigger txdone umount unregister value write_readinto writeblocks
"""
FOREIGN = frozenset(PORTS.split()).union(*map(dir, TYPES))
# The board's own program hands an image what it chose, in objects of these modules (``Booted`` and
# its header); there they have the names of the source.
HANDED_OVER = ("firmware.image.loader", "firmware.image.header")
CLASS = re.compile(r"(?<=')\w+(?=' object)")
FRAME = re.compile(r'File "([\w.]+)", line \d+, in (\w+)')
ATTRIBUTE = re.compile(r"(?<=attribute ')\w+(?=')|(?<=name ')\w+(?=')")


def shorten(folder, kept=(), before=None):
    """Rename in the modules of ``folder``. ``kept``: names that must stay besides; ``before``: see
    ``sources.read``.

    Returns the map to read tracebacks by: module -> short name -> name in the source.
    """
    modules = sources.read(folder, before)
    image = _Image(modules, kept)
    short = _shared(image.places, _short_names(image.used, ascii_lowercase))
    asked = _shared(image.asked, _short_names(image.used, ascii_uppercase))
    names = {}
    for name, source in modules.items():
        mine = {old: short[old] for old in image.free[name] if old in short}
        numbers = _parameters(source, image.fixed | mine.keys())
        edits = dict(_attributes(source, asked))
        source.write([*_renamed(source, mine), *numbers.items(), *edits.items()])
        known = {new: {old} for old, new in mine.items()}
        for node in source.nodes:
            old = getattr(node, "attr", getattr(node, "name", None))
            if old in asked:
                known.setdefault(asked[old], set()).add(old)
        if known:
            names[name] = {new: "/".join(sorted(olds)) for new, olds in sorted(known.items())}
    return names


def explained(text, names):
    """A console's text with the names of the source in its tracebacks; ``names``: a map."""
    out, module = [], {}
    for line in text.splitlines(keepends=True):
        frame = FRAME.search(line)
        if frame:
            module = names.get(frame[1], {})
            at, real = frame.start(2), module.get(frame[2], frame[2])
            line = line[:at] + real + line[frame.end(2) :]
        else:
            line = ATTRIBUTE.sub(lambda m, known=module: known.get(m[0], m[0]), line)
            line = CLASS.sub(lambda m, known=module: _class(m[0], known, names), line)
        out.append(line)
    return "".join(out)


def _class(short, module, names):
    """The name of a class, whichever module it is of; all it may be when that is not known."""
    if short in module or not short.startswith("_"):
        return module.get(short, short)
    return "/".join(sorted({of[short] for of in names.values() if short in of})) or short


def used(folder, paths):
    """Every name in some modules of a folder; ``paths``: relative to it."""
    modules = [sources.Source(str(path), folder / path) for path in paths]
    return {name for source in modules for name in source.names()}


class _Image:
    """What the modules of an image say about names.

    ``free``: module -> its names that may change, ``places``: each of these -> where it stands, the
    modules and, of what objects have, the kin;
    ``asked``: attribute that may change wherever it is asked for -> where classes have it;
    ``fixed``: names of parameters that may not; ``used``: every name there is; ``kin``: module ->
    modules whose classes inherit from one another, named by the first.
    """

    def __init__(self, modules, kept):
        self.used = set(kept)
        self.fixed = set(kept)
        self.modules, modules = modules, modules.values()
        stay = {part for name in self.modules for part in name.split(".")} | {*kept, *ENTRIES}
        ours = {name for source in modules for name in _defined(source)}
        found = {}
        for source in modules:
            words = set(source.words())
            stay |= words
            self.fixed |= words
            names = found[source.name] = set()
            for node in source.naming:
                names.update(sources.names(node))
                stay.update(self._reached(node, source))
                if isinstance(node, ast.keyword) and node.arg:
                    self.fixed.add(node.arg)
            self.used |= names
        for name, names in found.items():
            found[name] = {n for n in names if PRIVATE.fullmatch(n) or n in ours} - stay
        self.free = found
        self.kin = _kin(modules)
        self.places = defaultdict(set)
        for module, names in self.free.items():
            held = self._held(self.modules[module])
            for name in names:
                self.places[name].add(module)
                if name in held:
                    self.places[name].add(("objects", self.kin[module]))
        self.asked = self._find_asked(modules, {*kept, *ENTRIES, *FOREIGN, *self.fixed})

    def _held(self, source):
        """The names that classes of a module and their objects have: these meet those of the
        classes they inherit from, or that inherit from them. What only a module has meets none."""
        held = set()
        for node in source.nodes:
            if isinstance(node, ast.Attribute):
                if source.module_of(node.value, self.modules) is None:
                    held.add(node.attr)
            elif isinstance(node, ast.ClassDef):
                for part in node.body:
                    if isinstance(part, (ast.Assign, *sources.NAMED)):
                        held.update(_targets(part))
        return held

    def _find_asked(self, modules, stay):
        """Attribute -> where classes of the image have it, for those that are attributes throughout
        and of none but these classes."""
        homes = defaultdict(set)
        stay |= self.places.keys()
        for source in modules:
            home = self.kin[source.name]
            for node in source.nodes:
                if isinstance(node, ast.Attribute):
                    base = getattr(node.value, "id", None)
                    meant = source.imports.get(base)
                    if isinstance(node.ctx, ast.Store) and base == "self":
                        homes[node.attr].add(home)
                    elif not isinstance(node.ctx, ast.Load) or (meant and meant[1] is None):
                        stay.add(node.attr)  # of an object, or a module, that could be any
                elif isinstance(node, ast.ClassDef):
                    for part in node.body:
                        if isinstance(part, FUNCTIONS[:2]):
                            homes[part.name].add(home)
                        stay.update(_own_names(source, part))
                elif isinstance(node, ast.Module):
                    for part in node.body:
                        if isinstance(part, (ast.Assign, *sources.NAMED)):
                            stay.update(_targets(part))
                elif isinstance(node, (ast.alias, ast.Global, ast.Nonlocal)):
                    stay.update(sources.names(node))
        handed = {self.kin[module] for module in HANDED_OVER if module in self.kin}
        return {
            name: at
            for name, at in homes.items()
            if name not in stay and not name.startswith("__") and not at & handed
        }

    def _reached(self, node, source):
        """The names a node reaches beyond the modules of the image and the object it stands in, or
        has no place of its own for."""
        if isinstance(node, ast.Attribute):
            if source.module_of(node.value, self.modules) is not None:
                return
            if getattr(node.value, "id", None) not in ("self", "cls"):
                yield node.attr
        elif isinstance(node, ast.Name):
            if not source.bound[node.id]:  # the interpreter's own
                yield node.id
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if node.module not in self.modules:
                    yield from sources.names(alias)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield from sources.names(alias)
        elif isinstance(node, (ast.keyword, ast.ExceptHandler, ast.Global, ast.Nonlocal)):
            yield from sources.names(node)


def _defined(source):
    """The names a module defines: of its own, of its classes and of their objects."""
    for node in source.nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, (ast.Module, ast.ClassDef)):
            for statement in node.body:
                if isinstance(statement, (ast.Assign, *sources.NAMED)):
                    yield from (n for n in _targets(statement) if not n.startswith("__"))


def _targets(statement):
    """The names a definition or an assignment binds in its own scope."""
    if isinstance(statement, sources.NAMED):
        yield statement.name
        return
    for target in statement.targets:
        yield from sources.binds(target)
        for part in getattr(target, "elts", ()):
            yield from sources.binds(part)


def _own_names(source, part):
    """The names a statement of a class's body binds or asks for in the class's own scope; of a
    method those around it, not its own name."""
    if isinstance(part, ast.ClassDef):
        yield part.name
        return
    inside = [part]
    if isinstance(part, FUNCTIONS):
        arguments = part.args
        inside = [*part.decorator_list, *arguments.defaults, *filter(None, arguments.kw_defaults)]
    for node in inside:
        for one in source.within(node):
            if isinstance(one, ast.Name):
                yield one.id


def _kin(modules):
    """Module -> the first of those it is bound to by inheritance."""
    kin = {source.name: source.name for source in modules}
    homes = defaultdict(set)  # name of a class -> modules that define one
    bases = []
    for source in modules:
        for node in source.nodes:
            if isinstance(node, ast.ClassDef):
                homes[node.name].add(source.name)
                bases += [(source.name, list(sources.names(base))) for base in node.bases]
    for module, names in bases:
        for home in sorted(set().union(*(homes[name] for name in names))):
            old, new = sorted((kin[module], kin[home]), reverse=True)
            kin = {name: new if first == old else first for name, first in kin.items()}
    return kin


def _shared(places, new_names):
    """Name -> short name, another one wherever two of them may meet; ``places``: name -> where."""
    taken = defaultdict(set)  # short name -> where it is in use
    names = list(islice(new_names, len(places)))
    short = {}
    for name in sorted(places, key=lambda name: (-len(places[name]), name)):
        short[name] = next(new for new in names if not taken[new] & places[name])
        taken[short[name]] |= places[name]
    return short


def _short_names(used, alphabet):
    """``_a``, ``_b`` ... ``_aa`` ..., as many as are wanted, of which none is in use."""
    for length in count(1):
        for letters in product(alphabet, repeat=length):
            name = "_" + "".join(letters)
            if name not in used:
                yield name


def _renamed(source, short):
    """The edits that rename the names of a module."""
    lines = [line.encode() for line in source.text.splitlines()]
    for node in source.nodes:
        if isinstance(node, ast.Name) and node.id in short:
            yield span(node), short[node.id]
        elif isinstance(node, ast.arg) and node.arg in short:
            yield span(node), short[node.arg]
        elif isinstance(node, ast.Attribute) and node.attr in short:
            _, _, line, end = span(node)
            yield (line, end - len(node.attr), line, end), short[node.attr]
        elif isinstance(node, ast.alias) and {node.name, node.asname} & short.keys():
            both = [short.get(name, name) for name in (node.name, node.asname) if name]
            yield span(node), " as ".join(both)
        elif isinstance(node, sources.NAMED) and node.name in short:
            line = node.lineno - 1
            begin = lines[line].index(node.name.encode(), node.col_offset)
            yield (line, begin, line, begin + len(node.name)), short[node.name]


def _attributes(source, short):
    """The edits that rename attributes, where they are asked for and where methods are defined."""
    lines = [line.encode() for line in source.text.splitlines()]
    for node in source.nodes:
        if isinstance(node, ast.Attribute) and node.attr in short:
            _, _, line, end = span(node)
            yield (line, end - len(node.attr), line, end), short[node.attr]
        elif isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, FUNCTIONS[:2]) and part.name in short:
                    line = part.lineno - 1
                    word = "def " if isinstance(part, ast.FunctionDef) else "async def "
                    begin = lines[line].index(part.name.encode(), part.col_offset + len(word))
                    yield (line, begin, line, begin + len(part.name)), short[part.name]


def _parameters(source, fixed):
    """The edits that number the parameters of a module's functions, which nobody gives by name."""
    numbering = _Numbering(source, fixed)
    numbering.visit(source.tree, {}, 0)
    return numbering.edits


class _Numbering:
    """Numbers for parameters. ``fixed``: names that stay; ``edits``: what is to be written."""

    def __init__(self, source, fixed):
        self.source, self.fixed = source, fixed
        self.edits = {}

    def visit(self, node, short, number):
        """Collect the edits in a piece of syntax; ``short``: the parameters in reach, of which the
        next gets ``number``."""
        if isinstance(node, FUNCTIONS):
            self._visit_function(node, short, number)
            return
        if isinstance(node, ast.Name) and node.id in short:
            self.edits[span(node)] = short[node.id]
        for child in sources.children(node):
            self.visit(child, short, number)

    def _visit_function(self, node, short, number):
        arguments = node.args
        for outer in (
            *arguments.defaults,
            *arguments.kw_defaults,
            *getattr(node, "decorator_list", ()),
        ):
            if outer is not None:
                self.visit(outer, short, number)
        body = node.body if isinstance(node.body, list) else [node.body]
        own = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        stay = self.fixed | self._bound_within(body) | {"self", "cls"}
        inner = dict(short)
        if short:
            hidden = self._bound_in(arguments, body)
            inner = {name: new for name, new in short.items() if name not in hidden}
        for argument in own:
            if argument.arg not in stay and not PRIVATE.fullmatch(argument.arg):
                inner[argument.arg] = f"_{number}"
                line, begin, _, _ = span(argument)
                self.edits[line, begin, line, begin + len(argument.arg)] = inner[argument.arg]
                number += 1
        for child in body:
            self.visit(child, inner, number)

    def _bound_in(self, arguments, body):
        """The names that are a function's own, whether by its parameters or by its body."""
        names = {a.arg for a in self.source.within(arguments) if isinstance(a, ast.arg)}
        for statement in body:
            names |= self._bound_by(statement)
        return names

    def _bound_within(self, body):
        """The names bound by what has a scope of its own in a function: they hide parameters."""
        names = set()
        for statement in body:
            for node in self.source.within(statement):
                if isinstance(node, SCOPES):
                    names |= self._bound_by(node)
                elif not isinstance(node, ast.Name):
                    names.update(sources.binds(node))
        return names

    def _bound_by(self, node):
        return {name for part in self.source.within(node) for name in sources.binds(part)}
