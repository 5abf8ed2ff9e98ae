"""What is on the air at each table, and what comes next: chosen by the crew, kept over a restart.

``program`` is what the overlays show, ``preview`` what the crew prepares; ``take`` makes the one of
the other. ``rundown`` holds the lower thirds to come, in order. Nothing here knows a card.
"""

import json
import re
import threading
from pathlib import Path

from gateway.errors import BadRequest
from gateway.process.atomic import write_text

TEXT_MAX = 240  # characters of a ticker or a line of a lower third
RUNDOWN_MAX = 50
HOLD_MS_MAX = 60_000  # so long a folded hand may stay on the air
NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
THEME_FILE = re.compile(NAME.pattern + r"\.css")

LAYOUTS = ("column", "row", "round")
REVEALS = ("released", "end", "showdown", "never")  # from the loosest to the strictest
# what a field may be, and what it is at first; ``bool``, ``text``, ``name``, a number's most
CHOICES = {
    "layout": (LAYOUTS, "column"),
    "units": (("chips", "bb", "both"), "chips"),
    "format": (("exact", "short"), "exact"),
    "deck": (("4", "2"), "4"),
    "reveal": (REVEALS, "released"),
    "fold": (("dim", "hide"), "dim"),
    "fold_ms": (HOLD_MS_MAX, 0),
    "theme": ("name", "feltwire"),
    "currency": ("text", ""),
    "ticker": ("text", ""),
    "strips": ("bool", True),
    "board": ("bool", True),
    "bug": ("bool", True),
    "action": ("bool", True),
    "equity": ("bool", True),
    "outs": ("bool", False),
    "stats": ("bool", False),
    "photos": ("bool", False),
    "clock": ("bool", False),
}
# kind of a lower third -> the fields it needs
LOWERS = {
    "player": ("seat",), "chips": ("seat",), "out": (), "leaders": (), "payouts": (),
    "jump": (), "level": (), "text": ("head",), "talk": ("head",),
}  # fmt: skip
ACTS = ("take", "cut", "clear", "hide", "show", "next", "back")


def stricter(one, other):
    """The stricter of two reveal policies."""
    return max(one, other, key=REVEALS.index)


def fresh():
    """What is on the air of a table nobody has touched."""
    return {**{name: first for name, (_kind, first) in CHOICES.items()}, "lower": None}


def checked(values):
    """Fields of a program as they may be kept; BadRequest names the first that cannot be."""
    if not isinstance(values, dict):
        raise BadRequest("a program is an object of fields", 422, "malformed")
    return {name: _field(name, value) for name, value in values.items()}


def _field(name, value):
    if name == "lower":
        return None if value is None else lower(value)
    if name not in CHOICES:
        raise BadRequest(f"{name[:40]}: no such field of a program", 422, "malformed")
    kind = CHOICES[name][0]
    if kind == "bool":
        good = isinstance(value, bool)
    elif kind == "text":
        good = isinstance(value, str) and len(value) <= TEXT_MAX and _plain(value)
    elif kind == "name":
        good = isinstance(value, str) and NAME.fullmatch(value)
    elif isinstance(kind, int):
        good = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= kind
    else:
        good = value in kind
    if not good:
        raise BadRequest(f"{name}: {str(value)[:40]!r} cannot be shown", 422, "malformed")
    return value


def lower(value):
    """A lower third as it may be kept: ``{"kind", "seat"?, "head"?, "text"?}``."""
    if not isinstance(value, dict) or value.get("kind") not in LOWERS:
        kinds = ", ".join(LOWERS)
        raise BadRequest(f"a lower third has a kind, one of {kinds}", 422, "malformed")
    made = {"kind": value["kind"]}
    for name in ("head", "text"):
        if value.get(name) is not None:
            made[name] = _field("ticker", value[name])
    if value.get("seat") is not None:
        seat = value["seat"]
        if not isinstance(seat, int) or isinstance(seat, bool) or not 1 <= seat <= 10:
            raise BadRequest("seat: a whole number from 1 to 10", 422, "malformed")
        made["seat"] = seat
    for name in LOWERS[value["kind"]]:
        if name not in made:
            raise BadRequest(
                f"a lower third of kind {value['kind']} needs {name}", 422, "malformed"
            )
    return made


