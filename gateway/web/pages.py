"""Templates and what all of them use."""

import functools

import jinja2

from gateway.languages import speech
from gateway.languages.templates import Words
from gateway.tables import words
from gateway.web.kept_files import AUDIENCES, HERE, ROOMS, prefix

PLAIN = ("cash", "exports")  # rooms with templates and no files of their own
_FOLDERS = [HERE / "templates", *[ROOMS / a / "templates" for a in (*AUDIENCES, *PLAIN)]]


@functools.cache
def _environment(language):
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_FOLDERS),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # looking at the files' times took a third of the pages' thread
        extensions=[Words],
    )
    env.language = language
    env.globals.update(_=speech.text, many=speech.many, lang=language, languages=speech.LANGUAGES)
    env.globals["kept"] = prefix()
    env.filters["translated"] = speech.translated
    env.filters["day"] = speech.day
    env.filters["chips"] = lambda amount: words.UNKNOWN if amount is None else speech.number(amount)
    env.filters["card"] = card
    env.filters["book"] = lambda name: words.BOOKS.get(name, name)
    env.filters["cited"] = cited
    return env


def cited(cites):
    """Citations for a person: ``tda-2011:29`` as ``TDA 2011, rule 29``."""
    return "; ".join(speech.translated(words.citation(c)) for c in cites)


def card(name):
    """``{"rank", "suit", "symbol", "red"}`` of ``"As"``; a back for an unknown card."""
    symbols = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
    if len(name) != 2 or name[1] not in symbols:
        return {"rank": "", "suit": "x", "symbol": "?", "name": "unknown card"}
    rank = "10" if name[0] == "T" else name[0]
    return {"rank": rank, "suit": name[1], "symbol": symbols[name[1]], "name": rank + name[1]}


def render(template, **values):
    """HTML of a template, in the language spoken now."""
    return _environment(speech.language()).get_template(template).render(**values)
