"""Where decks and chips are kept: sealed deck files, the vault's file of a table, the chips.

    <data>/decks/<name>.json     a deck: its cards, where it stands, what was done to it (sealed)
    <data>/vault/<table>.json    what the vault needs of a table: device and deck (sealed)
    <data>/chips.jsonl           one line a chip, appended; readable by its owner only

UIDs are secrets: they are in these files and nowhere else.
"""

import json
import os
import re
from pathlib import Path

from gateway.errors import VaultError
from gateway.vault import decks, sealing
from shared_rules import cards
from tools.enrol.reader_errors import EnrolError

NAME = re.compile(r"[A-Za-z0-9_-]{1,32}\Z")
FACES = tuple(cards.deck())
JOKER = "JK"
PRIVATE = 0o600
LINE_MAX = 4096  # bytes of a chip's line, and more


class Store:
    """Decks and tables of a data folder. ``key``: a ``sealing.Key``; ``now_ms``: wall clock, ms."""

    def __init__(self, data_dir, key, now_ms):
        self._data = Path(data_dir)
        self._key = key
        self._now_ms = now_ms
        self._owners = None  # uid (hex) -> name of its deck, once asked for

    # -- decks

    def names(self):
        """Names of all decks, sorted."""
        return sorted(p.stem for p in (self._data / "decks").glob("*.json"))

    def new_deck(self, name, jokers=0):
        """A deck without cards yet, not stored. EnrolError for a name that cannot be."""
        if not NAME.match(name):
            raise EnrolError(f"deck {name!r}: a name has 1 to 32 letters, digits, '-' or '_'")
        return {
            "v": 1,
            "name": name,
            "state": "unfinished",
            "made": self._now_ms(),
            "jokers": jokers,
            "cards": [],
            "history": [],
        }

    def deck(self, name):
        """A stored deck. EnrolError when there is none or it cannot be opened."""
        if not NAME.match(name):
            raise EnrolError(f"deck {name!r}: a name has 1 to 32 letters, digits, '-' or '_'")
        path = self._deck_path(name)
        try:
            return self._check(name, self._read(path))
        except FileNotFoundError:
            known = ", ".join(self.names())
            more = f"there are: {known}" if known else f"type: feltwire enrol deck {name}"
            raise EnrolError(f"no deck {name!r}; {more}") from None

    def has(self, name):
        """True when there is a deck of this name."""
        return NAME.match(name) is not None and self._deck_path(name).exists()

    def save(self, deck):
        """Store a deck, sealed."""
        self._write(self._deck_path(deck["name"]), json.dumps(deck))
        if self._owners is not None:
            self._index(deck)

    def note(self, deck, what, **more):
        """Write into a deck's history what was done to it (never a UID)."""
        deck["history"].append({"t": self._now_ms(), "what": what, **more})

    def now_ms(self):
        """Wall time, ms since 1970."""
        return self._now_ms()

    def owner(self, uid, apart_from=None):
        """Name of the deck a tag belongs to (retired ones count), or None."""
        if self._owners is None:
            self._owners = {}
            for name in self.names():
                self._index(self.deck(name))
        name = self._owners.get(uid.hex())
        return None if name == apart_from else name

    def _index(self, deck):
        name = deck["name"]
        for uid in [u for u, n in self._owners.items() if n == name]:
            del self._owners[uid]
        self._owners.update((card["uid"], name) for card in deck["cards"])

    def export(self, deck, path, key):
        """Write a deck to a file sealed with another key (to be carried to another house)."""
        _replace(Path(path), sealing.seal(json.dumps(deck), key))

    def bring_in(self, path, key):
        """A deck from an exported file, stored. EnrolError when its name or a tag is known."""
        try:
            deck = self._check("import", self._opened(Path(path), key))
        except OSError as e:
            raise EnrolError(f"{path}: {e.strerror}") from None
        if self.has(deck["name"]):
            raise EnrolError(f"deck {deck['name']} is here already: retire or rename it first")
        for card in deck["cards"]:
            owner = self.owner(bytes.fromhex(card["uid"]))
            if owner:
                raise EnrolError(f"its {card['card']} belongs to deck {owner} here")
        self.note(deck, "imported")
        self.save(deck)
        return deck

    @staticmethod
    def _check(name, deck):
        good = isinstance(deck, dict) and deck.get("v") == 1 and NAME.match(str(deck.get("name")))
        if not good or not all(
            decks._UID.match(c.get("uid", "")) and cards.is_known(c.get("card", ""))
            for c in deck["cards"]
        ):
            raise EnrolError(f"deck {name}: the file is not one of ours, or of a later version")
        return deck

    def _deck_path(self, name):
        return self._data / "decks" / f"{name}.json"

    # -- tables

    def assign(self, deck, table, dev):
        """Write the vault's file of a table. EnrolError when the deck cannot be played with.

        No root is in it: device and vault agree on one (``gateway/vault/agreement.py``). One that
        an earlier version put there stays until the vault has taken it over.
        """
        if deck["state"] != "active":
            raise EnrolError(f"deck {deck['name']} is {deck['state']}: it cannot be played with")
        if not NAME.match(str(table)):
            raise EnrolError(f"table {table!r}: 1 to 32 letters, digits, '-' or '_'")
        path = self._data / "vault" / f"{table}.json"
        found = {c["uid"]: c["card"] for c in deck["cards"]}
        body = {"table": str(table), "dev": dev, "deck": found}
        root = self._root(path, dev)
        if root is not None:
            body["root"] = root.hex()
        self._write(path, json.dumps(body))

    def _root(self, path, dev):
        if not path.exists():
            return None
        try:
            known = decks.load(path, self._key)
        except VaultError as e:
            raise EnrolError(str(e)) from None
        return known.root if known.dev == dev else None

    # -- files

    def _read(self, path):
        return self._opened(path, self._key)

    @staticmethod
    def _opened(path, key):
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            return json.loads(sealing.unseal(data, key))
        except VaultError as e:
            raise EnrolError(f"{path.name}: {e}") from None
        except (ValueError, AttributeError, RecursionError):
            raise EnrolError(f"{path.name}: not a sealed file") from None

    def _write(self, path, text):
        _replace(path, sealing.seal(text, self._key))


