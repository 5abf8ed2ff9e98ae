"""Which module sees which event, and that the list by which modules are loaded says the same."""

import pytest

from shared_rules import events, watch

FAMILIES = ("flop", "stud", "draw")


def module(name):
    return __import__("shared_rules.hand." + name, None, None, ("HANDLERS",))


def families(name):
    return [f for f in FAMILIES if any(name in watch.modules(f, kind) for kind in events.KINDS)]


NAMES = [row.split(" ")[0].rstrip("+").split("/")[0] for row in watch.MODULES]


@pytest.mark.parametrize("name", NAMES)
def test_the_list_names_the_kinds_a_module_has_handlers_for(name):
    (family, *_) = families(name)
    listed = {kind for kind in events.KINDS if name in watch.modules(family, kind)}
    assert listed == {row[0] for row in module(name).HANDLERS}


@pytest.mark.parametrize("name", NAMES)
def test_the_list_names_families_and_reviews(name):
    assert families(name) == list(getattr(module(name), "FAMILIES", FAMILIES))
    (family, *_) = families(name)
    assert (name in watch.modules(family)) == hasattr(module(name), "AFTER")


PLACES = ("stub", "mouth", "seat", "line", "board", "burn", "muck", "pot", "off")
WAYS = [(a, b) for a in PLACES for b in PLACES]


@pytest.mark.parametrize("kind", watch.MOVES)
def test_no_handler_is_missed_because_its_module_is_not_loaded_for_the_way(kind):
    seen = watch.Watch("flop")
    for way in WAYS:
        event = {"what": kind, "from": way[0] + ":1", "to": way[1] + ":2"}
        wanted = []
        for name in NAMES:
            if "flop" in families(name):
                for row in module(name).HANDLERS:
                    if row[0] == kind and (len(row) < 3 or goes(way, row[2])):
                        wanted.append(row[1])
        assert list(seen.handlers(event)) == wanted, way


def goes(way, ways):
    pairs = [w.split(">") for w in ways.split()]
    return any(a in ("*", way[0]) and b in ("*", way[1]) for a, b in pairs)


def test_strange_zones_do_not_fill_the_memory():
    seen = watch.Watch("flop")
    for n in range(3000):
        seen.handlers({"what": "card_move", "from": f"z{n}", "to": "seat:1"})
    assert len(seen._kept) <= watch.KEPT + watch.KINDS_KEPT
