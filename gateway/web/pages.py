"""Templates and what all of them use."""

from pathlib import Path

import jinja2

from gateway.tables import words

HERE = Path(__file__).parent
ROOMS = HERE.parent
AUDIENCES = ("floor", "event", "dealer", "broadcast", "technician", "people", "charts")
PLAIN = ("cash", "exports")  # rooms with templates and no files of their own
_FOLDERS = [HERE / "templates", *[ROOMS / a / "templates" for a in (*AUDIENCES, *PLAIN)]]


def _environment():
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_FOLDERS),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters["chips"] = words.chips
    env.filters["card"] = card
    return env


def card(name):
    """``{"rank", "suit", "symbol", "red"}`` of ``"As"``; a back for an unknown card."""
    symbols = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
    if len(name) != 2 or name[1] not in symbols:
        return {"rank": "", "suit": "x", "symbol": "?", "name": "unknown card"}
    rank = "10" if name[0] == "T" else name[0]
    return {"rank": rank, "suit": name[1], "symbol": symbols[name[1]], "name": rank + name[1]}


_ENV = _environment()


def render(template, **values):
    """HTML of a template."""
    return _ENV.get_template(template).render(**values)
