"""Reading a trace: its header and its lines, checked field by field.

A trace is JSON lines: a header, then dwells and keyed inputs (docs/detection.md). Nothing in it is
trusted: what cannot be used is left out with one line that names line and field, the rest goes on.
"""

import json
from dataclasses import dataclass, field

from shared_rules import games, rulebooks
from tools.hardware import description
from tools.virtual.recorded_plan import DECK

CARD = 0  # value of a card's tag, where a chip has its denomination
MAPS = ("stacks", "antes", "straddles", "bets")
COUNTS = ("sb", "bb", "ante", "bring_in", "small_bet", "big_bet", "pot")
FLAGS = ("collision", "crc_error")
SEATS = ("button", "sb_seat", "bb_seat")
WORDS = ("none", "fold", "check", "call", "bet", "raise", "complete", "all_in", "pot")
UIDS_MAX = 10_000  # remembered spellings
SEATS_MAX = 10  # of a table a trace may come from
BOM = "\ufeff"
DECODE = json.JSONDecoder().raw_decode
INTEGER_END = 1 << 62
SEPARATORS = str.maketrans("", "", " :-_.")


@dataclass
class Header:
    """What the first line says. ``deck``: UID -> card, ``chips``: UID -> denomination."""

    table: str = "nine_max"
    seats_max: int = 9
    antennas: list = field(default_factory=list)
    deck: dict = field(default_factory=dict)
    chips: dict = field(default_factory=dict)
    rulebook: str = "tda-2011"
    setup: dict | None = None  # the case language's, None when there are no stacks


@dataclass(slots=True)
class Dwell:
    """One reading of one antenna. ``torn``: None when the trace does not say it was cut short."""

    t_us: int
    antenna: str
    uids: tuple
    collision: bool = False
    crc_error: bool = False
    agc: int = 0
    torn: bool | None = None
    end_us: int = 0
    values: dict | None = None  # UID -> denomination, as the chip itself says
    line: int = 0  # of the file

    @property
    def at_us(self):
        """When the table code got it."""
        return self.end_us if self.end_us > self.t_us else self.t_us


@dataclass(slots=True)
class Pressed:
    """A keyed input."""

    t_us: int
    key: dict
    line: int = 0

    @property
    def at_us(self):
        """When it was pressed."""
        return self.t_us


def at_us(entry):
    """When the table code got an entry: the order they are taken in."""
    return entry.at_us


def uid_of(text):
    """A UID as 8 bytes (or as many as are written), however it is spelled; None when it is none."""
    if not isinstance(text, str):
        return None
    plain = text.strip().lower().removeprefix("0x").translate(SEPARATORS)
    try:
        return bytes.fromhex(plain) or None
    except ValueError:
        return None


def whole(value):
    """An integer of a JSON number (or its digits as text) that is one; None for anything else."""
    if type(value) is int:  # nearly always
        return value if -INTEGER_END < value < INTEGER_END else None
    if isinstance(value, str) and value.isascii() and value.strip().isdigit():
        value = int(value[:20])
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return int(value) if value == value // 1 and abs(value) < INTEGER_END else None


