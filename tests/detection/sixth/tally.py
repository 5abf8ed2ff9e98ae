"""A recording of one seed, and what today's table makes of it."""

import json
import random

from tests.detection.judge import Outcome, checked_best
from tests.detection.sixth import evening, mishaps, ring
from tests.detection.sixth.aerial import Readers
from tests.detection.sixth.croupier import Croupier
from tests.detection.sixth.people import Unplayable

TRIES = 400
LOW = ("wager.silent_bet_low", "wager.bet_low")  # less than the book's least bet


class Scene:
    """What ``judge`` compares with."""

    def __init__(self, hand, left):
        self.ruling = "any" if hand.at is not None else None
        self.acts, self.stacks_after = hand.acts, left
        self.checked = hand.counted


def mishap_of(seed):
    """None for six hands in ten, else a class."""
    rng = random.Random(f"sixth {seed} kind")
    return rng.choice(sorted(mishaps.CLASSES)) if rng.random() < 0.4 else None


def hand(seed, mishap):
    """``(hand, stacks after)``: drawn again until the class has room in it."""
    for attempt in range(TRIES):
        rng = random.Random(f"sixth {seed} {mishap} {attempt}")
        plan, left = ring.draw(rng)
        cls = mishaps.CLASSES[mishap] if mishap else Croupier
        if mishap and not cls.fits(plan):
            continue
        night = evening.evening(rng)
        game = cls(plan, night, rng)
        game.at = None
        try:
            game.play()
        except Unplayable:
            continue
        if mishap and game.at is None:
            continue
        return game, left
    raise LookupError(mishap)


def furnish(game, rng):
    """A wet glass and a phone, now and then."""
    zones = [z for z in game.felt.loops if z[:4] in ("seat", "line")]
    if rng.random() < 0.15:
        game.night.wet = (rng.choice(zones), rng.uniform(0.3, 2.0), rng.randint(1, 8))
    if rng.random() < 0.1:
        at = rng.uniform(0, game.t)
        game.night.phone = (rng.choice(zones), at, at + rng.uniform(1, 4), rng.uniform(0.3, 1))


def header(game, rng):
    """First line of the trace."""
    plan = game.plan
    books = ("tda-2011",) * 6 + ("rrop-6", "ipr-2018", "stg-2011", "ipr-web")
    row = {
        "table": plan.table,
        "deck": {tag.uid: name for name, tag in game.cards.items()},
        "chips": {tag.uid: tag.what for tag in game.felt.tags if tag.chip},
        "rulebook": rng.choice(books),
        "stacks": {str(s): c for s, c in plan.stacks.items()},
        "button": plan.button,
        "sb": ring.SB,
        "bb": ring.BB,
        "smallest_chip": ring.UNIT,
    }
    if plan.ante:
        row.update(ante=plan.ante, ante_type=plan.ante_type)
    return row


def recording(seed, game):
    """Rows of a trace: its header, then dwells and keys in time order."""
    rng = random.Random(f"sixth {seed} radio")
    furnish(game, rng)
    head = header(game, rng)
    readers = Readers(game.felt, game.night, rng)
    rows = readers.record(game.t)
    rows += [{"t_us": int(t * 1e6), "key": key} for t, key in game.keys]
    rows.sort(key=lambda row: row["t_us"])
    return [head, *rows], readers.misses


def lines(rows):
    """JSON lines of rows."""
    return [json.dumps(row, separators=(",", ":")) for row in rows]


def judged(seed, mishap="draw"):
    """One recording replayed: a dict of what was so and what the table said."""
    mishap = mishap_of(seed) if mishap == "draw" else mishap
    game, left = hand(seed, mishap)
    rows, misses = recording(seed, game)
    out = Outcome(lines(rows))
    said = [o for o in out.outputs if o["k"] == "ruling" and o.get("irregular")]
    row = {
        "seed": seed,
        "class": mishap,
        "book": rows[0]["rulebook"],
        "seats": len(game.plan.seats),
        "source": game.plan.source,
        "seconds": round(game.t, 1),
        "misses": misses,
        "said": [(o["t"], o["situation"], o.get("seat"), o["text"]) for o in said],
        "complaints": out.complaints[:3],
        "burns unread": unread(game.burns, rows),
        "feats": game.feats,
    }
    scene = Scene(game, left)
    if mishap:
        fits = [o["situation"].startswith(game.called) for o in said]
        row.update(found=any(fits), first=bool(fits) and fits[0], at=game.at, what=game.what)
    else:
        row["quiet"] = not said or _by_book(said[0], game, rows[0])
        row["acts"] = len(game.acts)
        row["wrong"] = scene and out.wrong(scene) if not said else []
        got = out.acts()
        row["wagers"] = sum(1 for a in game.acts if a[0] != "fold" and a[0] != "check")
        row["silent"] = 0 if said else _differing(game.acts, got)
        row["got"] = got
    return row


def _by_book(first, game, head):
    """True where the first ruling of a clean hand is on a bet less than the book's least, which
    people make here under every book (ipr-2018 wants two big blinds after the flop), or on the
    check that it ended with."""
    if checked_best(first["situation"], game.acts):
        return True
    low = head["rulebook"] == "ipr-2018" and first["situation"] in LOW
    return low and any(act[0] == "bet" and act[2] < 2 * head["bb"] for act in game.acts)


def unread(tags, rows):
    """How many of these tags no antenna ever heard."""
    heard = {uid for row in rows[1:] for uid in row.get("uids", ())}
    return sum(tag.uid not in heard for tag in tags)


def _differing(acts, got):
    """Wagers that the table has otherwise and said nothing of."""
    wagers = [a for a in acts if a[0] in ("call", "bet", "raise")]
    theirs = [a for a in got if a[0] in ("call", "bet", "raise")]
    mended = {seat for act, seat, _ in got if act == "revise"}
    return sum(a not in theirs and a[1] not in mended for a in wagers)
