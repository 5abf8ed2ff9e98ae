"""From a seed to a recording and its truth."""

import gzip
import json
import random

from tests.detection.fourth import dealing, irregularities
from tests.detection.fourth.radio import Receiver

CLEAN = 0.6  # share of hands in which nothing goes wrong
TRIES_MAX = 500


def plan(seed):
    """The irregularity of a seed's hand, or None: two in five hands, classes in turn."""
    rng = random.Random(f"plan {seed}")
    if rng.random() < CLEAN:
        return None
    return rng.choice(sorted(irregularities.CLASSES))


def hand(seed, slip="planned"):
    """The hand of a seed; redrawn until it can be paid out and its irregularity has its place."""
    slip = plan(seed) if slip == "planned" else slip
    for attempt in range(TRIES_MAX):
        try:
            played = dealing.Hand(random.Random(f"hand {seed} {attempt}"), slip).play()
        except dealing.Redo:
            continue
        if slip is None or played.truth.irregular:
            return played
    raise RuntimeError(f"seed {seed}: no hand in {TRIES_MAX} where {slip} has its place")


def recording(seed, played):
    """(lines, truth) of a hand: the header, then dwells and keys in order of time."""
    rng = random.Random(f"radio {seed}")
    receiver = Receiver(
        rng, played.radio, played.layout, played.felt, played.t + 2.0, set(played.deck)
    )
    rows = receiver.dwells()
    rows += [{"t_us": int(t * 1e6), "key": key} for t, key in played.keys]
    rows.sort(key=lambda row: row["t_us"])
    for row in rows:
        row.get("uids", []).sort()
    return [header(played), *rows], truth(seed, played, receiver)


def header(played):
    """What the floor has told the table before the hand."""
    head = {
        "table": played.table,
        "deck": played.deck,
        "chips": played.chips,
        "rulebook": played.book,
        "stacks": {str(seat): total for seat, total in played.start.items()},
        "button": played.button,
        "sb": played.sb,
        "bb": played.bb,
    }
    if played.ante:
        head["ante"] = played.ante
    return head


def truth(seed, played, receiver):
    """What really happened, for the judge."""
    story = played.truth
    flights = {tag: (start, rest, seat) for tag, start, rest, seat in played.pitched}
    on_way = set()
    for tag, loop, t in receiver.passing:
        start, rest, seat = flights.get(tag, (0, 0, ""))
        if start <= t <= rest and loop != seat and not loop.startswith("mouth"):
            on_way.add(tag)
    at_rest, missed = receiver.missed
    radio = {k: v for k, v in vars(played.radio).items() if not isinstance(v, (list, tuple))}
    return {
        "seed": seed,
        "kind": played.slip or "clean",
        "book": played.book,
        "irregular": story.irregular,
        "regular": sorted(set(story.regular)),
        "players": len(played.order),
        "riffle": played.people.riffle,
        "acts": story.acts,
        "events": story.events,
        "stacks": {str(seat): total for seat, total in sorted(story.stacks.items())},
        "seconds": round(played.t, 1),
        "misses": [at_rest, missed],
        "pitched_read_on_way": [len(flights), len(on_way)],
        "radio": {k: round(v, 4) if isinstance(v, float) else v for k, v in radio.items()},
    }


def pack(lines):
    """A recording's bytes: JSON lines, packed without a time of day."""
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    return gzip.compress(text.encode(), 6, mtime=0)


def write(seed, folder):
    """Write a seed's recording and truth; returns the recording's path and the truth."""
    folder.mkdir(parents=True, exist_ok=True)
    lines, story = recording(seed, hand(seed))
    path = folder / f"{story['kind']}-{seed:05d}.jsonl.gz"
    path.write_bytes(pack(lines))
    (folder / f"{story['kind']}-{seed:05d}.truth.json").write_text(json.dumps(story) + "\n")
    return path, story
