"""What can be changed in a file: one operator or one integer at a time."""

import ast
import io
import tokenize

# Each operator's nearest neighbours: what a slip of the author would have written.
COMPARISONS = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
    "is": ("is not",),
    "is not": ("is",),
    "in": ("not in",),
    "not in": ("in",),
}
ARITHMETIC = {
    "+": ("-",),
    "-": ("+",),
    "*": ("//",),
    "//": ("*",),
    "%": ("//",),
    "+=": ("-=",),
    "-=": ("+=",),
}
BOOLEAN = {"and": ("or",), "or": ("and",)}
OPERATORS = {**COMPARISONS, **ARITHMETIC, **BOOLEAN}


class Change:
    """One replacement: lines count from 1, columns from 0, both as in the file's text.

    ``first``: first line of the statement it is in. ``inside``: False when that statement runs
    on import only; ``users`` are then the lines of functions that use a name it defines.
    """

    def __init__(self, first, inside, users, place, old, new):
        self.first = first
        self.inside = inside
        self.users = users
        self.line, self.column = place
        self.old = old
        self.new = new

    def apply(self, source):
        """The text with the change made."""
        lines = source.splitlines(keepends=True)
        line = lines[self.line - 1]
        end = self.column + len(self.old)
        assert line[self.column : end] == self.old, (line, self.old)
        lines[self.line - 1] = line[: self.column] + self.new + line[end:]
        return "".join(lines)


def changes(source):
    """For each place of ``source`` that can be changed, in its order, the changes possible there.

    Left alone: text (``%`` and ``+`` on literals), sequences repeated and indices of ``range``
    are numbers like any other.
    """
    tree = ast.parse(source)
    found = _Finder(source, _users(tree))
    found.visit(tree)
    return [found.places[k] for k in sorted(found.places)]


def _users(tree):
    """First line of a statement outside functions -> lines in functions that use its names."""
    used = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                    used.setdefault(node.id, set()).add(node.lineno)
    users = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            names = [
                n.id for t in statement.targets for n in ast.walk(t) if isinstance(n, ast.Name)
            ]
            users[statement.lineno] = set().union(*[used.get(name, set()) for name in names])
    return users


class _Finder(ast.NodeVisitor):
    def __init__(self, source, users):
        self.users = users
        self.places = {}
        self.first = 0
        self.depth = 0
        self.tokens = [
            t
            for t in tokenize.generate_tokens(io.StringIO(source).readline)
            if t.type in (tokenize.OP, tokenize.NAME)
        ]

    def visit(self, node):
        if isinstance(node, ast.stmt):
            before, self.first = self.first, node.lineno
            super().visit(node)
            self.first = before
        else:
            super().visit(node)

    def visit_FunctionDef(self, node):
        for default in node.args.defaults:
            self.visit(default)
        self.depth += 1
        for statement in node.body:
            self.visit(statement)
        self.depth -= 1

    def visit_Compare(self, node):
        left = node.left
        for right in node.comparators:
            self._operator(left, right)
            left = right
        self.generic_visit(node)

    def visit_BoolOp(self, node):
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._operator(left, right)
        self.generic_visit(node)

    def visit_BinOp(self, node):
        if not (_is_text(node.left) or _is_text(node.right)):
            self._operator(node.left, node.right)
        self.generic_visit(node)

    def visit_AugAssign(self, node):
        self._operator(node.target, node.value)
        self.generic_visit(node)

    def visit_UnaryOp(self, node):
        if isinstance(node.op, ast.Not):
            self._add((node.lineno, node.col_offset), "not ", ("",))
        self.generic_visit(node)

    def visit_Constant(self, node):
        if type(node.value) is int:
            place = (node.lineno, node.col_offset)
            text = str(node.value)
            # Numbers written otherwise (0x40, 1_000) are names of things rather than amounts.
            if node.end_col_offset - node.col_offset == len(text):
                self._add(place, text, (str(node.value + 1), str(node.value - 1)))

    def _operator(self, left, right):
        """Note the operator between two operands."""
        start, end = (left.end_lineno, left.end_col_offset), (right.lineno, right.col_offset)
        between = [t for t in self.tokens if start <= t.start and t.end <= end]
        between = [t for t in between if t.string not in "()"]
        if not between:
            return
        old = " ".join(t.string for t in between)
        one_line = between[0].start[0] == between[-1].start[0]
        if old in OPERATORS and one_line:
            self._add(between[0].start, old, OPERATORS[old])

    def _add(self, place, old, new):
        users = set() if self.depth else self.users.get(self.first, set())
        made = [Change(self.first, self.depth > 0, users, place, old, text) for text in new]
        self.places[place] = made


def _is_text(node):
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
