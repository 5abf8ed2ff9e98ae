"""Recorded hands played to the engine, kept as records the gateway would keep."""

import functools
import gzip
import json

from gateway.exports import hand
from gateway.tables import handmoves
from shared_rules import cards
from tests.conftest import shared
from tools.playing import phh
from tools.playing.replay import RecordingTable, replay

NAMED = {card: card for card in cards.deck()}  # in a replay a token is the card's name


@functools.cache
def expected():
    """Every hand the samples describe, as in expected.jsonl.gz."""
    with gzip.open(shared("hands", "expected.jsonl.gz"), "rt") as stream:
        return [json.loads(text) for text in stream]


@functools.cache
def _of_file(name):
    """The file's records, by path as the expected ones name them."""
    found = {}
    for label, record in phh.read(shared("hands", name)):
        mark = label.rpartition("#")[2] if "#" in label else None
        found[name if mark is None else f"{name}#{mark}"] = record
    return found


def records(hands):
    """``[(path, record)]`` of expected hands, each file read once."""
    return [(h["path"], _of_file(h["path"].split("#")[0])[h["path"]]) for h in hands]


def run(path, record, public=None, book="tda-2011"):
    """``(record as the gateway keeps it, the Replay)`` of a recorded hand; all cards public."""
    table = RecordingTable(book)
    played = replay(path, record, book, table=table)
    kept = dict(
        played.result, table="7", hand=1, names={}, key=["c1", 1, 1], wall=1_760_000_000_000
    )
    kept["start"] = handmoves.start_of(table)
    public = _named(table.seen, played) if public is None else public
    first = [e for e in table.seen if e["what"] != "setup"]
    kept["moves"] = handmoves.moves_of(first, public)
    return kept, played


def _named(events, played):
    """token -> card, those included that the file names only when they are shown."""
    found = dict(NAMED)
    for e in events:
        if e["what"] == "card_move" and e["from"] == e["to"]:
            shown = played.shows.get(int(e["from"].partition(":")[2]), ())
            new = [c for c in shown if c not in e["cards"]]
            found.update(zip([t for t in e["cards"] if t not in NAMED], new, strict=False))
    return found


def kept_of(path, record, public=None, released=None):
    """The Kept of a recorded hand."""
    return hand.kept(run(path, record, public)[0], released)