class Reader:
    """Reads the lines of a trace. ``complain(text)`` is called for each thing that is no use."""

    def __init__(self, complain):
        self.complain = complain
        self.bad = 0
        self.twice = 0  # lines that were there a second time
        self._uids = {}  # text -> UID: a trace holds the same ones again and again
        self._names = {}  # of antennas

    def read(self, lines):
        """``(header, entries)`` of an iterable of lines; entries are in the order of their time."""
        rows = self.each(lines)
        header = next(rows)
        return header, sorted(rows, key=at_us)  # stable: what is equally old stays in order

    def each(self, lines):
        """The header of an iterable of lines, then its entries in the order they stand in."""
        header = None
        before = ""
        for number, text in enumerate(lines, 1):
            text = text.strip().lstrip(BOM)
            if not text:
                continue
            if text == before:
                self.twice += 1
                continue
            before = text
            row = self._object(number, text)
            if header is None:
                if row is not None and ("antenna" in row or "key" in row):
                    self._bad(number, "header", "the first line must describe the table")
                    header = self.header(number, {})
                    yield header
                else:
                    header = self.header(number, row or {})
                    yield header
                    continue
            if row is not None:
                entry = self._entry(number, row)
                if entry is not None:
                    yield entry
        if self.twice:
            self.complain(f"{self.twice} lines are there twice, one after the other: taken once")
        if header is None:
            self._bad(1, "header", "the file holds no line")
            header = Header()
            self._table(1, header.table, header)
            yield header

    def _bad(self, number, name, what):
        self.bad += 1
        self.complain(f"line {number}: {name}: {what}")

    def _object(self, number, text):
        try:
            row, end = DECODE(text)  # it has been stripped, which loads() would do once more
            if end != len(text):
                row = json.loads(text)  # it says what is wrong
        except (ValueError, RecursionError) as error:
            self._bad(number, "line", f"not JSON ({error})")
            return None
        if not isinstance(row, dict):
            self._bad(number, "line", f"an object is needed, got {_kind(row)}")
            return None
        return row

    # -- header

    def header(self, number, row):
        """Header of the first line's object."""
        out = Header()
        self._table(number, row.get("table", out.table), out)
        out.deck = self._tags(number, row, "deck", self._card)
        out.chips = self._tags(number, row, "chips", _denomination)
        for uid in [u for u in out.chips if u in out.deck]:
            self._bad(number, "chips", "a UID is a card and a chip, too")
            del out.chips[uid]
        self._wider(row, out)
        book = row.get("rulebook")
        if book is not None:
            try:
                out.rulebook = rulebooks.get(book).name
            except (ValueError, TypeError, AttributeError):
                self._bad(number, "rulebook", f"{_short(book)} is not known, {out.rulebook} holds")
        given = dict(row, **row["setup"]) if isinstance(row.get("setup"), dict) else row
        out.setup = self._setup(number, given, out)
        return out

    def _table(self, number, name, out):
        try:
            table = description.load_table(name)
        except (description.BadHardware, TypeError, OSError) as error:
            self._bad(number, "table", f"{error}; going on with {out.table}")
            table = description.load_table(out.table)
        else:
            out.table = name
        out.seats_max = table["seats"]
        out.antennas = [a["zone"] for a in table["antennas"]]

    @staticmethod
    def _wider(row, out):
        """A table may have been built with a seat more than its description has."""
        stacks = row.get("stacks")
        if isinstance(stacks, dict) and str(SEATS_MAX) in stacks:
            for seat in range(out.seats_max + 1, SEATS_MAX + 1):
                out.antennas += [f"seat:{seat}", f"line:{seat}"]
            out.seats_max = SEATS_MAX

    def _tags(self, number, row, name, value_of):
        tags = {}
        given = row.get(name, {})
        if not isinstance(given, dict):
            self._bad(number, name, f"an object from UID to value is needed, got {_kind(given)}")
            return tags
        for i, text in enumerate(given):
            uid, value = uid_of(text), value_of(given[text])
            if uid is None:
                self._bad(number, f"{name}[{i}]", "its key is no UID in hex digits")
            elif value is None:
                kind = "card" if name == "deck" else "denomination"
                self._bad(number, f"{name}[{i}]", f"its value is no {kind}")
            else:
                tags[uid] = value
        return tags

    @staticmethod
    def _card(text):
        if not isinstance(text, str):
            return None
        card = text.strip().replace("10", "T")
        card = card[:1].upper() + card[1:].lower()
        if card in DECK:
            return card
        return text if text in ("JK", "joker") else None

    def _setup(self, number, row, out):
        stacks = row.get("stacks")
        if isinstance(stacks, list):
            stacks = {str(i + 1): chips for i, chips in enumerate(stacks)}
        if not isinstance(stacks, dict) or len(stacks) < 2:
            self._bad(number, "stacks", "chips of two seats at least are needed to play a hand")
            return None
        setup = {k: v for k, v in row.items() if k not in NOT_SETUP}
        setup["stacks"] = self._seat_map(number, "stacks", stacks, out.seats_max)
        for name in MAPS[1:]:
            if name in setup:
                setup[name] = self._seat_map(number, name, setup[name], out.seats_max)
        started = row.get("street", "none") != "none"
        setup["seats"] = self._seats(number, row.get("seats"), setup["stacks"], started)
        for name in COUNTS + SEATS:
            if name in setup and setup[name] is not None:
                value = whole(setup[name])
                if value is None:
                    self._bad(number, name, f"a whole number is needed, got {_short(setup[name])}")
                setup[name] = value
        if len(setup["seats"]) < 2:
            self._bad(number, "stacks", "two seats at least are needed to play a hand")
            return None
        return complete_setup(setup)

    def _seat_map(self, number, name, given, seats_max):
        out = {}
        for seat in given if isinstance(given, dict) else ():
            chips = whole(given[seat])
            if not str(seat).isdigit() or not 1 <= int(seat) <= seats_max:
                self._bad(number, f"{name}.{seat}", f"a seat is from 1 to {seats_max}")
            elif chips is None or chips < 0:
                self._bad(number, f"{name}.{seat}", f"{_short(given[seat])} is no count of chips")
            else:
                out[str(int(seat))] = chips
        return out

    def _seats(self, number, given, stacks, started):
        """Seats in play; before a hand those that have chips."""
        known = sorted(int(s) for s in stacks if stacks[s] or started)
        if given is None or isinstance(given, int):
            return known
        if isinstance(given, list) and all(whole(s) in known for s in given):
            return sorted({whole(s) for s in given})
        self._bad(number, "seats", "a list of seats with stacks is needed")
        return known

    # -- entries

    def _entry(self, number, row):
        t_us = whole(row.get("t_us"))
        if t_us is None or t_us < 0:
            self._bad(number, "t_us", f"microseconds are needed, got {_short(row.get('t_us'))}")
            return None
        if "key" in row:
            if not isinstance(row["key"], dict) or not isinstance(row["key"].get("what"), str):
                self._bad(number, "key", "an object with 'what' is needed")
                return None
            key = _spoken({k: v for k, v in row["key"].items() if k != "t"})
            if key["what"] == "declare" and key.get("word") not in WORDS:
                self._bad(number, "key.word", f"{_short(key.get('word'))} is none of {WORDS}")
                return None
            return Pressed(t_us, key, number)
        return self._dwell(number, row, t_us)

    def _dwell(self, number, row, t_us):
        antenna = row.get("antenna")
        if not isinstance(antenna, str) or not antenna:
            self._bad(number, "antenna", f"a name is needed, got {_short(antenna)}")
            return None
        name = self._names.get(antenna)
        if name is None:
            name = self._names[antenna] = antenna.strip().lower()
        out = Dwell(t_us, name, (), line=number)
        uids = row.get("uids", [])
        if not isinstance(uids, list):
            self._bad(number, "uids", f"a list is needed, got {_kind(uids)}")
            return None
        read = []
        for i, text in enumerate(uids) if uids else ():
            uid = self._uids.get(text) if isinstance(text, str) else None
            if uid is None:
                uid = uid_of(text)
                if uid is None:
                    self._bad(number, f"uids[{i}]", "no UID in hex digits")
                    continue
                if len(self._uids) < UIDS_MAX:
                    self._uids[text] = uid
            if uid not in read:
                read.append(uid)
        out.uids = tuple(read)
        for name in FLAGS:
            value = row.get(name, False)
            if value is False:
                continue
            if not isinstance(value, (bool, int)) and value is not None:
                self._bad(number, name, f"true or false is needed, got {_short(value)}")
            setattr(out, name, value is True or value == 1)
        agc = row.get("agc")
        if agc is not None:
            count = whole(agc)
            if count is None or count < 0:
                self._bad(number, "agc", f"a count is needed, got {_short(agc)}")
            else:
                out.agc = count
        if "values" in row:
            self._values(number, row, uids, out)
        if isinstance(row.get("partial"), bool):
            out.torn = row["partial"]
        out.end_us = max(t_us, whole(row.get("end_us")) or 0)
        return out

    def _values(self, number, row, uids, out):
        """Denominations read along with the UIDs, which a controller's own recording has."""
        values = row.get("values")
        if values is None:
            return
        if not isinstance(values, list) or len(values) != len(uids):
            self._bad(number, "values", "a list as long as uids is needed")
            return
        known = {}
        for text, value in zip(uids, values, strict=True):
            if _denomination(value):
                known[uid_of(text)] = whole(value)
        out.values = known or None


