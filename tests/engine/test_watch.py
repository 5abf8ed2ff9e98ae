"""Which function sees which event, and that the index of them is what the modules say."""

import ast
from importlib import import_module

import pytest

from shared_rules import events, watch
from shared_rules.engine import Hand
from tools.dev import watched

FAMILIES = ("flop", "stud", "draw")
NAMES = watch.ORDER.split()


def module(name):
    return import_module("shared_rules.hand." + name)


def test_the_index_is_written_from_the_modules():
    assert watched.PLACE.read_text() == watched.text(), "python -m tools.dev.watched writes it"


def test_check_says_that_the_index_is_old(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(watched, "PLACE", tmp_path / "index.py")
    assert watched.main(["--check"]) == 1 and "tools.dev.watched" in capsys.readouterr().out
    assert watched.main([]) == 0 and watched.main(["--check"]) == 0


def wanted(family, kind, way=None):
    """What the handlers of all modules say, read anew: [(function, record)]."""
    found = []
    for name in NAMES:
        if family not in getattr(module(name), "FAMILIES", FAMILIES):
            continue
        for what, function, *more in module(name).HANDLERS:
            ways, record = (*more, None, None)[:2]
            if what == kind and (ways is None or goes(way, ways)):
                found.append((function, record))
    return found


def goes(way, ways):
    pairs = [w.split(">") for w in ways.split()]
    ends = {way[1]} | ({"line"} if way[1] == "others_line" else set())
    return any(a in ("*", way[0]) and (b == "*" or b in ends) for a, b in pairs)


def seen(watcher, event):
    """The same as the watch gives it."""
    found = []
    for record, handler in watcher.handlers(event):
        found.append((handler if record is None else watcher.named(handler), record))
    return found


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("kind", [k for k in events.KINDS if k not in watch.MOVES])
def test_an_event_is_seen_by_those_who_named_it_in_order(family, kind):
    assert seen(watch.Watch(family), {"what": kind}) == wanted(family, kind)


PLACES = ("stub", "mouth", "seat", "line", "board", "burn", "muck", "pot", "off")
WAYS = [(a, b) for a in PLACES for b in (*PLACES, "others_line") if a == "seat" or b in PLACES]


def zone(kind, seat):
    return f"{kind}:{seat}" if kind in ("seat", "line") else kind


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("kind", watch.MOVES)
def test_a_move_is_seen_by_those_who_named_its_way(family, kind):
    watcher = watch.Watch(family)
    for way in WAYS:
        other = way[1] == "others_line"
        to = zone("line", 2) if other else zone(way[1], 1)
        event = {"what": kind, "from": zone(way[0], 1), "to": to}
        assert seen(watcher, event) == wanted(family, kind, way), way


def test_a_function_with_a_record_is_called_only_while_it_is_there():
    setup = {"betting": "no_limit", "seats": [1, 2, 3], "button": 1, "sb": 50, "bb": 100}
    hand = Hand({"street": "none", **setup}, "nlhe", "tda-2011")
    asked = []
    hand.watch = watch.Watch("flop")
    hand.watch.kept["gesture"] = (("clock", "clock.on_act"),)
    hand.watch._named["clock.on_act"] = lambda hand, event: asked.append(event["t"])
    hand.apply({"t": 1, "what": "gesture", "seat": 1, "kind": "tap"})
    assert asked == []
    hand.pending["clock"] = {}
    hand.apply({"t": 2, "what": "gesture", "seat": 1, "kind": "tap"})
    assert asked == [2]


def test_a_record_is_reviewed_only_while_it_is_named():
    setup = {"betting": "no_limit", "seats": [1, 2, 3], "button": 1, "sb": 50, "bb": 100}
    hand = Hand({"street": "none", **setup}, "nlhe", "tda-2011")
    looked = []
    hand.watch = watch.Watch("flop")
    hand.watch._named["floor.clock.review"] = lambda hand: looked.append(hand.t)
    hand.apply({"t": 1, "what": "gesture", "seat": 3, "kind": "tap"})
    hand.to_review["clock"] = True
    hand.apply({"t": 2, "what": "gesture", "seat": 3, "kind": "tap"})
    hand.apply({"t": 3, "what": "gesture", "seat": 3, "kind": "tap"})
    del hand.to_review["clock"]
    hand.apply({"t": 4, "what": "gesture", "seat": 3, "kind": "tap"})
    assert looked == [2, 3]


def test_the_looks_after_an_event_are_those_of_the_modules():
    for family in FAMILIES:
        watcher = watch.Watch(family)
        modules = [module(name) for name in NAMES]
        records = [
            (m.RECORD, m.AFTER)
            for m in modules
            if hasattr(m, "AFTER") and family in getattr(m, "FAMILIES", FAMILIES)
        ]
        assert [(r, watcher.named(f)) for r, f in watcher.reviews] == records


def test_strange_zones_do_not_fill_the_memory():
    watcher = watch.Watch("flop")
    for n in range(3000):
        watcher.handlers({"what": "card_move", "from": f"z{n}", "to": "seat:1"})
    assert len(watcher.kept) <= watch.KEPT + watch.KINDS_KEPT


@pytest.mark.parametrize("name", NAMES)
def test_a_board_gets_the_module_without_its_tables_and_nothing_else_less(name):
    source = (watched.PLACE.parent / "hand" / (name.replace(".", "/") + ".py")).read_text()
    whole, bare = ast.parse(source).body, ast.parse(watched.bare(source)).body
    tables = [n for n in whole if isinstance(n, ast.Assign) and n.targets[0].id in watched.TABLES]
    assert tables
    assert [ast.dump(n) for n in bare] == [ast.dump(n) for n in whole if n not in tables]