def _plain(text):
    return all(c.isprintable() for c in text)


class OnAir:
    """The program of every table. ``folder``: where it is kept; ``changed(table)`` after each act.

    All may be called from any thread.
    """

    def __init__(self, folder, changed=None):
        self._folder = Path(folder)
        self._changed = changed or (lambda table: None)
        self._lock = threading.Lock()
        self._tables = {}

    def of(self, table):
        """``{"program", "preview", "rundown", "done", "hidden", "n"}`` of a table, a copy."""
        with self._lock:
            return json.loads(json.dumps(self._state(table)))

    def _state(self, table):
        if table not in self._tables:
            self._tables[table] = self._read(table)
        return self._tables[table]

    def _path(self, table):
        safe = "".join(c if c.isalnum() or c in "-_" else f"%{ord(c):02x}" for c in table)
        return self._folder / "onair" / f"{safe}.json"

    def _read(self, table):
        first = {
            "program": fresh(), "preview": fresh(), "rundown": [], "done": [],
            "hidden": False, "n": 0,
        }  # fmt: skip
        try:
            kept = json.loads(self._path(table).read_text())
            for name in ("program", "preview"):
                first[name] |= checked(kept[name])
            first["rundown"] = [lower(x) for x in kept["rundown"]]
            first["hidden"], first["n"] = bool(kept["hidden"]), int(kept["n"])
        except (OSError, ValueError, TypeError, KeyError, BadRequest):
            pass  # none yet, or of another version: the crew sets it up anew
        return first

    def prepare(self, table, values):
        """Change the preview: only the fields that are given."""
        values = checked(values)
        return self._do(table, lambda s: s["preview"].update(values))

    def rundown(self, table, lowers):
        """Set the lower thirds to come."""
        if not isinstance(lowers, list) or len(lowers) > RUNDOWN_MAX:
            raise BadRequest(f"a rundown is a list of {RUNDOWN_MAX} at most", 422, "malformed")
        made = [lower(x) for x in lowers]
        return self._do(table, lambda s: s.update(rundown=made, done=[]))

    def act(self, table, act):
        """Carry out one of ACTS. BadRequest (404) for another word."""
        if act not in ACTS:
            raise BadRequest(f"{act[:20]}: one of {', '.join(ACTS)}", 404, "no_such_act")
        return self._do(table, lambda s: _ACTS[act](s))

    def _do(self, table, change):
        with self._lock:
            state = self._state(table)
            change(state)
            state["n"] += 1
            text = json.dumps(state, indent=1)
            made = json.loads(text)
            try:
                write_text(self._path(table), text)
            except OSError as e:
                raise BadRequest(f"not kept: {e.strerror}", 503, "not_stored") from None
        self._changed(table)
        return made


def _take(state):
    state["program"] = dict(state["preview"])
    state["hidden"] = False


def _cut(state):
    """The preview's lower third alone, at once."""
    state["program"]["lower"] = state["preview"]["lower"]


def _clear(state):
    state["program"]["lower"] = None
    state["program"]["ticker"] = ""


def _next(state):
    """The next lower third of the rundown; after the last one, none."""
    now = state["program"]["lower"]
    if now is not None:
        state["done"] = [*state["done"], now][-RUNDOWN_MAX:]
    state["program"]["lower"] = state["rundown"].pop(0) if state["rundown"] else None


def _back(state):
    """The lower third before this one, which is the next again."""
    if state["done"]:
        if state["program"]["lower"] is not None:
            state["rundown"].insert(0, state["program"]["lower"])
        state["program"]["lower"] = state["done"].pop()


_ACTS = {
    "take": _take, "cut": _cut, "clear": _clear, "next": _next, "back": _back,
    "hide": lambda s: s.update(hidden=True), "show": lambda s: s.update(hidden=False),
}  # fmt: skip