def _replace(path, text):
    """Write a file whole or not at all, readable by its owner alone."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_suffix(".new")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE)
    with os.fdopen(handle, "w", encoding="utf-8") as f:
        f.write(text)
        f.flush()
        os.fsync(f.fileno())
    fresh.replace(path)


class ChipRegistry:
    """All chips of a data folder, a line each time one is written; the last of a UID counts.

    A line: ``uid``, ``denomination``, ``batch``, ``t`` (ms), ``state`` (``in``, ``lost``,
    ``retired``).
    """

    STATES = ("in", "lost", "retired")

    def __init__(self, data_dir, now_ms):
        self._path = Path(data_dir) / "chips.jsonl"
        self._now_ms = now_ms
        self._chips = {}
        self._load()

    def _load(self):
        try:
            lines = self._path.read_text(encoding="utf-8").split("\n")
        except FileNotFoundError:
            return
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                chip = json.loads(line)
                self._chips[chip["uid"]] = (chip["denomination"], chip["batch"], chip["state"])
            except (ValueError, KeyError, TypeError, RecursionError):
                if number < len(lines):  # a last line that was cut off by a power cut is none
                    raise EnrolError(f"{self._path.name}, line {number}: not a chip") from None

    def get(self, uid):
        """(denomination, batch, state) of a chip, or None."""
        return self._chips.get(uid.hex())

    def add(self, uid, denomination, batch, state="in"):
        """Write a chip's line; on disk when this returns."""
        line = {
            "uid": uid.hex(),
            "denomination": denomination,
            "batch": batch,
            "t": self._now_ms(),
            "state": state,
        }
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, PRIVATE)
        try:
            self._mend(handle)
            os.write(handle, (json.dumps(line) + "\n").encode())
            os.fsync(handle)
        finally:
            os.close(handle)
        self._chips[uid.hex()] = (denomination, batch, state)

    @staticmethod
    def _mend(handle):
        """Cut off a last line that a power cut left unfinished: it was never acknowledged."""
        end = os.fstat(handle).st_size
        tail = os.pread(handle, LINE_MAX, max(0, end - LINE_MAX))
        if tail and not tail.endswith(b"\n"):
            os.ftruncate(handle, end - len(tail) + tail.rfind(b"\n") + 1)

    def mark(self, uid, state):
        """A chip (uid in hex) is lost, retired, or in again."""
        denomination, batch, _ = self._chips[uid]
        self.add(bytes.fromhex(uid), denomination, batch, state)

    def count(self, batch=None, state="in"):
        """denomination -> chips in a state, of a batch or of all."""
        found = {}
        for denomination, of, now in self._chips.values():
            if now == state and batch in (None, of):
                found[denomination] = found.get(denomination, 0) + 1
        return found

    def uids(self, batch=None, state="in"):
        """Numbers (hex) of the chips in a state, of a batch or of all, sorted."""
        every = sorted(self._chips.items())
        return [u for u, (_, of, now) in every if now == state and batch in (None, of)]
