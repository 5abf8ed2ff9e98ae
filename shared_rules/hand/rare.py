"""Where an event goes that few hands see: the modules for it are loaded when one comes.

A hand of hold'em without trouble needs none of them; on a controller that is memory saved, and
everywhere it is time. Each has ``HANDLERS`` as the others do. ``rare_said.py`` does the same for
what is keyed.
"""

from shared_rules import zones
from shared_rules.compat import tidy

_loaded = {}


def send(name, hand, ev):
    """Show an event to a module; True when it has been dealt with."""
    table = _loaded.get(name)
    if table is None:
        tidy()
        table = _loaded[name] = {}
        module = __import__("shared_rules.hand." + name, None, None, ("HANDLERS",))
        for kind, handler in module.HANDLERS:
            table.setdefault(kind, []).append(handler)
    for handler in table.get(ev["what"], ()):
        if handler(hand, ev):
            return True
    return None


def on_card_move(hand, ev):
    """Openers, the sevens rule, a kill not posted, buttons, hands turned down, a searched muck."""
    if hand.game.openers and send("openers", hand, ev):
        return True
    if ev["from"] == zones.STUB:
        if hand.setup.get("kill"):
            send("killed_pots", hand, ev)
        if hand.all_in and hand.setup.get("all_in_buttons"):
            send("pot_order", hand, ev)
        return None
    if ev["from"] != ev["to"] or ev["by"] != "player":
        return None
    if ev["face"] == "up":
        if hand.game.family == "draw" and hand.betting == "limit":
            send("sevens", hand, ev)
    elif ev.get("lifted"):
        send("reported", hand, ev)
    if ev["face"] != "up" and hand.shown:
        send("pot_order", hand, ev)
    return None


def on_deal(hand, ev):
    """The first cards, written as one event."""
    if hand.setup.get("kill"):
        send("killed_pots", hand, ev)


def on_chips_move(hand, ev):
    """Chips announced and now come, another's or too small ones, the pot on its way."""
    if ev["from"] == zones.POT:
        if hand.game.openers:
            send("openers", hand, ev)
        if hand.winners is not None and len(hand.live) > 1:
            send("pot_order", hand, ev)
        return None
    if hand.pending.get("behind") and send("rebuys", hand, ev):
        return True
    if ev["by"] != "player" or zones.kind(ev["to"]) != "line":
        return None
    given = zones.kind(ev["from"]) == "seat" and ev["from"][5:] != ev["to"][5:]
    if given or "smallest_chip" in hand.setup or "bet_chip" in hand.setup:
        return send("foreign_chips", hand, ev)
    return None


def on_post(hand, ev):
    """A kill blind."""
    return send("killed_pots", hand, ev) if ev["kind"] == "kill" else None


HANDLERS = (
    ("card_move", on_card_move, "stub>* seat>seat seat>muck muck>muck"),
    ("deal", on_deal),
    ("chips_move", on_chips_move, "pot>* off>seat *>line"),
    ("post", on_post),
)
