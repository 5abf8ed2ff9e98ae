"""What the graphics show of the event: a small JSON file, or the same sent by a program.

``<data>/broadcast/event.json``, read again when it changes. Every field may be missing:

    {"name": "Main Event", "day": "Day 2", "currency": "€", "entries": 512, "players_left": 43,
     "level": {"n": 12, "sb": 1000, "bb": 2000, "ante": 2000, "ends_at": 1790000000000},
     "next": {"sb": 1500, "bb": 3000, "ante": 3000},
     "payouts": [[1, 250000], [2, 160000]],
     "chips": {"Ana Ruiz": 1250000}, "out": [{"place": 44, "name": "Ben Okafor", "prize": 4200}],
     "people": {"Ana Ruiz": {"from": "ESP", "photo": "ana.jpg", "note": "Won this event in 2019"}}}

``ends_at`` is Unix time in ms while the clock runs; ``left_ms`` in its place while it stands.
"""

import json
import re
import threading
import time

from gateway.errors import BadRequest
from gateway.process.atomic import write_text

NAME, TEXT_MAX, NUMBER_MAX = "event.json", 200, 10**15
LIST_MAX = {"payouts": 2000, "out": 200}
PEOPLE_MAX = 3000
LOOK_S = 1.0  # between two looks at the file
PHOTO = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\.(?:jpg|jpeg|png|webp)")
LEVEL = ("n", "sb", "bb", "ante", "ends_at", "left_ms", "on_break")


def checked(values):
    """The event as it may be shown; BadRequest names the first field that cannot be."""
    if not isinstance(values, dict):
        raise _bad("the event", "is an object")
    made = {}
    for name, value in values.items():
        if name not in _FIELDS:
            raise _bad(name, "is no field of an event")
        made[name] = _FIELDS[name](name, value)
    return made


def _bad(name, why):
    return BadRequest(f"{str(name)[:40]} {why}", 422, "malformed")


def _text(name, value):
    if not isinstance(value, str) or len(value) > TEXT_MAX or not all(map(str.isprintable, value)):
        raise _bad(name, f"is a line of {TEXT_MAX} characters at most")
    return value


def _number(name, value):
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not 0 <= value <= NUMBER_MAX:
        raise _bad(name, "is a whole number from 0")
    return value


def _level(name, value):
    if not isinstance(value, dict) or set(value) - set(LEVEL):
        raise _bad(name, f"has {', '.join(LEVEL)}")
    return {k: bool(v) if k == "on_break" else _number(f"{name}.{k}", v) for k, v in value.items()}


def _payouts(name, value):
    if not isinstance(value, list) or len(value) > LIST_MAX[name]:
        raise _bad(name, "is a list of [place, prize]")
    for row in value:
        if not isinstance(row, list) or len(row) != 2:
            raise _bad(name, "is a list of [place, prize]")
        for part in row:
            _number(name, part)
    return sorted(value)


def _out(name, value):
    if not isinstance(value, list) or len(value) > LIST_MAX[name]:
        raise _bad(name, "is a list of who is out")
    kinds = {"place": _number, "name": _text, "prize": _number, "table": _text}
    return [_object(name, row, kinds) for row in value]


def _object(name, value, kinds):
    if not isinstance(value, dict) or set(value) - set(kinds):
        raise _bad(name, f"has {', '.join(kinds)}")
    return {k: kinds[k](f"{name}.{k}", v) for k, v in value.items()}


def _chips(name, value):
    if not isinstance(value, dict) or len(value) > PEOPLE_MAX:
        raise _bad(name, "is name -> chips")
    return {_text(name, k): _number(f"{name}.{k}", v) for k, v in value.items()}


def _photo(name, value):
    if not isinstance(value, str) or not PHOTO.fullmatch(value):
        raise _bad(name, "is a picture's file name in broadcast/photos")
    return value


def _people(name, value):
    if not isinstance(value, dict) or len(value) > PEOPLE_MAX:
        raise _bad(name, "is name -> from, photo, note")
    kinds = {"from": _text, "photo": _photo, "note": _text}
    return {_text(name, k): _object(f"{name}.{k}", v, kinds) for k, v in value.items()}


_FIELDS = {
    "name": _text, "day": _text, "currency": _text, "entries": _number, "players_left": _number,
    "level": _level, "next": _level, "payouts": _payouts, "chips": _chips, "out": _out,
    "people": _people,
}  # fmt: skip


def pay_jump(event):
    """``{"place", "now", "next"}``: what the next who goes out wins, and the place above; or None.

    Nobody is paid for a place the list does not name.
    """
    left, prizes = event.get("players_left"), dict(map(tuple, event.get("payouts") or ()))
    if not left or not prizes or left < 2:
        return None
    now = prizes.get(left, 0)
    better = [p for p in range(left - 1, 0, -1) if prizes.get(p, 0) > now]
    return {"place": better[0], "now": now, "next": prizes[better[0]]} if better else None


class EventFile:
    """The event as it is known now. ``folder``: where ``event.json`` lies.

    ``desk``: gives the same fields of the event this gateway keeps, ``{}`` without one. The file is
    laid over it: it has what no desk knows, and the last word.
    """

    def __init__(self, folder, clock=time.monotonic, desk=dict):
        self._path, self._clock, self.desk = folder / NAME, clock, desk
        self._lock = threading.Lock()
        self._looked = self._stamp = None
        self._file = {}  # its fields
        self._event, self.fault = {}, ""  # why the file is not shown, in one line

    def now(self):
        """The event (``{}`` where nothing is known); the last good one while the file is bad."""
        with self._lock:
            now = self._clock()
            if self._looked is None or now - self._looked >= LOOK_S:
                self._looked = now
                self._look()
                event = {**self.desk(), **self._file}
                if event != self._event:  # else the very same: scenes are made anew for another
                    self._event = event
            return self._event

    def look(self):
        """Look anew with the next ``now``: something has changed."""
        with self._lock:
            self._looked = None

    def _look(self):
        try:
            found = self._path.stat()
            stamp = found.st_mtime_ns, found.st_size, found.st_ino
            if stamp != self._stamp:
                self._stamp = stamp
                self._file, self.fault = checked(json.loads(self._path.read_text())), ""
        except FileNotFoundError:
            self._file, self._stamp, self.fault = {}, None, ""
        except BadRequest as e:
            self.fault = f"{self._path.name}: {e}"
        except (OSError, ValueError) as e:
            self.fault = f"{self._path.name} cannot be read: {str(e).splitlines()[0][:120]}"

    def put(self, values):
        """Take what a program sends, in place of the file. BadRequest for what cannot be shown."""
        text = json.dumps(checked(values), indent=1)
        try:
            write_text(self._path, text)
        except OSError as e:
            raise BadRequest(f"not kept: {e.strerror}", 503, "not_stored") from None
        with self._lock:
            self._looked = None