def _spoken(key):
    """A key with what is left out of it where it can only be one thing."""
    if key["what"] == "declare":
        key.setdefault("wording", "plain")
        if isinstance(key.get("word"), str):
            word = key["word"].strip().lower().replace("-", "_").replace(" ", "_")
            key["word"] = "all_in" if word == "allin" else word
    elif key["what"] == "notice":
        key.setdefault("by", "dealer")
    for name in ("seat", "amount", "about_seat"):
        if isinstance(key.get(name), str) and whole(key[name]) is not None:
            key[name] = whole(key[name])
    return key


NOT_SETUP = ("table", "deck", "chips", "rulebook", "setup", "tags", "v", "note", "seed", "dev")


def complete_setup(setup):
    """The case language's setup of a hand, with what a header leaves out filled in."""
    seats = setup["seats"]
    out = {
        "hand_id": "trace",
        "game": "nlhe",
        "format": "cash",
        "betting": "no_limit",
        "ante": 0,
        "betting_line": True,
        "street": "none",
        **setup,
    }
    if out["game"] not in games.names():
        out["game"] = "nlhe"
    button = out.get("button")
    if button is None:
        out["button"] = button = seats[-1]
    after = [s for s in seats if s > button] + [s for s in seats if s <= button]
    if "sb_seat" not in setup and "bb_seat" not in setup:
        small, big = (after[-1], after[0]) if len(seats) == 2 else (after[0], after[1])
        if len(seats) == 2 and button not in seats:
            small, big = after[0], after[1]
        out["sb_seat"] = small if out.get("sb") else None
        out["bb_seat"] = big if out.get("bb") else None
    out.setdefault("sb", 0)
    out.setdefault("bb", 0)
    return out


def _denomination(value):
    number = whole(value)
    return number if number is not None and number > 0 else None


def _kind(value):
    """What a value is, where the value itself may hold a UID or a card."""
    kinds = {dict: "an object", list: "a list", str: "a text", bool: "a truth value"}
    return kinds.get(type(value), "nothing" if value is None else "a number")


def _short(value):
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
