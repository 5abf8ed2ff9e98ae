"""A film of one seed, and what today's table makes of it."""

import json
import random

from tests.detection.eighth.antenna_film import Camera
from tests.detection.eighth.crew_of_a_night import Night
from tests.detection.eighth.dealing_slips import DEALERS
from tests.detection.eighth.filmed_hand import Film
from tests.detection.eighth.real_deals import Unfit, draw
from tests.detection.eighth.wager_slips import PLAYERS
from tests.detection.judge import Outcome, checked_best

BOOKS = ("tda-2011", "tda-2011", "ipr-2018", "ipr-web", "rrop-6", "stg-2011")
CLASSES = {**PLAYERS, **DEALERS}
TRIES = 600


class Scene:
    """What ``judge`` compares with."""

    def __init__(self, film):
        self.ruling = "any" if film.at is not None else None
        self.acts, self.stacks_after, self.checked = film.acts, film.plan.left, True


def slip_of(seed):
    """None for six hands in ten, else a class."""
    rng = random.Random(f"eighth {seed} slip")
    return rng.choice(sorted(CLASSES)) if rng.random() < 0.4 else None


def film_of(seed, slip):
    """A finished film: another hand is drawn until one has room for the class."""
    for attempt in range(TRIES):
        rng = random.Random(f"eighth {seed} {slip} {attempt}")
        cls = CLASSES[slip] if slip else Film
        try:
            plan = draw(rng)
            if slip and not cls.fits(plan):
                continue
            film = cls(plan, rng)
            film.play()
        except (Unfit, LookupError):
            continue
        if bool(slip) == (film.at is not None):
            return film
    raise ValueError(f"no hand for {slip}")


def books(film):
    """Rulebooks under which a film's other wagers are regular: in `ipr-2018` the least bet after
    the flop is two big blinds."""
    least = min([act[2] for act in film.acts if act[0] == "bet"] or [2 * film.plan.bb])
    low = least < 2 * film.plan.bb
    known = film.books or BOOKS
    return [book for book in known if not low or book != "ipr-2018"] or known


def header(seed, film):
    """First line of the trace."""
    plan, rng = film.plan, random.Random(f"eighth {seed} book")
    strange = {tag.uid for tag in film.strangers}
    row = {
        "table": plan.table,
        "deck": {c.uid: name for name, c in film.cards.items() if c.uid not in strange},
        "chips": {t.uid: t.what for t in film.tags if t.chip and t.uid not in strange},
        "rulebook": rng.choice(books(film)),
        "stacks": {str(seat): n for seat, n in plan.stacks.items()},
        "button": plan.button,
        "sb": plan.sb,
        "bb": plan.bb,
        "smallest_chip": plan.unit,
    }
    if plan.ante:
        row.update(ante=plan.ante, ante_type=plan.ante_type)
    return row


def recording(seed, film):
    """Rows of a trace, its header first, and dwells that missed a tag at rest."""
    rng = random.Random(f"eighth {seed} radio")
    camera = Camera(film, Night(rng), rng)
    rows = camera.rows()
    rows += [{"t_us": int(t * 1e6), "key": key} for t, key in film.keys]
    rows.sort(key=lambda row: row["t_us"])
    return [header(seed, film), *rows], camera.misses


def lines(rows):
    """JSON lines of rows."""
    return [json.dumps(row, separators=(",", ":")) for row in rows]


def judged(seed):
    """One recording replayed: what was so and what the table said."""
    slip = slip_of(seed)
    film = film_of(seed, slip)
    rows, misses = recording(seed, film)
    out = Outcome(lines(rows))
    said = [o for o in out.outputs if o["k"] == "ruling" and o.get("irregular")]
    said = [o for o in said if not checked_best(o["situation"], film.acts)]
    heard = {uid for row in rows[1:] for uid in row.get("uids", ())}
    row = {
        "seed": seed,
        "class": slip,
        "book": rows[0]["rulebook"],
        "seats": len(film.plan.seats),
        "source": film.plan.source,
        "seconds": round(film.t, 1),
        "misses": misses,
        "said": [(o["t"], o["situation"], o.get("seat"), o["text"]) for o in said],
        "complaints": out.complaints[:3],
        "burns unread": sum(card.uid not in heard for card in film.burns),
        "feats": film.feats,
    }
    if slip:
        fits = [o["situation"].startswith(film.called) for o in said]
        row.update(found=any(fits), first=bool(fits) and fits[0], at=film.at, what=film.what)
        row["called"] = film.called
        return row
    got = out.acts()
    row["quiet"] = not said
    row["acts"] = len(film.acts)
    row["wrong"] = [] if said else out.wrong(Scene(film))
    row["wagers"] = sum(act[0] in ("call", "bet", "raise") for act in film.acts)
    row["silent"] = 0 if said else _silent(film.acts, got)
    row["got"] = got
    return row


def _silent(acts, got):
    """Wagers that the table has otherwise, and says nothing of."""
    mended = {seat for act, seat, _ in got if act == "revise"}
    return sum(
        act[0] in ("call", "bet", "raise") and act not in got and act[1] not in mended
        for act in acts
    )
