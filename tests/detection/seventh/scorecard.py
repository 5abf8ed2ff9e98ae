"""A recording of one seed, what was so, and what the table said of it."""

import json
import random

from tests.detection.judge import Outcome, checked_best
from tests.detection.seventh import betblunders, dealblunders
from tests.detection.seventh.airsweep import Sweep
from tests.detection.seventh.clubhand import UNIT, ClubHand
from tests.detection.seventh.clubmotions import Unplayable

TRIES = 600


def _blunders():
    out = {}
    for module in (betblunders, dealblunders):
        for name, cls in vars(module).items():
            if isinstance(cls, type) and issubclass(cls, ClubHand) and hasattr(cls, "called"):
                out[name] = cls
    return out


BLUNDERS = _blunders()


def blunder_of(seed):
    """None for six hands in ten, else the name of what goes wrong."""
    rng = random.Random(f"seventh {seed} what")
    return rng.choice(sorted(BLUNDERS)) if rng.random() < 0.4 else None


def hand(seed, name):
    """A played hand; drawn again until it has room for what goes wrong."""
    for attempt in range(TRIES):
        rng = random.Random(f"seventh {seed} {name} {attempt}")
        game = (BLUNDERS[name] if name else ClubHand)(rng)
        try:
            game.play()
        except Unplayable:
            continue
        if bool(name) == (game.at is not None):
            return game
    raise LookupError(name)


def header(game):
    """First line of the trace: what the table is told before the hand."""
    row = {
        "table": game.table,
        "deck": {tag.uid: name for name, tag in game.cards.items()},
        "chips": {tag.uid: tag.what for tag in game.felt.tags if tag.kind == "chip"},
        "rulebook": game.book,
        "stacks": {str(s): stack for s, stack in game.stacks.items()},
        "button": getattr(game, "true_button", game.button),
        "sb": game.sb,
        "bb": game.bb,
        "smallest_chip": UNIT,
    }
    if game.ante:
        row.update(ante=game.ante, ante_type=game.ante_type)
    return row


def clutter(game, rng):
    """A telephone, a glass, a sleeve: things on loops that are no tags."""
    zones = sorted(z for z in game.felt.loops if z[:4] in ("seat", "line"))
    if rng.random() < 0.1:
        start = rng.uniform(0, game.t)
        game.felt.cover(rng.choice(zones), start, start + rng.uniform(0.8, 4), rng.uniform(0.3, 1))
    if rng.random() < 0.5:
        start = rng.uniform(0, game.t)
        game.felt.cover("pot", start, start + rng.uniform(0.5, 2), rng.uniform(0.3, 1))


def recording(seed, game):
    """``(rows, (reads due, reads missed))``: header, then dwells and keys in time order."""
    rng = random.Random(f"seventh {seed} air")
    clutter(game, rng)
    sweep = Sweep(game.felt, game.night, rng)
    rows = sweep.record(game.t)
    rows += [{"t_us": int(t * 1e6), "key": key} for t, key in game.keys if t < game.t]
    rows.sort(key=lambda row: row["t_us"])
    return [header(game), *rows], (sweep.due, sweep.missed)


def lines(rows):
    """JSON lines of rows."""
    return [json.dumps(row, separators=(",", ":")) for row in rows]


class Truth:
    """What the judge compares with."""

    def __init__(self, game):
        self.ruling = "any" if game.at is not None else None
        self.acts, self.checked = game.acts, True
        self.stacks_after = {s: game.behind(s) for s in game.seats}


def judged(seed, name="draw"):
    """One recording replayed: what was so and what the table said, as one dict."""
    name = blunder_of(seed) if name == "draw" else name
    game = hand(seed, name)
    rows, misses = recording(seed, game)
    out = Outcome(lines(rows))
    said = [o for o in out.outputs if o["k"] == "ruling" and o.get("irregular")]
    said = [o for o in said if not checked_best(o["situation"], game.acts)]
    heard = {uid for row in rows[1:] for uid in row.get("uids", ())}
    night = game.night
    row = {
        "seed": seed,
        "class": name,
        "book": game.book,
        "table": game.table,
        "seats": len(game.seats),
        "seconds": round(game.t, 1),
        "revisit": round(night.revisit, 2),
        "misses": misses,
        "said": [(o["t"], o["situation"], o.get("seat"), o["text"]) for o in said],
        "complaints": out.complaints[:3],
        "burns unread": sum(tag.uid not in heard for tag in game.burns),
        "feats": game.feats,
    }
    if name:
        fits = [o["situation"].startswith(game.called) for o in said]
        row.update(found=any(fits), first=bool(fits) and fits[0], at=game.at, what=game.what)
        return row
    got = out.acts()
    wagers = [a for a in game.acts if a[0] in ("call", "bet", "raise")]
    row.update(
        quiet=not said,
        acts=len(game.acts),
        wrong=out.wrong(Truth(game)) if not said else [],
        wagers=len(wagers),
        silent=0 if said else silently_wrong(wagers, got),
        truth=game.acts,
        got=got,
    )
    return row


def silently_wrong(wagers, got):
    """Wagers that the table has otherwise, has not mended and has said nothing of."""
    theirs = [a for a in got if a[0] in ("call", "bet", "raise")]
    mended = {seat for act, seat, _ in got if act == "revise"}
    return sum(a not in theirs and a[1] not in mended for a in wagers)
